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
            "--by-stage",
            help="A file of labels for each of the machine's moves, for paper of different colours.",
        ),
    ] = False,
) -> None:
    """Make everything: labels, filling guide and shopping list.

    Without a kit file it makes the machine of 1961. Files that already hold the same are left alone.

    \b
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
    from rich.progress import BarColumn, Progress

    from menace_kit.cli.complaints import naming_the_key
    from menace_kit.printables import PRINTABLES, all_files

    files = []
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
        task = progress.add_task("Drawing", total=PRINTABLES)
        for made in all_files(kit, formats, by_stage):
            files += made
            progress.advance(task)
    return files


def _say(kit: Kit, folder: Path, written: "list[Written]") -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from menace_kit.printables import kit_shopping
    from menace_kit.words import load_words

    console = Console(highlight=False)
    console.print(f"[bold]{escape(kit.spec.name)}[/bold]: {len(kit.boxes)} boxes, kit {kit.fingerprint}")
    files = Table(box=SIMPLE_HEAD)
    files.add_column("file", overflow="fold")
    files.add_column("pages", justify="right")
    files.add_column("", overflow="fold")
    if console.width >= 60:  # names and pages come first where there is little room
        files.add_column("what it is", overflow="fold")
    for path, file, changed in written:
        cells = (path.name, str(file.pages or ""), "written" if changed else "unchanged", file.title)
        files.add_row(*map(escape, cells[: len(files.columns)]))
    console.print(files)
    words = load_words(kit.spec.print.language)
    shopping = kit_shopping(kit, words)
    buy = Table(box=SIMPLE_HEAD)
    for column in ("to buy", "how many"):
        buy.add_column(column, overflow="fold")
    for what, amount in shopping.items(words):
        buy.add_row(escape(what), escape(amount))
    buy.add_row(escape(shopping.bead_title), f"{shopping.total} beads in {len(shopping.colours)} colours")
    console.print(buy)
    console.print(f"All files are in {escape(str(folder))}", soft_wrap=True)
    console.print(f'First read "{words("shopping.before")}" on the shopping list.')
    console.print("Then print the labels' fit-test page alone and check it with a ruler.")
