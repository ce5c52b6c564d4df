"""Copies that are made by themselves at the first act of a day, and what they are good for."""

import os
import shutil
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest

from menace_kit.errors import LogbookDamagedError
from menace_kit.guide import counting
from menace_kit.guide.desk import Desk
from menace_kit.logbook import backups
from menace_kit.logbook.faults import faults_in
from menace_kit.logbook.file import daily_backups, daily_folder, part_of
from menace_kit.logbook.names import forget
from menace_kit.logbook.rescue import rescue
from menace_kit.logbook.store import Logbook
from tests.guide.scripts import do
from tests.logbook.audited import damage, play
from tests.logbook.games import kit_named

KIT = kit_named("michie")
Later = Callable[[int], None]


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Later:
    """Let it be so many days later than it is."""

    def days(number: int) -> None:
        class Later(date):
            @classmethod
            def today(cls) -> "Later":
                there = date.today() + timedelta(days=number)
                return cls(there.year, there.month, there.day)

        monkeypatch.setattr(backups, "date", Later)

    return days


def count_box(path: Path) -> list[str]:
    """Write something, and return what there is to be warned of."""
    with Logbook(path, KIT) as logbook:
        Desk(logbook).act(lambda session: counting.count(session, 2, {"white": 1}))
        return logbook.warnings


def test_the_first_act_of_a_day_copies_what_was_written_before(logbook: Path, later: Later) -> None:
    assert count_box(logbook) == []
    assert not daily_folder(logbook).exists()
    later(1)
    assert count_box(logbook) == count_box(logbook) == []
    (copy,) = daily_backups(logbook)
    assert copy == logbook.parent / "logbook-backups" / f"{date.today() + timedelta(days=1)}.sqlite"
    with Logbook(copy, KIT, read_only=True) as opened:
        assert opened.last_entry == 44
        assert faults_in(opened) == []
    assert [file.name for file in copy.parent.iterdir()] == [copy.name]


def test_the_last_seven_days_are_kept(logbook: Path, later: Later) -> None:
    for day in range(1, 11):
        later(day)
        assert count_box(logbook) == []
    copies = [date.fromisoformat(path.stem) for path in daily_backups(logbook)]
    assert copies == [date.today() + timedelta(days=day) for day in range(10, 3, -1)]


def test_a_warning_stays_until_a_backup_succeeds(logbook: Path, later: Later) -> None:
    daily_folder(logbook).write_text("in its place", encoding="utf-8")
    later(1)
    with Logbook(logbook, KIT) as opened:
        desk = Desk(opened)
        for day in (1, 2):
            later(day)
            do(desk, "2:white=1")
            (warning,) = opened.warnings
            assert warning.startswith("Today's backup was not made: ")
        later(0)  # nothing is due, for something was written today
        do(desk, "2:white=1")
        assert len(opened.warnings) == 1
        daily_folder(logbook).unlink()
        later(3)
        do(desk, "2:white=1")
        assert opened.warnings == []


def test_a_full_disk_leaves_no_part_of_a_backup(
    logbook: Path, later: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Logbook, "copy_to", full)
    later(1)
    (warning,) = count_box(logbook)
    assert "No space left on device" in warning
    assert list(daily_folder(logbook).iterdir()) == []


