"""How commands write their files and say what they wrote."""

import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import typer

from menace_kit.files import write_file
from menace_kit.printables import OutputFile
from menace_kit.render import same_drawing

ABANDONED = 60.0
"""Seconds after which an unfinished file is nobody's any more; to write one takes far less than a second."""


class Written(NamedTuple):
    """A file as it now is on disk; `changed` is False where it already held the same."""

    path: Path
    file: OutputFile
    changed: bool


def write_outputs(folder: Path, files: Iterable[OutputFile]) -> list[Written]:
    """Write the files into a folder, each whole; a file that already shows the same is left as it is.

    What an earlier run left unfinished, because it was killed, is cleared away.
    """
    written = [Written(folder / file.name, file, _write(folder / file.name, file.content)) for file in files]
    for path, _, _ in written:
        _clear_abandoned(path)
    return written


def _write(path: Path, content: bytes) -> bool:
    if _holds(path, content):
        return False
    write_file(path, content)
    return True


def _holds(path: Path, content: bytes) -> bool:
    try:
        return same_drawing(path.read_bytes(), content)
    except OSError:  # not there, or not readable: writing will tell
        return False


def _clear_abandoned(path: Path) -> None:
    now = time.time()
    for part in path.parent.glob(f".{path.name}.*.part"):
        try:
            if now - part.stat().st_mtime > ABANDONED:
                part.unlink()
        except OSError:  # another run was quicker, or we may not
            continue


def say_written(written: Iterable[Written]) -> None:
    """Print a line for each file."""
    for path, file, changed in written:
        pages = f", {file.pages} page{'s' if file.pages > 1 else ''}" if file.pages else ""
        typer.echo(f"{path}  ({file.title}{pages}{'' if changed else ', unchanged'})")
