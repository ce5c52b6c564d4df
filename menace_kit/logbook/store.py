"""An open logbook: one SQLite database beside kit.toml."""

import os
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import reduce
from itertools import takewhile, zip_longest
from operator import xor
from pathlib import Path
from typing import NoReturn, Self

from menace_kit.errors import (
    LogbookBusyError,
    LogbookDamagedError,
    LogbookError,
    LogbookGoneError,
    LogbookMovedOnError,
    LogbookUnwritableError,
)
from menace_kit.logbook.balance import Balance, Kept, Replayed, by_place, replayed
from menace_kit.logbook.entries import (
    KNOWN,
    ROW_FIELDS,
    Action,
    Entry,
    GameRecord,
    GameRow,
    Kind,
    as_entry,
    listed_runs,
    makes_sense,
    runs,
)
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
from menace_kit.logbook.lost import all_entries, stand_ins, was_a_reply
from menace_kit.logbook.older import fault_in, is_older, not_as_written, sound_contents, upgrade
from menace_kit.logbook.pages import rows_in_pages
from menace_kit.logbook.schema import (
    APPLICATION_ID,
    BESIDE,
    BUSY,
    SCHEMA,
    TOLD_OF,
    UNREADABLE,
    UNWRITABLE,
    WRITABLE,
    Row,
    alterations,
    digest,
    is_as_written,
    make_tables,
    mend,
    our_schema,
    put_beside,
    put_entries,
    schema_of,
    transaction,
    with_digest,
)
from menace_kit.machine.kit import Kit

AT_A_TIME = 10_000
"""Entries that are read in one go where all of them are."""

Rewritten = tuple[Iterable[Entry], Mapping[str, Sequence[Sequence[object]]]]
"""Entries in the place of others, and tables beside them with all their rows."""

IDENTITY = "logbook"
"""The key in `meta` of a number by chance that tells a logbook from others of its kit."""

_ENTRY = ", ".join((*ROW_FIELDS, "digest"))
_GAME = ", ".join((*GameRow._fields, "entries", "digest"))


@dataclass
class _Known:
    """What was worked out of a file as it is: until somebody writes.

    `version` is SQLite's, by which it tells that others wrote; `last` has number and digest of the
    last entry that is there, `cache` the row of the cache where it is that of these entries.
    """

    version: int
    last: tuple[int, int]
    cache: Row | None
    balance: Balance | None = None
    replayed: Replayed | None = None
    lost: dict[int, Entry] | None = None
    has_games: bool | None = None


