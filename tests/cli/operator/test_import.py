"""`operator import` as typed: looked at before, entered once,
taken back as a whole, and never by half.
"""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from menace_kit.guide.audit import audit
from menace_kit.guide.desk import COPIES, Desk, Repeats
from menace_kit.guide.paper_file import read_games
from menace_kit.logbook.entries import GameRecord
from menace_kit.logbook.queries import games_after
from menace_kit.logbook.store import Logbook
from menace_kit.machine import load_preset
from menace_kit.machine.learning import Adjustment, Why, adjust, starting_contents
from tests.cli.operator.kept_logbook import WON, Kept

ROOT = Path(__file__).resolve().parents[3]

SHEET = (
    "Moves;Played At;Opponent;Result\n"
    "5,1,3,7,4,6,2,8,9;22.11.2025;Zoe;drawn\n"
    "# rained off\n"
    "1-5-9-3-7-4-8;21.11.2025 14:30;Eve;won\n"
    ";21.11.2025;Max;l\n"
)


@pytest.fixture
def sheet(kept: Kept) -> Path:
    path = kept.folder / "sheet.csv"
    path.write_text(SHEET, encoding="utf-8")
    return path


def contents(kept: Kept) -> Any:
    return json.loads(kept.run("boxes", "--now", "--json"))


def copies(kept: Kept) -> list[str]:
    return sorted(path.name for path in kept.folder.glob("*-before-import-*"))


def test_a_check_tells_every_line_what_changes_and_every_mistake_and_writes_nothing(
    kept: Kept,
) -> None:
    path = kept.folder / "sheet.csv"
    path.write_text(f"{SHEET}1 1;;Ada;\n1 2 3 3;;Ada;\n", encoding="utf-8")
    said = kept.complaint("import", "sheet.csv", "--check")
    assert "line 2  game 2  2025-11-22        against Zoe  5 1 3 7 4 6 2 8 9  A draw.\n" in said
    assert (
        "line 4  game 3  2025-11-21 14:30  against Eve  1 5 9 3 7 4 8      The machine won.\n"
        in said
    )
    assert (
        "line 5  game 4  2025-11-21        against Max                     The machine lost (only"
        in said
    )
    assert "  Box 146: red +3 -> 4\n" in said
    assert (
        "line 6: move 2 (1): 1 cannot be played now; free: 2, 3, 4, 5, 6, 7, 8, "
        "9\n    likewise in line 7\n"
    ) in said
    assert said.endswith("3 lines would do, 2 are wrong. Nothing was written.\n")
    facts = json.loads(kept.complaint("import", "sheet.csv", "--check", "--json"))
    assert [line["game"] for line in facts["lines"]] == [2, 3, 4]
    assert [mistake["line"] for mistake in facts["mistakes"]] == [6, 7]
    assert {"number": 146, "beads": {"red": 3}} in facts["changes"]
    assert copies(kept) == []


def test_a_look_at_a_file_without_games_says_so(kept: Kept) -> None:
    (kept.folder / "a.csv").write_text("moves;opponent\n", encoding="utf-8")
    assert "There is no game in this file" in kept.run("import", "a.csv", "--check")


def test_of_many_mistakes_as_many_are_told_as_fit_on_a_screen(kept: Kept) -> None:
    wrong = "".join(f"{moves} 1\n" for moves in ("1", "[", "5 x", "d4", "1 5 9 3 7 4 8"))
    (kept.folder / "a.csv").write_text(f"moves\n{'[' * 100_000}\n{wrong}", encoding="utf-8")
    for words in (("import", "a.csv", "--check"), ("import", "a.csv")):
        told = kept.complaint(*words).splitlines()
        assert max(map(len, told)) < 1700


def test_a_look_at_a_file_begins_no_logbook(kept: Kept, sheet: Path) -> None:
    assert "Nothing was written." in kept.run(
        "import", sheet.name, "--check", "--logbook", "new.sqlite"
    )
    assert not (kept.folder / "new.sqlite").exists()


def test_what_a_check_foretells_is_what_an_import_does(kept: Kept, sheet: Path) -> None:
    kit = load_preset("michie-1961")
    facts = json.loads(
        kept.run("import", sheet.name, "--check", "--json", "--logbook", "new.sqlite")
    )
    kept.run("import", sheet.name, "--logbook", "new.sqlite")
    expected = starting_contents(kit)
    for change in facts["changes"]:
        for colour, count in change["beads"].items():
            adjust(expected, [Adjustment(change["number"], colour, count, Why.RESULT)])
    with Logbook(kept.folder / "new.sqlite", kit) as logbook:
        assert logbook.contents() == expected


