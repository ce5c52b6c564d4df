"""Where the squares of a kit's board are on a page. In mm."""

from typing import NamedTuple

from menace_kit.games import Pieces, square_count
from menace_kit.layout.marks import Point
from menace_kit.machine import Kit
from menace_kit.machine.containers import ContainerKind

WIDE = 2.0
"""A board is wide that has more than so many times its height."""


TALL, TALL_IN_ROWS, TALL_ON_MAT = 2.0, 0.86, 1.12
"""Height of a square as a share of its width where tokens lie in it, in one row, and in several:
there the matches are short, so that four rows have room on a small label.
On a mat they show their heads above the places on them.
"""


class Squares(NamedTuple):
    """The squares of a kit's board: the top left corner of the first one, and how wide one is."""

    kit: Kit
    x: float
    y: float
    side: float

    @classmethod
    def within(cls, kit: Kit, x: float, y: float, width: float, height: float) -> "Squares":
        """Return the largest ones that fit into a rectangle, in its middle."""
        side = square_within(kit, width, height)
        wide, high = cls(kit, x, y, side).size
        return cls(kit, x + (width - wide) / 2, y + (height - high) / 2, side)

    @property
    def high(self) -> float:
        """Return how high a square is."""
        return self.side * cell_height(self.kit)

    @property
    def size(self) -> tuple[float, float]:
        """Return width and height of the board."""
        return self.kit.game.columns * self.side, self.kit.game.rows * self.high

    def corner(self, number: int) -> Point:
        """Return the top left corner of a square, numbered from 0."""
        row, column = divmod(number, self.kit.game.columns)
        return self.x + column * self.side, self.y + row * self.high

    def centre(self, number: int) -> Point:
        """Return the middle of a square, numbered from 0."""
        row, column = divmod(number, self.kit.game.columns)
        return self.x + (column + 0.5) * self.side, self.y + (row + 0.5) * self.high


def cell_height(kit: Kit) -> float:
    """Return how high a square of the kit's board is drawn, as a share of its width."""
    if kit.game.pieces is not Pieces.TOKENS:
        return 1.0
    if kit.game.rows == 1:
        return TALL
    return TALL_ON_MAT if kit.container.kind is ContainerKind.MAT else TALL_IN_ROWS


def board_height(kit: Kit, square: float) -> float:
    return kit.game.rows * square * cell_height(kit)


def board_width(kit: Kit, height: float) -> float:
    return height * (kit.game.columns / (kit.game.rows * cell_height(kit)))


def is_wide(kit: Kit) -> bool:
    """Return whether the kit's board is so wide that words stand below it rather than beside it."""
    return board_width(kit, 1.0) > WIDE


def square_within(kit: Kit, width: float, height: float) -> float:
    """Return the width of the squares of the largest board that fits into a rectangle."""
    return min(width / kit.game.columns, height / kit.game.rows / cell_height(kit))


def in_last_row(kit: Kit) -> int:
    """Return how many squares the last row has: of tokens it may have fewer than the others."""
    return square_count(kit.game) - (kit.game.rows - 1) * kit.game.columns
