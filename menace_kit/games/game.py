"""The protocol that a game fulfils so that a machine can be built for it."""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Protocol

from menace_kit.games.position import Move, Outcome, Position, Side
from menace_kit.games.symmetry import SymmetryGroup


class Pieces(Enum):
    """What lies on the board, and how it is drawn: the kit's two marks, pawns of two colours, or tokens of nobody."""

    MARKS = "marks"
    PAWNS = "pawns"
    TOKENS = "tokens"


class Game(Protocol):
    """The rules of one small game; everything above `games/` knows a game only through this.

    Attributes:
        name: what a kit file calls it.
        rows, columns: the board that is drawn; squares are numbered from 0 in reading order.
        colours: how many bead colours its boxes need at the most.
        pieces: what is drawn where a cell is not empty.
        impartial: whether both players have the same moves and aims in a position, so that a box serves either.
        symmetries: the levels of symmetry a kit can choose, by name; `all` and `none` are always there.
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
        ...

    def start(self) -> Position:
        """Return the position in which a game begins."""
        ...

    def outcome(self, position: Position) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        ...

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the moves of the side to move, lowest first; none when the game is over."""
        ...

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after `move`; MoveError where it is not legal."""
        ...

    def position(self, cells: str, to_move: Side | None = None) -> Position:
        """Return the position of these cells and this side to move; PositionError where no game comes to it.

        Without a side it is worked out; PositionError where it could be either's turn.
        """
        ...

    def colour_index(self, move: Move, moves: Sequence[Move], /) -> int:
        """Return which colour of the palette, from 0, means `move` in a box that holds `moves`."""
        ...
