"""Nim with one heap of eight matches: take one, two or three; whoever takes the last one wins."""

from collections.abc import Mapping, Sequence

from menace_kit.games.game import Outcome, Pieces, Termination, not_legal, reachable_position
from menace_kit.games.symmetry import EMPTY, Move, Position, Side, SymmetryGroup, row_group

MATCHES = 8
MOST = 3


class Nim:
    """The game; the matches lie in a row, and a move is the place from which on they are taken.

    People say how many that are."""

    name = "nim"
    rows = 1
    columns = MATCHES
    colours = MOST
    pieces = Pieces.TOKENS
    impartial = True

    def __init__(self) -> None:
        """Make the one level of symmetry there is: none."""
        self.symmetries: Mapping[str, SymmetryGroup] = dict.fromkeys(("all", "none"), row_group(MATCHES))

    def start(self) -> Position:
        """Return the row with all its matches."""
        return _left(MATCHES, Side.FIRST)

    def outcome(self, position: Position) -> Outcome | None:
        """Return that the last match is gone, which whoever took it has won by, or None."""
        if _matches(position):
            return None
        return Outcome(Termination.NO_PIECES, position.to_move.other)

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the places of the last three matches, lowest first, or of as many as are left."""
        left = _matches(position)
        return tuple((place,) for place in range(max(0, left - MOST), left))

    def play(self, position: Position, move: Move) -> Position:
        """Return the row without the matches from a place on; MoveError where that is not legal."""
        if move not in self.legal_moves(position):
            raise not_legal(self, position, move)
        return _left(move[0], position.to_move.other)

    position = reachable_position

    def move_name(self, position: Position, move: Move, /) -> str:
        """Return how many matches a move takes."""
        return str(position.cells.count(Side.FIRST.cell) - move[0])

    def colour_index(self, move: Move, moves: Sequence[Move], /) -> int:
        """Return how many matches are taken, less one: a colour means the same number on every box."""
        return moves[-1][0] - move[0]


def _matches(position: Position) -> int:
    return MATCHES - position.cells.count(EMPTY)


def _left(matches: int, to_move: Side) -> Position:
    return Position(Side.FIRST.cell * matches + EMPTY * (MATCHES - matches), to_move)
