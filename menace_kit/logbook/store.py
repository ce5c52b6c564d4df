"""An open logbook: one SQLite database beside kit.toml."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from menace_kit.errors import LogbookMovedOnError
from menace_kit.logbook.balance import Balance, Kept, Replayed, replayed
from menace_kit.logbook.entries import ROW_FIELDS, Action, Entry, Kind
from menace_kit.logbook.faults import check_whole, faults_in
from menace_kit.logbook.file import IN_MEMORY
from menace_kit.logbook.game_record import GameRecord, GameRow, undone_by
from menace_kit.logbook.new_file import IDENTITY
from menace_kit.logbook.reader import GAME_COLUMNS, Known, Reader
from menace_kit.logbook.schema import (
    digest,
    put_beside,
    put_rows,
    transaction,
    with_digest,
)
from menace_kit.machine import Kit


class Logbook(Reader):
    """An open logbook; use it as a context manager, or close it.

    An `append` is on the disk when it returns. Writers name the last entry that they know; if
    another program has written since, nothing is written and LogbookMovedOnError is raised. A
    damaged entry is read as one of the kind LOST, and then nothing is written. `warnings` are
    sentences for the terminal about failures that needn't stop anybody.
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
        """Open the logbook, making it if there is none.

        With `make=False` a missing logbook raises LogbookGoneError. With `late` its file is made
        only when something is written; `begun` tells whether it exists. With `read_only` nothing is
        made or changed; an older schema is then read as a copy in memory. Unless `check` is false,
        a logbook to be written to is checked as a whole. With `backups` it is copied before the
        first act of a day. Raises LogbookError if it isn't ours, or belongs to another kit.
        """
        super().__init__(path, kit, make, read_only, late)
        self.warnings: list[str] = []
        self._backups = backups and path != IN_MEMORY
        self._new: Counter[int] = Counter()
        if check and self.begun and not read_only and path != IN_MEMORY:
            check_whole(self)
        if self._is_sound or (self.begun and not self._read_only):
            self._keep_anew()
        if self._is_copy:
            self.select("PRAGMA query_only = ON")

    def _keep_anew(self) -> None:
        """Keep what the entries add up to, unless it is kept already or an entry is lost."""
        with self.one_moment():
            if self._has_games or not self.last_entry or self.lost():
                return
        with self.trouble.told(), transaction(self.db):
            found = self.replayed()
            known = self._keep(found.balance, found)
        self._known = known

    def append(self, actions: Iterable[Action], after: int, key: str | None = None) -> list[Entry]:
        """Write actions after entry `after`, all or none, and return their entries.

        `key` identifies the act, in case it arrives again: `holds` knows it then. Raises
        LogbookMovedOnError if `after` is no longer the last entry.
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

    def holds(self, key: str) -> bool:
        """Return whether the act with this key was recorded and not undone since."""
        with self.one_moment():
            rows = self.select("SELECT number FROM entry WHERE key = ?", (key,))
            first = self.entry(rows[0][0]) if rows else None
            if first is None or first.key != key:
                return False
            if first.game is None:
                return True
            entries = self.entries_of_game(first.game)
        undone = (undone_by(undo, entries) for undo in entries if undo.kind is Kind.UNDO)
        return not any(first in each for each in undone)

    def _write(self, balance: Balance, action: Sequence[Entry]) -> list[Entry]:
        if action[0].kind not in (Kind.RECOUNT, Kind.STOCKTAKE):
            self._leave_ticks(balance.games)
        taken = balance.take(
            action, lambda game: [*self._table.sound(game=game), *action], is_new=True
        )
        if balance.has_less_than_none:
            raise self.trouble.contradiction
        self._put(taken)
        self._new.update(entry.game for entry in taken if entry.game is not None)
        return taken

    def _put(self, entries: Iterable[Entry]) -> None:
        put_rows(self.db, (with_digest(self.kit.fingerprint, as_row(each)) for each in entries))

    def _leave_ticks(self, last_game: int) -> None:
        """Forget all ticks except those of the open update list.

        They are kept until the act after the one that confirms, ends or undoes it: what that act
        means for the real beads depends on them.
        """
        if self.db.execute("SELECT 1 FROM tick").fetchone():
            entries = self._table.sound(game=last_game)
            game = GameRecord.of(entries) if entries else None
            is_open = game and game.end and not game.confirmed
            self.db.execute(
                "DELETE FROM tick WHERE entry IS NOT ?",
                (game.end.number if game and game.end and is_open else None,),
            )

    @contextmanager
    def writing(self, after: int, back_up: bool = True) -> Iterator[Balance]:
        """Make everything this room writes inside happen or not at all, after entry `after`.

        Writers must keep the balance up to date.
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
            # Whatever happens inside, what is known no longer matches the file.
            self._known = None
            try:
                yield balance
                known = self._keep(balance, anew)
            finally:
                self._known = None
        self._known = known

    def _keep(self, balance: Balance, anew: Replayed | None) -> Known:
        """Write the cache and the games' rows, and return what is now known about the file.

        All rows are written anew, with `anew`, if those in the file don't match the entries.
        """
        self._known = None
        if not anew and balance.last and not self.select("SELECT 1 FROM cache"):
            anew = self.replayed()  # names were forgotten
        if anew:
            balance = anew.balance
            self._put_all_games(anew)
        if not all(self._update_game(balance, game) for game in sorted(balance.touched)):
            balance = self._mended()
        balance.touched.clear()
        balance.beside = self.mixed_beside()
        facts = (*self._table.last_row(), balance.written())
        mark = digest(self.kit.fingerprint, *facts)
        self.db.execute("DELETE FROM cache")
        self.db.execute("INSERT INTO cache VALUES (?, ?, ?, ?)", (*facts, mark))
        ((version,),) = self.db.execute("PRAGMA data_version")
        return Known(self.db, version, facts[:2], (*facts, mark), balance, has_games=True)

    def _mended(self) -> Balance:
        """Write the damaged table of games anew, and return what all entries add up to."""
        anew = self.replayed()
        if self.lost():
            self.trouble.damaged(faults_in(self)[0])
        self._put_all_games(anew)
        return anew.balance

    def _put_all_games(self, anew: Replayed) -> None:
        self.db.execute("DELETE FROM game")
        self._put_games(anew.games)

    def _update_game(self, balance: Balance, game: int) -> bool:
        """Write a game's row from the one before; return False if that one is damaged."""
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
        """Write another logbook's entries and rows beside them, unchanged, into an empty one.

        Both must be of the same machine.
        """
        found = replayed(self.kit, entries)
        with self.trouble.told(), transaction(self.db):
            self._put(found.entries)
            if any(row[0] == IDENTITY for row in beside.get("meta", ())):
                self.db.execute("DELETE FROM meta WHERE key = ?", (IDENTITY,))
            for table, rows in beside.items():
                put_beside(self.db, table, rows)
            known = self._keep(found.balance, found)
        self._known = known

    def _back_up(self) -> None:
        """Copy the logbook before the first act of a day, or warn if that fails.

        Raises LogbookDamagedError if the logbook is damaged.
        """
        if not self._backups or self._read_only or self.db.in_transaction:
            return
        from menace_kit.logbook.backups import back_up_daily

        warning = back_up_daily(self)
        if warning is not None:
            self.warnings = [warning] if warning else []


def as_row(entry: Entry) -> tuple[object, ...]:
    """Return an entry as a row of its table; the inverse of `as_entry`."""
    return tuple(
        entry.kind.value if name == "kind" else getattr(entry, name) for name in ROW_FIELDS
    )
