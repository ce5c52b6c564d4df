"""What the commands print with `--json`: dicts whose keys and their order programs rely on.

A box is named by its number and, where that is not what is written on it, by its name; a move
is a square from 1, or `from-to`, and of Nim how many matches are taken; beads are colour -> count.
In a dict may be records and enumerations' members as they are: `values.plain` encodes them all.
The API's shapes, which describe themselves, are in the other modules of the room;
they take longer to import, and this one is for commands that are to start at once.
"""
