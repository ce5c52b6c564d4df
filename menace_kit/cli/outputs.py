"""The files that commands make: of which kit, for which paper and printer,
written all or none, and told.

Options come first, then the job that they mean (`chosen_job`), then writing (`write_outputs`), then
what is said of it: a line a file (`say_written`), or in few lines what they are for (`file_list`).
"""

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from itertools import groupby
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from typer import Option

from menace_kit.cli.options import KitOptions, choice
from menace_kit.cli.output_paths import check_folder
from menace_kit.cli.terminal import SCREEN
from menace_kit.errors import OutputError, SelectionError
from menace_kit.files import (
    KIT_FILE_NAME,
    OUTPUT_FOLDER_NAME,
    PROFILE_FILE_NAME,
    beside,
    clear_abandoned,
    find_kit_file,
    read_file,
    write_files,
)
from menace_kit.frozen import Frozen
from menace_kit.machine.kit import Kit
from menace_kit.machine.kit_files import DEFAULT_PRESET
from menace_kit.machine.papers import PAPER_TITLES, PAPERS, PaperName
from menace_kit.printables.making import OutputFile
from menace_kit.render import same_drawing
from menace_kit.text import Words, paper_words
from menace_kit.workshop.printer import PrinterProfile, load_profile

FORMATS = {"pdf": ("pdf",), "svg": ("svg",), "all": ("pdf", "svg")}
"""What can be said of the files' format -> the formats that are meant."""


class FileOptions(KitOptions):
    """What a command makes files of, where it puts them, and for which paper."""

    output: Annotated[
        Path | None,
        Option(
            "--output",
            "-o",
            metavar="FOLDER",
            help=(
                "The folder for the files; made if need be.  "
                "[default: output, beside the kit file or else here]"
            ),
        ),
    ] = None
    paper: Annotated[
        PaperName | None,
        choice(PAPERS, "The paper.  [default: what the kit says; a4 in every ready-made machine]"),
    ] = None
    format: Annotated[
        str,
        choice(
            FORMATS,
            "PDF to print; SVG to change in a drawing program, a file a page; or all of them.",
        ),
    ] = "pdf"

    def chosen(self) -> Kit:
        """Return the kit that is meant, printed on the paper that was asked for."""
        kit = super().chosen()
        if self.paper is None:
            return kit
        printing = kit.spec.print.model_copy(update={"paper": self.paper})
        return replace(kit, spec=kit.spec.model_copy(update={"print": printing}))


class PrinterOptions(Frozen):
    """Which printer a command corrects its files for."""

    profile: Annotated[
        Path | None,
        Option(
            metavar="FILE",
            help="The printer's profile, made with `menace-kit calibrate`, for which all "
            f"is corrected.  [default: {PROFILE_FILE_NAME} beside the kit file, if it is there]",
        ),
    ] = None
    no_profile: Annotated[
        bool, Option("--no-profile", help="Correct nothing, whether there is a profile or not.")
    ] = False


class PrintJob(NamedTuple):
    """What a command that makes files works on.

    The kit, what is said of where it comes from, the folder for the files, their formats,
    and the profile of the printer that they are for, if there is one.
    """

    kit: Kit
    source: str
    folder: Path
    formats: tuple[str, ...]
    profile: PrinterProfile | None = None

    @property
    def words(self) -> Words:
        """Return the words of the kit's language."""
        return paper_words(self.kit)


def chosen_job(files: FileOptions, printer: PrinterOptions) -> PrintJob:
    """Return the kit, the folder and the printer's profile that the options mean.

    SelectionError where a preset's files would come to lie among those of a kit file
    without being sent there.
    """
    kit, found = files.chosen(), files.kit or find_kit_file(Path.cwd())
    if files.preset is not None and files.output is None and found is not None:
        raise SelectionError(
            f"--preset: the files of {files.preset} would mix with those of {found}; "
            "name a folder for them with --output"
        )
    source = _source(found) if files.preset is None else f"The ready-made {files.preset}."
    folder = files.output or beside(found if files.preset is None else None, OUTPUT_FOLDER_NAME)
    check_folder(folder)
    path = chosen_profile(printer, found)
    profile = None if path is None else load_profile(path)
    if path is not None and profile is not None:
        source = f"{source}\nCorrected for the printer ({path.name}): {profile}."
        paper = kit.spec.print.paper
        if profile.paper not in (None, paper):
            source += (
                f"\nIt was measured on {PAPER_TITLES[profile.paper]}, and this "
                f"is {PAPER_TITLES[paper]}: `menace-kit calibrate --paper {paper}` measures that."
            )
    return PrintJob(kit, source, folder, FORMATS[files.format], profile)


