"""`menace-kit operator start`, `draw`, `reply` ...: what only the commands say of a game."""

import json
from typing import Any

import pytest

from tests import one_game
from tests.cli.operator.kept_logbook import WON, Kept


def status(table: Kept) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads(table.run("status", "--json"))
    return facts


def test_the_status_as_data_from_the_first_bead_to_the_list(table: Kept) -> None:
    (table.folder / "kit.toml").write_text("[cabinet]\nrows = 38\ncolumns = 8\n", encoding="utf-8")
    table.run("start", "--operator", "Ada", "--opponent", "Bob")
    begun = status(table)
    assert begun == {
        "due": "bead",
        "game": 1,
        "both": False,
        "to_move": "first",
        "operator": "Ada",
        "opponent": "Bob",
        "board": ".........",
        "result": None,
        "outcome_only": False,
        "confirmed": False,
        "drawn": [],
        "box": 1,
        "code": "□·00",
        "place": {"cabinet": 1, "row": 1, "drawer": 1},
        "in_box": {"white": 4, "lilac": 4, "gold": 4},
        "moves": {"white": 1, "lilac": 2, "gold": 5},
        "to_do": [],
        "by_hand": [],
        "too_full": [],
        "to_count": [],
    }
    table.run("draw", "w")
    table.run("reply", "4")
    at_box_8 = status(table)
    assert (at_box_8["board"], at_box_8["box"]) == ("O..X.....", 8)
    assert (at_box_8["moves"]["black"], at_box_8["moves"]["amber"]) == (2, 3)
    assert at_box_8["drawn"] == [{"box": 1, "colour": "white"}]
    table.run("end")
    (bead,) = status(table)["by_hand"]
    assert bead == {"box": 1, "colour": "white", "beads": 1, "out_of": "before", "into": "box"}
    table.run("record", "1 4 5 9 3 2 7")
    over = status(table)
    assert (over["due"], over["result"], over["confirmed"]) == ("adjust", "win", False)
    told = over["to_do"][0].pop("says")
    assert told.startswith("Box 1, row 1, drawer 1: ")
    assert over["to_do"][0] == {
        "line": 1,
        "side": "first",
        "box": 1,
        "place": {"cabinet": 1, "row": 1, "drawer": 1},
        "colour": "white",
        "change": 3,
        "why": "result",
        "outside": 1,
        "holds": {"white": 7, "lilac": 4, "gold": 4},
        "done": False,
    }
    assert [line["line"] for line in over["to_do"]] == [1, 2, 3, 4]
    assert json.loads(table.run("adjust", "--json")) == status(table)


def test_a_draw_that_is_refused_is_written_down_and_the_bead_is_still_due(table: Kept) -> None:
    table.run("start")
    begun, before = status(table), table.entries()
    assert "box 1 never holds green" in table.run("draw", "green", exit_code=2)
    *kept, refused = table.entries()
    assert kept == before
    del refused["at"]
    assert refused == {
        "number": 2,
        "action": 2,
        "kind": "refused",
        "box": 1,
        "colour": "green",
        "why": "unsure",
    }
    assert status(table) == begun
    assert (begun["due"], begun["place"]) == ("bead", None)


def test_a_bead_may_be_played_in_another_right_reading(table: Kept) -> None:
    table.run("start")
    assert "white means square 1 or 3 or 9 or 7 on this table, not 2" in table.complaint(
        "draw", "white", "--square", "2"
    )
    assert "'' cannot be played now; possible: 1, 2, 3" in table.complaint(
        "draw", "white", "--square", ""
    )
    said = table.run("draw", "white", "--square", "9").splitlines()
    assert said[0] == "WHITE from box 1: the machine plays square 9 (bottom right)."
    assert status(table)["board"] == "........O"


def test_the_operator_is_whoever_worked_the_boxes_last_if_nobody_else_is_named(
    table: Kept,
) -> None:
    assert "Operator" not in table.run("start")
    table.run("end")
    assert "Operator" not in table.run("start", "--operator", "Ada")
    table.run("end")
    assert (
        'Operator: Ada, as in the game before (another: --operator NAME, nobody: --operator "").'
        in table.run("record", "--outcome", "won", "--done")
    )
    assert status(table)["operator"] == "Ada"
    assert "Operator" not in table.run("start", "--operator", "")
    assert status(table)["operator"] is None


@pytest.mark.parametrize(
    "command", [("start", "--both"), ("record", "5 5"), ("import", "games.csv")]
)
def test_what_is_refused_begins_no_logbook(table: Kept, command: tuple[str, ...]) -> None:
    (table.folder / "games.csv").write_text("moves\n5 5\n", encoding="utf-8")
    table.run(*command, exit_code=2)
    assert [path.name for path in table.folder.iterdir() if path.name != "kit.toml"] == [
        "games.csv"
    ]


def test_an_exhibition_and_a_game_that_others_played_are_told_apart(table: Kept) -> None:
    assert "--greedy is for an exhibition" in table.run("start", "--greedy", exit_code=2)
    assert "leave --opponent, --both and" in table.run(
        "record", "--watch", WON, "--opponent", "Bob", exit_code=2
    )
    listed = table.run("record", "--watch", WON, "--operator", "Ada")
    assert "Others played, and the machine learned from it." in listed
    table.run("adjust", "--done")
    assert "the machine learns nothing from it" in table.run(
        "start", "--exhibition", "--greedy", "--opponent", "Bob"
    )
    assert "Exhibition: no random draw" in table.run("status")
    table.run("end")
    table.run("start", "--exhibition", "--opponent", "Bob")
    for step in ("draw white", "reply 5", "draw lilac", "reply 3", "draw green", "reply 7"):
        table.run(*step.split())
    assert "every bead goes back into its box" in table.run("adjust", "--done")
    history = table.run("history")
    assert "Ada, watched" in history
    assert "against Bob, exhibition" in history
    told = table.run("stats")
    assert "1 that others played" in told
    assert "1 as an exhibition" in told


def test_a_game_by_commands_is_in_the_logbook_as_by_every_other_way(table: Kept) -> None:
    table.run("start", "--operator", "Ada", "--opponent", "Bob")
    for act, what in one_game.STEPS:
        table.run(act, what)
    table.run("adjust", "--done")
    assert one_game.entries_of(table.folder / "logbook.sqlite") == one_game.ENTRIES
