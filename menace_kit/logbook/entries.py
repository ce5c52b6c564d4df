"""Entries of the logbook: one fact each, never changed once written."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any

from menace_kit.games import Side
from menace_kit.machine import Kit
from menace_kit.machine.learning import Adjustment, DrawnBead, Result, Why


class Kind(Enum):
    """What an entry records.

    START: a game begins. BEAD: a bead was drawn, and means a move. REPLY: the opponent moved.
    FORCED: a machine's move without a box: its only one, or the only one that its chart allows.
    LOT: a machine's random move, because its box was empty or because its later moves have no
    boxes. EMPTY: the box was found empty. ADJUST: the contents of a box changed; if it begins an
    action, the bead of a taken square was drawn, or a box was halved. END: the game is over.
    CONFIRM: the boxes were updated by hand. ABANDON: the game was ended early and changes nothing.
    UNDO: an action is undone; for a whole game there is one for each of its actions, the newest
    first. RECOUNT: beads were counted. STOCKTAKE: all boxes that had been used were counted. LOST:
    the entry with this number is gone; `why` says what is known about it anyway. REFUSED: a bead
    was drawn that its box can't hold by the logbook, and it wasn't a typing slip. It is not a step
    of the game.
    """

    START = "start"
    BEAD = "draw"
    REPLY = "reply"
    FORCED = "forced"
    LOT = "lot"
    EMPTY = "empty"
    ADJUST = "adjust"
    END = "end"
    CONFIRM = "confirm"
    ABANDON = "abandon"
    UNDO = "undo"
    RECOUNT = "recount"
    STOCKTAKE = "stocktake"
    LOST = "lost"
    REFUSED = "refused"


MOVES = (Kind.BEAD, Kind.REPLY, Kind.FORCED, Kind.LOT)


COUNTS = (Kind.RECOUNT, Kind.STOCKTAKE)


CHANGES = (Kind.ADJUST, Kind.RECOUNT)
"""Entries that change what belongs in a box."""


BOTH = "both"
"""The `side` of a game's start if both players are machines of the kit."""


OUTCOME_ONLY = "outcome-only"
"""The `why` of start, first bead and end in a game without known moves.

Such a game is a single action, undone as a whole.
"""


EXHIBITION, GREEDY = "exhibition", "exhibition-greedy"
"""The `why` of the start of a game that teaches nothing.

Its beads are drawn at random, or (greedy) always of the most common colour.
"""


EXHIBITIONS = (EXHIBITION, GREEDY)


KNOWN, SETTLED, PART, RESCUED = "known", "settled", "part", "rescued"
"""The `why` of a lost entry, if anything is known about it.

KNOWN: it was a reply, and the rest of its game is sound. SETTLED: the contents of the boxes are
known anyway. PART: it was part of an act in its game. None: it may have been anything. RESCUED: the
logbook was rescued up to here; later entries were not.
"""


UNSURE = "unsure"
"""The `why` of a refused draw after which the operator quit.

If a bead of the same box follows, it was a typing slip.
"""


WATCHED = "watched"
"""The `why` of the start of a game of others from which the machine learned.

Such a game is a single action, and all its moves are people's.
"""


