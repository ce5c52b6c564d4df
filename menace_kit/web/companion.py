"""The companion: a kit, its logbook and the listeners, as pages and API use them."""

from collections.abc import Callable, Hashable
from datetime import UTC, datetime
from pathlib import Path

from fastapi import Request

from menace_kit.errors import LogbookError, LogbookMovedOnError
from menace_kit.frozen import Frozen
from menace_kit.guide import wording
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Session
from menace_kit.logbook import Logbook
from menace_kit.logbook.career import Statistics, statistics
from menace_kit.logbook.times import time_of
from menace_kit.machine import Kit
from menace_kit.text.kit_words import page_words
from menace_kit.text.phrases import paragraph, say
from menace_kit.views.days import Day, DayFacts, day_facts, days
from menace_kit.views.machine import kit_shape
from menace_kit.views.milestones import Milestones
from menace_kit.views.state import Answer, Moment, last_happened, read_state
from menace_kit.web.cache import MadeOnce
from menace_kit.web.encoding import encoded
from menace_kit.web.live import Hub, Look
from menace_kit.web.logbook_thread import Found, LogbookThread
from menace_kit.web.pin import PinLock
from menace_kit.web.settings import Settings
from menace_kit.web.taps import Act, Tick


class LastLook(Frozen):
    """A state, its JSON, and when its last entry was written, None without entries.

    `key` has all that the state depends on: the last entry, its mark, and the ticked lines.
    """

    key: tuple[int, int, frozenset[int]]
    state: Moment
    text: bytes
    at: datetime | None

    @property
    def version(self) -> tuple[int, int]:
        """Return a value that changes whenever something else was recorded or erased."""
        return self.key[:2]


