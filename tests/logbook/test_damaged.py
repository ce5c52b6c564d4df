"""Damaged logbooks: whatever happened to the file, a command says what a sound one
gives, or what is lost, or that it is damaged.
"""

import asyncio
import json
import os
import re
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from functools import partial
from operator import methodcaller
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import NamedTuple

import pytest

from menace_kit.cli import main
from menace_kit.errors import LogbookDamagedError, LogbookError
from menace_kit.guide.audit import audit
from menace_kit.guide.desk import Desk
from menace_kit.logbook.backups import back_up
from menace_kit.logbook.entries import Entry, Kind
from menace_kit.logbook.file import daily_folder
from menace_kit.logbook.queries import games_left_open, imports, results
from menace_kit.logbook.schema import APPLICATION_ID
from menace_kit.logbook.store import Logbook
from menace_kit.machine.learning import Result
from menace_kit.web.logbook_thread import LogbookThread
from tests.cli.operator.played import Played
from tests.cli.running import in_its_group
from tests.examples import preset
from tests.logbook.audited import damage, keep_logbook, step_for
from tests.logbook.games import kit_named, play_random_games, quick_folder

PAGE, SECTOR = 4096, 512

READING = (
    *(
        "status",
        "status --json",
        "boxes --now",
        "boxes 1 --now",
        "boxes 8 --now",
        "stats --json",
        "history 2",
        "history",
        "count --sheet",
    ),
    *("export", "export --games", "verify"),
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


# Ways to damage a file


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
    return (
        "NULL"
        if value is None
        else str(value)
        if isinstance(value, int)
        else "'" + str(value).replace("'", "''") + "'"
    )


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
    *(("bits", 1), ("sector", 2), ("pages", 3), ("cut_off", 4), ("delete", 5), ("change", 6)),
    *(("bits", 7), ("sector", 8), ("pages", 9), ("delete", 10), ("change", 11), ("sector", 12)),
    *(("delete", 23), ("pages", 27), ("pages", 54)),  # marks and pages of other tables
]
MANY = [("nim", 135), ("michie", 8)]


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


def test_no_copy_of_260_damaged_logbooks_is_called_good_that_is_not_sound(sound: Path) -> None:
    """Damage in parts of a page that are not used is none:
    such a copy tells what the sound logbook does.
    """
    kits, passed, refused = {"nim": preset("nim-8"), "michie": kit_named("michie")}, 0, 0
    for name, kit in kits.items():
        good = told_by(sound / f"{name}.sqlite")
        for way, seed in [(way, seed) for way in WAYS for seed in range(19)]:
            with quick_folder() as folder:
                path, copy = folder / "logbook.sqlite", folder / "copy.sqlite"
                shutil.copy(sound / f"{name}.sqlite", path)
                WAYS[way](path, Random(seed))
                try:
                    with Logbook(path, kit, read_only=True) as logbook:
                        back_up(logbook, copy)
                except LogbookError:
                    refused += 1
                    assert [file.name for file in folder.iterdir()] == ["logbook.sqlite"]
                else:
                    passed += 1
                    assert told_by(copy) == good, (name, way, seed)
    assert passed + refused > 260
    assert passed > 20
    assert refused > 150


def test_nothing_is_written_into_a_file_with_3000_zero_bytes_in_its_middle(
    tmp_path: Path, run: Callable[..., Said]
) -> None:
    path = tmp_path / "nim.sqlite"
    with Logbook(path, preset("nim-8")) as logbook:
        play_random_games(logbook, 30, seed=1)
    content = path.read_bytes()
    middle = len(content) // 2
    damaged = content[:middle] + bytes(3000) + content[middle + 3000 :]
    path.write_bytes(damaged)
    for words in ("start", "record --outcome won", "record 1", "forget Ada --yes"):
        said = run(path, *words.split())
        assert is_told(said), (words, said)
        assert "rescue NEW.sqlite" in said.err
        assert path.read_bytes() == damaged, words


