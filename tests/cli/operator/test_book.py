"""`operator box`, `contents`, `recount`, `stocktake`, `history`, `game`, `verify`, `export`, `backup`, as typed."""

import csv
import json
import os
import sqlite3
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from menace_kit.cli import main
from menace_kit.journal.store import Journal
from menace_kit.machine import load_preset
from menace_kit.machine.kit import DEFAULT_PRESET
from tests.journal.games import play_random_games

ROOT = Path(__file__).resolve().parents[3]
WON = "1 2 5 3 9"


class Book:
    """A folder with a journal, and what the program says there."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capsys = capsys

    def run(self, *words: str, exit_code: int = 0) -> str:
        with pytest.raises(SystemExit) as ended:
            main(["operator", *words])
        out, err = self._capsys.readouterr()
        assert ended.value.code == exit_code, out + err
        return out + err

    def complaint(self, *words: str, exit_code: int = 2) -> str:
        before = self.entries()
        said = self.run(*words, exit_code=exit_code)
        assert self.entries() == before
        return said

    def entries(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.run("export").splitlines()]


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Book:
    """Lend a folder with a journal of one game, won and confirmed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TZ", "UTC")
    made = Book(tmp_path, capsys)
    made.run("record", WON, "--operator", "Ada", "--opponent", "[bold]Bob", "--done")
    return made


@pytest.mark.parametrize(
    "command", ["box 1", "contents", "recount 1 w=1", "stocktake", "history", "game 1", "verify", "export"]
)
def test_without_a_journal_it_says_how_one_begins(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "menace-kit operator start" in Book(tmp_path, capsys).run(*command.split(), exit_code=1)
    assert list(tmp_path.iterdir()) == []


# Boxes


def test_a_box_tells_what_is_in_it_and_how_that_came_about(book: Book) -> None:
    book.run("recount", "1", "white=5")
    said = book.run("box", "1")
    assert "Box 1, row 1, drawer 1  (move 1)" in said
    lines = [" ".join(line.split()) for line in said.splitlines()]
    assert {"W white 4 5 (+1)", "L lilac 4 4", "in all 12 13", "It was opened once."} <= set(lines)
    assert [line.split("  ")[-1] for line in said.splitlines()[-2:]] == [
        "game 1: +3 white",
        "counted: -2 white",
    ]
    facts = json.loads(book.run("box", "1", "--json"))
    assert (facts["number"], facts["opened"]) == (1, 1)
    assert facts["beads"] == facts["in_box"] == {"white": 5, "lilac": 4, "gold": 4}
    assert [change["change"] for change in facts["last_changes"]] == [3, -2]
    assert "It was never opened." in book.run("box", "2")
    assert "there is no box 305" in book.complaint("box", "305")


def test_a_bead_that_lies_before_its_box_is_told(book: Book) -> None:
    book.run("start")
    book.run("draw", "white")
    assert "One white of these lies before the box, for game 2 goes on." in book.run("box", "1")
    facts = json.loads(book.run("box", "1", "--json"))
    assert (facts["beads"]["white"], facts["in_box"]["white"]) == (7, 6)
    book.run("undo")
    assert "opened once" in book.run("box", "1")


def test_the_contents_are_the_start_and_what_was_learned(book: Book) -> None:
    held = {each["number"]: each["beads"] for each in json.loads(book.run("contents", "--json"))}
    boxes = load_preset(DEFAULT_PRESET).boxes
    learned = {1: "white", 8: "gold", 120: "amber"}
    assert held == {
        box.number: {c: n + 3 * (learned.get(box.number) == c) for c, n in box.start.items()} for box in boxes
    }
    rows = list(csv.DictReader(StringIO(book.run("contents", "--csv"))))
    assert {int(row["number"]): int(row["total"]) for row in rows} == {
        n: sum(b.values()) for n, b in held.items()
    }
    assert (rows[0]["white"], rows[0]["red"]) == ("7", "")
    assert [line for line in book.run("contents").splitlines() if "*" in line] == [
        "   1 *   15:  7 white, 4 lilac, 4 gold",
        "   8 *   24:  3 silver, 3 black, 6 gold, 3 green, 3 amber, 3 red, 3 pink",
        " 120 *   13:  2 black, 2 green, 5 amber, 2 red, 2 pink",
    ]
    assert "exclude each other" in book.complaint("contents", "--json", "--csv")


# Counting


def test_a_count_wins_and_the_difference_is_written_down(book: Book) -> None:
    said = book.run("recount", "1", "white=5", "D=6")
    assert "  5 white, the book said 7: 2 fewer\n  6 gold, the book said 4: 2 more" in said
    assert "By the book it now holds 5 white, 4 lilac, 6 gold; 15 beads in all." in said
    changes = [(e["colour"], e["change"]) for e in book.entries() if e["kind"] == "recount"]
    assert changes == [("white", -2), ("gold", 2)]
    assert "  5 white, as the book says" in book.run("recount", "1", "white=5")
    assert "fill it to the brim" in book.run("recount", "1", "white=500")
    assert "In order" in book.run("verify")


def test_a_count_in_a_game_leaves_the_drawn_bead_out(book: Book) -> None:
    book.run("start")
    book.run("draw", "white")
    said = book.run("recount", "1", "white=5")
    assert "5 white, the book said 6: 1 fewer" in said
    assert "The white bead of game 2 that lies before the box is not counted" in said
    assert json.loads(book.run("box", "1", "--json"))["beads"]["white"] == 6
    book.run("abandon")
    assert "In order" in book.run("verify")


def test_a_count_with_an_open_list_says_what_it_is_taken_for(book: Book) -> None:
    book.run("record", WON)
    assert "not put right yet" in book.run("recount", "1", "white=10")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("1 green=2", "box 1 never holds green"),
        ("1 mauve=2", "no colour 'mauve'"),
        ("1 white", "'white' is no count"),
        ("1 white=", "is no count"),
        ("1 =3", "is no count"),
        ("1 white=two", "is no count"),
        ("1 white=3.5", "is no count"),
        ("1 white=³", "is no count"),
        ("1 white=1=2", "is no count"),
        ("1 white=-1", "from 0 to 9999"),
        ("1 white=10000", "from 0 to 9999"),
        ("1 white=999999999999", "is no count"),
        ("1 white=1 w=1", "white is counted twice"),
        ("0 white=1", "there is no box 0"),
        ("1", "Missing argument"),
    ],
)
def test_nonsense_is_not_written_down(book: Book, words: str, complaint: str) -> None:
    assert complaint in book.complaint("recount", *words.split())


