"""How commands write their files and say what they wrote."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import typer

from menace_kit.files import write_file
from menace_kit.printables import OutputFile
from menace_kit.render import same_drawing


class Written(NamedTuple):
    """A file as it now is on disk; `changed` is False where it already held the same."""

    path: Path
    file: OutputFile
    changed: bool


def write_outputs(folder: Path, files: Iterable[OutputFile]) -> list[Written]:
    """Write the files into a folder, each whole; a file that already shows the same is left as it is."""
    return [Written(folder / file.name, file, _write(folder / file.name, file.content)) for file in files]


def _write(path: Path, content: bytes) -> bool:
    if path.is_file() and same_drawing(path.read_bytes(), content):
        return False
    write_file(path, content)
    return True


def say_written(written: Iterable[Written]) -> None:
    """Print a line for each file."""
    for path, file, changed in written:
        pages = f", {file.pages} page{'s' if file.pages > 1 else ''}" if file.pages else ""
        typer.echo(f"{path}  ({file.title}{pages}{'' if changed else ', unchanged'})")
