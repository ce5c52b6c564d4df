"""The acts that are sent: each says on which entry it was done,
and what the guide is to make of it.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from menace_kit.errors import DoubtfulCountError, UnknownNameError
from menace_kit.games import Side
from menace_kit.guide import counting, taking_back, whole_games, wording
from menace_kit.guide.players import NAME_LENGTH
from menace_kit.guide.session import Session
from menace_kit.logbook.entries import Action
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result
from menace_kit.text.typed_moves import in_figures
from menace_kit.text.typed_words import result_meant

LARGEST = 2**53
"""The largest whole number that JavaScript is sure of."""

MOST_BOARD = 200
"""Signs of a board that is looked up."""

Name = Annotated[str, Field(max_length=NAME_LENGTH)] | None

Word = Annotated[str, Field(max_length=40)]

Count = Annotated[int, Field(ge=0, le=9999)]


class Sent(BaseModel):
    """What is sent on entry `on`: the last one of the logbook when its sender looked."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    on: Annotated[
        int, Field(ge=0, le=LARGEST, description="The logbook's last entry, as the state said it.")
    ]

    @classmethod
    def name(cls) -> str:
        """Return what it is called in addresses and in the logbook;
        an act's is that of the guide's method, too.
        """
        return cls.__name__.lower()


class Act(Sent):
    """An act that becomes entries of the logbook."""

    def key(self, kit: Kit) -> str:
        """Return what the act is known by if it comes again:
        the same act on the same entry has the same key.
        """
        facts = self.spelled_out(kit).model_dump(exclude_none=True)
        return json.dumps({"act": self.name(), **facts}, sort_keys=True)

    def spelled_out(self, kit: Kit) -> Self:  # noqa: ARG002 - most acts say all that they mean
        """Return the same act with all that goes without saying at this kit's table."""
        return self

    def choose(self, session: Session) -> Action:
        """Return what the guide writes for it; GuideError where it is not due."""
        act: Callable[[], Action] = getattr(session, self.name())
        return act()

    def actions(self, session: Session) -> Sequence[Action]:
        """Return all that is written for it, in one go: what was chosen."""
        return (self.choose(session),)


class Start(Act):
    """A game begins; `unconfirmed` leaves the last game's tick-list as it is;
    with `both` both players are machines.

    From an `exhibition` nothing is learned; a `greedy` one plays a bead
    of which most are in the box.
    """

    operator: Name = None
    opponent: Name = None
    first_mover: Literal["machine", "opponent"] | None = None
    unconfirmed: bool = False
    both: bool = False
    exhibition: bool = False
    greedy: bool = False

    def spelled_out(self, kit: Kit) -> Self:
        """Return it with who begins, and without blanks around names."""
        return self.model_copy(update=_players(self, kit))

    def choose(self, session: Session) -> Action:
        machine_first = _machine_first(self.first_mover)
        return session.start(
            self.operator,
            self.opponent,
            machine_first,
            self.unconfirmed,
            both=self.both,
            exhibition=self.exhibition,
            greedy=self.greedy,
        )


class Draw(Act):
    """A bead was drawn; `square` where the box was held in another of its right ways."""

    colour: Word
    square: Word | None = None

    def choose(self, session: Session) -> Action:
        return session.draw(self.colour, self.square)


class Reply(Act):
    """The opponent moved to a square, or from one to another: `5`, `8-5`;
    of Nim how many matches were taken.
    """

    square: Word

    def spelled_out(self, kit: Kit) -> Self:
        """Return it with the move in figures, if it is one: `05` and `centre` are `5`."""
        return self.model_copy(update={"square": in_figures(kit.game, self.square)})

    def choose(self, session: Session) -> Action:
        return session.reply(self.square)


class Empty(Act):
    """The box was found empty; the kit's rule is applied."""


class Halve(Act):
    """A box was too full, and half of each colour was taken out."""

    box: Annotated[int, Field(ge=1, le=10**6)]

    def choose(self, session: Session) -> Action:
        return counting.halve(session, self.box)


class Undo(Act):
    """The last step of the game is taken back; with `whole` all of the last game,
    also when its beads are put right.
    """

    whole: bool = False

    def choose(self, session: Session) -> Action:
        return taking_back.take_back(session) if self.whole else taking_back.undo(session)


