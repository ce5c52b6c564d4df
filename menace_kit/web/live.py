"""Server-sent events: whatever is recorded, by this server or any other program,
told to all who listen.

One watcher looks at the logbook's last entry; listeners only wait for it. A step is sent as event
`step` with the number of its last entry as its id, and after the steps comes event `state`,
how things stand. A browser that was cut off comes back with the last id that it had,
and is first sent what it missed, out of what is kept in memory; where that does not reach back so
far it is told how things stand, so that nobody has old steps made for him alone.

What a listener is told is a `Tell`: steps for programs and phones, pictures for screens.
"""

import asyncio
import logging
import math
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from fastapi import Request, Response
from starlette.responses import StreamingResponse

from menace_kit import errors
from menace_kit.web.problem import refuse


def stream(request: Request, hub: "Hub", tell: "Tell") -> Response:
    """Return what `tell` tells as a stream; 503 where as many listen as can.

    It ends with the asker's session, for what it tells may be for
    those who gave the PIN alone.
    """
    if hub.is_full:
        return refuse(
            request,
            503,
            "Too many screens are open. Close one and try again.",
            {"Retry-After": "10"},
        )
    headers = {"X-Accel-Buffering": "no"}
    events = hub.follow(tell, request.state.left)
    return StreamingResponse(events, media_type="text/event-stream", headers=headers)


POLL = 0.2
"""Seconds between two looks at the logbook, for what other programs write."""

HEARTBEAT = 15.0
"""Seconds after which a listener is sent something all the same,
so that a dead connection is noticed.
"""

KEPT = 500
"""Steps that are kept in memory for listeners who come back."""

MOST_LISTENERS = 400
"""Streams that may be open at once; the next request is told to come back later."""

ASKING = 2
"""Milliseconds for each listener: an answer takes one, and an operator's step
is to find the server idle.
"""

LOG = logging.getLogger("uvicorn.error")

Tell = Callable[[], Awaitable[tuple[bytes, float]]]
"""Tells a listener what is new to it, nothing where nothing is,
and after how many seconds to ask again though nothing happens.
"""

RETRY = b"retry: 1000\n\n"

STILL_HERE = b": still here\n\n"

Key = tuple[int, frozenset[int]]
"""The last entry, and the lines that are ticked: where either differs,
there is something to tell.
"""


class Look(NamedTuple):
    """What a look at the logbook found: how things stand,
    and the steps that lie behind entry `begin`.

    A step is the number of its last entry, and its JSON; `state` is JSON too.

    `begin` is the entry that was asked for, unless the steps behind that are too many,
    or there is no such entry. Where all is told `anew`, what was kept is not to be told any more.
    """

    key: Key
    state: bytes
    begin: int
    steps: Sequence[tuple[int, bytes]]
    anew: bool = False


