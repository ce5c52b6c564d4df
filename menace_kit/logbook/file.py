"""The logbook's file as a whole: what can be one, how to open it, what to do with a bad one."""

import os
import re
import shlex
import sqlite3
import stat
from contextlib import closing, suppress
from pathlib import Path

from menace_kit.errors import LogbookError, LogbookGoneError
from menace_kit.files import logbook_beside
from menace_kit.logbook.schema import APPLICATION_ID, MAGIC, UNWRITABLE

BUSY_SECONDS = 10.0
IN_MEMORY = Path(":memory:")
"""A logbook without a file, gone when it is closed."""


def check_file(path: Path) -> None:
    """Check that a logbook can be read here.

    Raises FileNotFoundError if nothing is there, and LogbookError if it is something else.
    """
    try:
        state = path.stat()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise LogbookError(f"cannot use the logbook {path}: {error.strerror}") from error
    if not stat.S_ISREG(state.st_mode):
        kind = "a folder" if stat.S_ISDIR(state.st_mode) else "no ordinary file"
        raise LogbookError(f"{path} is {kind}; a logbook is a file")
    if not state.st_size:
        copies = copies_beside(path)
        raise LogbookGoneError(
            f"{path} is empty: what was in it is gone; put a backup in its place, "
            f"or take the file away to begin anew{'. ' * bool(copies)}{copies}"
        )


def connected(path: Path, read_only: bool) -> sqlite3.Connection:
    """Open an existing file, and clean up after a program that was killed while writing."""
    # An address works for any file name, and keeps SQLite from making a file.
    if read_only:
        db = _connected(path, "ro")
        try:
            db.execute("SELECT 1 FROM sqlite_schema").fetchall()
            return db
        except sqlite3.OperationalError as error:
            db.close()
            if error.sqlite_errorcode & 0xFF not in UNWRITABLE:
                raise
        with closing(_connected(path, "rw")) as writer:
            writer.execute("SELECT 1 FROM sqlite_schema").fetchall()
    return _connected(path, "ro" if read_only else "rw")


def _connected(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        timeout=BUSY_SECONDS,
        isolation_level=None,
        uri=True,
    )


def is_ours(content: bytes) -> bool:
    """Return whether a file's content begins like a logbook."""
    return content[:16] == MAGIC and int.from_bytes(content[68:72]) == APPLICATION_ID


def shortage(content: bytes) -> str:
    """Return how much of a file is missing by its own header, as the beginning of a sentence.

    "" if the header doesn't say (https://www.sqlite.org/fileformat2.html, 1.3.7).
    """
    return cut_short(len(content), _whole(content)) if is_ours(content) else ""


def _whole(head: bytes) -> int:
    """Return how long a file should be by its first 100 bytes; 0 if they don't say."""
    if len(head) < 100 or head[24:28] != head[92:96]:
        return 0
    size = int.from_bytes(head[16:18])
    return int.from_bytes(head[28:32]) * (65536 if size == 1 else size)


def cut_short(size: int, whole: int) -> str:
    """Return that a file is shorter than it was, as the beginning of a sentence, or ""."""
    return f"it was cut short: {size:,} of {whole:,} bytes are there" if size < whole else ""


def advice(path: Path) -> str:
    """Return what to do about a damaged logbook, as a sentence for the terminal."""
    copies = copies_beside(path)
    beside = f"{copies}; put the right one in its place, or save" if copies else "Save"
    usual = path.absolute() == logbook_beside(None)
    which = "" if usual else f" --logbook {shlex.quote(str(path))}"
    return (
        f"{beside} what is sound into a new logbook with: "
        f"menace-kit logbook rescue NEW.sqlite{which}"
    )


DAILY = re.compile(r"\d{4}-\d\d-\d\d(-\d+)?")


def daily_folder(path: Path) -> Path:
    return path.with_name(f"{path.stem}-backups")


def daily_backups(path: Path) -> list[Path]:
    """Return the daily copies of logbooks of this name, the newest first."""
    found: list[Path] = []
    with suppress(OSError):
        found = [
            file
            for file in daily_folder(path).iterdir()
            if DAILY.fullmatch(file.stem) and file.suffix == path.suffix and file.is_file()
        ]
    return sorted(found, reverse=True)


def copies_beside(path: Path) -> str:
    """Return a sentence about the copies beside a logbook and the newest daily one, or ""."""
    folder = path.absolute().parent
    daily = [each for each in daily_backups(path.absolute()) if _may_be_whole(each)][:1]
    copies = [str(each.relative_to(folder)) for each in (*backups_beside(path), *daily)]
    return f"Copies of a logbook are beside it: {', '.join(copies)}" if copies else ""


def backups_beside(path: Path) -> list[Path]:
    """Return up to five other logbooks in a logbook's folder, the newest first."""
    found: list[tuple[float, Path]] = []
    with suppress(OSError):
        for each in path.absolute().parent.iterdir():
            with suppress(OSError):
                state = each.stat()
                is_other = each.name != path.name and stat.S_ISREG(state.st_mode)
                if is_other and _may_be_whole(each):
                    found.append((state.st_mtime, each))
    return [each for _, each in sorted(found, reverse=True)[:5]]


def _may_be_whole(path: Path) -> bool:
    """Return whether a file begins like a logbook and wasn't cut short."""
    with suppress(OSError), path.open("rb") as file:
        head = file.read(100)
        return is_ours(head) and path.stat().st_size >= _whole(head)
    return False


def take_place(part: Path, path: Path) -> None:
    """Give a complete file its name; raises FileExistsError if the name is taken."""
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    # This disk has no links, or this is Python in a browser, which doesn't know them.
    except (OSError, AttributeError):
        if path.exists():
            raise FileExistsError from None
        part.rename(path)


def part_of(path: Path) -> Path:
    """Return the name of the file that is written first, before it is renamed to `path`."""
    return path.with_name(f".{path.name}.{os.urandom(8).hex()}.part")
