"""Two games that are not noughts and crosses, through the protocol alone: moves of two squares, and of several."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from menace_kit.games import EMPTY, Game, Move, Outcome, Position, Side, Symmetry, SymmetryGroup, Termination
from menace_kit.games.symmetry import TURNS, square_group


@dataclass
class Hexapawn:
    """M. Gardner's game, Scientific American, March 1962: three pawns a side, the first player's below."""

    name: str = "hexapawn"
    rows: int = 3
    columns: int = 3
    colours: int = 4
    symmetries: Mapping[str, SymmetryGroup] = field(default_factory=dict)

    def __post_init__(self) -> None:
        every = square_group(3)
        mirror = next(each.name for each in every if each.image == (2, 1, 0, 5, 4, 3, 8, 7, 6))
        mirrored = every.named([TURNS[0], mirror])
        self.symmetries = {"all": mirrored, "mirror": mirrored, "none": every.named(TURNS[:1])}

    def start(self) -> Position:
        return Position("222...111", Side.FIRST)

    def _moves(self, position: Position) -> tuple[Move, ...]:
        step, mark, found = (-3 if position.to_move is Side.FIRST else 3), position.to_move.cell, []
        for square, cell in enumerate(position.cells):
            if cell != mark:
                continue
            for aside in (-1, 0, 1):
                target = square + step + aside
                if not (0 <= target < 9 and 0 <= square % 3 + aside < 3):
                    continue
                wanted = EMPTY if aside == 0 else position.to_move.other.cell
                if position.cells[target] == wanted:
                    found.append((square, target))
        return tuple(sorted(found))

    def outcome(self, position: Position) -> Outcome | None:
        for side, far_row in ((Side.FIRST, position.cells[:3]), (Side.SECOND, position.cells[6:])):
            if side.cell in far_row:
                return Outcome(Termination.FAR_ROW, side)
            if side.cell not in position.cells:
                return Outcome(Termination.NO_PIECES, side.other)
        if not self._moves(position):
            return Outcome(Termination.NO_MOVES, position.to_move.other)
        return None

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        return () if self.outcome(position) else self._moves(position)

    def play(self, position: Position, move: Move) -> Position:
        cells = list(position.cells)
        cells[move[0]], cells[move[1]] = EMPTY, position.to_move.cell
        return Position("".join(cells), position.to_move.other)

    def position(self, cells: str) -> Position:
        raise NotImplementedError

    def colour_index(self, move: Move, moves: Sequence[Move]) -> int:
        return moves.index(move)


@dataclass
class Nim:
    """Eight matches, of which 1 to 3 are taken; whoever takes the last one wins. A heap comes up at several depths."""

    name: str = "nim"
    rows: int = 1
    columns: int = 8
    colours: int = 3
    symmetries: Mapping[str, SymmetryGroup] = field(default_factory=dict)

    def __post_init__(self) -> None:
        only = SymmetryGroup((Symmetry(TURNS[0], tuple(range(8))),))
        self.symmetries = {"all": only, "none": only}

    def start(self) -> Position:
        return Position("1" * 8, Side.FIRST)

    def outcome(self, position: Position) -> Outcome | None:
        return None if "1" in position.cells else Outcome(Termination.NO_PIECES, position.to_move.other)

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        left = position.cells.count("1")
        return tuple(tuple(range(left - take, left)) for take in range(1, min(3, left) + 1))

    def play(self, position: Position, move: Move) -> Position:
        left = position.cells.count("1") - len(move)
        return Position("1" * left + EMPTY * (8 - left), position.to_move.other)

    def position(self, cells: str) -> Position:
        raise NotImplementedError

    def colour_index(self, move: Move, moves: Sequence[Move]) -> int:
        return moves.index(move)


SMALL_GAMES: dict[str, Game] = {"hexapawn": Hexapawn(), "nim": Nim()}
