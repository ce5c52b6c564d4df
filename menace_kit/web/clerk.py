"""The journal, used from a server: one thread has the desk, others read beside it."""

import asyncio
import logging
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from menace_kit.errors import JournalError, JournalGoneError, JournalMovedOnError
from menace_kit.guide.desk import Desk
from menace_kit.journal.store import Journal
from menace_kit.machine.kit import Kit

T = TypeVar("T")

READERS = 2

LOG = logging.getLogger("uvicorn.error")


class Clerk:
    """Does what the server asks of the journal.

    The desk lives in one thread, which does one thing after the other: a step, the state after it, a look at the last
    entry. Whatever reads long (statistics, histories) opens the journal once more in another thread, so that no step
    waits for it. Each call comes back when its work is done; what it raises is raised here.

    The file that was opened first is the journal as long as the server runs: while it is not at its place, every call
    raises JournalGoneError, and none makes a new one. The terminal is told of trouble with it, each once.
    """

    def __init__(self, kit: Kit, path: Path) -> None:
        """Prepare for a journal; nothing is opened yet."""
        self._kit, self._path = kit, path
        self._desk: Desk | None = None
        self._file: os.stat_result | None = None
        self._trouble = ""
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
        with self._trouble_told():
            if self._desk is None:
                self._desk = Desk(Journal(self._path, self._kit))
                self._file = self._path.stat()
            self._check_file()
            return work(self._desk)

    def _with_journal(self, work: Callable[[Journal], T]) -> T:
        with self._trouble_told():
            self._check_file()
            with Journal(self._path, self._kit, make=False) as journal:
                return work(journal)

    def _check_file(self) -> None:
        """Raise JournalGoneError where the file at the journal's place is not the one that was opened."""
        try:
            there = self._path.stat()
        except OSError as error:
            raise JournalGoneError(f"{self._path} is not there: {error.strerror}; put it back") from error
        if self._file is None or not os.path.samestat(there, self._file):
            raise JournalGoneError(
                f"{self._path} is another file than the one that was opened; put that back, or start the companion "
                "again to go on with this one"
            )

    @contextmanager
    def _trouble_told(self) -> Iterator[None]:
        """Tell the terminal what is wrong with the journal, once until something works again."""
        try:
            yield
        except JournalMovedOnError:
            raise  # no trouble: somebody else was faster
        except JournalError as error:
            if str(error) != self._trouble:
                self._trouble = str(error)
                LOG.error("The journal: %s", error)
            raise
        self._trouble = ""

    def _close(self) -> None:
        if self._desk is not None:
            self._desk.journal.close()
