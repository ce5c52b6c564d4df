"""Options that several commands share, and the kit that they choose."""

import re
from collections.abc import Callable, Collection, Iterator
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Option

from menace_kit.errors import OutputError, SelectionError, UnknownNameError, quoted
from menace_kit.files import KIT_FILE_NAME, check_can_write, find_kit_file
from menace_kit.frozen import Frozen
from menace_kit.games import Game
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.kit_files import DEFAULT_PRESET, load_kit, load_preset
from menace_kit.machine.learning import RESULT_WORDS, Result
from menace_kit.machine.spelling import did_you_mean

# What typer itself says about a wrong value is meant for programmers,
# and differs from version to version.


def whole_number(text: str | int) -> int:
    """Return the number that was typed; BadParameter for anything else."""
    # int() would take 1_0, and the digits of every script, as well.
    if not re.fullmatch("-?[0-9]{1,1000}", str(text)):
        raise typer.BadParameter(f"{text!r} is not a whole number")
    return int(text)


def whole_between(least: int, most: int) -> Callable[[str | int], int]:
    """Return what reads a whole number from `least` to `most`; BadParameter for anything else."""

    def parse(text: str | int) -> int:
        number = whole_number(text)
        if not least <= number <= most:
            raise typer.BadParameter(f"it should be {least} to {most:,}, not {number:,}")
        return number

    return parse


copy_count = whole_between(1, 1000)
"""Reads how many copies were asked for."""


def one_of(names: Collection[str], text: str) -> str:
    """Return the one of the names that was typed, capitals or not;
    BadParameter names the nearest, and all.
    """
    if (typed := text.lower()) not in names:
        hint = did_you_mean(typed, names)
        raise typer.BadParameter(
            f"there is no {text!r}; {hint} choose from: {', '.join(names)}".replace("  ", " ")
        )
    return typed


def choice(names: Collection[str], text: str) -> Any:
    """Return the option that takes one of these names, BadParameter for any
    other; `text` is its help.
    """
    return Option(metavar="|".join(names), parser=lambda typed: one_of(names, typed), help=text)


def choice_of(kind: type[Enum], text: str) -> Any:
    """Return the option that takes the value of one of an enumeration's
    members; `text` is its help.
    """
    names = [member.value for member in kind]

    def parse(typed: str | Enum) -> Enum:
        return typed if isinstance(typed, kind) else kind(one_of(names, str(typed)))

    return Option(metavar="|".join(names), parser=parse, help=text)


def result_typed(text: str | Result) -> Result:
    """Return the result that was typed, by the machine; BadParameter names the words."""
    from menace_kit.text.typed_words import result_meant

    try:
        return text if isinstance(text, Result) else result_meant(text)
    except UnknownNameError:
        raise typer.BadParameter(
            f"there is no result {quoted(str(text))}; "
            "say how it ended for the machine: win, draw or loss"
        ) from None


KitOption = Annotated[
    Path | None,
    Option(
        metavar="FILE", help="The kit file.  [default: kit.toml in this folder or one above it]"
    ),
]
JsonOption = Annotated[bool, Option("--json", help="As JSON, for programs.")]


class KitOptions(Frozen):
    """Which kit a command is about."""

    kit: KitOption = None
    preset: Annotated[
        str | None,
        Option(
            metavar="NAME",
            help="A ready-made machine instead of a kit file; all: "
            f"`menace-kit list machines`.  [default: {DEFAULT_PRESET}, where there is no kit file]",
        ),
    ] = None

    def chosen(self) -> Kit:
        """Return the kit that is meant: a file, a preset, a kit.toml nearby,
        or else the default preset.
        """
        if self.kit is not None and self.preset is not None:
            raise SelectionError("--kit and --preset both name a kit; give one of them")
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


# Where a command puts what it makes: a folder where several files may come, a file where it is one.

ENDINGS_OF_FILES = {
    "csv",
    "gif",
    "html",
    "json",
    "jsonl",
    "md",
    "pdf",
    "png",
    "svg",
    "toml",
    "txt",
}
"""Who names a folder like this means a file."""


def check_folder(folder: Path, option: str = "--output") -> None:
    """Go on where files can be put into a folder, which is made if need be.

    SelectionError where a file is named instead, OutputError where nothing can be written there.
    """
    if not folder.is_dir() and (folder.exists() or ending_of(folder) in ENDINGS_OF_FILES):
        kind = "is a file" if folder.exists() else "has a file's ending"
        raise SelectionError(
            f"{option} is the folder for the files, and {folder} {kind}; name a folder"
        )
    check_can_write(folder)


