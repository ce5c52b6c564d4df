"""The program `operator play` in its own terminal, for tests: keys in, screen out."""

import os
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

import pexpect
import pyte

from tests.cli.operator.pressed import flowing

ROOT = Path(__file__).resolve().parents[3]
SECONDS = 60.0
"""Seconds to wait for what should be immediate, on a busy computer."""

BACKSPACE, ENTER, CTRL_C, CTRL_Q, CTRL_L, CTRL_Z = "\x7f", "\r", "\x03", "\x11", "\x0c", "\x1a"
UP, CTRL_UP, DELETE, F1, ESCAPE = "\x1b[A", "\x1b[1;5A", "\x1b[3~", "\x1bOP", "\x1b"
ALTERNATE_SCREEN, NORMAL_SCREEN = b"\x1b[?1049h", b"\x1b[?1049l"


class Played:
    """A running `operator play`; leaving its `with` block ends it."""

    def __init__(
        self, logbook: Path, *options: str, size: tuple[int, int] = (80, 24), program: str = ""
    ) -> None:
        """Start the program on a logbook, with options, in a terminal of this width and height."""
        width, height = size
        program = program or "from menace_kit.cli import main; main()"
        arguments = ["-c", program, "operator", "play", "--logbook", str(logbook), *options]
        environment = {
            **os.environ,
            "TERM": "xterm-256color",
            "PYTHONPATH": str(ROOT),
            "PYTHONUTF8": "1",
        }
        for name in ("NO_COLOR", "COLUMNS", "LINES", "MENACE_OPERATOR"):
            environment.pop(name, None)
        self.child = pexpect.spawn(
            sys.executable,
            arguments,
            dimensions=(height, width),
            env=environment,
            cwd=str(logbook.parent),
        )
        self.screen = pyte.Screen(width, height)
        self.stream = pyte.ByteStream(self.screen)
        self.written = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the program if it is still running."""
        self.child.close(force=True)

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def shows(self, *texts: str) -> None:
        """Wait until all these texts are on the screen, wherever lines break, and the program waits
        for a key.
        """
        self._wait(
            lambda: (
                all(text in flowing(self.text.splitlines()) for text in texts) and self._listens()
            ),
            f"{texts} on the screen",
        )
        while self._read():  # read the rest of the screen
            pass

    def press(self, keys: str, *texts: str) -> None:
        """Press a key (an arrow is several characters); wait for texts in newly written output."""
        written = len(self.written)
        self.child.send(keys)
        if texts:
            self._wait(lambda: len(self.written) > written, f"an answer to {keys!r}")
            self.shows(*texts)

    def ends(self) -> int:
        """Wait for the program to end, and return its exit code; after a signal it is negative."""
        self._wait(lambda: not self.child.isalive(), "the end of the program")
        self._read()
        code, signal = self.child.exitstatus, self.child.signalstatus
        return int(code) if code is not None else -int(signal or 0)

    def resize(self, width: int, height: int) -> None:
        self.screen.resize(height, width)
        self.child.setwinsize(height, width)

    def _listens(self) -> bool:
        """Return whether the program waits for a key: it ignores keys for what isn't shown yet."""
        flags = termios.tcgetattr(self.child.child_fd)
        return not flags[3] & termios.ICANON and flags[6][termios.VMIN] in (1, b"\x01")

    def _wait(self, true: Callable[[], bool], what: str) -> None:
        until = time.monotonic() + SECONDS
        while not true():
            if time.monotonic() > until:
                raise AssertionError(f"waited in vain for {what}; there is:\n{self.text}")
            self._read()

    def _read(self) -> bool:
        try:
            new = self.child.read_nonblocking(65536, 0.05)
        except (pexpect.TIMEOUT, pexpect.EOF):
            time.sleep(0.01)
            return False
        self.written += new
        self.stream.feed(new)
        return True
