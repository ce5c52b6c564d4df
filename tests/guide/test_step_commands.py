"""`menace-kit operator start`, `draw`, `reply` ...: whole games, a step a command,
as a script would play them.
"""

import json
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from menace_kit.games import Position, Side, parse_position
from tests.games.reachable import GAME
from tests.guide.conftest import Game, Operator


def test_a_whole_game_a_step_a_command(game: Game) -> None:
    said = game.do("start", "--operator", "Ada", "--opponent", "Bob")
    assert said.code == 0
    assert "Box 1, row 1, drawer 1 (□·00)  (move 1)" in said.out
    assert "In the box: 4 white, 4 lilac, 4 gold." in said.out
    assert game.status() == {
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

    said = game.do("draw", "w")
    assert said.out.splitlines()[0] == "WHITE from box 1: the machine plays square 1 (top left)."
    assert "free squares: 2, 3, 4, 5, 6, 7, 8, 9" in said.out
    status = game.status()
    assert (status["due"], status["board"]) == ("reply", "O........")
    assert (status["box"], status["moves"], status["in_box"]) == (None, None, None)
    assert status["drawn"] == [{"box": 1, "colour": "white"}]

    said = game.do("reply", "4")
    assert "Box 8, row 1, drawer 8 (□·10)  (move 2)" in said.out
    assert "Mirror the drawing along the line from top left to bottom right." in said.out
    status = game.status()
    assert (status["due"], status["board"], status["box"]) == ("bead", "O..X.....", 8)
    assert (status["moves"]["black"], status["moves"]["amber"]) == (2, 3)

    said = game.do("draw", "GOLD")
    assert said.out.splitlines()[0] == "GOLD from box 8: the machine plays square 5 (centre)."
    game.do("reply", "9")
    status = game.status()
    (colour,) = (colour for colour, square in status["moves"].items() if square == 3)
    game.do("draw", colour)
    game.do("reply", "2")
    status = game.status()
    (colour,) = (colour for colour, square in status["moves"].items() if square == 7)
    said = game.do("draw", colour)
    assert "The machine won.\nNow put the beads right: menace-kit operator adjust\n" in said.out
    status = game.status()
    assert (status["due"], status["result"], status["confirmed"]) == ("adjust", "win", False)
    assert status["board"] == "OXOXO.O.X"
    assert len(status["drawn"]) == 4
    assert status["to_do"][0] == {
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
        "says": "Box 1, row 1, drawer 1: put the WHITE bead back and add 3 WHITE; "
        "it should now hold 7 white, 15 beads in all.",
    }
    assert [line["line"] for line in status["to_do"]] == [1, 2, 3, 4]
    assert json.loads(game.do("adjust", "--json").out) == status

    said = game.do("adjust")
    assert said.out.splitlines()[1] == (
        "[ ] Box 1, row 1, drawer 1: put the WHITE bead back and add 3 WHITE; "
        "it should now hold 7 white, 15 beads in all."
    )
    assert "are not put right yet" in game.refuses("start")
    assert game.do("adjust", "--done").code == 0
    assert game.status()["confirmed"] is True
    assert game.status()["due"] == "start"
    assert game.do("start").code == 0
    assert game.status()["in_box"] == {"white": 7, "lilac": 4, "gold": 4}


def test_the_last_square_is_played_by_itself(game: Game) -> None:
    game.do("start")
    for square in (1, 5, 2, 3, 7, 4, 6):
        status = game.status()
        if status["due"] == "reply":
            game.do("reply", str(square))
        else:
            (colour,) = (colour for colour, meant in status["moves"].items() if meant == square)
            game.do("draw", colour)
    said = game.do("reply", "8")
    assert "Only one move is left: the machine plays square 9 (bottom right)." in said.out
    assert "A draw." in said.out


def test_a_step_can_be_taken_back_and_a_game_broken_off(game: Game) -> None:
    game.do("start")
    game.do("draw", "white")
    assert game.do("undo").out.splitlines()[:4] == [
        "Taken back: O on square 1 (top left): white from box 1. Take the mark off square 1.",
        "Now move these beads:",
        "Box 1, row 1, drawer 1: put the WHITE bead that lies before it back in.",
        "Box 1, row 1, drawer 1 (□·00)  (move 1)",
    ]
    assert game.status()["due"] == "bead"
    game.do("draw", "gold")
    said = game.do("end")
    assert said.out.splitlines() == [
        "Game 1 was ended early; the machine learns nothing from it.",
        "Now move these beads:",
        "Box 1, row 1, drawer 1: put the GOLD bead that lies before it back in.",
    ]
    assert game.status()["due"] == "start"
    assert "No game goes on. Begin one: menace-kit operator start" in game.do("status").out
    assert game.status()["by_hand"] == [
        {"box": 1, "colour": "gold", "beads": 1, "out_of": "before", "into": "box"}
    ]
    assert game.do("undo").out.splitlines()[:4] == [
        "Taken back: the game was ended early.",
        "Now move these beads:",
        "Box 1, row 1, drawer 1: take 1 GOLD bead out and lay it before the box.",
        "Before the boxes lie: GOLD (box 1).",
    ]
    assert game.status()["drawn"] == [{"box": 1, "colour": "gold"}]


def test_three_defeats_kill_a_machine_with_three_beads(operator: Operator, tmp_path: Path) -> None:
    game = Game(operator, tmp_path, "beads.start = 1\nlearning.loss = -1")
    for colour in ("white", "lilac", "gold"):
        game.do("start")
        game.do("draw", colour)
        while (status := game.status())["due"] in ("bead", "reply"):
            _lose(game, status)
        assert status["result"] == "loss"
        game.do("adjust", "--done")
    assert "this machine is dead: box 1 is empty" in game.refuses("start")


@cache
def best_end(position: Position) -> int:
    """Return how a game can end for the second player if both want that: 1 is won."""
    ended = GAME.outcome(position)
    if ended:
        return 0 if ended.winner is None else 1 if ended.winner is Side.SECOND else -1
    return max(best_end(GAME.play(position, move)) for move in GAME.legal_moves(position))


def _lose(game: Game, status: dict[str, Any]) -> None:
    """Make the step that leads the machine to a defeat."""
    table = parse_position(GAME, status["board"], ("O", "X"))

    squares = [move[0] + 1 for move in GAME.legal_moves(table)]
    if status["due"] == "bead":
        squares = sorted(status["moves"].values())
    best = max(squares, key=lambda square: best_end(GAME.play(table, (square - 1,))))
    if status["due"] == "reply":
        game.do("reply", str(best))
    else:
        game.do(
            "draw", next(colour for colour, square in status["moves"].items() if square == best)
        )


@pytest.mark.parametrize(
    ("rule", "said", "due"),
    [
        ("resign", "Box 1 is empty: by this kit's rule the machine gives up.", "adjust"),
        ("refill", "Box 1 is empty: by this kit's rule it gets its starting beads again.", "bead"),
        (
            "random",
            "Box 1 is empty: by this kit's rule a lot decides the move. The lot falls on square ",
            "reply",
        ),
    ],
)
def test_empty_applies_the_rule_of_the_kit(
    operator: Operator, tmp_path: Path, rule: str, said: str, due: str
) -> None:
    game = Game(operator, tmp_path, f"learning.empty-box = '{rule}'")
    game.do("start")
    assert "still holds 4 white, 4 lilac, 4 gold" in game.refuses("empty")
    game.do("count", "1", "white=0", "lilac=0", "gold=0")
    assert game.do("empty").out.startswith(said)
    assert game.status()["due"] == due


def test_first_mover_chooses_who_begins(operator: Operator, tmp_path: Path) -> None:
    game = Game(operator, tmp_path, "side = 'both'")
    game.do("start", "--first-mover", "opponent")
    assert game.status()["due"] == "reply"
    game.do("reply", "5")
    assert game.status()["box"] > 304
    game.do("end")
    game.do("start", "--first-mover", "machine")
    assert game.status()["box"] == 1


def test_before_the_first_game_there_is_no_logbook(game: Game) -> None:
    for step in (["draw", "w"], ["reply", "1"], ["undo"], ["status"], ["empty"], ["end"]):
        assert "there is no logbook" in game.refuses(*step, code=1)
        assert not game.logbook.exists()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["draw", "green"], "box 1 never holds green; it holds: W white, L lilac, D gold."),
        (["draw", "x"], "this kit has no colour 'x'; its colours: white, lilac, "),
        (
            ["draw", "white", "--square", "2"],
            "white means square 1 or 3 or 9 or 7 on this table, not 2",
        ),
        (["draw", "white", "--square", ""], "'' cannot be played now; free: 1, 2, 3"),
        (["reply", "1"], "the machine's bead is due"),
        (["start"], "game 1 still goes on"),
        (["undo"], "game 1 has only begun"),
        (["adjust", "--done"], "the machine's bead is due"),
        (["start", "--operator", "Ada\nBob"], "a name is one line"),
    ],
)
def test_what_cannot_be_is_refused_with_2_and_one_sentence(
    game: Game, arguments: list[str], complaint: str
) -> None:
    game.do("start")
    if arguments[-1] == "Ada\nBob":
        game.do("end")
    assert complaint in game.refuses(*arguments)


