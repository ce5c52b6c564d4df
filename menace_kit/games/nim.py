"""Nim with one heap of matches; the player who takes the last one wins, or loses.

By default there are eight matches, a move takes one to three, and the last one wins.
"""

from collections.abc import Mapping, Sequence

from menace_kit.games.game import Outcome, Parameter, Pieces
from menace_kit.games.notation import not_legal
from menace_kit.games.position import EMPTY, Move, Position, Side
from menace_kit.games.state_space import reachable_position
from menace_kit.games.symmetry import SymmetryGroup, row_group

LONGEST_ROW, ROW = 10, 5
"""Up to ten matches are in one row; more are in rows of five, as people count, the last shorter."""

LAST = ("wins", "loses")
"""What happens to the player who takes the last match."""


class Nim:
    """The game; a move is the first square, in reading order, from which the matches are taken.

    People say the number of matches instead.
    """

    name = "nim"
    pieces = Pieces.TOKENS
    impartial = True

    def __init__(self, matches: int = 8, most: int = 3, last: str = LAST[0]) -> None:
        """Make the game with this many matches; a move takes at most `most` of them.

        `last` says whether taking the last match `wins` or `loses`. Raises ValueError for
        impossible numbers.
        """
        if not 1 < most < matches:
            raise ValueError(
                f"a move takes at most {most} of {matches} matches: "
                "it must be at least 2, and fewer than all"
            )
        if last not in LAST:
            raise ValueError(f"taking the last match {last!r}: choose {' or '.join(LAST)}")
        self.parameters: Mapping[str, Parameter] = {"matches": matches, "most": most, "last": last}
        self.matches, self.colours, self._last_wins = matches, most, last == LAST[0]
        self.columns = matches if matches <= LONGEST_ROW else ROW
        self.rows = -(-matches // self.columns)
        self.symmetries: Mapping[str, SymmetryGroup] = dict.fromkeys(
            ("all", "none"), row_group(matches)
        )

    def start(self) -> Position:
        return self._left(self.matches, Side.FIRST)

    def outcome(self, position: Position) -> Outcome | None:
        """Return the result once the last match is taken, else None."""
        if _matches(position):
            return None
        took = position.to_move.other
        return Outcome(took if self._last_wins else took.other)

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the squares from which matches may be taken, lowest first."""
        left = _matches(position)
        return tuple((place,) for place in range(max(0, left - self.colours), left))

    def play(self, position: Position, move: Move) -> Position:
        """Return the board without the matches from a square on; raises MoveError if not legal."""
        if move not in self.legal_moves(position):
            raise not_legal(self, position, move)
        return self._left(move[0], position.to_move.other)

    position = reachable_position

    def move_name(self, position: Position, move: Move, /) -> str:
        """Return how many matches a move takes."""
        return str(_matches(position) - move[0])

    def colour_index(self, move: Move, moves: Sequence[Move], /) -> int:
        """Return the number of matches taken less one: the same for a colour on every box."""
        return moves[-1][0] - move[0]

    def _left(self, matches: int, to_move: Side) -> Position:
        return Position(Side.FIRST.cell * matches + EMPTY * (self.matches - matches), to_move)


def _matches(position: Position) -> int:
    return position.cells.count(Side.FIRST.cell)
