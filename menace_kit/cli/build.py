"""`menace-kit build`: everything that is printed, and a word on what to buy."""

import re
import textwrap
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

from menace_kit.cli.options import ByStageOption, FileOptions, PrinterOptions, Task, chosen_task
from menace_kit.cli.printing import NoForecastOption, reserve_said, simulated_need_of
from menace_kit.errors import OutputError
from menace_kit.files import unfinished_files, write_files
from menace_kit.printables.build import OutputFile
from menace_kit.printables.catalogue import Purpose
from menace_kit.render import same_drawing
from menace_kit.workshop.warnings import SimulatedNeed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from menace_kit.printables.build import OutputFile, Printables
    from menace_kit.text import Words
    from menace_kit.workshop.shopping import ShoppingList

BOOK = "all of it in one file"
"""What the kit book is for, beside the purposes of what is in it."""


def build(
    files: FileOptions,
    *,
    by_stage: ByStageOption = False,
    printer: PrinterOptions,
    no_forecast: NoForecastOption = False,
) -> None:
    """Make everything that is printed, and the kit book, which is all of it in one file.

    Labels, filling guide and shopping list, and all that `menace-kit print` makes one at a time. Without a kit file
    it makes the machine of 1961. Files that already hold the same are left alone.

    \b
    Example:  menace-kit build --preset scroggs --paper letter --format all
    """

    task = chosen_task(files, printer)
    need = simulated_need_of(task.kit, no_forecast)
    made, printables = _made(task, by_stage, need)
    written = write_outputs(task.folder, [file for group in made.values() for file in group])
    groups = {heading: [file.name for file in group] for heading, group in made.items()}
    _say(task, written, groups, printables)
    _say_last(task, reserve_said(need), printables.left_out)


def _made(
    task: Task, by_stage: bool, need: SimulatedNeed | None
) -> "tuple[dict[str, list[OutputFile]], Printables]":
    """Return all files, by what they are for, made before the first is written; a progress bar on a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress

    from menace_kit.printables.build import all_printables, kit_book, naming_the_key
    from menace_kit.text import load_words

    kit, words = task.kit, load_words(task.kit.spec.print.language)
    files: dict[str, list[OutputFile]] = {purpose.value: [] for purpose in Purpose}
    console = Console(stderr=True)
    with (
        naming_the_key(kit),
        Progress(
            "{task.description}",
            BarColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        ) as progress,
    ):
        drawing = progress.add_task("Drawing", total=None)
        printables = all_printables(kit, words, by_stage, need)
        for made in progress.track(printables.made, task_id=drawing):
            files[made.purpose.value] += made.files(task.formats, task.profile)
        if "pdf" in task.formats:
            files[BOOK] = [kit_book(kit, words, printables.made, task.profile)]
    return files, printables


def _say(
    task: Task, written: "list[Written]", groups: dict[str, list[str]], printables: "Printables"
) -> None:
    """Print which kit it was, its files by what they are for, and what to buy."""
    from rich.console import Console
    from rich.markup import escape

    from menace_kit.text import load_words

    kit, words = task.kit, load_words(task.kit.spec.print.language)
    typer.echo(task.source)
    console = Console(highlight=False)
    console.print(f"[bold]{escape(kit.spec.name)}[/bold]: {len(kit.boxes)} boxes, kit {kit.fingerprint}")
    for line in file_list(written, groups, console.width):
        console.print(line, markup=False, soft_wrap=True)
    console.print(_shopping_table(printables.shopping, words))


def _say_last(task: Task, reserve: str, left_out: "Sequence[tuple[str, str]]") -> None:
    """Print where the files are, what is missing among them, and what to do first."""
    from rich.console import Console

    from menace_kit.text import load_words

    words = load_words(task.kit.spec.print.language)
    console = Console(highlight=False, markup=False)
    console.print(reserve)
    console.print(f"All files are in {task.folder}", soft_wrap=True)
    for name, reason in left_out:
        console.print(f"Left out: {name}: {reason}", soft_wrap=True)
    console.print(f'First read "{words("shopping.before")}" on the shopping list.')
    console.print("Then print the labels' fit-test page alone and check it with a ruler.")
    console.print("The checklist, assembly, leads through the rest.")


def _shopping_table(shopping: "ShoppingList", words: "Words") -> "Table":
    from rich.box import SIMPLE_HEAD
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD)
    for column in ("to buy", "how many"):
        table.add_column(column, overflow="fold")
    for what, amount in shopping.items(words):
        table.add_row(escape(what), escape(amount))
    table.add_row(escape(shopping.bead_title), f"{shopping.total} beads in {len(shopping.colours)} colours")
    return table


# How commands write their files and say what they wrote, a line each or in few lines.

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
