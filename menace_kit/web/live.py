"""Server-sent events: whatever is recorded, by this server or any other program, told to all who listen.

One watcher looks at the journal's last entry; listeners only wait for it. A step is sent as event `step` with the
number of its last entry as its id, and after the steps comes event `state`, how things stand. A browser that was cut
off comes back with the last id that it had, and is first sent what it missed, out of what is kept in memory; where that
does not reach back so far it is told how things stand, so that nobody has old steps made for him alone.

What takes a while (charts, statistics, exact chances, printables) is made once for all who ask, too: `MadeOnce`.
"""

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, TypeVar, cast

from menace_kit.errors import JournalError

POLL = 0.2
"""Seconds between two looks at the journal, for what other programs write."""

HEARTBEAT = 15.0
"""Seconds after which a listener is sent something all the same, so that a dead connection is noticed."""

KEPT = 500
"""Steps that are kept in memory for listeners who come back."""

MOST_LISTENERS = 400
"""Streams that are open at the same time; whoever asks for one more is asked to come back."""

ASKING = 2
"""Milliseconds for each listener: an answer takes one, and an operator's step is to find the server idle."""

LOG = logging.getLogger("uvicorn.error")

RETRY = b"retry: 1000\n\n"
STILL_HERE = b": still here\n\n"


Key = tuple[int, frozenset[int]]
"""The last entry, and the lines that are ticked: where either differs, there is something to tell."""


class Look(NamedTuple):
    """What a look at the journal found: how things stand, and the steps that lie behind entry `begin`.

    A step is the number of its last entry, and its JSON; `state` is JSON too.

    `begin` is the entry that was asked for, unless the steps behind that are too many, or there is no such entry. Where
    all is told `anew`, what was kept is not to be told any more.
    """

    key: Key
    state: bytes
    begin: int
    steps: Sequence[tuple[int, bytes]]
    anew: bool = False