def test_a_stocktake_asks_for_what_was_touched_and_writes_it_down(book: Book) -> None:
    sheet = book.run("stocktake")
    assert "3 boxes have been touched" in sheet
    assert "[ ] Box 1, row 1, drawer 1: 7 white, 4 lilac, 4 gold; 15 in all" in sheet
    assert max(map(len, sheet.splitlines())) < 80
    said = book.run(
        "stocktake", "--done", "--differ", "8 gold=5", "--differ", "120, amber=5", "--operator", "Eve"
    )
    assert "  5 gold, the book said 6: 1 fewer" in said
    assert "2 boxes counted as the book says, 1 otherwise." in said
    *_, gold, amber, stock = book.entries()
    assert [e["kind"] for e in (gold, amber, stock)] == ["recount", "recount", "stocktake"]
    assert gold["action"] == amber["action"] == stock["action"] == gold["number"]
    assert stock["operator"] == "Eve"
    assert (
        book.run("stocktake")
        == "No box has been touched since the last count, so there is nothing to count.\n"
    )
    assert "nothing to count" in book.complaint("stocktake", "--done")
    assert "In order" in book.run("verify")


def test_only_a_whole_count_takes_a_box_off_the_sheet(book: Book) -> None:
    book.run("recount", "1", "white=7")
    assert "3 boxes" in book.run("stocktake")
    book.run("recount", "1", "white=7", "lilac=4", "gold=4")
    assert "2 boxes" in book.run("stocktake")
    book.run("stocktake", "--done")
    book.run("start")
    book.run("draw", "white")
    assert "1 box has been touched" in book.run("stocktake")


def test_a_stocktake_waits_for_the_game_and_its_list(book: Book) -> None:
    book.run("record", WON)
    assert "not put right yet" in book.run("stocktake")
    assert "not put right yet" in book.complaint("stocktake", "--done")
    book.run("adjust", "--done")
    book.run("start")
    assert "game 3 still goes on" in book.run("stocktake")
    assert "game 3 still goes on" in book.complaint("stocktake", "--done")


@pytest.mark.parametrize(
    ("differ", "complaint"),
    [
        (["8"], "is no box with counts"),
        ([""], "is no box with counts"),
        (["gold=5"], "is no box with counts"),
        (["8 gold=5", "8 red=1"], "box 8 is counted twice"),
        (["8 gold=5", "999 red=1"], "there is no box 999"),
        (["8 white=5"], "box 8 never holds white"),
    ],
)
def test_a_stocktake_with_nonsense_in_it_writes_nothing(
    book: Book, differ: list[str], complaint: str
) -> None:
    words = [word for text in differ for word in ("--differ", text)]
    assert complaint in book.complaint("stocktake", "--done", *words)
    assert "goes with --done" in book.complaint("stocktake", *words)


# What was played


def test_the_history_has_games_and_counts_in_order(book: Book) -> None:
    book.run("recount", "1", "white=5", "gold=4")
    book.run("recount", "2", "white=3")
    book.run("stocktake", "--done", "--operator", "Eve")
    book.run("record", "1 5 2 3 4 7", "--played-at", "2020-05-01T14:30")
    book.run("start", "--unconfirmed")
    book.run("draw", "gold")
    book.run("abandon")
    book.run("start", "--opponent", "Cy")
    lines = [line[26:] for line in book.run("history").splitlines()]
    assert lines == [
        "won         1 2 5 3 9          Ada against [bold]Bob",
        "box 1 counted: -2 white",
        "box 2 counted: as the book said",
        "stocktake, by Eve",
        "lost        1 5 2 3 4 7          (beads not put right)",
        "broken off  5",
        "goes on                        against Cy",
    ]
    assert "2020-05-01 14:30  lost" in book.run("history")
    assert [line.split()[0] for line in book.run("history", "--last", "2").splitlines()] == ["3", "4"]
    assert "stocktake" not in book.run("history", "--last", "3")


