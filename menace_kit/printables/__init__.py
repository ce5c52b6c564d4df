"""Everything that can be made from a kit, as files: what the command line writes, and anyone else may ask for.

Documents are made first, by one function for each printable. The shopping list counts their pages. Only then is
anything drawn in a file format.
"""

from menace_kit.printables.book import kit_book
from menace_kit.printables.everything import all_printables, shopping
from menace_kit.printables.made import Made, OutputFile, Printables
from menace_kit.printables.makers import Maker, calibration, filling, labels, make, stickers

__all__ = [
    "Made",
    "Maker",
    "OutputFile",
    "Printables",
    "all_printables",
    "calibration",
    "filling",
    "kit_book",
    "labels",
    "make",
    "shopping",
    "stickers",
]
