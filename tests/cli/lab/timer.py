"""Ctrl-C at the right time: when the program is in a certain function,
however quick the computer is.
"""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest

AGAIN = 0.02

needs_interval_timers = pytest.mark.skipif(sys.platform == "win32", reason="needs interval timers")


@contextmanager
def interrupted_in(function: str, visits: int = 3, pressed: bool = False) -> Iterator[None]:
    """Work inside of this: KeyboardInterrupt comes when a function of this name is found
    at work for the n-th time.

    With `pressed` it is Ctrl-C's signal that comes, for those who handle it by themselves.
    """
    seen = 0

    def ring(_number: int, frame: FrameType | None) -> None:
        nonlocal seen
        at_work: FrameType | None = frame
        while at_work is not None and at_work.f_code.co_name != function:
            at_work = at_work.f_back
        seen += at_work is not None
        if seen >= visits:
            signal.setitimer(signal.ITIMER_REAL, 0)
            if not pressed:
                raise KeyboardInterrupt
            signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, AGAIN, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def interrupted_on_calling(method: Any) -> Iterator[None]:
    """Work inside of this: KeyboardInterrupt comes when this function
    is called for the first time.
    """

    def ring(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code is method.__code__:
            sys.setprofile(None)
            raise KeyboardInterrupt

    sys.setprofile(ring)
    try:
        yield
    finally:
        sys.setprofile(None)
