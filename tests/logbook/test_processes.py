"""What real processes do to a logbook: killed at any moment, and several at once."""

import json
import os
import sqlite3
import subprocess
import sys
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from menace_kit.logbook.schema import TABLES, statements
from menace_kit.logbook.store import Logbook
from tests.logbook.games import check_logbook, kit_named, play_random_games, quick_folder

pytestmark = pytest.mark.prove

ROOT = Path(__file__).resolve().parent.parent.parent

needs_fork = pytest.mark.skipif(
    not hasattr(os, "fork"), reason="the processes are forked, which Windows cannot"
)


AROUND = 11
"""Statements that are done besides: begin, versions, old tables, commit."""


def done(what: str, folder: Path, times: int) -> dict[str, int]:
    """Return what the processes did; fail with what they said where something is wrong."""
    command = [
        sys.executable,
        "-W",
        "error",
        "-m",
        "tests.logbook.processes",
        what,
        str(folder),
        str(times),
    ]
    run = subprocess.run(
        command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=300, check=False
    )
    assert run.returncode == 0, run.stderr
    found: dict[str, int] = json.loads(run.stdout)
    return found


@needs_fork
def test_a_process_killed_while_it_migrates_leaves_a_logbook_that_opens(tmp_path: Path) -> None:
    found = done("migrating", tmp_path, 2000)
    # Before each statement that reads the old tables, removes them, makes the new ones
    # and fills them.
    assert found["statements"] > AROUND + len(statements(TABLES))
    assert found["in the middle of writing"] > 10


@needs_fork
def test_a_process_killed_at_any_moment_loses_nothing_that_it_had_acknowledged() -> None:
    with quick_folder() as folder:
        found = done("kill", folder, 200)
    assert found["killed"] == 200
    assert found["acknowledged"] >= found["waited for"] > 100
    # Those that were killed before a statement were caught in the act where
    # it was one of a transaction.
    assert found["in the middle of writing"] > 10


@needs_fork
def test_two_processes_never_lose_double_or_mix_up_what_they_write() -> None:
    with quick_folder() as folder:
        found = done("two", folder, 1000)
    assert found["steps"] == 1000
    assert found["games"] > 10
    assert found["moved on"] >= found["meetings"] == 50
    assert found["turns"] >= found["meetings"]


@needs_fork
def test_programs_that_make_the_same_logbook_at_once_make_one() -> None:
    with quick_folder() as folder:
        assert done("create", folder, 40) == {"made": 40}


def test_a_program_that_is_slow_to_look_does_not_take_the_logbook_of_a_quick_one_for_something_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, kit = tmp_path / "logbook.sqlite", kit_named("michie")
    quick = Thread(target=lambda: Logbook(path, kit).close())

    class Slow(sqlite3.Connection):
        """Looks at what kind of file it is, and falls asleep over it."""

        def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
            if sql == "PRAGMA user_version" and quick.ident is None:
                quick.start()
                quick.join(0.5)
            return super().execute(sql, *values)

    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Slow))
    with Logbook(path, kit) as logbook:
        quick.join()
        check_logbook(logbook)
        play_random_games(logbook, 1, seed=1)
