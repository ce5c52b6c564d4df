"""`lab solve`, as typed."""

import json

import pytest

from tests.cli.conftest import Menace
from tests.cli.running import complaint


def test_the_start_of_the_game(menace: Menace) -> None:
    said = menace("lab", "solve").out
    assert "O is to move, and with perfect play can draw." in said
    assert "1, 2, 3, 4, 5, 6, 7, 8, 9" in said
    assert "549,946" in said
    assert "30,710" in said


@pytest.mark.parametrize(
    ("board", "to_move", "value", "best"),
    [
        ("O../.X./...", "first", 0, [2, 3, 4, 6, 7, 8, 9]),
        ("OX./.../...", "first", 1, [4, 5, 7]),
        ("o.. | ... | ...", "second", 0, [5]),
        ("OO. .X. ...", "second", 0, [3]),
        ("OO.XX....", "first", 1, [3]),
        ("OOX/.O./X..", "second", -1, [4, 6, 8, 9]),
    ],
)
def test_what_boards_are_worth_to_whom_is_to_move(
    menace: Menace, board: str, to_move: str, value: int, best: list[int]
) -> None:
    result = menace("lab", "solve", board, "--json")
    facts = json.loads(result.out)
    assert (facts["to_move"], facts["value"], facts["best_moves"]) == (to_move, value, best)
    nodes = facts["nodes"]
    assert nodes["alpha_beta_value_only"] <= nodes["alpha_beta"] <= nodes["negamax"]


def test_a_kits_own_marks(menace: Menace) -> None:
    assert json.loads(menace("lab", "solve", "X.O/.../...", "--json").out)["board"] == "X.O......"
    assert "'#' on square 1" in complaint(menace("lab", "solve", "#.O/.../..."), 2)


def test_a_finished_game(menace: Menace) -> None:
    assert menace("lab", "solve", "OOO/XX./...").out == "The game is over: O has won.\n"
    facts = json.loads(menace("lab", "solve", "OOO/XX./...", "--json").out)
    assert (facts["value"], facts["best_moves"]) == (-1, [])


def test_boards_that_cannot_be(menace: Menace) -> None:
    assert "8 squares" in complaint(menace("lab", "solve", "OX......"), 2)
    assert "no game reaches" in complaint(menace("lab", "solve", "OOO/.../..."), 2)


def test_players_of_pieces_that_are_nobodys_are_called_by_their_turn(menace: Menace) -> None:
    out = menace("lab", "solve", "--preset", "nim-8").out
    assert out.startswith("The first player is to move, and with perfect play loses.")
    assert "'.' has 1 square, but a board has 8" in complaint(
        menace("lab", "solve", ".", "--preset", "nim-8"), 2
    )
