"""Options of single sheets: declared in the catalogue, typed in one command."""

from collections.abc import Iterator, Mapping, Sequence
from inspect import Parameter
from typing import Annotated, Any, NamedTuple

import typer

from menace_kit.cli.options import one_of, whole_between, whole_number
from menace_kit.cli.outputs import FileOptions, PrintJob
from menace_kit.cli.terminal import busy
from menace_kit.errors import SelectionError
from menace_kit.printables.catalogue import SHEETS, Choice, Sheet
from menace_kit.printables.making import Made, made_for_sets, make


class AskedSheet(NamedTuple):
    """A sheet to make, and those of its options that were given: name -> value."""

    sheet: Sheet
    job: PrintJob
    files: FileOptions
    given: Mapping[str, Any]
    sets: tuple[str, ...] = ()

    def makes(self, place: int = 0, suffix: str = "", **choices: Any) -> Made:
        """Make one part of the sheet, for all sets if there are several."""
        part, job = self.sheet.parts[place], self.job
        with busy("Drawing"):
            if self.sets:
                return made_for_sets(part, job.kit, self.sets, suffix, **choices)
            return make(part, job.kit, suffix, **choices)


class Printed(NamedTuple):
    """What was made, and what to say below the list of files."""

    made: Sequence[Made]
    said: Sequence[str] = ()


def plain(asked: AskedSheet) -> Printed:
    """Make a sheet without options, or whose options only replace what is printed."""
    for option, instead in asked.sheet.instead.items():
        if asked.given.get(option):
            if asked.sets and asked.sheet.has_sets:
                raise SelectionError(
                    f"--{option} makes one sheet for all groups, and --sets pages for each; "
                    "leave one of them out"
                )
            return Printed([make(instead, asked.job.kit)])
    return Printed([asked.makes(place) for place in range(len(asked.sheet.parts))])


def takers() -> dict[str, list[tuple[Sheet, Choice]]]:
    """Return option name -> the sheets that take it."""
    found: dict[str, list[tuple[Sheet, Choice]]] = {}
    for sheet in SHEETS:
        for choice in sheet.options:
            found.setdefault(choice.name, []).append((sheet, choice))
    return found


def own_parameters() -> Iterator[Parameter]:
    """Yield the parameters of a command that takes every option of every sheet."""
    for name, ((_, choice), *_) in takers().items():
        kind: Any = str | None
        default: object = None
        if choice.kind is bool:
            kind, default = bool, False
        option = typer.Option(f"--{name}", metavar=metavar(choice), help=choice.help)
        yield Parameter(
            name.replace("-", "_"),
            Parameter.KEYWORD_ONLY,
            default=default,
            annotation=Annotated[kind, option],
        )


def metavar(choice: Choice) -> str | None:
    """Return the option's value as shown in help; None for a flag."""
    return "|".join(choice.names) or choice.metavar or None


def given_to(sheets: Sequence[Sheet], typed: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return sheet name -> the values of its options that were typed.

    Raises SelectionError if no sheet takes an option, or sheets take it differently.
    """
    found: dict[str, dict[str, Any]] = {sheet.name: {} for sheet in sheets}
    for name, every in takers().items():
        value = typed[name.replace("-", "_")]
        if value in (None, False):
            continue
        named = [(sheet, choice) for sheet, choice in every if sheet.name in found]
        if not named:
            raise SelectionError(not_taken(name, [sheet.name for sheet, _ in every]))
        if len({choice.kind for _, choice in named}) > 1:
            first, *_, last = (sheet.name for sheet, _ in named)
            raise SelectionError(
                f"--{name} means something else for {first} than for {last}; "
                "print them one at a time"
            )
        for sheet, choice in named:
            found[sheet.name][name] = _read(choice, value)
    return found


def not_taken(option: str, sheets: Sequence[str]) -> str:
    """Return a message that none of the sheets takes an option, and which do."""
    return f"--{option} belongs to {listed(sheets)}; print {sheets[0]} --{option} ..."


def listed(names: Sequence[str]) -> str:
    """Join names as in a sentence: labels, filling and day."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def _read(choice: Choice, value: Any) -> Any:
    try:
        if choice.names:
            return one_of(choice.names, value)
        if choice.kind is int:
            if choice.least is None or choice.most is None:
                return whole_number(value)
            return whole_between(choice.least, choice.most)(value)
        return value if choice.kind is bool else choice.kind(value)
    except typer.BadParameter as error:
        raise SelectionError(f"--{choice.name}: {error.message}") from error
