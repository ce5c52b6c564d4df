"""`menace-kit print`: make one or more sheets, each with its own options."""

from collections.abc import Iterator, Sequence
from functools import wraps
from inspect import Parameter, Signature, signature
from itertools import groupby
from pkgutil import resolve_name
from typing import Annotated, Any

import typer
from typer import Argument, Option

from menace_kit.cli import outputs
from menace_kit.cli.commands import Command, Section, command_of, option_rows
from menace_kit.cli.options import whole_between
from menace_kit.cli.printing.choices import (
    AskedSheet,
    Printed,
    given_to,
    listed,
    metavar,
    not_taken,
    own_parameters,
    plain,
    takers,
)
from menace_kit.cli.terminal import busy
from menace_kit.errors import SelectionError
from menace_kit.machine.sets import MOST_SETS, set_letters
from menace_kit.machine.spelling import did_you_mean
from menace_kit.printables.catalogue import SHEETS, Choice, sheet_named
from menace_kit.printables.making import Press, naming_the_key

SetsOption = Annotated[
    int,
    Option(
        metavar="N",
        parser=whole_between(1, MOST_SETS),
        help="For so many groups of a class, lettered A, B, C ...: each has pages of its own. "
        "Labels and other pieces of all groups share sheets, each with its group's letter. What is "
        "needed once is made once. 1 is a machine without a letter.",
    ),
]

HERE = "menace_kit.cli.printing"
MADE_BY = {
    "shopping": f"{HERE}.lists:shopping",
    "filling": f"{HERE}.lists:filling",
    "labels": f"{HERE}.labelled:labels",
    "fold-up": f"{HERE}.labelled:fold_up",
    "stickers": f"{HERE}.labelled:stickers",
    "certificate": f"{HERE}.played:certificate",
    "day": f"{HERE}.played:day",
}
"""Makers of the sheets whose options do more than replace what is printed."""


def print_sheets(
    sheets: Annotated[list[str], Argument(metavar="SHEET")],
    files: outputs.FileOptions,
    *,
    sets: SetsOption = 1,
    printer: outputs.PrinterOptions,
    **own: Any,
) -> None:
    """Make one or more sheets, such as labels or the index.

    `menace-kit build` makes all of them, `menace-kit list sheets` lists them.
    What an option chooses goes into a file of its own; --sets makes the usual files for all groups.

    \b
    Example:  menace-kit print labels index --paper letter
    Example:  menace-kit print labels --only 217,40-52 --start-at 9
    Example:  menace-kit print lesson --preset nim-8 --sets 10
    """
    wanted = [sheet for name in dict.fromkeys(sheets) if (sheet := sheet_named(name))]
    if sets > 1 and not any(sheet.has_sets for sheet in wanted):
        raise SelectionError(not_taken("sets", [sheet.name for sheet in SHEETS if sheet.has_sets]))
    given = given_to(wanted, own)
    job = outputs.chosen_job(files, printer)
    letters = set_letters(sets) if sets > 1 else ()
    asked = [AskedSheet(sheet, job, files, given[sheet.name], letters) for sheet in wanted]
    write_all(job, [_printed(each) for each in asked])


def write_all(job: outputs.PrintJob, printed: Sequence[Printed]) -> None:
    """Write everything that was made, all or none, and report it."""
    with naming_the_key(job.kit), busy("Drawing"):
        press = Press(job.profile)
        every = [made for each in printed for made in each.made]
        files = [file for made in every for file in made.files(job.formats, press)]
    outputs.say_written(job.source, outputs.write_outputs(job.folder, files))
    for line in (line for each in printed for line in each.said):
        typer.echo(line)


def _printed(asked: AskedSheet) -> Printed:
    maker = MADE_BY.get(asked.sheet.name)
    with naming_the_key(asked.job.kit):
        return (resolve_name(maker) if maker else plain)(asked)


class PrintCommand(Command):
    """The `print` command; its help lists the sheets, and the options of each."""

    def sections(self, ctx: Any) -> Iterator[Section]:
        for purpose, sheets in groupby(SHEETS, key=lambda sheet: sheet.purpose.value):
            yield purpose.capitalize(), [(sheet.name, sheet.line) for sheet in sheets]
        for names, choices in _shared().items():
            heading = f"Options of {listed(names)}"
            yield heading, [(_typed(choice), choice.help) for choice in choices]
        own = {name.replace("-", "_") for name in takers()}
        yield "Options", option_rows(self, ctx, leave=own)


def _shared() -> dict[tuple[str, ...], list[Choice]]:
    """Return sheets -> the options that exactly these sheets have."""
    of: dict[Choice, list[str]] = {}
    for sheet in SHEETS:
        for choice in sheet.options:
            of.setdefault(choice, []).append(sheet.name)
    found: dict[tuple[str, ...], list[Choice]] = {}
    for choice, names in of.items():
        found.setdefault(tuple(names), []).append(choice)
    return found


def _typed(choice: Choice) -> str:
    return " ".join(filter(None, (f"--{choice.name}", metavar(choice))))


def read_sheets(names: Sequence[str]) -> list[str]:
    """Return the names of sheets.

    Raises BadParameter for an unknown sheet, SelectionError if none is named.
    """
    if not names:
        raise SelectionError("no sheet is named; menace-kit print --help lists them")
    known = [sheet.name for sheet in SHEETS]
    for name in names:
        if name.lower() not in known:
            hint = did_you_mean(name, known) or "menace-kit list sheets lists them"
            raise SelectionError(f"there is no sheet {name!r}; {hint}")
    return [name.lower() for name in names]


def print_command() -> Any:
    known = signature(print_sheets, eval_str=True).parameters.values()
    fixed = [each for each in known if each.kind is not Parameter.VAR_KEYWORD]

    @wraps(print_sheets)
    def command(**given: Any) -> None:
        print_sheets(**given)

    vars(command)["__signature__"] = Signature([*fixed, *own_parameters()])
    made = command_of(command, "print", kind=PrintCommand)
    names = next(param for param in made.params if param.name == "sheets")
    names.process_value = lambda _, typed: read_sheets(typed or ())
    return made
