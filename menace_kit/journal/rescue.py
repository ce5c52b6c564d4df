"""What a damaged file is still good for: its sound entries, and a whole book made of them.

An entry that is gone leaves a gap, and the game that it was of cannot be told any more.
In the book that is made of the rest such a game keeps its number, begun and broken off;
what it is known to have done to the boxes stands as counts.
"""

import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import fields, replace
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from menace_kit.errors import JournalError, JournalUnwritableError
from menace_kit.games import Side
from menace_kit.journal.entries import BOTH, CHANGES, COUNTS, Draft, Entry, Kind, runs, sensible
from menace_kit.journal.pages import believable
from menace_kit.journal.queries import IMPORTED, TAKEN_BACK
from menace_kit.journal.schema import (
    APPLICATION_ID,
    GAME_COLUMNS,
    SEALED,
    check_file,
    digest,
    mixed,
    seal_of,
    undone_by,
)
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Why

Changes = Mapping[tuple[int, str], int]
"""(box, colour) -> how many beads more belong there."""

UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""What reading a damaged file by SQLite may end in."""

BESIDE = ("tick", "act_key", "clock", "meta")
"""The tables that tell what no entry does."""


class Left(NamedTuple):
    """What of a file can be believed: its entries, which was the last,
    and what belonged in the boxes.

    `beside` has the rows of those tables of BESIDE that can be believed; `sizes` says of games how
    many entries they have. `last` and `counts` are None where they cannot be believed.
    """

    entries: list[Entry]
    last: int | None
    counts: dict[int, dict[str, int]] | None
    beside: dict[str, list[tuple[Any, ...]]]
    sizes: dict[int, int]

    @property
    def has_its_end(self) -> bool:
        """Return whether the last entry is there."""
        return self.entries[-1].number == self.last

    @property
    def has_gaps(self) -> bool:
        """Return whether entries are missing in front of others."""
        return self.entries[-1].number != len(self.entries)

    def without_last_action(self) -> "Left":
        """Return the same without the action that the sound entries end with:
        the rest of it may be gone.
        """
        last = self.entries[-1].action
        return self._replace(entries=[entry for entry in self.entries if entry.action != last])

    def missing(self) -> list[tuple[int, int]]:
        """Return which entries are missing, as runs;
        those behind the last of all that is known are not told.
        """
        there = {entry.number for entry in self.entries}
        return runs(
            number for number in range(1, (self.last or max(there)) + 1) if number not in there
        )

    def damaged_games(self) -> set[int]:
        """Return the games of which an entry is missing, or may be;
        what only breaks off at the end is none.
        """
        numbers = {entry.number for entry in self.entries}
        begun = {entry.game: entry.number for entry in self.entries if entry.kind is Kind.START}
        last = self.entries[-1].number
        until = dict(zip(begun, [*begun.values(), last + 1][1:], strict=False))
        found = Counter(entry.game for entry in self.entries if entry.game is not None)

        def is_whole(game: int) -> bool:
            if game not in begun:
                return False
            runs_on = numbers.issuperset(range(begun[game], until[game]))
            if runs_on and until[game] > last:
                return True
            return found[game] == self.sizes[game] if game in self.sizes else runs_on

        return {game for game in found if not is_whole(game)}


class Mended(NamedTuple):
    """A whole book made of what is left: its entries, numbered anew,
    and the new number of each old one.

    What is not told any more has the number of the entry before it.
    `broken` are the games that are told as broken off.
    """

    entries: list[Entry]
    places: dict[int, int]
    broken: set[int]

    def place(self, old: int) -> int:
        """Return the last entry of what the old book had up to an entry;
        0 where nothing of it is told.
        """
        return max((new for before, new in self.places.items() if before <= old), default=0)

    def beside(self, left: Left) -> dict[str, list[tuple[Any, ...]]]:
        """Return the rows beside the entries that hold of this book, too.

        What is ticked is told of the last entry alone: behind an earlier one the beads
        lay otherwise. Of an import that ends later what is left of it is known.
        A clock that was wrong up to a later entry was so up to this one.
        """
        found, last = dict(left.beside), len(self.entries)
        if not left.has_its_end:
            found.pop("tick", None)
        if "tick" in found:
            ticked = [(self.place(entry), line) for entry, line in found["tick"]]
            found["tick"] = [row for row in ticked if self.entries[row[0] - 1].kind is Kind.END]
        if "act_key" in found:
            keys = [
                (self._key(key), self.place(action - 1) + 1) for key, action in found["act_key"]
            ]
            found["act_key"] = [(key, action) for key, action in keys if action <= last]
        if "clock" in found:
            notes = [(self.place(entry), *facts) for entry, *facts in found["clock"]]
            found["clock"] = [note for note in notes if note[0]]
        return found

    def _key(self, key: str) -> str:
        """Return the key of an act, with this book's numbers where it names entries."""
        kind, *parts = key.split(":")
        if kind not in (IMPORTED, TAKEN_BACK) or not all(part.isdecimal() for part in parts[-2:]):
            return key
        first, many = int(parts[-2]), int(parts[-1])
        begin = self.place(first - 1) + 1
        if kind == IMPORTED:
            many = self.place(first + many - 1) - begin + 1
        return ":".join([kind, *parts[:-2], str(begin), str(many)])


