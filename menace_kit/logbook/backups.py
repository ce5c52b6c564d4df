"""Copies of a logbook: those that somebody asks for, and one a day beside the file.

A copy is written whole or not at all, and read back before it is called good.
"""

import glob
import os
import re
import sqlite3
import time
from contextlib import closing, suppress
from datetime import date
from pathlib import Path

from menace_kit.errors import LogbookDamagedError, LogbookError
from menace_kit.logbook.faults import check_whole
from menace_kit.logbook.file import DAILY, daily_backups, daily_folder, part_of, take_place
from menace_kit.logbook.schema import OTHERWISE, UNWRITABLE
from menace_kit.logbook.store import Logbook
from menace_kit.logbook.times import time_of

KEPT = 7
"""Daily copies that are kept."""


def back_up(logbook: Logbook, path: Path) -> int:
    """Write a copy of a whole logbook, as it is at one moment, and return its last entry.

    Others may go on writing. LogbookError where the copy cannot be written, or where the place
    is taken; LogbookDamagedError where it would be the copy of a damaged logbook.
    """
    taken = f"{path} is already there; a backup never overwrites a file"
    if path.exists():
        raise LogbookError(taken)
    part = part_of(path)
    try:
        with closing(sqlite3.connect(part, isolation_level=None)) as copy, logbook.one_moment():
            check_whole(logbook)
            last = logbook.last_entry
            logbook.copy_to(copy)
        _check_copy(logbook, part, last)
        take_place(part, path)
    except FileExistsError:
        raise LogbookError(taken) from None
    except (OSError, sqlite3.Error) as error:
        if isinstance(error, LogbookError):
            raise
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        why = getattr(error, "strerror", None) or UNWRITABLE.get(code, OTHERWISE)
        raise LogbookError(
            f"cannot write the backup {path}: {why}; the logbook is as it was"
        ) from error
    finally:
        with suppress(OSError):
            part.unlink()
    return last


def _check_copy(logbook: Logbook, part: Path, last: int) -> None:
    """Read a copy back from the disk; OSError where it is not what was to be copied."""
    try:
        with Logbook(part, logbook.kit, read_only=True) as copy:
            check_whole(copy)
            is_whole = copy.last_entry == last
    except LogbookError:
        is_whole = False
    if not is_whole:
        raise OSError(0, "it cannot be read back as it was written; try another disk")


def own_backups(logbook: Logbook) -> list[Path]:
    """Return the daily copies that are of this logbook, not of another of its name, newest first.

    One that cannot be read is not among them.
    """
    found = []
    for path in daily_backups(logbook.path):
        with suppress(LogbookError), Logbook(path, logbook.kit, read_only=True) as copy:
            if copy.identity == logbook.identity:
                found.append(path)
    return found


def back_up_daily(logbook: Logbook) -> str | None:
    """Copy a logbook to which nothing was written today yet, and remove copies that are too old.

    Return a sentence where that does not succeed, for nobody has to stop for it, an empty one
    where the copy of today is there, and None where none is due.
    LogbookDamagedError where the logbook is damaged, for nothing is to be written to it then.
    """
    last = logbook.entry(logbook.last_entry)
    if last is None:
        return None
    today = date.today()
    with suppress(ValueError):
        if time_of(last.at).astimezone().date() >= today:
            return None
    own = own_backups(logbook)
    if any(copy.stem.startswith(today.isoformat()) for copy in own):
        return ""
    path = _free_place(logbook.path, today)
    try:
        path.parent.mkdir(exist_ok=True)
        remove_parts(logbook.path, PART_SECONDS)
        back_up(logbook, path)
        for old in own[KEPT - 1 :]:
            old.unlink()
    except LogbookDamagedError:
        raise
    except OSError as error:
        if os.path.lexists(path):
            return ""  # another program was quicker
        why = str(error) if isinstance(error, LogbookError) else f"{path}: {error.strerror}"
        return f"Today's backup was not made: {why}."
    return ""


def _free_place(path: Path, day: date) -> Path:
    """Return the place of a day's copy; the copy of another machine may be there already."""
    place = daily_folder(path) / f"{day.isoformat()}{path.suffix}"
    number = 1
    while os.path.lexists(place):
        number += 1
        place = place.with_name(f"{day.isoformat()}-{number}{path.suffix}")
    return place


BEFORE_IMPORT = "-before-import-"

PART_SECONDS = 3600.0
"""What a backup did not add to for so long was left by a program that was killed."""


def remove_parts(path: Path, seconds: float = 0) -> None:
    """Remove the parts of copies of a logbook that were not finished,
    if nothing was added to them for some time.
    """
    before = re.escape(f"{path.stem}{BEFORE_IMPORT}")
    part = re.compile(
        rf"\.(?P<of>.*){re.escape(path.suffix)}\.[0-9a-f]{{16}}\.part(-journal)?", re.DOTALL
    )
    for folder, copy in ((daily_folder(path), DAILY), (path.parent, re.compile(f"{before}.*"))):
        with suppress(OSError):
            for file in folder.iterdir():
                found = part.fullmatch(file.name)
                if found and copy.fullmatch(found["of"]):
                    with suppress(OSError):  # its writer may finish it just now
                        if time.time() - file.stat().st_mtime >= seconds:
                            file.unlink()


def automatic_copies(path: Path) -> list[Path]:
    """Return all copies of a logbook that were made by themselves: daily, and before imports."""
    before = path.parent.glob(f"{glob.escape(path.stem)}{BEFORE_IMPORT}*{path.suffix}")
    return [*daily_backups(path), *sorted(before)]
