"""Server-sent events: whatever is recorded, by this server or any other program, told to all who listen.

One watcher looks at the journal's last entry; listeners only wait for it. A step is sent as event `step` with the
number of its last entry as its id, and after the steps comes event `state`, how things stand. A browser that was cut
off comes back with the last id that it had, and is first sent what it missed.
"""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from menace_kit.errors import JournalError
from menace_kit.web.steps import Step

POLL = 0.2
"""Seconds between two looks at the journal, for what other programs write."""

HEARTBEAT = 15.0
"""Seconds after which a listener is sent something all the same, so that a dead connection is noticed."""

KEPT = 500
"""Steps that are kept in memory for listeners who come back."""

LOG = logging.getLogger("uvicorn.error")

RETRY = b"retry: 1000\n\n"
STILL_HERE = b": still here\n\n"


Key = tuple[int, frozenset[int]]
"""The last entry, and the lines that are ticked: where either differs, there is something to tell."""


class Look(NamedTuple):
    """What a look at the journal found."""

    key: Key
    state: bytes
    steps: Sequence[Step]


class Hub:
    """Watches the journal for all listeners."""

    def __init__(
        self,
        look: Callable[[int], Awaitable[Look]],
        steps_after: Callable[[int], Awaitable[Sequence[Step]]],
    ) -> None:
        """Watch through `look`, which is told the last entry known; `steps_after` fetches what is older."""
        self._look, self._steps_after = look, steps_after
        self._key: Key = (0, frozenset())
        self._state = b""
        self._begin = 0
        self._steps: deque[tuple[int, bytes]] = deque()
        self._news, self._woken = asyncio.Event(), asyncio.Event()
        self._watcher: asyncio.Task[None] | None = None
        self._stopped = False

    async def start(self) -> None:
        """Begin to watch: what is there already is no news."""
        look = await self._look(2**62)
        self._key, self._begin, self._state = look.key, look.key[0], _event("state", look.state)
        self._watcher = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        """Stop watching, and end every listener's stream."""
        self.dismiss()
        if self._watcher is not None:
            self._watcher.cancel()
            with suppress(asyncio.CancelledError):
                await self._watcher

    def dismiss(self) -> None:
        """End every listener's stream, so that a server that waits for them can stop."""
        self._stopped = True
        self._tell()

    def wake(self) -> None:
        """Look at once: something was recorded here."""
        self._woken.set()

    async def listen(self, after: int | None) -> AsyncIterator[bytes]:
        """Yield events for ever: the steps behind entry `after` (None: those to come), and the state after them."""
        yield RETRY
        entry = self._key[0] if after is None or after > self._key[0] else after
        told: Key | None = None
        while not self._stopped:
            news = self._news
            key, state = self._key, self._state
            if entry < key[0]:
                for number, event in await self._behind(entry):
                    if number <= key[0]:
                        yield event
            entry = key[0]
            if told != key:
                yield state
                told = key
            try:
                await asyncio.wait_for(news.wait(), HEARTBEAT)
            except TimeoutError:
                yield STILL_HERE

    async def _behind(self, entry: int) -> list[tuple[int, bytes]]:
        if entry < self._begin:
            return [_step_event(step) for step in await self._steps_after(entry)]
        return [step for step in self._steps if step[0] > entry]

    async def _watch(self) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), POLL)
            self._woken.clear()
            try:
                await self._see()
            except JournalError:
                pass  # locked or away just now: it is looked at again, and whoever wants to write is told
            except Exception:
                LOG.exception("The screens cannot be told what was recorded")
                await asyncio.sleep(HEARTBEAT)

    async def _see(self) -> None:
        look = await self._look(self._key[0])
        if look.key == self._key:
            return
        self._steps.extend(map(_step_event, look.steps))
        if look.key[0] != self._key[0] and not look.steps:
            # So many at once that nobody is told them one by one; or a backup was put back.
            self._steps.clear()
            self._begin = look.key[0]
        while len(self._steps) > KEPT:
            self._begin = self._steps.popleft()[0]
        self._key, self._state = look.key, _event("state", look.state)
        self._tell()

    def _tell(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()


def _step_event(step: Step) -> tuple[int, bytes]:
    return step.entry, _event("step", step.model_dump_json().encode(), step.entry)


def _event(name: str, data: bytes, number: int | None = None) -> bytes:
    """Return an event; JSON has no ends of lines in it."""
    head = f"event: {name}\n" if number is None else f"event: {name}\nid: {number}\n"
    return head.encode() + b"data: " + data + b"\n\n"
