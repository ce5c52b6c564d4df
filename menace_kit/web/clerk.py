"""The journal, used from a server: one thread has the desk, others read beside it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from menace_kit.guide.desk import Desk
from menace_kit.journal.store import Journal
from menace_kit.machine.kit import Kit

T = TypeVar("T")

READERS = 2


class Clerk:
    """Does what the server asks of the journal.

    The desk lives in one thread, which does one thing after the other: a step, the state after it, a look at the last
    entry. Whatever reads long (statistics, histories) opens the journal once more in another thread, so that no step
    waits for it. Each call comes back when its work is done; what it raises is raised here.
    """

    def __init__(self, kit: Kit, path: Path) -> None:
        """Prepare for a journal; nothing is opened yet."""
        self._kit, self._path = kit, path
        self._desk: Desk | None = None
        self._at_desk = ThreadPoolExecutor(1, "desk")
        self._readers = ThreadPoolExecutor(READERS, "reader")

    async def at_desk(self, work: Callable[[Desk], T]) -> T:
        """Return what some work at the desk gives."""
        return await asyncio.get_running_loop().run_in_executor(self._at_desk, self._with_desk, work)

    async def reading(self, work: Callable[[Journal], T]) -> T:
        """Return what some work gives that only reads."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._with_journal, work)

    async def close(self) -> None:
        """Close the journal, behind what is still to be done."""
        await asyncio.get_running_loop().run_in_executor(self._at_desk, self._close)
        self._at_desk.shutdown()
        self._readers.shutdown()

    def _with_desk(self, work: Callable[[Desk], T]) -> T:
        if self._desk is None:
            self._desk = Desk(Journal(self._path, self._kit))
        return work(self._desk)

    def _with_journal(self, work: Callable[[Journal], T]) -> T:
        with Journal(self._path, self._kit) as journal:
            return work(journal)

    def _close(self) -> None:
        if self._desk is not None:
            self._desk.journal.close()