@pytest.mark.parametrize("version", range(7))
def test_the_file_of_another_program_that_has_our_mark_is_left_alone(
    tmp_path: Path, run: Callable[..., Said], version: int
) -> None:
    path = tmp_path / "nim.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(
            f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {version}; "
            "CREATE TABLE friends (name TEXT); INSERT INTO friends VALUES ('Ada');"
        )
    before = path.read_bytes()
    for words in ("start", "history", "count 1 red=1"):
        said = run(path, *words.split())
        assert said.code == 1
        assert re.search("is no logbook of menace-kit|written by a newer menace-kit", said.err), (
            said
        )
        assert path.read_bytes() == before


def test_there_are_a_thousand() -> None:
    assert sum(copies * len(WAYS) for _, copies in MANY) > 1000


def kept_after(logbook: Path, run: Callable[..., Said], statement: str) -> tuple[Said, list[Entry]]:
    """Return what a rescue says of a damaged logbook, and the entries that it keeps."""
    damage(logbook, statement, sealed=False)
    new = logbook.with_name("new.sqlite")
    said = run(logbook, "rescue", str(new))
    assert run(new, "verify").code == 0
    with Logbook(new, kit_named("michie"), read_only=True) as opened:
        return said, [entry for entry in opened.entries() if entry.kind is not Kind.LOST]


@pytest.mark.parametrize("number", [1, 2, 11, 12, 18, 26, 38, 41, 42, 43])
@pytest.mark.parametrize("cached", [True, False])
def test_a_letter_that_is_changed_in_an_entry_costs_that_entry(
    logbook: Path, run: Callable[..., Said], number: int, cached: bool
) -> None:
    with Logbook(logbook, kit_named("michie"), read_only=True) as opened:
        belongs, entries, games = opened.contents(), list(opened.entries()), opened.games()
    if not cached:
        damage(logbook, "DELETE FROM cache", sealed=False)
    said, kept = kept_after(
        logbook, run, f"UPDATE entry SET at = '3' || substr(at, 2) WHERE number = {number}"
    )
    assert f"Missing: entry {number}." in said.out
    assert [entry for entry in kept if entry.number <= 43] == [
        entry for entry in entries if entry.number != number
    ]
    assert is_told(run(logbook, "start"))
    assert f"entry {number} is not as it was written" in run(logbook, "verify").out
    shown = run(logbook, "history")
    assert (shown.code, f"Lost entries: {number}." in shown.out) == (0, True)
    exported = [json.loads(line) for line in run(logbook, "export").out.splitlines()]
    assert [each["kind"] for each in exported if each["number"] == number] == ["lost"]
    for path in (logbook, logbook.with_name("new.sqlite")):
        with Logbook(path, kit_named("michie"), read_only=True) as opened:
            held, unknown = opened.contents(), set(opened.to_count)
            assert not (cached and unknown)
            assert {box: held[box] for box in held if box not in unknown} == {
                box: belongs[box] for box in belongs if box not in unknown
            }
            if cached:
                rows = zip(opened.games(), games, strict=True)
                assert sum(row != old for row, old in rows) <= 1


