"""Things that are slow to make (charts, statistics, exact chances, printables).

Each is made once, in another thread, and kept for everyone who asks.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from functools import partial
from typing import Any, NamedTuple, TypeVar, cast

T = TypeVar("T")

MOST = 64
"""Things kept; each language, look and size counts as one."""


class _Thing(NamedTuple):
    """A thing's newest version, the task that makes it, and the lock of all its versions."""

    version: Hashable
    task: asyncio.Task[Any]
    turn: asyncio.Lock


class MadeOnce:
    """Keeps the newest version of each thing made; drops the least recently requested beyond MOST.

    Versions of a thing are made one at a time, always the newest next. Requests for a version that
    was skipped get the newest.

    `turn` is for work that needs the whole processor: one at a time.
    """

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self._made: OrderedDict[Hashable, _Thing] = OrderedDict()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def stop(self) -> None:
        """Cancel whatever is being made, and wait for that."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def fetch(self, name: Hashable, version: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """Return this version of a thing, making it if needed.

        Everyone who asks while it is being made waits for the same result. It is finished even if
        all of them have left. An error is raised here and not kept.
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
        """Forget a task that failed, even if nobody is waiting for it."""
        self._tasks.discard(task)
        there = self._made.get(name)
        if (task.cancelled() or task.exception()) and there is not None and there.task is task:
            del self._made[name]

    async def _make(
        self, name: Hashable, turn: asyncio.Lock, make: Callable[[], Awaitable[T]]
    ) -> T:
        """Make a thing when no other version is being made; if there is a newer one, return it."""
        async with turn:
            newest = self._made.get(name)
            if newest is None or newest.task is asyncio.current_task():
                return await make()
        return cast("T", await asyncio.shield(newest.task))
