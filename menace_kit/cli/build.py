"""`menace-kit build`: everything that is printed, and a word on what to buy."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from menace_kit.cli.options import (
    Format,
    FormatOption,
    KitOption,
    OutputOption,
    PaperOption,
    PresetOption,
    chosen_folder,
    chosen_kit,
)
from menace_kit.machine.kit import Kit

if TYPE_CHECKING:
    from menace_kit.cli.writing import Written
    from menace_kit.printables import OutputFile


def build(
    kit: KitOption = None,
    preset: PresetOption = None,
    output: OutputOption = None,
    paper: PaperOption = None,
    file_format: FormatOption = Format.PDF,
    by_stage: Annotated[
        bool,
        typer.Option(
            "--by-stage", help="A file of labels for each move, to print on paper of different colours."
        ),
    ] = False,
) -> None:
    """Make everything: labels, filling guide and shopping list.

    Without a kit file it makes the machine of 1961. Files that already hold the same are left alone.

    Example:  menace-kit build --preset scroggs --paper letter --format all
    """
    from menace_kit.cli.writing import write_outputs

    chosen = chosen_kit(kit, preset, paper)
    folder = chosen_folder(output, kit, preset)
    written = write_outputs(folder, _made(chosen, file_format.formats, by_stage))
    _say(chosen, folder, written)


def _made(kit: Kit, formats: tuple[str, ...], by_stage: bool) -> "list[OutputFile]":
    """Return all files, made before the first is written, with a progress bar on a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    from menace_kit.printables import PRINTABLES, all_files

    files = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Drawing", total=PRINTABLES)
        for made in all_files(kit, formats, by_stage):
            files += made
            progress.advance(task)
    return files


def _say(kit: Kit, folder: Path, written: "list[Written]") -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from menace_kit.printables import kit_shopping
    from menace_kit.words import load_words

    console = Console()
    files = Table(
        title=f"{escape(kit.spec.name)} - {len(kit.boxes)} boxes, kit {kit.fingerprint}", title_justify="left"
    )
    for column in ("file", "what", "pages", ""):
        files.add_column(column, justify="right" if column == "pages" else "left")
    for path, file, changed in written:
        files.add_row(
            escape(path.name),
            escape(file.title),
            str(file.pages or ""),
            "written" if changed else "unchanged",
        )
    console.print(files)
    words = load_words(kit.spec.print.language)
    shopping = kit_shopping(kit, words)
    buy = Table(title="To buy", title_justify="left", show_header=False)
    for what, amount in shopping.items(words):
        buy.add_row(escape(what), escape(amount))
    buy.add_row(escape(shopping.bead_title), f"{shopping.total} beads in {len(shopping.colours)} colours")
    console.print(buy)
    console.print(
        f"All files are in {escape(str(folder))}. Read “{words('shopping.before')}” on the shopping list, then print "
        "the first page of the labels alone: it is the fit test."
    )
