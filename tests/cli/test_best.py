"""`operator lookup --best`, as typed; that the moves are right is a test of `good_moves`."""

import json

import pytest

from tests.cli.conftest import Menace


@pytest.mark.parametrize(
    ("board", "to_move", "value", "best"),
    [
        ("O../.X./...", "first", 0, [2, 3, 4, 6, 7, 8, 9]),
        ("OX./.../...", "first", 1, [4, 5, 7]),
        ("o.. | ... | ...", "second", 0, [5]),
        ("OOX/.O./X..", "second", -1, [4, 6, 8, 9]),
        ("OOO/XX./...", "second", -1, []),
    ],
)
def test_what_boards_are_worth_to_whose_turn_it_is(
    menace: Menace, board: str, to_move: str, value: int, best: list[int]
) -> None:
    facts = json.loads(menace("operator", "lookup", "--best", board, "--json").out)
    assert (facts["to_move"], facts["value"], facts["best_moves"]) == (to_move, value, best)


@pytest.mark.parametrize(
    ("board", "preset", "said"),
    [
        ("O.X/.../...", "michie-1961", "O can win. Best moves: 4, 7, 9"),
        ("o../.../...", "michie-1961", "X can draw. Best move: 5"),
        ("IIIIIIII", "nim-8", "The first player loses against perfect play, whatever it does."),
        ("OOO/XX./...", "michie-1961", "The game is over: O has won."),
    ],
)
def test_it_is_the_last_line_of_a_look_up(
    menace: Menace, board: str, preset: str, said: str
) -> None:
    plain = menace("operator", "lookup", board, "--preset", preset).out
    out = menace("operator", "lookup", board, "--best", "--preset", preset).out
    assert out.startswith(plain)
    assert out.splitlines()[-1] == said
