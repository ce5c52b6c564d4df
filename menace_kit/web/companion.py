"""The companion: a kit, its journal and the listeners, as pages and API use them."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from menace_kit.errors import JournalMovedOnError
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Session
from menace_kit.journal.queries import holds_act
from menace_kit.journal.store import Journal
from menace_kit.machine.kit import Kit
from menace_kit.web import sentences
from menace_kit.web.acts import Act, Tick
from menace_kit.web.clerk import Clerk
from menace_kit.web.events import Hub, Key, Look
from menace_kit.web.gate import Gate
from menace_kit.web.milestones import Milestones
from menace_kit.web.moment import last_happened, read_moment
from menace_kit.web.page_words import page_words
from menace_kit.web.settings import Settings
from menace_kit.web.shapes import Answer, Moment
from menace_kit.web.steps import latest_begin, steps_after

T = TypeVar("T")


@dataclass(frozen=True)
class _Seen:
    """A moment, its JSON, and what it was made for: the last entry, and the ticks."""

    key: Key
    moment: Moment
    text: bytes


class Companion:
    """What a server does for its clients. Every act goes through the guide's desk."""

    def __init__(self, kit: Kit, journal: Path, settings: Settings, gate: Gate | None = None) -> None:
        """Prepare for a kit and its journal; `start` opens it."""
        self.kit, self.settings = kit, settings
        self.gate = gate or Gate(settings.pin)
        self._clerk = Clerk(kit, journal)
        self._seen: _Seen | None = None
        self._tell = page_words(kit).tell
        self._milestones = Milestones(kit)  # used at the desk alone
        self.hub = Hub(self._look)

    async def start(self) -> None:
        """Open the journal, and begin to watch it; JournalError where it cannot be opened."""
        await self._clerk.at_desk(self._see)
        await self.hub.start()

    async def stop(self) -> None:
        """Send the listeners away and close the journal."""
        await self.hub.stop()
        await self._clerk.close()

    # What is

    async def moment(self) -> Moment:
        """Return how things stand now."""
        return (await self._clerk.at_desk(self._see)).moment

    async def moment_json(self) -> bytes:
        """Return how things stand now, as JSON; made once for all who ask."""
        return (await self._clerk.at_desk(self._see)).text

    async def session(self, work: Callable[[Session], T]) -> T:
        """Return what some short work with the session gives, as things stand now."""

        def at_desk(desk: Desk) -> T:
            self._see(desk)
            return work(desk.session)

        return await self._clerk.at_desk(at_desk)

    async def reading(self, work: Callable[[Journal], T]) -> T:
        """Return what some work with the journal gives that only reads; steps do not wait for it."""
        return await self._clerk.reading(work)

    # What is done

    async def do(self, sent: Act | Tick) -> Answer:
        """Do an act on the entry that it names, on the disk before this returns.

        An act that was sent twice is not recorded again, and is no mistake. JournalMovedOnError where anything else was
        recorded behind its entry; GuideError and other mistakes where it is not due.
        """

        def at_desk(desk: Desk) -> Answer:
            desk.refresh()
            return self._tick(desk, sent) if isinstance(sent, Tick) else self._act(desk, sent)

        answer = await self._clerk.at_desk(at_desk)
        self.hub.wake()
        return answer

    # At the desk, in its thread

    def _act(self, desk: Desk, act: Act) -> Answer:
        if act.on != desk.last_entry:
            return self._late(desk, act)
        try:
            desk.act(act.choose, act.key(self.kit))
        except JournalMovedOnError:  # another program, just now
            return self._late(desk, act)
        moment = self._see(desk).moment
        return Answer(
            recorded=True, message=moment.happened or self._tell(sentences.recorded()), state=moment
        )

    def _late(self, desk: Desk, act: Act) -> Answer:
        """Return the answer to an act that was sent twice; JournalMovedOnError for any other."""
        if holds_act(desk.journal, act.key(self.kit)):
            told = self._tell(sentences.already())
            return Answer(recorded=False, message=told, state=self._see(desk).moment)
        raise self._moved_on(desk, act.on)

    def _tick(self, desk: Desk, tick: Tick) -> Answer:
        """Tick a line of the list that is open on this entry; JournalMovedOnError where it is another by now."""
        if tick.on != desk.last_entry:
            raise self._moved_on(desk, tick.on)
        before = desk.ticked
        try:
            desk.tick(tick.line, tick.done)
        except JournalMovedOnError:  # another program, just now
            raise self._moved_on(desk, tick.on) from None
        changed = desk.ticked != before
        told = self._tell(sentences.ticked() if changed else sentences.already())
        return Answer(recorded=changed, message=told, state=self._see(desk).moment)

    def _moved_on(self, desk: Desk, on: int) -> JournalMovedOnError:
        since = last_happened(desk.journal, self.kit, desk.session.game)
        return JournalMovedOnError(sentences.moved_on(on, desk.last_entry, since))

    def _see(self, desk: Desk) -> _Seen:
        """Return how things stand now; made anew only where something was recorded or ticked."""
        key = (desk.journal.last_entry, desk.ticked)
        if self._seen is None or self._seen.key != key or desk.last_entry != key[0]:
            moment = read_moment(desk)
            ticked = frozenset(line.line for line in moment.adjustments if line.ticked)
            self._seen = _Seen((moment.entry, ticked), moment, moment.model_dump_json().encode())
        return self._seen

    async def _look(self, after: int | None) -> Look:
        """Return what listeners are to be told: the steps behind an entry (None: the latest), and how things stand."""

        def at_desk(desk: Desk) -> Look:
            seen = self._see(desk)
            last = seen.moment.entry
            begin = latest_begin(desk.journal, last) if after is None else after
            steps = steps_after(desk.journal, begin, last, self._milestones)
            return Look(seen.key, seen.text, last if steps is None else begin, steps or ())

        return await self._clerk.at_desk(at_desk)