class Hub:
    """Watches the journal for all listeners."""

    def __init__(self, look: Callable[[int | None], Awaitable[Look]]) -> None:
        """Watch through `look`, which is told the last entry known (None: nothing is known yet)."""
        self._look = look
        self._key: Key = (0, frozenset())
        self._state, self._version = b"", 0
        self._begin = 0
        self._steps: deque[tuple[int, bytes]] = deque()
        self._news, self._woken = asyncio.Event(), asyncio.Event()
        self._watcher: asyncio.Task[None] | None = None
        self._stopped = False
        self._listeners = 0
        self.beside: Sequence[Hub] = (self,)

    async def start(self) -> None:
        """Begin to watch; a few steps that are there already are for listeners of a server that was stopped."""
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

    def wake(self) -> None:
        """Look at once: something was recorded here."""
        self._woken.set()

    @property
    def spread(self) -> int:
        """Return over how many milliseconds those who listen are to spread what they ask when they are told of news."""
        return ASKING * self._listeners

    @property
    def is_heard(self) -> bool:
        """Return whether anybody listens."""
        return self._listeners > 0

    @property
    def is_full(self) -> bool:
        """Return whether as many listen as can, to this hub and those beside it in the same server."""
        return sum(hub._listeners for hub in self.beside) >= MOST_LISTENERS

    async def listen(self, after: int | None) -> AsyncIterator[bytes]:
        """Yield events for ever: the steps behind entry `after` (None: those to come), and the state after them.

        Where the steps that are kept do not reach back to `after`, the state alone.
        """
        self._listeners += 1
        try:
            async for event in self._events(after):
                yield event
        finally:
            self._listeners -= 1

    async def _events(self, after: int | None) -> AsyncIterator[bytes]:
        yield RETRY
        entry = self._key[0] if after is None or after > self._key[0] else after
        told = 0
        while not self._stopped:
            news = self._news
            key, state, version = self._key, self._state, self._version
            events = []
            if self._begin <= entry < key[0]:
                events = [event for number, event in self._steps if entry < number <= key[0]]
            entry = key[0]
            if told != version:
                events.append(state)
                told = version
            if events:  # in one go: to send takes longer than all else that is done for a listener
                yield b"".join(events)
            try:
                await asyncio.wait_for(news.wait(), HEARTBEAT)
            except TimeoutError:
                yield STILL_HERE

    async def _watch(self) -> None:
        # Not for ever: Python 3.11's wait_for loses a cancellation that comes just after what it waits for.
        while not self._stopped:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), POLL)
            self._woken.clear()
            try:
                look = await self._look(self._key[0])
                if look.key != self._key or look.anew:
                    self._take(look)
                    self._tell()
            except JournalError:
                pass  # the terminal was told; it is looked at again, and whoever wants to write is told
            except Exception:
                LOG.exception("The screens cannot be told what was recorded")
                await asyncio.sleep(HEARTBEAT)

    def _take(self, look: Look) -> None:
        if look.begin != self._key[0] or look.anew:  # what is kept does not lead there
            self._steps.clear()
            self._begin = look.begin
        self._steps.extend((entry, _event("step", step, entry)) for entry, step in look.steps)
        while len(self._steps) > KEPT:
            self._begin = self._steps.popleft()[0]
        self._key, self._state = look.key, _event("state", look.state)
        self._version += 1

    def _tell(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()


def _event(name: str, data: bytes, number: int | None = None) -> bytes:
    """Return an event; JSON has no ends of lines in it."""
    head = f"event: {name}\n" if number is None else f"event: {name}\nid: {number}\n"
    return head.encode() + b"data: " + data + b"\n\n"


# Things that take a while to make: made once, in another thread, and kept for all who ask.

T = TypeVar("T")

MOST = 64
"""Things that are kept: what each language, look and size has of its own."""


class _Thing(NamedTuple):
    """The newest version of a thing, the task that makes it, and whose turn it is among its versions."""

    version: Hashable
    task: asyncio.Task[Any]
    turn: asyncio.Lock


class MadeOnce:
    """Keeps the newest version of each thing that was made, so many at the most; those asked for last stay.

    Of one thing only one version is made at a time, and then the newest: those in between are left out, and whoever
    asked for one of them is given the newest.

    `turn` is for what takes the whole processor: one at a time.
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self.turn = asyncio.Lock()
        self._made: OrderedDict[Hashable, _Thing] = OrderedDict()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def stop(self) -> None:
        """Make no more; what nobody waits for any longer is not begun."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def fetch(self, name: Hashable, version: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """Return the thing of this name and version; it is made where there is none yet.

        Whoever asks while it is made waits for the same. It is made to its end though all who asked went away; what
        goes wrong is raised here, and not kept.
        """
        there = self._made.get(name)
        if there is None or there.version != version:
            turn = there.turn if there else asyncio.Lock()
            there = _Thing(version, asyncio.create_task(self._make(name, turn, make)), turn)
            self._made[name] = there
            self._tasks.add(there.task)
            there.task.add_done_callback(partial(self._done, name))
        self._made.move_to_end(name)
        if len(self._made) > MOST:
            self._made.popitem(last=False)
        return cast("T", await asyncio.shield(there.task))

    def _done(self, name: Hashable, task: asyncio.Task[Any]) -> None:
        """Forget what went wrong, also where nobody waits for it any longer."""
        self._tasks.discard(task)
        there = self._made.get(name)
        if (task.cancelled() or task.exception()) and there is not None and there.task is task:
            del self._made[name]

    async def _make(self, name: Hashable, turn: asyncio.Lock, make: Callable[[], Awaitable[T]]) -> T:
        """Make a thing when no other version of it is being made; one that is no longer the newest gives the newest."""
        async with turn:
            newest = self._made.get(name)
            if newest is None or newest.task is asyncio.current_task():
                return await make()
        return cast("T", await asyncio.shield(newest.task))
