"""Hexapawn: three pawns a side on nine squares (M. Gardner, Scientific American, March 1962).

The first player's pawns start in the lowest row and step up; in Gardner's article that player is White, who begins.
"""

from collections.abc import Iterator, Mapping, Sequence

from menace_kit.games.game import Outcome, Pieces, Termination, not_legal, reachable_position
from menace_kit.games.symmetry import EMPTY, Move, Position, Side, SymmetryGroup, square_group

SIZE = 3


class Hexapawn:
    """The game; a move is an arrow: the square that a pawn leaves and the one that it comes to."""

    name = "hexapawn"
    rows = SIZE
    columns = SIZE
    colours = 4
    pieces = Pieces.PAWNS
    impartial = False

    def __init__(self) -> None:
        """Make the two levels of symmetry: the mirror, for pawns know up from down, and none."""
        mirror = square_group(SIZE).named(["identity", "flip-left-right"])
        self.symmetries: Mapping[str, SymmetryGroup] = {
            "all": mirror,
            "mirror": mirror,
            "none": mirror.named(["identity"]),
        }

    def start(self) -> Position:
        """Return the board with all six pawns, the first player to move."""
        return Position("222...111", Side.FIRST)

    def outcome(self, position: Position) -> Outcome | None:
        """Return that a pawn is in the far row, that a side has no pawn left or no move, or None."""
        far_rows = {Side.FIRST: position.cells[:SIZE], Side.SECOND: position.cells[-SIZE:]}
        for side, far_row in far_rows.items():
            if side.cell in far_row:
                reached = far_row.index(side.cell) + (0 if side is Side.FIRST else len(position.cells) - SIZE)
                return Outcome(Termination.FAR_ROW, side, (reached,))
            if side.cell not in position.cells:
                return Outcome(Termination.NO_PIECES, side.other)
        if not any(_moves(position)):
            return Outcome(Termination.NO_MOVES, position.to_move.other)
        return None

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the steps and captures of the side to move, lowest first; none when the game is over."""
        return () if self.outcome(position) else tuple(sorted(_moves(position)))

    def play(self, position: Position, move: Move) -> Position:
        """Return the position with the pawn moved, what stood there taken; MoveError where it is not legal."""
        if move not in self.legal_moves(position):
            raise not_legal(self, position, move)
        cells = list(position.cells)
        cells[move[0]], cells[move[1]] = EMPTY, position.to_move.cell
        return Position("".join(cells), position.to_move.other)

    position = reachable_position

    def colour_index(self, move: Move, moves: Sequence[Move], /) -> int:
        """Return the place among the box's moves: the same colour means another arrow in another box."""
        return moves.index(move)


def _moves(position: Position) -> Iterator[Move]:
    """Yield a pawn's step to an empty square before it, and its captures aslant."""
    forward = -SIZE if position.to_move is Side.FIRST else SIZE
    mine, theirs = position.to_move.cell, position.to_move.other.cell
    for square, cell in enumerate(position.cells):
        if cell != mine or not 0 <= square + forward < SIZE * SIZE:
            continue
        for aside, wanted in ((-1, theirs), (0, EMPTY), (1, theirs)):
            target = square + forward + aside
            if 0 <= square % SIZE + aside < SIZE and position.cells[target] == wanted:
                yield square, target
