"""What takes seconds shows on a terminal that it goes on, and only there:
what is piped stays as it is.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import PROGRAM, environment, run
from tests.examples import some_of

pty = pytest.importorskip("pty", reason="terminals as POSIX has them")

COMMANDS = {
    "print labels --preset nim-8": "Drawing",
    "build --preset nim-8": "Drawing",
    "dev check-game nim": "Playing through the game",
    "lab train --preset nim-8 --games 1e6": "Games",
}
"""Command -> what it says it is at."""


def with_a_terminal_for_errors(command: str, folder: Path) -> tuple[str, str]:
    """Return what a command writes into a pipe, and what it shows on the terminal meanwhile."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*PROGRAM, *command.split()],
        cwd=folder,
        env=environment(TERM="xterm-256color"),
        stdout=subprocess.PIPE,
        stderr=theirs,
    ) as process:
        os.close(theirs)
        shown = b""
        while True:
            try:
                part = os.read(ours, 1000)
            except OSError:  # so Linux tells that nobody has the other end any more
                break
            if not part:
                break
            shown += part
        out = process.stdout.read() if process.stdout else b""
    os.close(ours)
    return out.decode(), shown.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="terminals as POSIX has them")
@pytest.mark.parametrize("command", some_of(COMMANDS, every=4))
def test_what_takes_time_moves_on_a_terminal_and_nowhere_else(tmp_path: Path, command: str) -> None:
    first, second = tmp_path / "one", tmp_path / "two"
    first.mkdir()
    second.mkdir()
    out, shown = with_a_terminal_for_errors(command, first)
    assert COMMANDS[command] in shown
    assert "\x1b" not in out
    piped = run(
        *command.split(), folder=second, variables={"FORCE_COLOR": "1", "TERM": "xterm-256color"}
    )
    assert piped.code == 0
    assert piped.err == ""
