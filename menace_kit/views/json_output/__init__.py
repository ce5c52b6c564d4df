"""What commands print with `--json`: keys and their order, which other programs rely on.

Boxes are given by number, and also by name if that is not what is written on them. A move is a
square from 1, `from-to`, or in Nim how many matches are taken. Beads are colour -> count. Dicts may
contain records and members of enumerations. What the API tells, too, are shapes. Commands must
start at once, so these modules use none that draw boards or write sentences.
"""
