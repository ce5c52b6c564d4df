"""The physical machine, as a kit file describes it.

`kit` is the kit, `description` its canonical text. `kit_files` makes it from a kit file: parses,
checks and builds it; `checks` finds contradictions. `schema` has every key of that file.
`palettes`, `papers`, `cabinets` and `containers` describe what holds the beads and what is printed
on. `toml_files` reads files and knows the templates; `tables` says what a table may contain and
reports all mistakes in it; `values` has the types that several tables share, `spelling` suggests
names for misspelt ones. `boxes` decides which positions get a box and how a box is read at the
table; `finding` how people find it. `adopted` takes boxes that already exist from a map;
`csv_table` reads such tables. `turns` is a machine's turn, `learning` what a game does to the
beads, `prospects` how games can go.
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
