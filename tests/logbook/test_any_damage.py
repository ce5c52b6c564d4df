"""Logbooks that chance has damaged: a command says what a sound one gives, or what is lost,
or that it is damaged; and no copy of such a file passes for a sound one.
"""

import json
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from menace_kit.cli import main
from menace_kit.errors import LogbookError
from menace_kit.guide.desk import Desk
from menace_kit.logbook.backups import back_up
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from tests.cli.running import in_its_group
from tests.examples import all_to_prove, preset
from tests.logbook.audited import damage, keep_logbook
from tests.logbook.games import kit_named, play_random_games, quick_folder

PAGE, SECTOR = 4096, 512

READING = (
    "status --json",
    "boxes --now",
    "boxes 1 --now",
    "stats --json",
    "history 2",
    "history",
    "count --sheet",
    "export",
    "export --games",
    "verify",
)


class Said(NamedTuple):
    """What a command said, and the exit code it ended with."""

    out: str
    err: str
    code: int


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    """Return a way to run a command as somebody types it;
    an exception that is no exit fails the test.
    """

    def typed(path: Path, *words: str) -> Said:
        kit = ["--preset", "nim-8"] if path.name.startswith("nim") else []
        with pytest.raises(SystemExit) as ended:
            main([*in_its_group(*words), "--logbook", str(path), *kit])
        out, err = capsys.readouterr()
        return Said(out, err, int(ended.value.code or 0))

    return typed


@pytest.fixture(scope="module")
def sound() -> Iterator[Path]:
    """Lend a folder with two small logbooks: one of the machine of 1961, one of Nim."""
    with quick_folder() as folder:
        keep_logbook(folder / "michie.sqlite")
        with Logbook(folder / "nim.sqlite", preset("nim-8")) as logbook:
            play_random_games(logbook, 6, seed=1)
            desk = Desk(logbook)
            desk.act(lambda session: session.take_stock((1,), {1: {"red": 3}}), "a count")
            play_random_games(logbook, 1, seed=2)
            desk.refresh()
            desk.act(lambda session: session.start("Ada", "Bob", machine_first=True))
        yield folder


@pytest.fixture(scope="module")
def said_before() -> dict[str, Said]:
    """Return what commands said, for all tests that ask for it."""
    return {}


@pytest.fixture
def good(sound: Path, run: Callable[..., Said], said_before: dict[str, Said]) -> Mapping[str, Said]:
    """Return what each command that reads says of the sound logbook of Nim; it is asked once."""
    for words in READING if not said_before else ():
        said_before[words] = run(sound / "nim.sqlite", *words.split())
    return said_before


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


def is_told(said: Said, good: str = "") -> bool:
    """Return whether a command ended with the sentence that the logbook is damaged, or gone.

    Before it may be what a sound logbook gives, too: `good`.
    """
    *before, last = said.err.splitlines() or [""]
    return (
        said.code in (1, 2)
        and good.splitlines()[: len(before)] == before
        and any(
            told in last for told in (" is damaged: ", "no logbook of menace-kit", " is empty: ")
        )
        and "sqlite" not in last.replace(".sqlite", "").casefold()
    )


def check_copy(
    sound: Path, way: str, seed: int, run: Callable[..., Said], good: Mapping[str, Said]
) -> bool:
    """Fail where a command believes anything false of a damaged copy;
    return whether verify noticed.

    `good` is what each command says of the sound logbook.
    """
    with quick_folder() as folder:
        path, new = folder / sound.name, folder / f"{sound.stem}-new.sqlite"
        shutil.copy(sound, path)
        WAYS[way](path, Random(seed))
        before, found = path.read_bytes(), {words: run(path, *words.split()) for words in READING}
        assert path.read_bytes() == before, "reading changed the file"
        is_sound = found["verify"].code == 0
        for words, said in found.items():
            if said != good[words] and not is_told(said, good[words].err):
                assert not is_sound, (words, said)
                check_said(words, said, good[words])
        saved = run(path, "rescue", str(new))
        if saved.code == 0:
            assert run(new, "verify").code == 0
            for words in ("export", "boxes --now"):
                check_said(words, run(new, *words.split()), good[words])
        else:
            assert is_told(saved) or "nothing in " in saved.err, saved
        for words in ("start", "record --outcome won", "undo", "adjust", "count 1 red=1", "end"):
            said = run(path, *words.split())
            assert said.code in (0, 1, 2), words
            if words in ("start", "record --outcome won") and not is_sound:
                assert is_told(said), (words, said)
                assert path.read_bytes() == before, f"{words} wrote into a damaged file"
        return not is_sound


def check_said(words: str, said: Said, good: Said) -> None:
    """Fail where a command tells of a logbook with lost entries what a sound one does not."""
    if words == "export":
        invented = entries_in(said) - entries_in(good)
        assert {dict(facts)["kind"] for facts in invented} <= {"lost", "recount"}
    elif words == "boxes --now":
        certain = [line for line in said.out.splitlines() if " ? " not in line]
        assert set(certain) <= set(good.out.splitlines()), said
    elif words == "history":
        told = set(said.out.splitlines()) - set(good.out.splitlines())
        assert all("not all there" in line or "Lost entries: " in line for line in told), told
    elif words.startswith("box"):
        beads = [line for line in said.out.splitlines() if line.startswith("   ")]
        sure = [line for line in beads if line in good.out]
        assert sure == beads or "To be counted: " in said.out, said


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


def entries_in(exported: Said) -> Counter[tuple[tuple[str, object], ...]]:
    return Counter(tuple(json.loads(line).items()) for line in exported.out.splitlines())


QUICKLY = [
    ("bits", 7),
    ("sector", 2),
    ("pages", 27),  # of other tables
    ("cut_off", 4),
    ("delete", 23),  # a mark
    ("change", 6),
]
MANY = [("nim", 135), ("michie", 8)]
"""How many copies of which logbook are damaged in each way: a thousand."""


@pytest.mark.parametrize(("way", "seed"), QUICKLY)
def test_a_damaged_logbook_tells_the_truth_or_nothing(
    sound: Path, way: str, seed: int, run: Callable[..., Said], good: Mapping[str, Said]
) -> None:
    check_copy(sound / "nim.sqlite", way, seed, run, good)


@pytest.mark.prove
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("name", "copies"), MANY)
def test_a_thousand_damaged_logbooks_tell_the_truth_or_nothing(
    sound: Path, name: str, copies: int, way: str, run: Callable[..., Said]
) -> None:
    path = sound / f"{name}.sqlite"
    good, noticed = {words: run(path, *words.split()) for words in READING}, 0
    for seed in range(copies):
        try:
            noticed += check_copy(path, way, seed, run, good)
        except Exception as error:
            error.add_note(f"{name}, {way}, {seed}")
            raise
    assert noticed


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
    kit = preset("nim-8") if name == "nim" else kit_named(name)
    good, passed = told_by(sound / f"{name}.sqlite"), 0
    for way in WAYS:
        for seed in seeds:
            passed += is_copied(sound / f"{name}.sqlite", kit, way, seed, good)
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
