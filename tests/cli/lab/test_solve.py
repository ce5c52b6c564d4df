"""`lab solve`, as typed."""

import json
from collections import Counter

import pytest

from menace_kit.games import CanonicalForm, Position, Side
from menace_kit.machine.kit import load_preset
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


def tally(every: int, ended: int, first: int, drawn: int, second: int) -> dict[str, int]:
    return {"all": every, "ended": ended, "first": first, "drawn": drawn, "second": second}


@pytest.mark.parametrize(
    ("preset", "expected"),
    [
        (
            "michie-1961",
            {
                "positions": tally(5478, 958, 626, 16, 316),
                "positions_up_to_symmetry": tally(765, 138, 91, 3, 44),
                "games": tally(255168, 255168, 131184, 46080, 77904),
            },
        ),
        ("her-19", {"games": tally(134, 134, 64, 0, 70)}),
    ],
)
def test_counts_are_those_that_are_known(
    menace: Menace, preset: str, expected: dict[str, object]
) -> None:
    counts = json.loads(menace("lab", "solve", "--count", "--preset", preset, "--json").out)
    assert {kind: counts[kind] for kind in expected} == expected


@pytest.mark.parametrize(
    ("preset", "level"), [("her-19", "all"), ("nim-8", "none"), ("nim-8", "all")]
)
def test_counts_are_those_of_games_played_one_by_one(
    menace: Menace, preset: str, level: str
) -> None:
    game = load_preset(preset).game
    met: set[Position] = set()
    ways = Counter[Side | None]()

    def play(position: Position) -> None:
        met.add(position)
        if (ended := game.outcome(position)) is not None:
            ways[ended.winner] += 1
        for move in game.legal_moves(position):
            play(game.play(position, move))

    play(game.start())
    kinds = {game.symmetries[level].canonical_form(each, CanonicalForm.LARGEST) for each in met}
    counts = json.loads(menace("lab", "solve", "--count", "--preset", preset, "--json").out)
    games = [counts["games"][end] for end in ("first", "drawn", "second")]
    assert games == [ways[winner] for winner in (Side.FIRST, None, Side.SECOND)]
    assert counts["positions"]["all"] == len(met)
    assert counts.get("positions_up_to_symmetry", counts["positions"])["all"] == len(kinds)


def test_counts_for_the_eye(menace: Menace) -> None:
    lines = menace("lab", "solve", "--count").out.splitlines()
    assert lines[0].split("  ")[-1].strip() == "X won"
    assert lines[2].split()[-5:] == ["765", "138", "91", "3", "44"]
    nim = menace("lab", "solve", "--count", "--preset", "nim-8").out
    assert "the first player won" in nim
    assert "drawn" not in nim
    assert "symmetry" not in nim
    assert "--count counts the whole game" in complaint(
        menace("lab", "solve", "O........", "--count"), 2
    )
