"""The logbook as a server uses it: one thread has the desk, others read beside it."""

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
from menace_kit.logbook import Logbook
from menace_kit.machine import Kit

LOG = logging.getLogger("uvicorn.error")

Found = TypeVar("Found")

READERS = 2


class LogbookThread:
    """Does what the server asks of the logbook.

    The desk has one thread, which does one thing at a time: a step, the state after it, a look at
    the last entry. Long reads (statistics, histories) open the logbook again in another thread, so
    that no step waits for them. A call returns when its work is done, and raises its errors.

    The file opened first is the logbook for as long as the server runs. While it is not at its
    path, every call raises LogbookGoneError, and no new one is made. The terminal shows each error
    once.
    """

    def __init__(self, kit: Kit, path: Path, backups: bool = True) -> None:
        """Prepare for a logbook without opening it."""
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
        """Return the result of some work at the desk."""
        return await asyncio.get_running_loop().run_in_executor(
            self._at_desk, self._with_desk, work
        )

    async def reading(self, work: Callable[[Logbook], Found], kit: Kit | None = None) -> Found:
        """Return the result of some work that only reads the logbook; steps don't wait for it.

        `kit` is the same machine in another language.
        """
        return await asyncio.get_running_loop().run_in_executor(
            self._readers, self._with_logbook, work, kit or self._kit
        )

    async def close(self) -> None:
        """Close the logbook after the work already asked for."""
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
        """Raise LogbookGoneError unless the file at the logbook's path is the one opened first."""
        try:
            there = self._path.stat()
        except OSError as error:
            raise LogbookGoneError(
                f"{self._path} is missing: {error.strerror}; put it back"
            ) from error
        if self._file is None or not os.path.samestat(there, self._file):
            raise LogbookGoneError(
                f"{self._path} is not the file that was opened; "
                "put that one back, or restart the companion to continue with this one"
            )

    @contextmanager
    def _trouble_told(self) -> Iterator[None]:
        """Show an error of the logbook on the terminal, once until something works again."""
        try:
            yield
        except LogbookMovedOnError:
            raise  # not an error of the logbook: another program was faster
        except LogbookError as error:
            if str(error) != self._trouble:
                self._trouble = str(error)
                LOG.error("The logbook: %s", error)
            raise
        self._trouble = ""

    def _tell_warnings(self, logbook: Logbook) -> None:
        """Show on the terminal, once each, what failed without stopping anybody."""
        for warning in logbook.warnings:
            if warning not in self._warned:
                LOG.warning("The logbook: %s", warning)
        self._warned = list(logbook.warnings)

    def _close(self) -> None:
        if self._desk is not None:
            self._desk.leave(dark=True)
            self._desk.logbook.close()