def test_a_file_or_a_game_that_was_entered_before_needs_to_be_said_again(
    kept: Kept, sheet: Path
) -> None:
    kept.run("import", sheet.name)
    before = contents(kept)
    assert "the whole file was imported before, on " in kept.complaint("import", sheet.name)
    assert ", as games 2 to 4; where it is meant, add --again" in kept.complaint(
        "import", sheet.name, "--check"
    )
    sheet.write_text(
        SHEET.replace(";22.11.2025", ";2025-11-22") + f"{WON};;Zoe;\n{WON};;Zoe;\n",
        encoding="utf-8",
    )
    said = kept.complaint("import", sheet.name)
    assert "line 2: this is game 2 of the logbook; where it is meant, add --again\n" in said
    assert "likewise in lines 4 to 5\n" in said
    assert "3 lines are wrong (2 would do)" in said
    assert contents(kept) == before
    assert "Entered 5 games. In the history: games 5 to 9." in kept.run(
        "import", sheet.name, "--again"
    )


def test_a_wrong_line_is_as_if_it_were_not_there(kept: Kept) -> None:
    path = kept.folder / "a.csv"
    good = f"{WON};1.5.2025;Eve\n"
    path.write_text(f"moves;played at;opponent\n{good}", encoding="utf-8")
    alone = json.loads(kept.run("import", "a.csv", "--check", "--json"))
    kept.run("record", "1 5 9 3 7 4 8", "--opponent", "Max", "--done", "--played-at", "2.5.2025")
    wrong = f"{WON};nonsense;Eve\n1 5 9 3 7 4 8;2.5.2025;Max\n"
    path.write_text(f"moves;played at;opponent\n{wrong}{good}", encoding="utf-8")
    facts = json.loads(kept.complaint("import", "a.csv", "--check", "--json"))
    assert facts["changes"] == alone["changes"]
    assert [(line["line"], line["game"]) for line in facts["lines"]] == [(4, 3)]
    assert [mistake["line"] for mistake in facts["mistakes"]] == [2, 3]
    said = kept.complaint("import", "a.csv", "--check")
    assert re.findall(r"^line (\d) .*wrong, see below", said, re.MULTILINE) == ["2", "3"]
    assert "1 line would do, 2 are wrong." in said


def test_a_check_tells_the_first_bead_of_an_outcome_as_data(kept: Kept) -> None:
    (kept.folder / "a.csv").write_text(
        f"moves,result,bead\n,won,white\n,lost,\n{WON},,\n", encoding="utf-8"
    )
    facts = json.loads(kept.run("import", "a.csv", "--check", "--json"))
    assert [(line["moves"], line["bead"], line["box"]) for line in facts["lines"]] == [
        (None, "white", 1), (None, None, None), (WON, None, None)
    ]  # fmt: skip


def test_a_game_that_was_broken_off_is_known_again(kept: Kept) -> None:
    path = kept.folder / "a.csv"
    line = "1 5 abandon;1.5.2025 14:30;Eve"
    path.write_text(f"moves;played at;opponent\n{line}\n", encoding="utf-8")
    kept.run("import", "a.csv")
    path.write_text(f"moves;played at;opponent\n{line}\n1 5;1.5.2025 14:30;Max\n", encoding="utf-8")
    assert "line 2: this is game 2 of the logbook" in kept.complaint("import", "a.csv")
    assert "this is game 2 of the logbook" in kept.complaint(
        "record", "1 5 abandon", "--opponent", "Eve", "--played-at", "1.5.2025"
    )


def test_damage_to_the_logbook_is_no_mistake_of_the_line(kept: Kept, sheet: Path) -> None:
    kept.run("import", sheet.name)
    with closing(sqlite3.connect(kept.folder / "logbook.sqlite")) as spoilt, spoilt:
        triggers = spoilt.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall()
        for name, _ in triggers:
            spoilt.execute(f"DROP TRIGGER {name}")
        spoilt.execute("UPDATE entry SET move = '9' WHERE game = 2 AND kind = 'reply'")
        for _, sql in triggers:
            spoilt.execute(sql)
    sheet.write_text(f"{SHEET}\n", encoding="utf-8")
    said = kept.run("import", sheet.name, exit_code=1)
    assert "logbook rescue" in said
    assert "line 2" not in said


