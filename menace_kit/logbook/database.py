"""A logbook's file as SQLite has it: opened or made, its tables and its machine looked at."""

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import zip_longest
from pathlib import Path
from typing import NoReturn, Self

from menace_kit.errors import (
    LogbookBusyError,
    LogbookDamagedError,
    LogbookError,
    LogbookGoneError,
    LogbookUnwritableError,
)
from menace_kit.logbook.balance import Place
from menace_kit.logbook.file import (
    IN_MEMORY,
    advice,
    check_file,
    connected,
    copies_beside,
    cut_short,
    is_ours,
    part_of,
    shortage,
    take_place,
)
from menace_kit.logbook.older import (
    WITHOUT_REFUSALS,
    fault_in,
    is_older,
    sound_contents,
    upgrade,
)
from menace_kit.logbook.pages import rows_in_pages
from menace_kit.logbook.runs import listed_runs, runs
from menace_kit.logbook.schema import (
    APPLICATION_ID,
    BESIDE,
    BUSY,
    SCHEMA,
    TOLD_OF,
    UNWRITABLE,
    WRITABLE,
    Row,
    alterations,
    digest,
    make_tables,
    mend,
    put_beside,
    schema_of,
    transaction,
)
from menace_kit.machine.kit import Kit

IDENTITY = "logbook"
"""The key in `meta` of a number by chance that tells a logbook from others of its kit."""