def test_a_copy_that_another_program_makes_meanwhile_is_no_failure(
    logbook: Path, later: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = backups.back_up

    def quicker(opened: Logbook, path: Path) -> int:
        copy(opened, path)
        return copy(opened, path)

    monkeypatch.setattr(backups, "back_up", quicker)
    later(1)
    assert count_box(logbook) == []
    assert len(daily_backups(logbook)) == 1


def test_a_damaged_logbook_is_not_written_to_on_the_next_day(logbook: Path, later: Later) -> None:
    damage(logbook, "UPDATE entry SET action = 1 WHERE number = 2", sealed=False)
    before = logbook.read_bytes()
    later(1)
    with Logbook(logbook, KIT, check=False) as opened:
        desk = Desk(opened)
        with pytest.raises(LogbookDamagedError, match="menace-kit logbook rescue"):
            do(desk, "2:white=1")
        assert opened.warnings == []
    assert logbook.read_bytes() == before
    assert list(daily_folder(logbook).iterdir()) == []


def parts_of(logbook: Path) -> list[Path]:
    """Leave parts as killed backups do, and return them."""
    daily_folder(logbook).mkdir()
    copies = (
        daily_folder(logbook) / "2026-01-02.sqlite",
        logbook.with_name("logbook-before-import-2026-01-02-101010.sqlite"),
    )
    parts = [part_of(path) for path in copies]
    parts.append(parts[0].with_name(f"{parts[0].name}-journal"))
    for part in parts:
        shutil.copy(logbook, part)
    return parts


def test_parts_that_killed_backups_left_are_removed_before_the_next(
    logbook: Path, later: Later
) -> None:
    parts, others = parts_of(logbook), part_of(logbook.with_name("other.sqlite"))
    shutil.copy(logbook, others)
    later(1)
    count_box(logbook)
    assert all(part.exists() for part in parts)  # somebody may be writing them
    for part in (*parts, others):
        os.utime(part, (0, 0))
    later(2)
    assert count_box(logbook) == []
    assert not any(part.exists() for part in parts)
    assert others.exists()


def test_a_name_is_forgotten_in_parts_of_copies_too(logbook: Path) -> None:
    parts = parts_of(logbook)
    with Logbook(logbook, KIT) as opened:
        forget(opened, ["Bob"])
    assert not any(part.exists() for part in parts)


def test_without_backups_none_is_made(logbook: Path, later: Later) -> None:
    later(1)
    with Logbook(logbook, KIT, backups=False) as opened:
        Desk(opened).act(lambda session: counting.count(session, 2, {"white": 1}))
    assert not daily_folder(logbook).exists()


def test_a_rescue_takes_what_is_lost_from_the_newest_sound_backup(
    logbook: Path, later: Later
) -> None:
    whole = list(Logbook(logbook, KIT, read_only=True).entries())
    later(1)
    count_box(logbook)
    damage(logbook, "DELETE FROM entry WHERE number BETWEEN 5 AND 30", sealed=False)
    damage(logbook, "DELETE FROM entry WHERE number = 44", sealed=False)
    # A newer one is worth nothing where it is damaged itself.
    (copy,) = daily_backups(logbook)
    newer = Path(shutil.copy(copy, copy.with_name("2999-01-01.sqlite")))
    damage(newer, "DELETE FROM entry WHERE number = 5", sealed=False)
    new = logbook.with_name("new.sqlite")
    said = rescue(logbook, KIT, new)
    assert (said.backup, list(said.from_backup)) == (copy, list(range(5, 31)))
    assert list(said.missing) == [44]
    with Logbook(new, KIT, read_only=True) as opened:
        assert list(opened.entries())[:43] == whole
        assert opened.to_count == ()


def test_a_rescue_takes_nothing_from_the_backup_of_another_logbook(
    logbook: Path, later: Later
) -> None:
    later(1)
    count_box(logbook)
    (copy,) = daily_backups(logbook)
    with Logbook(copy, KIT, backups=False) as opened:
        forget(opened, ["Bob"], "pupil 7")
    damage(logbook, "DELETE FROM entry WHERE number = 5", sealed=False)
    said = rescue(logbook, KIT, logbook.with_name("new.sqlite"))
    assert (said.backup, list(said.missing)) == (None, [5])


def test_copies_of_another_machine_of_the_same_name_are_neither_used_nor_removed(
    logbook: Path, later: Later
) -> None:
    """The other machine is of the same kit, and its logbook was put where this one is."""
    for day in (1, 2):
        later(day)
        count_box(logbook)
    others = daily_backups(logbook)
    logbook.unlink()
    with Logbook(logbook, KIT) as opened:
        play(Desk(opened), "1 2 5 3 9")
        play_on = Desk(opened)
        play_on.act(lambda session: session.confirm())
    later(2)
    count_box(logbook)
    assert others[0].with_stem(f"{others[0].stem}-2").exists()
    for day in range(3, 10):
        later(day)
        count_box(logbook)
    own = [copy for copy in daily_backups(logbook) if copy not in others]
    assert len(own) == 7
    assert set(daily_backups(logbook)) == {*own, *others}
    for copy in own:
        copy.unlink()
    damage(logbook, "DELETE FROM entry WHERE number < 12", sealed=False)
    new = logbook.with_name("new.sqlite")
    said = rescue(logbook, KIT, new)
    assert (said.backup, list(said.missing)) == (None, list(range(1, 12)))


def test_a_rescued_logbook_goes_on_with_its_copies(logbook: Path, later: Later) -> None:
    later(1)
    count_box(logbook)
    later(2)
    new = logbook.with_name("new.sqlite")
    rescue(logbook, KIT, new)
    new.replace(logbook)
    count_box(logbook)
    with Logbook(logbook, KIT, read_only=True) as opened:
        assert len(backups.own_backups(opened)) == 2


def test_a_name_that_is_forgotten_is_in_no_byte_of_any_file(logbook: Path, later: Later) -> None:
    with Logbook(logbook, KIT) as opened:
        desk = Desk(opened)
        desk.act_all([desk.session.abandon()], '{"operator": "Bob"}')
    for day in (1, 2, 3):
        later(day)
        count_box(logbook)
    assert len(daily_backups(logbook)) == 3
    damage(daily_backups(logbook)[0], "DELETE FROM entry WHERE number = 2", sealed=False)
    with Logbook(logbook, KIT) as opened:
        forget(opened, ["Bob"], "pupil 7")
    files = [path for path in logbook.parent.rglob("*") if path.is_file()]
    assert len(files) == 3  # a copy that is damaged is gone
    for path in files:
        assert b"Bob" not in path.read_bytes()
        with Logbook(path, KIT, read_only=True) as opened:
            assert faults_in(opened) == []
            assert {entry.opponent for entry in opened.entries()} >= {None, "pupil 7"}