def test_a_command_with_a_bead_that_the_box_cannot_hold_is_written_down_as_refused(
    game: Game,
) -> None:
    game.do("start")
    game.refuses("draw", "green")
    with closing(sqlite3.connect(game.logbook)) as db:
        found = db.execute("SELECT box, colour, why FROM entry WHERE kind = 'refused'").fetchall()
    assert found == [(1, "green", "unsure")]
    assert game.status()["due"] == "bead"


@pytest.mark.parametrize("square", ["1", "0", "10", "x", "", "5-6", "²"])
def test_a_square_that_cannot_be_played_is_refused(game: Game, square: str) -> None:
    game.do("start")
    game.do("draw", "white")
    assert game.refuses("reply", square)
    assert "the opponent's reply is due" in game.refuses("draw", "white")


def test_a_bead_may_be_played_in_another_right_reading(game: Game) -> None:
    game.do("start")
    said = game.do("draw", "white", "--square", "9")
    assert (
        said.out.splitlines()[0] == "WHITE from box 1: the machine plays square 9 (bottom right)."
    )
    assert game.status()["board"] == "........O"


def test_names_come_back_as_they_were_given(game: Game) -> None:
    names = ("'; DROP TABLE entry; --", "[bold]Bob[/bold] 👩‍🔬")
    game.do("start", "--operator", names[0], "--opponent", names[1])
    status = game.status()
    assert (status["operator"], status["opponent"]) == names


