"""The tables themselves: append-only, with checks that even raw SQL meets."""

import sqlite3
from pathlib import Path

import pytest

from menace_kit.errors import LogbookError
from menace_kit.logbook import schema
from menace_kit.logbook.entries import ROW_FIELDS, Draft, Kind
from menace_kit.logbook.game_record import GameRow
from menace_kit.logbook.store import Logbook
from tests.logbook.games import check_logbook, kit_of

KIT = kit_of("")


@pytest.fixture
def raw(path: Path) -> sqlite3.Connection:
    """Return the file as any other program may open it, with nothing but foreign keys on."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def insert(raw: sqlite3.Connection, **facts: object) -> None:
    last = raw.execute("SELECT max(number) FROM entry").fetchone()[0]
    entry = {
        "number": last + 1,
        "action": last + 1,
        "at": "2026-05-01T12:00:00.000+00:00",
        "digest": 0,
        **facts,
    }
    raw.execute(
        f"INSERT INTO entry ({', '.join(entry)}) VALUES ({', '.join('?' * len(entry))})",
        list(entry.values()),
    )


def test_an_entry_that_makes_sense_is_taken_by_raw_sql_too(raw: sqlite3.Connection) -> None:
    insert(raw, kind="draw", game=1, box=1, colour="white", move="1")
    insert(raw, kind="recount", box=1, colour="gold", change=0)
    raw.close()


@pytest.mark.parametrize(
    "facts",
    [
        {"kind": "cheat"},
        {"kind": "draw", "game": 1, "box": 1, "colour": "white"},
        {"kind": "draw", "game": "one", "box": 1, "colour": "white", "move": "1"},
        {"kind": "reply", "game": 1},
        {"kind": "lot", "move": "1"},
        {"kind": "start", "game": 1},
        {"kind": "start", "game": 1, "side": "third"},
        {"kind": "end", "game": 1},
        {"kind": "end", "game": 1, "result": "victory"},
        {"kind": "confirm"},
        {"kind": "abandon"},
        {"kind": "adjust", "game": 1, "box": 1, "colour": "white"},
        {"kind": "undo", "game": 1},
        {"kind": "undo", "game": 1, "undoes": 9999},
        {"kind": "reply", "game": 1, "move": "1", "undoes": 1},
        {"kind": "reply", "game": 1, "move": "1", "number": 1},
        {"kind": "reply", "game": 1, "move": "1", "number": 0},
        {"kind": "reply", "game": 1, "move": "1", "action": 9999},
        {"kind": "reply", "game": 1, "move": "1", "at": "today"},
        {"kind": "recount", "box": 1, "colour": "white", "change": 1.5},
    ],
    ids=str,
)
def test_nonsense_is_refused_even_from_raw_sql(
    raw: sqlite3.Connection, facts: dict[str, object]
) -> None:
    before = raw.execute("SELECT count(*) FROM entry").fetchone()
    with pytest.raises(sqlite3.IntegrityError):
        insert(raw, **facts)
    assert raw.execute("SELECT count(*) FROM entry").fetchone() == before
    raw.close()


@pytest.mark.parametrize(
    ("statement", "complaint"),
    [
        ("UPDATE entry SET colour = 'gold' WHERE number = 2", "never changed"),
        ("UPDATE entry SET at = at", "never changed"),
        ("DELETE FROM entry WHERE number = (SELECT max(number) FROM entry)", "never removed"),
        ("DELETE FROM entry", "never removed"),
    ],
)
def test_entries_are_never_changed_or_removed(
    raw: sqlite3.Connection, statement: str, complaint: str
) -> None:
    with pytest.raises(sqlite3.IntegrityError, match=f"entries of the logbook are {complaint}"):
        raw.execute(statement)
    raw.close()


def test_what_the_tables_refuse_is_told_as_a_logbook_error_and_nothing_of_it_is_written(
    path: Path,
) -> None:
    with Logbook(path, KIT) as logbook:
        before = list(logbook.entries())
        fine = Draft(kind=Kind.RECOUNT, box=1, colour="white", change=1)
        bad = Draft(kind=Kind.RECOUNT, box=1, colour="white", change=-99)
        with pytest.raises(LogbookError, match=r"does not take this: .*; nothing was recorded"):
            logbook.append([(fine,), (fine, bad)], logbook.last_entry)
        assert list(logbook.entries()) == before
        check_logbook(logbook)


def test_a_logbook_is_set_to_lose_nothing_to_a_pulled_plug(path: Path) -> None:
    expected = {
        "synchronous": 3,
        "journal_mode": "delete",
        "ignore_check_constraints": 0,
    }
    for file in (path, path.with_name("made-just-now.sqlite")):
        with Logbook(file, KIT) as logbook:
            assert {name: logbook.select(f"PRAGMA {name}")[0][0] for name in expected} == expected


def test_a_new_logbook_has_our_tables_and_our_mark(path: Path) -> None:
    for file in (path, path.with_name("made-just-now.sqlite")):
        with Logbook(file, KIT) as logbook:
            assert logbook.select("PRAGMA application_id") == [(schema.APPLICATION_ID,)]
            assert logbook.select("PRAGMA user_version") == [(schema.SCHEMA,)]
            made = "SELECT type, name, sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY name"
            assert logbook.select(made) == schema.our_schema()


def test_the_columns_are_what_entries_and_games_have(path: Path) -> None:
    columns = {
        "entry": (*ROW_FIELDS, "digest"),
        "game": (*GameRow._fields, "entries", "digest"),
        **{table: (*names, "digest") for table, names in schema.BESIDE.items()},
    }
    with Logbook(path, KIT) as logbook:
        for table, names in columns.items():
            found = logbook.select("SELECT name FROM pragma_table_info(?)", (table,))
            assert tuple(name for (name,) in found) == names