class Companion:
    """What a server does for its clients. Every act goes through the guide's desk."""

    def __init__(
        self, kit: Kit, logbook: Path, settings: Settings, lock: PinLock | None = None
    ) -> None:
        """Prepare for a kit and its logbook; `start` opens it."""
        self.kit = kit
        self.settings = settings
        self.started = datetime.now(UTC)
        self.lock = lock or PinLock(settings.pin, secure=settings.secure)
        self.machine = kit_shape(kit)
        self.made_once = MadeOnce()
        self._logbook = LogbookThread(kit, logbook, backups=not settings.alone)
        self.reading = self._logbook.reading
        self._seen: LastLook | None = None
        self._tell = page_words(kit).tell
        self.milestones = Milestones()
        self.hub = Hub(self._look, settings.alone)
        self.lock.watch(self.hub.look_round)

    async def start(self) -> None:
        """Open the logbook and start watching it; raises LogbookError if it cannot be opened."""
        await self._logbook.at_desk(self._see)
        await self.hub.start()

    async def stop(self) -> None:
        """End all streams and close the logbook."""
        await self.hub.stop()
        await self.made_once.stop()
        await self._logbook.close()

    async def state(self) -> Moment:
        return (await self._logbook.at_desk(self._see)).state

    async def state_told(self, kit: Kit) -> Moment:
        """Return the present state in the language of `kit`, which must be the same machine."""
        seen = await self._logbook.at_desk(self._see)
        if kit is self.kit:
            return seen.state
        return await self.reading_once("state", seen.key, lambda book: read_state(Desk(book)), kit)

    async def seen(self) -> LastLook:
        """Return the last look: all that was done here, but perhaps not the latest steps of others.

        It doesn't ask at the desk, so that no step waits for a hall full of screens.
        """
        seen = self._seen
        return await self._logbook.at_desk(self._see) if seen is None else seen

    async def state_json(self) -> bytes:
        """Return the present state as JSON, made once for everyone."""
        return (await self._logbook.at_desk(self._see)).text

    async def at_desk(self, work: Callable[[Desk, Moment], Found]) -> Found:
        """Return the result of some short work at the desk, in the present state."""
        return await self._logbook.at_desk(lambda desk: work(desk, self._see(desk).state))

    async def session(self, work: Callable[[Session], Found]) -> Found:
        """Return the result of some short work with the session, in the present state."""
        return await self.at_desk(lambda desk, _: work(desk.session))

    async def reading_once(
        self,
        name: Hashable,
        version: Hashable,
        work: Callable[[Logbook], Found],
        told: Kit | None = None,
    ) -> Found:
        """Return the result of `reading`, made once for all who ask for this version of `name`.

        `told` is the same machine in the language to read in.
        """
        if told is None:
            return await self.made_once.fetch(name, version, lambda: self.reading(work))
        in_one_language = (name, told.spec.print.language)
        return await self.made_once.fetch(
            in_one_language, version, lambda: self.reading(work, told)
        )

    async def statistics(self) -> tuple[int, Statistics]:
        """Return the last entry, and the machine's results up to it."""
        entry = (await self.state()).entry
        return entry, await self.reading_once("statistics", entry, statistics)

    async def days(self) -> tuple[int, dict[str, Day]]:
        """Return the last entry, and the days with games up to it."""
        entry = (await self.state()).entry
        return entry, await self.reading_once("days", entry, days)

    async def day(self, date: str) -> tuple[int, DayFacts]:
        """Return the last entry, and the facts of a day up to it."""
        entry = (await self.state()).entry
        return entry, await self.reading_once(
            ("day", date), entry, lambda logbook: day_facts(logbook, date)
        )

    async def do(self, sent: Act | Tick) -> Answer:
        """Record an act after the entry it names; it is on the disk before this returns.

        An act sent twice is recorded once, and that is not a mistake. Raises LogbookMovedOnError if
        anything else was recorded after its entry, and GuideError and others if it is not due.
        """

        def at_desk(desk: Desk) -> Answer:
            desk.refresh()
            recorded = self._do(desk, sent)
            state = self._see(desk).state
            if not recorded:
                message = self._tell(say("recorded.already"))
            elif isinstance(sent, Tick):
                line = desk.line(sent.line)
                message = self._tell(wording.ticked(self.kit, sent.line, line, sent.done))
            else:
                message = state.happened or self._tell(say("recorded.recorded"))
            return Answer(recorded=recorded, message=message, state=state)

        answer = await self._logbook.at_desk(at_desk)
        self.hub.wake()
        return answer

    def _do(self, desk: Desk, sent: Act | Tick) -> bool:
        """Record an act, and return whether it was new.

        Raises LogbookMovedOnError, saying what was recorded in between.
        """
        try:
            return sent.do(desk)
        except LogbookMovedOnError:
            since = last_happened(desk) if sent.on <= desk.last_entry else ""
            if not since:
                raise
            step = say("common.named", name=say("overview.since"), told=since)
            raise LogbookMovedOnError(paragraph([say("recorded.moved-on"), step])) from None

    def _see(self, desk: Desk) -> LastLook:
        """Return the present state, made anew only if something was recorded or ticked."""
        entry = desk.logbook.last_entry
        key = (entry, desk.logbook.mark(entry), desk.ticked)
        seen = self._seen  # another thread sets it to None if its look fails
        if seen is None or seen.key != key or desk.last_entry != entry:
            state = read_state(desk)
            ticked = frozenset(line.line for line in state.adjustments if line.ticked)
            last = desk.logbook.entry(state.entry)
            at = time_of(last.at) if last else None
            key = (state.entry, desk.logbook.mark(state.entry), ticked)
            self._seen = seen = LastLook(key, state, encoded(state), at)
        return seen

    async def _look(self) -> Look:
        """Return the state for the listeners."""
        try:
            seen = await self._logbook.at_desk(self._see)
        except LogbookError:
            self._seen = None  # so that viewers see the error, too
            raise
        return Look(seen.key, seen.text)


def companion_of(request: Request) -> Companion:
    found: Companion = request.app.state.companion
    return found
