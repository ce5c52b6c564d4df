"""Positions: what is on each square, and who is to move."""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

Move: TypeAlias = tuple[int, ...]
"""The squares that a move touches, 0-based: `(4,)` marks square 4,
`(7, 4)` is an arrow from 7 to 4.

Only the game that made a move knows what it means; everybody else passes it on,
compares it, or draws its squares.
"""

EMPTY = "."


class Side(Enum):
    """The player who moves first, or the one who moves second."""

    FIRST = "first"
    SECOND = "second"

    @property
    def other(self) -> "Side":
        return Side.SECOND if self is Side.FIRST else Side.FIRST

    @property
    def cell(self) -> str:
        """Return the character of this side's mark in `Position.cells`: `1` or `2`."""
        return "1" if self is Side.FIRST else "2"


@dataclass(frozen=True, slots=True)
class Position:
    """A board and the side to move; hashable.

    `cells` has one character a square in reading order: `.`
    empty, `1` the first player's mark, `2` the second's. Their order as characters, '.'
    < '1' < '2', is the order that canonical forms are chosen by.
    """

    cells: str
    to_move: Side

    def __hash__(self) -> int:
        """Return the hash of the cells alone: the side hardly ever tells two
        positions apart, and costs time.
        """
        return hash(self.cells)
