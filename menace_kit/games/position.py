"""Positions: what is on each square, and whose turn it is."""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

Move: TypeAlias = tuple[int, ...]
"""The squares that a move touches, from 0: `(4,)` marks square 4, `(7, 4)` is an arrow.

Only the game that made a move knows what it means. Everything else passes it on, compares it, or
draws its squares.
"""

EMPTY = "."


class Side(Enum):
    """The first or the second player."""

    FIRST = "first"
    SECOND = "second"

    @property
    def other(self) -> "Side":
        return Side.SECOND if self is Side.FIRST else Side.FIRST

    @property
    def cell(self) -> str:
        """Return this side's mark in `Position.cells`: `1` or `2`."""
        return "1" if self is Side.FIRST else "2"


@dataclass(frozen=True, slots=True)
class Position:
    """A board and the side to move; hashable.

    `cells` has one character for each square in reading order: `.` is empty, `1` the first player's
    mark, `2` the second's. Canonical forms are chosen by the order of these characters, '.' < '1' <
    '2'.
    """

    cells: str
    to_move: Side

    def __hash__(self) -> int:
        """Hash the cells only: the side rarely tells positions apart, and hashing it takes time."""
        return hash(self.cells)