def mended(left: Left, kit: Kit, broken: Collection[int] = ()) -> Mended:
    """Return a whole book made of what is left; `broken` are games that cannot be told though
    nothing of them is gone.

    What the missing entries did to the boxes is put where the first of them
    is missing, if it can be known.
    """
    mender = _Mender(left, kit, left.damaged_games() | set(broken))
    if left.counts is None or not left.has_its_end:
        mender.mend({})
        return mender.book
    known = Counter(
        {(box.number, bead.colour): bead.start for box in kit.boxes for bead in box.beads}
    )
    for entry in left.entries:
        for key, change in mender.changes(entry):
            known[key] += change
    counts = {
        (box, colour): count for box, held in left.counts.items() for colour, count in held.items()
    }
    mender.mend({key: count - known[key] for key, count in counts.items() if count != known[key]})
    mender.put_in(
        {key: count - mender.contents[key] for key, count in counts.items()}, left.entries[-1]
    )
    return mender.book


class _Mender:
    """Goes through the sound entries, and writes them down anew."""

    def __init__(self, left: Left, kit: Kit, broken: set[int]) -> None:
        self._left, self._kit = left, kit
        self.contents = Counter(
            {(box.number, bead.colour): bead.start for box in kit.boxes for bead in box.beads}
        )
        self.book = Mended([], {}, broken)
        self._actions: dict[int, int] = {}
        self._game = 0

    def mend(self, unknown: Changes) -> None:
        """Write all down; `unknown` is what the missing entries did to the boxes."""
        due, before = unknown, 0
        for _, group in groupby(self._left.entries, key=attrgetter("action")):
            action = list(group)
            if due and action[0].number != before + 1:
                due = self.put_in(due, action[0])
            if action[0].kind in COUNTS:
                self._count(action)
            else:
                self._act(action)
            for entry in action:
                if due and entry.number != before + 1:
                    due = self.put_in(due, entry)
                before = entry.number
                self.book.places.setdefault(before, len(self.book.entries))

    def changes(self, entry: Draft) -> list[tuple[tuple[int, str], int]]:
        """Return by how much an entry changes what belongs in boxes."""
        changed, sign = [entry], 1
        if isinstance(entry, Entry) and entry.kind is Kind.UNDO:
            game = [each for each in self._left.entries if each.game == entry.game]
            changed, sign = (
                [each for each in undone_by(entry, game) if each.kind is Kind.ADJUST],
                -1,
            )
        return [
            ((each.box or 0, each.colour or ""), sign * (each.change or 0))
            for each in changed
            if each.kind in CHANGES
        ]

    def put_in(self, changes: Changes, near: Entry) -> Changes:
        """Write changes down as counts, as far as the boxes bear it;
        return what is left of them.
        """
        left = {}
        for key, change in changes.items():
            can = max(change, -self.contents[key])
            if can:
                box, colour = key
                self._write(
                    [
                        Draft(
                            kind=Kind.RECOUNT,
                            box=box,
                            colour=colour,
                            change=can,
                            why=Why.RECOUNT.value,
                        )
                    ],
                    near,
                )
            if can != change:
                left[key] = change - can
        return left

    def _act(self, action: list[Entry]) -> None:
        """Write an action of a game down, or what is known of it where the game cannot be told."""
        game = action[0].game or 0
        is_broken = game in self.book.broken
        while self._game < (game if is_broken else game - 1):
            self._game += 1
            self.book.broken.add(self._game)
            self._write([self._start(action[0])], action[0])
            self._write([Draft(kind=Kind.ABANDON, game=self._game)], action[0])
        if not is_broken:
            self._game = max(self._game, game)
            self._write(action, action[0])
            return
        for entry in action:
            for key, change in self.changes(entry):
                self.put_in({key: change}, entry)

    def _start(self, near: Entry) -> Draft:
        """Return the start of a game that cannot be told: as it was, if that is there."""
        if near.kind is Kind.START and near.game == self._game:
            facts = {each.name: getattr(near, each.name) for each in fields(Draft)}
            return Draft(**facts | {"why": None})
        side = self._kit.spec.side
        return Draft(
            kind=Kind.START, game=self._game, side=Side.FIRST.value if side == BOTH else side
        )

    def _count(self, action: list[Entry]) -> None:
        """Write counts down; that all boxes were counted only where none
        of its entries is missing.
        """
        begin, last = action[0], action[-1].number
        after = next((entry.number for entry in self._left.entries if entry.number > last), None)
        is_whole = begin.number == begin.action and (after == last + 1 or last == self._left.last)
        kept = [entry for entry in action if is_whole or entry.kind is Kind.RECOUNT]
        if kept:
            self._write(kept, kept[0])

    def _write(self, action: Sequence[Draft], near: Entry) -> None:
        """Write one action behind the others;
        what has no time of its own is of that of an entry near it.
        """
        self._bear(action, near)
        first = len(self.book.entries) + 1
        for number, draft in enumerate(action, first):
            entry = draft if isinstance(draft, Entry) else Entry.of(draft, number, first, near.at)
            if isinstance(draft, Entry):
                self._actions.setdefault(draft.action, first)
                self.book.places[draft.number] = number
            undoes = None if entry.undoes is None else self._actions.get(entry.undoes, entry.undoes)
            self.book.entries.append(replace(entry, number=number, action=first, undoes=undoes))
            for key, change in self.changes(draft):
                self.contents[key] += change

    def _bear(self, action: Sequence[Draft], near: Entry) -> None:
        """Put beads in first where more are taken out than are known to be there:
        they came with what is missing.
        """
        after: Counter[tuple[int, str]] = Counter()
        for draft in action:
            for key, change in self.changes(draft):
                after[key] += change
                short = -(self.contents[key] + after[key])
                if short > 0:
                    self.put_in({key: short}, near)


