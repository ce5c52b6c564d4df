"""What a game is: the protocol of its rules, and what some games have besides."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol, runtime_checkable

from menace_kit.games.position import Move, Position, Side
from menace_kit.games.symmetry import SymmetryGroup


class Termination(Enum):
    """Why a game is over."""

    LINE = "line"
    BOARD_FULL = "board-full"
    FAR_ROW = "far-row"
    NO_PIECES = "no-pieces"
    NO_MOVES = "no-moves"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: why, and who won (`None` is a draw);
    `squares` is a line that won, if one did.
    """

    termination: Termination
    winner: Side | None
    squares: tuple[int, ...] = field(default=(), compare=False)


class Pieces(Enum):
    """What is on the board, and how it is drawn: the kit's two marks,
    pawns of two colours, or tokens of nobody.
    """

    MARKS = "marks"
    PAWNS = "pawns"
    TOKENS = "tokens"


class Game(Protocol):
    """The rules of one small game; everything above `games/` knows a game only through this.

    Attributes:
        name: what a kit file calls it.
        rows, columns: the board that is drawn; squares are numbered from 0 in reading order.
            Where tokens lie on it, the last row may have fewer squares.
        colours: how many bead colours its boxes need at the most.
        pieces: what is drawn where a cell is not empty.
        impartial: whether both players have the same moves and aims in a position,
            so that a box serves either.
        symmetries: the levels of symmetry a kit can choose, by name;
            `all` and `none` are always there.
    """

    name: str
    rows: int
    columns: int
    colours: int
    pieces: Pieces
    impartial: bool
    symmetries: Mapping[str, SymmetryGroup]

    def __hash__(self) -> int:
        """Return a hash, so that what was worked out for a game can be kept."""

    def start(self) -> Position:
        """Return the position in which a game begins."""

    def outcome(self, position: Position) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the moves of the side to move, lowest first; none when the game is over."""

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after `move`; MoveError where it is not legal."""

    def position(self, cells: str, to_move: Side | None = None) -> Position:
        """Return the position of these cells and this side to move;
        PositionError where no game comes to it.

        Without a side it is worked out; PositionError where it could be either's turn.
        """

    def colour_index(self, move: Move, moves: Sequence[Move], /) -> int:
        """Return which colour of the palette, from 0, means `move` in a box that holds `moves`."""


class NamesMoves(ABC):
    """A game, besides, whose moves people do not tell by squares:
    of Nim they say how many matches are taken.

    What is stored and what is on boxes are squares all the same.
    """

    # It is asked at every move, and a class is looked through once;
    # each instance of a protocol would be, every time.
    @classmethod
    def __subclasshook__(cls, other: type) -> bool:
        return hasattr(other, "move_name")

    @abstractmethod
    def move_name(self, position: Position, move: Move, /) -> str:
        """Return how people write a legal move: a number or a word,
        of each move of a position another.
        """


@runtime_checkable
class HasChart(Protocol):
    """A game, besides, that has a chart of how to play it:
    lines; the first that fits says the move.
    """

    def charted(self, position: Position, /) -> tuple[str, tuple[Move, ...]]:
        """Return the chart's first line that fits a position in which somebody is to move,
        and its moves, all equal.
        """


Parameter = int | str
"""A number or a word that a kit file may choose for a game."""


@runtime_checkable
class HasParameters(Protocol):
    """A game, besides, of which there are several, each by its numbers:
    so many matches, a board of such a size.

    `parameters` has those that this one was made with, by the names that its class takes them by.
    """

    parameters: Mapping[str, Parameter]


def parameters_of(game: Game) -> Mapping[str, Parameter]:
    """Return what a game was made with; nothing where there is only one of it."""
    return game.parameters if isinstance(game, HasParameters) else {}


def square_count(game: Game) -> int:
    """Return how many squares a board has: all of its rows, but that the last may be shorter
    where tokens lie there.
    """
    return len(game.start().cells)


def has_named_squares(game: Game) -> bool:
    """Return whether the squares have names, `top left` to `bottom right`."""
    return game.rows == game.columns == 3 and not isinstance(game, NamesMoves)
