"""Hexapawn: three pawns a side on nine squares, or a larger board.

Source: M. Gardner, Scientific American, March 1962. Both end rows are full of pawns, however wide
the board is. The first player (White in Gardner's article) starts in the bottom row and moves up.
"""

from collections.abc import Iterator, Mapping, Sequence

from menace_kit.games.game import Outcome, Parameter, Pieces
from menace_kit.games.notation import not_legal
from menace_kit.games.position import EMPTY, Move, Position, Side
from menace_kit.games.state_space import reachable_position
from menace_kit.games.symmetry import SymmetryGroup, mirror_group


class Hexapawn:
    """The game; a move is an arrow: the square that a pawn leaves, and its target."""

    name = "hexapawn"
    pieces = Pieces.PAWNS
    impartial = False

    def __init__(self, rows: int = 3, columns: int = 3) -> None:
        """Make the game on a board of this size.

        Pawns move one way, so only the mirror is a symmetry. Raises ValueError for fewer than 3
        rows or 2 columns.
        """
        if rows < 3 or columns < 2:
            raise ValueError(
                f"a board of {rows} x {columns} squares: it needs at least 3 rows and 2 columns"
            )
        self.parameters: Mapping[str, Parameter] = {"rows": rows, "columns": columns}
        self.rows, self.columns = rows, columns
        # Each inner pawn has at most two moves; the two outer ones have three together. On three
        # rows it is one less, because a pawn that has moved is already in the middle row.
        self.colours = 2 * columns - (2 if rows == 3 else 1)
        mirror = mirror_group(rows, columns)
        self.symmetries: Mapping[str, SymmetryGroup] = {
            "all": mirror,
            "mirror": mirror,
            "none": mirror.named(["identity"]),
        }

    def start(self) -> Position:
        between = EMPTY * (self.rows - 2) * self.columns
        pawns = (side.cell * self.columns for side in (Side.SECOND, Side.FIRST))
        return Position(between.join(pawns), Side.FIRST)

    def outcome(self, position: Position) -> Outcome | None:
        """Return the result if a pawn is in the far row, or the side to move has no move left."""
        last_row = len(position.cells) - self.columns
        for side, far_row in ((Side.FIRST, 0), (Side.SECOND, last_row)):
            reached = position.cells.find(side.cell, far_row, far_row + self.columns)
            if reached >= 0:
                return Outcome(side, (reached,))
        if not any(self._moves(position)):
            return Outcome(position.to_move.other)
        return None

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the steps and captures of the side to move, lowest first; none after the end."""
        return () if self.outcome(position) else tuple(sorted(self._moves(position)))

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after the pawn's move or capture; MoveError if it isn't legal."""
        if move not in self.legal_moves(position):
            raise not_legal(self, position, move)
        cells = list(position.cells)
        cells[move[0]], cells[move[1]] = EMPTY, position.to_move.cell
        return Position("".join(cells), position.to_move.other)

    position = reachable_position

    def colour_index(self, move: Move, moves: Sequence[Move], /) -> int:
        """Return the move's index in the box; a colour means other arrows in other boxes."""
        return moves.index(move)

    def _moves(self, position: Position) -> Iterator[Move]:
        """Yield each pawn's step to an empty square ahead, and its diagonal captures."""
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