def test_a_look_without_a_logbook_tells_games_that_stand_there_twice(kept: Kept) -> None:
    (kept.folder / "a.csv").write_text(
        f"moves,played_at\n{WON},2025-05-01T14:30\n{WON},2025-05-01T14:30\n"
    )
    look = ("import", "a.csv", "--check", "--logbook", "new.sqlite")
    assert "line 3: this is the same game as in line 2" in kept.complaint(*look)
    assert "2 lines would do" in kept.run(*look, "--again")


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (
            f"{WON};21.11.2025 14:30;Eve\n1-2-5-3-9;2025-11-21T14:30;Eve\n",
            "line 3: this is the same game as in line 2",
        ),
        (f"{WON};21.11.2025;Eve\n{WON};21.11.2025;Eve\n", None),
        (f"{WON};;Eve\n{WON};;Eve\n", None),
        (f"{WON};21.11.2025 14:30;Eve\n{WON};21.11.2025 14:30;Max\n", None),
    ],
)
def test_games_of_one_file_are_the_same_where_their_time_is(
    kept: Kept, lines: str, complaint: str | None
) -> None:
    (kept.folder / "a.csv").write_text(f"moves;played at;opponent\n{lines}", encoding="utf-8")
    if complaint:
        assert complaint in kept.complaint("import", "a.csv")
    else:
        assert "Entered 2 games" in kept.run("import", "a.csv")


def test_a_game_that_is_recorded_twice_is_noticed(kept: Kept) -> None:
    typed = ("record", WON, "--opponent", "Eve", "--done", "--played-at", "1.5.2025 14:30")
    kept.run(*typed)
    assert "this is game 2 of the logbook; where it is meant, add --again" in kept.complaint(*typed)
    kept.run(*typed, "--again")
    assert "played_at is a day like" in kept.complaint("record", WON, "--played-at", "1/5/2025")
    assert "operator count" in kept.complaint("record", "[12 white=3]")
    assert "Square a1 is read as 1" in kept.run("record", "a1 b1 b2 c1 c3", "--done")


def test_a_day_with_slashes_is_read_in_a_kit_whose_language_writes_it_so(kept: Kept) -> None:
    (kept.folder / "french.toml").write_text('print.language = "fr"\n', encoding="utf-8")
    french = ("--kit", "french.toml", "--logbook", "french.sqlite")
    kept.run("record", WON, "--done", "--played-at", "5/1/2025", *french)
    assert "2025-01-05" in kept.run("history", *french)


def test_a_time_in_the_future_has_to_be_meant(kept: Kept) -> None:
    typed = ("record", WON, "--done", "--played-at", "1.5.2150")
    assert "is in the future, by this computer's clock (" in kept.complaint(*typed)
    assert "where it is meant, add --future" in kept.complaint(*typed)
    kept.run(*typed, "--future")
    (kept.folder / "a.csv").write_text(f"moves,played_at\n{WON},2150-05-02\n", encoding="utf-8")
    assert "where it is meant, add --future" in kept.complaint("import", "a.csv")
    kept.run("import", "a.csv", "--future")
    assert "2150-05-01" in kept.run("history")


def test_the_last_import_is_taken_back_as_a_whole_with_the_beads_to_move(
    kept: Kept, sheet: Path
) -> None:
    before = contents(kept)
    sheet.write_text(f"{SHEET}[12 black=9];;;\n{WON};;;\n", encoding="utf-8")
    kept.run("import", sheet.name)
    held = {box["number"]: dict(box["beads"]) for box in contents(kept)}
    said = kept.run("undo", "--import")
    assert "The last import is taken back: games 2 to 5.\n" in said
    for line in said.splitlines():
        if line == "[ ] Box 12: the logbook says 3 black again; count the box.":
            held[12]["black"] = 3
        elif line.startswith("[ ] "):
            box, beads = line.removeprefix("[ ] Box ").removesuffix(".").split(": ")
            for deed in beads.split("; "):
                verb, number, colour, *_ = deed.split()
                held[int(box.split(",")[0])][colour.lower()] += int(number) * (
                    -1 if verb == "take" else 1
                )
    assert [held[box["number"]] for box in before] == [box["beads"] for box in before]
    assert contents(kept) == before
    assert "In order" in kept.run("verify")
    assert "no import is in this logbook" in kept.complaint("undo", "--import")
    assert "Entered 4 games" in kept.run("import", sheet.name), "what was taken back may be entered"


