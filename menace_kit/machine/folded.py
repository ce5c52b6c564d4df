"""Sizes of boxes that are printed on card and folded."""

import math

from menace_kit.machine.schema import FoldUp
from menace_kit.machine.sizes import RANDOM_PACKING, SHAKEABLE, BeadSize, OuterSize, TraySize


def folded_outer(tray: TraySize, fold: FoldUp) -> OuterSize:
    """Return the size of the closed box round a folded tray.

    It adds the clearance, and five cards in width, three in height, four in length: two cards
    overlap at each end of the tray, and on one side of the sleeve.
    """
    loose, card = fold.clearance, fold.card
    return OuterSize(
        length=tray.length + 4 * card,
        width=tray.width + loose + 5 * card,
        height=tray.height + loose + 3 * card,
    )


FOLDED = (36.0, 34.0, 15.0)
"""Inner length, width and height (mm) of a folded box, unless its beads need a larger one.

The board on its front is easy to read, and a sheet of A4 has 12 of its trays.
"""


FOLDED_SHAPE = (1.5, 1.0, 0.36)
"""Length, width and height of a larger folded tray, in widths: those of a common matchbox."""


def folded_tray(bead: BeadSize, beads: int) -> TraySize:
    """Return the tray, in steps of 0.5 mm, in which so many beads still mix when shaken.

    That is FOLDED, or else the smallest tray with about a matchbox's proportions and at least two
    beads high.
    """
    volume = beads * bead.volume / (RANDOM_PACKING * SHAKEABLE)
    two_beads = 2 * max(bead.diameter, bead.length)
    length, width, height = FOLDED
    if volume > math.prod(FOLDED) or two_beads > height:
        whole = (volume / math.prod(FOLDED_SHAPE)) ** (1 / 3)
        width = _in_halves(max(width, whole * FOLDED_SHAPE[1]))
        height = _in_halves(max(whole * FOLDED_SHAPE[2], two_beads))
        length = _in_halves(max(length, volume / (width * height)))
    return TraySize(length=length, width=width, height=height)


def _in_halves(size: float) -> float:
    return math.ceil(2 * size - 1e-9) / 2
