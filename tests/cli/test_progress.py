"""What takes seconds shows on a terminal that it goes on, and only there:
what is piped stays as it is.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

from menace_kit.cli.terminal import LOOKED_AT, about, progress
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


@pytest.mark.parametrize(
    ("total", "said"),
    [
        (1000, "This may take about [0-9]+ minutes; Ctrl-C ends it"),
        (10**12, "This may take about [0-9]+,[0-9]+ years"),
        (12, ""),
    ],
)
def test_how_long_it_takes_is_said_of_long_work_and_once(
    capsys: pytest.CaptureFixture[str], total: int, said: str
) -> None:
    with progress("Games", total) as advance:
        advance(10)  # done before, or while something was compiled
        advance(0)  # nothing can be told of that
        sleep(LOOKED_AT + 0.05)
        advance(1)
        advance(1)
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == bool(said)
    assert re.search(said, err)


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (61, "about 1 minute"),
        (119, "about 2 minutes"),
        (5400, "about 90 minutes"),
        (7300, "about 2 hours"),
        (5 * 86400, "about 5 days"),
        (1.6e11, "about 5,074 years"),
    ],
)
def test_long_times_in_words(seconds: float, told: str) -> None:
    assert about(seconds) == told
