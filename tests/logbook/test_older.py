"""Logbooks of older schemas, kept as files: every later version must open them,
and find every bead in them.

The programs of their time wrote them; the first is the file itself, the others were written down
by `sqlite3.Connection.iterdump`, behind the two marks that a dump leaves out. They are
never written again: logbooks like them lie beside somebody's boxes.
"""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from menace_kit.errors import LogbookDamagedError, LogbookUnwritableError
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
from menace_kit.machine.kit import Kit
from tests.examples import preset
from tests.guide.scripts import do
from tests.logbook.audited import damage
from tests.logbook.games import check_logbook, play_random_games

HERE = Path(__file__).parent
OLD = {
    "first-schema.sqlite": (1, "michie-1961", 71),
    "second-schema.sql": (2, "nim-8", 43),
    "fourth-schema.sql": (4, "nim-8", 39),
    "fifth-schema.sql": (5, "nim-8", 18),
}
"""File -> its schema, its kit, and how many entries it has."""


def kept(name: str, folder: Path) -> tuple[Path, Kit]:
    path = folder / "logbook.sqlite"
    if name.endswith("sql"):
        with closing(sqlite3.connect(path)) as db:
            db.executescript((HERE / name).read_text(encoding="utf-8"))
    else:
        shutil.copy(HERE / name, path)
    return path, preset(OLD[name][1])


@pytest.fixture
def first(tmp_path: Path) -> tuple[Path, Kit]:
    return kept("first-schema.sqlite", tmp_path)


@pytest.fixture
def second(tmp_path: Path) -> tuple[Path, Kit]:
    return kept("second-schema.sql", tmp_path)


@pytest.mark.parametrize("name", OLD)
def test_an_old_logbook_opens_adds_up_and_goes_on(tmp_path: Path, name: str) -> None:
    path, kit = kept(name, tmp_path)
    version, _, entries = OLD[name]
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (version,)
    with Logbook(path, kit) as logbook:
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


def test_a_logbook_of_the_first_schema_tells_what_happened(first: tuple[Path, Kit]) -> None:
    with Logbook(*first) as logbook:
        games = logbook.games()
        assert [(game.number, game.state, game.confirmed) for game in games] == [
            (1, "ended", 1),
            (2, "ended", 1),
            (3, "ended", 1),
            (4, "abandoned", 0),
            (5, "ended", 0),
            (6, "running", 0),
        ]
        assert (games[3].operator, games[3].opponent) == ("Ada [bold]", "O'Brien")
        assert (games[4].opponent, games[4].result, games[4].first_change) == ("Bob 🙂", "loss", -1)
        assert logbook.contents()[1] == {"white": 0, "lilac": 0, "gold": 5}
        desk = Desk(logbook)
        do(desk, "end quick:win:gold:+confirmed")
        assert logbook.contents()[1] == {"white": 0, "lilac": 0, "gold": 8}


# As that program exported it, but for what was broken off and counted,
# and that Nim is told by numbers now.
EXPORTED = """
{"moves": "3 3 2", "played_at": "2026-11-22T09:00:05.698+00:00", "operator": "Ada", "opponent": "O'Brien 🙂", "first_mover": "machine"}
{"moves": "3 3 2", "played_at": "2026-11-22T09:00:05.922+00:00", "first_mover": "both"}
{"played_at": "2026-11-22T09:00:06.067+00:00", "opponent": "Eve", "first_mover": "machine", "result": "win"}
{"played_at": "2026-11-22T09:00:06.106+00:00", "first_mover": "opponent", "result": "loss"}
{"moves": "abandon", "played_at": "2026-11-22T09:00:06.210+00:00", "operator": "Ada", "first_mover": "machine"}
{"moves": "[8 yellow=3 blue=3 red=3]", "played_at": "2026-11-22T09:00:06.258+00:00"}
{"moves": "3 2 3", "played_at": "2026-11-22T09:00:06.294+00:00", "operator": "Ada", "opponent": "Bob", "first_mover": "opponent"}
"""  # noqa: E501


def test_a_logbook_of_the_second_schema_exports_the_same_games_and_keeps_its_ticks(
    second: tuple[Path, Kit],
) -> None:
    with Logbook(*second) as logbook:
        assert [json.dumps(facts, ensure_ascii=False) for facts in game_facts(logbook)] == (
            EXPORTED.split("\n")[1:-1]
        )
        assert Desk(logbook).ticked == {1}


def test_a_logbook_of_the_fourth_schema_keeps_its_keys_its_ticks_and_what_is_said_of_the_clock(
    tmp_path: Path,
) -> None:
    with Logbook(*kept("fourth-schema.sql", tmp_path)) as logbook:
        assert logbook.holds("a quick one")
        assert logbook.holds("a count")
        assert not logbook.holds("another")
        assert Desk(logbook).ticked == {1}
        assert [note.operator for note in clock_notes(logbook)] == ["Ada"]


def test_keys_that_were_altered_in_an_older_logbook_are_not_believed(tmp_path: Path) -> None:
    path, kit = kept("fourth-schema.sql", tmp_path)
    damage(path, "UPDATE act_key SET key = 'another' WHERE key = 'a count'", sealed=False)
    with Logbook(path, kit) as logbook:
        assert not any(logbook.holds(key) for key in ("a count", "another", "a quick one"))


