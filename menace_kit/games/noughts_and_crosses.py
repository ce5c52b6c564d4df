"""Noughts and crosses (tic-tac-toe): three in a row on nine squares."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from menace_kit.errors import PositionError
from menace_kit.games.game import Outcome, Pieces
from menace_kit.games.notation import not_legal
from menace_kit.games.position import EMPTY, Move, Position, Side
from menace_kit.games.symmetry import TURNS, SymmetryGroup, square_group

LINES = (
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (0, 3, 6),
    (1, 4, 7),
    (2, 5, 8),
    (0, 4, 8),
    (2, 4, 6),
)

CENTRE, CORNERS, EDGES = (4,), (0, 2, 6, 8), (1, 3, 5, 7)

CHART = ("win", "block", "centre", "corner", "edge")
"""The chart's lines: win, block the opponent's win, then from the centre outwards."""


class NoughtsAndCrosses:
    """The game; a move is the square that is marked."""

    name = "noughts-and-crosses"
    rows = 3
    columns = 3
    colours = 9
    pieces = Pieces.MARKS
    impartial = False

    def __init__(self) -> None:
        every = square_group(3)
        self.symmetries: Mapping[str, SymmetryGroup] = {
            "all": every,
            "rotations": every.named(TURNS),
            "none": every.named(TURNS[:1]),
        }

    def start(self) -> Position:
        return Position(EMPTY * 9, Side.FIRST)

    def outcome(self, position: Position) -> Outcome | None:
        return _outcome(position.cells)

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the empty squares, lowest first; none if the game is over."""
        if self.outcome(position) is not None:
            return ()
        return tuple((square,) for square, cell in enumerate(position.cells) if cell == EMPTY)

    def play(self, position: Position, move: Move) -> Position:
        """Return the position with the mover's mark on the square; MoveError if it is not legal."""
        cells = position.cells
        if (
            len(move) != 1
            or not 0 <= move[0] < len(cells)
            or cells[move[0]] != EMPTY
            or self.outcome(position)
        ):
            raise not_legal(self, position, move)
        square = move[0]
        played = cells[:square] + position.to_move.cell + cells[square + 1 :]
        return Position(played, position.to_move.other)

    def position(self, cells: str, to_move: Side | None = None) -> Position:
        """Return the position with these cells.

        Raises PositionError, with the reason, if no game reaches it.
        """
        if len(cells) != 9 or set(cells) - {EMPTY, Side.FIRST.cell, Side.SECOND.cell}:
            raise PositionError(f"{cells!r} is not nine cells, each . or 1 or 2")
        first, second = cells.count(Side.FIRST.cell), cells.count(Side.SECOND.cell)
        if first - second not in (0, 1):
            raise PositionError(
                f"no game reaches a board with {first} of the first player's marks and {second} "
                "of the second's: they take turns, so the first has as many or one more",
                "turns",
            )
        lines = {cells[a] for a, b, c in LINES if cells[a] == cells[b] == cells[c] != EMPTY}
        if len(lines) == 2:
            raise PositionError(
                "no game reaches a board on which both players have a line", "lines"
            )
        if lines and (first > second) != (lines == {Side.FIRST.cell}):
            raise PositionError(
                "no game reaches this board: a line ends the game, and the loser has moved since",
                "over",
            )
        turn = Side.FIRST if first == second else Side.SECOND
        if to_move not in (None, turn):
            raise PositionError(f"on this board it is the {turn.value} player's turn")
        return Position(cells, turn)

    def charted(self, position: Position, /) -> tuple[str, tuple[Move, ...]]:
        """Return the chart's line that gives the move, one of CHART, and its moves."""
        free = [move[0] for move in self.legal_moves(position)]
        wins, blocks = (
            self._completing(position, side) for side in (position.to_move, position.to_move.other)
        )
        said = zip(CHART, (wins, blocks, CENTRE, CORNERS, EDGES), strict=True)
        fitting = (
            (line, tuple((square,) for square in free if square in squares))
            for line, squares in said
        )
        return next(found for found in fitting if found[1])

    def _completing(self, position: Position, side: Side) -> set[int]:
        """Return the squares that would complete a line for a side."""
        found = set()
        for line in LINES:
            marks = [position.cells[square] for square in line]
            if marks.count(side.cell) == 2 and EMPTY in marks:
                found.add(line[marks.index(EMPTY)])
        return found

    def colour_index(self, move: Move, _moves: Sequence[Move], /) -> int:
        """Return the square: a colour means the same square on every box, as on Michie's."""
        return move[0]


# Called for the same board when its moves are listed and before each is made.
@lru_cache(maxsize=4096)
def _outcome(cells: str) -> Outcome | None:
    if cells.count(EMPTY) > 4:  # fewer than five marks: nobody has three
        return None
    for line in LINES:
        a, b, c = line
        if cells[a] == cells[b] == cells[c] != EMPTY:
            winner = Side.FIRST if cells[a] == Side.FIRST.cell else Side.SECOND
            return Outcome(winner, line)
    return None if EMPTY in cells else Outcome(None)
