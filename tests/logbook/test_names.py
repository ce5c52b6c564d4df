"""A name is forgotten: nothing of it is left in the file, and all else stands."""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from menace_kit.errors import LogbookBusyError, LogbookDamagedError
from menace_kit.guide import counting, whole_games
from menace_kit.guide.audit import audit
from menace_kit.guide.desk import Desk
from menace_kit.logbook.backups import back_up
from menace_kit.logbook.clock import note_clock
from menace_kit.logbook.file import daily_folder
from menace_kit.logbook.names import (
    Person,
    alike,
    files_with,
    forget,
    forgotten,
    people,
    people_of_copies,
)
from menace_kit.logbook.store import Logbook
from menace_kit.machine.learning import Result
from tests.examples import preset
from tests.guide.scripts import do
from tests.logbook.audited import damage
from tests.logbook.games import kit_named, play_random_games, quick_folder

KIT = kit_named("later")
BOB, JURGEN = "Bob", "Jürgen Müller"


@pytest.fixture(name="path")
def fixture_path() -> Iterator[Path]:
    with quick_folder() as folder:
        yield folder / "logbook.sqlite"


def played(path: Path) -> Logbook:
    """Return a logbook with names in every place where they can stand,
    in what was deleted from the file, too.
    """
    path.write_bytes(_file_with_names())
    return Logbook(path, KIT)


@cache
def _file_with_names() -> bytes:
    with quick_folder() as folder, Logbook(folder / "logbook.sqlite", KIT) as logbook:
        write_names(logbook)
        return logbook.path.read_bytes()


def write_names(logbook: Logbook) -> None:
    play_random_games(logbook, 12, seed=5)  # of Ada, some against Bob
    desk, random = Desk(logbook), Random(3)
    desk.act_all(
        [desk.session.start(JURGEN, BOB)], json.dumps({"act": "start", "operator": JURGEN})
    )
    do(desk, "end")
    for number in range(40):
        result = random.choice(list(Result))
        game = whole_games.quick(desk.session, result, None, None, BOB, confirmed=True)
        desk.act_all([game], json.dumps({"on": number, "opponent": BOB}))
    desk.act(lambda session: counting.take_stock(session, (7,), {}, JURGEN))
    note_clock(logbook, JURGEN)


def in_file(path: Path, name: str) -> bool:
    return any(form.encode() in path.read_bytes() for form in (name, json.dumps(name)[1:-1]))


@pytest.mark.parametrize(("name", "stand_in"), [(BOB, None), (JURGEN, "pupil 7")])
def test_nothing_of_a_name_is_left_and_all_else_stands(
    path: Path, name: str, stand_in: str | None
) -> None:
    with played(path) as logbook:
        before, boxes, games = list(logbook.entries()), logbook.contents(), logbook.games()
        assert in_file(path, name)
        assert not audit(logbook)
        forget(logbook, [name], stand_in)
        for file in path.parent.iterdir():  # no log of the change is left beside it either
            assert not in_file(file, name)
        assert not audit(logbook)
        without = {name: stand_in}
        assert list(logbook.entries()) == [
            replace(
                entry,
                operator=without.get(entry.operator or "", entry.operator),
                opponent=without.get(entry.opponent or "", entry.opponent),
            )
            for entry in before
        ]
        assert logbook.contents() == boxes
        assert [row[:5] + row[7:] for row in logbook.games()] == [
            row[:5] + row[7:] for row in games
        ]
        assert name not in {person.name for person in people(logbook)}
        had = [entry for entry in before if name in (entry.operator, entry.opponent)]
        assert [note.entries for note in forgotten(logbook)] == [len(had)]
        with pytest.raises(sqlite3.IntegrityError, match="never changed"):
            logbook.db.execute("UPDATE entry SET operator = 'x'")
    with Logbook(path, KIT) as logbook:
        play_random_games(logbook, 2, seed=9)
        assert not audit(logbook)


def test_the_people_of_a_logbook_are_counted_by_what_they_did(path: Path) -> None:
    with played(path) as logbook:
        found = {person.name: person[1:] for person in people(logbook)}
        games = [game for row in logbook.games() if (game := logbook.game(row.number))]
        bob = sum(game.start.opponent == BOB for game in games)
    assert found[JURGEN][2] == 2  # a stocktake, and a note of the clock
    assert found[JURGEN][:2] == (1, 0)
    assert found[BOB] == (0, bob, 0)
    assert next(iter(found)) == "Ada"


def test_what_was_deleted_before_is_gone_too(path: Path) -> None:
    """A name may lie in pages that are not used any more, by whatever way it came there."""
    with played(path) as logbook:
        made = "CREATE TABLE t (x)", f"INSERT INTO t VALUES ('{'Zoe ' * 4000}')", "DROP TABLE t"
        for statement in ("PRAGMA secure_delete = OFF", *made):
            logbook.select(statement)
        assert in_file(path, "Zoe Zoe")
        forget(logbook, ["Ada"])
        assert not in_file(path, "Zoe Zoe")
        assert not audit(logbook)


