"""A companion that starts at once: the program is loaded once, and each companion is forked from
it.

Loading, and starting it as people do, are tested in tests/web/test_serve.py.
"""

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import IO

from menace_kit.cli import main
from tests.cli.running import environment
from tests.web import server
from tests.web.server import Server

CAN_FORK = "forkserver" in multiprocessing.get_all_start_methods()


def served(folder: Path, *arguments: str) -> AbstractContextManager[Server]:
    """Start the companion in a folder, on a free port, and yield it, as `tests.web.server.served`
    does.
    """
    return server.served(folder, *arguments, begin=Forked if CAN_FORK else server.begun)


class Forked:
    """A forked companion, with the methods of a process that tests use."""

    def __init__(self, folder: Path, arguments: Sequence[str]) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload([__name__, "tests.web.preloaded"])
        here, there = context.Pipe(duplex=False)
        self._process = context.Process(
            target=_run, args=(folder, arguments, environment(), there), daemon=True
        )
        with _without_main():
            self._process.start()
        there.close()
        self.stdout: IO[str] = os.fdopen(os.dup(here.fileno()), encoding="utf-8")
        here.close()

    def poll(self) -> int | None:
        """Return its exit code; None while it runs."""
        return self._process.exitcode

    def kill(self) -> None:
        """End it like a dead battery."""
        self._process.kill()

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        code = self._process.exitcode
        if code is None:
            raise TimeoutError
        return code

    def send_signal(self, sig: int) -> None:
        assert self._process.pid is not None
        os.kill(self._process.pid, sig)


@contextmanager
def _without_main() -> Iterator[None]:
    """Keep the test runner's main module out of what a companion loads."""
    module = sys.modules["__main__"]
    sys.modules["__main__"] = type(module)("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = module


def _run(
    folder: Path, arguments: Sequence[str], variables: dict[str, str], said: Connection
) -> None:
    """Be the program, in a folder, and send its output on."""
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(variables)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for stream in (1, 2):
        os.dup2(said.fileno(), stream)
    said.close()
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False, buffering=1)
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False, buffering=1)
    sys.argv = ["menace-kit", *arguments]
    main()
