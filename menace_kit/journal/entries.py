"""Entries of the journal: one fact each, never changed once they are written."""

from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """What an entry tells.

    START: a game begins. BEAD: a bead was drawn, and means a move. REPLY: the opponent moved. FORCED: a machine's only
    move, for which there is no box. LOT: a machine's move was drawn by lot. EMPTY: its box was found empty.
    ADJUST: what belongs in a box changed. END: the game is over. CONFIRM: the adjustments were made by hand. ABANDON:
    the game was broken off and changes nothing. UNDO: an action is taken back. RECOUNT: beads were counted.
    STOCKTAKE: all boxes that had been touched were counted.
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


MOVES = (Kind.BEAD, Kind.REPLY, Kind.FORCED, Kind.LOT)

BOTH = "both"
"""The `side` of a game's start where both players are machines of the kit."""

OUTCOME_ONLY = "outcome-only"
"""The `why` of a game's start, first bead and end where its moves are not known: one action, taken back as a whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An entry that is still to be written; what it does not tell is None.

    `game` is the game's number; `move` is written as people write it, and only the first bead of an outcome-only game
    has none; `change` is in beads; `undoes` is the action that is taken back; `played_at` is when a game was played
    that is entered later. `side` is the machine's, at a game's start alone; where both players are machines it is BOTH
    there, and whose it is at each bead, move, empty box and adjustment. `result` is the machine's; where both are,
    that of the first player's.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Draft):
    """An entry as it stands in the journal.

    `number` counts all entries from 1; `action` is the number of the first entry of those that were written together;
    `at` is when, in UTC.
    """

    number: int
    action: int
    at: str


Action = tuple[Draft, ...]
"""What one act of the operator's writes: all of it, or nothing."""