def test_who_has_the_logbook_open_goes_on(path: Path) -> None:
    with played(path) as logbook, Logbook(path, KIT) as other:
        desk = Desk(other)
        desk.act(lambda session: session.start("Ada", JURGEN))
        last = other.last_entry
        marks = other.mark(1), other.mark(last)
        forget(logbook, [JURGEN])
        assert (other.mark(1) != marks[0], other.mark(last) != marks[1]) == (True, True)
        desk.act(lambda session: session.draw(next(iter(session.kit.boxes[0].moves))))
        assert desk.session.game is not None
        assert desk.session.game.start.opponent is None
        assert not audit(other)


def test_nothing_is_forgotten_in_a_damaged_logbook(path: Path) -> None:
    played(path).close()
    damage(path, "UPDATE entry SET action = 1 WHERE number = 2", sealed=False)
    before = path.read_bytes()
    with Logbook(path, KIT, check=False) as logbook, pytest.raises(LogbookDamagedError):
        forget(logbook, [BOB])
    assert path.read_bytes() == before


def test_nothing_is_forgotten_where_another_program_holds_the_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("menace_kit.logbook.file.BUSY_SECONDS", 0.1)
    with (
        played(path) as logbook,
        Logbook(path, KIT) as other,
        other.writing(other.last_entry),
        pytest.raises(LogbookBusyError),
    ):
        forget(logbook, [BOB])
    with Logbook(path, KIT) as logbook:
        assert BOB in {person.name for person in people(logbook)}
        assert not forgotten(logbook)


def daily_copy(logbook: Logbook, day: int, of: Path | None = None) -> Path:
    folder = daily_folder(of or logbook.path)
    folder.mkdir(exist_ok=True)
    back_up(logbook, path := folder / f"2026-01-0{day}.sqlite")
    return path


def test_a_copy_of_another_machine_is_named_and_stops_nothing(path: Path) -> None:
    other = preset("nim-8")
    with Logbook(path.with_name("other.sqlite"), other) as logbook:
        Desk(logbook).act(lambda session: session.start(BOB))
        copies = [daily_copy(logbook, day, path) for day in (2, 4)]
    with played(path) as logbook:
        own = [daily_copy(logbook, day) for day in (1, 3)]
        assert set(forget(logbook, [BOB])) == set(copies)
        assert BOB not in {person.name for person in people(logbook)}
    assert not any(in_file(file, BOB) for file in (path, *own))


def test_a_copy_that_cannot_be_read_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = Path.read_bytes
    with played(path) as logbook:
        closed = daily_copy(logbook, 1)

        def refused(file: Path) -> bytes:
            if file == closed:
                raise PermissionError(13, "Permission denied")
            return read(file)

        monkeypatch.setattr(Path, "read_bytes", refused)
        assert forget(logbook, [BOB]) == [closed]
    assert not in_file(path, BOB)


def test_a_name_stays_in_the_logbook_until_its_copies_are_done(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = Logbook.pack

    def killed(logbook: Logbook) -> None:
        pack(logbook)
        if logbook.path != path:
            raise KeyboardInterrupt

    with played(path) as logbook:
        copies = [daily_copy(logbook, day) for day in (1, 2)]
        monkeypatch.setattr(Logbook, "pack", killed)
        with pytest.raises(KeyboardInterrupt):
            forget(logbook, [BOB])
        monkeypatch.undo()
        assert BOB in {person.name for person in people(logbook)}
        forget(logbook, [BOB])
    assert not any(in_file(file, BOB) for file in (path, *copies))


def test_a_name_that_is_left_in_a_copy_alone_is_forgotten_there(path: Path) -> None:
    with played(path) as logbook:
        copy = daily_copy(logbook, 1)
        kept = copy.read_bytes()
        forget(logbook, [BOB])
        assert people_of_copies(logbook) == []
        copy.write_bytes(kept)
        assert people_of_copies(logbook) == [Person(BOB, 0, 0, 0)]
        forget(logbook, [BOB])
        assert len(forgotten(logbook)) == 1
    assert not in_file(copy, BOB)


@pytest.mark.parametrize("name", ["bob", " BOB ", "Ｂｏｂ", "Bob"])
def test_spellings_of_a_name_are_alike(name: str) -> None:
    assert alike(name) == alike("Bob")
    assert alike(f"{name} miller") == alike("Bob  Miller")


def test_files_with_a_name_are_found(path: Path) -> None:
    with played(path) as logbook:
        back_up(logbook, path.with_name("copy.sqlite"))
    path.with_name("games.csv").write_text("moves,opponent\n1 2,Jürgen Müller\n", encoding="utf-8")
    path.with_name("games.jsonl").write_text(json.dumps({"opponent": JURGEN}), encoding="utf-8")
    path.with_name("other.csv").write_text("moves,opponent\n1 2,Bob\n", encoding="utf-8")
    found = [file.name for file in files_with(path.parent, [JURGEN], path)]
    assert found == ["copy.sqlite", "games.csv", "games.jsonl"]
