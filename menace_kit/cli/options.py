"""Options that many commands share, and messages for wrong values."""

import re
from collections.abc import Callable, Collection, Mapping
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Option

from menace_kit.errors import OutputError, SelectionError, UnknownNameError, quoted
from menace_kit.files import KIT_FILE_NAME, find_kit_file
from menace_kit.frozen import Frozen
from menace_kit.machine import DEFAULT_PRESET, Kit, load_kit, load_preset
from menace_kit.machine.learning import Result
from menace_kit.machine.spelling import did_you_mean


def whole_number(text: str | int) -> int:
    """Parse a whole number, also as 10,000, 10_000 or 1e4.

    Raises BadParameter for anything else.
    """
    plain = str(text).replace("_", "")
    if re.fullmatch("-?[0-9]{1,3}(,[0-9]{3})+", plain):
        plain = plain.replace(",", "")
    # int() would take the digits of every script as well.
    if not re.fullmatch("-?[0-9]{1,1000}(e[0-9]{1,2})?", plain):
        raise typer.BadParameter(f"{text!r} is not a whole number")
    digits, _, power = plain.partition("e")
    number: int = int(digits) * 10 ** int(power or 0)
    return number


def whole_between(least: int, most: int) -> Callable[[str | int], int]:
    """Return a parser for whole numbers from `least` to `most`.

    It raises BadParameter for anything else.
    """

    def parse(text: str | int) -> int:
        number = whole_number(text)
        if not least <= number <= most:
            raise typer.BadParameter(f"it should be {least} to {most:,}, not {number:,}")
        return number

    return parse


def one_of(names: Collection[str], text: str) -> str:
    """Return the name that was typed, ignoring case.

    Raises BadParameter with the nearest name, and all of them.
    """
    if (typed := text.lower()) not in names:
        hint = did_you_mean(typed, names)
        raise typer.BadParameter(
            f"there is no {text!r}; {hint} choose from: {', '.join(names)}".replace("  ", " ")
        )
    return typed


def choice(names: Collection[str], text: str) -> Any:
    """Return an option that takes one of these names; `text` is its help.

    It raises BadParameter for any other value.
    """
    return Option(metavar="|".join(names), parser=lambda typed: one_of(names, typed), help=text)


def choice_of(kind: type[Enum], text: str) -> Any:
    """Return an option that takes a value of this enumeration; `text` is its help."""
    names = [member.value for member in kind]

    def parse(typed: str | Enum) -> Enum:
        return typed if isinstance(typed, kind) else kind(one_of(names, str(typed)))

    return Option(metavar="|".join(names), parser=parse, help=text)


def result_typed(text: str | Result) -> Result:
    """Parse the machine's result. Raises BadParameter with the words to type."""
    from menace_kit.text.typed_words import result_meant

    try:
        return text if isinstance(text, Result) else result_meant(text)
    except UnknownNameError:
        raise typer.BadParameter(
            f"there is no result {quoted(str(text))}; "
            "say how it ended for the machine: win, draw or loss"
        ) from None


def check_at_most_one(asked: Mapping[str, object]) -> None:
    """Raise BadParameter if several of these options, name -> value, are given."""
    given = _given(asked)
    if len(given) > 1:
        raise typer.BadParameter(f"{' and '.join(given)} exclude each other; give one of them")


def check_goes_with(other: str, there: bool, asked: Mapping[str, object]) -> None:
    """Raise BadParameter if one of these options is given, but the other one isn't there."""
    for option in [] if there else _given(asked):
        raise typer.BadParameter(f"{option} goes with {other}; add {other}, or leave {option} out")


def _given(asked: Mapping[str, object]) -> list[str]:
    return [name for name, value in asked.items() if value is not None and value is not False]


MachineOption = Annotated[
    Path | None,
    Option(
        metavar="FILE",
        help="A machine that has learned: a machine file, of `lab train` or `logbook export "
        "--machine`, or a logbook.  [default: the kit as it is filled first]",
    ),
]


JsonOption = Annotated[bool, Option("--json", help="As JSON, for programs.")]


class KitOptions(Frozen):
    """Which kit a command uses."""

    kit: Annotated[
        Path | None,
        Option(
            metavar="FILE", help="The kit file.  [default: kit.toml in this folder or one above it]"
        ),
    ] = None
    preset: Annotated[
        str | None,
        Option(
            metavar="NAME",
            help="A ready-made machine instead of a kit file; all: "
            f"`menace-kit list machines`.  [default: {DEFAULT_PRESET}, where there is no kit file]",
        ),
    ] = None

    def chosen(self) -> Kit:
        """Load the kit: a named file or preset, a kit.toml nearby, or else the default preset."""
        check_at_most_one({"--kit": self.kit, "--preset": self.preset})
        if self.preset is not None:
            if self.preset.lower().endswith(".toml"):
                raise SelectionError(
                    f"--preset: {self.preset} is no ready-made machine; for a kit file use --kit"
                )
            return load_preset(self.preset)
        if self.kit is not None:
            return _load_named(self.kit)
        found = find_kit_file(Path.cwd())
        return load_kit(found) if found else load_preset(DEFAULT_PRESET)


def _load_named(kit_file: Path) -> Kit:
    if kit_file.is_dir():
        raise SelectionError(
            f"--kit: {kit_file} is a folder; name the file: {kit_file / KIT_FILE_NAME}"
        )
    try:
        return load_kit(kit_file)
    except OutputError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            raise SelectionError(f"--kit: there is no file {kit_file}") from error
        raise
