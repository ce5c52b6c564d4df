"""What a tap sends: an act, which names the entry that it follows, and what the guide makes of it.

A second tap on the same button sends the same act, whose key is in the logbook already: it changes
nothing.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from menace_kit.errors import DoubtfulCountError, UnknownNameError
from menace_kit.guide import counting, taking_back, whole_games, wording
from menace_kit.guide.desk import Desk
from menace_kit.guide.players import NAME_LENGTH
from menace_kit.guide.session import Session
from menace_kit.logbook import Action
from menace_kit.machine.learning import Result
from menace_kit.text.typed_words import result_meant

LARGEST = 2**53
"""The largest whole number that JavaScript represents exactly."""

MOST_BOARD = 200
"""Characters accepted for a board to look up."""

Name = Annotated[str, Field(max_length=NAME_LENGTH)] | None

Word = Annotated[str, Field(max_length=40)]

Count = Annotated[int, Field(ge=0, le=9999)]


class Sent(BaseModel):
    """What is sent; `on` is the logbook's last entry when its sender looked."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    on: Annotated[
        int, Field(ge=0, le=LARGEST, description="The logbook's last entry, as the state said it.")
    ]

    @classmethod
    def name(cls) -> str:
        """Return the name in addresses and the logbook; for an act also the guide's method."""
        return cls.__name__.lower()


class Act(Sent):
    """An act that becomes entries of the logbook."""

    def key(self) -> str:
        """Return the key that identifies a repeated act: same act, same entry, same key."""
        facts = self.model_dump(exclude_none=True)
        return json.dumps({"act": self.name(), **facts}, sort_keys=True)

    def choose(self, session: Session) -> Action:
        """Return what the guide writes for it; raises GuideError if it is not due."""
        act: Callable[[], Action] = getattr(session, self.name())
        return act()

    def actions(self, session: Session) -> Sequence[Action]:
        """Return everything that is written for it, in one transaction."""
        return (self.choose(session),)

    def do(self, desk: Desk) -> bool:
        """Record it at the desk, and return whether it was new; raises what `act_once` raises."""
        return desk.act_once(self.actions, self.on, self.key())


class Start(Act):
    """Start a game; `both` for two machines, `unconfirmed` to leave the last game's list undone.

    The machine learns nothing from an `exhibition`. In a `greedy` game it plays the most common
    colour.
    """

    operator: Name = None
    opponent: Name = None
    first_mover: Literal["machine", "opponent"] | None = None
    unconfirmed: bool = False
    both: bool = False
    exhibition: bool = False
    greedy: bool = False

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
    """A bead was drawn.

    `square` is its move on the table, if the box was held another right way.
    """

    colour: Word
    square: Word | None = None

    def choose(self, session: Session) -> Action:
        return session.draw(self.colour, self.square)


class Reply(Act):
    """The opponent moved: a square, or an arrow such as `8-5`; in Nim, the number of matches."""

    square: Word

    def choose(self, session: Session) -> Action:
        return session.reply(self.square)


class Empty(Act):
    """The box is empty; the kit's rule is applied."""


class Halve(Act):
    """A box was too full, and half of each colour was taken out."""

    box: Annotated[int, Field(ge=1, le=10**6)]

    def choose(self, session: Session) -> Action:
        return counting.halve(session, self.box)


class Undo(Act):
    """Undo the last step; with `whole` the whole last game, even after its boxes were updated."""

    whole: bool = False

    def choose(self, session: Session) -> Action:
        return taking_back.take_back(session) if self.whole else taking_back.undo(session)


class Abandon(Act):
    """End the game early."""


class Confirm(Act):
    """All boxes of the last game are updated."""


class Next(Act):
    """All boxes of the last game are updated; start the next one the same way.

    The operator stays the same.
    """

    def choose(self, session: Session) -> Action:
        return session.start_again()

    def actions(self, session: Session) -> Sequence[Action]:
        """Return the confirmation and the start."""
        return session.confirm(), self.choose(session)


class Recount(Act):
    """The beads of a box were counted: colour -> count; colours that are not named stay unchanged.

    A count that is hard to believe is refused unless the sender is `sure`.
    """

    box: Annotated[int, Field(ge=1, le=10**6)]
    counts: Annotated[dict[Word, Count], Field(min_length=1, max_length=50)]
    sure: bool = False

    def choose(self, session: Session) -> Action:
        action = counting.count(session, self.box, self.counts)
        told = wording.doubt(session, session.kit.box(self.box), self.counts)
        if told and not self.sure:
            raise DoubtfulCountError(told)
        return action


def _result_named(word: object) -> object:
    """Return the result that a word means; unknown words stay unchanged and are refused later."""
    try:
        return result_meant(str(word)).value
    except UnknownNameError:
        return word


class Quick(Act):
    """A whole game known only by its result, and perhaps the first bead's colour.

    `box` is the box of that bead, if the machine's first move has several. `confirmed` means that
    the boxes are already updated.
    """

    result: Annotated[Literal["win", "draw", "loss"], BeforeValidator(_result_named)]
    colour: Word | None = None
    box: Annotated[int, Field(ge=1, le=10**6)] | None = None
    operator: Name = None
    opponent: Name = None
    first_mover: Literal["machine", "opponent"] | None = None
    confirmed: bool = False
    unconfirmed: bool = False

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


def _machine_first(first_mover: str | None) -> bool | None:
    return None if first_mover is None else first_mover == "machine"


class Tick(Sent):
    """Tick or untick a line of the list, from 1; all phones see it, but it is not an entry."""

    line: Annotated[int, Field(ge=1, le=1000)]
    done: bool = True

    def do(self, desk: Desk) -> bool:
        """Tick or untick it, and return whether that changed anything."""
        return desk.tick_once(self.line, self.done, self.on)


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
    """Return a form's fields as an act takes them, without empty ones.

    The counts of a recount are fields named `count:COLOUR`.
    """
    facts: dict[str, object] = {name: value for name, value in fields.items() if value.strip()}
    names = [name for name in facts if name.startswith(COUNT_FIELD)]
    counts = {name.removeprefix(COUNT_FIELD): facts.pop(name) for name in names}
    return {**facts, "counts": counts} if counts else facts
