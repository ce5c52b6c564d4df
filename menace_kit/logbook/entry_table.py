"""The table of entries: its sound rows, even if SQLite can no longer read the file."""

import sqlite3
import sys
from collections.abc import Iterable, Iterator, Mapping

from menace_kit.logbook.database import Database
from menace_kit.logbook.entries import ROW_FIELDS, Entry, as_entry
from menace_kit.logbook.file import IN_MEMORY
from menace_kit.logbook.pages import entries_in_pages
from menace_kit.logbook.schema import BUSY, UNREADABLE, UNWRITABLE, Row, is_as_written

_COLUMNS = ", ".join((*ROW_FIELDS, "digest"))


class EntryTable:
    """The table of entries in a logbook's file."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._pages: dict[int, Entry] | None = None

    def last_row(self) -> tuple[int, int]:
        """Return the number and digest of the last entry in the table, or (0, 0)."""
        last = "SELECT number, digest FROM entry ORDER BY number DESC LIMIT 1"
        try:
            return self._database.db.execute(last).fetchone() or (0, 0)
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF in (*BUSY, *UNWRITABLE):
                raise
            return max(self._in_pages(), default=0), 0

    def sound(
        self, after: int = 0, until: int = sys.maxsize, game: int | None = None
    ) -> list[Entry]:
        """Return the sound entries after one and up to another, of one game or all, in order."""
        where = "number > ? AND number <= ?" + (" AND game = ?" if game is not None else "")
        values = (after, until, *(() if game is None else (game,)))
        with self._database.trouble.told():
            try:
                rows = self._database.db.execute(
                    f"SELECT {_COLUMNS} FROM entry WHERE {where} ORDER BY number", values
                ).fetchall()
            except UNREADABLE as error:
                if getattr(error, "sqlite_errorcode", 0) & 0xFF in (*BUSY, *UNWRITABLE):
                    raise
                found = self._in_pages()
                return [
                    each
                    for number, each in found.items()
                    if after < number <= until and game in (None, each.game)
                ]
        # A damaged index may lead to entries of another game.
        return [each for each in self._believed(rows) if game in (None, each.game)]

    def _believed(self, rows: Iterable[Row]) -> Iterator[Entry]:
        kit = self._database.kit
        for row in rows:
            entry = as_entry(kit, row[:-1]) if is_as_written(kit.fingerprint, row) else None
            if entry is not None:
                yield entry

    def _in_pages(self) -> Mapping[int, Entry]:
        """Return the entries still in the file if SQLite cannot read it."""
        if self._pages is None:
            content = self._database.path.read_bytes() if self._database.path != IN_MEMORY else b""
            self._pages = entries_in_pages(content, self._database.kit)
        return self._pages
