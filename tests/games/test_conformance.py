"""The checks of a game: our own games pass all of them, and each finds the game
that it was made for, and it alone.
"""

from collections.abc import Callable, Mapping, Sequence

import pytest

from menace_kit.errors import PositionError
from menace_kit.games import (
    GAMES,
    Game,
    Hexapawn,
    Move,
    Nim,
    Outcome,
    Position,
    Side,
    SymmetryGroup,
    row_group,
    square_group,
)
from menace_kit.games.conformance import (
    CHECKS,
    MOST_FINDINGS,
    conformance,
    findings,
    position_count,
)
from tests.examples import all_to_prove


@pytest.mark.parametrize("name", all_to_prove(GAMES, quick=["hexapawn", "nim"]))
def test_our_own_games_pass(name: str) -> None:
    assert all(checked.findings == () for checked in conformance(GAMES[name]))


OF_EACH_SIZE: dict[str, Game] = {
    "13 matches, the last loses": Nim(13, last="loses"),
    "16 matches": Nim(16),
    "20 matches, 1 or 2": Nim(20, 2),
    "30 matches, 1 to 9": Nim(30, 9),
    "3 matches": Nim(3, 2, "loses"),
    "hexapawn on 3 x 2": Hexapawn(3, 2),
    "hexapawn on 5 x 2": Hexapawn(5, 2),
    "hexapawn on 3 x 4": Hexapawn(3, 4),
}


@pytest.mark.parametrize(
    "name",
    all_to_prove(
        OF_EACH_SIZE, quick=["13 matches, the last loses", "3 matches", "hexapawn on 3 x 2"]
    ),
)
def test_games_of_every_size_pass(name: str) -> None:
    assert not list(findings(OF_EACH_SIZE[name]))


def test_the_games_have_as_many_positions_as_is_published() -> None:
    assert {name: position_count(game) for name, game in GAMES.items()} == {
        "noughts-and-crosses": 5478,
        "hexapawn": 135,
        "nim": 16,  # eight and seven matches of one player, six to none of either
    }


class LoudName(Nim):
    name = "Nim 8"


class LargeBoard(Nim):
    def __init__(self) -> None:
        super().__init__()
        self.rows = 9


class StartsAnywhere(Nim):
    def __init__(self) -> None:
        super().__init__()
        self.begun = 0

    def start(self) -> Position:
        self.begun += 1
        return Position("1" * 8 if self.begun % 2 else "1111111.", Side.FIRST)


class SecondBegins(Nim):
    def start(self) -> Position:
        return Position("1" * 8, Side.SECOND)


class ShortStart(Nim):
    def start(self) -> Position:
        return Position("1" * 7, Side.FIRST)


class OverAtOnce(Nim):
    def start(self) -> Position:
        return Position("." * 8, Side.FIRST)


class StrangeCells(Hexapawn):
    def play(self, position: Position, move: Move) -> Position:
        after = super().play(position, move)
        return Position(after.cells.replace("2", "O"), after.to_move)


class MovesTwice(Nim):
    def play(self, position: Position, move: Move) -> Position:
        after = super().play(position, move)
        return Position(after.cells, position.to_move) if move == (0,) else after


class ComesBack(Nim):
    def play(self, position: Position, move: Move) -> Position:
        after = super().play(position, move)
        return Position("1" * 8, Side.SECOND) if move == (0,) and "2" not in after.cells else after


class Counts(Nim):
    """A game whose board is a number in binary: 2 ** 40 positions."""

    def __init__(self) -> None:
        super().__init__()
        self.columns = 40

    def start(self) -> Position:
        return Position("." * 40, Side.FIRST)

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        return tuple((square,) for square, cell in enumerate(position.cells) if cell == ".")

    def outcome(self, position: Position) -> Outcome | None:
        return None if "." in position.cells else Outcome(None)

    def play(self, position: Position, move: Move) -> Position:
        cells = position.cells
        return Position(cells[: move[0]] + "1" + cells[move[0] + 1 :], position.to_move.other)


