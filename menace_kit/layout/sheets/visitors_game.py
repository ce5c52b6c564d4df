"""A visitor's game: its boards, and what the machine learned from it."""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import repeat
from typing import NamedTuple

from menace_kit.errors import FitError
from menace_kit.games import Side
from menace_kit.layout.marks import Marks
from menace_kit.layout.squares import Squares, square_within
from menace_kit.layout.stacks import (
    Area,
    Part,
    apart,
    down,
    fixed,
    grow,
    in_groups,
    in_the_middle,
    nothing,
    position,
)
from menace_kit.machine import Kit
from menace_kit.machine.learning import Result

RESULTS = {Result.LOSS: "beat", Result.TIE: "drew", Result.WIN: "lost"}
"""What a visitor did, proudest first."""


class TaughtBox(NamedTuple):
    """What a game taught a box: its number, the colour that changed, and its contents.

    The contents are from before and after the game.
    """

    box: int
    colour: str
    before: Mapping[str, int]
    after: Mapping[str, int]

    @property
    def chances(self) -> tuple[Fraction | None, Fraction | None]:
        """Return the colour's chance before and after, None if the box was or is empty."""
        totals = sum(self.before.values()), sum(self.after.values())
        counts = self.before[self.colour], self.after[self.colour]
        before, after = (
            Fraction(count, total) if total else None
            for count, total in zip(counts, totals, strict=True)
        )
        return before, after

    @property
    def moved(self) -> Fraction:
        """Return how much the chance changed; if the box is empty now, all of it is gone."""
        before, after = self.chances
        return abs((after or Fraction()) - (before or Fraction()))


class VisitorsGame(NamedTuple):
    """A visitor's game for a sticker or a certificate.

    It has its number, its time (ISO), the visitor's name or an empty one, the result for the
    machine, and the machine's side. `boards` are the cells after each move, or the start if there
    was no move, and empty if only the result is known. `beads` are the colours drawn for these
    moves, None for moves without a bead. `won_on` are the squares of a line that won. `more` and
    `fewer` are how many beads it put in and took out, `boxes` in how many boxes; `taught` is the
    box that it taught most.
    """

    number: int
    at: str
    name: str
    result: Result
    side: Side
    boards: tuple[str, ...]
    beads: tuple[str | None, ...]
    won_on: tuple[int, ...] = ()
    more: int = 0
    fewer: int = 0
    boxes: int = 0
    taught: TaughtBox | None = None
    exhibition: bool = False
    gave_up: bool = False


BOARD_GAP = 1.4
"""Gap between a game's small boards."""


LEAST_SQUARE = 0.8
"""Side in mm of the smallest square with recognisable marks."""


def small_boards(
    kit: Kit,
    boards: Sequence[str],
    notes: Sequence[Part] = (),
    below: float = 0.0,
    gap: float = BOARD_GAP,
    widest: float = math.inf,
) -> Part:
    """Return boards in rows, as large as fits, with `gap` between them.

    Under each are `below` mm for its note, if any. Squares are at most `widest` mm wide. Raises
    FitError if they would be too small.
    """

    count = len(boards)

    def draw(area: Area) -> Marks:
        tried = []
        for rows in range(1, count + 1):
            columns = -(-count // rows)
            free_x = (area.width - (columns - 1) * gap) / columns
            free_y = (area.height - (rows - 1) * gap) / rows - below
            tried.append((min(square_within(kit, free_x, free_y), widest), -rows, columns))
        square, _, columns = max(tried)
        if square < LEAST_SQUARE:
            raise FitError(
                f"{count} boards have no room in {area.width:.0f} x {area.height:.0f} mm"
            )
        wide, high = Squares(kit, 0, 0, square).size
        drawn = [
            fixed(wide, down(fixed(high, position(kit, cells)), fixed(below, note)))
            for cells, note in zip(boards, notes or repeat(nothing), strict=False)
        ]
        lines = [
            fixed(high + below, in_the_middle(*apart(fixed(gap), row)))
            for row in in_groups(drawn, columns)
        ]
        return down(grow(1), *apart(fixed(gap), lines), grow(1))(area)

    return draw