def test_boxes_of_which_nobody_knows_are_to_be_counted_until_somebody_has(
    logbook: Path, run: Callable[..., Said]
) -> None:
    damage(logbook, "DELETE FROM cache", sealed=False)
    _, kept = kept_after(logbook, run, "UPDATE entry SET change = 4 WHERE number = 8")
    assert len(kept) == 42
    new = logbook.with_name("new.sqlite")
    assert "An entry of the logbook is lost. To be counted: " in run(logbook, "status").out
    facts = json.loads(run(new, "status", "--json").out)
    assert facts["to_count"]
    number = facts["to_count"][0]
    boxes = json.loads(run(new, "boxes", "--now", "--json").out)
    assert [each["number"] for each in boxes if each["to_count"]] == facts["to_count"]
    assert "To be counted: " in run(new, "boxes", str(number), "--now").out
    kit = kit_named("michie")
    for form in ([], ["--json"]):
        assert "To be counted: " in run(new, "stats", *form).err
    refused = run(new, "export", "--machine", str(machine := new.with_suffix(".json")))
    assert (refused.code, machine.exists()) == (2, False)
    assert "To be counted: " in " ".join(refused.err.split())
    counts = [f"{bead.colour}=2" for bead in kit.box(number).beads]
    assert run(new, "count", str(number), *counts).code == 0
    with Logbook(new, kit) as opened:
        assert set(Desk(opened).session.in_box(number).values()) == {2}
        assert number not in opened.to_count
        Desk(opened).act(lambda session: session.abandon())
        Desk(opened).act(lambda session: session.take_stock((1,), {}))
        assert opened.to_count == ()
        assert audit(opened) == []
    assert run(new, "export", "--machine", str(machine)).code == 0
    assert run(new, "stats").err == ""


def test_a_page_of_zeros_is_shown_around_and_rescued(
    logbook: Path, run: Callable[..., Said]
) -> None:
    content, found = logbook.read_bytes(), 0
    for start in range(PAGE, len(content), PAGE):
        logbook.write_bytes(content[:start] + bytes(PAGE) + content[start + PAGE :])
        new = logbook.with_name("new.sqlite")
        said = run(logbook, "rescue", str(new))
        if said.code == 0:
            found += "(entries 1 to 43, 5 games)" in said.out
            assert run(new, "verify").code == 0
            new.unlink()
    assert found


def test_a_damaged_cache_is_worked_out_anew_and_nobody_is_told(
    logbook: Path, run: Callable[..., Said]
) -> None:
    good = {words: run(logbook, *words.split()) for words in READING}
    whole = logbook.read_bytes()
    for statement in (
        "DELETE FROM cache",
        "UPDATE cache SET value = replace(value, '1', '2')",
        "UPDATE cache SET entry = entry - 1",
        "DELETE FROM game WHERE number = 2",
        "UPDATE game SET result = 'loss' WHERE number = 1",
    ):
        logbook.write_bytes(whole)
        damage(logbook, statement, sealed=False)
        assert {words: run(logbook, *words.split()) for words in READING} == good
    assert run(logbook, "undo").code == 0
    assert run(logbook, "draw", "white").code == 0
    assert {words: run(logbook, *words.split()) for words in READING} != good
    assert run(logbook, "verify").code == 0


@pytest.mark.parametrize("change", ["confirm", "take_back"])
def test_a_row_of_a_game_as_it_was_before_is_not_believed(
    logbook: Path, run: Callable[..., Said], change: str
) -> None:
    with Logbook(logbook, kit_named("michie")) as opened:
        desk = Desk(opened)
        desk.act(lambda session: session.abandon())
        desk.act(lambda session: session.quick(Result.WIN, "white"))
        (before,) = opened.select("SELECT * FROM game WHERE number = 6")
        desk.act(methodcaller(change))
        truth = opened.games(), results(opened), games_left_open(opened)
    good = {words: run(logbook, *words.split()) for words in READING}
    damage(logbook, "DELETE FROM game WHERE number = 6", sealed=False)
    with closing(sqlite3.connect(logbook)) as db, db:
        db.execute(f"INSERT INTO game VALUES ({', '.join('?' * len(before))})", before)
    sound_but_for_it = logbook.read_bytes()
    assert {words: run(logbook, *words.split()) for words in READING} == good
    with Logbook(logbook, kit_named("michie"), read_only=True) as opened:
        assert opened.games(5) == truth[0][5:]
        assert (opened.games(), results(opened), games_left_open(opened)) == truth
    with Logbook(logbook, kit_named("michie"), backups=False) as opened:
        desk = Desk(opened)
        desk.act(lambda session: session.start())
    assert logbook.read_bytes() != sound_but_for_it
    assert run(logbook, "verify").code == 0


