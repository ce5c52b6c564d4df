"""A damaged logbook: what is lost is named, all else is read and rescued,
and nothing is written.
"""

import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple

import pytest

from menace_kit.cli import main
from menace_kit.errors import LogbookDamagedError, LogbookError
from menace_kit.guide import counting, taking_back
from menace_kit.guide.audit import audit
from menace_kit.guide.desk import Desk
from menace_kit.guide.imports import write_import
from menace_kit.guide.session import Session
from menace_kit.logbook.backups import back_up
from menace_kit.logbook.career import Statistics, statistics
from menace_kit.logbook.clock import clock_notes, note_clock
from menace_kit.logbook.entries import Action, Entry, Kind
from menace_kit.logbook.export import game_facts, json_lines
from menace_kit.logbook.faults import faults_in
from menace_kit.logbook.file import daily_folder
from menace_kit.logbook.game_counts import results
from menace_kit.logbook.game_record import GameRow
from menace_kit.logbook.imported import imports
from menace_kit.logbook.queries import games_left_open
from menace_kit.logbook.rescue import Rescued, rescue
from menace_kit.logbook.store import Logbook
from tests.cli.running import in_its_group
from tests.examples import preset
from tests.guide.scripts import do, enter_games
from tests.logbook.audited import audit_of, damage, opened
from tests.logbook.games import kit_named

PAGE = 4096
KIT = kit_named("michie")
OTHER_OPERATOR = "UPDATE entry SET operator = 'Eve' WHERE number = {}"
LONG_AGO = "UPDATE entry SET at = '2020-01-01T00:00:00.000+00:00' WHERE number BETWEEN {} AND {}"


class Read(NamedTuple):
    """All that is read of a logbook."""

    entries: list[Entry]
    contents: dict[int, dict[str, int]]
    games: list[GameRow]
    statistics: Statistics


def read(path: Path) -> Read:
    with opened(path) as logbook:
        return Read(
            list(logbook.entries()),
            logbook.contents(),
            logbook.games(),
            statistics(logbook),
        )


def unknown_faults(path: Path) -> list[str]:
    return [finding.message for finding in audit_of(path) if not finding.known]


def rescued(path: Path) -> tuple[Rescued, Path]:
    """Return what a rescue says, and the new logbook, which is in order."""
    new = path.with_name("new.sqlite")
    found = rescue(path, KIT, new)
    assert unknown_faults(new) == []
    return found, new


def refusal(path: Path) -> str:
    """Return why nothing is written to a logbook; fail where that changes it."""
    before = path.read_bytes()
    with pytest.raises(LogbookError) as caught:
        Logbook(path, KIT)
    assert path.read_bytes() == before
    return str(caught.value)


@pytest.mark.parametrize(
    ("number", "cached"), [(1, True), (12, False), (18, True), (26, False), (43, True)]
)
def test_a_letter_that_is_changed_in_an_entry_costs_that_entry(
    logbook: Path, number: int, cached: bool
) -> None:
    sound = read(logbook)
    damage(
        logbook, f"UPDATE entry SET at = '3' || substr(at, 2) WHERE number = {number}", sealed=False
    )
    if not cached:
        damage(logbook, "DELETE FROM cache", sealed=False)
    assert f"entry {number} is not as it was written" in refusal(logbook)
    found, new = rescued(logbook)
    assert list(found.missing) == [number]
    for path in (logbook, new):
        there = read(path)
        kept = [entry for entry in there.entries[:43] if entry.kind is not Kind.LOST]
        assert kept == [entry for entry in sound.entries if entry.number != number]
        with opened(path) as logbook_there:
            unknown = set(logbook_there.to_count)
        assert not (cached and unknown)
        wrong = {box for box in sound.contents if there.contents[box] != sound.contents[box]}
        assert wrong <= unknown
        if cached:
            rows = zip(there.games, sound.games, strict=True)
            assert sum(row != old for row, old in rows) <= 1


