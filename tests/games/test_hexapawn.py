"""Hexapawn, against what is published of it and move by move."""

from collections import Counter
from functools import cache

import pytest

from menace_kit.errors import MoveError, PositionError
from menace_kit.games import Hexapawn, Outcome, Position, Side, reachable

GAME = Hexapawn()
START = Position("222...111", Side.FIRST)


def at(board: str, to_move: Side = Side.FIRST) -> Position:
    """Return the position of a board written row by row."""
    return Position(board.replace("/", ""), to_move)


def test_the_square_in_the_far_row_that_a_pawn_came_to_is_told() -> None:
    for board, square in (("1.2/2../...", 0), ("..2/.../12.", 7)):
        outcome = GAME.outcome(at(board))
        assert outcome is not None
        assert outcome.squares == (square,)


@pytest.mark.parametrize(
    ("board", "to_move", "winner"),
    [
        ("1.2/2../...", Side.SECOND, Side.FIRST),
        ("2.2/.../21.", Side.FIRST, Side.SECOND),
        ("..2/.2./...", Side.FIRST, Side.SECOND),
        (".../.1./..1", Side.SECOND, Side.FIRST),
        ("2../1../...", Side.SECOND, Side.FIRST),
        ("2.2/1.1/...", Side.FIRST, Side.SECOND),
    ],
)
def test_the_ways_to_win(board: str, to_move: Side, winner: Side) -> None:
    position = at(board, to_move)
    assert GAME.outcome(position) == Outcome(winner)
    assert GAME.legal_moves(position) == ()
    with pytest.raises(MoveError, match="none, the game is over"):
        GAME.play(position, (7, 4))


@cache
def endings(position: Position = START) -> Counter[tuple[Side, int]]:
    """Return how many ways the game goes on, by who wins and after how many moves."""
    outcome = GAME.outcome(position)
    if outcome is not None:
        assert outcome.winner is not None
        return Counter({(outcome.winner, 0): 1})
    found: Counter[tuple[Side, int]] = Counter()
    for move in GAME.legal_moves(position):
        for (winner, moves), ways in endings(GAME.play(position, move)).items():
            found[winner, moves + 1] += ways
    return found


def test_there_are_135_positions_and_134_games_of_seven_moves_at_most() -> None:
    assert len(reachable(GAME)) == 135
    ways = endings()
    assert sum(ways.values()) == 134
    by_winner = {side: sum(n for (winner, _), n in ways.items() if winner is side) for side in Side}
    assert by_winner == {Side.FIRST: 64, Side.SECOND: 70}
    assert max(moves for _, moves in ways) == 7


def test_a_board_that_either_side_may_come_to_move_on_needs_the_side() -> None:
    boards = Counter(position.cells for position in reachable(GAME))
    either = [cells for cells, sides in boards.items() if sides == 2]
    for cells in either:
        with pytest.raises(PositionError, match="may be either player's turn; say whose it is"):
            GAME.position(cells)
        assert {GAME.position(cells, side).to_move for side in Side} == set(Side)
    with pytest.raises(PositionError, match="it is the first player's turn"):
        GAME.position(START.cells, Side.SECOND)
    with pytest.raises(PositionError, match=r"no game of hexapawn reaches the board 111\.\.\.222"):
        GAME.position("111...222")


@pytest.mark.parametrize(("rows", "columns"), [(3, 2), (3, 3), (5, 2)])
def test_a_board_of_another_size_has_its_pawns_and_as_many_colours_as_a_box_needs(
    rows: int, columns: int
) -> None:
    game = Hexapawn(rows, columns)
    assert game.start().cells == "2" * columns + "." * columns * (rows - 2) + "1" * columns
    assert max(len(game.legal_moves(position)) for position in reachable(game)) == game.colours


def test_on_a_wide_board_no_pawn_goes_round_its_edge() -> None:
    game = Hexapawn(3, 4)
    board = Position("22.2" + "1..2" + ".11.", Side.FIRST)
    assert game.legal_moves(board) == ((4, 1), (9, 5), (10, 6), (10, 7))
    (_, mirror) = game.symmetries["all"]
    assert mirror.position(board).cells == "2.22" + "2..1" + ".11."
    won = game.play(board, (4, 1))
    assert game.outcome(won) == Outcome(Side.FIRST)
