"""Things that take a while to make: made once, in another thread, and kept for all who ask."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, NamedTuple, TypeVar, cast

T = TypeVar("T")

MOST = 24


class _Thing(NamedTuple):
    """The newest version of a thing, the task that makes it, and whose turn it is among its versions."""

    version: Hashable
    task: asyncio.Task[Any]
    turn: asyncio.Lock


class Kept:
    """Keeps the newest version of each thing that was made, so many at the most; those asked for last stay.

    Of one thing only one version is made at a time, and then the newest: those in between are left out, and whoever
    asked for one of them is given the newest.

    `turn` is for what takes the whole processor: one at a time.
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self.turn = asyncio.Lock()
        self._made: OrderedDict[Hashable, _Thing] = OrderedDict()

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
        if there is None or there.version != version:
            turn = there.turn if there else asyncio.Lock()
            there = _Thing(version, asyncio.ensure_future(self._make(name, turn, make)), turn)
            self._made[name] = there
        self._made.move_to_end(name)
        while len(self._made) > MOST:
            self._made.popitem(last=False)
        return cast("asyncio.Task[T]", there.task)

    async def _make(self, name: Hashable, turn: asyncio.Lock, make: Callable[[], Awaitable[T]]) -> T:
        """Make a thing when no other version of it is being made; one that is no longer the newest gives the newest."""
        async with turn:
            newest = self._made.get(name)
            if newest is None or newest.task is asyncio.current_task():
                return await make()
        return cast("T", await asyncio.shield(newest.task))

    def _forget(self, name: Hashable, task: "asyncio.Task[Any]") -> None:
        if name in self._made and self._made[name].task is task:
            del self._made[name]
