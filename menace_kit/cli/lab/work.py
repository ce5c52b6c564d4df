"""Long work on the terminal: a progress bar, a word while the lab is compiled, and Ctrl-C that keeps what is done."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from menace_kit.lab.compiled import is_compiled

PIECE_SECONDS = 0.2
"""How long a piece of work should take: so long Ctrl-C may wait."""


@contextmanager
def told_of_compiling(*functions: Any) -> Iterator[None]:
    """Work inside of this: where these functions (the trainer) are not compiled yet, the user is told to wait."""
    if not is_compiled(*functions):
        print("Compiling the lab; once only, some ten seconds ...", file=sys.stderr, flush=True)
    yield


@contextmanager
def until_ctrl_c() -> Iterator[Callable[[], bool]]:
    """Work inside of this: after Ctrl-C what this gives answers True; pressed again, Ctrl-C breaks the work off."""
    pressed = False

    def stop(_number: int, _frame: FrameType | None) -> None:
        nonlocal pressed
        pressed = True
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def progress(what: str, total: int, shown: bool = True) -> Iterator[Callable[[int], None]]:
    """Show a bar on the terminal (none where it is no terminal); call what this gives with how much was done more."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, disable=not (shown and console.is_terminal), transient=True
    ) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)
