"""`operator record --outcome`, as typed, and what the other commands say of such games."""

import csv
import json
from io import StringIO
from pathlib import Path

import pytest

from menace_kit.cli.operator.guided import GuidedGame, View, keys
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Due
from menace_kit.logbook.store import Logbook
from menace_kit.machine.learning import Result
from tests.cli.operator.kept_logbook import Kept
from tests.cli.operator.pressed import flowing, painted
from tests.logbook.games import kit_named


@pytest.fixture
def kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Kept:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TZ", "UTC")
    return Kept(tmp_path, capsys)


def log(kept: Kept, result: str, *words: str, exit_code: int = 0) -> str:
    """Enter a game by its outcome."""
    return kept.run("record", "--outcome", result, *words, exit_code=exit_code)


def test_a_game_is_logged_in_one_line_and_done(kept: Kept) -> None:
    said = kept.run(
        "record", "--outcome", "won", "--first-bead", "w", "--opponent", "Bob", "--done"
    ).splitlines()
    assert said[0] == "Game 1: The machine won (only the outcome was entered)."
    assert said[1].startswith("[x] Box 1")
    assert (
        "put the WHITE bead back and add 3 WHITE; it should now hold 7 white, 15 beads in all."
        in said[1]
    )
    assert said[2:] == ["Was it a slip? menace-kit operator undo"]
    assert "nothing to" not in kept.run(
        "record", "--outcome", "lost", "--first-bead", "gold", "--done"
    )
    assert "4 white" not in kept.run("boxes", "1", "--now")


def test_an_open_list_is_shown_and_confirmed_as_ever(kept: Kept) -> None:
    said = log(kept, "lost", "--first-bead", "gold")
    assert "[ ] Box 1" in said
    assert "operator adjust --done" in said
    status = json.loads(kept.run("status", "--json"))
    assert (status["due"], status["outcome_only"], status["result"]) == ("adjust", True, "loss")
    assert status["drawn"] == [{"box": 1, "colour": "gold"}]
    assert "The machine lost (only the outcome was entered)." in kept.run("status")
    assert "[ ] Box 1" in kept.run("adjust")
    kept.run("adjust", "--done")
    assert "In order: 5 entries, 1 game," in kept.run("verify")


def test_without_a_bead_no_box_changes(kept: Kept) -> None:
    assert "A draw (only the outcome was entered).\nNo bead was named; no box changes." in kept.run(
        "record", "--outcome", "drawn"
    )
    assert "*" not in kept.run("boxes", "--now")


def test_undo_says_what_to_do_with_the_beads(kept: Kept) -> None:
    log(kept, "won", "--first-bead", "white", "--done")
    said = kept.run("undo")
    assert said.startswith(
        "Game 1 is taken back.\nNow move these beads:\nBox 1: take 3 WHITE beads out"
    )
    assert "game 1 is taken back already" in kept.run("undo", exit_code=2)
    assert "*" not in kept.run("boxes", "--now")