def chosen_profile(printer: PrinterOptions, kit_file: Path | None) -> Path | None:
    """Return the file of the printer's profile, or None where there is none, or none is wanted."""
    profile = printer.profile
    if profile is not None and printer.no_profile:
        raise SelectionError("--profile and --no-profile exclude each other; give one of them")
    if profile is not None and not profile.exists():
        raise SelectionError(
            f"--profile: there is no file {profile}; `menace-kit calibrate` makes one"
        )
    usual = beside(kit_file, PROFILE_FILE_NAME)
    return None if printer.no_profile else profile or (usual if usual.exists() else None)


def _source(kit_file: Path | None) -> str:
    if kit_file is None:
        return f"No {KIT_FILE_NAME} here or above: the ready-made {DEFAULT_PRESET}."
    return f"{kit_file.name}: {kit_file.absolute()}"


_PAGE = re.compile(r"(.+)-([0-9]+)\.svg")
"""A page that is a drawing by itself: its document's name, and its number in it."""

_TOGETHER = "\u00a0"
"""Stands for a space at which no line ends, while lines are broken."""


class FileState(Enum):
    """What became of a file."""

    WRITTEN = "written"
    UNCHANGED = "unchanged"
    REMOVED = "removed"


class Written(NamedTuple):
    """What became of a file: its path, its title, how many pages it has (0 for a text file)."""

    path: Path
    title: str
    pages: int
    state: FileState


def write_outputs(folder: Path, files: Sequence[OutputFile]) -> list[Written]:
    """Write the files into a folder, all or none;
    a file that already shows the same is left as it is.

    What an earlier run left unfinished, because it was killed, is cleared away,
    and so are pages of the same documents, drawn one by one, that there are no more.
    """
    changed = {
        file.name: file.content for file in files if not _holds(folder / file.name, file.content)
    }
    clear_abandoned(folder, [file.name for file in files])
    write_files(folder, changed)
    written = [
        Written(
            folder / file.name,
            file.title,
            file.pages,
            FileState.WRITTEN if file.name in changed else FileState.UNCHANGED,
        )
        for file in files
    ]
    return [*written, *_remove_stale_pages(folder, files)]


def _holds(path: Path, content: bytes) -> bool:
    try:
        return same_drawing(read_file(path), content)
    except OutputError:  # not there, or not readable: writing will tell
        return False


def _remove_stale_pages(folder: Path, files: Sequence[OutputFile]) -> list[Written]:
    """Remove the pages of documents that were drawn page by page which a larger kit
    has left, and say which.
    """
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
            removed.append(Written(path, titles[match[1]], 0, FileState.REMOVED))
    return removed


def say_written(kit_in_use: str, written: Iterable[Written]) -> None:
    """Print which kit it is, and a line for each file."""
    typer.echo(kit_in_use)
    for path, title, pages, state in written:
        count = f", {pages} page{'s' if pages > 1 else ''}" if pages else ""
        typer.echo(
            f"{path}  ({title}{count}{'' if state is FileState.WRITTEN else f', {state.value}'})"
        )


def file_list(written: Sequence[Written], groups: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield the lines: for each group its heading and its files, with their pages;
    then what became of them all.
    """
    by_name = {file.path.name: file for file in written}
    yield "The files, with the number of pages:"
    for heading, names in groups.items():
        if names:
            yield f"{heading[0].upper()}{heading[1:]}:"
            yield from _lines(_items([by_name[name] for name in names]))
    for state in FileState:
        files = [file for file in written if file.state is state]
        if len(files) == len(written):
            yield f"All {len(files)} files: {state.value}."
        elif files:
            named = state is not FileState.UNCHANGED  # most often these are many
            yield (
                f"{len(files)} file{'s' if len(files) > 1 else ''} "
                f"{state.value}{':' if named else '.'}"
            )
            yield from _lines(_items(files, pages=False)) if named else ()


def _lines(items: Sequence[str]) -> list[str]:
    text = ", ".join(item.replace(" ", _TOGETHER) for item in items)
    lines = textwrap.wrap(
        text,
        SCREEN,
        initial_indent="  ",
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(_TOGETHER, " ") for line in lines]


def _items(files: Sequence[Written], pages: bool = True) -> list[str]:
    """Return the files' names, each with its pages in brackets;
    those of a drawing's pages as one.
    """
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
