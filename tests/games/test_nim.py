"""Nim with eight matches, heap by heap: the world is small enough to look at all of it."""

from functools import cache

import pytest

from menace_kit.errors import MoveError
from menace_kit.games import (
    Nim,
    Position,
    Side,
    reachable,
    read_move,
    written_move,
)

GAME = Nim()


def heap(matches: int, to_move: Side = Side.FIRST) -> Position:
    return Position("1" * matches + "." * (8 - matches), to_move)


def test_a_move_is_told_by_how_many_matches_it_takes() -> None:
    for position in reachable(GAME):
        for move in GAME.legal_moves(position):
            taken = position.cells.count("1") - GAME.play(position, move).cells.count("1")
            assert written_move(GAME, position, move) == str(taken)
            assert read_move(GAME, position, f" 0{taken} ") == move


@pytest.mark.parametrize("text", ["0", "4", "-1", "", "one", "1-2"])
def test_what_cannot_be_taken_is_refused_and_what_can_is_named(text: str) -> None:
    with pytest.raises(MoveError, match="cannot be played now; possible: 3, 2, 1"):
        read_move(GAME, GAME.start(), text)


@pytest.mark.parametrize("last", ["wins", "loses"])
@pytest.mark.parametrize(("matches", "most"), [(8, 3), (13, 3), (20, 2)])
def test_of_every_nim_the_lost_heaps_are_those_that_theory_names(
    matches: int, most: int, last: str
) -> None:
    game = Nim(matches, most, last)

    @cache
    def is_won(position: Position) -> bool:
        if ended := game.outcome(position):
            return ended.winner is position.to_move
        return any(not is_won(game.play(position, move)) for move in game.legal_moves(position))

    lost = {position.cells.count("1") for position in reachable(game) if not is_won(position)}
    # Whoever is left with one match too few to leave the same again:
    # multiples of most + 1, or those and one more.
    wanted = {
        left for left in range(matches + 1) if left % (most + 1) == (0 if last == "wins" else 1)
    }
    assert {left for left in lost if left} == wanted - {0}


@pytest.mark.parametrize(
    ("matches", "rows", "columns"),
    [(10, 1, 10), (11, 3, 5), (30, 6, 5)],
)
def test_more_than_ten_matches_lie_in_rows_of_five(matches: int, rows: int, columns: int) -> None:
    game = Nim(matches)
    assert (game.rows, game.columns) == (rows, columns)
    assert game.start().cells == "1" * matches
