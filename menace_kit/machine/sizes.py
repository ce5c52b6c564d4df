"""Sizes of trays, sleeves and beads in mm, and how many beads a tray holds."""

import math

from menace_kit.machine.tables import Table
from menace_kit.machine.values import BeadsPerGram, Millimetres, PackSizes, Title

RANDOM_PACKING = 0.6
"""The share of a volume that beads poured in at random fill."""


SHAKEABLE = 0.5
"""The share of the brim-full count at which beads in a tray still change
places when it is shaken.
"""


HOW_TO_COUNT = "weigh 10 g of them, count them, and take the tenth part, as in beads-per-gram = 15"


class OuterSize(Table):
    """The closed box: `length` is the way the tray slides;
    `width` and `height` are those of its front.
    """

    length: Millimetres
    width: Millimetres
    height: Millimetres


class TraySize(Table):
    """The inside of the tray, or of what else holds the beads; `round` as a cup is.

    `measured = false` where it is only the outer size less the card's thickness.
    """

    length: Millimetres
    width: Millimetres
    height: Millimetres
    measured: bool = True
    round: bool = False

    @property
    def volume(self) -> float:
        """Return the volume in cubic mm."""
        return self.length * self.width * self.height * (math.pi / 4 if self.round else 1)


class BeadSize(Table):
    """One kind of bead as a file in templates/beads/ describes it: a cylinder, in mm.

    `makers` are those whose numbers of colours are its own. Where shops sell it by weight
    it has packs of so many grams.
    """

    title: Title
    source: str
    diameter: Millimetres
    length: Millimetres
    pack_size: PackSizes = 1000
    pack_grams: PackSizes | None = None
    beads_per_gram: BeadsPerGram | None = None
    makers: tuple[str, ...] = ()

    def check(self) -> None:
        """ValueError where it is not known how many beads are in packs by weight."""
        if self.pack_grams and not self.beads_per_gram:
            raise ValueError(f"pack-grams needs beads-per-gram: {HOW_TO_COUNT}")

    @property
    def volume(self) -> float:
        """Return the volume in cubic mm, its hole included, for nothing else fits there."""
        return math.pi / 4 * self.diameter**2 * self.length


def tray_capacity(tray: TraySize, bead: BeadSize) -> int:
    """Return how many beads fill the tray to the brim (about 20 % either way)."""
    return int(tray.volume * RANDOM_PACKING / bead.volume)


def shakeable_beads(tray: TraySize, bead: BeadSize) -> int:
    """Return how many beads may lie in the tray so that shaking it still mixes them
    (about 20 % either way).
    """
    return int(tray.volume * RANDOM_PACKING * SHAKEABLE / bead.volume)