KINDS_OF_GAME = (*EXHIBITIONS, WATCHED)
"""Values of a file's column `kind`, for games that aren't the machine's usual ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An entry before it is written; fields that don't apply are None.

    `game` is the game's number. `move` is written as people write it; only the first bead of an
    outcome-only game has none. `change` is in beads. `undoes` is the action that is undone.
    `played_at` is when a game or count happened that is entered later. `side` is only at a game's
    start, and is the machine's. If both players are machines, it is BOTH there, and each bead,
    move, empty box and adjustment has its own; if others played, each move has. `result` is the
    machine's, or the first player's if both are machines.
    """

    kind: Kind
    game: int | None = None
    box: int | None = None
    colour: str | None = None
    move: str | None = None
    change: int | None = None
    why: str | None = None
    result: str | None = None
    side: str | None = None
    operator: str | None = None
    opponent: str | None = None
    played_at: str | None = None
    undoes: int | None = None

    @property
    def bead(self) -> DrawnBead:
        """Return the box and colour that the entry names; 0 and "" if it names none."""
        return DrawnBead(self.box or 0, self.colour or "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Draft):
    """An entry of the logbook.

    `number` counts all entries from 1; `action` is the number of the first entry that was written
    together with this one; `at` is when, in UTC. `key` identifies the act, only on its first entry.
    `count` is how many beads belong in the box after a change.
    """

    number: int
    action: int
    at: str
    key: str | None = field(default=None, compare=False)
    count: int | None = field(default=None, compare=False)

    @classmethod
    def of(cls, draft: Draft, number: int, action: int, at: str) -> "Entry":
        facts = {each.name: getattr(draft, each.name) for each in fields(Draft)}
        return cls(**facts, number=number, action=action, at=at)

    def facts(self) -> dict[str, int | str]:
        """Return the fields that aren't empty as plain values, in the order of ENTRY_FIELDS."""
        told = {name: getattr(self, name) for name in ENTRY_FIELDS}
        return {
            name: fact.value if isinstance(fact, Kind) else fact
            for name, fact in told.items()
            if fact is not None
        }


ENTRY_FIELDS = ("number", "action", "at", *(each.name for each in fields(Draft)))
"""The fields that say what happened."""


ROW_FIELDS = (*ENTRY_FIELDS, "key", "count")
"""The columns of the table of entries, except the digest."""


Action = tuple[Draft, ...]
"""What one act of the operator writes: all of it or nothing."""


def drawn_beads(entries: Iterable[Draft], side: Side | None = None) -> tuple[DrawnBead, ...]:
    """Return the drawn beads in order; `side` selects one machine's if both players are."""
    return tuple(
        entry.bead
        for entry in entries
        if entry.kind is Kind.BEAD
        and entry.box is not None
        and entry.colour is not None
        and (side is None or entry.side == side.value)
    )


def drawn_by_side(
    sides: Sequence[Side], entries: Sequence[Draft]
) -> dict[Side, tuple[DrawnBead, ...]]:
    """Return the beads drawn for each of a game's machines, in order."""
    return {side: drawn_beads(entries, side if len(sides) > 1 else None) for side in sides}


def adjustment_drafts(game: int, changes: Sequence[Adjustment], side: str | None = None) -> Action:
    """Return an entry for each adjustment of a game; with two machines, `side` is whose it is."""
    return tuple(
        Draft(
            kind=Kind.ADJUST,
            game=game,
            box=change.box,
            colour=change.colour,
            change=change.change,
            why=change.why.value,
            side=side,
        )
        for change in changes
    )


def adjustments_in(entries: Iterable[Draft]) -> tuple[Adjustment, ...]:
    """Return what entries changed in the boxes, counts included; reverses `adjustment_drafts`."""
    return tuple(
        Adjustment(entry.box, entry.colour, entry.change, Why(entry.why))
        for entry in entries
        if entry.kind in (Kind.ADJUST, Kind.RECOUNT)
        and entry.box is not None
        and entry.colour is not None
        and entry.change is not None
    )


def is_taken_square(entry: Draft) -> bool:
    """Return whether the entry records that the bead of a taken square was drawn."""
    return entry.kind is Kind.ADJUST and entry.why == Why.TAKEN.value


def is_halving(entry: Draft) -> bool:
    """Return whether the entry records that a box was halved, which is an act of its own."""
    return entry.kind is Kind.ADJUST and entry.why == Why.HALVED.value


KINDS = {kind.value: kind for kind in Kind}


SIDES = (*(side.value for side in Side), BOTH)


RESULTS = (None, *(result.value for result in Result))


def as_entry(kit: Kit, row: Sequence[Any]) -> Entry | None:
    """Return a row (in the order of ROW_FIELDS) as an entry; None if this machine can't have it."""
    facts = dict(zip(ROW_FIELDS, row, strict=False))
    facts["kind"] = KINDS.get(facts["kind"])
    entry = None if facts["kind"] is None else Entry(**facts)
    return entry if entry and _makes_sense(kit, entry) else None


def _makes_sense(kit: Kit, entry: Entry) -> bool:
    """Return whether this machine can have such an entry; older programs didn't check."""
    if entry.box is not None and entry.box not in kit.indices:
        return False
    if entry.box is not None and entry.colour is not None:
        known: Container[str] = kit.box(entry.box).moves
        if entry.kind is Kind.REFUSED:
            known = [colour.name for colour in kit.colours]
        if entry.colour not in known:
            return False
    if entry.kind is Kind.START and (entry.game is None or entry.side not in SIDES):
        return False
    return entry.result in RESULTS and (entry.kind is not Kind.END or entry.result is not None)


def lost_numbers(entries: Iterable[Entry]) -> list[int]:
    """Return the numbers of lost entries; the mark that a rescue leaves is not one."""
    return [entry.number for entry in entries if entry.kind is Kind.LOST and entry.why != RESCUED]