class Backwards(Nim):
    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        return super().legal_moves(position)[::-1]


class NamesAlike(Nim):
    def move_name(self, _position: Position, _move: Move) -> str:
        return "some"


class NamesOfTwoWords(Nim):
    def move_name(self, position: Position, move: Move) -> str:
        return f"{super().move_name(position, move)} matches"


class BesideTheBoard(Nim):
    """The moves are counted from 1."""

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        return tuple((place + 1,) for (place,) in super().legal_moves(position))

    def play(self, position: Position, move: Move) -> Position:
        left = move[0] - 1
        return Position("1" * left + "." * (8 - left), position.to_move.other)


class PlaysOn(Nim):
    """Over with one match left, which can still be taken."""

    def outcome(self, position: Position) -> Outcome | None:
        last = Position("." * 8, position.to_move)
        return super().outcome(last if position.cells.count("1") == 1 else position)


class NeverOver(Nim):
    def outcome(self, _position: Position) -> Outcome | None:
        return None


class PlaysAnything(Nim):
    def play(self, position: Position, move: Move) -> Position:
        return super().play(position, move) if move in self.legal_moves(position) else position


class LetsPawnsJump(Hexapawn):
    def play(self, position: Position, move: Move) -> Position:
        if move == (8, 0):
            return Position("2" * 9, position.to_move.other)
        return super().play(position, move)


class AllTheSame(Nim):
    """Whatever is taken, one match goes; so two moves are one."""

    def play(self, position: Position, move: Move) -> Position:
        left = position.cells.count("1")
        super().play(position, move)
        return super().play(position, (left - 1,))


class TakesAnyBoard(Nim):
    def position(self, cells: str, to_move: Side | None = None) -> Position:
        try:
            return super().position(cells, to_move)
        except PositionError:
            return (
                Position(cells, to_move or Side.FIRST)
                if cells == "1.1....."
                else super().position(cells)
            )


class BelievesTheTurn(Nim):
    def position(self, cells: str, to_move: Side | None = None) -> Position:
        return Position(cells, to_move) if to_move else super().position(cells)


class ForgetsTheTurn(Nim):
    def position(self, cells: str, to_move: Side | None = None) -> Position:
        return Position(super().position(cells, to_move).cells, Side.FIRST)


def pawns_with(**levels: SymmetryGroup) -> Game:
    game = Hexapawn()
    game.symmetries = {**game.symmetries, **levels}
    return game


def nim_with(levels: Mapping[str, SymmetryGroup]) -> Game:
    game = Nim()
    game.symmetries = levels
    return game


class CornerWins(Hexapawn):
    """Who holds the first corner at the end wins, and the first player where nobody does."""

    def outcome(self, position: Position) -> Outcome | None:
        ended = super().outcome(position)
        held = Side.SECOND if position.cells[0] == Side.SECOND.cell else Side.FIRST
        return ended and Outcome(held)


class SameColours(Nim):
    def colour_index(self, _move: Move, _moves: Sequence[Move], /) -> int:
        return 0


class TooManyColours(Hexapawn):
    def __init__(self) -> None:
        super().__init__()
        self.colours = 3


class FirstAlwaysWins(Nim):
    def outcome(self, position: Position) -> Outcome | None:
        ended = super().outcome(position)
        return ended and Outcome(Side.FIRST)


class SecondCountsFromTheOtherEnd(Nim):
    def play(self, position: Position, move: Move) -> Position:
        legal = self.legal_moves(position)
        if position.to_move is Side.SECOND and move in legal:
            move = legal[-1 - legal.index(move)]
        return super().play(position, move)


