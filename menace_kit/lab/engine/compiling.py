"""Compiled functions, kept on disk if possible, and never older than their sources.

numba compiles a function again when its own file has changed. It ignores the files from which that
one takes numbers and the order of fields, and would keep using the old ones, so we check those
ourselves.
"""

import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from menace_kit.machine import schema

numba: Any = None
"""None if nothing is compiled: numba is missing, or NUMBA_DISABLE_JIT turns it off."""

with suppress(ImportError):  # it doesn't support the newest Pythons
    numba = import_module("numba")
if numba is not None and numba.config.DISABLE_JIT:
    numba = None

SOURCES = (
    *(
        Path(__file__).with_name(name)
        for name in (
            "arrays.py",
            "compiling.py",
            "draws.py",
            "random_stream.py",
            "reinforcement.py",
        )
    ),
    Path(__file__).parents[1] / "machine_file.py",
    Path(str(schema.__file__)),
)
"""Files whose parts are compiled in, besides a function's own."""

OPTIONS = {"error_model": "numpy", "no_cfunc_wrapper": True}
"""Nobody calls compiled functions from C: that wrapper takes an eighth of the time to compile."""

DAMAGED = (pickle.UnpicklingError, EOFError)
"""What reading a truncated kept file raises, in numba, too."""


def part(function: Callable[..., Any]) -> Any:
    """Return a function that only compiled functions call, and that is compiled into them."""
    if numba is None:
        return function
    return numba.njit(forceinline=True, no_cpython_wrapper=True, **OPTIONS)(function)


def compiled(function: Callable[..., Any], allocates: bool = True) -> Any:
    """Return a function that numba compiles when it is first used, and keeps.

    Without numba it stays as it is. Kept code that is older than any of SOURCES is discarded. numba
    writes beside the function's file, into the user's cache or into NUMBA_CACHE_DIR. If it can't
    write to any of these, each start of the program compiles again; see `can_be_kept`.
    """
    if numba is None:
        return function
    options = {**OPTIONS, "nogil": True}
    if not allocates:
        # No reference counts: for a function that only uses its callers' arrays they protect
        # nothing, and would take as long as the games. numba doesn't document this option.
        options["_nrt"] = False
    try:
        made = numba.njit(cache=True, **options)(function)
    # It raises this so early only if it has nowhere to keep the function.
    except RuntimeError:
        return numba.njit(**options)(function)
    forget_if_older(made)
    return made


def forget_if_older(function: Any) -> None:
    """Discard compiled code that is older than any of SOURCES; the next use compiles it again."""
    index = _index(function)
    if index is not None and index.exists() and not _is_newer(index):
        index.unlink(missing_ok=True)


def is_compiled(*functions: Any) -> bool:
    """Return whether this Python has compiled and kept these functions in their present form.

    A game with so many positions that their numbers need four bytes compiles one more when it is
    played. Without numba there is nothing to compile.
    """
    return numba is None or all(_is_kept(function) for function in functions)


def can_be_kept(*functions: Any) -> bool:
    """Return whether there is somewhere to keep these functions once they are compiled."""
    return all(_index(function) is not None for function in functions)


def folder_of(function: Any) -> Path:
    """Return where a function is kept; it must be kept somewhere."""
    return Path(function.stats.cache_path)


def _index(function: Any) -> Path | None:
    """Return the file in which numba keeps a compiled function, by its naming for this Python.

    None if the function isn't kept.
    """
    if function.stats.cache_path is None:
        return None
    code = function.py_func.__code__
    abi = getattr(sys, "abiflags", "")  # Windows has none
    python = f"py{sys.version_info[0]}{sys.version_info[1]}{abi}"
    name = (
        f"{Path(code.co_filename).stem}.{function.__qualname__}-{code.co_firstlineno}.{python}.nbi"
    )
    return folder_of(function) / name


def _is_newer(index: Path) -> bool:
    made = index.stat().st_mtime
    return all(source.stat().st_mtime <= made for source in SOURCES)


def _is_kept(function: Any) -> bool:
    index = _index(function)
    if index is None or not index.exists() or not _is_newer(index):
        return False
    with index.open("rb") as file:
        try:
            if pickle.load(file) != numba.__version__:
                return False
            stamp, _ = pickle.loads(file.read())
        except DAMAGED:
            return False
    # Compare numba's own stamp of the function's file: numba doesn't compile a file again
    # that has another date but the same content.
    return bool(stamp == function._cache._impl.locator.get_source_stamp())
