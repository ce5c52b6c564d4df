"""The logbook's SQLite file: open or make it, check its tables and its machine."""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

from menace_kit.errors import (
    LogbookError,
    LogbookGoneError,
)
from menace_kit.logbook.file import (
    IN_MEMORY,
    check_file,
    connected,
    cut_short,
)
from menace_kit.logbook.new_file import IDENTITY, begin, check_folder, make_file
from menace_kit.logbook.older import (
    CHAINED,
    fault_in,
    is_older,
    is_too_old,
    upgrade,
)
from menace_kit.logbook.schema import (
    APPLICATION_ID,
    BESIDE,
    SCHEMA,
    TOLD_OF,
    UNREADABLE,
    WRITABLE,
    Row,
    alterations,
    digest,
    mend,
)
from menace_kit.logbook.trouble import Trouble
from menace_kit.machine import Kit


class Database:
    """An open logbook file, or one in memory instead.

    With `read_only` the file is never changed. `_is_copy` is true if a copy in memory is read
    instead: of a file of schema 4 (`_is_sound` if nothing is wrong with it) or 5, or of one in
    which something other than facts was altered, as listed in `altered`.
    """

    def __init__(self, path: Path, kit: Kit, make: bool, read_only: bool, late: bool) -> None:
        self.path, self.kit, self.trouble = path, kit, Trouble(path, kit)
        self._read_only = read_only
        self.altered: list[str] = []
        self._is_copy = False
        self._is_sound = False
        self.begun = not (late and path != IN_MEMORY and not os.path.lexists(path))
        if not self.begun:
            check_folder(self.path)
        elif path != IN_MEMORY:
            self._look_at_file(make and not read_only)
        self._open()

    def _open(self) -> None:
        with self.trouble.told():
            file = self.path != IN_MEMORY and self.begun
            self.db = (
                connected(self.path, self._read_only)
                if file
                else sqlite3.connect(IN_MEMORY, isolation_level=None)
            )
            try:
                self._prepare()
            except BaseException:
                self.db.close()
                raise

    def _begin_late(self) -> None:
        """Make the file, or use the one that another program has made meanwhile."""
        self._look_at_file(make=True)
        nothing_yet, self.begun = self.db, True
        try:
            self._open()
        except BaseException:
            self.db, self.begun = nothing_yet, False
            raise
        nothing_yet.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self.db.close()

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        """Let all reads inside see one moment, even if others write meanwhile."""
        within = self.db.in_transaction
        with self.trouble.told():
            if not within:
                self.db.execute("BEGIN")
            try:
                yield
            finally:
                if not within and self.db.in_transaction:
                    self.db.execute("COMMIT")

    @property
    def identity(self) -> str | None:
        """Return what only a logbook and its copies share; None in older files without it."""
        found = self.select("SELECT value FROM meta WHERE key = ?", (IDENTITY,))
        return str(found[0][0]) if found else None

    def select(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Return the rows of a query; for this room only, others use `queries.py`."""
        with self.trouble.told():
            return self.db.execute(sql, values).fetchall()

    def _look_at_file(self, make: bool) -> None:
        """Check that the file can be a logbook, or make it; LogbookError if it is anything else."""
        try:
            check_file(self.path)
        except FileNotFoundError:
            if not make:
                raise LogbookGoneError(f"{self.path} is not there; put the logbook back") from None
            make_file(self.trouble)

    def _prepare(self) -> None:
        db = self.db
        if self.path == IN_MEMORY or not self.begun:
            begin(db, self.kit)
        # With a rollback journal the file is complete after every commit,
        # and EXTRA syncs the folder, too.
        db.execute("PRAGMA synchronous = EXTRA")
        application, version = (
            db.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("application_id", "user_version")
        )
        if application == APPLICATION_ID and is_too_old(db, version):
            raise LogbookError(
                f"{self.path} was written before 23 November 2026, and nothing here can read it; "
                "open it once with a copy of the program from that day, which brings it up to date"
            )
        if application == APPLICATION_ID and is_older(db, version):
            self._bring_up_to_date(version)
            version = SCHEMA
        altered = alterations(self.db)
        if version > SCHEMA and application == APPLICATION_ID and altered:
            raise LogbookError(
                f"{self.path} was written by a newer menace-kit; install that one to go on with it"
            )
        self.altered = list(altered.values())
        if altered and (not self._read_only or altered.keys() & {"entry", *BESIDE}):
            self.trouble.damaged("; ".join(self.altered[:3]), is_strange=True)
        if (application, version) != (APPLICATION_ID, SCHEMA):
            self.trouble.damaged("its head is not as it was written")
        self._check_kit()
        if altered:
            mend(self._read_copy(), altered)

    def _bring_up_to_date(self, version: int) -> None:
        """Bring an older file up to date, or a copy of it in memory.

        Raises LogbookDamagedError, and changes nothing, if the file is damaged and would be written
        to.
        """
        if version == CHAINED:
            self._check_kit_of_chained()
        if not self._read_only:
            if fault := fault_in(self.db, self.kit):
                self.trouble.damaged(fault)
            try:
                upgrade(self.db, self.kit)
                return
            except sqlite3.OperationalError as error:  # a write-protected file can still be read
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_READONLY:
                    raise
        with suppress(*UNREADABLE):
            self._is_sound = version == CHAINED and not fault_in(self.db, self.kit)
        upgrade(self._read_copy(), self.kit)

    def _read_copy(self) -> sqlite3.Connection:
        """Switch to a copy of the file in memory, which can be changed, and return it."""
        copy = sqlite3.connect(IN_MEMORY, isolation_level=None)
        content = self.db.serialize()
        copy.deserialize(content[:18] + WRITABLE + content[20:])
        self.db.close()
        self.db, self._read_only, self._is_copy = copy, True, True
        return copy

    def _check_kit_of_chained(self) -> None:
        meta = dict(self.db.execute("SELECT key, value FROM meta"))
        if meta.get("fingerprint") != self.kit.fingerprint:
            self.trouble.of_another_machine(meta)

    def _check_kit(self) -> None:
        """Raise LogbookError, with what differs, if the logbook belongs to another kit.

        An empty logbook of another kit is begun again for this one.
        """
        rows = self.beside_rows("meta")
        meta = {key: value for key, value, _ in rows}
        if meta.get("fingerprint") == self.kit.fingerprint:
            return
        is_as_written = all(row[-1] == digest("meta", *row[:-1]) for row in rows)
        if not is_as_written or "fingerprint" not in meta:
            self.trouble.damaged(f"{TOLD_OF['meta']} not as it was written")
        in_use = "SELECT 1 FROM entry UNION ALL SELECT 1 FROM cache LIMIT 1"
        if not self._read_only and not self.select(in_use):
            begin(self.db, self.kit)
            return
        self.trouble.of_another_machine(meta)

    def beside_rows(self, table: str) -> list[Row]:
        return self.select(f"SELECT {', '.join(BESIDE[table])}, digest FROM {table}")

    def mixed_beside(self) -> int:
        """Return a number that changes with any row of the tables beside the entries."""
        mix = 0
        for table in BESIDE:
            for *facts, _ in self.beside_rows(table):
                mix ^= digest(table, *facts)
        return mix

    def shortage(self) -> str:
        """Return how much is missing at the end of the file, or "".

        SQLite reads what is missing from the last page as zeros. The file is not opened for this:
        closing it would release SQLite's locks.
        """
        is_in_file = self.select("PRAGMA database_list")[0][2]
        if not is_in_file:
            return ""
        ((pages,),), ((size,),) = (
            self.select(f"PRAGMA {name}") for name in ("page_count", "page_size")
        )
        return cut_short(self.path.stat().st_size, pages * size)

    def copy_to(self, connection: sqlite3.Connection) -> None:
        """Copy the whole file; for this room only."""
        self.db.backup(connection)

    def pack(self) -> None:
        """Rewrite the file without its unused parts, and overwrite what was deleted."""
        self.select("PRAGMA secure_delete = ON")
        self.select("VACUUM")