class Database:
    """A logbook's file, open, or one in memory in its place.

    With `read_only` nothing in the file is changed. It `_is_copy` where a copy in memory is read:
    of a file of an older schema, of which `_old_contents` are what it says is in the boxes, if it
    is sound; or of one in which something else than facts was altered, as `_altered` says.
    """

    def __init__(self, path: Path, kit: Kit, make: bool, read_only: bool, late: bool) -> None:
        self.path, self.kit = path, kit
        self._read_only = read_only
        self._altered: list[str] = []
        self._is_copy = False
        self._old_contents: dict[Place, int] | None = None
        self.begun = not (late and path != IN_MEMORY and not os.path.lexists(path))
        if not self.begun:
            self._check_folder()
        elif path != IN_MEMORY:
            self._look_at_file(make and not read_only)
        self._open()

    def _open(self) -> None:
        with self._told():
            file = self.path != IN_MEMORY and self.begun
            self._db = (
                connected(self.path, self._read_only)
                if file
                else sqlite3.connect(IN_MEMORY, isolation_level=None)
            )
            try:
                self._prepare()
            except BaseException:
                self._db.close()
                raise

    def _begin_late(self) -> None:
        """Make the file, or take the one that another program has made meanwhile."""
        self._look_at_file(make=True)
        nothing_yet, self.begun = self._db, True
        try:
            self._open()
        except BaseException:
            self._db, self.begun = nothing_yet, False
            raise
        nothing_yet.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        """Let everything that is read inside be of one moment, even if others write meanwhile."""
        within = self._db.in_transaction
        with self._told():
            if not within:
                self._db.execute("BEGIN")
            try:
                yield
            finally:
                if not within and self._db.in_transaction:
                    self._db.execute("COMMIT")

    @property
    def identity(self) -> str | None:
        """Return what a logbook and its copies have in common, and no other logbook has;
        None for one that was begun before there was such a thing.
        """
        found = self.select("SELECT value FROM meta WHERE key = ?", (IDENTITY,))
        return str(found[0][0]) if found else None

    def select(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Return the rows of a query in SQL as they are, for this room:
        `queries.py` has what others ask.
        """
        with self._told():
            return self._db.execute(sql, values).fetchall()

    def _look_at_file(self, make: bool) -> None:
        """See that the file is one that may be a logbook, or make it; say what it is instead."""
        try:
            check_file(self.path)
        except FileNotFoundError:
            if not make:
                raise LogbookGoneError(f"{self.path} is not there; put the logbook back") from None
            self._make()

    def _make(self) -> None:
        """Make a new logbook, which is there whole or not at all;
        where another program was quicker, it is that one.
        """
        part = part_of(self.path)
        try:
            self._check_folder()
            with (
                self._told("cannot make the logbook"),
                closing(sqlite3.connect(part, isolation_level=None)) as db,
            ):
                db.execute("PRAGMA synchronous = EXTRA")
                self._begin(db)
            with suppress(FileExistsError):
                take_place(part, self.path)
        except OSError as error:
            if isinstance(error, LogbookError):
                raise
            raise LogbookUnwritableError(
                f"cannot make the logbook {self.path}: {error.strerror}"
            ) from error
        finally:
            with suppress(OSError):
                part.unlink()

    def _check_folder(self) -> None:
        if not self.path.parent.is_dir():
            raise LogbookError(
                f"cannot make the logbook {self.path}: there is no folder {self.path.parent}"
            )

    def _begin(self, db: sqlite3.Connection) -> None:
        """Write down in a logbook that is still empty which machine it is of."""
        with transaction(db):
            if not schema_of(db):
                make_tables(db)
            db.execute("DELETE FROM meta")
            db.execute("DELETE FROM cache")
            machine = [("fingerprint", self.kit.fingerprint), ("machine", self.kit.description)]
            put_beside(db, "meta", [*machine, (IDENTITY, os.urandom(8).hex())])

    def _prepare(self) -> None:
        db = self._db
        if self.path == IN_MEMORY or not self.begun:
            self._begin(db)
        # With the rollback journal the file is complete,
        # and EXTRA syncs the folder too after a commit.
        db.execute("PRAGMA synchronous = EXTRA")
        application, version = (
            db.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("application_id", "user_version")
        )
        if application == APPLICATION_ID and is_older(db, version):
            self._bring_up_to_date(version)
            version = SCHEMA
        altered = alterations(self._db)
        if version > SCHEMA and application == APPLICATION_ID and altered:
            raise LogbookError(
                f"{self.path} was written by a newer menace-kit; install that one to go on with it"
            )
        self._altered = list(altered.values())
        if altered and (not self._read_only or altered.keys() & {"entry", *BESIDE}):
            self.damaged("; ".join(self._altered[:3]), is_strange=True)
        if (application, version) != (APPLICATION_ID, SCHEMA):
            self.damaged("its head is not as it was written")
        self._check_kit()
        if altered:
            mend(self._read_copy(), altered)

    def _bring_up_to_date(self, version: int) -> None:
        """Bring an older file up to date, or a copy of it in memory that is read in its place;
        LogbookDamagedError where it is to be written and is damaged: it stays as it is.
        """
        if version < WITHOUT_REFUSALS:
            self._check_kit_of_older()
        if not self._read_only:
            if fault := fault_in(self._db, self.kit):
                self.damaged(fault)
            try:
                upgrade(self._db, self.kit)
                return
            except sqlite3.OperationalError as error:  # a protected file can be read all the same
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_READONLY:
                    raise
        self._old_contents = sound_contents(self._db, self.kit)
        upgrade(self._read_copy(), self.kit)

    def _read_copy(self) -> sqlite3.Connection:
        """Go on with a copy of the file in memory, which can be changed, and return it."""
        copy = sqlite3.connect(IN_MEMORY, isolation_level=None)
        content = self._db.serialize()
        copy.deserialize(content[:18] + WRITABLE + content[20:])
        self._db.close()
        self._db, self._read_only, self._is_copy = copy, True, True
        return copy

    def _check_kit_of_older(self) -> None:
        meta = dict(self._db.execute("SELECT key, value FROM meta"))
        if meta.get("fingerprint") != self.kit.fingerprint:
            self._is_of_another(meta)

    def _check_kit(self) -> None:
        """Go on where the logbook is of this kit; LogbookError says what differs.

        An empty one of another kit is begun anew.
        """
        rows = self._beside_rows("meta")
        meta = {key: value for key, value, _ in rows}
        if meta.get("fingerprint") == self.kit.fingerprint:
            return
        is_as_written = all(row[-1] == digest("meta", *row[:-1]) for row in rows)
        if not is_as_written or "fingerprint" not in meta:
            self.damaged(f"{TOLD_OF['meta']} not as it was written")
        in_use = "SELECT 1 FROM entry UNION ALL SELECT 1 FROM cache LIMIT 1"
        if not self._read_only and not self.select(in_use):
            self._begin(self._db)
            return
        self._is_of_another(meta)

    def _is_of_another(self, meta: Mapping[str, str]) -> NoReturn:
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
    def _contradiction(self) -> LogbookError:
        return LogbookError(
            f"{self.path} does not take this: it contradicts what is in the logbook; "
            "nothing was recorded. Look with menace-kit logbook verify"
        )

    @contextmanager
    def _told(self, doing: str = "cannot use the logbook") -> Iterator[None]:
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
                raise self._contradiction from error
            self.damaged("parts of it cannot be read")

    def _beside_rows(self, table: str) -> list[Row]:
        return self.select(f"SELECT {', '.join(BESIDE[table])}, digest FROM {table}")

    def _shortage(self) -> str:
        """Return how much is missing at the end of the file, nothing where it is all there.

        SQLite takes what is missing of the last page for zeros. The file is not opened for
        that: as it is closed again, the system would take SQLite's locks away.
        """
        is_in_file = self.select("PRAGMA database_list")[0][2]
        if not is_in_file:
            return ""
        ((pages,),), ((size,),) = (
            self.select(f"PRAGMA {name}") for name in ("page_count", "page_size")
        )
        return cut_short(self.path.stat().st_size, pages * size)

    def copy_to(self, connection: sqlite3.Connection) -> None:
        """Copy the whole file, for this room."""
        self._db.backup(connection)

    def pack(self) -> None:
        """Write the file anew without its unused parts, and let nothing be left in these."""
        self.select("PRAGMA secure_delete = ON")
        self.select("VACUUM")


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
