"""Errors about a logbook's file: damaged, of another machine, or impossible to write to."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import NoReturn

from menace_kit.errors import (
    LogbookBusyError,
    LogbookDamagedError,
    LogbookError,
    LogbookUnwritableError,
)
from menace_kit.frozen import Frozen
from menace_kit.logbook.file import IN_MEMORY, advice, copies_beside, is_ours, shortage
from menace_kit.logbook.pages import rows_in_pages
from menace_kit.logbook.runs import listed_runs, runs
from menace_kit.logbook.schema import BUSY, UNWRITABLE
from menace_kit.machine import Kit


class Trouble(Frozen):
    """Raises the errors about this machine's logbook file."""

    path: Path
    kit: Kit

    def of_another_machine(self, meta: Mapping[str, str]) -> NoReturn:
        raise LogbookError(
            f"{self.path} is the logbook of another machine (kit {meta.get('fingerprint')}, "
            f"not {self.kit.fingerprint}). What differs: "
            f"{differences(meta.get('machine', ''), self.kit.description)}. "
            "Use the kit file that it was begun with, or begin another logbook"
        )

    def damaged(self, what: str, is_strange: bool = False) -> NoReturn:
        """Raise LogbookDamagedError, which says what is wrong and what to do.

        Raises LogbookError instead if the file may never have been a logbook. With `is_strange`
        tables, the file's header alone doesn't make it one.
        """
        try:
            content = self.path.read_bytes() if self.path != IN_MEMORY else b""
        except OSError:
            content = b""
        rows = rows_in_pages(content, self.kit.fingerprint)
        if not rows and (is_strange or not is_ours(content)):
            raise LogbookError(
                f"{self.path} is no logbook of menace-kit, or nothing in it can be read any more; "
                "name the right file, or put a backup in its place"
                + (f". {copies}" if (copies := copies_beside(self.path)) else "")
            )
        what = shortage(content) or what
        sound = f"You can rely on its entries {listed_runs(runs(rows))}. " if rows else ""
        raise LogbookDamagedError(
            f"{self.path} is damaged: {what}; nothing is written to it. {sound}{advice(self.path)}"
        )

    @property
    def contradiction(self) -> LogbookError:
        return LogbookError(
            f"{self.path} does not take this: it contradicts what is in the logbook; "
            "nothing was recorded. Look with menace-kit logbook verify"
        )

    @contextmanager
    def told(self, doing: str = "cannot use the logbook") -> Iterator[None]:
        """Turn SQLite's errors into ours."""
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as error:
            # The last byte is the kind of error; the others only give details.
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code in BUSY:
                raise LogbookBusyError(
                    f"{self.path} is in use by another program; "
                    "close it there, or wait, and try again"
                ) from error
            if code in UNWRITABLE:
                raise LogbookUnwritableError(
                    f"{doing} {self.path}: {UNWRITABLE[code]}; nothing was recorded"
                ) from error
            if isinstance(error, sqlite3.IntegrityError):
                raise self.contradiction from error
            self.damaged("parts of it cannot be read")


def differences(theirs: str, ours: str) -> str:
    """Return how a logbook's machine differs from a kit's, by their descriptions."""
    different = [
        f"logbook: {_told_of(old)} / kit: {_told_of(new)}"
        for old, new in zip_longest(theirs.splitlines(), ours.splitlines(), fillvalue="")
        if old != new
    ]
    return "; ".join(different[:3]) + (
        f"; and {len(different) - 3} more" if len(different) > 3 else ""
    )


def _told_of(line: str) -> str:
    """Return a line of a kit's description for people; lines that begin with a number are boxes."""
    return f"{'box ' if line[:1].isdigit() else ''}{line or '(nothing)'}"