def test_a_damaged_logbook_says_what_to_rely_on_and_names_the_copies_beside_it(
    logbook: Path, run: Callable[..., Said]
) -> None:
    with Logbook(logbook, kit_named("michie"), read_only=True) as opened:
        assert back_up(opened, logbook.with_name("monday.sqlite")) == 43
    logbook.with_name("notes.sqlite").write_text("SQLite? No.", encoding="utf-8")
    damage(logbook, "UPDATE entry SET operator = 'Eve' WHERE number = 39", sealed=False)
    said = run(logbook, "start")
    assert is_told(said)
    assert "entry 39 is not as it was written; nothing is written to it." in said.err
    assert "You can rely on its entries 1 to 38, 40 to 43." in said.err
    assert "Copies of a logbook are beside it: monday.sqlite; put the right one in" in said.err
    assert said.err.endswith(f"menace-kit logbook rescue NEW.sqlite --logbook {logbook}\n")


def test_a_logbook_that_was_cut_short_says_so_and_names_the_newest_daily_copy(
    logbook: Path, run: Callable[..., Said]
) -> None:
    folder = daily_folder(logbook)
    folder.mkdir()
    for day in ("2026-01-02", "2026-01-03"):
        shutil.copy(logbook, folder / f"{day}.sqlite")
    (folder / "2026-01-04.sqlite").write_bytes(b"")
    whole = logbook.read_bytes()
    newest = f"Copies of a logbook are beside it: {folder.name}{os.sep}2026-01-03.sqlite"
    for left, told in (
        (len(whole) - 1, f"it was cut short: {len(whole) - 1:,} of {len(whole):,} bytes are there"),
        (2 * PAGE, f"it was cut short: {2 * PAGE:,} of {len(whole):,} bytes are there"),
        (50, "nothing in it can be read any more"),
        (0, "is empty: what was in it is gone"),
    ):
        logbook.write_bytes(whole[:left])
        for words in ("verify", "start"):
            said = run(logbook, words)
            assert said.code == 1
            assert told in said.out + said.err
            assert newest in said.out + said.err


def test_verify_says_what_can_be_saved_where_the_file_is_damaged(
    logbook: Path, run: Callable[..., Said]
) -> None:
    assert "rescue" not in run(logbook, "verify").out
    damage(logbook, "UPDATE entry SET operator = 'Eve' WHERE number = 13", sealed=False)
    lines = run(logbook, "verify").out.splitlines()
    assert lines[-1].startswith("Save what is sound into a new logbook with: menace-kit logbook ")
    told = [line for line in lines if line.startswith("  ")]
    assert told[0] == "  file: entry 13 is not as it was written"
    assert told[1].startswith("  game 2: state 'ended' is kept for it, the entries give ")
    assert told[1].endswith(" (and 7 more)")
    assert len(told) == 2


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("DROP TRIGGER entry_is_never_removed", "the trigger entry_is_never_removed is missing"),
        ("DROP INDEX entry_of_game", "the index entry_of_game is missing"),
        ("CREATE INDEX mine ON entry (box)", "the index mine was added"),
        ("DROP TABLE game", "the table game is missing"),
        ("DROP TABLE cache", "the table cache is missing"),
        ("ALTER TABLE game ADD COLUMN mine TEXT", "the table game was altered"),
        ("CREATE TABLE notes (text TEXT)", "the table notes was added"),
    ],
)
def test_what_is_altered_around_the_entries_is_named_and_all_is_read_and_rescued(
    logbook: Path, run: Callable[..., Said], statement: str, told: str
) -> None:
    reading = [words for words in READING if words != "verify"]
    good = {words: run(logbook, *words.split()) for words in reading}
    with closing(sqlite3.connect(logbook)) as db, db:
        db.execute(statement)
    before = logbook.read_bytes()
    assert {words: run(logbook, *words.split()) for words in reading} == good
    assert f"file: {told}\n" in run(logbook, "verify").out
    started = run(logbook, "start")
    assert started.code == 1
    assert f"is damaged: {told}" in started.err
    assert logbook.read_bytes() == before
    new = logbook.with_name("new.sqlite")
    rescued = run(logbook, "rescue", str(new))
    assert rescued.code == 0
    assert "Missing" not in rescued.out
    assert "To be counted" not in rescued.out or statement == "DROP TABLE cache"
    assert run(new, "verify").code == 0


