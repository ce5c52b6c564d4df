"""The logbook, used from a server: one thread has the desk, others read beside it."""

import asyncio
import logging
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from menace_kit.errors import LogbookError, LogbookGoneError, LogbookMovedOnError
from menace_kit.guide.desk import Desk
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit

LOG = logging.getLogger("uvicorn.error")

Found = TypeVar("Found")

READERS = 2


class LogbookThread:
    """Does what the server asks of the logbook.

    The desk lives in one thread, which does one thing after the other:
    a step, the state after it, a look at the last entry. Whatever reads long (statistics,
    histories) opens the logbook once more in another thread, so that no step waits for it.
    Each call comes back when its work is done; what it raises is raised here.

    The file that was opened first is the logbook as long as the server runs:
    while it is not at its place, every call raises LogbookGoneError, and none makes a new one.
    The terminal shows each trouble with it once.
    """

    def __init__(self, kit: Kit, path: Path, backups: bool = True) -> None:
        """Prepare for a logbook; nothing is opened yet."""
        self._kit = kit
        self._path = path
        self._backups = backups
        self._desk: Desk | None = None
        self._file: os.stat_result | None = None
        self._trouble = ""
        self._warned: list[str] = []
        self._at_desk = ThreadPoolExecutor(1, "desk")
        self._readers = ThreadPoolExecutor(READERS, "reader")

    async def at_desk(self, work: Callable[[Desk], Found]) -> Found:
        """Return what some work at the desk gives."""
        return await asyncio.get_running_loop().run_in_executor(
            self._at_desk, self._with_desk, work
        )

    async def reading(self, work: Callable[[Logbook], Found], kit: Kit | None = None) -> Found:
        """Return what some work with the logbook gives that only reads;
        steps do not wait for it. `kit` is the same machine in another language.
        """
        return await asyncio.get_running_loop().run_in_executor(
            self._readers, self._with_logbook, work, kit or self._kit
        )

    async def close(self) -> None:
        """Close the logbook, behind what is still to be done."""
        await asyncio.get_running_loop().run_in_executor(self._at_desk, self._close)
        self._at_desk.shutdown()
        self._readers.shutdown()

    def _with_desk(self, work: Callable[[Desk], Found]) -> Found:
        with self._trouble_told():
            if self._desk is None:
                desk = Desk(Logbook(self._path, self._kit, backups=self._backups))
                self._desk = desk
                desk.shine()
                self._file = self._path.stat()
            self._check_file()
            try:
                return work(self._desk)
            finally:
                self._tell_warnings(self._desk.logbook)

    def _with_logbook(self, work: Callable[[Logbook], Found], kit: Kit) -> Found:
        with self._trouble_told():
            self._check_file()
            with Logbook(self._path, kit, read_only=True) as logbook:
                return work(logbook)

    def _check_file(self) -> None:
        """Raise LogbookGoneError where the file at the logbook's place is not
        the one that was opened.
        """
        try:
            there = self._path.stat()
        except OSError as error:
            raise LogbookGoneError(
                f"{self._path} is not there: {error.strerror}; put it back"
            ) from error
        if self._file is None or not os.path.samestat(there, self._file):
            raise LogbookGoneError(
                f"{self._path} is another file than the one that was opened; "
                "put that back, or start the companion again to go on with this one"
            )

    @contextmanager
    def _trouble_told(self) -> Iterator[None]:
        """Tell the terminal what is wrong with the logbook, once until something works again."""
        try:
            yield
        except LogbookMovedOnError:
            raise  # no trouble: somebody else was faster
        except LogbookError as error:
            if str(error) != self._trouble:
                self._trouble = str(error)
                LOG.error("The logbook: %s", error)
            raise
        self._trouble = ""

    def _tell_warnings(self, logbook: Logbook) -> None:
        """Tell the terminal what did not succeed and stopped nobody, each once."""
        for warning in logbook.warnings:
            if warning not in self._warned:
                LOG.warning("The logbook: %s", warning)
        self._warned = list(logbook.warnings)

    def _close(self) -> None:
        if self._desk is not None:
            self._desk.leave(dark=True)
            self._desk.logbook.close()
