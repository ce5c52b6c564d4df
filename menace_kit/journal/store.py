"""The journal's file: one SQLite database beside kit.toml."""

import os
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from itertools import groupby, takewhile
from operator import attrgetter
from pathlib import Path
from typing import Any, NoReturn, Self

from menace_kit.errors import (
    JournalBusyError,
    JournalDamagedError,
    JournalError,
    JournalGoneError,
    JournalMovedOnError,
    JournalUnwritableError,
)
from menace_kit.journal.entries import (
    COUNTS,
    ENTRY_FIELDS,
    OUTCOME_ONLY,
    Action,
    Entry,
    GameRecord,
    GameRow,
    Kind,
    adjustments_in,
    as_entry,
    contents_after,
    how_far,
    is_halving,
    makes_sense,
    sensible,
)
from menace_kit.journal.pages import believable
from menace_kit.journal.schema import (
    APPLICATION_ID,
    AT_A_TIME,
    BUSY,
    GAME_COLUMNS,
    MAGIC,
    MIGRATIONS,
    OPEN_LIST,
    OTHERWISE,
    SEALED,
    TOLD_OF,
    UNWRITABLE,
    WRITABLE,
    BoxNote,
    advice,
    begin,
    check_file,
    differences,
    digest,
    fault_in,
    first_digest,
    has_our_tables,
    keep_seals,
    migrate,
    mixed,
    note_in_boxes,
    seal_last,
    seal_of,
    tables_digest,
    take_place,
    transaction,
    undone_by,
)
from menace_kit.machine.kit import Kit

BUSY_SECONDS = 10.0
IN_MEMORY = Path(":memory:")
"""A journal of nobody's that is gone when it is closed."""

_ENTRY = ", ".join((*ENTRY_FIELDS, "earlier", "digest"))
_BEFORE = "(SELECT digest FROM entry AS before WHERE before.number = entry.number - 1)"