class Abandon(Act):
    """The game is ended early."""


class Confirm(Act):
    """All beads of the last game were put right."""


class Next(Act):
    """All beads of the last game were put right, and the next game begins as that one did,
    with the same operator.
    """

    def choose(self, session: Session) -> Action:
        return session.start_again()

    def actions(self, session: Session) -> Sequence[Action]:
        """Return the confirmation, and the beginning."""
        return session.confirm(), self.choose(session)


class Recount(Act):
    """Beads of a box were counted: colour -> count; colours that are not named stay as they are.

    More beads than the box holds are refused unless the sender is `sure`.
    """

    box: Annotated[int, Field(ge=1, le=10**6)]
    counts: Annotated[dict[Word, Count], Field(min_length=1, max_length=50)]
    sure: bool = False

    def choose(self, session: Session) -> Action:
        action = counting.recount(session, self.box, self.counts)
        told = wording.doubt(session, session.kit.box(self.box), self.counts)
        if told and not self.sure:
            raise DoubtfulCountError(told)
        return action


def _result_named(word: object) -> object:
    """Return the result that one of its words means; what is none as it is, to be refused."""
    try:
        return result_meant(str(word)).value
    except UnknownNameError:
        return word


class Quick(Act):
    """A whole game of which only the outcome is known, and the first bead's colour if that.

    `box` says which box the bead came from, where the machine's first move has several;
    with `confirmed` the beads are put right already.
    """

    result: Annotated[Literal["win", "draw", "loss"], BeforeValidator(_result_named)]
    colour: Word | None = None
    box: Annotated[int, Field(ge=1, le=10**6)] | None = None
    operator: Name = None
    opponent: Name = None
    first_mover: Literal["machine", "opponent"] | None = None
    confirmed: bool = False
    unconfirmed: bool = False

    def spelled_out(self, kit: Kit) -> Self:
        """Return it with the bead's box where there is but one, with who begins,
        and without blanks around names.
        """
        facts = _players(self, kit)
        if self.first_mover is None and self.box is not None and self.box in kit.indices:
            facts["first_mover"] = "machine" if kit.box(self.box).side is Side.FIRST else "opponent"
        firsts = kit.first_boxes(Side.FIRST if facts["first_mover"] == "machine" else Side.SECOND)
        if self.colour is not None and self.box is None and len(firsts) == 1:
            facts["box"] = firsts[0].number
        return self.model_copy(update=facts)

    def choose(self, session: Session) -> Action:
        return whole_games.quick(
            session,
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
    """Return who plays and who begins: the machine where nothing else is said,
    if it is one that begins.
    """
    return {
        "operator": (act.operator or "").strip() or None,
        "opponent": (act.opponent or "").strip() or None,
        "first_mover": act.first_mover or ("opponent" if kit.spec.side == "second" else "machine"),
    }


def _machine_first(first_mover: str | None) -> bool | None:
    return None if first_mover is None else first_mover == "machine"


class Tick(Sent):
    """A line of the tick-list, from 1, is done, or not after all;
    that is the same on all phones, but no entry.
    """

    line: Annotated[int, Field(ge=1, le=1000)]
    done: bool = True


ACTS: dict[str, type[Act | Tick]] = {
    kind.name(): kind
    for kind in (
        Start,
        Draw,
        Reply,
        Empty,
        Halve,
        Undo,
        Abandon,
        Confirm,
        Next,
        Recount,
        Quick,
        Tick,
    )
}
"""Name -> act: the API's POST /api/NAME and the pages' POST /act/NAME."""

COUNT_FIELD = "count:"


def form_facts(fields: Mapping[str, str]) -> dict[str, object]:
    """Return what a form's fields say, as an act takes it: a field left empty says nothing.

    The counts of a recount are fields of the name `count:COLOUR`.
    """
    facts: dict[str, object] = {name: value for name, value in fields.items() if value.strip()}
    names = [name for name in facts if name.startswith(COUNT_FIELD)]
    counts = {name.removeprefix(COUNT_FIELD): facts.pop(name) for name in names}
    return {**facts, "counts": counts} if counts else facts