def test_boxes_of_which_nobody_knows_are_to_be_counted_until_somebody_has(
    logbook: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the commands, from the damaged logbook to the one that is in order again."""

    def said(path: Path, *words: str, code: int = 0) -> str:
        with pytest.raises(SystemExit) as ended:
            main([*in_its_group(*words), "--logbook", str(path)])
        assert int(ended.value.code or 0) == code
        out, error = capsys.readouterr()
        return out if "--json" in words else " ".join(f"{out} {error}".split())

    damage(
        logbook,
        "DELETE FROM cache",
        "UPDATE entry SET change = 4 WHERE number = 8",
        sealed=False,
    )
    verified = said(logbook, "verify", code=1)
    assert "file: entry 8 is not as it was written" in verified
    assert "Save what is sound into a new logbook with: menace-kit logbook " in verified
    assert "Lost entries: 8." in said(logbook, "history")
    assert "Part of the logbook is lost. To be counted: " in said(logbook, "status")
    new = logbook.with_name("new.sqlite")
    assert "Missing: entry 8." in said(logbook, "rescue", str(new))
    assert "All else is in order: 45 entries, 5 games." in said(new, "verify")
    number, *others = json.loads(said(new, "status", "--json"))["to_count"]
    boxes = json.loads(said(new, "boxes", "--now", "--json"))
    assert [each["number"] for each in boxes if each["to_count"]] == [number, *others]
    assert "To be counted: " in said(new, "boxes", str(number), "--now")
    assert "To be counted: " in said(new, "stats")
    machine = new.with_suffix(".json")
    assert "To be counted: " in said(new, "export", "--machine", str(machine), code=2)
    assert not machine.exists()
    counts = [f"{bead.colour}=2" for bead in KIT.box(number).beads]
    said(new, "count", str(number), *counts)
    with Logbook(new, KIT) as there:
        desk = Desk(there)
        assert set(desk.session.in_box(number).values()) == {2}
        assert number not in there.to_count
        do(desk, "end stocktake")
        assert there.to_count == ()
        assert audit(there) == []
    assert "To be counted" not in said(new, "stats")
    assert " All else is in order: " in said(new, "verify")
    assert "304 boxes; what is in them is what the games and counts give." in said(new, "verify")
    said(new, "export", "--machine", str(machine))


def test_a_page_of_zeros_is_shown_around_and_rescued(logbook: Path) -> None:
    content, found = logbook.read_bytes(), 0
    for start in range(PAGE, len(content), 3 * PAGE):
        logbook.write_bytes(content[:start] + bytes(PAGE) + content[start + PAGE :])
        try:
            saved, new = rescued(logbook)
        except LogbookError:
            continue
        found += (saved.entries, saved.games) == (43, 5)
        new.unlink()
    assert found


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM cache",
        "UPDATE cache SET value = replace(value, '1', '2')",
        "UPDATE cache SET entry = entry - 1",
        "DELETE FROM game WHERE number = 2",
        "UPDATE game SET result = 'loss' WHERE number = 1",
    ],
)
def test_a_damaged_cache_is_worked_out_anew_and_nobody_is_told(
    logbook: Path, statement: str
) -> None:
    good = read(logbook)
    damage(logbook, statement, sealed=False)
    assert read(logbook) == good
    with Logbook(logbook, KIT) as there:
        desk = Desk(there)
        do(desk, "undo white")
    assert audit_of(logbook) == []


@pytest.mark.parametrize("change", [Session.confirm, taking_back.take_back])
def test_a_row_of_a_game_as_it_was_before_is_not_believed(
    logbook: Path, change: Callable[[Session], Action]
) -> None:
    with Logbook(logbook, KIT) as there:
        desk = Desk(there)
        do(desk, "end quick:win:white")
        (before,) = there.select("SELECT * FROM game WHERE number = 6")
        desk.act(change)
        truth = there.games(), results(there), games_left_open(there)
    good = read(logbook)
    damage(logbook, "DELETE FROM game WHERE number = 6", sealed=False)
    with closing(sqlite3.connect(logbook)) as db, db:
        db.execute(f"INSERT INTO game VALUES ({', '.join('?' * len(before))})", before)
    assert read(logbook) == good
    with opened(logbook) as there:
        assert there.games(5) == truth[0][5:]
        assert (there.games(), results(there), games_left_open(there)) == truth
    with Logbook(logbook, KIT, backups=False) as there:
        do(Desk(there), "start")
    assert audit_of(logbook) == []


def test_a_damaged_logbook_says_what_to_rely_on_and_names_the_copies_beside_it(
    logbook: Path,
) -> None:
    with opened(logbook) as there:
        assert back_up(there, logbook.with_name("monday.sqlite")) == 43
    logbook.with_name("notes.sqlite").write_text("SQLite? No.", encoding="utf-8")
    logbook.with_name("short.sqlite").write_bytes(logbook.read_bytes()[:3000])
    damage(logbook, OTHER_OPERATOR.format(39), sealed=False)
    said = refusal(logbook)
    assert "entry 39 is not as it was written; nothing is written to it." in said
    assert "You can rely on its entries 1 to 38, 40 to 43." in said
    assert "Copies of a logbook are beside it: monday.sqlite; put the right one in" in said
    assert said.endswith(f"menace-kit logbook rescue NEW.sqlite --logbook {logbook}")


def test_a_logbook_that_was_cut_short_says_so_and_names_the_newest_daily_copy(
    logbook: Path,
) -> None:
    folder = daily_folder(logbook)
    folder.mkdir()
    for day in ("2026-01-02", "2026-01-03"):
        shutil.copy(logbook, folder / f"{day}.sqlite")
    (folder / "2026-01-04.sqlite").write_bytes(b"")
    whole = logbook.read_bytes()
    for left, told in (
        (len(whole) - 1, f"it was cut short: {len(whole) - 1:,} of {len(whole):,} bytes are there"),
        (2 * PAGE, f"it was cut short: {2 * PAGE:,} of {len(whole):,} bytes are there"),
        (50, "nothing in it can be read any more"),
        (0, "is empty: what was in it is gone"),
    ):
        logbook.write_bytes(whole[:left])
        said = refusal(logbook)
        assert told in said
        assert f"are beside it: {folder.name}{os.sep}2026-01-03.sqlite" in said


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
    logbook: Path, statement: str, told: str
) -> None:
    good = read(logbook)
    with closing(sqlite3.connect(logbook)) as db, db:
        db.execute(statement)
    assert read(logbook) == good
    with opened(logbook) as there:
        assert faults_in(there)[0] == told
    assert f"is damaged: {told}" in refusal(logbook)
    found, _ = rescued(logbook)
    assert list(found.missing) == []
    assert not found.to_count or statement == "DROP TABLE cache"


def test_a_table_with_facts_that_is_altered_closes_the_logbook(logbook: Path) -> None:
    with closing(sqlite3.connect(logbook)) as db, db:
        db.execute("ALTER TABLE tick ADD COLUMN mine TEXT")
    with pytest.raises(LogbookDamagedError, match="is damaged: the table tick was altered"):
        opened(logbook)


def test_a_logbook_whose_fingerprint_is_altered_is_damaged(logbook: Path) -> None:
    damage(logbook, "UPDATE meta SET digest = 1 WHERE key = 'fingerprint'", sealed=False)
    assert "is damaged: " in refusal(logbook)


@pytest.mark.parametrize("statement", ["UPDATE tick SET line = 3", "DELETE FROM tick"])
def test_ticks_that_cannot_be_believed_are_said_to_be_lost(logbook: Path, statement: str) -> None:
    with Logbook(logbook, KIT) as there:
        desk = Desk(there)
        do(desk, "2 5 3 9")
        desk.tick(2)
    damage(logbook, statement, sealed=False)
    with opened(logbook) as there, pytest.raises(LogbookDamagedError):
        _ = Desk(there).ticked
    found, new = rescued(logbook)
    assert (found.ticks, list(found.missing)) == (False, [])
    with opened(new) as there:
        assert not Desk(there).ticked


def test_a_rescue_of_a_sound_logbook_is_the_same_logbook(logbook: Path) -> None:
    with Logbook(logbook, KIT) as there:
        desk = Desk(there)
        do(desk, "end")
        text = "".join(json_lines(game_facts(there)))
        rehearsal, _ = enter_games(desk.session, text)
        write_import(desk, rehearsal, text.encode())
        last = there.last_entry
    damage(logbook, LONG_AGO.format(50, 50))
    with Logbook(logbook, KIT) as there:
        note_clock(there, None)
    found, new = rescued(logbook)
    assert (found.entries, list(found.missing), found.ticks) == (last, [], True)
    assert read(new) == read(logbook)
    with opened(new) as there:
        assert len(imports(there)) == len(clock_notes(there)) == 1
    with pytest.raises(LogbookError, match="is already there"):
        rescue(new, KIT, new)


def test_rescue_reads_ordinary_files_alone_and_names_what_was_typed(logbook: Path) -> None:
    new, nowhere = logbook.with_name("new.sqlite"), logbook.parent / "nodir" / "new.sqlite"
    for path, there, told in (
        (Path(os.devnull), new, "is no ordinary file; a logbook is a file"),
        (logbook.parent, new, "is a folder; a logbook is a file"),
        (logbook, nowhere, f"{nowhere}: the file, or its folder, is not there"),
    ):
        with pytest.raises(LogbookError) as caught:
            rescue(path, KIT, there)
        assert told in str(caught.value)
        assert ".part" not in str(caught.value)
    with pytest.raises(LogbookError, match="can be believed as a logbook of this machine"):
        rescue(logbook, preset("nim-8"), new)


def test_what_a_quick_writer_does_is_no_damage_and_a_backup_says_what_it_holds(
    logbook: Path,
) -> None:
    done = Event()

    def write() -> None:
        with Logbook(logbook, KIT) as there:
            desk = Desk(there)
            for number in range(20):
                desk.act(partial(counting.count, number=1, counted={"white": number % 9}))
        done.set()

    writer, copies = Thread(target=write), 0
    writer.start()
    while not done.is_set() or not copies:
        with opened(logbook) as there:
            there.contents()
            list(there.entries())
            copies += 1
            copy = logbook.with_name(f"{copies}.sqlite")
            last = back_up(there, copy)
        with opened(copy) as found:
            assert found.last_entry == last
    writer.join()


def test_two_backups_to_one_name_do_not_hinder_each_other(logbook: Path) -> None:
    copy, said = logbook.with_name("copy.sqlite"), list[str]()

    def copied() -> None:
        try:
            with opened(logbook) as there:
                back_up(there, copy)
        except LogbookError as error:
            said.append(str(error))

    threads = [Thread(target=copied) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert said == [f"{copy} is already there; a backup never overwrites a file"] * 3
    with opened(copy) as found:
        assert found.last_entry == 43
    assert not list(logbook.parent.glob(".*.part"))


def test_a_clock_that_was_wrong_is_said_once_and_stays_a_note(
    logbook: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def verified(*words: str) -> str:
        with pytest.raises(SystemExit):
            main(["logbook", "verify", *words, "--logbook", str(logbook)])
        return capsys.readouterr().out

    damage(logbook, LONG_AGO.format(20, 24))
    assert "was the computer's clock wrong?" in verified()
    for told in (verified("--clock-was-wrong", "--operator", "Ada"), verified()):
        assert "Up to entry 43 the computer's clock was wrong, says Ada (" in told
        assert "In order: 43 entries" in told
    damage(logbook, LONG_AGO.format(43, 43))
    assert unknown_faults(logbook) == []  # it was noted up to there


def test_a_logbook_in_memory_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["logbook", "verify", "--logbook", ":memory:"])
    said = "menace-kit: --logbook :memory: would be gone with this command; name a file\n"
    assert (ended.value.code, capsys.readouterr().err) == (2, said)
