"""The journal's file: one SQLite database beside kit.toml."""

import sqlite3
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from itertools import zip_longest
from pathlib import Path
from typing import Any, Self

from menace_kit.errors import (
    JournalBusyError,
    JournalError,
    JournalGoneError,
    JournalMovedOnError,
    JournalUnwritableError,
)
from menace_kit.journal.entries import ENTRY_FIELDS, OUTCOME_ONLY, Action, Entry, GameRecord, GameRow, Kind
from menace_kit.journal.schema import APPLICATION_ID, MIGRATIONS, VIEWS, migrate, transaction
from menace_kit.machine.kit import Kit

# The checkpoint: what replaying the entries gives, kept as tables and kept up to date by each action.
#
# The ticks of the tick-list are kept with it: they go when the list is confirmed, left, or taken back.

CLOSE_THE_LIST = (Kind.START, Kind.CONFIRM, Kind.UNDO)
"""What puts an end to the tick-list that is open."""


def update_checkpoint(db: sqlite3.Connection, kit: Kit, action: Sequence[Entry]) -> None:
    """Bring the tables `contents`, `game` and `tick` up to date with one action that is about to be written."""
    for entry in action:
        if entry.kind in CLOSE_THE_LIST:
            db.execute("DELETE FROM tick")
        match entry.kind:
            case Kind.START:
                db.execute(
                    "INSERT INTO game VALUES (?, 'running', 0, ?, ?, ?, ?, NULL, 0, ?)",
                    (
                        entry.game,
                        entry.side,
                        entry.played_at or entry.at,
                        entry.operator,
                        entry.opponent,
                        entry.why == OUTCOME_ONLY,
                    ),
                )
            case Kind.ADJUST | Kind.RECOUNT:
                _change(db, kit, entry.game, entry.box, entry.colour, entry.change or 0)
            case Kind.END:
                db.execute(
                    "UPDATE game SET state = 'ended', result = ? WHERE number = ?", (entry.result, entry.game)
                )
            case Kind.ABANDON:
                db.execute("UPDATE game SET state = 'abandoned' WHERE number = ?", (entry.game,))
            case Kind.CONFIRM:
                db.execute("UPDATE game SET confirmed = 1 WHERE number = ?", (entry.game,))
            case Kind.UNDO:
                _take_back(db, kit, entry)


def _take_back(db: sqlite3.Connection, kit: Kit, undo: Entry) -> None:
    rows = db.execute(
        # An action's entries begin with its number, and are all of the undo's game.
        "SELECT kind, box, colour, change FROM entry WHERE game = ? AND number >= ? AND action = ?",
        (undo.game, undo.undoes, undo.undoes),
    ).fetchall()
    for kind, box, colour, change in rows:
        if kind == Kind.ADJUST.value:
            _change(db, kit, undo.game, box, colour, -change)
        elif kind in (Kind.END.value, Kind.ABANDON.value):
            db.execute("UPDATE game SET state = 'running', result = NULL WHERE number = ?", (undo.game,))
    if any(row[0] == Kind.START.value for row in rows):
        db.execute("UPDATE game SET state = 'taken-back', confirmed = 0 WHERE number = ?", (undo.game,))


def _change(
    db: sqlite3.Connection, kit: Kit, game: int | None, box: int | None, colour: str | None, change: int
) -> None:
    db.execute(
        "UPDATE contents SET count = count + ? WHERE box = ? AND colour = ?",
        (change, box, colour),
    )
    if game is not None and box is not None and kit.box(box) in kit.opening_boxes:
        db.execute("UPDATE game SET first_change = first_change + ? WHERE number = ?", (change, game))


BUSY_SECONDS = 10.0
LAST_ENTRY = "SELECT coalesce(max(number), 0) FROM entry"

BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
BEFORE_KEYS = 2
"""The schema that lacks nothing but the keys of acts, which only who writes asks for."""
UNWRITABLE = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR)
"""What SQLite says of a full disk, of a file that may only be read, and of a folder where it can make no file."""


