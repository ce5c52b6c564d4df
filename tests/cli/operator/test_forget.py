"""`logbook forget`, as typed: asked for, refused, done, and told by verify."""

import shutil
from pathlib import Path

import pexpect
import pytest

from tests.cli.operator.kept_book import Book
from tests.cli.running import PROGRAM, environment

BOB = "[bold]Bob"


def test_a_name_is_forgotten_and_the_games_stay(book: Book) -> None:
    said = book.run("forget", "[BOLD]bob", "--yes")
    assert "'[bold]Bob' stands in 1 game as opponent." in said
    assert "Forgotten. Nobody stands in its place." in said
    for command in (
        "history",
        "history 1",
        "export",
        "export --games",
        "stats --visitors",
        "stats",
        "status",
    ):
        assert "Bob" not in book.run(*command.split())
    assert "Ada" in book.run("history")
    assert "won" in book.run("history")
    said = book.run("verify")
    assert "A name was forgotten (" in said
    assert "1 entry had it." in said
    assert "In order" in said
    assert "nobody called '[bold]Bob'" in book.complaint("forget", BOB, "--yes")


def test_another_text_may_stand_in_its_place(book: Book) -> None:
    assert "pupil 7 stands in its place" in book.run("forget", BOB, "--as", " pupil 7 ", "--yes")
    assert "pupil 7" in book.run("stats", "--visitors")
    assert "pupil 7" in book.run("history")
    assert "In order" in book.run("verify")


def test_a_rescued_book_keeps_the_note(book: Book) -> None:
    book.run("forget", BOB, "--yes")
    book.run("rescue", "new.sqlite")
    shutil.move("new.sqlite", "journal.sqlite")
    assert "A name was forgotten (" in book.run("verify")


def test_copies_and_exports_from_before_are_named(book: Book) -> None:
    book.run("backup", "monday.sqlite")
    book.run("export", "games.jsonl")
    said = book.run("forget", BOB, "--dry-run")
    assert {"  monday.sqlite", "  games.jsonl"} <= set(said.splitlines())
    assert "Forgotten" not in said
    assert "Bob" in book.run("history")
    said = book.run("forget", BOB, "--yes", "--journal", "monday.sqlite")
    assert {"  journal.sqlite", "  games.jsonl"} <= set(said.splitlines())
    said = book.run("forget", BOB, "--yes")
    assert "  games.jsonl" in said.splitlines()
    assert "monday" not in said


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("bop", "--yes"), "nobody called 'bop' stands in this journal"),
        (("", "--yes"), "nobody called ''"),
        (("adda", "--yes"), "did you mean 'Ada'?"),
        ((BOB, "--yes", "--as", "ADA"), "another's name in this journal"),
        ((BOB, "--yes", "--as", "[bold] bob".replace(" ", "")), "the same name"),
        ((BOB, "--yes", "--as", "a\nb"), "a name is one line"),
        ((BOB,), "nobody can be asked here; say --yes"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_changes(
    book: Book, words: tuple[str, ...], why: str
) -> None:
    before = Path("journal.sqlite").read_bytes()
    assert why in book.complaint("forget", *words)
    assert Path("journal.sqlite").read_bytes() == before


def test_names_that_have_it_in_them_are_told(book: Book) -> None:
    book.run(
        "record", "--outcome", "won", "--opponent", "Ada and Eve", "--operator", "Adam", "--done"
    )
    said = book.run("forget", "Ada", "--yes")
    assert (
        "Other names have it in them, and stay unless you forget them, too: 'Ada and Eve'." in said
    )
    assert "Ada and Eve" in book.run("history")


@pytest.mark.prove
@pytest.mark.parametrize("answer", ["y", "n"])
def test_at_a_terminal_it_asks_first(book: Book, answer: str) -> None:
    command = [*PROGRAM, "logbook", "forget", BOB, "--preset", "michie-1961"]
    child = pexpect.spawn(command[0], command[1:], env=environment(), encoding="utf-8", timeout=60)
    child.expect_exact("Put nobody in its place, for good?")
    child.sendline(answer)
    child.expect(pexpect.EOF)
    child.close()
    assert (child.exitstatus == 0) is (answer == "y")
    assert ("Bob" in book.run("history")) is (answer == "n")
