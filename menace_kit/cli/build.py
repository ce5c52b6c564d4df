"""`menace-kit build`: everything that is printed, and a word on what to buy."""

from typing import TYPE_CHECKING

import typer

from menace_kit.cli.options import ByStageOption, FileOptions, PrinterOptions, Task, chosen_task
from menace_kit.cli.printing import NoForecastOption, reserve_said, simulated_need_of
from menace_kit.machine.simulated_need import SimulatedNeed
from menace_kit.printables.catalogue import Purpose

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from menace_kit.cli.writing import Written
    from menace_kit.machine.shopping import ShoppingList
    from menace_kit.printables.build import OutputFile, Printables
    from menace_kit.text import Words

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
    from menace_kit.cli.writing import write_outputs

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

    from menace_kit.printables.book import kit_book
    from menace_kit.printables.build import all_printables, naming_the_key
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

    from menace_kit.cli.writing import file_list
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
