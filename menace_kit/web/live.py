"""Server-sent events: everything that this or another program records, for all listeners.

One watcher looks at the logbook's last entry; listeners only wait for it. A step is sent as the
event `step`, with its last entry's number as id. After the steps comes the event `state`. A browser
that reconnects sends its last id, and first gets the steps it missed from memory. If they are no
longer there, it gets the state only, so that old steps are never worked out for a single listener.

What a listener gets comes from a `Tell`: steps for programs and phones, pictures for screens.
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
    """Return a stream of what `tell` gives; 503 if there are too many listeners.

    It ends with the sender's session, as it may be meant only for those with the PIN.
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
"""Seconds between looks at the logbook for what other programs write."""

HEARTBEAT = 15.0
"""Seconds after which a listener gets a sign of life, so that dead connections are noticed."""

KEPT = 500
"""Steps kept in memory for listeners who reconnect."""

MOST_LISTENERS = 400
"""Streams open at once; further requests are asked to come back later."""

ASKING = 2
"""Milliseconds for each listener: an answer takes one, and the server must stay free for steps."""

LOG = logging.getLogger("uvicorn.error")

Tell = Callable[[], Awaitable[tuple[bytes, float]]]
"""Returns what is new to a listener, if anything, and the seconds until it asks again anyway."""

RETRY = b"retry: 1000\n\n"

STILL_HERE = b": still here\n\n"

Key = tuple[int, frozenset[int]]
"""The last entry, and the ticked lines; if either changes, there is news."""


class Look(NamedTuple):
    """A look at the logbook: the state, and the steps after entry `begin`.

    A step is the number of its last entry and its JSON; `state` is JSON too.

    `begin` is the entry that was asked for, unless it doesn't exist or too many steps follow it. If
    the look is `anew`, steps kept from before must no longer be sent.
    """

    key: Key
    state: bytes
    begin: int
    steps: Sequence[tuple[int, bytes]]
    anew: bool = False


class Hub:
    """Watches the logbook for all listeners."""

    def __init__(self, look: Callable[[int | None], Awaitable[Look]], alone: bool = False) -> None:
        """Watch through `look`, which takes the last known entry (None: nothing is known yet).

        If this program is `alone` with the logbook, it looks when something was recorded here, and
        otherwise rarely: a phone has to last all day.
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
        """Start watching, and keep the latest steps for listeners from before a restart."""
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
        """End every stream, so that a server that waits for them can stop."""
        self._stopped = True
        self._tell()

    def look_round(self) -> None:
        """Make every stream check whether it may continue, because a session ended."""
        self._tell()

    def wake(self) -> None:
        """Look at once, because something was recorded here."""
        self._woken.set()

    @property
    def spread(self) -> int:
        """Return the milliseconds over which visitors' phones spread their requests after news."""
        return ASKING * self._listeners

    @property
    def is_heard(self) -> bool:
        return self._listeners > 0

    @property
    def is_full(self) -> bool:
        """Return whether this hub and those beside it have all the listeners they can serve."""
        return sum(hub._listeners for hub in self.beside) >= MOST_LISTENERS

    async def follow(self, tell: Tell, left: Callable[[], float]) -> AsyncIterator[bytes]:
        """Yield what `tell` gives: at once, after all news, and when its time has come.

        It continues for as long as seconds are `left`. A slow listener next gets the newest. If
        `tell` fails, the listener keeps what it has until the next news or heartbeat.
        """
        self._listeners += 1
        try:
            yield RETRY
            while not self._stopped and (remaining := left()) > 0:
                news = self._news
                told, again = await _asked(tell)
                if told and left() > 0:  # the session may have ended while a picture was drawn
                    yield told
                try:
                    # wait_for would make a task for each screen in the hall at every step.
                    async with asyncio.timeout(min(HEARTBEAT, remaining, again)):
                        await news.wait()
                except TimeoutError:
                    if left() > 0:
                        yield STILL_HERE
        finally:
            self._listeners -= 1

    def steps_behind(self, after: int | None) -> Tell:
        """Return a `Tell` for the steps after entry `after` (None: future ones) and the state.

        If the kept steps don't reach back to `after`, it gives only the state.
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
            # Send all in one go: sending takes longer than everything else for a listener.
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
                # The terminal has shown it. The next look tries again, and writers get the error.
                pass
            except Exception:
                LOG.exception("Cannot send screens what was recorded")
                await asyncio.sleep(HEARTBEAT)

    def _take(self, look: Look) -> None:
        if look.begin != self._key[0] or look.anew:  # the kept steps don't continue to there
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
    """Return what `tell` gives; nothing if it fails, and the terminal says why."""
    try:
        return await tell()
    except errors.LogbookError:  # the terminal has shown it
        pass
    except Exception:
        LOG.exception("Cannot send a screen what was recorded")
    return b"", HEARTBEAT


def event_of(name: str, data: bytes, number: int | str | None = None) -> bytes:
    """Return an event as it is sent; its number is the id that browsers resume from."""
    head = f"event: {name}\n" if number is None else f"event: {name}\nid: {number}\n"
    lines = [b"data: " + line for line in data.splitlines()]
    return head.encode() + b"\n".join(lines) + b"\n\n"
