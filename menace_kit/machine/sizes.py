"""Sizes of trays, sleeves and beads in mm, and how many beads a tray holds."""

import math

from menace_kit.machine.tables import Table
from menace_kit.machine.values import BeadsPerGram, Millimetres, PackSizes, Title

RANDOM_PACKING = 0.6
"""The share of a volume that randomly poured beads fill."""


SHAKEABLE = 0.5
"""The share of a brim-full tray's beads up to which shaking still mixes them."""


HOW_TO_COUNT = "weigh 10 g of them, count them, and take the tenth part, as in beads-per-gram = 15"


class OuterSize(Table):
    """The closed box: the tray slides along `length`; the front is `width` x `height`."""

    length: Millimetres
    width: Millimetres
    height: Millimetres


class TraySize(Table):
    """The inside of the tray, or of whatever else holds the beads; `round` for a cup.

    `measured = false` means that it is only the outer size less the card's thickness.
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
    """One kind of bead, a cylinder, as a file in templates/beads/ describes it; sizes in mm.

    `makers` are those whose colour numbers are for this kind. Beads that are sold by weight have
    `pack_grams`.
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
        """Raise ValueError if packs are by weight, but nobody knows how many beads are in them."""
        if self.pack_grams and not self.beads_per_gram:
            raise ValueError(f"pack-grams needs beads-per-gram: {HOW_TO_COUNT}")

    @property
    def volume(self) -> float:
        """Return the volume in cubic mm, including the hole, which nothing else can fill."""
        return math.pi / 4 * self.diameter**2 * self.length


def tray_capacity(tray: TraySize, bead: BeadSize) -> int:
    """Return how many beads fill the tray to the brim (about 20 % either way)."""
    return int(tray.volume * RANDOM_PACKING / bead.volume)


def shakeable_beads(tray: TraySize, bead: BeadSize) -> int:
    """Return how many beads in the tray still mix when it is shaken (about 20 % either way)."""
    return int(tray.volume * RANDOM_PACKING * SHAKEABLE / bead.volume)
