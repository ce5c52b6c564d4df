"""What is said where a logbook's file is not as it should be, or does not take what is written."""

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
from menace_kit.machine.kit import Kit


class Trouble(Frozen):
    """Raises the errors about the file of a logbook of this machine."""

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
        """Raise LogbookDamagedError, which says what is wrong, and what can be done.

        LogbookError where the file is not to be told from one that never was a logbook;
        one with tables that are strange to us is none for its head alone.
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
        """Turn what SQLite says into a sentence."""
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as error:
            # The last byte; the others say it more exactly.
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
    """Return what differs between the machine of a logbook and that of a kit,
    by their descriptions.
    """
    different = [
        f"logbook: {_told_of(old)} / kit: {_told_of(new)}"
        for old, new in zip_longest(theirs.splitlines(), ours.splitlines(), fillvalue="")
        if old != new
    ]
    return "; ".join(different[:3]) + (
        f"; and {len(different) - 3} more" if len(different) > 3 else ""
    )


def _told_of(line: str) -> str:
    """Return a line of a kit's description for people: those that begin with a number are boxes."""
    return f"{'box ' if line[:1].isdigit() else ''}{line or '(nothing)'}"
