"""What all entries of a logbook add up to: the contents of the boxes, and the games.

Only `Balance.take` works it out, act by act. A balance that was kept in the file is continued; if
it can't be trusted, all entries are taken again from the start.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from menace_kit.logbook.entries import (
    CHANGES,
    KINDS_OF_GAME,
    KNOWN,
    PART,
    RESCUED,
    SETTLED,
    Entry,
    Kind,
)
from menace_kit.logbook.game_record import GameRecord, GameRow, undone_by
from menace_kit.logbook.schema import digest
from menace_kit.machine import Kit
from menace_kit.machine.learning import starting_contents

Place = tuple[int, str]
"""A box, and a colour of its beads."""

Kept = tuple[object, ...]
"""A row of the table of games: a GameRow, and the number of the game's entries."""


@dataclass(slots=True)
class BoxNote:
    """How often a box was opened, and the entries that last touched and counted it."""

    opened: int = 0
    touched: int = 0
    counted: int = 0


OPENS = (Kind.BEAD, Kind.EMPTY)


@dataclass
class Balance:
    """What the entries up to a moment add up to.

    `doubtful` are the beads that a lost entry may have changed, until a later entry says how many
    there are. `tally` is the number of games of each kind, `first_change` how many beads these
    changed in the opening boxes, `games` the number of the last game. `mix` combines the digests of
    all rows of the table of games, `beside` those of the tables beside the entries. `touched` are
    games whose rows must be rewritten, `changed` the beads that changed. From a lost entry on it is
    `unsure`, until the end of the rescue that found it lost.
    """

    kit: Kit
    last: int = 0
    contents: dict[int, dict[str, int]] = field(default_factory=dict)
    notes: dict[int, BoxNote] = field(default_factory=dict)
    tally: Counter[tuple[object, ...]] = field(default_factory=Counter)
    first_change: Counter[tuple[object, ...]] = field(default_factory=Counter)
    games: int = 0
    mix: int = 0
    beside: int = 0
    doubtful: set[Place] = field(default_factory=set)
    unsure: bool = False
    touched: set[int] = field(default_factory=set)
    changed: set[Place] = field(default_factory=set)

    @classmethod
    def at_the_start(cls, kit: Kit) -> "Balance":
        return cls(
            kit,
            contents=starting_contents(kit),
            notes={box.number: BoxNote() for box in kit.boxes},
        )

    @property
    def places(self) -> set[Place]:
        return {(box, colour) for box, held in self.contents.items() for colour in held}

    @property
    def to_count(self) -> tuple[int, ...]:
        """Return the boxes whose contents are unknown, by number."""
        return tuple(sorted({box for box, _ in self.doubtful}))

    @property
    def has_less_than_none(self) -> bool:
        """Return whether the entries taken leave a negative number of beads in a box."""
        changed, self.changed = self.changed - self.doubtful, set()
        return any(self.contents[box][colour] < 0 for box, colour in changed)

    def take(
        self,
        action: Sequence[Entry],
        of_game: Callable[[int], Iterable[Entry]],
        is_new: bool = False,
    ) -> list[Entry]:
        """Continue past an act, and return its entries, with the count after each change.

        If the act is new, its counts were made with this balance in view, and are certain.
        """
        if is_new:
            self.doubtful -= {entry.bead for entry in action if entry.kind is Kind.RECOUNT}
        taken = [self._take(entry, of_game) for entry in action]
        self._note_counts(action)
        self.last = action[-1].number
        return taken

    def _take(self, entry: Entry, of_game: Callable[[int], Iterable[Entry]]) -> Entry:
        note = self.notes.get(entry.box or 0)
        if entry.game is not None:
            self.touched.add(entry.game)
            self.games = max(self.games, entry.game)
        if note is not None and entry.kind in (*OPENS, Kind.ADJUST):
            note.touched = entry.number
            note.opened += entry.kind in OPENS
        if entry.kind in CHANGES and entry.box and entry.colour:
            return self._change(entry, entry.bead)
        if entry.kind is Kind.UNDO:
            self._take_back(entry, of_game)
        elif entry.kind is Kind.LOST:
            self._lose(entry, of_game)
        elif entry.kind is Kind.STOCKTAKE and not self.unsure:
            self.doubtful.clear()
        return entry

    def _change(self, entry: Entry, place: Place) -> Entry:
        box, colour = place
        self.changed.add(place)
        held = self.contents[box]
        held[colour] += entry.change or 0
        if entry.count is not None:
            held[colour] = entry.count
            self.doubtful.discard(place)
        return entry if place in self.doubtful else replace(entry, count=held[colour])

    def _take_back(self, undo: Entry, of_game: Callable[[int], Iterable[Entry]]) -> None:
        undone = undone_by(undo, of_game(undo.game or 0))
        lost = [each for each in undone if each.kind is Kind.LOST and each.why != KNOWN]
        if lost or all(each.number != undo.undoes for each in undone):
            # Then it is unknown, too, what the undo took out of the boxes.
            self._doubt(lost[0] if len(lost) == 1 else undo, of_game)
        for entry in undone:
            note = self.notes.get(entry.box or 0)
            if note is not None:
                note.touched = undo.action
                note.opened -= entry.kind in OPENS
            if entry.kind is Kind.ADJUST and entry.box and entry.colour:
                self.contents[entry.box][entry.colour] -= entry.change or 0
                self.changed.add(entry.bead)

    def _lose(self, lost: Entry, of_game: Callable[[int], Iterable[Entry]]) -> None:
        """Doubt everything that a lost entry may have changed."""
        self.unsure = lost.why != RESCUED
        if not self.unsure:
            for held in self.contents.values():
                held.update({colour: max(count, 0) for colour, count in held.items()})
            return
        if lost.why not in (KNOWN, SETTLED):
            self._doubt(lost, of_game)

    def _doubt(self, lost: Entry, of_game: Callable[[int], Iterable[Entry]]) -> None:
        """Doubt the boxes that a lost entry may be about."""
        boxes = set(self.contents)
        if lost.why == PART:
            game = list(of_game(lost.game or 0))
            is_told = any(e.kind is Kind.START and e.why not in KINDS_OF_GAME for e in game)
            # If another entry is lost, too, that one may have named the box.
            if is_told and sum(each.kind is Kind.LOST for each in game) == 1:
                boxes = {each.box for each in game if each.box}
        self.doubtful |= {(box, colour) for box in boxes for colour in self.contents[box]}

    def _note_counts(self, action: Sequence[Entry]) -> None:
        """Note which boxes were counted: in all their colours, or by a stocktake."""
        counted: dict[int, set[str | None]] = {}
        for entry in action:
            if entry.kind is Kind.RECOUNT and entry.box:
                counted.setdefault(entry.box, set()).add(entry.colour)
            elif entry.kind is Kind.STOCKTAKE:
                for note in self.notes.values():
                    note.counted = entry.number
        for box, colours in counted.items():
            if len(colours) == len(self.contents[box]):
                self.notes[box].counted = action[0].number

    def tell(self, entries: Sequence[Entry], before: Kept | None) -> Kept:
        """Return a game's row, worked out from all its entries; `before` is its present row."""
        row: Kept = (*GameRow.of(GameRecord.of(entries), self.kit), len(entries))
        for sign, each in ((-1, before), (1, row)):
            if each is not None:
                kind, change = _kind(each), each[GameRow._fields.index("first_change")]
                self.tally[kind] += sign
                self.first_change[kind] += sign * int(str(change))
                self.mix ^= digest(*each)
        return row

    def written(self) -> str:
        """Return the balance as JSON; `read` is the inverse."""
        kinds = sorted(
            (kind for kind in self.tally if self.tally[kind] or self.first_change[kind]), key=repr
        )
        return json.dumps(
            {
                "contents": [
                    [self.contents[box][colour] for colour in colours]
                    for box, colours in _as_written(self.kit)
                ],
                "boxes": [
                    [note.opened, note.touched, note.counted]
                    for note in (self.notes[box] for box, _ in _as_written(self.kit))
                ],
                "tally": [[*kind, self.tally[kind], self.first_change[kind]] for kind in kinds],
                "games": self.games,
                "mix": self.mix,
                "beside": self.beside,
                "doubtful": sorted(self.doubtful),
                "unsure": self.unsure,
            },
            separators=(",", ":"),
        )

    @classmethod
    def read(cls, kit: Kit, last: int, text: str) -> "Balance":
        facts, found = json.loads(text), cls.at_the_start(kit)
        of_boxes = zip(_as_written(kit), facts["contents"], facts["boxes"], strict=True)
        for (box, colours), counts, note in of_boxes:
            found.contents[box].update(zip(colours, counts, strict=True))
            found.notes[box] = BoxNote(*note)
        for *kind, games, change in facts["tally"]:
            found.tally[tuple(kind)], found.first_change[tuple(kind)] = games, change
        found.doubtful = {(box, colour) for box, colour in facts["doubtful"]}
        kept = {name: facts[name] for name in ("games", "mix", "beside", "unsure")}
        return replace(found, last=last, **kept)


