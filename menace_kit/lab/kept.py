"""Compiled functions that are kept on the disk where that can be, and work all the same where it cannot."""

from collections.abc import Callable
from typing import Any

from numba import njit


def kept(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator, numba's: the function is compiled when it is first used, and kept from then on.

    numba wants to write beside the function's file, into the user's cache or into NUMBA_CACHE_DIR. Where all of them
    are closed to the user, each start of the program compiles anew; see `compiled.keeps`.
    """

    def decorate(function: Callable[..., Any]) -> Any:
        try:
            return njit(cache=True, **options)(function)
        except RuntimeError:  # the only thing that it says so early: it has nowhere to keep the function
            return njit(**options)(function)

    return decorate
