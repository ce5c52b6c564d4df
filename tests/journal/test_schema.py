"""The tables themselves: append-only, with checks that even raw SQL meets,
and migrations that all happen or none.
"""

import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest

from menace_kit.errors import JournalError
from menace_kit.journal import schema
from menace_kit.journal.entries import ENTRY_FIELDS, Draft, GameRow, Kind
from menace_kit.journal.store import Journal
from tests.journal.games import check_book, kit_of, play_random_games

KIT = kit_of("")


@pytest.fixture(scope="module")
def of_two_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a journal that is not to be changed."""
    path = tmp_path_factory.mktemp("games") / "journal.sqlite"
    with Journal(path, KIT) as journal:
        play_random_games(journal, 2, seed=7)
    return path


@pytest.fixture
def path(of_two_games: Path, tmp_path: Path) -> Path:
    return Path(shutil.copyfile(of_two_games, tmp_path / "journal.sqlite"))


@pytest.fixture
def raw(path: Path) -> sqlite3.Connection:
    """Return the file as any other program may open it, with nothing but foreign keys on."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def insert(raw: sqlite3.Connection, **facts: object) -> None:
    last = raw.execute("SELECT max(number) FROM entry").fetchone()[0]
    entry = {"number": last + 1, "action": last + 1, "at": "2026-05-01T12:00:00.000+00:00", **facts}
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
        {"kind": "draw", "game": 1, "box": 1, "colour": "green", "move": "1"},
        {"kind": "draw", "game": 1, "box": 305, "colour": "white", "move": "1"},
        {"kind": "draw", "game": 3, "box": 1, "colour": "white", "move": "1"},
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
    "statement",
    [
        "UPDATE contents SET count = -1 WHERE box = 1",
        "UPDATE game SET state = 'won'",
        "UPDATE game SET state = 'ended', result = NULL",
        "UPDATE game SET state = 'running'",
        "UPDATE game SET confirmed = 2",
        "INSERT INTO contents VALUES (1, 'white', 1, 1)",
        "INSERT INTO meta VALUES ('fingerprint', 'x')",
        "INSERT INTO tick VALUES (9999, 1)",
        "INSERT INTO tick VALUES (1, 0)",
        "INSERT INTO meta VALUES ('more', NULL)",
        "DELETE FROM game",
        "DELETE FROM contents",
    ],
)
def test_the_checkpoint_refuses_nonsense_too(raw: sqlite3.Connection, statement: str) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        raw.execute(statement)
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
    with pytest.raises(sqlite3.IntegrityError, match=f"entries of the journal are {complaint}"):
        raw.execute(statement)
    raw.close()


def test_what_the_tables_refuse_is_told_as_a_journal_error_and_nothing_of_it_is_written(
    path: Path,
) -> None:
    with Journal(path, KIT) as journal:
        before = list(journal.entries())
        fine = Draft(kind=Kind.RECOUNT, box=1, colour="white", change=1)
        bad = Draft(kind=Kind.RECOUNT, box=1, colour="white", change=-99)
        with pytest.raises(JournalError, match=r"does not take this: .*; nothing was recorded"):
            journal.append([(fine,), (fine, bad)], journal.last_entry)
        assert list(journal.entries()) == before
        check_book(journal)


def test_a_journal_is_set_to_lose_nothing_to_a_pulled_plug(path: Path) -> None:
    expected = {
        "synchronous": 3,
        "journal_mode": "delete",
        "foreign_keys": 1,
        "ignore_check_constraints": 0,
    }
    for file in (path, path.with_name("made-just-now.sqlite")):
        with Journal(file, KIT) as journal:
            assert {name: journal.select(f"PRAGMA {name}")[0][0] for name in expected} == expected


def test_the_columns_are_what_entries_and_games_have() -> None:
    assert schema.ENTRY_COLUMNS == ENTRY_FIELDS
    assert (*GameRow._fields, "entries") == schema.GAME_COLUMNS


# Migrations


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Put a list in the place of the migrations, which a test may lengthen."""
    migrations = list(schema.MIGRATIONS)
    monkeypatch.setattr("menace_kit.journal.schema.MIGRATIONS", migrations)
    monkeypatch.setattr("menace_kit.journal.store.MIGRATIONS", migrations)
    return migrations


SECOND = """
    CREATE TABLE visitor (name TEXT PRIMARY KEY) STRICT;
    CREATE TRIGGER visitors_stay BEFORE DELETE ON visitor
        BEGIN SELECT 1; SELECT RAISE(ABORT, 'visitors stay'); END;
    INSERT INTO visitor VALUES ('Ada; Bob');
"""


def version(path: Path) -> tuple[int, int]:
    connection = sqlite3.connect(path)
    found = [
        connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("application_id", "user_version")
    ]
    connection.close()
    return found[0], found[1]


def test_a_new_journal_has_every_migration_and_our_mark(path: Path) -> None:
    assert version(path) == (schema.APPLICATION_ID, len(schema.MIGRATIONS))
    assert path.read_bytes()[68:72] == b"MNCE"


def test_a_later_migration_runs_when_the_journal_is_opened(path: Path, later: list[str]) -> None:
    before = entries_of(path)
    later.append(SECOND)
    for _ in range(2):
        with Journal(path, KIT) as journal:
            assert journal.select("SELECT name FROM visitor") == [("Ada; Bob",)]
            assert [entry.number for entry in journal.entries()] == before
            check_book(journal)
            play_random_games(journal, 1, seed=8)
            before = [entry.number for entry in journal.entries()]
    assert version(path)[1] == len(later)


def entries_of(path: Path) -> Sequence[int]:
    with Journal(path, KIT) as journal:
        return [entry.number for entry in journal.entries()]


def test_migrations_all_happen_or_none(path: Path, later: list[str]) -> None:
    content = path.read_bytes()
    later += [
        SECOND,
        "CREATE TABLE badge (name TEXT) STRICT;\nCREATE TABLE badge (name TEXT) STRICT;\n",
    ]
    with pytest.raises(JournalError):
        Journal(path, KIT)
    assert path.read_bytes() == content
    del later[-2:]
    with Journal(path, KIT) as journal:
        check_book(journal)


def test_a_new_journal_whose_migrations_fail_is_no_half_a_journal(
    tmp_path: Path, later: list[str]
) -> None:
    path = tmp_path / "new.sqlite"
    later.append("CREATE TABLE entry (number INTEGER) STRICT;\n")
    with pytest.raises(JournalError):
        Journal(path, KIT)
    later.pop()
    with Journal(path, KIT) as journal:
        play_random_games(journal, 1, seed=1)
        check_book(journal)
