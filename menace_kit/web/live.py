"""Server-sent events: the state whenever this or another program records something.

One watcher looks at the logbook's last entry; listeners only wait for it. What a listener gets
comes from a `Tell`: the state for programs and phones, pictures for screens.
"""

import asyncio
import logging
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Sequence
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

MOST_LISTENERS = 400
"""Streams open at once; further requests are asked to come back later."""

ASKING = 2
"""Milliseconds for each listener: an answer takes one, and the server must stay free for steps."""

LOG = logging.getLogger("uvicorn.error")

Tell = Callable[[], Awaitable[tuple[bytes, float]]]
"""Returns what is new to a listener, if anything, and the seconds until it asks again anyway."""

RETRY = b"retry: 1000\n\n"

STILL_HERE = b": still here\n\n"


class Look(NamedTuple):
    """A look at what is watched: its state as JSON, and a key that changes when there is news."""

    key: Hashable
    state: bytes


class Hub:
    """Watches the logbook for all listeners."""

    def __init__(self, look: Callable[[], Awaitable[Look]], alone: bool = False) -> None:
        """Watch through `look`.

        If this program is `alone` with the logbook, it looks when something was recorded here, and
        otherwise rarely: a phone has to last all day.
        """
        self._look = look
        self._poll = HEARTBEAT if alone else POLL
        self._seen = Look(None, b"")
        self._version = 0
        self._news = asyncio.Event()
        self._woken = asyncio.Event()
        self._watcher: asyncio.Task[None] | None = None
        self._stopped = False
        self._listeners = 0
        self.beside: Sequence[Hub] = (self,)

    async def start(self) -> None:
        """Start watching."""
        self._take(await self._look())
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
        self.look_round()

    def look_round(self) -> None:
        """Make every stream look for news, and whether it may continue."""
        news = self._news
        self._news = asyncio.Event()
        news.set()

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

    def states(self) -> Tell:
        """Return a `Tell` for the state: at once, and whenever there is news."""
        version = 0

        async def tell() -> tuple[bytes, float]:
            nonlocal version
            if version == self._version:
                return b"", math.inf
            version = self._version
            return event_of("state", self._seen.state), math.inf

        return tell

    async def _watch(self) -> None:
        while not self._stopped:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._poll):
                    await self._woken.wait()
            self._woken.clear()
            try:
                look = await self._look()
                if look.key != self._seen.key:
                    self._take(look)
                    self.look_round()
            except errors.LogbookError:
                # The terminal has shown it. The next look tries again, and writers get the error.
                pass
            except Exception:
                LOG.exception("Cannot send screens what was recorded")
                await asyncio.sleep(HEARTBEAT)

    def _take(self, look: Look) -> None:
        self._seen = look
        self._version += 1


async def _asked(tell: Tell) -> tuple[bytes, float]:
    """Return what `tell` gives; nothing if it fails, and the terminal says why."""
    try:
        return await tell()
    except errors.LogbookError:  # the terminal has shown it
        pass
    except Exception:
        LOG.exception("Cannot send a screen what was recorded")
    return b"", HEARTBEAT


def event_of(name: str, data: bytes, tag: str = "") -> bytes:
    """Return an event as it is sent; its tag is the id that browsers resume from."""
    head = f"event: {name}\nid: {tag}\n" if tag else f"event: {name}\n"
    lines = [b"data: " + line for line in data.splitlines()]
    return head.encode() + b"\n".join(lines) + b"\n\n"
