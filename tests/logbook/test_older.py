"""Logbooks of schemas 4 and 5, kept as files: every later version must open them,
and find every bead in them.

The programs of their time wrote them; `sqlite3.Connection.iterdump` wrote them down, behind the two
marks that a dump leaves out. They are never written again: logbooks like them lie beside somebody's
boxes.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from menace_kit.errors import LogbookDamagedError, LogbookError, LogbookUnwritableError
from menace_kit.guide import counting
from menace_kit.guide.audit import audit
from menace_kit.guide.desk import Desk
from menace_kit.guide.situation import Due
from menace_kit.logbook.clock import clock_notes
from menace_kit.logbook.entries import CHANGES, Kind
from menace_kit.logbook.export import game_facts
from menace_kit.logbook.older import fault_in, upgrade
from menace_kit.logbook.rescue import rescue
from menace_kit.logbook.schema import SCHEMA
from menace_kit.logbook.store import Logbook
from tests.examples import preset
from tests.guide.scripts import do
from tests.logbook.audited import damage
from tests.logbook.games import check_logbook, play_random_games

HERE = Path(__file__).parent
KIT = preset("nim-8")
OLD = {4: ("fourth-schema.sql", 39), 5: ("fifth-schema.sql", 18)}
"""Schema -> a file of it, and how many entries it has."""


def kept(version: int, folder: Path) -> Path:
    path = folder / "logbook.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.executescript((HERE / OLD[version][0]).read_text(encoding="utf-8"))
    return path


@pytest.fixture
def fourth(tmp_path: Path) -> Path:
    return kept(4, tmp_path)


@pytest.mark.parametrize("version", OLD)
def test_an_old_logbook_opens_adds_up_and_goes_on(tmp_path: Path, version: int) -> None:
    path, entries = kept(version, tmp_path), OLD[version][1]
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (version,)
    with Logbook(path, KIT) as logbook:
        check_logbook(logbook)
        assert logbook.select("PRAGMA user_version") == [(SCHEMA,)]
        found = list(logbook.entries())
        assert len(found) == entries
        assert all((entry.count is not None) == (entry.kind in CHANGES) for entry in found)
        desk = Desk(logbook)
        if desk.session.due is Due.REPLY:
            do(desk, "end")
        elif desk.session.due is Due.ADJUST:
            do(desk, "confirm")
        play_random_games(logbook, 3, seed=2)
        check_logbook(logbook)
        assert list(logbook.entries())[:entries] == found
        told = [finding.message for finding in audit(logbook)]
        assert all("never confirmed" in message for message in told)


def test_a_logbook_of_the_fourth_schema_keeps_its_keys_its_ticks_and_what_is_said_of_the_clock(
    fourth: Path,
) -> None:
    with Logbook(fourth, KIT) as logbook:
        assert logbook.holds("a quick one")
        assert logbook.holds("a count")
        assert not logbook.holds("another")
        assert Desk(logbook).ticked == {1}
        assert [note.operator for note in clock_notes(logbook)] == ["Ada"]


def test_keys_that_were_altered_in_an_older_logbook_are_not_believed(fourth: Path) -> None:
    damage(fourth, "UPDATE act_key SET key = 'another' WHERE key = 'a count'", sealed=False)
    with Logbook(fourth, KIT) as logbook:
        assert not any(logbook.holds(key) for key in ("a count", "another", "a quick one"))


def test_a_file_that_may_only_be_read_is_read_as_it_is(fourth: Path) -> None:
    # A version of the file's format that SQLite may read but not write.
    with fourth.open("r+b") as file:
        file.seek(18)
        file.write(b"\x03")
    before = fourth.read_bytes()
    with Logbook(fourth, KIT) as logbook:
        assert len(list(game_facts(logbook))) == 7
        with pytest.raises(LogbookUnwritableError, match="nothing was recorded"):
            Desk(logbook).act(lambda session: session.confirm())
    assert fourth.read_bytes() == before


def test_a_reader_of_an_older_logbook_leaves_it_as_it_is(fourth: Path) -> None:
    before = fourth.read_bytes()
    with Logbook(fourth, KIT, read_only=True) as logbook:
        assert len(list(logbook.entries())) == logbook.last_entry == 39
        with pytest.raises(LogbookUnwritableError):
            Desk(logbook).act(lambda session: counting.count(session, 1, {"red": 1}))
    assert fourth.read_bytes() == before
    assert [file.name for file in fourth.parent.iterdir()] == ["logbook.sqlite"]


@pytest.mark.parametrize(("version", "number"), [(4, 30), (5, 18)])
def test_damage_to_an_older_logbook_is_not_carried_over_unseen(
    tmp_path: Path, version: int, number: int
) -> None:
    path = kept(version, tmp_path)
    damage(path, f"UPDATE entry SET operator = 'Eve' WHERE number = {number}", sealed=False)
    with Logbook(path, KIT, read_only=True) as logbook:
        assert [e.number for e in logbook.entries() if e.kind is Kind.LOST] == [number]
    before = path.read_bytes()
    for check in (True, False):  # it is not brought up to date
        with pytest.raises(LogbookDamagedError, match=r"is damaged: .*; nothing is written to it"):
            Logbook(path, KIT, check=check)
    assert path.read_bytes() == before
    assert list(rescue(path, KIT, path.with_name("new.sqlite")).missing) == [number]


@pytest.mark.parametrize("version", OLD)
def test_a_sound_older_logbook_is_rescued_whole(tmp_path: Path, version: int) -> None:
    path, saved = kept(version, tmp_path), tmp_path / "saved.sqlite"
    found = rescue(path, KIT, saved)
    assert (found.entries, list(found.missing), found.has_end) == (OLD[version][1], [], True)
    assert (found.ticks, found.to_count) == (True, ())
    with Logbook(path, KIT) as old, Logbook(saved, KIT) as new:
        assert list(new.entries()) == list(old.entries())
        assert new.contents() == old.contents()


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("DELETE FROM entry WHERE number > 35", "its last entry is not the one"),
        ("UPDATE seal SET value = 1 WHERE name = 'last'", "its last entry is not the one"),
        ("UPDATE seal SET value = 1 WHERE name = 'entry'", "its last entry is not the one"),
        ("UPDATE contents SET count = 9 WHERE box = 1", "is not what its entries give"),
        ("UPDATE entry SET number = -1 WHERE number = 39", "parts of it do not fit together"),
    ],
)
def test_an_older_logbook_in_doubt_is_not_brought_up_to_date_and_is_rescued_with_doubts(
    fourth: Path, statement: str, told: str
) -> None:
    damage(fourth, statement, sealed=False)
    before = fourth.read_bytes()
    with pytest.raises(LogbookDamagedError, match=told):
        Logbook(fourth, KIT, check=False)
    assert fourth.read_bytes() == before
    found = rescue(fourth, KIT, fourth.with_name("saved.sqlite"))
    assert (found.has_end, len(found.to_count)) == (False, len(KIT.boxes))


def test_where_another_program_was_quicker_the_checks_of_the_tables_hold(fourth: Path) -> None:
    Logbook(fourth, KIT).close()
    with closing(sqlite3.connect(fourth, isolation_level=None)) as db:
        upgrade(db, KIT)
        assert fault_in(db, KIT) == ""
        assert db.execute("PRAGMA ignore_check_constraints").fetchone() == (0,)


@pytest.mark.parametrize("read_only", [True, False])
def test_a_logbook_from_before_digests_is_left_alone(fourth: Path, read_only: bool) -> None:
    with closing(sqlite3.connect(fourth)) as db:
        db.executescript(
            "DROP TRIGGER entry_is_never_changed; ALTER TABLE entry DROP COLUMN earlier;"
            "ALTER TABLE entry DROP COLUMN digest; PRAGMA user_version = 3; VACUUM"
        )
    before = fourth.read_bytes()
    with pytest.raises(LogbookError, match="open it once with a copy of the program from that day"):
        Logbook(fourth, KIT, read_only=read_only)
    assert fourth.read_bytes() == before
