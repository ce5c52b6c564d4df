"""A journal of the second schema, kept as a file: it opens with all its entries, its games and the ticks of its list.

`second-schema.sqlite` was written by the version that had two migrations: a game of which only the outcome was entered,
another one that was taken back, one that was broken off, and one whose tick-list is open with its first line done. It
is never written again.
"""

import shutil
import sqlite3
from pathlib import Path

import pytest

from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Due
from menace_kit.journal.audit import audit
from menace_kit.journal.schema import MIGRATIONS
from menace_kit.journal.store import Journal
from menace_kit.machine.kit import load_preset
from tests.journal.games import check_book

KEPT = Path(__file__).parent / "second-schema.sqlite"
KIT = load_preset("michie-1961")


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Return a copy of the old journal."""
    return Path(shutil.copy(KEPT, tmp_path / "journal.sqlite"))


def rows(path: Path, table: str) -> list[tuple[object, ...]]:
    """Return the rows of a table as the file has them."""
    connection = sqlite3.connect(path)
    try:
        return connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
    finally:
        connection.close()


def test_the_old_journal_really_is_of_the_second_schema(old: Path) -> None:
    connection = sqlite3.connect(old)
    assert connection.execute("PRAGMA user_version").fetchone() == (2,)
    connection.close()
    assert len(rows(old, "entry")) == 18
    assert rows(old, "tick")


@pytest.mark.parametrize("table", ["entry", "game", "contents", "tick", "meta"])
def test_opening_it_keeps_every_row(old: Path, table: str) -> None:
    before = rows(old, table)
    with Journal(old, KIT) as journal:
        assert journal.select("PRAGMA user_version") == [(len(MIGRATIONS),)]
    assert rows(old, table) == before


def test_it_is_in_order_and_goes_on(old: Path) -> None:
    with Journal(old, KIT) as journal:
        check_book(journal)
        assert not list(audit(journal))
        games = [(game.state, game.result, game.outcome_only) for game in journal.games()]
        assert games == [
            ("ended", "win", 1),
            ("taken-back", None, 1),
            ("abandoned", None, 0),
            ("ended", "loss", 1),
        ]
        desk = Desk(journal)
        assert (desk.session.due, desk.ticked) == (Due.ADJUST, frozenset({1}))
        desk.act(lambda session: session.confirm())
        check_book(journal)


def test_it_has_the_indexes_and_triggers_of_a_new_one(old: Path, tmp_path: Path) -> None:
    Journal(old, KIT).close()
    Journal(tmp_path / "new.sqlite", KIT).close()
    names = "sqlite_schema WHERE type IN ('trigger', 'index') AND sql IS NOT NULL"
    assert [row[1] for row in rows(old, names)] == [row[1] for row in rows(tmp_path / "new.sqlite", names)]