def check_no_pipe(path: Path, option: str) -> None:
    """Raise SelectionError where a path is `-`, by which other programs mean a pipe."""
    if path == Path("-"):
        raise SelectionError(f"{option} - is no file, and nothing is piped; name a file")


def check_file(
    path: Path, endings: Collection[str] = (), option: str = "--output", done: str = "written"
) -> None:
    """Go on where one file can be written, its ending one of these if there are
    any, by which it is `done`.

    SelectionError where it is `-`, something else has that name, the ending is another,
    or the file's folder is not there; OutputError where nothing can be written there.
    """
    check_no_pipe(path, option)
    if path.is_dir():
        raise SelectionError(f"{option}: {path} is a folder; name a file in it")
    if endings and ending_of(path) not in endings:
        known = ", ".join(f".{ending}" for ending in endings)
        choice = f"one of {known}" if len(endings) > 1 else known
        raise SelectionError(
            f"{option} {path}: the file's ending says what is {done}; use {choice}"
        )
    if path.exists() and not path.is_file():
        raise SelectionError(f"{option}: {path} is not an ordinary file; name another")
    if not path.parent.is_dir():
        raise SelectionError(
            f"{option}: there is no folder {path.parent} for {path.name}; make it, or name another"
        )
    check_can_write(path.parent)


def ending_of(path: Path) -> str:
    """Return a file's ending without its dot, in small letters."""
    return path.suffix.removeprefix(".").lower()


def endings(game: Game) -> tuple[str, ...]:
    """Return `won`, `drawn` and `lost`; without `drawn` where no game can be drawn."""
    from menace_kit.machine.prospects import results

    return tuple(RESULT_WORDS[result] for result in results(game))


# Choosing boxes by number, name or stage: `217,40-52`.

_PART = re.compile(r"([0-9]{1,6})(?:\s*[-–]\s*([0-9]{1,6}))?")
_EXAMPLE = "write numbers and ranges like 217,40-52"


def parse_numbers(text: str, what: str = "boxes") -> tuple[int, ...]:
    """Return the numbers that `217,40-52` means, in the order written, each once;
    SelectionError where unclear.
    """
    numbers: dict[int, None] = {}
    for part in _parts(text, what):
        match = _PART.fullmatch(part)
        if match is None:
            raise SelectionError(f"which {what}? {part!r} is not a number or a range; {_EXAMPLE}")
        first, last = int(match[1]), int(match[2] or match[1])
        if last < first:
            raise SelectionError(
                f"which {what}? the range {part} runs backwards; write {last}-{first}"
            )
        if last - first >= 100_000:
            raise SelectionError(f"which {what}? the range {part} is longer than any machine")
        numbers.update(dict.fromkeys(range(first, last + 1)))
    return tuple(numbers)


def _parts(text: str, what: str = "boxes") -> Iterator[str]:
    """Yield what stands between the commas of a list; SelectionError where it is nothing."""
    for part in map(str.strip, text.split(",")):
        if not part:
            where = (
                f"there is nothing before or after a comma in {text!r}"
                if "," in text
                else "it is empty"
            )
            raise SelectionError(f"which {what}? {where}; {_EXAMPLE}")
        yield part


def _named_boxes(kit: Kit, text: str) -> tuple[Box, ...]:
    """Return the boxes on which the parts of a list stand;
    a part that is no name may be a range of numbers.
    """
    if not any(box.given_name for box in kit.boxes):
        return tuple(kit.box(number) for number in parse_numbers(text))
    return tuple(dict.fromkeys(box for part in _parts(text) for box in _boxes_of(kit, part)))


def _boxes_of(kit: Kit, part: str) -> tuple[Box, ...]:
    """Return the box with this name, which may look like a range,
    or else those with the numbers of the range.
    """
    try:
        return (kit.box_named(part),)
    except UnknownNameError:
        if _PART.fullmatch(part) is None:
            raise
    return tuple(kit.box_named(str(number)) for number in parse_numbers(part))


def chosen_boxes(kit: Kit, numbers: str | None = None, stage: int | None = None) -> tuple[Box, ...]:
    """Return the boxes with these numbers and of this stage; all of them where neither is given.

    Boxes that have names are chosen by these. SelectionError where no box is left,
    UnknownNameError where the kit has no such box.
    """
    stages = sorted({number for _, number in kit.stages})
    if stage is not None and stage not in stages:
        raise SelectionError(
            f"this kit has boxes for the moves {stages[0]} to {stages[-1]}, not for a move {stage}"
        )
    boxes = kit.boxes if numbers is None else _named_boxes(kit, numbers)
    chosen = tuple(box for box in boxes if stage in (None, box.stage))
    if not chosen:
        raise SelectionError(f"none of the boxes {numbers} is for move {stage}")
    return chosen