class Journal:
    """An open journal; use it as a context manager, or close it.

    Every `append` is on the disk when it returns. It names the last entry that its writer knew:
    where another program has written since, nothing is written and JournalMovedOnError is raised.
    Whatever is read is compared with its digest; JournalDamagedError where it is not as it was
    written, and says what can be done.
    """

    def __init__(
        self,
        path: Path,
        kit: Kit,
        *,
        make: bool = True,
        read_only: bool = False,
        late: bool = False,
    ) -> None:
        """Open the journal, and make it where there is none, unless `make` is false:
        then JournalGoneError.

        Made `late` it has a file only when something is written; `begun` tells. With `read_only`
        nothing is made or changed; a journal of an older schema is then read as a copy in memory.
        JournalError where it is not ours or of another kit.
        """
        self.path, self.kit = path, kit
        self._held: tuple[int, dict[int, dict[str, int]]] | None = None
        self._going_along: dict[int, dict[str, int]] | None = None
        self.begun = not (late and path != IN_MEMORY and not os.path.lexists(path))
        if not self.begun:
            self._check_folder()
        elif path != IN_MEMORY:
            self._look_at_file(make and not read_only)
        self._open(read_only)

    def _open(self, read_only: bool = False) -> None:
        with self._told():
            self._db = self._connected(read_only)
            try:
                self._prepare(read_only)
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

    # Reading

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        """Let everything that is read inside be of one moment, whoever writes meanwhile."""
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
    def last_entry(self) -> int:
        """Return the number of the last entry, 0 in an empty journal."""
        return self.seals()["entry"]

    @property
    def last_game(self) -> int:
        """Return the number of the game that was begun last, 0 before the first."""
        return self.seals()["games"]

    def contents(self) -> dict[int, dict[str, int]]:
        """Return what belongs in every box now."""
        with self.one_moment():
            seal = self.seals()["seal"]
            if self._held is None or self._held[0] != seal:
                self._held = seal, self._read_contents()
        # A copy: it is the caller's to change, and each step of a game asks for one.
        return {number: counts.copy() for number, counts in self._held[1].items()}

    def _read_contents(self) -> dict[int, dict[str, int]]:
        """Return the table of what belongs in every box,
        in the order in which the kit lists them.
        """
        counts = {(box, colour): count for box, colour, _, count in self.sealed_rows("contents")}
        try:
            return {
                box.number: {bead.colour: counts[box.number, bead.colour] for bead in box.beads}
                for box in self.kit.boxes
            }
        except KeyError:
            self.damaged("what belongs in the boxes is not all there")

    def entries(self, after: int = 0, until: int = sys.maxsize) -> Iterator[Entry]:
        """Yield the entries behind entry `after`, up to `until` or the last
        that there is now, in order.

        They are read some at a time, and between some and the next nothing is locked:
        nobody who writes has to wait for a slow reader.
        As entries never change, all of them are of the moment at which this began.
        """
        until = min(until, self.last_entry)
        while after < until:
            found = self._entries_where(
                "number > ? AND number <= ?", (after, min(until, after + AT_A_TIME))
            )
            if [entry.number for entry in found] != list(
                range(after + 1, min(until, after + AT_A_TIME) + 1)
            ):
                self.damaged(f"entries are missing behind entry {after}")
            yield from found
            after = found[-1].number

    def check(self) -> None:
        """Look at every page, row and entry; JournalDamagedError:
        before anything is written, or a copy rests on it.
        """
        with self.one_moment():
            fault = fault_in(self._db)
            if not fault and contents_after(self.kit, self.entries()) != self.contents():
                fault = "what belongs in the boxes is not what the entries give"
        if fault:
            self.damaged(fault)

    def entry(self, number: int) -> Entry | None:
        return next(self.entries(number - 1, number), None) if number > 0 else None

    def change_before(self, number: int) -> tuple[Entry, int | None]:
        """Return a change of a box, and the number of the change of the same box
        before it, None for the first.
        """
        with self.one_moment():
            entry = self.entry(number)
            if entry is None:
                self.damaged(f"entry {number} is missing")
            return entry, self.select("SELECT earlier FROM entry WHERE number = ?", (number,))[0][0]

    def mark(self, number: int) -> int:
        """Return an entry's digest, which tells of all before it, too:
        another where a name was forgotten since.
        """
        return sum(
            row[0] for row in self.select("SELECT digest FROM entry WHERE number = ?", (number,))
        )

    def action(self, number: int) -> list[Entry]:
        """Return the entries of the action that begins with an entry;
        none where there is no such entry.
        """
        found: list[Entry] = []
        last, some = self.last_entry, 16
        while number <= last and (not found or found[-1].number < last):
            after = found[-1].number if found else number - 1
            more = list(self.entries(after, after + some))
            own = list(takewhile(lambda entry: entry.action == number, more))
            found += own
            if len(own) < len(more):
                break
            some *= 4
        return found

    def entries_of_game(self, number: int) -> list[Entry]:
        """Return all entries of a game, those that were taken back among them;
        none where there is no such game.
        """
        with self.one_moment():
            rows = self._game_rows(number - 1, number)
            found = self._entries_where("game = ?", (number,)) if rows else []
            if rows and len({entry.number for entry in found}) != rows[0][-1]:
                self.damaged(f"the entries of game {number} are not all there")
        return found

    def game(self, number: int) -> GameRecord | None:
        entries = self.entries_of_game(number)
        return GameRecord.of(entries) if entries else None

    def latest_game(self) -> GameRecord | None:
        """Return the game that was begun last, or None before the first."""
        with self.one_moment():
            return self.game(self.last_game)

    def games(self, after: int = 0, until: int = sys.maxsize) -> list[GameRow]:
        """Return the games behind game `after`, up to `until`,
        as the checkpoint knows them, in order.
        """
        return [GameRow(*row[:-1]) for row in self._game_rows(after, until)]

    def ticks(self, end: int) -> frozenset[int]:
        """Return the lines, from 1, that are ticked of the tick-list that an end
        of a game (its entry) brought.
        """
        return frozenset(line for entry, line in self.sealed_rows("tick") if entry == end)

    def sealed_rows(self, table: str) -> list[tuple[Any, ...]]:
        """Return all rows of a table but `entry`, for this room."""
        with self.one_moment():
            seal = self.seals()[table]
            rows = self.select(f"SELECT {', '.join(SEALED[table])} FROM {table}")
            if mixed(rows) != seal:
                self.damaged(f"{TOLD_OF[table]} not as it was written")
        return rows

    def seals(self) -> Mapping[str, int]:
        """Return the digests of the tables, the last entry and the last game, for this room."""
        with self.one_moment():
            seals: dict[str, int] = dict(self.select("SELECT name, value FROM seal"))
            last = self.select("SELECT number, digest FROM entry ORDER BY number DESC LIMIT 1")
        if "seal" not in seals or seal_of(seals) != seals["seal"]:
            self.damaged("the digests are not as they were written")
        if (last[0] if last else (0, seals["last"])) != (seals["entry"], seals["last"]):
            self.damaged("the last entries are missing or not as they were written")
        return seals

    def select(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a query in SQL as they are, for this room:
        `queries.py` has what others ask.
        """
        with self._told():
            return self._db.execute(sql, values).fetchall()

    def _rows_where(self, condition: str, values: Sequence[object]) -> Iterator[list[Any]]:
        """Yield what entries have in ENTRY_FIELDS, in order, each compared with its digest."""
        first = first_digest(self.kit.fingerprint)
        for *facts, earlier, own, before in self.select(
            f"SELECT {_ENTRY}, {_BEFORE} FROM entry WHERE {condition} ORDER BY number", values
        ):
            if own != digest(first if before is None else before, *facts, earlier):
                self.damaged(f"entry {facts[0]} is not as it was written")
            yield facts

    def _entries_where(self, condition: str, values: Sequence[object]) -> list[Entry]:
        """Return entries in order; the condition is in SQL, with a `?` for each value."""
        found = []
        for facts in self._rows_where(condition, values):
            entry = as_entry(facts)
            if entry is None or not makes_sense(self.kit, entry):
                self.damaged(f"entry {facts[0]} tells what no entry of this machine can")
            found.append(entry)
        return found

    def _game_rows(self, after: int, until: int) -> list[tuple[Any, ...]]:
        """Return the rows of the games behind game `after`, up to `until`,
        with how many entries each has.
        """
        with self.one_moment():
            after, until = max(after, 0), min(until, self.last_game)
            rows = self.select(
                (
                    f"SELECT {', '.join(GAME_COLUMNS)}, digest FROM game WHERE number > ? "
                    "AND number <= ? ORDER BY number"
                ),
                (after, until),
            )
            if [row[0] for row in rows] != list(range(after + 1, until + 1)):
                self.damaged("games are missing")
        for *facts, own in rows:
            if own != digest(*facts):
                self.damaged(f"what is told of game {facts[0]} is not as it was written")
        return [row[:-1] for row in rows]

    # Writing

    def append(self, actions: Iterable[Action], after: int, key: str | None = None) -> list[Entry]:
        """Write actions, all in one transaction, behind entry `after`, and return their entries.

        `key` is what the act carried that the first of them came of, to be known by if it comes
        again. JournalMovedOnError where the last entry is another by now.
        """
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        written: list[Entry] = []
        with self.writing(number := after):
            for action in actions:
                first = number + 1
                entries = [
                    Entry.of(draft, number, first, at)
                    for number, draft in enumerate(action, start=first)
                ]
                number += len(entries)
                self._write(entries)
                written += entries
            if key is not None and written:
                self._db.execute(
                    "INSERT INTO act_key (key, action) VALUES (?, ?)", (key, after + 1)
                )
        return written

    def restore(
        self, entries: Sequence[Entry], beside: Mapping[str, Sequence[Sequence[object]]]
    ) -> None:
        """Write entries of another book of this machine into an empty journal,
        as they are, and rows beside them.
        """
        with self.writing(0):
            for _, action in groupby(entries, key=attrgetter("action")):
                self._write(list(action))
            for table, rows in beside.items():
                columns = SEALED[table]
                into = f"{table} ({', '.join(columns)}) VALUES ({', '.join('?' for _ in columns)})"
                self._db.executemany(f"INSERT OR IGNORE INTO {into}", rows)

    def tick(self, end: int, line: int, done: bool, after: int) -> None:
        """Tick a line, from 1, of the tick-list that entry `end` brought,
        or take its tick away; it is no entry.

        JournalMovedOnError where the last entry is not `after` any more.
        """
        statement = (
            "INSERT OR IGNORE INTO tick (entry, line) VALUES (?, ?)"
            if done
            else "DELETE FROM tick WHERE entry = ? AND line = ?"
        )
        with self.writing(after):
            self._db.execute(statement, (end, line))

    def note_clock(self, operator: str | None) -> int:
        """Note that the computer's clock was wrong up to the last entry,
        and return that; it is no entry.
        """
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        with self.writing(last := self.last_entry):
            self._db.execute("INSERT OR IGNORE INTO clock VALUES (?, ?, ?)", (last, at, operator))
        return last

    def backup(self, path: Path) -> int:
        """Write a copy of the whole journal, as it is at one moment, and return its last entry.

        Others may go on writing. JournalError where the copy cannot be written, or where the place
        is taken; JournalDamagedError where it would be the copy of a damaged journal.
        """
        if path.exists():
            raise JournalError(f"{path} is already there; a backup never overwrites a file")
        part = path.with_name(f".{path.name}.{os.urandom(8).hex()}.part")
        try:
            with closing(sqlite3.connect(part, isolation_level=None)) as copy, self.one_moment():
                self.check()
                last = self.last_entry
                try:
                    self._db.backup(copy)
                except sqlite3.Error as error:
                    raise OSError(
                        0, UNWRITABLE.get(error.sqlite_errorcode & 0xFF, OTHERWISE)
                    ) from error
            self._check_copy(part, last)
            take_place(part, path)
        except FileExistsError:
            raise JournalError(
                f"{path} is already there; a backup never overwrites a file"
            ) from None
        except (OSError, sqlite3.Error) as error:
            if isinstance(error, JournalError):
                raise
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            why = getattr(error, "strerror", None) or UNWRITABLE.get(code, OTHERWISE)
            raise JournalError(
                f"cannot write the backup {path}: {why}; the journal is as it was"
            ) from error
        finally:
            with suppress(OSError):
                part.unlink()
        return last

    def _check_copy(self, part: Path, last: int) -> None:
        """Read a copy back from the disk; OSError where it is not what was to be copied."""
        try:
            with Journal(part, self.kit, read_only=True) as copy:
                copy.check()
                is_whole = copy.last_entry == last
        except JournalError:
            is_whole = False
        if not is_whole:
            raise OSError(0, "it cannot be read back as it was written; try another disk")

    @contextmanager
    def writing(self, after: int) -> Iterator[sqlite3.Connection]:
        """Let all that this room writes inside be written or none of it,
        behind entry `after`, and seal it.
        """
        if not self.begun:
            self._begin_late()
        with self._told(), transaction(self._db):
            seals = self.seals()
            if (last := seals["entry"]) != after:
                raise JournalMovedOnError(
                    f"another program has written to {self.path} since ({last - after} entries); "
                    "nothing was recorded here. Look at the state as it is now, "
                    "and say it again if it still holds"
                )
            # What is held of the contents goes along with what is written, if it all is.
            held, self._held = self._held, None
            self._going_along = held[1] if held and held[0] == seals["seal"] else None
            yield self._db
            seal = seal_last(self._db)
        if self._going_along is not None:
            self._held = seal, self._going_along

    def _write(self, action: Sequence[Entry]) -> None:
        """Write one action behind the others, and bring the checkpoint up to date with it."""
        undone = [
            entry
            for undo in action
            if undo.kind is Kind.UNDO
            for entry in undone_by(undo, [*self._entries_where("game = ?", (undo.game,)), *action])
        ]
        self._change_contents(action, undone)
        earlier = self._change_boxes(action, undone)
        (last,) = self._db.execute(
            "SELECT digest FROM entry WHERE number = ?", (action[0].number - 1,)
        ).fetchone() or (first_digest(self.kit.fingerprint),)
        rows: list[list[object]] = []
        for entry, before in zip(action, earlier, strict=True):
            facts = [*map(entry.facts().get, ENTRY_FIELDS), before]
            last = digest(last, *facts)
            rows.append([*facts, last])
        places = ", ".join("?" for _ in rows[0])
        self._db.executemany(f"INSERT INTO entry ({_ENTRY}) VALUES ({places})", rows)
        for game in {entry.game for entry in action} - {None}:
            more = sum(entry.game == game for entry in action)
            self._db.execute("UPDATE game SET entries = entries + ? WHERE number = ?", (more, game))

    # The checkpoint: what replaying the entries gives, kept as tables and kept
    # up to date by each action.
    #
    # The ticks of the tick-list are kept with it as long as it is open,
    # and until the next act after that which confirms, leaves or takes it back,
    # for what that means for the real beads depends on them.

    def _change_contents(self, action: Sequence[Entry], undone: Sequence[Entry]) -> None:
        """Bring the tables `contents`, `game` and `tick` up to date with one action
        that is about to be written.
        """
        if action[0].kind not in COUNTS:
            self._db.execute(f"DELETE FROM tick WHERE entry IS NOT ({OPEN_LIST})")
        for entry in action:
            match entry.kind:
                case Kind.START:
                    self._db.execute(
                        "INSERT INTO game (number, state, confirmed, side, started_at, operator, "
                        "opponent, result, first_change, outcome_only) VALUES (?, 'running', 0, ?, "
                        "?, ?, ?, NULL, 0, ?)",
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
                    self._change(entry.box or 0, entry.colour or "", entry.change or 0)
                    self._change_line(entry, entry.change or 0)
                case Kind.END:
                    self._set_game(entry.game, "state = 'ended', result = ?", entry.result)
                case Kind.ABANDON:
                    self._set_game(entry.game, "state = 'abandoned'")
                case Kind.CONFIRM:
                    self._set_game(entry.game, "confirmed = 1")
        self._take_back(undone)

    def _take_back(self, undone: Sequence[Entry]) -> None:
        # At one go for each colour: a box that was halved may lack the beads on the way.
        changed: Counter[tuple[int, str]] = Counter()
        for box, colour, change, _ in adjustments_in(
            entry for entry in undone if entry.kind is Kind.ADJUST
        ):
            changed[box, colour] -= change
        for (box, colour), change in changed.items():
            self._change(box, colour, change)
        for entry in undone:
            if entry.kind is Kind.ADJUST:
                self._change_line(entry, -(entry.change or 0))
            elif entry.kind in (Kind.END, Kind.ABANDON):
                self._set_game(entry.game, "state = 'running', result = NULL")
            elif entry.kind is Kind.CONFIRM:
                self._set_game(entry.game, "confirmed = 0")
        for entry in undone:
            if entry.kind is Kind.START:
                self._set_game(entry.game, "state = 'taken-back'")

    def _set_game(self, game: int | None, what: str, *values: object) -> None:
        self._db.execute(f"UPDATE game SET {what} WHERE number = ?", (*values, game))

    def _change(self, box: int, colour: str, change: int) -> None:
        self._db.execute(
            "UPDATE contents SET count = count + ? WHERE box = ? AND colour = ?",
            (change, box, colour),
        )
        if self._going_along is not None:
            self._going_along[box][colour] += change

    def _change_line(self, entry: Entry, change: int) -> None:
        """Bring Michie's line up to date: a game's change of an opening box, but for halving it."""
        if entry.game is None or entry.box is None or is_halving(entry):
            return
        if self.kit.box(entry.box) in self.kit.opening_boxes:
            self._set_game(entry.game, "first_change = first_change + ?", change)

    def _change_boxes(self, action: Sequence[Entry], undone: Sequence[Entry]) -> list[int | None]:
        """Bring the table `box` up to date; return for each entry the change
        of the same box before it.
        """
        boxes = {entry.box for entry in (*action, *undone)} - {None}
        every = any(entry.kind is Kind.STOCKTAKE for entry in action)
        wanted = ", ".join("?" for _ in boxes)
        rows = self._db.execute(
            (
                "SELECT number, opened, touched, counted, changed FROM box WHERE ? "
                f"OR number IN ({wanted})"
            ),
            (every, *boxes),
        ).fetchall()
        notes = {number: BoxNote(*facts) for number, *facts in rows}
        colours = {number: len(self.kit.box(number).beads) for number in notes}
        earlier = note_in_boxes(notes, action, undone, colours)
        self._db.executemany(
            "UPDATE box SET opened = ?, touched = ?, counted = ?, changed = ? WHERE number = ?",
            [(*note.facts, number) for number, note in notes.items()],
        )
        return earlier

    # Opening

    def _look_at_file(self, make: bool) -> None:
        """See that the file is one that may be a journal, or make it; say what it is instead."""
        try:
            check_file(self.path)
        except FileNotFoundError:
            if not make:
                raise JournalGoneError(f"{self.path} is not there; put the journal back") from None
            self._make()

    def _make(self) -> None:
        """Make a new journal, which is there whole or not at all;
        where another program was quicker, it is that one.
        """
        part = self.path.with_name(f".{self.path.name}.{os.urandom(8).hex()}.part")
        try:
            self._check_folder()
            with (
                self._told("cannot make the journal"),
                closing(sqlite3.connect(part, isolation_level=None)) as db,
            ):
                db.execute("PRAGMA synchronous = EXTRA")
                self._begin(db)
            with suppress(FileExistsError):
                take_place(part, self.path)
        except OSError as error:
            if isinstance(error, JournalError):
                raise
            raise JournalUnwritableError(
                f"cannot make the journal {self.path}: {error.strerror}"
            ) from error
        finally:
            with suppress(OSError):
                part.unlink()

    def _check_folder(self) -> None:
        if not self.path.parent.is_dir():
            raise JournalError(
                f"cannot make the journal {self.path}: there is no folder {self.path.parent}"
            )

    def _begin(self, db: sqlite3.Connection) -> None:
        """Write down in a journal that is still empty which machine it is of,
        and what its boxes start with.
        """
        starts = {box.number: box.start for box in self.kit.boxes}
        begin(db, self.kit.fingerprint, self.kit.description, starts)

    def _connected(self, read_only: bool) -> sqlite3.Connection:
        if self.path == IN_MEMORY or not self.begun:
            return sqlite3.connect(IN_MEMORY, isolation_level=None)
        # As an address, whatever the file is called it is that file; and SQLite makes none.
        file = self.path.absolute().as_uri()
        if read_only:
            db = sqlite3.connect(
                f"{file}?mode=ro", timeout=BUSY_SECONDS, isolation_level=None, uri=True
            )
            try:
                db.execute("SELECT 1 FROM sqlite_schema").fetchall()
                return db
            except sqlite3.OperationalError as error:
                db.close()
                if error.sqlite_errorcode & 0xFF not in UNWRITABLE:
                    raise
            # A program was killed in the middle of writing:
            # what it left undone has to be cleared away first.
            with closing(
                sqlite3.connect(f"{file}?mode=rw", timeout=BUSY_SECONDS, uri=True)
            ) as writer:
                writer.execute("SELECT 1 FROM sqlite_schema").fetchall()
            return sqlite3.connect(
                f"{file}?mode=ro", timeout=BUSY_SECONDS, isolation_level=None, uri=True
            )
        return sqlite3.connect(
            f"{file}?mode=rw", timeout=BUSY_SECONDS, isolation_level=None, uri=True
        )

    def _prepare(self, read_only: bool) -> None:
        db = self._db
        if self.path == IN_MEMORY or not self.begun:
            self._begin(db)
        db.execute("PRAGMA foreign_keys = ON")
        # With the rollback journal the file stands alone,
        # and EXTRA syncs the folder too after a commit.
        db.execute("PRAGMA synchronous = EXTRA")
        with self.one_moment():
            application, version = (
                db.execute(f"PRAGMA {name}").fetchone()[0]
                for name in ("application_id", "user_version")
            )
            sealed = bool(db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'seal'").fetchall())
            known = self.seals()["version"] if sealed else version
        if application != APPLICATION_ID or known != version:
            self.damaged("its head is not as it was written")
        if (version < len(MIGRATIONS) or not sealed) and not has_our_tables(db, version):
            self.damaged("its tables are not as they were made", is_strange=True)
        if version > len(MIGRATIONS):
            raise JournalError(
                f"{self.path} was written by a newer menace-kit; install that one to go on with it"
            )
        if version < len(MIGRATIONS):
            read_only = self._bring_up_to_date(read_only)
        with self.one_moment():
            if tables_digest(self._db) != self.seals()["tables"]:
                self.damaged("its tables are not as they were made")
            meta = dict(self.sealed_rows("meta"))
            if (
                meta.get("fingerprint") != self.kit.fingerprint
                and not self.last_entry
                and not read_only
            ):
                meta = {}
        if not meta:
            self._begin(self._db)
        else:
            self._check_kit(meta)
            list(self._rows_where("number = ?", (self.last_entry,)))
            if not read_only:
                keep_seals(self._db)
                self.check()

    def _bring_up_to_date(self, read_only: bool) -> bool:
        """Migrate the file, or a copy of it in memory that is read in its place;
        return whether it can only be read.
        """
        if not read_only:
            try:
                migrate(self._db)
                return False
            except sqlite3.OperationalError as error:  # a protected file can be read all the same
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_READONLY:
                    raise
        copy = sqlite3.connect(IN_MEMORY, isolation_level=None)
        content = self._db.serialize()
        copy.deserialize(content[:18] + WRITABLE + content[20:])
        self._db.close()
        self._db = copy
        migrate(copy)
        copy.execute("PRAGMA query_only = ON")
        return True

    def _check_kit(self, meta: Mapping[str, str]) -> None:
        if meta.get("fingerprint") == self.kit.fingerprint:
            return
        raise JournalError(
            f"{self.path} is the journal of another machine (kit {meta.get('fingerprint')}, "
            f"not {self.kit.fingerprint}). What differs: "
            f"{differences(meta.get('machine', ''), self.kit.description)}. "
            "Use the kit file that it was begun with, or begin another journal"
        )

    # Trouble

    def damaged(self, what: str, is_strange: bool = False) -> NoReturn:
        """Raise JournalDamagedError, which says how far the book can be
        believed, and what can be done.

        JournalError where the file is not to be told from one that never was a journal;
        one with tables that are strange to us is none for its head alone.
        """
        try:
            content = self.path.read_bytes() if self.path != IN_MEMORY else b""
        except OSError:
            content = b""
        entries = sensible(self.kit, believable(content, self.kit.fingerprint))
        ours = content[:16] == MAGIC and int.from_bytes(content[68:72]) == APPLICATION_ID
        if not entries and (is_strange or not ours):
            raise JournalError(
                f"{self.path} is no journal of menace-kit, or nothing in it can be read any more; "
                "name the right file, or put a backup in its place"
            )
        raise JournalDamagedError(
            f"{self.path} is damaged: {what}. {how_far(entries)} {advice(self.path)}"
        )

    @contextmanager
    def _told(self, doing: str = "cannot use the journal") -> Iterator[None]:
        """Turn what SQLite says into a sentence."""
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as error:
            if str(error) == "user-defined function raised exception":
                # A digest of what SQLite has cannot fail: Ctrl-C came in the midst of one.
                raise KeyboardInterrupt from error
            # The last byte; the others say it more exactly.
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code in BUSY:
                raise JournalBusyError(
                    f"{self.path} is in use by another program; "
                    "close it there, or wait, and try again"
                ) from error
            if code in UNWRITABLE:
                raise JournalUnwritableError(
                    f"{doing} {self.path}: {UNWRITABLE[code]}; nothing was recorded"
                ) from error
            if isinstance(error, sqlite3.IntegrityError):
                raise JournalError(
                    f"{self.path} does not take this: it contradicts what is in the book; "
                    "nothing was recorded. Look with menace-kit logbook verify"
                ) from error
            self.damaged("parts of it cannot be read")
