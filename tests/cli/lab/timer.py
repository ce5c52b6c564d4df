"""Ctrl-C at the right time: when the program is in a certain function, on computers of any
speed.
"""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import pytest

AGAIN = 0.005

needs_interval_timers = pytest.mark.skipif(sys.platform == "win32", reason="needs interval timers")


@contextmanager
def interrupted_in(function: str, visits: int = 3) -> Iterator[None]:
    """Raise KeyboardInterrupt when a function of this name is seen running for the n-th time."""
    seen = 0

    def ring(_number: int, frame: FrameType | None) -> None:
        nonlocal seen
        at_work: FrameType | None = frame
        while at_work is not None and at_work.f_code.co_name != function:
            at_work = at_work.f_back
        seen += at_work is not None
        if seen >= visits:
            signal.setitimer(signal.ITIMER_REAL, 0)
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, AGAIN, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