SQUARES = square_group(3)
BROKEN: list[tuple[str, str, Callable[[], Game]]] = [
    ("name-and-board", "'Nim 8' is not small letters", LoudName),
    ("name-and-board", "the board has 72 squares; at most 64", LargeBoard),
    ("start", "returns a different position each time", StartsAnywhere),
    ("start", "it is not the first player's turn", SecondBegins),
    ("start", "start() has 7 cells, but the board 1 x 8 squares", ShortStart),
    ("start", "over before it has begun", OverAtOnce),
    ("ends", "a game can return to 1111", ComesBack),
    ("moves", "the same player moves again", MovesTwice),
    ("moves", "is not 9 cells of . 1 2", StrangeCells),
    ("moves", "without repeats, lowest first", Backwards),
    ("moves", "must be on the board's 8 squares", BesideTheBoard),
    ("moves", "the move 'some' on 11111111 (first to move) cannot be read back", NamesAlike),
    ("moves", "each needs its own name, without spaces or commas", NamesOfTwoWords),
    ("moves", "it should be None", PlaysOn),
    ("moves", "with the moves none, is None; it should be an Outcome", NeverOver),
    ("play", "is not legal on 11111111 (first to move), but play makes it", PlaysAnything),
    ("play", "9-1 is not legal on 222...111 (first to move), but play makes it", LetsPawnsJump),
    ("play", "lead to the same position", AllTheSame),
    (
        "positions",
        "position('1.1.....') is 1.1..... (first to move); it should be refused",
        TakesAnyBoard,
    ),
    (
        "positions",
        "('11111111', SECOND) is 11111111 (second to move); it should be refused",
        BelievesTheTurn,
    ),
    (
        "positions",
        "('1111111.') is 1111111. (first to move); it should be 1111111. (second",
        ForgetsTheTurn,
    ),
    ("symmetry", "symmetries: all is missing", lambda: nim_with({"none": row_group(8)})),
    (
        "symmetry",
        "half-turn turns 222...111",
        lambda: pawns_with(turned=SQUARES.named(["identity", "half-turn"])),
    ),
    (
        "symmetry",
        "the level `none` has more than the identity",
        lambda: pawns_with(none=SQUARES.named(["identity", "flip-left-right"])),
    ),
    ("symmetry", "continues or ends differently", CornerWins),
    ("symmetry", "identity and a change of turns turns", FirstAlwaysWins),
    ("symmetry", "identity and a change of turns turns", SecondCountsFromTheOtherEnd),
    ("colours", "each needs its own, from 0 to 2", SameColours),
    ("colours", "each needs its own, from 0 to 2", TooManyColours),
]


@pytest.mark.parametrize(
    ("check", "said", "made"),
    BROKEN,
    ids=[f"{check}-{number}" for number, (check, _, _) in enumerate(BROKEN)],
)
def test_a_broken_game_is_found_by_the_check_made_for_it(
    check: str, said: str, made: Callable[[], Game]
) -> None:
    (failed,) = [checked for checked in conformance(made()) if checked.findings]
    assert failed.check == check
    assert any(said in finding for finding in failed.findings or ()), failed.findings
    assert len(failed.findings or ()) <= MOST_FINDINGS


def test_every_check_has_a_broken_game() -> None:
    assert [check.__name__.replace("_", "-") for check in CHECKS] == list(
        dict.fromkeys(check for check, _, _ in BROKEN)
    )


def test_what_builds_on_a_check_that_failed_is_not_made() -> None:
    checked = list(conformance(Backwards()))
    made = [each.check for each in checked if each.findings is not None]
    assert made == ["name-and-board", "start", "ends", "moves"]
    assert len(checked) == len(CHECKS)


def test_a_game_that_raises_an_error_of_its_own_is_told_of_and_not_passed_on() -> None:
    class Broken(Nim):
        def outcome(self, position: Position) -> Outcome | None:
            raise KeyError(position.cells)

    (failed,) = [checked for checked in conformance(Broken()) if checked.findings]
    assert (failed.check, failed.findings) == ("start", ("the game raised KeyError: '11111111'",))


def test_a_game_that_is_too_large_is_left_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("menace_kit.games.conformance.MOST_POSITIONS", 1000)
    assert position_count(Counts()) is None
    assert list(findings(Counts())) == ["there are more than 1,000 positions, too many for boxes"]
