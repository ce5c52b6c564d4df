"""Sizes of boxes that are printed on card and folded."""

import math

from menace_kit.machine.schema import FoldUp
from menace_kit.machine.sizes import RANDOM_PACKING, SHAKEABLE, BeadSize, OuterSize, TraySize


def folded_outer(tray: TraySize, fold: FoldUp) -> OuterSize:
    """Return the closed box round such a tray: the clearance and five cards wider,
    three higher, four longer.

    At each end of the tray two cards lie behind each other, and on one side of the sleeve.
    """
    loose, card = fold.clearance, fold.card
    return OuterSize(
        length=tray.length + 4 * card,
        width=tray.width + loose + 5 * card,
        height=tray.height + loose + 3 * card,
    )


FOLDED = (40.0, 34.0, 12.0)
"""Length, width and height inside of a box that is folded, at the least:
its front is as large as a label (mm).
"""


FOLDED_SHAPE = (1.5, 1.0, 0.36)
"""Length, width and height of a folded tray in widths: those of a common matchbox."""


def folded_tray(bead: BeadSize, beads: int) -> TraySize:
    """Return the smallest tray, in halves of a mm, in which so many beads
    still mix when it is shaken.

    It has about a matchbox's proportions, is not smaller than FOLDED, and at least two beads high.
    """
    volume = beads * bead.volume / (RANDOM_PACKING * SHAKEABLE)
    whole = (volume / math.prod(FOLDED_SHAPE)) ** (1 / 3)
    longest = max(bead.diameter, bead.length)
    least, shape = FOLDED, FOLDED_SHAPE
    width = _in_halves(max(least[1], whole * shape[1]))
    height = _in_halves(max(least[2], whole * shape[2], 2 * longest))
    length = _in_halves(max(least[0], volume / (width * height)))
    return TraySize(length=length, width=width, height=height)


def _in_halves(size: float) -> float:
    return math.ceil(2 * size - 1e-9) / 2
