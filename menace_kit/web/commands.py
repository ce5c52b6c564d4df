"""From a tap to the logbook: the acts, the thread that has the logbook, and the companion,
which pages and API ask.

Each act says on which entry it was done, and what the guide is to make of it.
"""

import asyncio
import json
import logging
import os
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal, Self, TypeVar

from fastapi import Request
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from menace_kit.errors import (
    LogbookError,
    LogbookGoneError,
    LogbookMovedOnError,
    UnknownNameError,
)
from menace_kit.games import Side
from menace_kit.guide import wording
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import NAME_LENGTH, Session
from menace_kit.logbook.entries import Action, time_of
from menace_kit.logbook.queries import Statistics, holds_act, statistics
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result
from menace_kit.text.kit_words import page_words
from menace_kit.text.typed_words import in_figures, result_meant
from menace_kit.text.words import say
from menace_kit.views.elements import kit_shape
from menace_kit.views.logbook import latest_begin, steps_after
from menace_kit.views.state import Answer, Moment, last_happened, read_state
from menace_kit.views.statistics import Day, DayFacts, Milestones, day_facts, days
from menace_kit.web.guard import PinLock, Settings
from menace_kit.web.page import Hub, Key, Look, MadeOnce

LARGEST = 2**53
"""The largest whole number that JavaScript is sure of."""

MOST_BOARD = 200
"""Signs of a board that is looked up."""

Name = Annotated[str, Field(max_length=NAME_LENGTH)] | None
Word = Annotated[str, Field(max_length=40)]
Count = Annotated[int, Field(ge=0, le=9999)]


class Sent(BaseModel):
    """What is sent on entry `on`: the last one of the logbook when whoever sends it looked."""

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
        return session.halve(self.box)


class Undo(Act):
    """The last step of the game is taken back; with `whole` all of the last game,
    also when its beads are put right.
    """

    whole: bool = False

    def choose(self, session: Session) -> Action:
        return session.take_back() if self.whole else session.undo()


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
    """Beads of a box were counted: colour -> count; colours that are not named stay as they are."""

    box: Annotated[int, Field(ge=1, le=10**6)]
    counts: Annotated[dict[Word, Count], Field(min_length=1, max_length=50)]

    def choose(self, session: Session) -> Action:
        return session.recount(self.box, self.counts)


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


# The logbook, used from a server: one thread has the desk, others read beside it.

Found = TypeVar("Found")

READERS = 2

LOG = logging.getLogger("uvicorn.error")


class LogbookThread:
    """Does what the server asks of the logbook.

    The desk lives in one thread, which does one thing after the other:
    a step, the state after it, a look at the last entry. Whatever reads long (statistics,
    histories) opens the logbook once more in another thread, so that no step waits for it.
    Each call comes back when its work is done; what it raises is raised here.

    The file that was opened first is the logbook as long as the server runs:
    while it is not at its place, every call raises LogbookGoneError, and none makes a new one.
    The terminal is told of trouble with it, each once.
    """

    def __init__(self, kit: Kit, path: Path, backups: bool = True) -> None:
        """Prepare for a logbook; nothing is opened yet."""
        self._kit, self._path, self._backups = kit, path, backups
        self._desk: Desk | None = None
        self._file: os.stat_result | None = None
        self._trouble = ""
        self._warned: list[str] = []
        self._at_desk = ThreadPoolExecutor(1, "desk")
        self._readers = ThreadPoolExecutor(READERS, "reader")

    async def at_desk(self, work: Callable[[Desk], Found]) -> Found:
        """Return what some work at the desk gives."""
        return await asyncio.get_running_loop().run_in_executor(
            self._at_desk, self._with_desk, work
        )

    async def reading(self, work: Callable[[Logbook], Found]) -> Found:
        """Return what some work with the logbook gives that only reads;
        steps do not wait for it.
        """
        return await asyncio.get_running_loop().run_in_executor(
            self._readers, self._with_logbook, work
        )

    async def close(self) -> None:
        """Close the logbook, behind what is still to be done."""
        await asyncio.get_running_loop().run_in_executor(self._at_desk, self._close)
        self._at_desk.shutdown()
        self._readers.shutdown()

    def _with_desk(self, work: Callable[[Desk], Found]) -> Found:
        with self._trouble_told():
            if self._desk is None:
                desk = Desk(Logbook(self._path, self._kit, backups=self._backups))
                self._desk = desk
                desk.shine()
                self._file = self._path.stat()
            self._check_file()
            try:
                return work(self._desk)
            finally:
                self._tell_warnings(self._desk.logbook)

    def _with_logbook(self, work: Callable[[Logbook], Found]) -> Found:
        with self._trouble_told():
            self._check_file()
            with Logbook(self._path, self._kit, read_only=True) as logbook:
                return work(logbook)

    def _check_file(self) -> None:
        """Raise LogbookGoneError where the file at the logbook's place is not
        the one that was opened.
        """
        try:
            there = self._path.stat()
        except OSError as error:
            raise LogbookGoneError(
                f"{self._path} is not there: {error.strerror}; put it back"
            ) from error
        if self._file is None or not os.path.samestat(there, self._file):
            raise LogbookGoneError(
                f"{self._path} is another file than the one that was opened; "
                "put that back, or start the companion again to go on with this one"
            )

    @contextmanager
    def _trouble_told(self) -> Iterator[None]:
        """Tell the terminal what is wrong with the logbook, once until something works again."""
        try:
            yield
        except LogbookMovedOnError:
            raise  # no trouble: somebody else was faster
        except LogbookError as error:
            if str(error) != self._trouble:
                self._trouble = str(error)
                LOG.error("The logbook: %s", error)
            raise
        self._trouble = ""

    def _tell_warnings(self, logbook: Logbook) -> None:
        """Tell the terminal what did not succeed and stopped nobody, each once."""
        for warning in logbook.warnings:
            if warning not in self._warned:
                LOG.warning("The logbook: %s", warning)
        self._warned = list(logbook.warnings)

    def _close(self) -> None:
        if self._desk is not None:
            self._desk.leave(dark=True)
            self._desk.logbook.close()


