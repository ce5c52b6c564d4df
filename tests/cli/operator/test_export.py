"""`logbook export`, the way back through `import`, and `backup`, as typed."""

import csv
import json
import os
import subprocess
import sys
from io import StringIO
from itertools import product
from pathlib import Path

import pytest

from menace_kit.journal.store import Journal
from menace_kit.machine import load_preset
from tests.cli.operator.kept_book import WON, Book
from tests.examples import all_to_prove
from tests.journal.games import play_random_games

ROOT = Path(__file__).resolve().parents[3]


def test_the_export_has_every_entry_whole(book: Book) -> None:
    entries = book.entries()
    assert [entry["number"] for entry in entries] == list(range(1, 12))
    assert entries[0] | {"at": ""} == {
        "number": 1, "action": 1, "at": "", "kind": "start", "game": 1, "side": "first",
        "operator": "Ada", "opponent": "[bold]Bob",
    }  # fmt: skip
    rows = list(csv.DictReader(StringIO(book.run("export", "--format", "csv"))))
    assert [{key: value for key, value in row.items() if value} for row in rows] == [
        {key: str(value) for key, value in entry.items()} for entry in entries
    ]
    assert "11 lines" in book.run("export", "all.jsonl")
    assert (book.folder / "all.jsonl").read_text(encoding="utf-8") == book.run("export")
    assert "already there" in book.complaint("export", "all.jsonl", exit_code=1)
    assert "cannot write" in book.complaint("export", "nowhere/all.jsonl", exit_code=1)
    assert {path.name for path in book.folder.iterdir()} == {"journal.sqlite", "all.jsonl"}


@pytest.mark.parametrize(
    ("form", "preset"),
    all_to_prove(
        product(["jsonl", "csv"], ["michie-1961", "both-players", "gallmo", "michie-1961-287"]),
        quick=[("csv", "both-players")],
    ),
)
def test_exported_games_can_be_imported_again(
    form: str,
    preset: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with Journal(tmp_path / "journal.sqlite", load_preset(preset)) as journal:
        play_random_games(journal, 10, seed=3)
    book = Book(tmp_path, capsys)
    book.run("export", "--games", "--format", form, f"games.{form}", "--preset", preset)
    assert "Entered 10 games" in book.run(
        "import", f"games.{form}", "--preset", preset, "--journal", "again.sqlite"
    )
    first, again = (
        json.loads(book.run("boxes", "--now", "--json", "--preset", preset, "--journal", name))
        for name in ("journal.sqlite", "again.sqlite")
    )
    assert again == first
    assert book.run(
        "export", "--games", "--preset", preset, "--journal", "again.sqlite"
    ) == book.run("export", "--games", "--preset", preset)


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_games_that_went_alike_in_one_minute_are_exported_and_come_back(
    book: Book, form: str
) -> None:
    for _ in range(2):
        book.run("record", WON, "--opponent", "Eve", "--done")
    (book.folder / "class.csv").write_text(f"moves\n{WON}\n{WON}\n", encoding="utf-8")
    book.run("import", "class.csv")
    book.run("export", "--games", "--format", form, f"games.{form}")
    assert "Entered 5 games" in book.run("import", f"games.{form}", "--journal", "copy.sqlite")
    assert book.run("boxes", "--now", "--journal", "copy.sqlite") == book.run("boxes", "--now")
    (book.folder / "more").write_bytes((book.folder / f"games.{form}").read_bytes() + b"\n")
    assert "5 lines are wrong (0 would do)" in book.complaint("import", "more")


def test_a_resignation_is_exported_as_one(book: Book) -> None:
    book.run(
        "count",
        "8",
        *(
            f"{colour}=0"
            for colour in json.loads(book.run("boxes", "8", "--now", "--json"))["beads"]
        ),
    )
    book.run("start")
    for words in ("draw white", "reply 2", "empty"):
        book.run(*words.split())
    assert json.loads(book.run("export", "--games").splitlines()[-1])["moves"] == "1 2 resign"
    assert "gave up" in book.run("history")
    assert "     box 8 was empty (resign)" in book.run("history", "2")


def test_what_was_counted_goes_along_and_a_game_that_goes_on_does_not(book: Book) -> None:
    for words in (
        "count 12 black=9",
        "start",
        "draw white",
        "count 1 gold=0",
        "reply 2",
        "end",
        "count --sheet --done",
    ):
        book.run(*words.split())
    book.run("export", "--games", "games.jsonl")
    lines = (book.folder / "games.jsonl").read_text().splitlines()[1:]
    moves = [json.loads(line)["moves"] for line in lines]
    assert moves == ["[12 black=9]", "1 [1 gold=0] 2 abandon", "[stocktake]"]
    book.run("import", "games.jsonl", "--journal", "copy.sqlite")
    for command in ("boxes --now", "stats"):
        typed = (*command.split(), "--json")
        assert book.run(*typed, "--journal", "copy.sqlite") == book.run(*typed)
    book.run("start")
    assert "Game 3 goes on and is left out.\n" in book.run("export", "--games")


def test_names_are_passed_on_as_they_are(book: Book) -> None:
    name = '=1+1, "Žofie" 🙂 \\n'
    book.run("record", WON, "--opponent", name, "--done")
    assert json.loads(book.run("export", "--games").splitlines()[-1])["opponent"] == name
    rows = list(csv.DictReader(StringIO(book.run("export", "--games", "--format", "csv"))))
    assert rows[-1]["opponent"] == name
    assert name in book.run("history")
    assert name in book.run("history", "2")


def test_an_export_in_a_terminal_of_old_is_utf_8(book: Book) -> None:
    book.run("record", WON, "--opponent", "Žofie", "--done")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [sys.executable, "-m", "menace_kit", "logbook", "export", "--games"],
        cwd=book.folder, env=environment, capture_output=True, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout.decode("utf-8").splitlines()[-1])["opponent"] == "Žofie"


def test_a_backup_is_a_whole_journal_and_never_overwrites(book: Book) -> None:
    book.run("start")
    book.run("draw", "white")
    assert "up to entry 13" in book.run("backup", "copy.sqlite")
    assert book.run("export", "--journal", "copy.sqlite") == book.run("export")
    assert "In order" in book.run("verify", "--journal", "copy.sqlite")
    assert "free squares" in book.run("status", "--journal", "copy.sqlite")
    book.run("reply", "2", "--journal", "copy.sqlite")
    assert len(book.entries()) == 13
    for name in ("copy.sqlite", "journal.sqlite", "."):
        assert "never overwrites" in book.complaint("backup", name, exit_code=1)
    for name in ("nowhere/copy.sqlite", "copy.sqlite/copy.sqlite"):
        assert "cannot write the backup" in book.complaint("backup", name, exit_code=1)
    assert {path.name for path in book.folder.iterdir()} == {"journal.sqlite", "copy.sqlite"}
