"""Entries of the logbook: one fact each, never changed once they are written."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any

from menace_kit.games import Side
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Adjustment, DrawnBead, Result, Why


class Kind(Enum):
    """What an entry tells.

    START: a game begins. BEAD: a bead was drawn, and means a move. REPLY: the opponent moved.
    FORCED: a machine's move for which there is no box, its only one or the only one that its chart
    leaves. LOT: a machine's move was drawn at random, for its box was empty, or it has none for its
    later moves. EMPTY: its box was found empty. ADJUST: what belongs in a box changed; alone,
    the bead of a taken square was drawn, or a box was halved. END: the game is over. CONFIRM:
    the adjustments were made by hand. ABANDON: the game was broken off and changes nothing.
    UNDO: an action is taken back; a game as a whole is by one for each of its actions, the newest
    first. RECOUNT: beads were counted. STOCKTAKE: all boxes that had been touched were counted.
    LOST: what the entry of this number told is gone; its `why` says what is known all the same.
    REFUSED: a bead was drawn that its box cannot hold by the logbook, and that was no slip of a
    key. It is no step of the game.
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
"""The entries that change what belongs in a box."""


BOTH = "both"
"""The `side` of a game's start where both players are machines of the kit."""


OUTCOME_ONLY = "outcome-only"
"""The `why` of a game's start, first bead and end where its moves are not known:
one action, taken back as a whole.
"""


EXHIBITION, GREEDY = "exhibition", "exhibition-greedy"
"""The `why` of the start of a game that teaches nothing:
at random, or always with the most common colour.
"""


EXHIBITIONS = (EXHIBITION, GREEDY)


KNOWN, SETTLED, PART, RESCUED = "known", "settled", "part", "rescued"
"""The `why` of a lost entry.

KNOWN: it was a reply, and all else of its game holds. SETTLED: what is in the boxes is known all
the same. PART: it was part of an act of its game. Without any it may have been anything.
RESCUED: up to here the logbook was rescued; what comes after was not.
"""


UNSURE = "unsure"
"""The `why` of a refused draw behind which the program was left: where a bead of the same box
follows, it was a slip.
"""


WATCHED = "watched"
"""The `why` of the start of a game that others played, from which the machine learned:
one action, moves of people.
"""


KINDS_OF_GAME = (*EXHIBITIONS, WATCHED)
"""What a file says in its column `kind` of a game that is not the machine's usual one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An entry that is still to be written; what it does not tell is None.

    `game` is the game's number; `move` is written as people write it, and only the first bead of
    an outcome-only game has none; `change` is in beads; `undoes` is the action that is taken back;
    `played_at` is when a game or a count was that is entered later. `side` is the machine's,
    at a game's start alone; where both players are machines it is BOTH there,
    and whose it is at each bead, move, empty box and adjustment; where others played, at each move.
    `result` is the machine's; where both are, that of the first player's.
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
        """Return the box and the colour that it names; 0 and nothing where it names none."""
        return DrawnBead(self.box or 0, self.colour or "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Draft):
    """An entry of the logbook.

    `number` counts all entries from 1; `action` is the number of the first entry of those that were
    written together; `at` is when, in UTC. `key` is what the act carried, at its first entry alone.
    `count` is how many beads belong in the box behind a change of it.
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
        """Return its fields that are not empty, as plain values, in the order of ENTRY_FIELDS."""
        told = {name: getattr(self, name) for name in ENTRY_FIELDS}
        return {
            name: fact.value if isinstance(fact, Kind) else fact
            for name, fact in told.items()
            if fact is not None
        }


ENTRY_FIELDS = ("number", "action", "at", *(each.name for each in fields(Draft)))
"""The fields of an entry that tell what happened."""


ROW_FIELDS = (*ENTRY_FIELDS, "key", "count")
"""The columns of the table of entries, but for the digest."""


Action = tuple[Draft, ...]
"""What one act of the operator's writes: all of it, or nothing."""


def drawn_beads(entries: Iterable[Draft], side: Side | None = None) -> tuple[DrawnBead, ...]:
    """Return the beads drawn, in order; with a side, in a game of both
    machines, those drawn for it.
    """
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
    """Return an entry for each adjustment of a game;
    `side` says whose they are where both players are machines.
    """
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
    """Return what entries changed in the boxes, counts among it:
    the inverse of `adjustment_drafts`.
    """
    return tuple(
        Adjustment(entry.box, entry.colour, entry.change, Why(entry.why))
        for entry in entries
        if entry.kind in (Kind.ADJUST, Kind.RECOUNT)
        and entry.box is not None
        and entry.colour is not None
        and entry.change is not None
    )


def is_taken_square(entry: Draft) -> bool:
    """Return whether an entry tells that the bead of a taken square was drawn:
    a change of its box, by itself.
    """
    return entry.kind is Kind.ADJUST and entry.why == Why.TAKEN.value


def is_halving(entry: Draft) -> bool:
    """Return whether an entry tells that a box was halved, which is an act of its own."""
    return entry.kind is Kind.ADJUST and entry.why == Why.HALVED.value


KINDS = {kind.value: kind for kind in Kind}


SIDES = (*(side.value for side in Side), BOTH)


RESULTS = (None, *(result.value for result in Result))


def as_entry(row: Sequence[Any]) -> Entry | None:
    """Return an entry as its table has it, in the order of ROW_FIELDS;
    None where there is no such kind.
    """
    facts = dict(zip(ROW_FIELDS, row, strict=False))
    kind = KINDS.get(facts["kind"])
    return None if kind is None else Entry(**facts | {"kind": kind})


def makes_sense(kit: Kit, entry: Entry) -> bool:
    """Return whether an entry is one that this machine can have;
    logbooks of older programs were taken as they stood.
    """
    if entry.box is not None and entry.box not in kit.indices:
        return False
    if entry.box is not None and entry.colour is not None:
        anywhere = {colour.name: None for colour in kit.colours}
        known = anywhere if entry.kind is Kind.REFUSED else kit.box(entry.box).moves
        if entry.colour not in known:
            return False
    if entry.kind is Kind.START and (entry.game is None or entry.side not in SIDES):
        return False
    return entry.result in RESULTS and (entry.kind is not Kind.END or entry.result is not None)


def lost_numbers(entries: Iterable[Entry]) -> list[int]:
    """Return which entries are lost; the mark that a rescue leaves is none."""
    return [entry.number for entry in entries if entry.kind is Kind.LOST and entry.why != RESCUED]
