"""`menace-kit build`: everything that is printed, and a word on what to buy."""

from typing import TYPE_CHECKING

import typer

from menace_kit.cli.options import (
    ByStageOption,
    Format,
    FormatOption,
    KitOption,
    NoProfileOption,
    OutputOption,
    PaperOption,
    PresetOption,
    ProfileOption,
    Task,
    chosen_task,
)
from menace_kit.cli.reserve import NoForecastOption, reserve_said, simulated_need_of
from menace_kit.machine.simulated_need import SimulatedNeed

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from menace_kit.cli.writing import Written
    from menace_kit.machine.shopping import ShoppingList
    from menace_kit.printables import OutputFile
    from menace_kit.words import Words


def build(
    kit: KitOption = None,
    preset: PresetOption = None,
    output: OutputOption = None,
    paper: PaperOption = None,
    file_format: FormatOption = Format.PDF,
    by_stage: ByStageOption = False,
    profile: ProfileOption = None,
    no_profile: NoProfileOption = False,
    no_forecast: NoForecastOption = False,
) -> None:
    """Make everything: labels, filling guide and shopping list.

    Without a kit file it makes the machine of 1961. Files that already hold the same are left alone.

    \b
    Example:  menace-kit build --preset scroggs --paper letter --format all
    """
    from menace_kit.cli.writing import write_outputs

    task = chosen_task(kit, preset, output, paper, profile, no_profile)
    need = simulated_need_of(task.kit, no_forecast)
    files, shopping = _made(task, file_format.formats, by_stage, need)
    _say(task, write_outputs(task.folder, files), shopping, reserve_said(need))


def _made(
    task: Task, formats: tuple[str, ...], by_stage: bool, need: SimulatedNeed | None
) -> "tuple[list[OutputFile], ShoppingList]":
    """Return all files, made before the first is written, with a progress bar on a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress

    from menace_kit.cli.complaints import naming_the_key
    from menace_kit.printables import all_printables, kit_book
    from menace_kit.words import load_words

    kit, words = task.kit, load_words(task.kit.spec.print.language)
    files: list[OutputFile] = []
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
            files += made.files(formats, task.profile)
        if "pdf" in formats:
            files.append(kit_book(kit, words, printables.made, task.profile))
    return files, printables.shopping


def _say(task: Task, written: "list[Written]", shopping: "ShoppingList", reserve: str) -> None:
    from rich.console import Console
    from rich.markup import escape

    from menace_kit.words import load_words

    kit, words = task.kit, load_words(task.kit.spec.print.language)
    typer.echo(task.source)
    console = Console(highlight=False)
    console.print(f"[bold]{escape(kit.spec.name)}[/bold]: {len(kit.boxes)} boxes, kit {kit.fingerprint}")
    console.print(_file_table(console, written))
    console.print(_shopping_table(shopping, words))
    console.print(reserve)
    console.print(f"All files are in {escape(str(task.folder))}", soft_wrap=True)
    console.print(f'First read "{words("shopping.before")}" on the shopping list.')
    console.print("Then print the labels' fit-test page alone and check it with a ruler.")


def _file_table(console: "Console", written: "list[Written]") -> "Table":
    from rich.box import SIMPLE_HEAD
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD)
    table.add_column("file", overflow="fold")
    table.add_column("pages", justify="right")
    table.add_column("", overflow="fold")
    if console.width >= 60:  # names and pages come first where there is little room
        table.add_column("what it is", overflow="fold")
    for path, title, pages, state in written:
        cells = (path.name, str(pages or ""), state.value, title)
        table.add_row(*map(escape, cells[: len(table.columns)]))
    return table


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