def test_a_table_with_facts_that_is_altered_closes_the_logbook(
    logbook: Path, run: Callable[..., Said]
) -> None:
    with closing(sqlite3.connect(logbook)) as db, db:
        db.execute("ALTER TABLE tick ADD COLUMN mine TEXT")
    said = run(logbook, "history")
    assert said.code == 1
    assert "is damaged: the table tick was altered" in said.err


def test_nothing_long_is_begun_and_no_copy_made_on_a_damaged_logbook(
    logbook: Path, run: Callable[..., Said]
) -> None:
    """What one look at the last game would not find: a name, long ago."""
    damage(logbook, "UPDATE entry SET operator = 'Eve' WHERE number = 1", sealed=False)
    copy = logbook.with_name("copy.sqlite")
    assert is_told(run(logbook, "backup", str(copy)))
    assert not copy.exists()
    with pytest.raises(LogbookDamagedError):
        asyncio.run(
            LogbookThread(kit_named("michie"), logbook).at_desk(lambda desk: desk.last_entry)
        )
    with Played(logbook, "--preset", "michie-1961") as played:
        assert played.ends() != 0
        assert b"is damaged" in played.written


@pytest.mark.parametrize("statement", ["UPDATE tick SET line = 3", "DELETE FROM tick"])
def test_ticks_that_cannot_be_believed_are_said_to_be_lost(
    logbook: Path, run: Callable[..., Said], statement: str
) -> None:
    with Logbook(logbook, kit_named("michie")) as opened:
        desk = Desk(opened)
        for move in ("2", "5", "3", "9"):
            desk.act(partial(step_for, move=move))
        desk.tick(2)
    damage(logbook, statement, sealed=False)
    assert is_told(run(logbook, "status", "--json"))
    saved = logbook.with_name("saved.sqlite")
    said = " ".join(run(logbook, "rescue", str(saved)).out.split())
    assert "Which lines of the last list were done is lost" in said
    assert "Nothing is missing" not in said
    with Logbook(saved, kit_named("michie"), read_only=True) as opened:
        assert not Desk(opened).ticked


def test_a_rescue_of_a_sound_logbook_is_the_same_logbook(
    logbook: Path, run: Callable[..., Said]
) -> None:
    games, saved = logbook.with_name("games.jsonl"), logbook.with_name("saved.sqlite")
    run(logbook, "end")
    run(logbook, "export", "--games", str(games))
    assert run(logbook, "import", str(games), "--again").code == 0
    damage(logbook, "UPDATE entry SET at = '2020-01-01T00:00:00.000+00:00' WHERE number = 50")
    run(logbook, "verify", "--clock-was-wrong")
    assert "Nothing is missing." in run(logbook, "rescue", str(saved)).out
    assert told_by(saved)[3:] == told_by(logbook)[3:]
    assert run(saved, "rescue", str(saved)).code == 1
    with Logbook(saved, kit_named("michie"), read_only=True) as opened:
        assert len(imports(opened)) == 1


def test_rescue_reads_ordinary_files_alone_and_names_what_was_typed(
    logbook: Path, run: Callable[..., Said]
) -> None:
    new = logbook.with_name("new.sqlite")
    for path, told in (
        (Path(os.devnull), "is no ordinary file; a logbook is a file"),
        (logbook.parent, "is a folder; a logbook is a file"),
        (logbook.with_name("none.sqlite"), "there is no logbook"),
    ):
        said = run(path, "rescue", str(new))
        assert (said.code, str(path) in said.err, told in said.err) == (1, True, True), said
    nowhere = logbook.parent / "nodir" / "new.sqlite"
    said = run(logbook, "rescue", str(nowhere))
    assert (said.code, f"{nowhere}: the file, or its folder, is not there" in said.err) == (
        1,
        True,
    ), said
    assert ".part" not in said.err


