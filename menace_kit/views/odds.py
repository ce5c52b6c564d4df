"""How likely each move of the open box is."""

from collections.abc import Sequence
from typing import NamedTuple

from menace_kit.text import Words
from menace_kit.text.shares import shares
from menace_kit.views.elements import Colour, MoveShape
from menace_kit.views.machine import KitShape
from menace_kit.views.open_box import BeadShape
from menace_kit.views.state import Moment


class Odds(NamedTuple):
    """How likely a move is, and where to write that on a board whose squares are 100 wide.

    `twins` are the mirror images of the move, which have no bead of their own.
    """

    colour: Colour
    beads: int
    chance: str
    move: MoveShape
    x: float
    y: float
    twins: list[MoveShape]


ALONG = (1.0, 0.7, 0.4)
"""Where on its arrow a chance is written, as shares of its length, best first.

Past the head the arrow's direction stays visible; nearer its tail there is room if other arrows end
on the same square.
"""

APART = (70, 30)
"""Least distance between two chances, across or down."""


def beads_in(now: Moment) -> list[BeadShape]:
    """Return the colours of the open box that can be the machine's move."""
    return [bead for bead in now.box.beads if bead.in_box and not bead.taken] if now.box else []


def odds_of(now: Moment, machine: KitShape, words: Words) -> list[Odds]:
    """Return how likely each move of the open box is, likeliest first."""
    beads, high = beads_in(now), 100 * now.table.tall
    own = [bead.move for bead in now.box.beads] if now.box else []
    beads.sort(key=lambda each: -each.in_box)
    found: list[Odds] = []
    for bead, chance in zip(beads, shares(words, [bead.in_box for bead in beads]), strict=True):
        ends = [
            (
                (square - 1) % machine.columns * 100 + 50,
                (square - 1) // machine.columns * high + high / 2,
            )
            for square in bead.move.squares
        ]
        x, y = _free_place(ends[0], ends[-1], found) if bead.move.arrow else ends[-1]
        twins = [other for other in bead.others if other not in own]
        found.append(Odds(bead.colour, bead.in_box, chance, bead.move, x, y, twins))
    return found


def _free_place(
    start: tuple[float, float], end: tuple[float, float], others: Sequence[Odds]
) -> tuple[float, float]:
    """Return the first place along an arrow with no other chance near it."""

    def place(along: float) -> tuple[float, float]:
        return start[0] + along * (end[0] - start[0]), start[1] + along * (end[1] - start[1])

    def is_free(x: float, y: float) -> bool:
        return all(abs(each.x - x) >= APART[0] or abs(each.y - y) >= APART[1] for each in others)

    return next((spot for spot in map(place, ALONG) if is_free(*spot)), place(ALONG[0]))