def test_a_file_that_may_only_be_read_is_read_as_it_is(second: tuple[Path, Kit]) -> None:
    path, kit = second
    # A version of the file's format that SQLite may read but not write.
    with path.open("r+b") as file:
        file.seek(18)
        file.write(b"\x03")
    before = path.read_bytes()
    with Logbook(path, kit) as logbook:
        assert len(list(game_facts(logbook))) == 7
        with pytest.raises(LogbookUnwritableError, match="nothing was recorded"):
            Desk(logbook).act(lambda session: session.confirm())
    assert path.read_bytes() == before


def test_a_reader_of_an_older_logbook_leaves_it_as_it_is(first: tuple[Path, Kit]) -> None:
    path, kit = first
    before = path.read_bytes()
    with Logbook(path, kit, read_only=True) as logbook:
        assert len(list(logbook.entries())) == logbook.last_entry == 71
        with pytest.raises(LogbookUnwritableError):
            Desk(logbook).act(lambda session: counting.count(session, 1, {"white": 1}))
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == ["logbook.sqlite"]


@pytest.mark.parametrize(
    ("name", "statement", "number"),
    [
        ("first-schema.sqlite", "UPDATE entry SET box = 305 WHERE number = 2", 2),
        ("first-schema.sqlite", "UPDATE entry SET game = NULL WHERE number = 1", 1),
        ("fourth-schema.sql", "UPDATE entry SET operator = 'Eve' WHERE number = 30", 30),
        ("fifth-schema.sql", "UPDATE entry SET operator = 'Bob' WHERE number = 18", 18),
    ],
)
def test_damage_to_an_older_logbook_is_not_carried_over_unseen(
    tmp_path: Path, name: str, statement: str, number: int
) -> None:
    path, kit = kept(name, tmp_path)
    damage(path, statement, sealed=False)
    with Logbook(path, kit, read_only=True) as logbook:
        assert [e.number for e in logbook.entries() if e.kind is Kind.LOST] == [number]
    before = path.read_bytes()
    for check in (True, False):  # it is not brought up to date
        with pytest.raises(LogbookDamagedError, match=r"is damaged: .*; nothing is written to it"):
            Logbook(path, kit, check=check)
    assert path.read_bytes() == before
    assert list(rescue(path, kit, path.with_name("new.sqlite")).missing) == [number]


@pytest.mark.parametrize("name", OLD)
def test_a_sound_older_logbook_is_rescued_whole(tmp_path: Path, name: str) -> None:
    path, kit = kept(name, tmp_path)
    saved = tmp_path / "saved.sqlite"
    found = rescue(path, kit, saved)
    assert (found.entries, list(found.missing), found.has_end) == (OLD[name][2], [], True)
    assert (found.ticks, found.to_count) == (True, ())
    with Logbook(path, kit) as old, Logbook(saved, kit) as new:
        assert list(new.entries()) == list(old.entries())
        assert new.contents() == old.contents()


@pytest.mark.parametrize("name", ["first-schema.sqlite", "second-schema.sql"])
def test_an_older_logbook_that_has_lost_its_end_is_rescued_with_doubts(
    tmp_path: Path, name: str
) -> None:
    """These kept no digest of the last entry, but what was in the boxes behind it."""
    path, kit = kept(name, tmp_path)
    with closing(sqlite3.connect(path)) as db:
        adjusted = "SELECT max(number) FROM entry WHERE kind = 'adjust'"
        (number,) = db.execute(adjusted).fetchone()
    damage(path, f"DELETE FROM entry WHERE number >= {number}", sealed=False)
    before = path.read_bytes()
    with pytest.raises(LogbookDamagedError, match="is not what its entries give"):
        Logbook(path, kit, check=False)
    assert path.read_bytes() == before
    found = rescue(path, kit, tmp_path / "saved.sqlite")
    assert (found.has_end, len(found.to_count)) == (False, len(kit.boxes))


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM entry WHERE number > 35",
        "UPDATE seal SET value = value + 1 WHERE name = 'last'",
        "UPDATE seal SET value = value + 1 WHERE name = 'entry'",
    ],
)
def test_an_older_logbook_that_has_lost_its_end_is_not_brought_up_to_date(
    tmp_path: Path, statement: str
) -> None:
    path, kit = kept("fourth-schema.sql", tmp_path)
    damage(path, statement, sealed=False)
    before = path.read_bytes()
    with pytest.raises(LogbookDamagedError, match="its last entry is not the one"):
        Logbook(path, kit, check=False)
    assert path.read_bytes() == before


def test_an_older_logbook_that_does_not_fit_together_is_not_brought_up_to_date(
    first: tuple[Path, Kit],
) -> None:
    path, kit = first
    damage(path, "UPDATE entry SET number = -1 WHERE number = 71", sealed=False)
    before = path.read_bytes()
    with pytest.raises(LogbookDamagedError, match="parts of it do not fit together"):
        Logbook(path, kit, check=False)
    assert path.read_bytes() == before


def test_where_another_program_was_quicker_the_checks_of_the_tables_hold(
    second: tuple[Path, Kit],
) -> None:
    path, kit = second
    Logbook(path, kit).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        upgrade(db, kit)
        assert fault_in(db, kit) == ""
        assert db.execute("PRAGMA ignore_check_constraints").fetchone() == (0,)
