"""A class at a glance: how far each group is, whose machine is unbeatable, and all curves."""

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress

from menace_kit.errors import LogbookError
from menace_kit.guide.desk import Desk
from menace_kit.layout.charts.dark import in_the_dark
from menace_kit.machine import Kit
from menace_kit.render import rendered
from menace_kit.views.class_career import Career, career_of, class_chart
from menace_kit.views.standing import ClassMoment, Standing, class_moment
from menace_kit.views.state import Moment, standing
from menace_kit.web.cache import MadeOnce
from menace_kit.web.companion import Companion
from menace_kit.web.encoding import encoded
from menace_kit.web.live import Hub, Look

FRESH = 2.0
"""Seconds for which viewers get the same look at the class."""


class Overview:
    """What a teacher sees of a class, worked out once for all viewers and only if there are any.

    One stream of events covers all groups.
    """

    def __init__(self, kit: Kit, groups: Mapping[str, Companion]) -> None:
        """Prepare for the groups of a class, by letters, and its kit; nothing is read yet."""
        self._kit = kit
        self._groups = groups
        self.hub = Hub(self._look)
        self._made = MadeOnce()
        self._found: dict[str, Standing] = {}
        self._played: dict[str, tuple[int, ...]] = {}
        self.curves = 0  # changes whenever the curves do
        self._moment = class_moment(0, (), ())
        self._minute = 0
        self._again = 0.0
        self._turn = asyncio.Lock()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Watch the class as long as it runs."""
        await self.hub.start()
        try:
            yield
        finally:
            await self.hub.stop()
            await self._made.stop()

    async def moment(self) -> ClassMoment:
        """Return how far the class is now."""
        async with self._turn:
            told = await asyncio.gather(*map(self._stands, self._groups))
            found = {each.group: each for each in told if each}
            # How long a group has been waiting changes by the minute.
            minute = round(time.time() // 60)
            missing = [letters for letters in self._groups if letters not in found]
            if (found, minute, missing) != (self._found, self._minute, self._moment.missing):
                self._found = found
                self._minute = minute
                self._moment = class_moment(self._moment.entry + 1, list(found.values()), missing)
            played = {letters: _games_of(each) for letters, each in found.items()}
            if played != self._played:
                self._played = played
                self.curves += 1
            self._again = time.monotonic() + FRESH
            return self._moment

    async def _stands(self, letters: str) -> Standing | None:
        """Return how far a group is; None if its logbook cannot be read."""
        before = self._found.get(letters)

        def at_desk(desk: Desk, now: Moment) -> Standing:
            if before and before.entry == now.entry:
                return before
            return standing(desk, now, letters, self._kit)

        try:
            return await self._groups[letters].at_desk(at_desk)
        except LogbookError:  # the terminal has shown it
            return None

    async def _look(self) -> Look:
        """Return what viewers of the class get."""
        is_first = not self._again
        if is_first or (self.hub.is_heard and time.monotonic() > self._again):
            await self.moment()
        return Look(self._moment.entry, encoded(self._moment))

    async def chart(self, narrow: bool, dark: bool, suffix: str) -> bytes:
        """Return the picture of all curves in this format.

        Raises LogbookError if none of the logbooks can be read.
        """

        async def draw() -> bytes:
            shown = dict(self._found)
            careers = {}
            for letters, each in shown.items():
                with suppress(LogbookError):
                    careers[letters] = await self._groups[letters].reading_once(
                        "career", _games_of(each), career_of
                    )
            if not careers:
                raise LogbookError("none of the groups' logbooks can be read")
            unbeatable = {letters for letters, each in shown.items() if each.unbeatable}
            return await asyncio.to_thread(drawn, careers, unbeatable)

        def drawn(careers: dict[str, Career], unbeatable: set[str]) -> bytes:
            document = class_chart(self._kit, careers, unbeatable, narrow)
            return rendered(in_the_dark(document) if dark else document, suffix)[0]

        return await self._made.fetch((narrow, dark, suffix), self.curves, draw)


def _games_of(each: Standing) -> tuple[int, ...]:
    """Return a value that changes with a group's finished games: their sums, and the last one."""
    last = each.game if each.due in ("start", "adjust") else each.game - 1
    return each.games, each.wins, each.draws, each.losses, last
