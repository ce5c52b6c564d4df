"""Compiled functions, kept on the disk: where that can be, and never older than their sources.

numba compiles a function anew when its own file has changed. It does not look at the files from
which that one takes numbers and the order of fields, and would go on with the old ones;
so we look at those ourselves.
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
"""None where nothing is compiled: numba is missing, or NUMBA_DISABLE_JIT switches it off."""

with suppress(ImportError):  # some Pythons are too new for it
    numba = import_module("numba")
if numba is not None and numba.config.DISABLE_JIT:
    numba = None

SOURCES = (
    *(Path(__file__).with_name(name) for name in ("arrays.py", "compiling.py", "random_stream.py")),
    Path(__file__).parents[1] / "machine_file.py",
    Path(str(schema.__file__)),
)
"""The files whose parts are compiled in, besides a function's own."""

DAMAGED = (pickle.UnpicklingError, EOFError)
"""What numba, too, raises where a file that it kept was cut off."""


def part(function: Callable[..., Any]) -> Any:
    """Return a function that only compiled ones call: compiled with them, for nobody else."""
    if numba is None:
        return function
    compiles = numba.njit(error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)
    return compiles(function)


def compiled(function: Callable[..., Any]) -> Any:
    """Return a function that numba compiles when it is first used, and keeps.

    Without numba it stays what it is.
    What was kept and is older than one of SOURCES is thrown away. numba wants to write beside
    the function's file, into the user's cache or into NUMBA_CACHE_DIR. Where all of them are closed
    to the user, each start of the program compiles anew; see `can_be_kept`.
    """
    if numba is None:
        return function
    # Nobody calls it from C; the way in for that would take an eighth of the time to compile.
    chosen = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    try:
        made = numba.njit(cache=True, **chosen)(function)
    # The only thing that it says so early: it has nowhere to keep the function.
    except RuntimeError:
        return numba.njit(**chosen)(function)
    forget_if_older(made)
    return made


def forget_if_older(function: Any) -> None:
    """Throw compiled code away that is older than one of SOURCES;
    it is compiled again when it is next used.
    """
    index = _index(function)
    if index is not None and index.exists() and not _is_newer(index):
        index.unlink(missing_ok=True)


def is_compiled(*functions: Any) -> bool:
    """Return whether these functions were compiled as they are now, by this Python, and kept.

    For a game with so many positions that their numbers need four bytes,
    one more is compiled when it is played. Without numba there is nothing to compile.
    """
    return numba is None or all(_is_kept(function) for function in functions)


def can_be_kept(*functions: Any) -> bool:
    """Return whether these functions are kept when they were compiled; else there is nowhere to."""
    return all(_index(function) is not None for function in functions)


def folder_of(function: Any) -> Path:
    """Return where a function is kept; it is kept somewhere."""
    return Path(function.stats.cache_path)


def _index(function: Any) -> Path | None:
    """Return the file in which numba keeps what it has compiled of a function,
    by its naming: for this Python.

    None where it is kept nowhere.
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
    # By numba's own stamp of the function's file: of a file with another date and the same
    # content it compiles nothing.
    return bool(stamp == function._cache._impl.locator.get_source_stamp())