class Logbook:
    """An open logbook; use it as a context manager, or close it.

    Every `append` is on the disk when it returns. It names the last entry that its writer knew:
    where another program has written since, nothing is written and LogbookMovedOnError is raised.
    An entry that is not as it was written is read as one of the kind LOST; nothing is then written.
    `warnings` are sentences of commands about what did not succeed and stops nobody.
    """

    def __init__(
        self,
        path: Path,
        kit: Kit,
        *,
        make: bool = True,
        read_only: bool = False,
        late: bool = False,
        check: bool = True,
        backups: bool = True,
    ) -> None:
        """Open the logbook, and make it where there is none, unless `make` is false:
        then LogbookGoneError.

        Made `late` it has a file only when something is written; `begun` tells. With `read_only`
        nothing is made or changed; a logbook of an older schema is then read as a copy in memory.
        What is to be written to is checked as a whole, unless `check` is false. With `backups` it
        is copied before the first act of a day.
        LogbookError where it is not ours or of another kit.
        """
        self.path, self.kit = path, kit
        self.warnings: list[str] = []
        self._read_only, self._backups = read_only, backups and path != IN_MEMORY
        self._known: _Known | None = None
        self._pages: dict[int, Entry] | None = None
        self._altered: list[str] = []
        self._new: Counter[int] = Counter()
        self.begun = not (late and path != IN_MEMORY and not os.path.lexists(path))
        if not self.begun:
            self._check_folder()
        elif path != IN_MEMORY:
            self._look_at_file(make and not read_only)
        self._open()
        if check and self.begun and not read_only and path != IN_MEMORY:
            self.check()
        if self.begun and not self._read_only:
            self._keep_anew()

    def _keep_anew(self) -> None:
        """Keep what the entries come to, where that is not kept and no entry is lost."""
        with self.one_moment():
            if self._has_games or not self.last_entry or self.lost():
                return
        with self._told(), transaction(self._db):
            found = self.replayed()
            known = self._keep(found.balance, found)
        self._known = known

    def _open(self) -> None:
        with self._told():
            file = self.path != IN_MEMORY and self.begun
            self._db = (
                connected(self.path, self._read_only)
                if file
                else sqlite3.connect(IN_MEMORY, isolation_level=None)
            )
            self._known = None
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
    def identity(self) -> str | None:
        """Return what a logbook and its copies have in common, and no other logbook has;
        None for one that was begun before there was such a thing.
        """
        found = self.select("SELECT value FROM meta WHERE key = ?", (IDENTITY,))
        return str(found[0][0]) if found else None

    @property
    def last_entry(self) -> int:
        """Return the number of the last entry, 0 in an empty logbook."""
        with self.one_moment():
            known = self._now()
            return max(known.last[0], known.cache[0] if known.cache else 0)

    @property
    def last_game(self) -> int:
        """Return the number of the game that was begun last, 0 before the first."""
        return self.balance().games

    def contents(self) -> dict[int, dict[str, int]]:
        """Return what belongs in every box now; of boxes in `to_count` nobody knows."""
        held = self.balance().contents
        # A copy: it is the caller's to change, and each step of a game asks for one.
        found = {}
        for box in self.kit.boxes:
            inside = held[box.number]
            found[box.number] = {
                bead.colour: count if (count := inside[bead.colour]) > 0 else 0
                for bead in box.beads
            }
        return found

    @property
    def to_count(self) -> tuple[int, ...]:
        """Return the boxes that are to be counted, for an entry that is lost may have
        changed them.
        """
        return self.balance().to_count

    @property
    def is_as_kept(self) -> bool:
        """Return whether what the entries come to is as it was kept when the last was written."""
        with self.one_moment():
            return self._now().cache is not None

    def _now(self) -> _Known:
        """Return what is known of the file as it is now, in one moment."""
        ((version,),) = self._db.execute("PRAGMA data_version")
        if self._known is None or self._known.version != version:
            last = self._last_row()
            self._known = _Known(version, last, self._cache_row(last))
        return self._known

    def balance(self) -> Balance:
        """Return what the entries come to, for this room; it is not to be changed."""
        with self.one_moment():
            known = self._now()
            if known.balance is None and known.cache:
                last, _, text, _ = known.cache
                known.balance = Balance.read(self.kit, last, text)
            return known.balance or self.replayed().balance

    def replayed(self) -> Replayed:
        """Return what all entries give, worked out anew, for this room."""
        with self.one_moment():
            known = self._now()
            if known.replayed is None:
                known.replayed = replayed(self.kit, self.entries())
                known.replayed.balance.beside = self._mixed_beside()
            return known.replayed

    def _last_row(self) -> tuple[int, int]:
        """Return the number and the digest of the last entry that is there."""
        last = "SELECT number, digest FROM entry ORDER BY number DESC LIMIT 1"
        try:
            return self._db.execute(last).fetchone() or (0, 0)
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF in (*BUSY, *UNWRITABLE):
                raise
            return max(self._in_pages(), default=0), 0

    def _cache_row(self, last: tuple[int, int]) -> Row | None:
        """Return the row of the cache, None where it is not that of the entries up to the last."""
        with suppress(*UNREADABLE):
            rows: list[Row] = self._db.execute(
                "SELECT entry, mark, value, digest FROM cache"
            ).fetchall()
            if len(rows) != 1 or rows[0][-1] != digest(self.kit.fingerprint, *rows[0][:-1]):
                return None
            if rows[0][0] > last[0] or rows[0][:2] == last:
                return rows[0]
            if rows[0][0] == last[0] and not self._entries(last[0] - 1):
                return rows[0]
        return None

    def _entries(
        self, after: int = 0, until: int = sys.maxsize, game: int | None = None
    ) -> list[Entry]:
        """Return the sound entries behind one up to another, of a game or of all, in order."""
        where = "number > ? AND number <= ?" + (" AND game = ?" if game is not None else "")
        values = (after, until, *(() if game is None else (game,)))
        with self._told():
            try:
                rows = self._db.execute(
                    f"SELECT {_ENTRY} FROM entry WHERE {where} ORDER BY number", values
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
        # An index that is damaged may lead to entries of another game.
        return [each for each in self._believed(rows) if game in (None, each.game)]

    def _believed(self, rows: Iterable[Row]) -> Iterator[Entry]:
        fingerprint = self.kit.fingerprint
        for row in rows:
            entry = as_entry(row[:-1]) if is_as_written(fingerprint, row) else None
            if entry is not None and makes_sense(self.kit, entry):
                yield entry

    def _in_pages(self) -> Mapping[int, Entry]:
        """Return the entries that are still in the file, where SQLite cannot read it."""
        if self._pages is None:
            content = self.path.read_bytes() if self.path != IN_MEMORY else b""
            rows = rows_in_pages(content, self.kit.fingerprint).values()
            found = (each for each in map(as_entry, rows) if each)
            self._pages = {e.number: e for e in found if makes_sense(self.kit, e)}
        return self._pages

    def entries(self, after: int = 0, until: int = sys.maxsize) -> Iterator[Entry]:
        """Yield the entries behind entry `after`, up to `until` or the last
        that there is now, in order; one of the kind LOST for each that is not as it was written.

        They are read some at a time, and between some and the next nothing is locked:
        nobody who writes has to wait for a slow reader.
        As entries never change, all of them are of the moment at which this began.
        """
        until, after = min(until, self.last_entry), max(after, 0)
        while after < until:
            end = min(until, after + AT_A_TIME)
            found = self._entries(after, end)
            if len(found) == end - after:
                yield from found
            else:
                there = {entry.number: entry for entry in found}
                if not self.lost().keys() >= set(range(after + 1, end + 1)) - there.keys():
                    self._known = None  # the file was damaged since
                lost = self.lost()
                yield from all_entries(
                    there, {n: lost[n] for n in range(after + 1, end + 1) if n not in there}
                )
            after = end

    def lost(self) -> Mapping[int, Entry]:
        """Return what stands in the place of each entry that is not as it was written."""
        with self.one_moment():
            known, last = self._now(), self.last_entry
            if known.lost is None:
                sound = {entry.number: entry for entry in self._entries()}
                known.lost = self._stand_ins(sound, last) if len(sound) < last else {}
            return known.lost

    def _stand_ins(self, sound: Mapping[int, Entry], last: int) -> dict[int, Entry]:
        if not self.is_as_kept:
            return stand_ins(sound, last, None)
        kept = {row[0]: row for row in self._game_rows(0, sys.maxsize) or ()}
        if not kept and self.balance().games:
            return stand_ins(sound, last, None)
        of_game: dict[int, list[Entry]] = {}
        for entry in sound.values():
            of_game.setdefault(entry.game or 0, []).append(entry)
        short = {game for game, row in kept.items() if len(of_game.get(game, ())) < row[-1]}
        found = stand_ins(sound, last, short)
        for game in {entry.game for entry in found.values() if entry.game} & kept.keys():
            as_known = {
                entry.number: replace(entry, why=KNOWN)
                for entry in found.values()
                if entry.game == game
            }
            there = {entry.number: entry for entry in of_game.get(game, ())}
            if not all(was_a_reply(entry, there) for entry in as_known.values()):
                continue
            entries = list(all_entries(there, as_known))
            if (*GameRow.of(GameRecord.of(entries), self.kit),) == kept[game][:-1]:
                found |= as_known
        return found

    def check(self) -> None:
        """Look at every page, entry and note; LogbookDamagedError:
        before anything is written, or a copy rests on it.
        """
        with self.one_moment():
            faults = self.faults()
        if faults:
            self.damaged(faults[0])

    def faults(self) -> list[str]:
        """Return what is wrong with the file, as beginnings of sentences;
        a cache that cannot be used is no fault.
        """
        (said,) = self.select("PRAGMA integrity_check(1)")[0]
        found = [*filter(None, [self._shortage()]), *self._altered]
        if said != "ok":
            found.append("parts of it do not fit together")
        if lost := list(self.lost()):
            found.append(not_as_written(lost))
        return [*found, *(f"{TOLD_OF[table]} not as it was written" for table in self._wrong())]

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

    def _wrong(self) -> list[str]:
        """Return which tables beside the entries are not as they were written."""
        wrong = [
            table
            for table in BESIDE
            if any(row[-1] != digest(table, *row[:-1]) for row in self._beside_rows(table))
        ]
        if wrong or not self.is_as_kept:
            return wrong
        return [] if self._mixed_beside() == self.balance().beside else ["tick"]

    def _beside_rows(self, table: str) -> list[Row]:
        return self.select(f"SELECT {', '.join(BESIDE[table])}, digest FROM {table}")

    def _mixed_beside(self) -> int:
        mix = 0
        for table in BESIDE:
            for *facts, _ in self._beside_rows(table):
                mix ^= digest(table, *facts)
        return mix

    def beside(self, table: str) -> list[Row]:
        """Return the rows of a table beside the entries, for this room;
        LogbookDamagedError where they are not as they were written.
        """
        with self.one_moment():
            if table in self._wrong():
                self.damaged(f"{TOLD_OF[table]} not as it was written")
            return [row[:-1] for row in self._beside_rows(table)]

    def entry(self, number: int) -> Entry | None:
        return next(self.entries(number - 1, number), None) if number > 0 else None

    def mark(self, number: int) -> int:
        """Return a number that changes with the entry, and where a name is forgotten."""
        found = self.select("SELECT digest FROM entry WHERE number = ?", (number,))
        ((forgotten,),) = self.select("SELECT count(*) FROM meta")
        return digest(*found, forgotten)

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
            rows = self._rows(number - 1, number)
            if not rows:
                return []
            found = self._entries(game=number)
            if len(found) != rows[0][-1]:
                found = [entry for entry in self.entries() if entry.game == number]
            return found

    def game(self, number: int) -> GameRecord | None:
        entries = self.entries_of_game(number)
        return GameRecord.of(entries) if entries else None

    def latest_game(self) -> GameRecord | None:
        """Return the game that was begun last, or None before the first."""
        with self.one_moment():
            return self.game(self.last_game)

    def games(self, after: int = 0, until: int = sys.maxsize) -> list[GameRow]:
        """Return the games behind game `after`, up to `until`, in order."""
        return [GameRow._make(row[:-1]) for row in self._rows(after, until)]

    def _rows(self, after: int, until: int) -> list[Row]:
        """Return the rows of games, with how many entries each has; from the cache, or anew."""
        with self.one_moment():
            after, last = max(after, 0), min(until, self.last_game)
            found = self._game_rows(after, last)
            if found is None:
                return [row for row in self.replayed().games if after < int(str(row[0])) <= last]
            return found

    def _game_rows(self, after: int, until: int) -> list[Row] | None:
        """Return rows of the table of games, None where any is not as it was written."""
        if not self._has_games:
            return None
        with suppress(*UNREADABLE):
            rows = self._db.execute(
                f"SELECT {_GAME} FROM game WHERE number > ? AND number <= ? ORDER BY number",
                (after, until),
            ).fetchall()
            last = min(until, self.last_game)
            if [row[0] for row in rows] == list(range(after + 1, last + 1)) and all(
                row[-1] == digest(*row[:-1]) for row in rows
            ):
                return [row[:-1] for row in rows]
        return None

    @property
    def _has_games(self) -> bool:
        """Return whether the table of games is the one that the cache was written with,
        not an earlier one; a row is compared with its own digest when it is read.
        """
        known = self._now()
        if known.has_games is None:
            known.has_games = False
            with suppress(*UNREADABLE):
                digests = [each for (each,) in self._db.execute("SELECT digest FROM game")]
                known.has_games = self.is_as_kept and reduce(xor, digests, 0) == self.balance().mix
        return known.has_games

    def ticks(self, end: int) -> frozenset[int]:
        """Return the lines, from 1, that are ticked of the tick-list that an end
        of a game (its entry) brought.
        """
        return frozenset(line for entry, line in self.beside("tick") if entry == end)

    def select(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Return the rows of a query in SQL as they are, for this room:
        `queries.py` has what others ask.
        """
        with self._told():
            return self._db.execute(sql, values).fetchall()

    def append(self, actions: Iterable[Action], after: int, key: str | None = None) -> list[Entry]:
        """Write actions, all in one transaction, behind entry `after`, and return their entries.

        `key` is what the act carried that the first of them came of, to be known by if it comes
        again. LogbookMovedOnError where the last entry is another by now.
        """
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        written: list[Entry] = []
        with self.writing(number := after) as balance:
            for action in actions:
                first = number + 1
                entries = [
                    Entry.of(draft, number, first, at)
                    for number, draft in enumerate(action, start=first)
                ]
                number += len(entries)
                if key is not None and not written:
                    entries[0] = replace(entries[0], key=key)
                written += self._write(balance, entries)
        return written

    def _write(self, balance: Balance, action: Sequence[Entry]) -> list[Entry]:
        if action[0].kind not in (Kind.RECOUNT, Kind.STOCKTAKE):
            self._leave_ticks(balance.games)
        taken = balance.take(action, lambda game: [*self._entries(game=game), *action], is_new=True)
        if balance.has_less_than_none:
            raise self._contradiction
        put_entries(self._db, self.kit.fingerprint, map(as_row, taken))
        self._new.update(entry.game for entry in taken if entry.game is not None)
        return taken

    def _leave_ticks(self, last_game: int) -> None:
        """Forget what is ticked, but of the list that is open.

        That is kept until the next act after the one that confirms, leaves or takes it back,
        for what that means for the real beads depends on it.
        """
        if self._db.execute("SELECT 1 FROM tick").fetchone():
            entries = self._entries(game=last_game)
            game = GameRecord.of(entries) if entries else None
            is_open = game and game.end and not game.confirmed
            self._db.execute(
                "DELETE FROM tick WHERE entry IS NOT ?",
                (game.end.number if game and game.end and is_open else None,),
            )

    def tick(self, end: int, line: int, done: bool, after: int) -> None:
        """Tick a line, from 1, of the tick-list that entry `end` brought,
        or take its tick away; it is no entry.

        LogbookMovedOnError where the last entry is not `after` any more.
        """
        with self.writing(after):
            if done:
                put_beside(self._db, "tick", [(end, line)])
            else:
                self._db.execute("DELETE FROM tick WHERE entry = ? AND line = ?", (end, line))

    def note(self, table: str, row: Sequence[object]) -> None:
        """Note something that is no entry, for this room."""
        with self.writing(self.last_entry):
            put_beside(self._db, table, [row])

    def note_clock(self, operator: str | None) -> int:
        """Note that the computer's clock was wrong up to the last entry,
        and return that; it is no entry.
        """
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        self.note("clock", (last := self.last_entry, at, operator))
        return last

    @contextmanager
    def writing(self, after: int, back_up: bool = True) -> Iterator[Balance]:
        """Let all that this room writes inside be written or none of it, behind entry `after`;
        the balance is to be taken along.
        """
        if not self.begun:
            self._begin_late()
        if back_up:
            self._back_up()
        with self._told(), transaction(self._db):
            if (last := self.last_entry) != after:
                raise LogbookMovedOnError(
                    f"another program has written to {self.path} since ({last - after} entries); "
                    "nothing was recorded here. Look at the state as it is now, "
                    "and say it again if it still holds"
                )
            anew = None if self._has_games else self.replayed()
            if anew and self.lost():
                self.damaged(self.faults()[0])
            balance = anew.balance if anew else self.balance()
            self._new.clear()
            # What is known is not of what is in the file any more, whatever happens inside.
            self._known = None
            try:
                yield balance
                known = self._keep(balance, anew)
            finally:
                self._known = None
        self._known = known

    def _keep(self, balance: Balance, anew: Replayed | None) -> _Known:
        """Write the cache, and return what is known of the file then."""
        self._known = None
        if not anew and balance.last and not self.select("SELECT 1 FROM cache"):
            anew = self.replayed()  # names were forgotten
            balance = anew.balance
        if anew:
            self._db.execute("DELETE FROM game")
            self._put_games(anew.games)
        if not all(self._tell(balance, game) for game in sorted(balance.touched)):
            anew = self.replayed()  # the table of games is damaged
            if self.lost():
                self.damaged(self.faults()[0])
            return self._keep(anew.balance, anew)
        balance.touched.clear()
        balance.beside = self._mixed_beside()
        facts = (*self._last_row(), balance.written())
        mark = digest(self.kit.fingerprint, *facts)
        self._db.execute("DELETE FROM cache")
        self._db.execute("INSERT INTO cache VALUES (?, ?, ?, ?)", (*facts, mark))
        ((version,),) = self._db.execute("PRAGMA data_version")
        return _Known(version, facts[:2], (*facts, mark), balance, has_games=True)

    def _tell(self, balance: Balance, game: int) -> bool:
        """Write the row of a game anew; return whether the one that was there can be believed."""
        rows = self._db.execute(f"SELECT {_GAME} FROM game WHERE number = ?", (game,)).fetchall()
        if rows and rows[0][-1] != digest(*rows[0][:-1]):
            return False
        before = rows[0][:-1] if rows else None
        entries = self._entries(game=game)
        if len(entries) != (before[-1] if before else 0) + self._new[game]:
            self.damaged(f"the entries of game {game} are not all there")
        self._put_games([balance.tell(entries, before)])
        return True

    def _put_games(self, rows: Iterable[Kept]) -> None:
        places = ", ".join("?" for _ in (*GameRow._fields, "entries", "digest"))
        self._db.executemany(
            f"INSERT OR REPLACE INTO game VALUES ({places})",
            [(*row, digest(*row)) for row in rows],
        )

    def restore(
        self, entries: Sequence[Entry], beside: Mapping[str, Sequence[Sequence[object]]]
    ) -> None:
        """Write entries of another logbook of this machine into an empty one,
        as they are, and rows beside them.
        """
        found = replayed(self.kit, entries)
        with self._told(), transaction(self._db):
            put_entries(self._db, self.kit.fingerprint, map(as_row, found.entries))
            if any(row[0] == IDENTITY for row in beside.get("meta", ())):
                self._db.execute("DELETE FROM meta WHERE key = ?", (IDENTITY,))
            for table, rows in beside.items():
                put_beside(self._db, table, rows)
            known = self._keep(found.balance, found)
        self._known = known

    def rewrite(self, change: Callable[[], Rewritten]) -> None:
        """Put entries in the place of those that are there, and rows in that of all of a table:
        for a name that is forgotten alone.

        `change` reads what it needs while nobody else can write. No copy is made before.
        """
        (rule,) = (sql for _, name, sql in our_schema() if name == "entry_is_never_changed")
        columns = ", ".join(f"{name} = ?" for name in (*ROW_FIELDS, "digest"))
        with self.writing(self.last_entry, back_up=False):
            changed, beside = change()
            rows = [with_digest(self.kit.fingerprint, as_row(entry)) for entry in changed]
            self._db.execute("DROP TRIGGER entry_is_never_changed")
            self._db.executemany(
                f"UPDATE entry SET {columns} WHERE number = ?", [(*row, row[0]) for row in rows]
            )
            self._db.execute(rule)
            for table, own in beside.items():
                self._db.execute(f"DELETE FROM {table}")
                put_beside(self._db, table, own)
            self._db.execute("DELETE FROM cache")

    def pack(self) -> None:
        """Write the file anew without its unused parts, and let nothing be left in these."""
        self.select("PRAGMA secure_delete = ON")
        self.select("VACUUM")

    def _back_up(self) -> None:
        """Copy the logbook before the first act of a day; where that fails, warn;
        LogbookDamagedError where it is damaged.
        """
        if not self._backups or self._read_only or self._db.in_transaction:
            return
        from menace_kit.logbook.backups import back_up_daily

        warning = back_up_daily(self)
        if warning is not None:
            self.warnings = [warning] if warning else []

    def copy_to(self, connection: sqlite3.Connection) -> None:
        """Copy the whole file, for this room."""
        self._db.backup(connection)

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
        # With the rollback journal the file stands alone,
        # and EXTRA syncs the folder too after a commit.
        db.execute("PRAGMA synchronous = EXTRA")
        application, version = (
            db.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("application_id", "user_version")
        )
        if application == APPLICATION_ID and is_older(db, version):
            self._bring_up_to_date()
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
            copy = self._read_copy()
            mend(copy, altered)
            copy.execute("PRAGMA query_only = ON")

    def _bring_up_to_date(self) -> None:
        """Bring an older file up to date, or a copy of it in memory that is read in its place;
        LogbookDamagedError where it is to be written and is damaged: it stays as it is.
        """
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
        sound = sound_contents(self._db, self.kit)
        copy = self._read_copy()
        upgrade(copy, self.kit)
        if sound is not None and sound == by_place(self.contents()):
            self._keep_anew()
        copy.execute("PRAGMA query_only = ON")

    def _read_copy(self) -> sqlite3.Connection:
        """Go on with a copy of the file in memory, which can be changed, and return it."""
        copy = sqlite3.connect(IN_MEMORY, isolation_level=None)
        content = self._db.serialize()
        copy.deserialize(content[:18] + WRITABLE + content[20:])
        self._db.close()
        self._db, self._read_only, self._known = copy, True, None
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
        if any(row[-1] != digest("meta", *row[:-1]) for row in rows) or not meta:
            self.damaged(f"{TOLD_OF['meta']} not as it was written")
        is_empty = not self._last_row()[0] and not self.select("SELECT 1 FROM cache")
        if is_empty and not self._read_only:
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
        sound = f"You can rely on its entries {listed_runs(runs(rows))}." if rows else ""
        raise LogbookDamagedError(
            f"{self.path} is damaged: {what}; nothing is written to it. {sound} {advice(self.path)}"
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


def as_row(entry: Entry) -> tuple[object, ...]:
    """Return an entry as its table has it: the inverse of `as_entry`."""
    return tuple(
        entry.kind.value if name == "kind" else getattr(entry, name) for name in ROW_FIELDS
    )


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
