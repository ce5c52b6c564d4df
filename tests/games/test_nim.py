"""Nim with eight matches, heap by heap: the world is small enough to look at all of it."""

from functools import cache

import pytest

from menace_kit.errors import MoveError, PositionError
from menace_kit.games import (
    Nim,
    Outcome,
    Position,
    Side,
    Termination,
    reachable,
    read_move,
    written_move,
)

GAME = Nim()
HEAPS = range(9)


def heap(matches: int, to_move: Side = Side.FIRST) -> Position:
    return Position("1" * matches + "." * (8 - matches), to_move)


def test_eight_matches_lie_in_a_row() -> None:
    assert GAME.start() == heap(8)
    assert (GAME.rows, GAME.columns) == (1, 8)


@pytest.mark.parametrize("matches", [0, 1, 2, 3, 8])
@pytest.mark.parametrize("side", Side)
def test_one_two_or_three_are_taken_or_as_many_as_are_left(matches: int, side: Side) -> None:
    position = heap(matches, side)
    after = [GAME.play(position, move) for move in GAME.legal_moves(position)]
    assert after == [heap(matches - taken, side.other) for taken in (3, 2, 1) if taken <= matches]


@pytest.mark.parametrize("side", Side)
def test_whoever_took_the_last_match_has_won(side: Side) -> None:
    assert GAME.outcome(heap(0, side)) == Outcome(Termination.NO_PIECES, side.other)
    assert all(GAME.outcome(heap(matches, side)) is None for matches in HEAPS if matches)


@pytest.mark.parametrize("matches", [0, 2, 8])
def test_nothing_else_is_a_move(matches: int) -> None:
    position = heap(matches)
    legal = GAME.legal_moves(position)
    others = [(place,) for place in range(-1, 10) if (place,) not in legal]
    for move in [*others, (), (0, 1), (7, 6, 5)]:
        with pytest.raises(MoveError, match="cannot be played on"):
            GAME.play(position, move)


@pytest.mark.parametrize("matches", [2, 8])
def test_a_colour_means_how_many_are_taken(matches: int) -> None:
    moves = GAME.legal_moves(heap(matches))
    taken = [GAME.colour_index(move, moves) + 1 for move in moves]
    assert taken == [matches - place for (place,) in moves]
    assert set(taken) == set(range(1, min(3, matches) + 1))


def test_who_is_to_move_cannot_be_seen_from_most_heaps() -> None:
    assert len(reachable(GAME)) == 16
    assert GAME.position("1" * 8) == heap(8)
    assert GAME.position("1" * 7 + ".") == heap(7, Side.SECOND)
    for matches in range(7):
        cells = heap(matches).cells
        for side in Side:
            assert GAME.position(cells, side) == heap(matches, side)
        with pytest.raises(PositionError, match="may be either player's turn"):
            GAME.position(cells)


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


@pytest.mark.parametrize(
    ("matches", "most", "last"), [(3, 3, "wins"), (8, 1, "wins"), (2, 2, "loses"), (8, 3, "draws")]
)
def test_a_nim_that_is_no_game_is_refused(matches: int, most: int, last: str) -> None:
    with pytest.raises(ValueError, match=r"a move takes at most|taking the last match"):
        Nim(matches, most, last)