def test_a_game_is_replayed_with_what_was_taken_back(book: Book) -> None:
    book.run("start", "--operator", "Ada")
    for words in (
        "draw white",
        "reply 5",
        "undo",
        "reply 2",
        "draw gold",
        "reply 3",
        "draw amber",
        "undo",
        "draw amber",
    ):
        book.run(*words.split())
    said = book.run("game", "2")
    steps = [line for line in said.splitlines() if " on square " in line or "taken back" in line]
    assert steps == [
        "  1  O on square 1 (top left): white from box 1",
        "     taken back: X on square 5 (centre)",
        "  2  X on square 2 (top middle)",
        "  3  O on square 5 (centre): gold from box 8",
        "  4  X on square 3 (top right)",
        "     taken back: O on square 9 (bottom right): amber from box 120",
        "     taken back: the end: the machine won",
        "  5  O on square 9 (bottom right): amber from box 120",
    ]
    assert said.rstrip().endswith(
        "The machine won.\n"
        "  Box 1, row 1, drawer 1: +3 white\n"
        "  Box 8, row 1, drawer 8: +3 gold\n"
        "  Box 120, row 15, drawer 8: +3 amber\n"
        "That the beads were put right was never confirmed."
    )
    assert " O | X | X " in said
    assert max(map(len, said.splitlines())) < 80
    assert "Ada against [bold]Bob" in book.run("game", "1")
    assert "games 1 to 2 were begun" in book.complaint("game", "3")


# The audit


def test_a_book_in_order_says_so(book: Book) -> None:
    assert book.run("verify").startswith("In order: 11 entries, 1 game, 304 boxes;")


def test_a_damaged_book_is_told_with_exit_code_1(book: Book) -> None:
    db = sqlite3.connect(book.folder / "journal.sqlite")
    db.execute("UPDATE contents SET count = 99 WHERE box = 1")
    db.commit()
    said = book.run("verify", exit_code=1)
    assert said.splitlines()[0] == "3 things not in order:"
    assert "  box 1: the table of contents has 99 white, the entries give 7" in said.splitlines()
    db.execute("UPDATE contents SET count = 99")
    db.commit()
    db.close()
    assert len(book.run("verify", exit_code=1).splitlines()) == 52
    every = book.run("verify", "--all", exit_code=1).splitlines()
    assert every[0] == f"{len(every) - 1:,} things not in order:"


# Copies


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


@pytest.mark.parametrize("form", ["jsonl", "csv"])
@pytest.mark.parametrize("preset", ["michie-1961", "both-players", "gallmo", "michie-1961-287"])
def test_exported_games_can_be_imported_again(
    form: str,
    preset: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with Journal(tmp_path / "journal.sqlite", load_preset(preset)) as journal:
        play_random_games(journal, 25, seed=3)
    book = Book(tmp_path, capsys)
    book.run("export", "--games", "--format", form, f"games.{form}", "--preset", preset)
    assert "Entered 25 games" in book.run(
        "import", f"games.{form}", "--preset", preset, "--journal", "again.sqlite"
    )
    first, again = (
        json.loads(book.run("contents", "--json", "--preset", preset, "--journal", name))
        for name in ("journal.sqlite", "again.sqlite")
    )
    assert again == first
    assert book.run("export", "--games", "--preset", preset, "--journal", "again.sqlite") == book.run(
        "export", "--games", "--preset", preset
    )


def test_a_resignation_is_exported_as_one(book: Book) -> None:
    book.run(
        "recount", "8", *(f"{colour}=0" for colour in json.loads(book.run("box", "8", "--json"))["beads"])
    )
    book.run("start")
    for words in ("draw white", "reply 2", "empty"):
        book.run(*words.split())
    assert json.loads(book.run("export", "--games").splitlines()[-1])["moves"] == "1 2 resign"
    assert "gave up" in book.run("history")
    assert "     box 8 was empty (resign)" in book.run("game", "2")


def test_names_are_passed_on_as_they_are(book: Book) -> None:
    name = '=1+1, "Žofie" 🙂 \\n'
    book.run("record", WON, "--opponent", name, "--done")
    assert json.loads(book.run("export", "--games").splitlines()[-1])["opponent"] == name
    rows = list(csv.DictReader(StringIO(book.run("export", "--games", "--format", "csv"))))
    assert rows[-1]["opponent"] == name
    assert name in book.run("history")
    assert name in book.run("game", "2")


def test_an_export_in_a_terminal_of_old_is_utf_8(book: Book) -> None:
    book.run("record", WON, "--opponent", "Žofie", "--done")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [sys.executable, "-m", "menace_kit", "operator", "export", "--games"],
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
