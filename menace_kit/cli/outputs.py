"""The files that commands make: choose the kit, paper and printer, write, report.

Options become a job (`chosen_job`), whose files are written all or none (`write_outputs`). Then
report a line a file (`say_written`), or a few lines by purpose (`file_list`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from typer import Option

from menace_kit.cli.options import KitOptions, check_at_most_one, choice
from menace_kit.cli.output_paths import check_folder
from menace_kit.cli.report import number_of
from menace_kit.cli.terminal import print_lines, wrapped
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
from menace_kit.machine import DEFAULT_PRESET, Kit
from menace_kit.machine.papers import PAPER_TITLES, PAPERS, PaperName
from menace_kit.printables.making import OutputFile
from menace_kit.render import same_drawing
from menace_kit.text import Words, paper_words
from menace_kit.text.grammar import capital
from menace_kit.workshop.printer import PrinterProfile, load_profile

FORMATS = {"pdf": ("pdf",), "svg": ("svg",), "all": ("pdf", "svg")}
"""Value of the format option -> file formats."""


class FileOptions(KitOptions):
    """Which kit to make files of, where to put them, and for which paper."""

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
        """Return the kit, with the paper that was asked for."""
        kit = super().chosen()
        return kit if self.paper is None else kit.with_keys("print", paper=self.paper)


class PrinterOptions(Frozen):
    """Which printer to correct the files for."""

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

    The kit and a sentence about its source, the folder, the formats, and the printer's profile, if
    any.
    """

    kit: Kit
    source: str
    folder: Path
    formats: tuple[str, ...]
    profile: PrinterProfile | None = None

    @property
    def words(self) -> Words:
        """Return the words in the kit's language."""
        return paper_words(self.kit)


def chosen_job(files: FileOptions, printer: PrinterOptions) -> PrintJob:
    """Return the kit, folder and printer profile from the options.

    Raises SelectionError if a preset's files would land among those of a kit file without being
    sent there.
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
    """Return the printer's profile; None if there is none or none is wanted."""
    profile = printer.profile
    check_at_most_one({"--profile": profile, "--no-profile": printer.no_profile})
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


class Written(NamedTuple):
    """A file that was made, where it is, and whether something else was there before."""

    file: OutputFile
    path: Path
    is_new: bool


def write_outputs(folder: Path, files: Sequence[OutputFile]) -> list[Written]:
    """Write the files to a folder, all or none; skip files that already show the same.

    Removes what a killed earlier run left behind.
    """
    changed = {
        file.name: file.content for file in files if not _holds(folder / file.name, file.content)
    }
    clear_abandoned(folder, [file.name for file in files])
    write_files(folder, changed)
    return [Written(file, folder / file.name, file.name in changed) for file in files]


def _holds(path: Path, content: bytes) -> bool:
    try:
        return same_drawing(read_file(path), content)
    except OutputError:  # missing or unreadable: writing will report it
        return False


def say_written(kit_in_use: str, written: Iterable[Written]) -> None:
    """Print which kit it is, and a line for each file."""
    print_lines([kit_in_use])
    for file, path, is_new in written:
        count = f", {number_of(file.pages, 'page')}" if file.pages else ""
        typer.echo(f"{path}  ({file.title}{count}{'' if is_new else ', unchanged'})")


def file_list(
    made: Mapping[str, Sequence[OutputFile]], written: Sequence[Written]
) -> Iterator[str]:
    """Yield each heading and its files with their pages; then what happened to them."""
    yield "The files, with the number of pages:"
    for heading, files in made.items():
        if files:
            yield f"{capital(heading)}:"
            yield from _together(
                f"{file.name}\xa0({file.pages})" if file.pages else file.name for file in files
            )
    new = [each.file.name for each in written if each.is_new]
    unchanged = len(written) - len(new)
    if new:
        yield f"{number_of(len(new), 'file')} written{':' if unchanged else '.'}"
        yield from _together(new) if unchanged else ()
    if unchanged:
        yield f"{number_of(unchanged, 'file')} unchanged."


def _together(items: Iterable[str]) -> list[str]:
    return wrapped(f"  {', '.join(items)}", indent="  ")
