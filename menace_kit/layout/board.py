"""A board as it is drawn on labels and cards: grid, marks, and the beads on their squares."""

import math
from collections.abc import Iterator
from functools import cache

from menace_kit.errors import FitError
from menace_kit.games import EMPTY, Move, Side
from menace_kit.layout.marks import BLACK, GREY, MM_PER_POINT, THIN, Anchor, Circle, Line, Mark, Text
from menace_kit.layout.text import SMALLEST, cap_height, ink_box, over, text_width
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.palette import Colour

DOT = 0.43
"""Radius of a bead's dot as a share of a square's side: it leaves air between two dots."""

MARK_SHARE = 0.86
"""The share of a square's side that a mark takes at most."""

SMALLEST_SQUARE = 2.75
"""The least side of a square in mm that has room for a dot round a letter of 5 points."""


def smallest_board(kit: Kit) -> float:
    """Return the least height in mm of a board of the kit's game that can still be read."""
    return SMALLEST_SQUARE * kit.game.rows


def board_marks(kit: Kit, box: Box, x: float, y: float, height: float) -> Iterator[Mark]:
    """Yield the marks of a box's board with its beads, `height` mm high, its top left corner at x, y."""
    square = height / kit.game.rows
    if square < SMALLEST_SQUARE:
        raise FitError(f"a board of {height:.1f} mm is too small by {over(smallest_board(kit) - height)}")
    yield from grid_marks(kit, x, y, square)
    for number, cell in enumerate(box.position.cells):
        if cell != EMPTY:
            mark = kit.spec.marks[0 if cell == Side.FIRST.cell else 1]
            yield from mark_marks(mark, *square_centre(kit, number, x, y, square), square)
    for bead in box.beads:
        colour = kit.colour(bead.colour)
        yield from bead_marks(kit, colour, *move_centre(kit, bead.move, x, y, square), square * DOT)


def grid_marks(kit: Kit, x: float, y: float, square: float) -> Iterator[Mark]:
    """Yield the lines between the squares."""
    rows, columns = kit.game.rows, kit.game.columns
    for column in range(1, columns):
        yield Line(x + column * square, y, x + column * square, y + rows * square, THIN, GREY)
    for row in range(1, rows):
        yield Line(x, y + row * square, x + columns * square, y + row * square, THIN, GREY)


def square_centre(kit: Kit, number: int, x: float, y: float, square: float) -> tuple[float, float]:
    """Return the middle of a square, numbered from 0."""
    row, column = divmod(number, kit.game.columns)
    return x + (column + 0.5) * square, y + (row + 0.5) * square


def move_centre(kit: Kit, move: Move, x: float, y: float, square: float) -> tuple[float, float]:
    """Return where the bead of a move is drawn: the middle of the squares that it touches."""
    centres = [square_centre(kit, number, x, y, square) for number in move]
    return sum(c[0] for c in centres) / len(centres), sum(c[1] for c in centres) / len(centres)


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


def bead_marks(kit: Kit, colour: Colour, x: float, y: float, radius: float) -> Iterator[Mark]:
    """Yield a bead as a dot of its colour with its letter inside."""
    yield Circle(x, y, radius, THIN, BLACK, colour.hex)
    size = letter_size("".join(colour.key for colour in kit.colours), radius)
    yield Text(x, y + cap_height(size) / 2, colour.key, size, True, Anchor.MIDDLE, colour.ink)


@cache
def letter_size(letters: str, radius: float) -> float:
    """Return the size in points at which each of these letters stays inside a dot, to a quarter of a point.

    FitError where it would be under 5 points.
    """
    reach = max(_letter_reach(letter) for letter in letters)
    room = radius - THIN / 2
    if reach * SMALLEST > room:
        raise FitError(
            f"a dot of {2 * radius:.1f} mm is too small by {over(2 * (reach * SMALLEST - room))} for the letters "
            f"{', '.join(letters)} at {SMALLEST:g} points"
        )
    size = math.floor(4 * room / reach) / 4
    return max(SMALLEST, min(size, SMALLEST * radius / 1.2))


def _letter_reach(letter: str) -> float:
    """Return how far the ink of a letter reaches from the middle of its dot, in mm for each point of its size."""
    left, top, right, bottom = ink_box(letter, 1, True)
    x, y = text_width(letter, 1, True) / 2, -cap_height(1) / 2
    return max(
        math.hypot(corner_x - x, corner_y - y) for corner_x in (left, right) for corner_y in (top, bottom)
    )
