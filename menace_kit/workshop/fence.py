"""The fence in a tray: a strip of card folded to a V, whose apex takes one bead. In mm.

In Michie's machine (1963) the box is shaken and tilted, and the bead that rolls into the apex of a
V of card in its tray is the move. A V made of one strip ends in a short flat, glued to the tray's
end. If the flat were longer than a bead, two beads would rest there side by side, and nobody could
say which was drawn. So it is just long enough to give one bead a fifth of its width to move in,
between the walls; a second bead stays more than half a bead behind.
"""

import math

from menace_kit.errors import FitError
from menace_kit.frozen import Frozen
from menace_kit.machine.sizes import BeadSize, TraySize

OPENING = 1.2
"""Width of the apex for a bead that touches its flat, in beads: one, and a fifth to play."""

ROUND = 0.5
"""The least ratio of a bead's smallest to its largest dimension.

Two slimmer beads would fit where one should.
"""

BELOW_RIM = 1.0
"""How much lower than the tray the fence is, so that it doesn't catch in the sleeve (mm)."""

TAB = 8.0
"""Length of the ends that are glued to the tray's sides, if there is room (mm)."""


class Fence(Frozen):
    """A fence for one tray: a flat at the apex, and two walls.

    Each wall goes `spread` mm across and `reach` mm along the tray. `height` is that of the strip,
    `tab` the length of each of its ends.
    """

    flat: float
    spread: float
    reach: float
    tab: float
    height: float

    @property
    def wall(self) -> float:
        """Return the length of a wall."""
        return math.hypot(self.spread, self.reach)

    @property
    def parts(self) -> tuple[float, ...]:
        """Return the lengths of the strip's five parts: end, wall, flat, wall, end."""
        return self.tab, self.wall, self.flat, self.wall, self.tab

    @property
    def length(self) -> float:
        """Return the length of the strip before it is folded."""
        return sum(self.parts)

    @property
    def width(self) -> float:
        """Return the width of the folded fence: that of the tray's inside."""
        return self.flat + 2 * self.spread

    def folded(self) -> tuple[tuple[float, float], ...]:
        """Return the folded strip from above.

        x is from the tray's left side, y from the end with the flat.
        """
        right = self.width
        return (
            (0.0, self.reach + self.tab),
            (0.0, self.reach),
            (self.spread, 0.0),
            (right - self.spread, 0.0),
            (right, self.reach),
            (right, self.reach + self.tab),
        )


def fence(tray: TraySize, bead: BeadSize) -> Fence:
    """Return the fence for a tray and a bead.

    The walls are at right angles to each other, so that beads roll down both, unless that would
    take more than half of the tray's length. Raises FitError if the bead is too slim or too large.
    """
    widest, thinnest = max(bead.diameter, bead.length), min(bead.diameter, bead.length)
    if thinnest < ROUND * widest:
        raise FitError(
            f"beads of {bead.diameter:g} x {bead.length:g} mm are too slim for a fence: "
            "two of them lie where one is meant to; take rounder beads"
        )
    for side, needed in (
        ("width", 3 * widest),
        ("length", 4 * widest),
        ("height", BELOW_RIM + widest / 2),
    ):
        here = getattr(tray, side)
        if here < needed:
            raise FitError(
                f"a bead of {widest:g} mm is too large for a fence in this tray, whose {side} "
                f"inside is {here:g} mm: it needs {needed:g} mm; take smaller beads or a larger box"
            )
    flat, reach = 0.0, 0.0
    # A flatter wall needs a shorter flat, which makes the wall a little flatter still.
    for _ in range(30):
        reach = min((tray.width - flat) / 2, tray.length / 2)
        turn = math.atan2(reach, (tray.width - flat) / 2)
        flat = (OPENING - 1 + math.tan(turn / 2)) * widest
    spread = (tray.width - flat) / 2
    reach = min(spread, tray.length / 2)
    return Fence(flat, spread, reach, min(TAB, tray.length - reach), tray.height - BELOW_RIM)