def test_history_game_and_stats_tell_outcomes_from_games(kept: Kept) -> None:
    log(kept, "won", "--first-bead", "white", "--opponent", "Bob", "--done")
    log(kept, "drawn")
    log(kept, "lost", "--done")
    kept.run("undo")
    kept.run("record", "1 2 5 3 9", "--done")
    lines = [line[26:].split("  ") for line in kept.run("history").splitlines()]
    told = [[word.strip() for word in line if word] for line in lines]
    assert told == [
        ["won", "outcome, white", "against Bob"],
        ["draw", "outcome only"],
        ["taken back", "outcome only"],
        ["won", "1 2 5 3 9"],
    ]
    first = kept.run("history", "1")
    assert "     the first bead: white from box 1\n" in first
    assert "The machine won (only the outcome was entered)." in first
    assert "+3 white" in first
    third = kept.run("history", "3")
    assert "taken back: the end: the machine lost" in third
    assert third.endswith("The game was taken back.\n")
    assert "Games   3: 2 won (67 %), 1 drawn (33 %), 0 lost (0 %); 2 by outcome only" in kept.run(
        "stats"
    )
    facts = json.loads(kept.run("stats", "--json"))
    assert (facts["games"], facts["outcome_only"], facts["first_box"]) == (3, 2, [3, 3, 6])
    assert facts["most_opened"][0] == {"number": 1, "times": 2}


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_outcomes_and_games_are_exported_and_imported_again(kept: Kept, form: str) -> None:
    kept.run("record", "1 2 5 3 9", "--done")
    before = kept.run("export", "--games", "--format", "csv").splitlines()[0]
    assert (
        before == "moves,played_at,operator,opponent"
    )  # the columns of outcomes are there where they are needed
    log(kept, "won", "--first-bead", "white", "--opponent", "Bob", "--done")
    log(kept, "drawn")
    kept.run("export", "--games", "--format", form, f"games.{form}")
    rows = list(csv.DictReader(StringIO(kept.run("export", "--games", "--format", "csv"))))
    assert [(row["moves"], row["result"], row["bead"], row["box"]) for row in rows] == [
        ("1 2 5 3 9", "", "", ""),
        ("", "win", "white", "1"),
        ("", "draw", "", ""),
    ]
    assert "Entered 3 games." in kept.run("import", f"games.{form}", "--logbook", "again.sqlite")
    for command in (["export", "--games"], ["boxes", "--now"]):
        assert kept.run(*command, "--logbook", "again.sqlite") == kept.run(*command)
    assert "In order" in kept.run("verify", "--logbook", "again.sqlite")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["glory"], "glory"),
        (["won", "--first-bead", "mauve"], "mauve"),
        (["won", "--box", "3"], "box 3 is named, but not the bead drawn from it"),
        (["won", "--first-bead", "w", "--box", "3"], "box 3 is not for the machine's first move"),
        (["won", "--first-mover", "opponent"], "this kit's machine always moves first"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    kept: Kept, words: list[str], complaint: str
) -> None:
    assert complaint in log(kept, *words, exit_code=2)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["1 2 5 3 9", "--outcome", "win"], "moves and --outcome exclude each other: "),
        ([], 'no game is given; type its moves, as in "5 1 3", or how it ended'),
        (
            ["1 2 5 3 9", "--first-bead", "w"],
            "the moves say which beads were drawn; leave them out",
        ),
        (["--outcome", "win", "--watch"], "are for moves and exclude --outcome; leave them out"),
    ],
)
def test_a_game_has_moves_or_an_outcome(kept: Kept, words: list[str], complaint: str) -> None:
    assert complaint in kept.run("record", *words, exit_code=2)


def test_a_machine_that_moves_second_is_asked_for_its_box(kept: Kept) -> None:
    second = ["--preset", "second-player"]
    said = log(kept, "won", "--first-bead", "w", *second, exit_code=2)
    assert "the first move's boxes are 1, 2, 3; name its number too" in said
    assert "Box 2" in kept.run(
        "record", "--outcome", "won", "--first-bead", "w", "--box", "2", *second
    )


def test_the_guided_game_takes_an_outcome_back_and_says_what_to_do_with_its_bead() -> None:
    with Logbook(Path(":memory:"), kit_named("michie")) as logbook:
        game = GuidedGame(Desk(logbook), View())
        game.desk.act(lambda session: session.quick(Result.WIN, "white", confirmed=True))
        shown = flowing([line.plain for line in painted(game, 90, 26)[1]])
        assert (
            "The first bead was WHITE, from box 1. The machine won (only the outcome was entered)."
            in shown
        )
        game.press(keys.UNDO)
        game.press(keys.ENTER)
        assert str(game.view.message) == (
            "Game 1 is taken back. Box 1: take 3 WHITE beads out, into their pot."
        )
        game.press(keys.UNDO)
        assert str(game.view.message).startswith("Game 1 is taken back already")
        game.press(keys.ENTER)
        assert game.session.due is Due.BEAD