# The companion: a kit, its logbook and the listeners, as pages and API use them.


@dataclass(frozen=True)
class LastLook:
    """A state, its JSON, when its last entry was written (None: there is none),
    and what it was made for.

    That is the last entry and the ticks, its `key`, and the entry's `mark`.
    """

    key: Key
    state: Moment
    text: bytes
    at: datetime | None
    mark: int


class Companion:
    """What a server does for its clients. Every act goes through the guide's desk."""

    def __init__(
        self, kit: Kit, logbook: Path, settings: Settings, lock: PinLock | None = None
    ) -> None:
        """Prepare for a kit and its logbook; `start` opens it."""
        self.kit, self.settings, self.started = kit, settings, datetime.now(UTC)
        self.lock = lock or PinLock(settings.pin, secure=settings.secure)
        self.machine, self.made_once = kit_shape(kit), MadeOnce()
        self._logbook = LogbookThread(kit, logbook, backups=not settings.alone)
        self.reading = self._logbook.reading
        self._seen: LastLook | None = None
        # The entry that listeners were told of last, and its mark.
        self._told: tuple[int, int] | None = None
        self._tell = page_words(kit).tell
        self.milestones = Milestones(kit)
        self.hub = Hub(self._look, settings.alone)
        self.lock.watch(self.hub.look_round)

    async def start(self) -> None:
        """Open the logbook, and begin to watch it; LogbookError where it cannot be opened."""
        await self._logbook.at_desk(self._see)
        await self.hub.start()

    async def stop(self) -> None:
        """Send the listeners away and close the logbook."""
        await self.hub.stop()
        await self.made_once.stop()
        await self._logbook.close()

    # What is

    async def state(self) -> Moment:
        return (await self._logbook.at_desk(self._see)).state

    async def seen(self) -> LastLook:
        """Return how things stood at the last look: behind all that was done here,
        and what others did a moment ago.

        Nothing is asked at the desk for it, so that no step waits for a hall of screens.
        """
        seen = self._seen
        return await self._logbook.at_desk(self._see) if seen is None else seen

    async def state_json(self) -> bytes:
        """Return how things stand now, as JSON; made once for all who ask."""
        return (await self._logbook.at_desk(self._see)).text

    async def at_desk(self, work: Callable[[Desk, Moment], Found]) -> Found:
        """Return what some short work at the desk gives, as things stand now."""
        return await self._logbook.at_desk(lambda desk: work(desk, self._see(desk).state))

    async def session(self, work: Callable[[Session], Found]) -> Found:
        """Return what some short work with the session gives, as things stand now."""
        return await self.at_desk(lambda desk, _: work(desk.session))

    async def reading_once(
        self, name: Hashable, version: Hashable, work: Callable[[Logbook], Found]
    ) -> Found:
        """Return what `reading` gives, made once for all who ask for this version
        of the thing of this name.
        """
        return await self.made_once.fetch(name, version, lambda: self.reading(work))

    async def statistics(self) -> tuple[int, Statistics]:
        """Return the last entry, and how the machine has fared until then."""
        entry = (await self.state()).entry
        return entry, await self.reading_once("statistics", entry, statistics)

    async def days(self) -> tuple[int, dict[str, Day]]:
        """Return the last entry, and the days on which there were games until then."""
        entry = (await self.state()).entry
        return entry, await self.reading_once("days", entry, days)

    async def day(self, date: str) -> tuple[int, DayFacts]:
        """Return the last entry, and what there is to tell of a day by then."""
        entry = (await self.state()).entry
        return entry, await self.reading_once(
            ("day", date), entry, lambda logbook: day_facts(logbook, date)
        )

    # What is done

    async def do(self, sent: Act | Tick) -> Answer:
        """Do an act on the entry that it names, on the disk before this returns.

        An act that was sent twice is not recorded again, and is no mistake.
        LogbookMovedOnError where anything else was recorded behind its entry;
        GuideError and other mistakes where it is not due.
        """

        def at_desk(desk: Desk) -> Answer:
            desk.refresh()
            told, state = self._do(desk, sent), self._see(desk).state
            message = self._tell(say(told))
            if told == "recorded.recorded" and isinstance(sent, Tick):
                message = self._tell(
                    wording.ticked(self.kit, sent.line, desk.line(sent.line), sent.done)
                )
            elif told == "recorded.recorded":
                message = state.happened or message
            return Answer(recorded=told != "recorded.already", message=message, state=state)

        answer = await self._logbook.at_desk(at_desk)
        self.hub.wake()
        return answer

    # At the desk, in its thread

    def _do(self, desk: Desk, sent: Act | Tick) -> str:
        """Do an act, and return the key of what is told of it;
        LogbookMovedOnError says what came in between.
        """
        if sent.on == desk.last_entry:
            with suppress(LogbookMovedOnError):  # another program, just now
                if isinstance(sent, Tick):
                    before = desk.ticked
                    desk.tick(sent.line, sent.done)
                    return "recorded.recorded" if desk.ticked != before else "recorded.already"
                desk.act_all(sent.actions(desk.session), sent.key(self.kit))
                return "recorded.recorded"
        if isinstance(sent, Act) and holds_act(desk.logbook, sent.key(self.kit)):
            return "recorded.already"
        if sent.on > desk.last_entry:
            raise LogbookMovedOnError(say("recorded.not-yet", entry=sent.on, last=desk.last_entry))
        since = last_happened(desk)
        raise LogbookMovedOnError(
            say("recorded.moved-on-since", since=since) if since else say("recorded.moved-on")
        )

    def _see(self, desk: Desk) -> LastLook:
        """Return how things stand now; made anew only where something was recorded or ticked."""
        key = (desk.logbook.last_entry, desk.ticked)
        mark = desk.logbook.mark(key[0])
        seen = self._seen  # a look that failed may forget it meanwhile, in another thread
        if seen is None or (seen.key, seen.mark) != (key, mark) or desk.last_entry != key[0]:
            state = read_state(desk)
            ticked = frozenset(line.line for line in state.adjustments if line.ticked)
            text, last = state.model_dump_json().encode(), desk.logbook.entry(state.entry)
            at, mark = time_of(last.at) if last else None, desk.logbook.mark(state.entry)
            self._seen = seen = LastLook((state.entry, ticked), state, text, at, mark)
        return seen

    async def _look(self, after: int | None) -> Look:
        """Return what listeners are to be told:
        the steps behind an entry (None: the latest), and how things stand.
        """

        def at_desk(desk: Desk) -> Look:
            seen = self._see(desk)
            last = seen.state.entry
            told_before, self._told = self._told, (last, seen.mark)
            if told_before and desk.logbook.mark(told_before[0]) != told_before[1]:
                # Somebody's name was forgotten: what was told has it, perhaps.
                return Look(seen.key, seen.text, last, (), anew=True)
            begin = latest_begin(desk.logbook, last) if after is None else after
            steps = steps_after(desk.logbook, begin, last, self.milestones)
            told = [(step.entry, step.model_dump_json().encode()) for step in steps or ()]
            return Look(seen.key, seen.text, last if steps is None else begin, told)

        try:
            return await self._logbook.at_desk(at_desk)
        except LogbookError:
            self._seen = None  # whoever watches is told of the trouble, too
            raise


def companion_of(request: Request) -> Companion:
    found: Companion = request.app.state.companion
    return found
