"""Long work on the terminal: a progress bar, a word while the lab is compiled, and Ctrl-C that keeps what is done."""

import signal
import sys
from _thread import interrupt_main
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from types import FrameType
from typing import Any

from menace_kit.errors import LabError, MenaceKitError
from menace_kit.lab.compiled import DAMAGED, folder_of, is_compiled, keeps
from menace_kit.lab.kernels import COMPILED

COMPILING = "Compiling the lab; once only, some ten seconds ..."
COMPILING_EACH_TIME = (
    "Compiling the lab, some ten seconds each time: no folder to keep it in can be written to; the variable "
    "NUMBA_CACHE_DIR may name one ..."
)

PIECE_SECONDS = 0.2
"""How long a piece of work should take: so long Ctrl-C may wait."""

MOMENT = 0.05
"""Seconds after which Ctrl-C comes again where it was swallowed."""


@contextmanager
def told_of_compiling(*functions: Any) -> Iterator[None]:
    """Work inside of this: where these functions (none: the trainer) are not compiled yet, the user is told to wait.

    LabError where what is compiled cannot be kept, or read again.
    """
    functions = functions or COMPILED
    found = is_compiled(*functions)
    if not found:
        how = COMPILING if keeps(*functions) else COMPILING_EACH_TIME
        print(how, file=sys.stderr, flush=True)
    try:
        with _ctrl_c_is_not_lost():
            yield
    except DAMAGED as error:
        raise LabError(
            f"what is compiled in {folder_of(functions[0])} is damaged; delete that folder"
        ) from error
    except OSError as error:
        if found or not keeps(*functions) or isinstance(error, MenaceKitError | BrokenPipeError):
            raise
        raise LabError(
            f"cannot keep what is compiled in {folder_of(functions[0])}: {error.strerror}; name another folder in the "
            "variable NUMBA_CACHE_DIR"
        ) from error


@contextmanager
def _ctrl_c_is_not_lost() -> Iterator[None]:
    """Work inside of this: Ctrl-C in one of the compiler's callbacks, which swallow it, comes again a moment later."""
    swallowed: list[Timer] = []

    def once_more(lost: Any) -> None:
        if not issubclass(lost.exc_type, KeyboardInterrupt):
            before(lost)
            return
        swallowed.append(Timer(MOMENT, interrupt_main))  # here and now it would be swallowed again
        swallowed[-1].start()

    before, sys.unraisablehook = sys.unraisablehook, once_more
    try:
        yield
    except RuntimeError:
        if swallowed:  # the compiler misses what its callback should have done
            raise KeyboardInterrupt from None
        raise
    finally:
        sys.unraisablehook = before
        for timer in swallowed:
            timer.cancel()


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