def test_imports_are_taken_back_one_after_the_other_behind_what_came_since(
    kept: Kept, sheet: Path
) -> None:
    before = contents(kept)
    kept.run("import", sheet.name)
    kept.run("import", sheet.name, "--again")
    kept.run("record", WON, "--done")
    assert "game 8 was begun after the import; take that back first" in kept.complaint(
        "undo", "--import"
    )
    kept.run("undo", "--game")
    assert "games 5 to 7" in kept.run("undo", "--import")
    facts = json.loads(kept.run("undo", "--import", "--json"))
    assert facts["games"] == [4, 3, 2]
    assert [move["beads"] for move in facts["by_hand"] if move["colour"] == "red"] == [3]
    assert contents(kept) == before
    assert "In order" in kept.run("verify")


def test_an_import_is_taken_back_behind_one_game_and_not_behind_two(
    kept: Kept, sheet: Path
) -> None:
    kept.run("import", sheet.name)
    assert "as games 2 to 4; where" in kept.complaint("import", sheet.name)
    kept.run("start")
    assert "end it with menace-kit operator end, then take" in kept.complaint("undo", "--import")
    kept.run("end")
    kept.run("undo", "--game")
    kept.run("record", WON, "--done")
    said = kept.complaint("undo", "--import")
    assert (
        "game 6 was begun after the import; take that back first: menace-kit operator undo --game"
        in said
    )
    kept.run("start")
    said = kept.complaint("undo", "--import")
    assert "cannot be taken back any more, for games 6 to 7 came after it" in said
    assert f"before the import is {copies(kept)[0]}" in said.replace(f"{kept.folder}{os.sep}", "")


def test_an_import_that_was_taken_back_is_told_whole_by_the_status(kept: Kept, sheet: Path) -> None:
    sheet.write_text(f"{SHEET}[12 black=9];;;\n", encoding="utf-8")
    kept.run("import", sheet.name)
    told = json.loads(kept.run("undo", "--import", "--json"))
    assert told["games"] == [4, 3, 2]
    assert [(count["box"], count["colour"], count["beads"]) for count in told["counts"]] == [
        (12, "black", 3)
    ]
    assert json.loads(kept.run("status", "--json"))["by_hand"] == told["by_hand"]
    boxes = {str(move["box"]) for move in told["by_hand"]}
    said = kept.run("status")
    assert "Now move these beads:" in said
    assert boxes == set(re.findall(r"^\W*Box (\d+): .*bead", said, re.MULTILINE))


def test_of_an_import_that_only_took_stock_nothing_can_be_taken_back(kept: Kept) -> None:
    (kept.folder / "stock.csv").write_text("moves\n[stocktake]\n", encoding="utf-8")
    kept.run("import", "stock.csv")
    assert "counted as the logbook said, stands" in kept.complaint("undo", "--import")


def test_a_count_from_an_import_is_no_bead_to_move_and_gives_way_to_a_later_one(kept: Kept) -> None:
    (kept.folder / "counts.csv").write_text("moves\n[1 white=1]\n", encoding="utf-8")
    before = json.loads(kept.run("boxes", "--now", "--json"))[0]["beads"]["white"]
    kept.run("import", "counts.csv")
    said = kept.run("undo", "--import")
    assert f"[ ] Box 1: the logbook says {before} white again; count the box.\n" in said
    assert "Move these beads" not in said
    kept.run("import", "counts.csv")
    kept.run("count", "1", "white=4")
    assert "what was counted since" in kept.complaint("undo", "--import")
    assert json.loads(kept.run("boxes", "--now", "--json"))[0]["beads"]["white"] == 4
    assert "In order" in kept.run("verify")


def test_what_an_import_counted_after_a_game_is_taken_back_before_that_game(kept: Kept) -> None:
    before = contents(kept)
    (kept.folder / "both.csv").write_text(f"moves\n{WON}\n[1 white=0]\n", encoding="utf-8")
    kept.run("import", "both.csv", "--again")
    kept.run("undo", "--import")
    assert contents(kept) == before