def test_a_logbook_of_another_machine_is_not_rescued(
    logbook: Path, run: Callable[..., Said]
) -> None:
    other = logbook.with_name("nim.sqlite")
    shutil.copy(logbook, other)
    assert (
        "can be believed as a logbook of this machine"
        in run(other, "rescue", str(logbook.with_name("new.sqlite"))).err
    )


# Who writes meanwhile is no damage


def test_what_a_quick_writer_does_is_no_damage_and_a_backup_says_what_it_holds(
    logbook: Path,
) -> None:
    kit, done = kit_named("michie"), Event()

    def write() -> None:
        with Logbook(logbook, kit) as opened:
            desk = Desk(opened)
            for number in range(60):
                # Called at once.
                desk.act(lambda session: session.recount(1, {"white": number % 9}))  # noqa: B023
        done.set()

    writer, copies = Thread(target=write), 0
    writer.start()
    while not done.is_set() or not copies:
        with Logbook(logbook, kit, read_only=True) as opened:
            opened.contents()
            list(opened.entries())
            copies += 1
            copy = logbook.with_name(f"{copies}.sqlite")
            last = back_up(opened, copy)
        with Logbook(copy, kit, read_only=True) as found:
            assert found.last_entry == last
    writer.join()


def test_two_backups_to_one_name_do_not_hinder_each_other(logbook: Path) -> None:
    kit, copy, said = kit_named("michie"), logbook.with_name("copy.sqlite"), []

    def copied() -> None:
        try:
            with Logbook(logbook, kit, read_only=True) as opened:
                back_up(opened, copy)
        except LogbookError as error:
            said.append(str(error))

    threads = [Thread(target=copied) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert said == [f"{copy} is already there; a backup never overwrites a file"] * 5
    with Logbook(copy, kit, read_only=True) as found:
        assert found.last_entry == 43
    assert not list(logbook.parent.glob(".*.part"))


# Times that no clock can tell, and a clock that was wrong


@pytest.mark.parametrize("time", ["9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+12:00"])
def test_a_game_of_an_impossible_time_is_shown_named_and_taken_back(
    tmp_path: Path, time: str, run: Callable[..., Said]
) -> None:
    path = tmp_path / "logbook.sqlite"
    with Logbook(path, kit_named("michie")) as logbook:
        Desk(logbook).act(lambda session: session.quick(Result.WIN, "white", played_at=time))
    assert time[3:10] in run(path, "history").out
    assert time[3:10] in run(path, "history", "1").out
    assert f"{time!r} is no time that it can be of" in run(path, "verify").out
    assert run(path, "undo").code == 0


def test_a_clock_that_was_wrong_is_said_once_and_stays_a_note(
    logbook: Path, run: Callable[..., Said]
) -> None:
    damage(
        logbook,
        "UPDATE entry SET at = '2020-01-01T00:00:00.000+00:00' WHERE number BETWEEN 20 AND 24",
    )
    assert "was the computer's clock wrong?" in run(logbook, "verify").out
    said = run(logbook, "verify", "--clock-was-wrong", "--operator", "Ada")
    for told in (said, run(logbook, "verify")):
        assert told.code == 0
        assert "Up to entry 43 the computer's clock was wrong, says Ada (" in told.out
        assert "In order: 43 entries" in told.out
    damage(logbook, "UPDATE entry SET at = '2020-01-01T00:00:00.000+00:00' WHERE number = 43")
    assert run(logbook, "verify").code == 0  # it was noted up to there


def test_a_logbook_in_memory_is_refused(run: Callable[..., Said]) -> None:
    said = run(Path(":memory:"), "verify")
    assert (said.code, said.err) == (
        2,
        "menace-kit: --logbook :memory: would be gone with this command; name a file\n",
    )
