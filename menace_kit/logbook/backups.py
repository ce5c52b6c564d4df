"""Copies of a logbook: those that somebody asks for, and one a day beside the file.

A copy is written whole or not at all, and read back before it is called good.
"""

import os
import re
import sqlite3
import time
from contextlib import closing, suppress
from datetime import date, datetime
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
    path = _free_place(daily_folder(logbook.path) / f"{today.isoformat()}{logbook.path.suffix}")
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


def _free_place(path: Path) -> Path:
    """Return a path, or one with a number behind its name where something is there already."""
    place, number = path, 1
    while os.path.lexists(place):
        number += 1
        place = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return place


BEFORE_IMPORT = "-before-import-"

COPIES = 3
"""Copies from before an import that are kept beside the logbook."""


def copy_before_import(logbook: Logbook) -> Path | None:
    """Copy the logbook to a file beside it that says what it is, and return that;
    None where nothing is in it yet.

    Older copies of the kind are removed, but for the last.
    """
    if not logbook.last_entry:
        return None
    name = f"{logbook.path.stem}{BEFORE_IMPORT}{datetime.now():%Y-%m-%d-%H%M%S}"
    path = _free_place(logbook.path.with_name(f"{name}{logbook.path.suffix}"))
    back_up(logbook, path)
    others = [file for file in copies_before_imports(logbook.path) if file != path]
    for old in others[: -COPIES + 1]:
        with suppress(OSError):  # somebody else may be tidying up
            old.unlink()
    return path


def copies_before_imports(path: Path) -> list[Path]:
    """Return the copies of a logbook from before imports, the newest last."""
    copy = re.compile(
        rf"{re.escape(path.stem)}{BEFORE_IMPORT}\d{{4}}-\d\d-\d\d-\d{{6}}(-\d+)?"
        rf"{re.escape(path.suffix)}"
    )
    found: list[tuple[float, Path]] = []
    with suppress(OSError):
        for file in path.parent.iterdir():
            if copy.fullmatch(file.name):
                found.append((file.stat().st_mtime, file))
    return [file for _, file in sorted(found)]


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
    return [*daily_backups(path), *copies_before_imports(path)]
