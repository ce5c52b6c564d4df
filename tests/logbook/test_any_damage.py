"""Logbooks that chance has damaged: a command says what a sound one gives, or what is lost,
or that it is damaged; and no copy of such a file passes for a sound one.
"""

import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random

import pytest

from menace_kit.errors import LogbookError
from menace_kit.guide import counting
from menace_kit.guide.audit import audit
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.logbook.backups import back_up
from menace_kit.logbook.career import statistics
from menace_kit.logbook.entries import Entry, Kind
from menace_kit.logbook.faults import faults_in
from menace_kit.logbook.rescue import rescue
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from tests.examples import all_to_prove, preset
from tests.logbook.audited import damage, keep_logbook
from tests.logbook.games import kit_named, play_random_games, quick_folder

PAGE, SECTOR = 4096, 512


KITS = {"nim": preset("nim-8"), "michie": kit_named("michie")}


@pytest.fixture(scope="module")
def sound() -> Iterator[Path]:
    """Lend a folder with two small logbooks: one of the machine of 1961, one of Nim."""
    with quick_folder() as folder:
        keep_logbook(folder / "michie.sqlite")
        with Logbook(folder / "nim.sqlite", preset("nim-8")) as logbook:
            play_random_games(logbook, 6, seed=1)
            desk = Desk(logbook)
            desk.act_all([counting.take_stock(desk.session, (1,), {1: {"red": 3}})], "a count")
            play_random_games(logbook, 1, seed=2)
            desk.refresh()
            desk.act(lambda session: session.start("Ada", "Bob", machine_first=True))
        yield folder


def bits(content: bytearray, random: Random) -> None:
    for _ in range(random.choice((1, 1, 1, 8))):
        content[random.randrange(len(content))] ^= 1 << random.randrange(8)


def bits_of_the_head(content: bytearray, random: Random) -> None:
    content[random.randrange(100)] ^= 1 << random.randrange(8)


