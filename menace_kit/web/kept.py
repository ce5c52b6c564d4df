"""Things that take a while to make: made once, in another thread, and kept for all who ask."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, TypeVar, cast

T = TypeVar("T")

MOST = 24


class Kept:
    """Keeps the newest version of each thing that was made, so many at the most; those asked for last stay.

    `turn` is for what takes the whole processor: one at a time.
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self.turn = asyncio.Lock()
        self._made: OrderedDict[Hashable, tuple[Hashable, asyncio.Task[Any]]] = OrderedDict()

    async def fetch(self, name: Hashable, version: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """Return the thing of this name and version; it is made where there is none yet.

        Whoever asks while it is made waits for the same. It is made to its end though all who asked went away; what
        goes wrong is raised here, and not kept.
        """
        task = self.begin(name, version, make)
        try:
            return await asyncio.shield(task)
        finally:
            if task.done() and (task.cancelled() or task.exception()):
                self._forget(name, task)

    async def fetch_soon(
        self, name: Hashable, version: Hashable, make: Callable[[], Awaitable[T]], seconds: float
    ) -> T | None:
        """Return the same, or None where it is not made after so many seconds; it is made all the same."""
        try:
            return await asyncio.wait_for(self.fetch(name, version, make), seconds)
        except TimeoutError:
            return None

    def begin(self, name: Hashable, version: Hashable, make: Callable[[], Awaitable[T]]) -> "asyncio.Task[T]":
        """Return the task that makes a thing, or has made it."""
        there = self._made.get(name)
        if there is None or there[0] != version:
            there = (version, asyncio.ensure_future(_made(make)))
            self._made[name] = there
        self._made.move_to_end(name)
        while len(self._made) > MOST:
            self._made.popitem(last=False)
        return cast("asyncio.Task[T]", there[1])

    def _forget(self, name: Hashable, task: "asyncio.Task[Any]") -> None:
        if name in self._made and self._made[name][1] is task:
            del self._made[name]


async def _made(make: Callable[[], Awaitable[T]]) -> T:
    return await make()
