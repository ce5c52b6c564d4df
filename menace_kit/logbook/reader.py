"""What a logbook says: its entries, games and contents of boxes, and what is wrong with it.

What the entries add up to is kept in the file, in the tables `cache` and `game`. If those don't
match the entries, it is worked out again.
"""

import sqlite3
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from operator import xor
from pathlib import Path

from menace_kit.logbook.balance import Balance, Replayed, replayed
from menace_kit.logbook.database import Database
from menace_kit.logbook.entries import Entry
from menace_kit.logbook.entry_table import EntryTable
from menace_kit.logbook.game_record import GameRecord, GameRow
from menace_kit.logbook.lost import all_entries, what_is_lost
from menace_kit.logbook.schema import (
    UNREADABLE,
    Row,
    digest,
)
from menace_kit.machine import Kit

AT_A_TIME = 10_000
"""How many entries are read at once."""

GAME_COLUMNS = ", ".join((*GameRow._fields, "entries", "digest"))


@dataclass
class Known:
    """What was worked out from the file in its present state: valid until somebody writes.

    `version` is SQLite's data version, which shows that others wrote. `last` is the number and
    digest of the last entry in the table. `cache` is the row of the cache if it matches the
    entries.
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
    """A logbook for reading. A damaged entry is read as one of the kind LOST."""

    def __init__(self, path: Path, kit: Kit, make: bool, read_only: bool, late: bool) -> None:
        self._known: Known | None = None
        self._table = EntryTable(self)
        super().__init__(path, kit, make, read_only, late)

    @property
    def last_entry(self) -> int:
        """Return the number of the last entry, 0 in an empty logbook."""
        with self.one_moment():
            known = self._now()
            return max(known.last[0], known.cache[0] if known.cache else 0)

    @property
    def last_game(self) -> int:
        """Return the number of the latest game, 0 before the first."""
        return self.balance().games

    def contents(self) -> dict[int, dict[str, int]]:
        """Return what belongs in every box now; for boxes in `to_count` it is unknown."""
        held = self.balance().contents
        # A copy, since callers may change it; quick, since every step of a game needs one.
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
        """Return the boxes to be counted, because a lost entry may have changed them."""
        return self.balance().to_count

    @property
    def is_as_kept(self) -> bool:
        """Return whether the kept balance matches the entries."""
        with self.one_moment():
            return self._now().cache is not None

    def _now(self) -> Known:
        """Return what is known about the file in its present state."""
        ((version,),) = self.db.execute("PRAGMA data_version")
        known = self._known
        if known is None or known.of is not self.db or known.version != version:
            last = self._table.last_row()
            known = self._known = Known(self.db, version, last, self._cache_row(last))
        return known

    def balance(self) -> Balance:
        """Return what the entries add up to; for this room only, and not to be changed."""
        with self.one_moment():
            known = self._now()
            if known.balance is None and known.cache:
                last, _, text, _ = known.cache
                known.balance = Balance.read(self.kit, last, text)
            return known.balance or self.replayed().balance

    def replayed(self) -> Replayed:
        """Return what all entries add up to, worked out again; for this room only."""
        with self.one_moment():
            known = self._now()
            if known.replayed is None:
                known.replayed = replayed(self.kit, self.entries())
                known.replayed.balance.beside = self.mixed_beside()
            return known.replayed

    def _cache_row(self, last: tuple[int, int]) -> Row | None:
        """Return the row of the cache, or None if it doesn't match the entries up to the last."""
        with suppress(*UNREADABLE):
            rows: list[Row] = self.db.execute(
                "SELECT entry, mark, value, digest FROM cache"
            ).fetchall()
            if len(rows) != 1 or rows[0][-1] != digest(self.kit.fingerprint, *rows[0][:-1]):
                return None
            if rows[0][0] > last[0] or rows[0][:2] == last:
                return rows[0]
            if rows[0][0] == last[0] and not self._table.sound(last[0] - 1):
                return rows[0]
        return None

    def entries(self, after: int = 0, until: int = sys.maxsize) -> Iterator[Entry]:
        """Yield the entries after `after` up to `until`, or up to the present last one, in order.

        A damaged entry is replaced by one of the kind LOST. Entries are read in batches, and
        nothing is locked in between, so a slow reader keeps nobody from writing. Since entries
        never change, all of them are of the moment when this began.
        """
        until, after = min(until, self.last_entry), max(after, 0)
        while after < until:
            end = min(until, after + AT_A_TIME)
            found = self._table.sound(after, end)
            if len(found) == end - after:
                yield from found
            else:
                there = {entry.number: entry for entry in found}
                if not self.lost().keys() >= set(range(after + 1, end + 1)) - there.keys():
                    self._known = None  # the file has been damaged since
                lost = self.lost()
                yield from all_entries(
                    there, {n: lost[n] for n in range(after + 1, end + 1) if n not in there}
                )
            after = end

    def lost(self) -> Mapping[int, Entry]:
        """Return entry number -> what replaces a damaged entry."""
        with self.one_moment():
            known, last = self._now(), self.last_entry
            if known.lost is None:
                sound = {entry.number: entry for entry in self._table.sound()}
                known.lost = (
                    what_is_lost(self.kit, sound, last, self._kept_games())
                    if len(sound) < last
                    else {}
                )
            return known.lost

    def _kept_games(self) -> dict[int, Row] | None:
        """Return the rows of the table of games by number, or None if they can't be trusted."""
        if not self.is_as_kept:
            return None
        kept = {row[0]: row for row in self._game_rows(0, sys.maxsize) or ()}
        return kept if kept or not self.balance().games else None

    def entry(self, number: int) -> Entry | None:
        return next(self.entries(number - 1, number), None) if number > 0 else None

    def mark(self, number: int) -> int:
        """Return a number that changes with the entry, and when a name is forgotten."""
        found = self.select("SELECT digest FROM entry WHERE number = ?", (number,))
        ((forgotten,),) = self.select("SELECT count(*) FROM meta")
        return digest(*found, forgotten)

    def entries_of_game(self, number: int) -> list[Entry]:
        """Return all entries of a game, undone ones included; empty if there is no such game."""
        with self.one_moment():
            rows = self._rows(number - 1, number)
            if not rows:
                return []
            found = self._table.sound(game=number)
            if len(found) != rows[0][-1]:
                found = [entry for entry in self.entries() if entry.game == number]
            return found

    def game(self, number: int) -> GameRecord | None:
        entries = self.entries_of_game(number)
        return GameRecord.of(entries) if entries else None

    def latest_game(self) -> GameRecord | None:
        """Return the game that began last, or None before the first."""
        with self.one_moment():
            return self.game(self.last_game)

    def games(self, after: int = 0, until: int = sys.maxsize) -> list[GameRow]:
        """Return the games after game `after` up to `until`, in order."""
        return [GameRow._make(row[:-1]) for row in self._rows(after, until)]

    def _rows(self, after: int, until: int) -> list[Row]:
        """Return the rows of games with their numbers of entries, from the cache or worked out."""
        with self.one_moment():
            after, last = max(after, 0), min(until, self.last_game)
            found = self._game_rows(after, last)
            if found is None:
                return [row for row in self.replayed().games if after < int(str(row[0])) <= last]
            return found

    def _game_rows(self, after: int, until: int) -> list[Row] | None:
        """Return rows of the table of games, or None if any of them is damaged."""
        if not self._has_games:
            return None
        with suppress(*UNREADABLE):
            rows = self.db.execute(
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
        """Return whether the table of games is as old as the cache.

        Each row's own digest is checked when it is read.
        """
        known = self._now()
        if known.has_games is None:
            known.has_games = False
            with suppress(*UNREADABLE):
                digests = [each for (each,) in self.db.execute("SELECT digest FROM game")]
                # In a damaged file these may be rows of another table.
                if self.is_as_kept and all(isinstance(each, int) for each in digests):
                    known.has_games = reduce(xor, digests, 0) == self.balance().mix
        return known.has_games
