"""How commands write their files and say what they wrote, a line each or in few lines."""

import re
import textwrap
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import typer

from menace_kit.errors import OutputError
from menace_kit.files import unfinished_files, write_files
from menace_kit.printables.build import OutputFile
from menace_kit.render import same_drawing

ABANDONED = 60.0
"""Seconds after which an unfinished file is nobody's any more; to write one takes far less than a second."""

_PAGE = re.compile(r"(.+)-([0-9]+)\.svg")
"""A page that is a drawing by itself: its document's name, and its number in it."""

_TOGETHER = "\u00a0"
"""Stands for a space at which no line ends, while lines are broken."""


class State(Enum):
    """What became of a file."""

    WRITTEN = "written"
    UNCHANGED = "unchanged"
    REMOVED = "removed"


class Written(NamedTuple):
    """What became of a file: its path, its title, how many pages it has (0 for a text file)."""

    path: Path
    title: str
    pages: int
    state: State


def write_outputs(folder: Path, files: Sequence[OutputFile]) -> list[Written]:
    """Write the files into a folder, all or none; a file that already shows the same is left as it is.

    What an earlier run left unfinished, because it was killed, is cleared away, and so are pages of the same
    documents, drawn one by one, that there are no more.
    """
    changed = {file.name: file.content for file in files if not _holds(folder / file.name, file.content)}
    write_files(folder, changed)
    written = [
        Written(
            folder / file.name,
            file.title,
            file.pages,
            State.WRITTEN if file.name in changed else State.UNCHANGED,
        )
        for file in files
    ]
    _clear_abandoned(folder, files)
    return [*written, *_remove_stale_pages(folder, files)]


def _holds(path: Path, content: bytes) -> bool:
    try:
        return same_drawing(path.read_bytes(), content)
    except OSError:  # not there, or not readable: writing will tell
        return False


def _clear_abandoned(folder: Path, files: Sequence[OutputFile]) -> None:
    now = time.time()
    for part in unfinished_files(folder, [file.name for file in files]):
        try:
            if now - part.stat().st_mtime > ABANDONED:
                part.unlink()
        except OSError:  # another run was quicker, or we may not
            continue


def _remove_stale_pages(folder: Path, files: Sequence[OutputFile]) -> list[Written]:
    """Remove the pages of documents that were drawn page by page which a larger kit has left, and say which."""
    made = {file.name for file in files}
    titles = {match[1]: file.title for file in files if (match := _PAGE.fullmatch(file.name))}
    removed = []
    for path in sorted(folder.iterdir()) if titles else []:
        match = _PAGE.fullmatch(path.name)
        if match and match[1] in titles and path.name not in made and path.is_file():
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise OutputError(
                    f"cannot remove {path}, a page of an earlier run: {error.strerror}"
                ) from error
            removed.append(Written(path, titles[match[1]], 0, State.REMOVED))
    return removed


def say_written(kit_in_use: str, written: Iterable[Written]) -> None:
    """Print which kit it is, and a line for each file."""
    typer.echo(kit_in_use)
    for path, title, pages, state in written:
        count = f", {pages} page{'s' if pages > 1 else ''}" if pages else ""
        typer.echo(f"{path}  ({title}{count}{'' if state is State.WRITTEN else f', {state.value}'})")


def file_list(written: Sequence[Written], groups: Mapping[str, Sequence[str]], width: int) -> Iterator[str]:
    """Yield the lines: for each group its heading and its files, with their pages; then what became of them all."""
    by_name = {file.path.name: file for file in written}
    yield "The files, with the number of pages:"
    for heading, names in groups.items():
        if names:
            yield f"{heading[0].upper()}{heading[1:]}:"
            yield from _lines(_items([by_name[name] for name in names]), width)
    for state in State:
        files = [file for file in written if file.state is state]
        if len(files) == len(written):
            yield f"All {len(files)} files: {state.value}."
        elif files:
            named = state is not State.UNCHANGED  # most often these are many
            yield f"{len(files)} file{'s' if len(files) > 1 else ''} {state.value}{':' if named else '.'}"
            yield from _lines(_items(files, pages=False), width) if named else ()


def _lines(items: Sequence[str], width: int) -> list[str]:
    text = ", ".join(item.replace(" ", _TOGETHER) for item in items)
    lines = textwrap.wrap(
        text,
        width,
        initial_indent="  ",
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(_TOGETHER, " ") for line in lines]


def _items(files: Sequence[Written], pages: bool = True) -> list[str]:
    """Return the files' names, each with its pages in brackets; those of a drawing's pages as one."""
    items = []
    for _, same in groupby(files, key=_drawing):
        group = list(same)
        count = sum(file.pages for file in group)
        name = group[0].path.name
        if len(group) > 1:
            last = _PAGE.fullmatch(group[-1].path.name)
            name += f" to {last[2] if last else group[-1].path.name}"
        items.append(f"{name} ({count})" if pages and count else name)
    return items


def _drawing(file: Written) -> str:
    match = _PAGE.fullmatch(file.path.name)
    return match[1] if match else file.path.name