def sector(content: bytearray, random: Random) -> None:
    start = random.randrange(len(content) // SECTOR) * SECTOR
    content[start : start + SECTOR] = random.choice((bytes(SECTOR), random.randbytes(SECTOR)))


def pages(content: bytearray, random: Random) -> None:
    first, second = (PAGE * page for page in random.sample(range(len(content) // PAGE), 2))
    content[first : first + PAGE], content[second : second + PAGE] = (
        content[second : second + PAGE],
        content[first : first + PAGE],
    )


def cut_off(content: bytearray, random: Random) -> None:
    del content[random.randrange(len(content)) :]


def in_the_file(change: Callable[[bytearray, Random], None], path: Path, random: Random) -> None:
    content = bytearray(path.read_bytes())
    change(content, random)
    path.write_bytes(content)


def in_a_table(change: str, path: Path, random: Random) -> None:
    """Delete a row, or change a cell of one, without triggers, foreign keys and checks."""
    with closing(sqlite3.connect(path)) as db:
        tables = [
            name
            for (name,) in db.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1"
            )
        ]
        table = random.choice([*tables, "entry", "entry", "game"])
        columns = [column for _, column, *_ in db.execute(f"PRAGMA table_info({table})")]
        rows = db.execute(f"SELECT * FROM {table}").fetchall()
    if len(rows) < 2:
        return in_a_table(change, path, random)
    row = dict(zip(columns, random.choice(rows), strict=True))
    is_it = " AND ".join(f"{column} IS {literal(value)}" for column, value in row.items())
    if change == "delete":
        return damage(path, f"DELETE FROM {table} WHERE {is_it}", sealed=False)
    others = [
        (column, value)
        for other in rows
        for column, value in zip(columns, other, strict=True)
        if value != row[column]
    ]
    for column, other in random.sample(others, len(others)):
        with suppress(
            sqlite3.IntegrityError
        ):  # NULL where there must be something, a key that is there already
            return damage(
                path, f"UPDATE {table} SET {column} = {literal(other)} WHERE {is_it}", sealed=False
            )
    return in_a_table(change, path, random)


def literal(value: object) -> str:
    if value is None:
        return "NULL"
    return str(value) if isinstance(value, int) else "'" + str(value).replace("'", "''") + "'"


WAYS: dict[str, Callable[[Path, Random], None]] = {
    **{
        each.__name__: partial(in_the_file, each)
        for each in (bits, bits_of_the_head, sector, pages, cut_off)
    },
    **{change: partial(in_a_table, change) for change in ("delete", "change")},
}


@contextmanager
def or_told() -> Iterator[None]:
    """Let pass what says that the logbook is damaged, gone, or by its head not to be written."""
    try:
        yield
    except LogbookError as error:
        told = str(error)
        ours = (" is damaged: ", "no logbook of menace-kit", " is empty: ", "may only be read")
        if "sqlite" in told.replace(".sqlite", "") or not any(each in told for each in ours):
            raise


def check_read(path: Path, good: Path, kit: Kit) -> None:
    """Fail where anything false is believed of a damaged or a rescued logbook.

    Each entry is what was written or is lost; a box that is not to be counted holds what it should.
    """
    with Logbook(good, kit, read_only=True) as sound:
        truth, entries = sound.contents(), Counter(sound.entries())
    with or_told(), Logbook(path, kit, read_only=True) as logbook:
        held, unknown, found = logbook.contents(), logbook.to_count, Counter(logbook.entries())
        assert all(entry.kind in (Kind.LOST, Kind.RECOUNT) for entry in found - entries)
        assert all(held[box] == truth[box] for box in truth if box not in unknown)
        statistics(logbook)
        audit(logbook)
        _ = logbook.games(), Desk(logbook).session


def is_opened(path: Path, kit: Kit) -> bool:
    """Return whether a logbook is opened to be written, and the next act is done."""
    written: list[Entry] = []
    with or_told(), Logbook(path, kit, backups=False) as logbook:
        desk = Desk(logbook)
        written += desk.act(Session.start if desk.session.due is Due.START else Session.abandon)
    return bool(written)


def is_noticed(good: Path, kit: Kit, way: str, seed: int) -> bool:
    """Return whether a logbook that was damaged is noticed to be;
    fail where anything false is believed of it.
    """
    with quick_folder() as folder:
        path, new = folder / "logbook.sqlite", folder / "new.sqlite"
        shutil.copy(good, path)
        WAYS[way](path, Random(seed))
        before = path.read_bytes()
        check_read(path, good, kit)
        with suppress(LogbookError):
            rescue(path, kit, new)
            check_read(new, good, kit)
            with Logbook(new, kit, read_only=True) as logbook:
                assert faults_in(logbook) == []
        assert path.read_bytes() == before, "reading changed the file"
        if is_opened(path, kit):
            return False
        assert path.read_bytes() == before, "it was written into a damaged file"
        return True


def told_by(path: Path) -> list[str]:
    """Return every row of every table that cannot be worked out anew, and what SQLite says of its
    pages; not by our own means.
    """
    with closing(sqlite3.connect(path)) as db:
        tables = db.execute("SELECT name, sql FROM sqlite_schema ORDER BY 1").fetchall()
        rows = [
            db.execute(f"SELECT * FROM {name}").fetchall()
            for name in ("meta", "entry", "tick", "clock")
        ]
        return [
            *map(repr, tables),
            *map(repr, rows),
            repr(db.execute("PRAGMA integrity_check").fetchall()),
        ]


MANY = [("nim", range(135)), ("michie", range(8))]
"""Which logbook is damaged how often in each way: a thousand times."""


@pytest.mark.parametrize(
    ("name", "seeds"), all_to_prove([("nim", range(2)), *MANY], quick=[("nim", range(2))])
)
@pytest.mark.parametrize("way", WAYS)
def test_a_damaged_logbook_tells_the_truth_or_nothing(
    sound: Path, name: str, seeds: range, way: str
) -> None:
    noticed = [is_noticed(sound / f"{name}.sqlite", KITS[name], way, seed) for seed in seeds]
    assert any(noticed) or len(seeds) < 8


@pytest.mark.parametrize(
    ("name", "seeds"),
    all_to_prove(
        [("nim", range(8)), ("nim", range(8, 19)), ("michie", range(19))],
        quick=[("nim", range(8))],
    ),
)
def test_no_copy_is_called_good_that_is_not_sound(sound: Path, name: str, seeds: range) -> None:
    """Damage in parts of a page that are not used is none:
    such a copy tells what the sound logbook does.
    """
    good, passed = told_by(sound / f"{name}.sqlite"), 0
    for way in WAYS:
        for seed in seeds:
            passed += is_copied(sound / f"{name}.sqlite", KITS[name], way, seed, good)
    assert 0 < passed < len(WAYS) * len(seeds) / 2


def is_copied(sound: Path, kit: Kit, way: str, seed: int, good: list[str]) -> bool:
    """Return whether a backup of a damaged logbook is made; fail where that is not a good one."""
    with quick_folder() as folder:
        path, copy = folder / "logbook.sqlite", folder / "copy.sqlite"
        shutil.copy(sound, path)
        WAYS[way](path, Random(seed))
        try:
            with Logbook(path, kit, read_only=True) as logbook:
                back_up(logbook, copy)
        except LogbookError:
            assert [file.name for file in folder.iterdir()] == ["logbook.sqlite"]
            return False
        assert told_by(copy) == good, (way, seed)
        return True
