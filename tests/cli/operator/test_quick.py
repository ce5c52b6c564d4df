"""`operator record --outcome`, as typed, and what the other commands say of such games."""

import csv
import json
from io import StringIO
from pathlib import Path

import pytest

from menace_kit.cli.operator.guided import GuidedGame, View, keys
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Due
from menace_kit.journal.store import Journal
from menace_kit.machine.learning import Result
from tests.cli.operator.kept_book import Book
from tests.cli.operator.pressed import flowing, painted
from tests.journal.games import kit_named


@pytest.fixture
def book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Book:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TZ", "UTC")
    return Book(tmp_path, capsys)


def log(book: Book, result: str, *words: str, exit_code: int = 0) -> str:
    """Enter a game by its outcome."""
    return book.run("record", "--outcome", result, *words, exit_code=exit_code)


def test_a_game_is_logged_in_one_line_and_done(book: Book) -> None:
    said = book.run(
        "record", "--outcome", "won", "--first-bead", "w", "--opponent", "Bob", "--done"
    ).splitlines()
    assert said[0] == "Game 1: The machine won (only the outcome was entered)."
    assert said[1].startswith("[x] Box 1")
    assert (
        "put the WHITE bead back and add 3 WHITE; it should now hold 7 white, 15 beads in all."
        in said[1]
    )
    assert said[2:] == ["Was it a slip? menace-kit operator undo"]
    assert "nothing to" not in book.run(
        "record", "--outcome", "lost", "--first-bead", "gold", "--done"
    )
    assert "4 white" not in book.run("boxes", "1", "--now")


def test_an_open_list_is_shown_and_confirmed_as_ever(book: Book) -> None:
    said = log(book, "lost", "--first-bead", "gold")
    assert "[ ] Box 1" in said
    assert "operator adjust --done" in said
    status = json.loads(book.run("status", "--json"))
    assert (status["due"], status["outcome_only"], status["result"]) == ("adjust", True, "loss")
    assert status["drawn"] == [{"box": 1, "colour": "gold"}]
    assert "The machine lost (only the outcome was entered)." in book.run("status")
    assert "[ ] Box 1" in book.run("adjust")
    book.run("adjust", "--done")
    assert "In order: 5 entries, 1 game," in book.run("verify")


def test_without_a_bead_no_box_changes(book: Book) -> None:
    assert "A draw (only the outcome was entered).\nNo bead was named; no box changes." in book.run(
        "record", "--outcome", "drawn"
    )
    assert "*" not in book.run("boxes", "--now")


def test_undo_says_what_to_do_with_the_beads(book: Book) -> None:
    log(book, "won", "--first-bead", "white", "--done")
    said = book.run("undo")
    assert said.startswith(
        "Game 1 is taken back.\nNow move these beads:\nBox 1, row 1, drawer 1: "
        "take 3 WHITE beads out"
    )
    assert "game 1 is taken back already" in book.run("undo", exit_code=2)
    assert "*" not in book.run("boxes", "--now")


def test_history_game_and_stats_tell_outcomes_from_games(book: Book) -> None:
    log(book, "won", "--first-bead", "white", "--opponent", "Bob", "--done")
    log(book, "drawn")
    log(book, "lost", "--done")
    book.run("undo")
    book.run("record", "1 2 5 3 9", "--done")
    lines = [line[26:].split("  ") for line in book.run("history").splitlines()]
    told = [[word.strip() for word in line if word] for line in lines]
    assert told == [
        ["won", "outcome, white", "against Bob"],
        ["draw", "outcome only"],
        ["taken back", "outcome only"],
        ["won", "1 2 5 3 9"],
    ]
    first = book.run("history", "1")
    assert "     the first bead: white from box 1\n" in first
    assert "The machine won (only the outcome was entered)." in first
    assert "+3 white" in first
    third = book.run("history", "3")
    assert "taken back: the end: the machine lost" in third
    assert third.endswith("The game was taken back.\n")
    assert "Games   3: 2 won (67 %), 1 drawn (33 %), 0 lost (0 %); 2 by outcome only" in book.run(
        "stats"
    )
    facts = json.loads(book.run("stats", "--json"))
    assert (facts["games"], facts["outcome_only"], facts["first_box"]) == (3, 2, [3, 3, 6])
    assert facts["most_opened"][0] == {"number": 1, "times": 2}


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_outcomes_and_games_are_exported_and_imported_again(book: Book, form: str) -> None:
    book.run("record", "1 2 5 3 9", "--done")
    before = book.run("export", "--games", "--format", "csv").splitlines()[0]
    assert (
        before == "moves,played_at,operator,opponent"
    )  # the columns of outcomes are there where they are needed
    log(book, "won", "--first-bead", "white", "--opponent", "Bob", "--done")
    log(book, "drawn")
    book.run("export", "--games", "--format", form, f"games.{form}")
    rows = list(csv.DictReader(StringIO(book.run("export", "--games", "--format", "csv"))))
    assert [(row["moves"], row["result"], row["bead"], row["box"]) for row in rows] == [
        ("1 2 5 3 9", "", "", ""),
        ("", "win", "white", "1"),
        ("", "draw", "", ""),
    ]
    assert "Entered 3 games." in book.run("import", f"games.{form}", "--journal", "again.sqlite")
    for command in (["export", "--games"], ["boxes", "--now"]):
        assert book.run(*command, "--journal", "again.sqlite") == book.run(*command)
    assert "In order" in book.run("verify", "--journal", "again.sqlite")


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
    book: Book, words: list[str], complaint: str
) -> None:
    assert complaint in log(book, *words, exit_code=2)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], 'type the moves, as in "5 1 3", or say how the game ended: --outcome win'),
        (["1 2 5 3 9", "--outcome", "win"], "type the moves"),
        (["1 2 5 3 9", "--first-bead", "w"], "--first-bead and --box go with --outcome"),
        (["--outcome", "win", "--watch"], "are for moves; leave them away with --outcome"),
    ],
)
def test_a_game_has_moves_or_an_outcome(book: Book, words: list[str], complaint: str) -> None:
    assert complaint in book.run("record", *words, exit_code=2)


def test_a_machine_that_moves_second_is_asked_for_its_box(book: Book) -> None:
    second = ["--preset", "second-player"]
    said = log(book, "won", "--first-bead", "w", *second, exit_code=2)
    assert "the first move's boxes are 1, 2, 3; name its number too" in said
    assert "Box 2" in book.run(
        "record", "--outcome", "won", "--first-bead", "w", "--box", "2", *second
    )


def test_the_guided_game_takes_an_outcome_back_and_says_what_to_do_with_its_bead() -> None:
    with Journal(Path(":memory:"), kit_named("michie")) as journal:
        game = GuidedGame(Desk(journal), View())
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
