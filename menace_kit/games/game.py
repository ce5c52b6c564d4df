"""What a game is: the protocol of its rules, and what some games add to it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol, runtime_checkable

from menace_kit.games.position import Move, Position, Side
from menace_kit.games.symmetry import SymmetryGroup


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended; `winner` None is a draw, `squares` the winning line, if any."""

    winner: Side | None
    squares: tuple[int, ...] = field(default=(), compare=False)


class Pieces(Enum):
    """What is drawn on the board: the kit's two marks, pawns of two colours, or neutral tokens."""

    MARKS = "marks"
    PAWNS = "pawns"
    TOKENS = "tokens"


class Game(Protocol):
    """The rules of one small game; nothing above `games/` knows more about a game than this.

    Attributes:
        name: what a kit file calls it.
        rows, columns: the board that is drawn; squares are numbered from 0 in reading order.
            If the pieces are tokens, the last row may have fewer squares.
        colours: the most bead colours that any of its boxes needs.
        pieces: what is drawn in a cell that is not empty.
        impartial: whether both players have the same moves and aims in a position,
            so that one box serves either.
        symmetries: the levels of symmetry a kit can choose, by name;
            always includes `all` and `none`.
    """

    name: str
    rows: int
    columns: int
    colours: int
    pieces: Pieces
    impartial: bool
    symmetries: Mapping[str, SymmetryGroup]

    def __hash__(self) -> int:
        """Return a hash, so that results for a game can be cached."""

    def start(self) -> Position:
        """Return the position in which a game starts."""

    def outcome(self, position: Position) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the moves of the side to move, lowest first; none if the game is over."""

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after `move`; raises MoveError if it is not legal."""

    def position(self, cells: str, to_move: Side | None = None) -> Position:
        """Return the position of these cells and this side to move.

        Without a side it is worked out. Raises PositionError if no game reaches the position, or if
        it could be either side's turn.
        """

    def colour_index(self, move: Move, moves: Sequence[Move], /) -> int:
        """Return which palette colour, from 0, means `move` in a box that holds `moves`."""


class NamesMoves(ABC):
    """A game whose moves have names other than squares: in Nim, the number of matches taken.

    Logbooks and boxes still have squares.
    """

    # Not a Protocol: isinstance runs at every move. An ABC checks each class once and remembers;
    # a protocol inspects every instance again.
    @classmethod
    def __subclasshook__(cls, other: type) -> bool:
        return hasattr(other, "move_name")

    @abstractmethod
    def move_name(self, position: Position, move: Move, /) -> str:
        """Return a legal move's name, a number or a word, unique among the position's moves."""


@runtime_checkable
class HasChart(Protocol):
    """A game with a chart of how to play it: the first line that fits gives the move."""

    def charted(self, position: Position, /) -> tuple[str, tuple[Move, ...]]:
        """Return the first line of the chart that fits a running game, and its equal moves."""


Parameter = int | str
"""A number or word that a kit file can choose for a game."""


@runtime_checkable
class HasParameters(Protocol):
    """A game with variants, such as the number of matches or the size of the board.

    `parameters` has this variant's values, under the names that its class takes.
    """

    parameters: Mapping[str, Parameter]


def parameters_of(game: Game) -> Mapping[str, Parameter]:
    """Return the parameters a game was made with; empty if it has no variants."""
    return game.parameters if isinstance(game, HasParameters) else {}


def square_count(game: Game) -> int:
    """Return the number of squares; a last row of tokens may be shorter than the others."""
    return len(game.start().cells)


def has_named_squares(game: Game) -> bool:
    """Return whether its squares have names, `top left` to `bottom right`."""
    return game.rows == game.columns == 3 and not isinstance(game, NamesMoves)
