"""The physical machine, as a kit file describes it.

`kit`: the kit, and how it is made of a kit file. `schema`: every key of that file,
and colours of beads. `containers`: what holds the beads, and the beads.
`toml_files`: how files are read, and which templates there are. `tables`: what a table of a file
may say, and its mistakes told; `values` that several have; `spelling`: names that are nearly right.
`boxes`: which positions get a box,
the drawing on it, how it is read at the table, and how people find it, by counting and looking.
`adopted`: boxes that were built before, from a map of them; `csv_table`: how such tables are read.
`learning`: what a game does to the beads, and a machine's turn.
"""

from menace_kit.machine.boxes import Bead, Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.kit_files import DEFAULT_PRESET, load_kit, load_preset

__all__ = ["DEFAULT_PRESET", "Bead", "Box", "Kit", "load_kit", "load_preset"]
