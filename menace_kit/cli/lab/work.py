"""Long work on the terminal: a progress bar, a word while the lab is compiled, and Ctrl-C that keeps what is done."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from menace_kit.lab.compiled import is_compiled

PIECE_SECONDS = 0.2
"""How long a piece of work should take: so long Ctrl-C may wait."""


@contextmanager
def told_of_compiling() -> Iterator[None]:
    """Work inside of this: where the lab is not compiled yet, the user is told why the first time takes longer."""
    if not is_compiled():
        print("Compiling the lab; once only, some ten seconds ...", file=sys.stderr, flush=True)
    yield


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a bar on the terminal (none where it is no terminal); call what this gives with how much was done more."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)
