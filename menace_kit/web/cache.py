"""Things that take a while to make (charts, statistics, exact chances, printables):
made once, in another thread, and kept for all who ask.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from functools import partial
from typing import Any, NamedTuple, TypeVar, cast

T = TypeVar("T")

MOST = 64
"""Things that are kept: what each language, look and size has of its own."""


class _Thing(NamedTuple):
    """The newest version of a thing, the task that makes it,
    and whose turn it is among its versions.
    """

    version: Hashable
    task: asyncio.Task[Any]
    turn: asyncio.Lock


class MadeOnce:
    """Keeps the newest version of each thing that was made, so many at the most;
    those asked for last stay.

    Of one thing only one version is made at a time, and then the newest:
    those in between are left out, and requests for one of them get the newest.

    `turn` is for what takes the whole processor: one at a time.
    """

    def __init__(self) -> None:
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

        Whoever asks while it is made waits for the same. It is made to its end though all who asked
        went away; what goes wrong is raised here, and not kept.
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

    async def _make(
        self, name: Hashable, turn: asyncio.Lock, make: Callable[[], Awaitable[T]]
    ) -> T:
        """Make a thing when no other version of it is being made;
        one that is no longer the newest gives the newest.
        """
        async with turn:
            newest = self._made.get(name)
            if newest is None or newest.task is asyncio.current_task():
                return await make()
        return cast("T", await asyncio.shield(newest.task))
