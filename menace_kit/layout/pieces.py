"""What lies on a board as it is drawn: the kit's own marks, pawns, or matches of nobody. In mm."""

import math
from collections.abc import Iterator

from menace_kit.errors import FitError
from menace_kit.games import Pieces, Side
from menace_kit.layout.marks import BLACK, MM_PER_POINT, WHITE, Circle, Line, Mark, Polyline, Text
from menace_kit.layout.text import SMALLEST, ink_box, over
from menace_kit.machine.kit import Kit

MARK_SHARE = 0.86
"""The share of a square's side that a mark takes at most."""

PAWN = 0.6
"""Height of a pawn as a share of its square's side, where no dot asks for less."""

PAWN_WIDTH = 0.66
"""Width of a pawn as a share of its height."""

TALL = {Pieces.TOKENS: 2.0}
"""Height of a square as a share of its width: a match is longer than it is wide."""


def cell_height(kit: Kit) -> float:
    """Return how high a square of the kit's board is drawn, as a share of its width."""
    return TALL.get(kit.game.pieces, 1.0)


def piece_marks(
    kit: Kit, cell: str, x: float, y: float, square: float, share: float = PAWN
) -> Iterator[Mark]:
    """Yield what lies on a square about its middle; `share` is the height of a pawn, and scales other marks."""
    if kit.game.pieces is Pieces.PAWNS:
        yield from pawn_marks(cell == Side.FIRST.cell, x, y, square * share)
    elif kit.game.pieces is Pieces.TOKENS:
        yield from match_marks(x, y, square)
    else:
        yield from mark_marks(player_mark(kit, cell), x, y, square * (share / PAWN))


def player_mark(kit: Kit, cell: str) -> str:
    """Return the kit's mark for a character of a position."""
    return kit.spec.marks[0 if cell == Side.FIRST.cell else 1]


def pawn_marks(white: bool, x: float, y: float, height: float) -> Iterator[Mark]:
    """Yield a pawn about its middle, in one shape: outlined where it is white, else filled."""
    pen = max(0.1, height * 0.075)
    tall, wide = height / 2 - pen / 2, height * PAWN_WIDTH / 2 - pen / 2
    ball = tall * 0.46
    right = [
        (math.sin(angle) * ball, -tall + ball - math.cos(angle) * ball)
        for angle in (math.pi * share / 12 for share in range(10))
    ]
    right += [(wide * 0.45, tall * 0.42), (wide, tall * 0.62), (wide, tall)]
    points = [*((x + across, y + down) for across, down in right)]
    points += [(x - across, y + down) for across, down in reversed(right[1:])]
    yield Polyline(tuple(points), pen, BLACK, WHITE if white else BLACK)


def match_marks(x: float, y: float, square: float) -> Iterator[Mark]:
    """Yield a match about the middle of its square, its head at the top."""
    wide, half = square * 0.09, square * 0.84
    pen = max(0.12, square * 0.03)
    yield Polyline(
        (
            (x - wide, y - half + wide),
            (x + wide, y - half + wide),
            (x + wide, y + half),
            (x - wide, y + half),
        ),
        pen,
        BLACK,
        WHITE,
    )
    yield Circle(x, y - half + square * 0.2, square * 0.17, 0, None, BLACK)


def mark_marks(mark: str, x: float, y: float, square: float) -> Iterator[Mark]:
    """Yield a player's mark about a square's middle: O and X as strokes of a pen, any other as a letter."""
    pen = square * 0.11
    reach = square * 0.27
    if mark == "O":
        yield Circle(x, y, reach * 1.1, pen, BLACK)
    elif mark == "X":
        yield Line(x - reach, y - reach, x + reach, y + reach, pen)
        yield Line(x - reach, y + reach, x + reach, y - reach, pen)
    else:
        yield _letter_mark(mark, x, y, square)


def _letter_mark(mark: str, x: float, y: float, square: float) -> Text:
    """Return a mark that is a letter, its ink in the middle of the square and within it."""
    left, top, right, bottom = ink_box(mark, 1, True)
    size = min(square * 0.75 / MM_PER_POINT, square * MARK_SHARE / max(right - left, bottom - top, 0.01))
    if size < SMALLEST:
        raise FitError(
            f"a square of {square:.1f} mm is too small for the mark {mark} at {SMALLEST:g} points by "
            f"{over(square * (SMALLEST / size - 1))}"
        )
    return Text(x - (left + right) / 2 * size, y - (top + bottom) / 2 * size, mark, size, True)
