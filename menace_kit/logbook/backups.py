"""Copies of a logbook: those that people ask for, and a daily one beside the file.

A copy is written whole or not at all, and read back before it counts as good.
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
"""How many daily copies are kept."""


def back_up(logbook: Logbook, path: Path) -> int:
    """Copy a whole logbook, as it is at one moment, and return the number of its last entry.

    Others can keep writing. Raises LogbookError if the copy cannot be written or `path` exists, and
    LogbookDamagedError if the logbook is damaged.
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
    """Read a copy back from the disk; raises OSError if it differs from the original."""
    try:
        with Logbook(part, logbook.kit, read_only=True) as copy:
            check_whole(copy)
            is_whole = copy.last_entry == last
    except LogbookError:
        is_whole = False
    if not is_whole:
        raise OSError(0, "it cannot be read back as it was written; try another disk")


def own_backups(logbook: Logbook) -> list[Path]:
    """Return this logbook's daily copies, newest first.

    Copies of another logbook of the same name, and copies that cannot be read, are left out.
    """
    found = []
    for path in daily_backups(logbook.path):
        with suppress(LogbookError), Logbook(path, logbook.kit, read_only=True) as copy:
            if copy.identity == logbook.identity:
                found.append(path)
    return found


def back_up_daily(logbook: Logbook) -> str | None:
    """Copy the logbook if nothing was written to it today, and delete copies that are too old.

    Returns None if no copy is due, "" if today's copy exists, and otherwise a sentence about what
    went wrong, since nobody should have to stop for that. Raises LogbookDamagedError if the logbook
    is damaged, because then nothing should be written to it.
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
    """Return the path, with a number added to its name if it is taken."""
    place, number = path, 1
    while os.path.lexists(place):
        number += 1
        place = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return place


BEFORE_IMPORT = "-before-import-"

COPIES = 3
"""How many copies from before imports are kept."""


def copy_before_import(logbook: Logbook) -> Path | None:
    """Copy the logbook to a file beside it, named as a copy from before an import.

    Returns the copy, or None if the logbook is empty. Of older copies of this kind, the last two
    stay.
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
    """Return a logbook's copies from before imports, the newest last."""
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
"""A part of a backup that hasn't grown for so long was left behind by a killed program."""


def remove_parts(path: Path, seconds: float = 0) -> None:
    """Delete unfinished copies of a logbook that haven't grown for some seconds."""
    before = re.escape(f"{path.stem}{BEFORE_IMPORT}")
    part = re.compile(
        rf"\.(?P<of>.*){re.escape(path.suffix)}\.[0-9a-f]{{16}}\.part(-journal)?", re.DOTALL
    )
    for folder, copy in ((daily_folder(path), DAILY), (path.parent, re.compile(f"{before}.*"))):
        with suppress(OSError):
            for file in folder.iterdir():
                found = part.fullmatch(file.name)
                if found and copy.fullmatch(found["of"]):
                    with suppress(OSError):  # its writer may be finishing it
                        if time.time() - file.stat().st_mtime >= seconds:
                            file.unlink()


def automatic_copies(path: Path) -> list[Path]:
    """Return all automatic copies of a logbook: daily ones, and those from before imports."""
    return [*daily_backups(path), *copies_before_imports(path)]
