"""What an operator does on a page: each act says on which entry it was done, and what the guide is to make of it."""

import json
from abc import abstractmethod
from collections.abc import Iterable
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from menace_kit.games import Side
from menace_kit.games.notation import parse_move
from menace_kit.guide.names import NAME_LENGTH
from menace_kit.guide.session import Session
from menace_kit.journal.entries import Action
from menace_kit.machine.contents import Result
from menace_kit.machine.kit import Kit

LARGEST = 2**53
"""The largest whole number that JavaScript is sure of."""

Name = Annotated[str, Field(max_length=NAME_LENGTH)] | None
Word = Annotated[str, Field(max_length=40)]
Count = Annotated[int, Field(ge=0, le=9999)]


class Sent(BaseModel):
    """What is sent on entry `on`: the last one of the journal when whoever sends it looked."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    on: Annotated[int, Field(ge=0, le=LARGEST, description="The journal's last entry, as the state said it.")]


class Act(Sent):
    """An act that becomes entries of the journal."""

    def key(self, kit: Kit) -> str:
        """Return what the act is known by if it comes again: the same act on the same entry has the same key."""
        facts = self.spelled_out(kit).model_dump(exclude_none=True)
        return json.dumps({"act": type(self).__name__.lower(), **facts}, sort_keys=True)

    def spelled_out(self, kit: Kit) -> Self:  # noqa: ARG002 - most acts say all that they mean
        """Return the same act with all that goes without saying at this kit's table."""
        return self

    @abstractmethod
    def choose(self, session: Session) -> Action:
        """Return what the guide writes for it; GuideError where it is not due."""


class Start(Act):
    """A game begins; `unconfirmed` leaves the last game's tick-list as it is; with `both` both players are machines."""

    operator: Name = None
    opponent: Name = None
    first_mover: Literal["machine", "opponent"] | None = None
    unconfirmed: bool = False
    both: bool = False

    def spelled_out(self, kit: Kit) -> Self:
        """Return it with who begins, and without blanks around names."""
        return self.model_copy(update=_players(self, kit))

    def choose(self, session: Session) -> Action:
        """Begin the game."""
        machine_first = _machine_first(self.first_mover)
        return session.start(self.operator, self.opponent, machine_first, self.unconfirmed, both=self.both)


class Draw(Act):
    """A bead was drawn; `square` where the box was held in another of its right ways."""

    colour: Word
    square: Word | None = None

    def choose(self, session: Session) -> Action:
        """Record the bead."""
        return session.draw(self.colour, parse_move(self.square) if self.square is not None else None)


class Reply(Act):
    """The opponent moved to a square, or from one to another: `5`, `8-5`."""

    square: Word

    def choose(self, session: Session) -> Action:
        """Record the move."""
        return session.reply(parse_move(self.square))


class Empty(Act):
    """The box was found empty; the kit's rule is applied."""

    def choose(self, session: Session) -> Action:
        """Record it."""
        return session.empty()


class Undo(Act):
    """The last step of the game is taken back."""

    def choose(self, session: Session) -> Action:
        """Take it back."""
        return session.undo()


class Abandon(Act):
    """The game is broken off."""

    def choose(self, session: Session) -> Action:
        """Break it off."""
        return session.abandon()


class Confirm(Act):
    """All beads of the last game were put right."""

    def choose(self, session: Session) -> Action:
        """Confirm it."""
        return session.confirm()


class Recount(Act):
    """Beads of a box were counted: colour -> count; colours that are not named stay as they are."""

    box: Annotated[int, Field(ge=1, le=10**6)]
    counts: Annotated[dict[Word, Count], Field(min_length=1, max_length=50)]

    def choose(self, session: Session) -> Action:
        """Record the count."""
        return session.recount(self.box, self.counts)


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

    def spelled_out(self, kit: Kit) -> Self:
        """Return it with the bead's box where there is but one, with who begins, and without blanks around names."""
        facts = _players(self, kit)
        if self.first_mover is None and self.box is not None and self.box in kit.indices:
            facts["first_mover"] = "machine" if kit.box(self.box).side is Side.FIRST else "opponent"
        firsts = kit.first_boxes(Side.FIRST if facts["first_mover"] == "machine" else Side.SECOND)
        if self.colour is not None and self.box is None and len(firsts) == 1:
            facts["box"] = firsts[0].number
        return self.model_copy(update=facts)

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


def _players(act: Start | Quick, kit: Kit) -> dict[str, object]:
    """Return who plays and who begins: the machine where nothing else is said, if it is one that begins."""
    return {
        "operator": act.operator and act.operator.strip(),
        "opponent": act.opponent and act.opponent.strip(),
        "first_mover": act.first_mover or ("opponent" if kit.spec.side == "second" else "machine"),
    }


def _machine_first(first_mover: str | None) -> bool | None:
    return None if first_mover is None else first_mover == "machine"


class Tick(Sent):
    """A line of the tick-list, from 1, is done, or not after all; that is the same on all phones, but no entry."""

    line: Annotated[int, Field(ge=1, le=1000)]
    done: bool = True


ACTS: dict[str, type[Act | Tick]] = {
    "start": Start,
    "draw": Draw,
    "reply": Reply,
    "empty": Empty,
    "undo": Undo,
    "abandon": Abandon,
    "confirm": Confirm,
    "recount": Recount,
    "quick": Quick,
    "tick": Tick,
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
