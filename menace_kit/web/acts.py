"""What an operator does on a page: each act says on which entry it was done, and what the guide is to make of it."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from menace_kit.games.notation import parse_move
from menace_kit.guide.names import NAME_LENGTH
from menace_kit.guide.session import Session
from menace_kit.journal.entries import OUTCOME_ONLY, Action, Entry, Kind
from menace_kit.machine.contents import Result

LARGEST = 2**53
"""The largest whole number that JavaScript is sure of."""

Name = Annotated[str, Field(max_length=NAME_LENGTH)] | None
Word = Annotated[str, Field(max_length=40)]
Count = Annotated[int, Field(ge=0, le=9999)]


class Told(NamedTuple):
    """The entries of one action, and how things stand now."""

    entries: Sequence[Entry]
    session: Session


class Act(BaseModel):
    """An act on entry `on`: the last one of the journal when whoever does it looked."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    on: Annotated[int, Field(ge=0, le=LARGEST, description="The journal's last entry, as the state said it.")]

    def choose(self, session: Session) -> Action:
        """Return what the guide writes for it; GuideError where it is not due."""
        raise NotImplementedError

    def is_what(self, told: Told) -> bool:
        """Return whether what was written behind entry `on` is this act: then it was sent twice."""
        raise NotImplementedError


class Start(Act):
    """A game begins; `unconfirmed` leaves the last game's tick-list as it is."""

    operator: Name = None
    opponent: Name = None
    first_mover: Literal["machine", "opponent"] | None = None
    unconfirmed: bool = False

    def choose(self, session: Session) -> Action:
        """Begin the game."""
        machine_first = _machine_first(self.first_mover)
        return session.start(self.operator, self.opponent, machine_first, self.unconfirmed)

    def is_what(self, told: Told) -> bool:
        """Compare the players."""
        first = told.entries[0]
        if first.kind is not Kind.START or first.why == OUTCOME_ONLY:
            return False
        return (first.operator, first.opponent) == (self.operator, self.opponent)


class Draw(Act):
    """A bead was drawn; `square` where the box was held in another of its right ways."""

    colour: Word
    square: Word | None = None

    def choose(self, session: Session) -> Action:
        """Record the bead."""
        return session.draw(self.colour, parse_move(self.square) if self.square is not None else None)

    def is_what(self, told: Told) -> bool:
        """Compare the bead, and the square where one was named."""
        first = told.entries[0]
        return first.kind is Kind.DRAW and first.colour == self.colour and self.square in (None, first.move)


class Reply(Act):
    """The opponent moved to a square, or from one to another: `5`, `8-5`."""

    square: Word

    def choose(self, session: Session) -> Action:
        """Record the move."""
        return session.reply(parse_move(self.square))

    def is_what(self, told: Told) -> bool:
        """Compare the move."""
        return told.entries[0].kind is Kind.REPLY and told.entries[0].move == self.square


class Empty(Act):
    """The box was found empty; the kit's rule is applied."""

    def choose(self, session: Session) -> Action:
        """Record it."""
        return session.empty()

    def is_what(self, told: Told) -> bool:
        """Any box found empty there is this one."""
        return told.entries[0].kind is Kind.EMPTY


class Undo(Act):
    """The last step of the game is taken back."""

    def choose(self, session: Session) -> Action:
        """Take it back."""
        return session.undo()

    def is_what(self, told: Told) -> bool:
        """Taking back on the same entry is the same."""
        return told.entries[0].kind is Kind.UNDO


class Abandon(Act):
    """The game is broken off."""

    def choose(self, session: Session) -> Action:
        """Break it off."""
        return session.abandon()

    def is_what(self, told: Told) -> bool:
        """Breaking off on the same entry is the same."""
        return told.entries[0].kind is Kind.ABANDON


class Confirm(Act):
    """All beads of the last game were put right."""

    def choose(self, session: Session) -> Action:
        """Confirm it."""
        return session.confirm()

    def is_what(self, told: Told) -> bool:
        """Confirming on the same entry is the same."""
        return told.entries[0].kind is Kind.CONFIRM


class Recount(Act):
    """Beads of a box were counted: colour -> count; colours that are not named stay as they are."""

    box: Annotated[int, Field(ge=1, le=10**6)]
    counts: Annotated[dict[Word, Count], Field(min_length=1, max_length=50)]

    def choose(self, session: Session) -> Action:
        """Record the count."""
        return session.recount(self.box, self.counts)

    def is_what(self, told: Told) -> bool:
        """Compare box and colours, and the counts with what is there now."""
        counted = {entry.colour for entry in told.entries}
        if (
            told.entries[0].kind is not Kind.RECOUNT
            or told.entries[0].box != self.box
            or counted != set(self.counts)
        ):
            return False
        now = told.session.in_box(self.box)
        return all(now[colour] == count for colour, count in self.counts.items())


class Quick(Act):
    """A whole game of which only the outcome is known, and the first bead's colour if that.

    `box` says which box the bead came from, where the machine's first move has several; with `confirmed` the beads are
    put right already.
    """

    result: Literal["win", "draw", "loss"]
    colour: Word | None = None
    box: Annotated[int, Field(ge=1, le=10**6)] | None = None
    operator: Name = None
    opponent: Name = None
    first_mover: Literal["machine", "opponent"] | None = None
    confirmed: bool = False
    unconfirmed: bool = False

    def choose(self, session: Session) -> Action:
        """Record the game."""
        return session.quick(
            Result(self.result),
            self.colour,
            self.box,
            self.opponent,
            operator=self.operator,
            machine_first=_machine_first(self.first_mover),
            confirmed=self.confirmed,
            unconfirmed=self.unconfirmed,
        )

    def is_what(self, told: Told) -> bool:
        """Compare players, outcome and bead."""
        first = told.entries[0]
        ends = [entry.result for entry in told.entries if entry.kind is Kind.END]
        beads = [entry.colour for entry in told.entries if entry.kind is Kind.DRAW]
        return (
            first.why == OUTCOME_ONLY
            and (first.operator, first.opponent) == (self.operator, self.opponent)
            and (ends, beads) == ([self.result], [self.colour] if self.colour else [])
        )


def _machine_first(first_mover: str | None) -> bool | None:
    return None if first_mover is None else first_mover == "machine"


class Tick(BaseModel):
    """A line of the tick-list, from 1, is done, or not after all."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    on: Annotated[int, Field(ge=0, le=LARGEST, description="The journal's last entry, as the state said it.")]
    line: Annotated[int, Field(ge=1, le=1000)]
    done: bool = True


ACTS: dict[str, type[Act]] = {
    "start": Start,
    "draw": Draw,
    "reply": Reply,
    "empty": Empty,
    "undo": Undo,
    "abandon": Abandon,
    "confirm": Confirm,
    "recount": Recount,
    "quick": Quick,
}
"""Name -> act: the API's POST /api/NAME and the pages' POST /act/NAME."""

COUNT_FIELD = "count:"


def form_facts(fields: Iterable[tuple[str, str]]) -> dict[str, object]:
    """Return what a form's fields say, as an act takes it: a field left empty says nothing.

    The counts of a recount are fields of the name `count:COLOUR`.
    """
    facts: dict[str, object] = {}
    counts = {}
    for name, value in fields:
        if not value.strip():
            continue
        if name.startswith(COUNT_FIELD):
            counts[name.removeprefix(COUNT_FIELD)] = value
        else:
            facts[name] = value
    return {**facts, "counts": counts} if counts else facts
