"""The physical machine, as a kit file describes it.

`kit`: the kit; `description`: it as a text. `kit_files`: how it is made of a kit file: parsed,
checked, built; `checks`: what does not go together. `schema`: every key of that file; `palettes`,
`papers`, `cabinets` and `containers`: what holds the beads and what is printed on.
`toml_files`: how files are read, and which templates there are. `tables`: what a table of a file
may say, and all its mistakes told; `values` that several have; `spelling`: names nearly right.
`boxes`: which positions get a box, and how it is read at the table; `finding`: how people find it.
`adopted`: boxes that were built before, from a map of them; `csv_table`: how such tables are read.
`turns`: a machine's turn; `learning`: what a game does to the beads; `prospects`: how games can go.
"""

from menace_kit.machine.boxes import Bead, Box, Reading
from menace_kit.machine.cabinets import Cabinet, Place
from menace_kit.machine.containers import Container
from menace_kit.machine.kit import Kit
from menace_kit.machine.kit_files import DEFAULT_PRESET, load_kit, load_preset
from menace_kit.machine.palettes import Colour, Palette
from menace_kit.machine.papers import Stock
from menace_kit.machine.schema import Spec
from menace_kit.machine.sizes import BeadSize

__all__ = [
    "DEFAULT_PRESET",
    "Bead",
    "BeadSize",
    "Box",
    "Cabinet",
    "Colour",
    "Container",
    "Kit",
    "Palette",
    "Place",
    "Reading",
    "Spec",
    "Stock",
    "load_kit",
    "load_preset",
]