class Journal:
    """An open journal; use it as a context manager, or close it.

    Every `append` is on the disk when it returns. It names the last entry that its writer knew: where another program
    has written since, nothing is written and JournalMovedOnError is raised.
    """

    def __init__(self, path: Path, kit: Kit, *, make: bool = True) -> None:
        """Open the journal, and make it where there is none, unless `make` is false: then JournalGoneError.

        JournalError where it is not ours or of another kit.
        """
        self.path, self.kit = path, kit
        if not (make or path.exists()):
            raise JournalGoneError(f"{path} is not there; put the journal back")
        # With mode=rw SQLite makes no file either, though this one should go in between.
        file = path if make else f"{path.absolute().as_uri()}?mode=rw"
        with self._told():
            self._db = sqlite3.connect(file, timeout=BUSY_SECONDS, isolation_level=None, uri=not make)
            try:
                self._db.execute("PRAGMA foreign_keys = ON")
                # With the rollback journal the file stands alone, and EXTRA syncs the folder too after a commit.
                self._db.execute("PRAGMA synchronous = EXTRA")
                self._prepare(make)
                self._db.executescript(VIEWS)
            except BaseException:
                self._db.close()
                raise

    def __enter__(self) -> Self:
        """Return the journal."""
        return self

    def __exit__(self, *error: object) -> None:
        """Close the file."""
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    # Reading

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        """Let everything that is read inside be of one moment, whoever writes meanwhile."""
        with self._told():
            self._db.execute("BEGIN")
            try:
                yield
            finally:
                self._db.execute("COMMIT")

    @property
    def last_entry(self) -> int:
        """Return the number of the last entry, 0 in an empty journal."""
        return int(self.select(LAST_ENTRY)[0][0])

    def contents(self) -> dict[int, dict[str, int]]:
        """Return what belongs in every box now."""
        rows = self.select("SELECT box, colour, count FROM contents")
        counts = {(box, colour): count for box, colour, count in rows}
        # In the order in which the kit lists them, whatever the table's.
        return {
            box.number: {bead.colour: counts[box.number, bead.colour] for bead in box.beads}
            for box in self.kit.boxes
        }

    def entries(self, after: int = 0, until: int = sys.maxsize) -> Iterator[Entry]:
        """Yield the entries behind entry `after`, up to `until`, in order."""
        return self.entries_where("number > ? AND number <= ?", (after, until))

    def entries_where(self, condition: str, values: Sequence[object] = (), most: int = -1) -> Iterator[Entry]:
        """Yield entries in order, for this room: the condition is in SQL, with a `?` for each value.

        Only the first `most` of them, where that is not negative.
        """
        with self._told():
            rows = self._db.execute(
                f"SELECT {', '.join(ENTRY_FIELDS)} FROM entry WHERE {condition} ORDER BY number LIMIT ?",
                (*values, most),
            )
            for row in rows:
                facts = dict(zip(ENTRY_FIELDS, row, strict=True))
                yield Entry(**facts | {"kind": Kind(facts["kind"])})

    def game(self, number: int) -> GameRecord | None:
        """Return a game by its number, or None."""
        entries = list(self.entries_where("game = ?", (number,)))
        return GameRecord.of(entries) if entries else None

    def latest_game(self) -> GameRecord | None:
        """Return the game that was begun last, or None before the first."""
        number = self.select("SELECT max(number) FROM game")[0][0]
        return self.game(number) if number else None

    def games(self) -> list[GameRow]:
        """Return all games as the checkpoint knows them, in order."""
        return self.games_where("1")

    def games_where(self, condition: str, values: Sequence[object] = ()) -> list[GameRow]:
        """Return games in order, for this room: the condition is in SQL, with a `?` for each value."""
        columns = ", ".join(GameRow._fields)
        rows = self.select(f"SELECT {columns} FROM game WHERE {condition} ORDER BY number", values)
        return [GameRow(*row) for row in rows]

    def ticks(self, end: int) -> frozenset[int]:
        """Return the lines, from 1, that are ticked of the tick-list that an end of a game (its entry) brought."""
        return frozenset(line for (line,) in self.select("SELECT line FROM tick WHERE entry = ?", (end,)))

    def select(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a query in SQL, for this room: `queries.py` has the questions that others ask."""
        with self._told():
            return self._db.execute(sql, values).fetchall()

    # Writing

    def append(self, actions: Iterable[Action], after: int, key: str | None = None) -> list[Entry]:
        """Write actions, all in one transaction, behind entry `after`, and return their entries.

        `key` is what the act carried that the first of them came of, to be known by if it comes again.
        JournalMovedOnError where the last entry is another by now.
        """
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        written: list[Entry] = []
        with self._told(), transaction(self._db):
            last = self._known(after)
            places = ", ".join("?" for _ in ENTRY_FIELDS)
            for action in actions:
                first = last + 1
                entries = [
                    Entry.of(draft, number, first, at) for number, draft in enumerate(action, start=first)
                ]
                last += len(entries)
                update_checkpoint(self._db, self.kit, entries)
                rows = [list(map(entry.facts().get, ENTRY_FIELDS)) for entry in entries]
                self._db.executemany(f"INSERT INTO entry ({', '.join(ENTRY_FIELDS)}) VALUES ({places})", rows)
                written += entries
            if key is not None and written:
                self._db.execute("INSERT INTO act_key (key, action) VALUES (?, ?)", (key, after + 1))
        return written

    def tick(self, end: int, line: int, done: bool, after: int) -> None:
        """Tick a line, from 1, of the tick-list that entry `end` brought, or take its tick away; it is no entry.

        JournalMovedOnError where the last entry is not `after` any more.
        """
        statement = (
            "INSERT OR IGNORE INTO tick (entry, line) VALUES (?, ?)"
            if done
            else "DELETE FROM tick WHERE entry = ? AND line = ?"
        )
        with self._told(), transaction(self._db):
            self._known(after)
            self._db.execute(statement, (end, line))

    def backup(self, path: Path) -> None:
        """Write a copy of the whole journal, as it is at one moment, while others may go on writing."""
        if path.exists():
            raise JournalError(f"{path} is already there; a backup never overwrites a file")
        part = path.with_name(f".{path.name}.part")
        try:
            part.unlink(missing_ok=True)
            with closing(sqlite3.connect(part)) as copy:
                self._db.backup(copy)
            part.replace(path)
        except (OSError, sqlite3.Error) as error:
            with suppress(OSError):
                part.unlink(missing_ok=True)
            raise JournalError(
                f"cannot write the backup {path}: {error}; the journal is as it was"
            ) from error

    # Opening

    def _prepare(self, make: bool) -> None:
        with self.one_moment():  # another program may be making the same journal just now
            application, version, tables = (
                self._db.execute(question).fetchone()[0]
                for question in (
                    "PRAGMA application_id",
                    "PRAGMA user_version",
                    "SELECT count(*) FROM sqlite_schema",
                )
            )
        if application not in (0, APPLICATION_ID) or (application == 0 and tables):
            raise JournalError(f"{self.path} is a database, but not a journal of menace-kit")
        if not (application or make):
            raise JournalGoneError(f"{self.path} is empty; put the journal back")
        if version > len(MIGRATIONS):
            raise JournalError(
                f"{self.path} was written by a newer menace-kit; install that one to go on with it"
            )
        if version < len(MIGRATIONS):
            self._bring_up_to_date(version)
        if self._meta().get("fingerprint") != self.kit.fingerprint:
            self._begin()
        self._check_kit()

    def _bring_up_to_date(self, version: int) -> None:
        """Migrate the file; one that is protected is read as it is, if all that it lacks is keys of acts."""
        try:
            migrate(self._db)
        except sqlite3.OperationalError as error:
            if version < BEFORE_KEYS or error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_READONLY:
                raise
            self._db.execute("CREATE TEMP TABLE act_key (key TEXT, action INTEGER)")

    def _meta(self) -> dict[str, str]:
        return dict(self._db.execute("SELECT key, value FROM meta"))

    def _begin(self) -> None:
        """Write down in a journal that is still empty which machine it is of, and what its boxes start with."""
        with transaction(self._db):
            if self._db.execute("SELECT count(*) FROM entry").fetchone()[0]:
                return
            self._db.execute("DELETE FROM meta")
            self._db.execute("DELETE FROM contents")
            self._db.execute(
                "INSERT INTO meta VALUES ('fingerprint', ?), ('machine', ?)",
                (self.kit.fingerprint, self.kit.description),
            )
            self._db.executemany(
                "INSERT INTO contents VALUES (?, ?, ?, ?)",
                [
                    (box.number, bead.colour, bead.start, bead.start)
                    for box in self.kit.boxes
                    for bead in box.beads
                ],
            )

    def _check_kit(self) -> None:
        meta = self._meta()
        if meta.get("fingerprint") == self.kit.fingerprint:
            return
        ours, theirs = self.kit.description.splitlines(), meta.get("machine", "").splitlines()
        different = [
            f"journal: {_told_of(old)} / kit: {_told_of(new)}"
            for old, new in zip_longest(theirs, ours, fillvalue="")
            if old != new
        ]
        shown = "; ".join(different[:3]) + (f"; and {len(different) - 3} more" if len(different) > 3 else "")
        raise JournalError(
            f"{self.path} is the journal of another machine (kit {meta.get('fingerprint')}, not "
            f"{self.kit.fingerprint}). What differs: {shown}. Use the kit file that it was begun with, "
            "or begin another journal"
        )

    def _known(self, after: int) -> int:
        """Return the last entry; JournalMovedOnError where that is not `after`, the last that the writer knew."""
        last = int(self._db.execute(LAST_ENTRY).fetchone()[0])
        if last != after:
            raise JournalMovedOnError(
                f"another program has written to {self.path} since ({last - after} entries); nothing was recorded "
                "here. Look at the state as it is now, and say it again if it still holds"
            )
        return last

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn what SQLite says into a sentence."""
        try:
            yield
        except sqlite3.OperationalError as error:
            # The last byte; the others say it more exactly.
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code in BUSY:
                raise JournalBusyError(
                    f"{self.path} is in use by another program; close it there, or wait, and try again"
                ) from error
            kind = JournalUnwritableError if code in UNWRITABLE else JournalError
            raise kind(f"cannot use the journal {self.path}: {error}; nothing was recorded") from error
        except sqlite3.IntegrityError as error:
            raise JournalError(f"{self.path} does not take this: {error}; nothing was recorded") from error
        except sqlite3.DatabaseError as error:
            raise JournalError(
                f"{self.path} is damaged or not a journal: {error}. Go back to a backup if you have one"
            ) from error


def _told_of(line: str) -> str:
    """Return a line of a kit's description for people: those that begin with a number are boxes."""
    return f"{'box ' if line[:1].isdigit() else ''}{line or '(nothing)'}"