def fingerprint_in(path: Path) -> str:
    """Return the fingerprint of the kit that a journal is of;
    JournalError where it is none, or cannot be read.

    What a killed program left undone in the file is cleared away.
    """
    check_file(path)
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as db:
            if db.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID:
                for (found,) in db.execute("SELECT value FROM meta WHERE key = 'fingerprint'"):
                    return str(found)
    except UNREADABLE as error:
        raise JournalError(f"{path.name} cannot be read as a journal: {error}") from error
    raise JournalError(f"{path.name} is no journal of menace-kit; name the right file")


def put_in_place(journal: Path, path: Path) -> None:
    """Put all that is in a journal into a file, new or in the place of another's;
    JournalError where it cannot be.

    It is one transaction of SQLite's: whoever is killed in the midst of it leaves the file
    as it was. Where there are neither links nor new names to give, as in a browser,
    that is how a journal comes to its place.
    """
    try:
        with closing(sqlite3.connect(journal)) as new, closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA synchronous = EXTRA")
            new.backup(db)
    except sqlite3.Error as error:
        raise JournalUnwritableError(
            f"cannot write the journal {path.name}: {error}; it is as it was"
        ) from error


def what_is_left(path: Path, kit: Kit) -> Left:
    """Return what of a journal's file can be believed;
    JournalError where no entry can be, or where it is no file.
    """
    try:
        check_file(path)
        with (
            suppress(*UNREADABLE),
            closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as db,
        ):
            db.execute(
                "SELECT 1 FROM sqlite_schema"
            ).fetchall()  # what a killed program left undone is cleared away
        content = path.read_bytes()
    except JournalError:
        raise
    except OSError as error:
        raise JournalError(f"cannot read {path}: {error.strerror}") from error
    entries = sensible(kit, believable(content, kit.fingerprint))
    if not entries:
        raise JournalError(
            f"nothing in {path} can be believed as a journal of this machine "
            f"(kit {kit.fingerprint})"
        )
    last, tables = _sealed_tables(path, ("contents", *BESIDE))
    entries = [entry for entry in entries if last is None or entry.number <= last]
    counts = None
    with suppress(KeyError):
        held = {(box, colour): count for box, colour, _, count in tables.pop("contents")}
        counts = {
            box.number: {bead.colour: held[box.number, bead.colour] for bead in box.beads}
            for box in kit.boxes
        }
    return Left(entries, last, counts, tables, _sizes_of_games(path))


def _sizes_of_games(path: Path) -> dict[int, int]:
    """Return how many entries each game has, as far as the table of games can be believed."""
    found = {}
    with (
        suppress(*UNREADABLE),
        closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db,
    ):
        for *facts, own in db.execute(f"SELECT {', '.join(GAME_COLUMNS)}, digest FROM game"):
            if own == digest(*facts):
                found[facts[0]] = facts[-1]
    return found


def _sealed_tables(
    path: Path, tables: Iterable[str]
) -> tuple[int | None, dict[str, list[tuple[Any, ...]]]]:
    """Return the last entry that a file tells of, and the rows of those tables
    that are as they were written.
    """
    last, found = None, {}
    with (
        suppress(*UNREADABLE, KeyError, TypeError),
        closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db,
    ):
        seals = dict(db.execute("SELECT name, value FROM seal"))
        if seal_of(seals) == seals["seal"]:
            last = seals["entry"]
            for table in tables:
                with suppress(*UNREADABLE):
                    rows = db.execute(f"SELECT {', '.join(SEALED[table])} FROM {table}").fetchall()
                    if mixed(rows) == seals[table]:
                        found[table] = rows
    return last, found
