"""`operator import` as typed: looked at before, entered once,
undone as a whole, and never by half.
"""

import json
import os
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
from menace_kit.guide.desk import Desk
from menace_kit.logbook.backups import COPIES
from menace_kit.logbook.store import Logbook
from tests.cli.operator.kept_logbook import WON, Kept
from tests.examples import preset

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


def test_a_game_that_stands_in_a_file_twice_is_not_entered(kept: Kept) -> None:
    twice = f"{WON};21.11.2025 14:30;Eve\n1-2-5-3-9;2025-11-21T14:30;Eve\n"
    (kept.folder / "a.csv").write_text(f"moves;played at;opponent\n{twice}", encoding="utf-8")
    assert "line 3: this is the same game as in line 2" in kept.complaint("import", "a.csv")


def test_imports_are_taken_back_one_after_the_other_behind_what_came_since(
    kept: Kept, sheet: Path
) -> None:
    before = contents(kept)
    kept.run("import", sheet.name)
    kept.run("import", sheet.name, "--again")
    kept.run("record", WON, "--done")
    assert "game 8 was begun after the import; undo that first" in kept.complaint(
        "undo", "--import"
    )
    kept.run("undo", "--game")
    assert "games 5 to 7" in kept.run("undo", "--import")
    told = kept.run("undo", "--import")
    assert "games 2 to 4" in told
    assert "take 3 RED beads out" in told
    assert contents(kept) == before
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
    kit = preset("michie-1961")
    for delay in (0.0, 0.05, 0.1, 0.2):
        process = started(kept.folder, "many.csv", "--again")
        while process.poll() is None and not hot.exists():
            time.sleep(0.001)
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        killed_while_writing += process.wait() == -signal.SIGKILL and hot.exists()
        with Logbook(kept.folder / "logbook.sqlite", kit) as logbook:
            assert (len(logbook.games(1)) % 2000, audit(logbook)) == (0, [])
            game = Desk(logbook).session.game
            assert not game or game.confirmed
    assert killed_while_writing, "every import was ready before it was killed"


@pytest.mark.prove
def test_a_thousand_games_take_few_seconds(kept: Kept) -> None:
    many_games(kept.folder / "many.csv", 1000)
    begun = time.process_time()
    assert "Entered 1,000 games. In the history: games 2 to 1001." in kept.run("import", "many.csv")
    assert time.process_time() - begun < 10, "it takes about two"


def test_the_example_in_the_documents_is_a_class_of_five_games(kept: Kept) -> None:
    facts = json.loads(
        kept.run("import", str(ROOT / "docs/guide/class-7b.csv"), "--check", "--json")
    )
    assert [line["result"] for line in facts["lines"]] == ["draw", "win", "draw", "loss", "win"]
    assert facts["mistakes"] == []
