"""Where a command writes: a folder for several files, or one file."""

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

from menace_kit.errors import SelectionError
from menace_kit.files import check_can_write
from menace_kit.games import Game
from menace_kit.machine.learning import RESULT_WORDS

if TYPE_CHECKING:
    from menace_kit.layout.marks import Document

ENDINGS_OF_FILES = {
    "csv",
    "gif",
    "html",
    "json",
    "jsonl",
    "md",
    "pdf",
    "png",
    "svg",
    "toml",
    "txt",
}
"""A folder with such an ending is probably meant to be a file."""


def check_folder(folder: Path, option: str = "--output") -> None:
    """Check that files can be written to a folder, which is made if need be.

    Raises SelectionError if it is a file, OutputError if it is not writable.
    """
    if not folder.is_dir() and (folder.exists() or ending_of(folder) in ENDINGS_OF_FILES):
        kind = "is a file" if folder.exists() else "has a file's ending"
        raise SelectionError(
            f"{option} is the folder for the files, and {folder} {kind}; name a folder"
        )
    check_can_write(folder)


def check_no_pipe(path: Path, option: str) -> None:
    """Raise SelectionError for `-`, which means a pipe in other programs."""
    if path == Path("-"):
        raise SelectionError(f"{option} - is no file, and nothing is piped; name a file")


def check_file(
    path: Path, endings: Collection[str] = (), option: str = "--output", done: str = "written"
) -> None:
    """Check that a file can be written, with one of these endings if there are any.

    Messages say that it is `done` by its ending. Raises SelectionError for `-`, another ending, a
    missing folder or a path that is no file, and OutputError if it is not writable.
    """
    check_no_pipe(path, option)
    if path.is_dir():
        raise SelectionError(f"{option}: {path} is a folder; name a file in it")
    if endings and ending_of(path) not in endings:
        known = ", ".join(f".{ending}" for ending in endings)
        choice = f"one of {known}" if len(endings) > 1 else known
        raise SelectionError(
            f"{option} {path}: the file's ending says what is {done}; use {choice}"
        )
    if path.exists() and not path.is_file():
        raise SelectionError(f"{option}: {path} is not an ordinary file; name another")
    if not path.parent.is_dir():
        raise SelectionError(
            f"{option}: there is no folder {path.parent} for {path.name}; make it, or name another"
        )
    check_can_write(path.parent)


def draw(document: "Document", path: Path) -> None:
    """Write a one-page document in the format of the file's ending."""
    from menace_kit.files import write_file
    from menace_kit.render import rendered

    (content,) = rendered(document, ending_of(path))
    write_file(path, content)


def ending_of(path: Path) -> str:
    """Return a file's ending without the dot, in lower case."""
    return path.suffix.removeprefix(".").lower()


def endings(game: Game) -> tuple[str, ...]:
    """Return `won`, `drawn` and `lost`; without `drawn` if no game can be drawn."""
    from menace_kit.machine.prospects import results

    return tuple(RESULT_WORDS[result] for result in results(game))