def test_a_box_that_was_counted_since_keeps_its_beads(kept: Kept, sheet: Path) -> None:
    kept.run("import", sheet.name)
    kept.run("count", "146", "red=0")
    assert "counted" in kept.complaint("undo", "--import")


def test_a_copy_is_made_before_each_import_and_the_last_three_are_kept(
    kept: Kept, sheet: Path
) -> None:
    (kept.folder / "logbook-before-import-my-own.sqlite").write_text("mine")
    states = []
    for _ in range(COPIES + 2):
        states.append(kept.run("export"))
        kept.run("import", sheet.name, "--again")
    stayed = sorted(
        set(copies(kept)) - {"logbook-before-import-my-own.sqlite"},
        key=lambda name: (kept.folder / name).stat().st_mtime_ns,
    )
    assert len(stayed) == COPIES
    assert [kept.run("export", "--logbook", name) for name in stayed] == states[-COPIES:]
    assert (kept.folder / "logbook-before-import-my-own.sqlite").read_text() == "mine"


def test_a_game_or_an_import_is_taken_back_not_both(kept: Kept) -> None:
    assert "--game and --import exclude each other" in kept.complaint("undo", "--game", "--import")


def test_at_an_empty_box_no_bead_is_asked_for(kept: Kept) -> None:
    kept.run("start")
    kept.run("count", "1", "white=0", "lilac=0", "gold=0")
    said = kept.run("status")
    assert "The box should be empty. If it is, " in said
    assert said.endswith(": menace-kit operator empty\n")
    assert "Draw a bead" not in said


# Many games, and a plug that is pulled


def many_games(path: Path, count: int) -> None:
    path.write_text(
        "moves\n" + "".join(f"{WON}\n1 5 9 3 7 4 8\n" for _ in range(count // 2)), encoding="utf-8"
    )


def started(folder: Path, *words: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "menace_kit", "operator", "import", *words],
        cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip


@pytest.mark.skipif(os.name != "posix", reason="kills as POSIX does")
@pytest.mark.prove
def test_an_import_that_is_killed_is_in_the_logbook_whole_or_not_at_all(kept: Kept) -> None:
    many_games(kept.folder / "many.csv", 2000)
    hot = kept.folder / "logbook.sqlite-journal"
    killed_while_writing = 0
    kit = load_preset("michie-1961")
    for delay in (0.0, 0.05, 0.1, 0.2):
        process = started(kept.folder, "many.csv", "--again")
        while process.poll() is None and not hot.exists():
            time.sleep(0.001)
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        killed_while_writing += process.wait() == -signal.SIGKILL and hot.exists()
        with Logbook(kept.folder / "logbook.sqlite", kit) as logbook:
            assert (len(games_after(logbook, 1)) % 2000, audit(logbook)) == (0, [])
            game = Desk(logbook).session.game
            assert not game or game.confirmed
    assert killed_while_writing, "every import was ready before it was killed"


@pytest.mark.prove
def test_a_thousand_games_take_few_seconds(kept: Kept) -> None:
    many_games(kept.folder / "many.csv", 1000)
    begun = time.process_time()
    assert "Entered 1000 games. In the history: games 2 to 1001." in kept.run("import", "many.csv")
    assert time.process_time() - begun < 10, "it takes about two"


def test_each_game_of_a_day_is_read_once_to_look_for_repeats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    with Logbook(tmp_path / "logbook.sqlite", load_preset("michie-1961")) as logbook:
        desk, game = Desk(logbook), logbook.game
        line = '{"moves": "%s", "played_at": "2025-05-01"}\n'
        desk.act_all(read_games(desk.session, 20 * (line % WON)).rehearsal.actions)

        def counted(number: int) -> GameRecord | None:
            read.append(number)
            return game(number)

        monkeypatch.setattr(logbook, "game", counted)
        found = read_games(desk.session, 20 * (line % "1 5 9 3 7 4 8"), repeats=Repeats(logbook))
        assert (found.games, sorted(read)) == (20, list(range(1, 21)))


def test_the_example_in_the_documents_is_a_class_of_five_games(kept: Kept) -> None:
    facts = json.loads(
        kept.run("import", str(ROOT / "docs/guide/class-7b.csv"), "--check", "--json")
    )
    assert [line["result"] for line in facts["lines"]] == ["draw", "win", "draw", "loss", "win"]
    assert facts["mistakes"] == []