def test_another_kit_is_refused_with_1(operator: Operator, game: Game) -> None:
    game.do("start")
    said = operator("status", "--preset", "second-player", "--logbook", str(game.logbook))
    assert said.code == 1
    assert "is the logbook of another machine" in said.error


def test_a_game_whose_beads_are_put_right_is_taken_back_as_a_whole(game: Game) -> None:
    assert game.do("record", "1 4 5 9 3 2 7", "--done").code == 0
    assert (
        "the game can be taken back as a whole, until the next one begins (undo --game)"
        in game.refuses("undo")
    )
    said = game.do("undo", "--game").out
    assert said.startswith(
        "Game 1 is taken back.\nNow move these beads:\n"
        "Box 1, row 1, drawer 1: take 3 WHITE beads out, into their pot.\n"
    )
    assert "taken back" in game.do("history").out
    assert "In order: " in game.do("verify").out
    assert game.do("export", "--games").out == ""
    assert "game 1 is taken back already" in game.refuses("undo", "--game")
    assert "Taken back" not in game.do("status").out


@pytest.mark.parametrize("moves", ["1 4 2 5 10", "1 4 10", "10 1", "1 10"])
def test_a_square_that_is_not_on_the_board_is_refused_whoever_is_to_move(
    game: Game, moves: str
) -> None:
    game.do("record", "--outcome", "won", "--done")
    wrong = "10"
    assert f"({wrong}): {wrong} cannot be played now; free: " in game.refuses("record", moves)


def test_the_operator_is_whoever_worked_the_boxes_last_if_nobody_else_is_named(game: Game) -> None:
    assert "Operator" not in game.do("start").out
    game.do("end")
    assert "Operator" not in game.do("start", "--operator", "Ada").out
    game.do("end")
    said = game.do("record", "--outcome", "won", "--done").out
    assert (
        'Operator: Ada, as in the game before (another: --operator NAME, nobody: --operator "").'
        in said
    )
    assert game.status()["operator"] == "Ada"
    assert "Operator: Ada" in game.do("start").out
    game.do("end")
    assert "Operator" not in game.do("start", "--operator", "").out
    assert game.status()["operator"] is None
    game.do("end")
    assert "Operator" not in game.do("start").out


def test_a_list_that_is_left_for_another_game_says_what_is_still_to_be_done(game: Game) -> None:
    game.do("record", "--outcome", "lost", "--first-bead", "gold")
    said = game.do("start", "--unconfirmed").out.splitlines()
    assert said[:3] == [
        "Game 2 begins; the opponent plays against the machine.",
        (
            "The last list is left, and counts as done. "
            "What was not ticked in it, do now if it is not done:"
        ),
        "Box 1, row 1, drawer 1: put the GOLD bead that lies before it into its pot.",
    ]
    assert said[2] in game.do("status").out
    game.do("draw", "white")
    assert said[2] not in game.do("status").out


def test_what_is_confirmed_is_named(game: Game) -> None:
    game.do("record", "--outcome", "won", "--first-bead", "gold")
    assert game.do("adjust", "--done").out.splitlines() == [
        "The machine won (only the outcome was entered).",
        "[x] Box 1, row 1, drawer 1: put the GOLD bead back and add 3 GOLD; "
        "it should now hold 7 gold, 15 beads in all.",
        "Confirmed: the beads of game 1 are put right.",
        "The next game may begin: menace-kit operator start",
    ]


@pytest.mark.parametrize(
    "command",
    [
        ("start", "--operator", "A" * 81),
        ("start", "--first-mover", "opponent"),
        ("start", "--both"),
        ("draw", "gold"),
        ("record", "--outcome", "won", "--first-bead", "amber"),
        ("record", "5 5"),
        ("import", "games.csv"),
    ],
)
def test_what_is_refused_begins_no_logbook(
    command: tuple[str, ...], operator: Operator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games.csv").write_text("moves\n5 5\n", encoding="utf-8")
    said = operator(*command)
    assert (said.code, said.out) == (2 if command[0] != "draw" else 1, ""), said
    assert [path.name for path in tmp_path.iterdir()] == ["games.csv"]
    assert operator("start").code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.csv", "logbook.sqlite"]
