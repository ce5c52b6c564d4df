"""What is compiled and kept on the disk: whether it is there, and that it is never older than what it was made of.

numba compiles a function anew when the file in which it stands has changed. It does not look at the files from which
that one takes numbers and the order of fields, and would go on with the old ones; so we look at those ourselves.
"""

import pickle
import sys
from pathlib import Path
from typing import Any

import numba

from menace_kit.lab import learners
from menace_kit.lab.engine import tables
from menace_kit.machine import schema

SOURCES = tuple(Path(str(module.__file__)) for module in (tables, learners, learners, schema, tables))
"""The files of which parts are compiled in, besides a function's own."""

DAMAGED = (pickle.UnpicklingError, EOFError)
"""What numba, too, raises where a file that it kept was cut off."""


def forget_if_older(*functions: Any) -> None:
    """Throw compiled code away that is older than one of SOURCES; it is compiled again when it is next used."""
    for function in functions:
        index = _index(function)
        if index is not None and index.exists() and not _is_newer(index):
            index.unlink(missing_ok=True)


def is_compiled(*functions: Any) -> bool:
    """Return whether these functions were compiled as they are now, by this Python, and kept.

    For a game with so many positions that their numbers need four bytes, one more is compiled when it is played.
    """
    return all(_is_kept(function) for function in functions)


def keeps(*functions: Any) -> bool:
    """Return whether these functions are kept when they were compiled; else there is nowhere to."""
    return all(_index(function) is not None for function in functions)


def folder_of(function: Any) -> Path:
    """Return where a function is kept; it is kept somewhere."""
    return Path(function.stats.cache_path)


def _index(function: Any) -> Path | None:
    """Return the file in which numba keeps what it has compiled of a function, by its naming: for this Python.

    None where it is kept nowhere, see the module `kept`.
    """
    if function.stats.cache_path is None:
        return None
    code = function.py_func.__code__
    python = (
        f"py{sys.version_info[0]}{sys.version_info[1]}{getattr(sys, 'abiflags', '')}"  # Windows has no flags
    )
    name = f"{Path(code.co_filename).stem}.{function.__qualname__}-{code.co_firstlineno}.{python}.nbi"
    return Path(function.stats.cache_path) / name


def _is_newer(index: Path, *sources: Path) -> bool:
    made = index.stat().st_mtime
    return all(source.stat().st_mtime <= made for source in (*SOURCES, *sources))


def _is_kept(function: Any) -> bool:
    index = _index(function)
    if (
        index is None
        or not index.exists()
        or not _is_newer(index, Path(function.py_func.__code__.co_filename))
    ):
        return False
    with index.open("rb") as file:
        try:
            return bool(pickle.load(file) == numba.__version__)
        except DAMAGED:
            return False
