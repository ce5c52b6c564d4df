"""An open logbook: one SQLite database beside kit.toml."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from menace_kit.errors import LogbookMovedOnError
from menace_kit.logbook.balance import Balance, Kept, Replayed, by_place, replayed
from menace_kit.logbook.entries import ROW_FIELDS, Action, Entry, Kind
from menace_kit.logbook.faults import check_whole, faults_in
from menace_kit.logbook.file import IN_MEMORY
from menace_kit.logbook.game_record import GameRecord, GameRow
from menace_kit.logbook.new_file import IDENTITY
from menace_kit.logbook.reader import GAME_COLUMNS, Known, Reader
from menace_kit.logbook.schema import (
    digest,
    our_schema,
    put_beside,
    put_entries,
    transaction,
    with_digest,
)
from menace_kit.machine.kit import Kit

Rewritten = tuple[Iterable[Entry], Mapping[str, Sequence[Sequence[object]]]]
"""Entries in the place of others, and tables beside them with all their rows."""


class Logbook(Reader):
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
        super().__init__(path, kit, make, read_only, late)
        self.warnings: list[str] = []
        self._backups = backups and path != IN_MEMORY
        self._new: Counter[int] = Counter()
        if self._is_copy:
            self._keep_in_copy()
        if check and self.begun and not read_only and path != IN_MEMORY:
            check_whole(self)
        if self.begun and not self._read_only:
            self._keep_anew()

    def _keep_anew(self) -> None:
        """Keep what the entries come to, where that is not kept and no entry is lost."""
        with self.one_moment():
            if self._has_games or not self.last_entry or self.lost():
                return
        with self.trouble.told(), transaction(self.db):
            found = self.replayed()
            known = self._keep(found.balance, found)
        self._known = known

    def _keep_in_copy(self) -> None:
        """Keep what the entries of an older file come to, where it says the same;
        nothing else is ever written to the copy.
        """
        if self._old_contents is not None and self._old_contents == by_place(self.contents()):
            self._keep_anew()
        self.select("PRAGMA query_only = ON")

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
        taken = balance.take(
            action, lambda game: [*self._table.sound(game=game), *action], is_new=True
        )
        if balance.has_less_than_none:
            raise self.trouble.contradiction
        put_entries(self.db, self.kit.fingerprint, map(as_row, taken))
        self._new.update(entry.game for entry in taken if entry.game is not None)
        return taken

    def _leave_ticks(self, last_game: int) -> None:
        """Forget what is ticked, but of the list that is open.

        That is kept until the next act after the one that confirms, leaves or takes it back,
        for what that means for the real beads depends on it.
        """
        if self.db.execute("SELECT 1 FROM tick").fetchone():
            entries = self._table.sound(game=last_game)
            game = GameRecord.of(entries) if entries else None
            is_open = game and game.end and not game.confirmed
            self.db.execute(
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
                put_beside(self.db, "tick", [(end, line)])
            else:
                self.db.execute("DELETE FROM tick WHERE entry = ? AND line = ?", (end, line))

    def note_clock(self, operator: str | None) -> int:
        """Note that the computer's clock was wrong up to the last entry,
        and return that; it is no entry.
        """
        at, last = datetime.now(UTC).isoformat(timespec="milliseconds"), self.last_entry
        with self.writing(last):
            put_beside(self.db, "clock", [(last, at, operator)])
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
        with self.trouble.told(), transaction(self.db):
            if (last := self.last_entry) != after:
                raise LogbookMovedOnError(
                    f"another program has written to {self.path} since ({last - after} entries); "
                    "nothing was recorded here. Look at the state as it is now, "
                    "and say it again if it still holds"
                )
            anew = None if self._has_games else self.replayed()
            if anew and self.lost():
                self.trouble.damaged(faults_in(self)[0])
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

    def _keep(self, balance: Balance, anew: Replayed | None) -> Known:
        """Write the cache, and return what is known of the file then."""
        self._known = None
        if not anew and balance.last and not self.select("SELECT 1 FROM cache"):
            anew = self.replayed()  # names were forgotten
            balance = anew.balance
        if anew:
            self.db.execute("DELETE FROM game")
            self._put_games(anew.games)
        if not all(self._tell(balance, game) for game in sorted(balance.touched)):
            anew = self.replayed()  # the table of games is damaged
            if self.lost():
                self.trouble.damaged(faults_in(self)[0])
            return self._keep(anew.balance, anew)
        balance.touched.clear()
        balance.beside = self.mixed_beside()
        facts = (*self._table.last_row(), balance.written())
        mark = digest(self.kit.fingerprint, *facts)
        self.db.execute("DELETE FROM cache")
        self.db.execute("INSERT INTO cache VALUES (?, ?, ?, ?)", (*facts, mark))
        ((version,),) = self.db.execute("PRAGMA data_version")
        return Known(self.db, version, facts[:2], (*facts, mark), balance, has_games=True)

    def _tell(self, balance: Balance, game: int) -> bool:
        """Write the row of a game anew; return whether the one that was there can be believed."""
        its_row = f"SELECT {GAME_COLUMNS} FROM game WHERE number = ?"
        rows = self.db.execute(its_row, (game,)).fetchall()
        if rows and rows[0][-1] != digest(*rows[0][:-1]):
            return False
        before = rows[0][:-1] if rows else None
        entries = self._table.sound(game=game)
        if len(entries) != (before[-1] if before else 0) + self._new[game]:
            self.trouble.damaged(f"the entries of game {game} are not all there")
        self._put_games([balance.tell(entries, before)])
        return True

    def _put_games(self, rows: Iterable[Kept]) -> None:
        places = ", ".join("?" for _ in (*GameRow._fields, "entries", "digest"))
        self.db.executemany(
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
        with self.trouble.told(), transaction(self.db):
            put_entries(self.db, self.kit.fingerprint, map(as_row, found.entries))
            if any(row[0] == IDENTITY for row in beside.get("meta", ())):
                self.db.execute("DELETE FROM meta WHERE key = ?", (IDENTITY,))
            for table, rows in beside.items():
                put_beside(self.db, table, rows)
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
            self.db.execute("DROP TRIGGER entry_is_never_changed")
            self.db.executemany(
                f"UPDATE entry SET {columns} WHERE number = ?", [(*row, row[0]) for row in rows]
            )
            self.db.execute(rule)
            for table, own in beside.items():
                self.db.execute(f"DELETE FROM {table}")
                put_beside(self.db, table, own)
            self.db.execute("DELETE FROM cache")

    def _back_up(self) -> None:
        """Copy the logbook before the first act of a day; where that fails, warn;
        LogbookDamagedError where it is damaged.
        """
        if not self._backups or self._read_only or self.db.in_transaction:
            return
        from menace_kit.logbook.backups import back_up_daily

        warning = back_up_daily(self)
        if warning is not None:
            self.warnings = [warning] if warning else []


def as_row(entry: Entry) -> tuple[object, ...]:
    """Return an entry as its table has it: the inverse of `as_entry`."""
    return tuple(
        entry.kind.value if name == "kind" else getattr(entry, name) for name in ROW_FIELDS
    )
