"""The rules, against the published numbers of positions and games, and position by position."""

import re
from collections import Counter
from functools import cache
from itertools import product

import pytest

from menace_kit.errors import MenaceKitError, MoveError, PositionError
from menace_kit.games import EMPTY, CanonicalForm, Move, Position, Side
from tests.games.reachable import GAME, all_positions

GROUP = GAME.symmetries["all"]


def canonical(positions: tuple[Position, ...]) -> set[Position]:
    return {GROUP.canonical_form(position, CanonicalForm.LARGEST) for position in positions}


def test_5478_positions_can_be_reached_765_up_to_symmetry() -> None:
    assert len(all_positions()) == len(set(all_positions())) == 5478
    assert len(canonical(all_positions())) == 765


def test_classes_by_ply() -> None:
    classes, going_on = Counter[int](), Counter[int]()
    for position in canonical(all_positions()):
        ply = 9 - position.cells.count(EMPTY)
        classes[ply] += 1
        going_on[ply] += GAME.outcome(position) is None
    plies = range(10)
    assert [classes[ply] for ply in plies] == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
    assert [going_on[ply] for ply in plies] == [1, 3, 12, 38, 108, 153, 183, 95, 34, 0]


def test_958_positions_are_terminal_138_up_to_symmetry() -> None:
    over = tuple(position for position in all_positions() if GAME.outcome(position))
    assert len(over) == 958
    winners = Counter(
        outcome.winner for position in canonical(over) if (outcome := GAME.outcome(position))
    )
    assert winners == {Side.FIRST: 91, Side.SECOND: 44, None: 3}


def test_255168_games_can_be_played() -> None:
    @cache
    def games(position: Position) -> int:
        moves = GAME.legal_moves(position)
        return sum(games(GAME.play(position, move)) for move in moves) if moves else 1

    assert games(GAME.start()) == 255_168


def test_position_accepts_exactly_the_reachable_boards_and_knows_whose_turn_it_is() -> None:
    accepted = set()
    for cells in map("".join, product(".12", repeat=9)):
        try:
            accepted.add(GAME.position(cells))
        except PositionError:
            continue
    assert accepted == set(all_positions())


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ("2........", "0 of the first player's marks and 1 of the second's"),
        ("11.......", "2 of the first player's marks and 0 of the second's"),
        ("111222...", "both players have a line"),
        ("111.22..2", "a line ends the game"),
        ("", "not nine cells"),
        ("O.X......", "not nine cells"),
    ],
)
def test_a_board_that_no_game_reaches_is_refused_with_the_reason(cells: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason) as caught:
        GAME.position(cells)
    assert isinstance(caught.value, MenaceKitError)
    assert isinstance(caught.value, ValueError)


def test_legal_moves_are_the_empty_squares_lowest_first_until_the_game_is_over() -> None:
    for position in all_positions():
        empty = tuple((square,) for square, cell in enumerate(position.cells) if cell == ".")
        assert GAME.legal_moves(position) == (() if GAME.outcome(position) else empty)


@pytest.mark.parametrize("move", [(4,), (-1,), (9,), (), (7, 4)])
def test_an_illegal_move_is_refused(move: Move) -> None:
    reason = re.escape("cannot be played on 2...1....; legal: 2, 3, 4, 6, 7, 8, 9")
    with pytest.raises(MoveError, match=reason) as caught:
        GAME.play(GAME.position("2...1...."), move)
    assert isinstance(caught.value, MenaceKitError)
    assert isinstance(caught.value, ValueError)


def test_no_move_is_legal_once_the_game_is_over() -> None:
    with pytest.raises(MoveError, match="legal: none, the game is over"):
        GAME.play(GAME.position("11122...."), (8,))
