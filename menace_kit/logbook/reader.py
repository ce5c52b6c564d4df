"""What a logbook tells: its entries, its games, what is in the boxes, and what is wrong with it.

What the entries come to is kept in the file, as the tables `cache` and `game`; where that is not of
these entries, it is worked out of them anew.
"""

import sqlite3
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import reduce
from operator import xor
from pathlib import Path

from menace_kit.logbook.balance import Balance, Replayed, replayed
from menace_kit.logbook.database import Database
from menace_kit.logbook.entries import KNOWN, ROW_FIELDS, Entry, as_entry, makes_sense
from menace_kit.logbook.file import IN_MEMORY
from menace_kit.logbook.game_record import GameRecord, GameRow
from menace_kit.logbook.lost import all_entries, stand_ins, was_a_reply
from menace_kit.logbook.older import not_as_written
from menace_kit.logbook.pages import entries_in_pages
from menace_kit.logbook.schema import (
    BESIDE,
    BUSY,
    TOLD_OF,
    UNREADABLE,
    UNWRITABLE,
    Row,
    digest,
    is_as_written,
)
from menace_kit.machine.kit import Kit

AT_A_TIME = 10_000
"""Entries that are read in one go where all of them are."""

_ENTRY = ", ".join((*ROW_FIELDS, "digest"))
GAME_COLUMNS = ", ".join((*GameRow._fields, "entries", "digest"))


@dataclass
class Known:
    """What was worked out of a file as it is: until somebody writes.

    `version` is SQLite's, by which it tells that others wrote; `last` has number and digest of the
    last entry that is there, `cache` the row of the cache where it is that of these entries.
    """

    of: sqlite3.Connection
    version: int
    last: tuple[int, int]
    cache: Row | None
    balance: Balance | None = None
    replayed: Replayed | None = None
    lost: dict[int, Entry] | None = None
    has_games: bool | None = None


class Reader(Database):
    """A logbook that is read.

    An entry that is not as it was written is read as one of the kind LOST.
    """

    def __init__(self, path: Path, kit: Kit, make: bool, read_only: bool, late: bool) -> None:
        self._known: Known | None = None
        self._pages: dict[int, Entry] | None = None
        super().__init__(path, kit, make, read_only, late)

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

    def _now(self) -> Known:
        """Return what is known of the file as it is now, in one moment."""
        ((version,),) = self._db.execute("PRAGMA data_version")
        known = self._known
        if known is None or known.of is not self._db or known.version != version:
            last = self._last_row()
            known = self._known = Known(self._db, version, last, self._cache_row(last))
        return known

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
            self._pages = entries_in_pages(content, self.kit)
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
        """Return what replaces each entry that is not as it was written."""
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
                f"SELECT {GAME_COLUMNS} FROM game WHERE number > ? AND number <= ? ORDER BY number",
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
                # In a damaged file these may be rows of another table.
                if self.is_as_kept and all(isinstance(each, int) for each in digests):
                    known.has_games = reduce(xor, digests, 0) == self.balance().mix
        return known.has_games

    def ticks(self, end: int) -> frozenset[int]:
        """Return the lines, from 1, that are ticked of the tick-list that an end
        of a game (its entry) brought.
        """
        return frozenset(line for entry, line in self.beside("tick") if entry == end)