class Hub:
    """Watches the logbook for all listeners."""

    def __init__(self, look: Callable[[int | None], Awaitable[Look]], alone: bool = False) -> None:
        """Watch through `look`, which is told the last entry known (None: nothing is known yet).

        Where this program is `alone` with the logbook, it is looked at when something was recorded
        here, and hardly ever besides: a phone is to run all day.
        """
        self._look = look
        self._poll = HEARTBEAT if alone else POLL
        self._key: Key = (0, frozenset())
        self._state = b""
        self._version = 0
        self._begin = 0
        self._steps: deque[tuple[int, bytes]] = deque()
        self._news = asyncio.Event()
        self._woken = asyncio.Event()
        self._watcher: asyncio.Task[None] | None = None
        self._stopped = False
        self._listeners = 0
        self.beside: Sequence[Hub] = (self,)

    async def start(self) -> None:
        """Begin to watch; a few steps that are there already are for listeners
        of a server that was stopped.
        """
        self._take(await self._look(None))
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

    def look_round(self) -> None:
        """Let every listener's stream look whether it may still go on: somebody's session ended."""
        self._tell()

    def wake(self) -> None:
        """Look at once: something was recorded here."""
        self._woken.set()

    @property
    def spread(self) -> int:
        """Return over how many milliseconds visitors' phones spread what they ask
        when they are told of news.
        """
        return ASKING * self._listeners

    @property
    def is_heard(self) -> bool:
        return self._listeners > 0

    @property
    def is_full(self) -> bool:
        """Return whether as many listen as can, to this hub and those
        beside it in the same server.
        """
        return sum(hub._listeners for hub in self.beside) >= MOST_LISTENERS

    def listen(
        self, after: int | None, left: Callable[[], float] = lambda: math.inf
    ) -> AsyncIterator[bytes]:
        """Yield events: the steps behind entry `after`, and the state after them."""
        return self.follow(self.steps_behind(after), left)

    async def follow(self, tell: Tell, left: Callable[[], float]) -> AsyncIterator[bytes]:
        """Yield what `tell` tells, at once, with all news, and when its time has come.

        It goes on for ever, or as long as seconds are `left`. A listener that is slow to
        take what it is sent is next told what is the newest by then. Where that cannot be told,
        it keeps what it has, and is told with the next news or heartbeat.
        """
        self._listeners += 1
        try:
            yield RETRY
            while not self._stopped and (remaining := left()) > 0:
                news = self._news
                told, again = await _asked(tell)
                if told and left() > 0:  # a session may end while a picture is drawn
                    yield told
                try:
                    # Not wait_for, which makes a task for each of a hall of screens, at each step.
                    async with asyncio.timeout(min(HEARTBEAT, remaining, again)):
                        await news.wait()
                except TimeoutError:
                    if left() > 0:
                        yield STILL_HERE
        finally:
            self._listeners -= 1

    def steps_behind(self, after: int | None) -> Tell:
        """Return what tells the steps behind entry `after` (None: those to come),
        and the state after them.

        Where the steps that are kept do not reach back to `after`, the state alone.
        """
        entry = self._key[0] if after is None or after > self._key[0] else after
        version = 0

        async def tell() -> tuple[bytes, float]:
            nonlocal entry, version
            events = []
            if self._begin <= entry < self._key[0]:
                events = [event for number, event in self._steps if number > entry]
            entry = self._key[0]
            if version != self._version:
                events.append(self._state)
                version = self._version
            # In one go: to send takes longer than all else that is done for a listener.
            return b"".join(events), math.inf

        return tell

    async def _watch(self) -> None:
        while not self._stopped:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._poll):
                    await self._woken.wait()
            self._woken.clear()
            try:
                look = await self._look(self._key[0])
                if look.key != self._key or look.anew:
                    self._take(look)
                    self._tell()
            except errors.LogbookError:
                # The terminal was told; it is looked at again, and whoever wants to write is told.
                pass
            except Exception:
                LOG.exception("The screens cannot be told what was recorded")
                await asyncio.sleep(HEARTBEAT)

    def _take(self, look: Look) -> None:
        if look.begin != self._key[0] or look.anew:  # what is kept does not lead there
            self._steps.clear()
            self._begin = look.begin
        self._steps.extend((entry, event_of("step", step, entry)) for entry, step in look.steps)
        while len(self._steps) > KEPT:
            self._begin = self._steps.popleft()[0]
        self._key = look.key
        self._state = event_of("state", look.state)
        self._version += 1

    def _tell(self) -> None:
        news = self._news
        self._news = asyncio.Event()
        news.set()


async def _asked(tell: Tell) -> tuple[bytes, float]:
    """Return what `tell` tells; nothing where it cannot, and the terminal says why."""
    try:
        return await tell()
    except errors.LogbookError:  # the terminal was told
        pass
    except Exception:
        LOG.exception("A screen cannot be told what was recorded")
    return b"", HEARTBEAT


def event_of(name: str, data: bytes, number: int | str | None = None) -> bytes:
    """Return an event as it is sent, its number the id from which a browser goes on."""
    head = f"event: {name}\n" if number is None else f"event: {name}\nid: {number}\n"
    lines = [b"data: " + line for line in data.splitlines()]
    return head.encode() + b"\n".join(lines) + b"\n\n"
