"""What commands print with `--json`: dicts whose keys and order other programs rely on.

Boxes are given by number, and also by name if that is not what is written on them. A move is a
square from 1, `from-to`, or in Nim how many matches are taken. Beads are colour -> count. Dicts may
contain records and members of enumerations; `values.plain` encodes them. The API's self-describing
shapes, in the other modules of `views`, take longer to import; commands must start at once, so they
use these modules.
"""
