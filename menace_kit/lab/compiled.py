"""Whether the compiled parts of the lab already lie on the disk."""

from pathlib import Path
from typing import Any

from menace_kit.lab.kernels import play_games


def is_compiled(*functions: Any) -> bool:
    """Return whether functions (the trainer) were compiled since they were last changed, by this Python, and kept."""
    return all(_is_kept(function) for function in functions or (play_games,))


def _is_kept(function: Any) -> bool:
    source = Path(function.py_func.__code__.co_filename)
    kept = Path(function.stats.cache_path or ".").glob(f"{source.stem}.{function.__qualname__}-*.nbi")
    return any(index.stat().st_mtime >= source.stat().st_mtime for index in kept)
