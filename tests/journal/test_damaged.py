"""Damaged journals: whatever happened to the file, a command says what a sound one
gives, or that it is damaged.
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
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import NamedTuple

import pytest

from menace_kit.cli import main
from menace_kit.errors import JournalDamagedError, JournalError, JournalUnwritableError
from menace_kit.guide.desk import Desk
from menace_kit.journal.queries import imports
from menace_kit.journal.schema import APPLICATION_ID
from menace_kit.journal.store import Journal
from menace_kit.machine.learning import Result
from menace_kit.web.commands import JournalThread
from tests.cli.operator.played import Played
from tests.examples import preset
from tests.journal.audited import damage, keep_book, step_for
from tests.journal.games import kit_named, play_random_games, quick_folder

PAGE, SECTOR = 4096, 512

READING = (
    *(
        "status",
        "status --json",
        "contents",
        "box 1",
        "box 8",
        "stats --json",
        "game 2",
        "history",
        "stocktake",
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
            main(["operator", *words, "--journal", str(path), *kit])
        out, err = capsys.readouterr()
        return Said(out, err, int(ended.value.code or 0))

    return typed


@pytest.fixture(scope="module")
def sound() -> Iterator[Path]:
    """Lend a folder with two small journals: one of the machine of 1961, one of Nim."""
    with quick_folder() as folder:
        keep_book(folder / "michie.sqlite")
        with Journal(folder / "nim.sqlite", preset("nim-8")) as journal:
            play_random_games(journal, 6, seed=1)
            desk = Desk(journal)
            desk.act(lambda session: session.take_stock((1,), {1: {"red": 3}}), "a count")
            play_random_games(journal, 1, seed=2)
            desk.refresh()
            desk.act(lambda session: session.start("Ada", "Bob", machine_first=True))
        yield folder


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
        return damage(path, f"DELETE FROM {table} WHERE {is_it}", sealed=None)
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
                path, f"UPDATE {table} SET {column} = {literal(other)} WHERE {is_it}", sealed=None
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
    """Return whether a command ended with the sentence that the journal is damaged, or gone.

    Before it may stand what a sound journal gives, too: `good`.
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

    `good` is what each command says of the sound journal.
    """
    with quick_folder() as folder:
        path, new = folder / sound.name, folder / f"{sound.stem}-new.sqlite"
        shutil.copy(sound, path)
        WAYS[way](path, Random(seed))
        before, found = path.read_bytes(), {words: run(path, *words.split()) for words in READING}
        assert path.read_bytes() == before, "reading changed the file"
        for words, said in found.items():
            if said == good[words]:
                continue
            if words == "verify" and said.code == 1 and not said.err:
                assert "not in order" in said.out
                continue
            assert is_told(said, good[words].err), (words, said)
            ours = re.compile(
                r" +\d+  damaged: it cannot be read any more|What was counted in boxes may be .*"
            )
            told = [line for line in said.out.splitlines() if not ours.fullmatch(line)]
            if words == "history":
                assert set(told) <= set(good[words].out.splitlines()), (words, said)
            else:
                assert good[words].out.startswith(said.out), (words, said)
        saved = run(path, "rescue", str(new))
        if saved.code == 0:
            check_rescued(new, run, good, saved)
        else:
            assert is_told(saved) or "nothing in " in saved.err, saved
        is_sound = found["verify"].code == 0
        for words in ("undo", "start", "adjust", "recount 1 red=1", "abandon"):
            said = run(path, *words.split())
            assert said.code in (0, 1, 2), words
            if not is_sound:
                assert is_told(said), (words, said)
                assert path.read_bytes() == before, f"{words} wrote into a damaged file"
        return not is_sound


def told_by(path: Path) -> list[str]:
    """Return every row of every table of a file, and what SQLite says of its
    pages; not by our own means.
    """
    with closing(sqlite3.connect(path)) as db:
        tables = db.execute(
            "SELECT name, coalesce(sql, '') FROM sqlite_schema ORDER BY 1"
        ).fetchall()
        rows = [
            db.execute(f"SELECT * FROM {name}").fetchall() for name, sql in tables if "TABLE" in sql
        ]
        return [
            *map(repr, tables),
            *map(repr, rows),
            repr(db.execute("PRAGMA integrity_check").fetchall()),
        ]


def check_rescued(
    new: Path, run: Callable[..., Said], good: Mapping[str, Said], saved: Said
) -> None:
    """Fail where a rescued journal is not in order, or tells anything that the sound one does not.

    Games that cannot be told any more are begun and broken off,
    and what they did to the boxes is told as counts.
    """
    verified = run(new, "verify")
    assert verified.code == 0, verified
    invented = entries_in(run(new, "export")) - entries_in(good["export"])
    assert {dict(facts)["kind"] for facts in invented} <= {"start", "abandon", "recount"}
    told = " ".join(saved.out.split())
    assert not invented or "as counts" in told or "Missing" in told, (saved, invented)
    if "The boxes hold what they should" in told:
        assert belongs_in_boxes(run(new, "export")) == belongs_in_boxes(good["export"])


def entries_in(exported: Said) -> Counter[tuple[tuple[str, object], ...]]:
    """Return the entries of an export without their numbers, which are others after a rescue."""
    entries = map(json.loads, exported.out.splitlines())
    numbers = ("number", "action", "undoes")
    return Counter(
        tuple((name, fact) for name, fact in entry.items() if name not in numbers)
        for entry in entries
    )


def belongs_in_boxes(exported: Said) -> Counter[tuple[object, object]]:
    """Return by how much the entries of an export have changed each box,
    worked out from it alone.
    """
    changed: Counter[tuple[object, object]] = Counter()
    entries = list(map(json.loads, exported.out.splitlines()))
    for entry in entries:
        undone = [each for each in entries if each["action"] == entry.get("undoes")]
        if entry.get("change") and entry["kind"] in ("adjust", "recount"):
            changed[entry["box"], entry["colour"]] += entry["change"]
        for each in undone:
            if each["kind"] == "adjust":
                changed[each["box"], each["colour"]] -= each["change"]
    return Counter({key: change for key, change in changed.items() if change})


QUICKLY = [("bits", 1), ("sector", 2), ("pages", 3), ("cut_off", 4), ("delete", 5), ("change", 6)]
MANY = [("nim", 135), ("michie", 8)]


@pytest.mark.parametrize(("way", "seed"), QUICKLY)
def test_a_damaged_journal_tells_the_truth_or_nothing(
    sound: Path, way: str, seed: int, run: Callable[..., Said]
) -> None:
    good = {words: run(sound / "nim.sqlite", *words.split()) for words in READING}
    check_copy(sound / "nim.sqlite", way, seed, run, good)


@pytest.mark.prove
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("name", "copies"), MANY)
def test_a_thousand_damaged_journals_tell_the_truth_or_nothing(
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
    assert noticed == copies or way not in ("delete", "change")


def test_no_copy_of_260_damaged_journals_is_called_good_that_is_not_sound(sound: Path) -> None:
    """Damage in parts of a page that are not used is none:
    such a copy tells what the sound journal does.
    """
    kits, passed, refused = {"nim": preset("nim-8"), "michie": kit_named("michie")}, 0, 0
    for name, kit in kits.items():
        good = told_by(sound / f"{name}.sqlite")
        for way, seed in [(way, seed) for way in WAYS for seed in range(19)]:
            with quick_folder() as folder:
                path, copy = folder / "journal.sqlite", folder / "copy.sqlite"
                shutil.copy(sound / f"{name}.sqlite", path)
                WAYS[way](path, Random(seed))
                try:
                    with Journal(path, kit, read_only=True) as journal:
                        journal.backup(copy)
                except JournalError:
                    refused += 1
                    assert [file.name for file in folder.iterdir()] == ["journal.sqlite"]
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
    with Journal(path, preset("nim-8")) as journal:
        play_random_games(journal, 30, seed=1)
    content = path.read_bytes()
    middle = len(content) // 2
    damaged = content[:middle] + bytes(3000) + content[middle + 3000 :]
    path.write_bytes(damaged)
    for words in (
        "start",
        "undo",
        "adjust",
        "recount 1 red=1",
        "quick won",
        "record 1",
        "forget Ada --yes",
    ):
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
    for words in ("start", "history", "recount 1 red=1"):
        said = run(path, *words.split())
        assert said.code == 1
        assert re.search("is no logbook of menace-kit|written by a newer menace-kit", said.err), (
            said
        )
        assert path.read_bytes() == before


def test_there_are_a_thousand() -> None:
    assert sum(copies * len(WAYS) for _, copies in MANY) > 1000


# What can be done with it


def test_a_damaged_journal_says_how_far_it_can_be_believed_and_names_the_copies_beside_it(
    book: Path, run: Callable[..., Said]
) -> None:
    with Journal(book, kit_named("michie"), read_only=True) as journal:
        assert journal.backup(book.with_name("monday.sqlite")) == 43
    book.with_name("notes.sqlite").write_text("SQLite? No.", encoding="utf-8")
    damage(book, "UPDATE entry SET operator = 'Eve' WHERE number = 39", sealed=None)
    said = run(book, "history")
    assert is_told(said)
    assert (
        "entry 39 is not as it was written. You can rely on its entries 1 to 38, 40 to 43 (the "
        in said.err
    )
    assert (
        "Copies of a journal lie beside it: monday.sqlite; put the right one in its place"
        in said.err
    )
    assert said.err.endswith(f"menace-kit operator rescue NEW.sqlite --journal {book}\n")


def test_nothing_long_is_begun_and_no_copy_made_on_a_damaged_journal(
    book: Path, run: Callable[..., Said]
) -> None:
    """What one look at the last game would not find: a name, long ago."""
    damage(book, "UPDATE entry SET operator = 'Eve' WHERE number = 1", sealed=None)
    copy = book.with_name("copy.sqlite")
    assert is_told(run(book, "backup", str(copy)))
    assert not copy.exists()
    with pytest.raises(JournalDamagedError):
        asyncio.run(JournalThread(kit_named("michie"), book).at_desk(lambda desk: desk.last_entry))
    with Played(book, "--preset", "michie-1961") as played:
        assert played.ends() != 0
        assert b"is damaged" in played.written


def test_rescue_saves_what_is_sound_and_names_what_is_missing_and_what_to_count(
    book: Path, run: Callable[..., Said]
) -> None:
    before = book.read_bytes()
    damage(book, "UPDATE entry SET colour = 'gold' WHERE number = 34", sealed=None)
    damaged, new = book.read_bytes(), book.with_name("new.sqlite")
    assert damaged != before
    said = run(book, "rescue", str(new))
    assert said.out.startswith(
        f"{new}  (entries 1 to 36, 5 games)\nMissing: entry 34. The book ends in game 5."
    )
    told = " ".join(said.out.split())
    assert "Game 3 cannot be told any more: the history calls it broken off" in told
    assert "The boxes hold what they should by it." in told
    with Journal(book, kit_named("michie"), read_only=True) as old:
        belongs = old.contents()
    with Journal(new, kit_named("michie"), read_only=True) as journal:
        assert journal.contents() == belongs
        assert [row.state for row in journal.games()] == [
            "ended",
            "ended",
            "abandoned",
            "abandoned",
            "running",
        ]
    assert book.read_bytes() == damaged
    assert run(new, "verify").code == 0
    again = run(book, "rescue", str(new))
    assert "is already there; a rescue never overwrites a file" in again.err


@pytest.mark.parametrize("number", [1, 2, 11, 12, 18, 26, 38, 41, 42])
def test_a_letter_that_is_changed_in_one_entry_costs_one_game(
    book: Path, run: Callable[..., Said], number: int
) -> None:
    with Journal(book, kit_named("michie"), read_only=True) as journal:
        belongs, games = journal.contents(), journal.games()
    played, good = run(book, "history").out.splitlines(), entries_in(run(book, "export"))
    damage(book, f"UPDATE entry SET at = '3' || substr(at, 2) WHERE number = {number}", sealed=None)
    shown = run(book, "history")
    assert is_told(shown)
    assert "rescue NEW.sqlite" in shown.err
    assert len(set(played) & set(shown.out.splitlines())) >= len(games) - 1
    new = book.with_name("new.sqlite")
    assert run(book, "rescue", str(new)).code == 0
    assert run(new, "verify").code == 0
    with Journal(new, kit_named("michie"), read_only=True) as journal:
        assert journal.contents() == belongs
        kept = [row for row, old in zip(journal.games(), games, strict=True) if row == old]
        assert len(kept) >= len(games) - 1
    assert (good - entries_in(run(new, "export"))).total() <= 13  # the longest game


def test_an_entry_of_which_the_digest_alone_is_damaged_is_kept(
    book: Path, run: Callable[..., Said]
) -> None:
    good = entries_in(run(book, "export"))
    damage(book, "UPDATE entry SET digest = digest + 1 WHERE number IN (1, 20)", sealed=None)
    new = book.with_name("new.sqlite")
    assert "\nNothing is missing. " in run(book, "rescue", str(new)).out
    assert entries_in(run(new, "export")) == good


def half_ticked(book: Path) -> None:
    """Win the game that goes on, and do one line of the three of its list."""
    with Journal(book, kit_named("michie")) as journal:
        desk = Desk(journal)
        for move in ("2", "5", "3", "9"):
            desk.act(partial(step_for, move=move))
        desk.tick(2)


def test_after_a_rescue_the_beads_that_an_undo_moves_are_the_same(
    book: Path, run: Callable[..., Said]
) -> None:
    half_ticked(book)
    saved = book.with_name("saved.sqlite")
    assert "\nNothing is missing. " in run(book, "rescue", str(saved)).out
    undone = run(book, "undo").out
    assert "Now move these beads" in undone
    assert run(saved, "undo").out == undone


@pytest.mark.parametrize(
    "damaged",
    [
        "UPDATE tick SET line = 3",
        "UPDATE entry SET at = '' WHERE number = (SELECT max(number) FROM entry)",
    ],
)
def test_ticks_that_cannot_be_believed_are_said_to_be_lost(
    book: Path, run: Callable[..., Said], damaged: str
) -> None:
    half_ticked(book)
    with Journal(book, kit_named("michie")) as journal:
        Desk(journal).act(lambda session: session.recount(1, {"white": 1}))
    damage(book, damaged, sealed=None)
    saved = book.with_name("saved.sqlite")
    said = " ".join(run(book, "rescue", str(saved)).out.split())
    assert "Which lines of the list of game 5 were done is lost" in said
    assert "Nothing is missing" not in said
    with Journal(saved, kit_named("michie"), read_only=True) as journal:
        assert not Desk(journal).ticked


def test_a_rescued_journal_knows_its_imports_and_that_the_clock_was_wrong(
    book: Path, run: Callable[..., Said]
) -> None:
    games, saved = book.with_name("games.jsonl"), book.with_name("saved.sqlite")
    run(book, "abandon")
    run(book, "export", "--games", str(games))
    assert run(book, "import", str(games), "--again").code == 0
    damage(book, "UPDATE entry SET at = '2020-01-01T00:00:00.000+00:00' WHERE number = 50")
    run(book, "verify", "--clock-was-wrong")
    with Journal(book, kit_named("michie"), read_only=True) as journal:
        (whole,), last = imports(journal), journal.last_entry
    for lost in (0, 1):
        damage(book, f"UPDATE entry SET operator = 'Eve' WHERE number = {last - lost}", sealed=None)
        assert run(book, "rescue", str(saved)).code == 0
        assert run(saved, "verify").code == 0
        with Journal(saved, kit_named("michie"), read_only=True) as journal:
            (left,) = imports(journal)
            assert left.first == whole.first
            assert left.first + left.entries - 1 == journal.last_entry < last
        saved.unlink()


def test_rescue_reads_ordinary_files_alone_and_names_what_was_typed(
    book: Path, run: Callable[..., Said]
) -> None:
    new = book.with_name("new.sqlite")
    for path, told in (
        (Path(os.devnull), "is no ordinary file; a logbook is a file"),
        (book.parent, "is a folder; a logbook is a file"),
        (book.with_name("none.sqlite"), "No such file"),
    ):
        said = run(path, "rescue", str(new))
        assert (said.code, str(path) in said.err, told in said.err) == (1, True, True), said
    nowhere = book.parent / "nodir" / "new.sqlite"
    said = run(book, "rescue", str(nowhere))
    assert (said.code, f"{nowhere}: the file, or its folder, is not there" in said.err) == (
        1,
        True,
    ), said
    assert ".part" not in said.err


@pytest.mark.parametrize("start", [0, 2 * PAGE])
def test_rescue_reads_pages_where_sqlite_reads_nothing(
    book: Path, run: Callable[..., Said], start: int
) -> None:
    content = book.read_bytes()
    book.write_bytes(content[:start] + bytes(PAGE) + content[start + PAGE :])
    said = run(book, "rescue", str(book.with_name("new.sqlite")))
    assert "(entries 1 to 43, 5 games)" in said.out
    assert run(book.with_name("new.sqlite"), "verify").code == 0


def test_a_journal_of_another_machine_is_not_rescued(book: Path, run: Callable[..., Said]) -> None:
    other = book.with_name("nim.sqlite")
    shutil.copy(book, other)
    assert (
        "can be believed as a journal of this machine"
        in run(other, "rescue", str(book.with_name("new.sqlite"))).err
    )


def test_damage_to_a_journal_of_an_older_program_is_not_carried_over_unseen(tmp_path: Path) -> None:
    old = Path(
        shutil.copy(Path(__file__).parent / "first-schema.sqlite", tmp_path / "journal.sqlite")
    )
    damage(old, "UPDATE entry SET box = 305 WHERE number = 2", sealed=None)
    with pytest.raises(JournalDamagedError, match="You can rely on its entries 1, 3 to 71 "):
        read_all(old)


def read_all(path: Path) -> None:
    with Journal(path, preset("michie-1961")) as journal:
        journal.contents()
        list(journal.entries())
        for game in journal.games():
            journal.game(game.number)


def test_a_reader_of_an_older_journal_leaves_it_as_it_is(tmp_path: Path) -> None:
    old = Path(
        shutil.copy(Path(__file__).parent / "first-schema.sqlite", tmp_path / "journal.sqlite")
    )
    before = old.read_bytes()
    with Journal(old, preset("michie-1961"), read_only=True) as journal:
        assert len(list(journal.entries())) == journal.last_entry > 0
        with pytest.raises(JournalUnwritableError):
            Desk(journal).act(lambda session: session.recount(1, {"white": 1}))
    assert old.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["journal.sqlite"]


# Who writes meanwhile is no damage


def test_what_a_quick_writer_does_is_no_damage_and_a_backup_says_what_it_holds(book: Path) -> None:
    kit, done = kit_named("michie"), Event()

    def write() -> None:
        with Journal(book, kit) as journal:
            desk = Desk(journal)
            for number in range(60):
                # Called at once.
                desk.act(lambda session: session.recount(1, {"white": number % 9}))  # noqa: B023
        done.set()

    writer, copies = Thread(target=write), 0
    writer.start()
    while not done.is_set() or not copies:
        with Journal(book, kit, read_only=True) as journal:
            journal.contents()
            list(journal.entries())
            copies += 1
            copy = book.with_name(f"{copies}.sqlite")
            last = journal.backup(copy)
        with Journal(copy, kit, read_only=True) as found:
            assert found.last_entry == last
    writer.join()


def test_two_backups_to_one_name_do_not_hinder_each_other(book: Path) -> None:
    kit, copy, said = kit_named("michie"), book.with_name("copy.sqlite"), []

    def back_up() -> None:
        try:
            with Journal(book, kit, read_only=True) as journal:
                journal.backup(copy)
        except JournalError as error:
            said.append(str(error))

    threads = [Thread(target=back_up) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert said == [f"{copy} is already there; a backup never overwrites a file"] * 5
    with Journal(copy, kit, read_only=True) as found:
        assert found.last_entry == 43
    assert not list(book.parent.glob(".*.part"))


# Times that no clock can tell, and a clock that was wrong


@pytest.mark.parametrize("time", ["9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+12:00"])
def test_a_game_of_an_impossible_time_is_shown_named_and_taken_back(
    tmp_path: Path, time: str, run: Callable[..., Said]
) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal(path, kit_named("michie")) as journal:
        Desk(journal).act(lambda session: session.quick(Result.WIN, "white", played_at=time))
    assert time[3:10] in run(path, "history").out
    assert time[3:10] in run(path, "game", "1").out
    assert f"{time!r} is no time that it can be of" in run(path, "verify").out
    assert run(path, "undo").code == 0


def test_a_clock_that_was_wrong_is_said_once_and_stays_a_note(
    book: Path, run: Callable[..., Said]
) -> None:
    damage(
        book, "UPDATE entry SET at = '2020-01-01T00:00:00.000+00:00' WHERE number BETWEEN 20 AND 24"
    )
    assert "was the computer's clock wrong?" in run(book, "verify").out
    said = run(book, "verify", "--clock-was-wrong", "--operator", "Ada")
    for told in (said, run(book, "verify")):
        assert told.code == 0
        assert "Up to entry 43 the computer's clock was wrong, says Ada (" in told.out
        assert "In order: 43 entries" in told.out
    damage(book, "UPDATE entry SET at = '2020-01-01T00:00:00.000+00:00' WHERE number = 43")
    assert run(book, "verify").code == 0  # it was noted up to there


def test_a_journal_in_memory_is_refused(run: Callable[..., Said]) -> None:
    said = run(Path(":memory:"), "verify")
    assert (said.code, said.err) == (
        2,
        "menace-kit: --journal :memory: would be gone with this command; name a file\n",
    )