@lru_cache(maxsize=8)
def _as_written(kit: Kit) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Return boxes with their colours in the order in which a balance is written: both sorted."""
    return tuple(sorted((box.number, tuple(sorted(box.start))) for box in kit.boxes))


def by_place(contents: Mapping[int, Mapping[str, int]]) -> dict[Place, int]:
    return {
        (box, colour): count for box, held in contents.items() for colour, count in held.items()
    }


KIND = ("state", "confirmed", "side", "result", "why")
"""What games of one kind have in common."""


def _kind(row: Kept) -> tuple[object, ...]:
    return tuple(row[GameRow._fields.index(name)] for name in KIND)


class Replayed(NamedTuple):
    """A balance that was worked out again, with the rows of all games and all entries.

    The entries have the counts that they lacked.
    """

    balance: Balance
    games: list[Kept]
    entries: list[Entry]


class Replay:
    """Takes all acts of a logbook from the start; `of_game` has each game's entries so far."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.balance = Balance.at_the_start(kit)
        self.of_game: dict[int, list[Entry]] = {}

    def take(self, action: Sequence[Entry]) -> list[Entry]:
        """Continue past an act, and return its entries, with the count after each change."""
        for entry in action:
            if entry.game is not None:
                self.of_game.setdefault(entry.game, []).append(entry)
        return self.balance.take(action, lambda game: self.of_game.get(game, ()))


def replayed(kit: Kit, entries: Iterable[Entry]) -> Replayed:
    """Return what all entries of a logbook add up to, lost ones included."""
    replay, taken = Replay(kit), list[Entry]()
    for _, action in groupby(entries, key=attrgetter("action")):
        taken += replay.take(list(action))
    balance = replay.balance
    games = [balance.tell(replay.of_game[number], None) for number in sorted(replay.of_game)]
    balance.touched.clear()
    return Replayed(balance, games, taken)
