"""Hexapawn: three pawns a side on nine squares (M. Gardner, Scientific American,
March 1962); or a larger board.

A pawn is on each square of the two rows at the ends, however wide the board is.
The first player's pawns start in the lowest row and step up;
in Gardner's article that player is White, who begins.
"""

from collections.abc import Iterator, Mapping, Sequence

from menace_kit.games.game import Outcome, Parameter, Pieces, Termination
from menace_kit.games.notation import not_legal
from menace_kit.games.position import EMPTY, Move, Position, Side
from menace_kit.games.state_space import reachable_position
from menace_kit.games.symmetry import SymmetryGroup, mirror_group


class Hexapawn:
    """The game; a move is an arrow: the square that a pawn leaves and the one that it comes to."""

    name = "hexapawn"
    pieces = Pieces.PAWNS
    impartial = False

    def __init__(self, rows: int = 3, columns: int = 3) -> None:
        """Make the game on a board of this size, with the mirror as its symmetry,
        for pawns know up from down.

        ValueError where the board has no room between the pawns, or no two columns.
        """
        if rows < 3 or columns < 2:
            raise ValueError(
                f"a board of {rows} x {columns} squares: it has 3 rows and 2 columns at the least"
            )
        self.parameters: Mapping[str, Parameter] = {"rows": rows, "columns": columns}
        self.rows, self.columns = rows, columns
        # Each pawn between two others has two moves at the most, and the outer ones have one more
        # together; on three rows, where a pawn that has moved is in the middle row, one less.
        self.colours = 2 * columns - (2 if rows == 3 else 1)
        mirror = mirror_group(rows, columns)
        self.symmetries: Mapping[str, SymmetryGroup] = {
            "all": mirror,
            "mirror": mirror,
            "none": mirror.named(["identity"]),
        }

    def start(self) -> Position:
        """Return the board with all its pawns, the first player to move."""
        between = EMPTY * (self.rows - 2) * self.columns
        pawns = (side.cell * self.columns for side in (Side.SECOND, Side.FIRST))
        return Position(between.join(pawns), Side.FIRST)

    def outcome(self, position: Position) -> Outcome | None:
        """Return that a pawn is in the far row, that a side has no pawn
        left or no move, or None.
        """
        far_rows = {
            Side.FIRST: position.cells[: self.columns],
            Side.SECOND: position.cells[-self.columns :],
        }
        for side, far_row in far_rows.items():
            if side.cell in far_row:
                begin = 0 if side is Side.FIRST else len(position.cells) - self.columns
                reached = begin + far_row.index(side.cell)
                return Outcome(Termination.FAR_ROW, side, (reached,))
            if side.cell not in position.cells:
                return Outcome(Termination.NO_PIECES, side.other)
        if not any(self._moves(position)):
            return Outcome(Termination.NO_MOVES, position.to_move.other)
        return None

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the steps and captures of the side to move, lowest first;
        none when the game is over.
        """
        return () if self.outcome(position) else tuple(sorted(self._moves(position)))

    def play(self, position: Position, move: Move) -> Position:
        """Return the position with the pawn moved, what stood there taken;
        MoveError where it is not legal.
        """
        if move not in self.legal_moves(position):
            raise not_legal(self, position, move)
        cells = list(position.cells)
        cells[move[0]], cells[move[1]] = EMPTY, position.to_move.cell
        return Position("".join(cells), position.to_move.other)

    position = reachable_position

    def colour_index(self, move: Move, moves: Sequence[Move], /) -> int:
        """Return the place among the box's moves:
        the same colour means another arrow in another box.
        """
        return moves.index(move)

    def _moves(self, position: Position) -> Iterator[Move]:
        """Yield a pawn's step to an empty square before it, and its captures aslant."""
        forward = -self.columns if position.to_move is Side.FIRST else self.columns
        mine, theirs = position.to_move.cell, position.to_move.other.cell
        for square, cell in enumerate(position.cells):
            if cell != mine or not 0 <= square + forward < len(position.cells):
                continue
            for aside, wanted in ((-1, theirs), (0, EMPTY), (1, theirs)):
                target = square + forward + aside
                if (
                    0 <= square % self.columns + aside < self.columns
                    and position.cells[target] == wanted
                ):
                    yield square, target
