"""Options that several commands share, and the kit that they choose."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, is_dataclass, replace
from enum import Enum
from functools import wraps
from importlib import import_module
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar

import typer
from typer.core import TyperGroup

from menace_kit.errors import OutputError, SelectionError
from menace_kit.games import Game
from menace_kit.machine.kit import DEFAULT_PRESET, Kit, load_kit, load_preset
from menace_kit.machine.learning import Result, results
from menace_kit.paths import (
    KIT_FILE_NAME,
    PROFILE_FILE_NAME,
    default_output_folder,
    default_profile,
    find_kit_file,
)
from menace_kit.workshop.printer import PrinterProfile, load_profile

ChoiceT = TypeVar("ChoiceT", bound=Enum)


class Paper(Enum):
    """The papers, as choices."""

    A4 = "a4"
    LETTER = "letter"


class Format(Enum):
    """The file formats, as choices."""

    PDF = "pdf"
    SVG = "svg"
    ALL = "all"

    def __str__(self) -> str:
        """Return what is typed for it."""
        return str(self.value)

    @property
    def formats(self) -> tuple[str, ...]:
        """Return the formats that are meant."""
        return ("pdf", "svg") if self is Format.ALL else (self.value,)


# What typer itself says about a wrong value is meant for programmers, and differs from version to version.
def whole_number(text: str | int) -> int:
    """Return the number that was typed; BadParameter for anything else."""
    # int() would take 1_0, and the digits of every script, as well.
    if not re.fullmatch("-?[0-9]{1,1000}", str(text)):
        raise typer.BadParameter(f"{text!r} is not a whole number")
    return int(text)


def copy_count(text: str | int) -> int:
    """Return how many copies were asked for: 1 to 1000."""
    number = whole_number(text)
    if not 1 <= number <= 1000:
        raise typer.BadParameter(f"it should be 1 to 1000, not {number}")
    return number


def _paper(text: str | Paper) -> Paper:
    return choice_of(Paper, text)


def _format(text: str | Format) -> Format:
    return choice_of(Format, text)


def choice_of(choices: type[ChoiceT], text: str | ChoiceT) -> ChoiceT:
    """Return the choice that was typed; BadParameter names those that there are."""
    for choice in choices:
        if text is choice or str(text).lower() == choice.value:
            return choice
    known = ", ".join(choice.value for choice in choices)
    raise typer.BadParameter(f"there is no {text!r}; choose from: {known}")


KitOption = Annotated[
    Path | None,
    typer.Option(
        "--kit",
        metavar="FILE",
        help="The kit file.  [default: kit.toml in this folder or one above it]",
    ),
]
ByStageOption = Annotated[
    bool,
    typer.Option(
        "--by-stage",
        help="A file of labels for each of the machine's moves, for paper of different colours.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="As JSON, for programs.")]


@dataclass(frozen=True)
class KitOptions:
    """Which kit a command is about."""

    kit: KitOption = None
    preset: Annotated[
        str | None,
        typer.Option(
            "--preset",
            metavar="NAME",
            help="A ready-made machine instead of a kit file; all: `menace-kit templates machines`.  "
            f"[default: {DEFAULT_PRESET}, where there is no kit file]",
        ),
    ] = None

    def chosen(self) -> Kit:
        """Return the kit that is meant: a file, a preset, a kit.toml nearby, or else the default preset."""
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


@dataclass(frozen=True)
class FileOptions(KitOptions):
    """What a command makes files of, where it puts them, and for which paper."""

    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="DIR",
            help="The folder for the files; made if need be.  [default: output, beside the kit file or else here]",
        ),
    ] = None
    paper: Annotated[
        Paper | None,
        typer.Option(
            "--paper",
            metavar="a4|letter",
            parser=_paper,
            help=f"The paper.  [default: what the kit says; {Paper.A4.value} in every ready-made machine]",
        ),
    ] = None
    file_format: Annotated[
        Format,
        typer.Option(
            "--format",
            metavar="pdf|svg|all",
            parser=_format,
            help="PDF to print; SVG to change in a drawing program, a file a page; or all of them.",
        ),
    ] = Format.PDF

    def chosen(self) -> Kit:
        """Return the kit that is meant, printed on the paper that was asked for."""
        kit = super().chosen()
        if self.paper is None:
            return kit
        printing = kit.spec.print.model_copy(update={"paper": self.paper.value})
        return replace(kit, spec=kit.spec.model_copy(update={"print": printing}))


@dataclass(frozen=True)
class PrinterOptions:
    """Which printer a command corrects its files for."""

    profile: Annotated[
        Path | None,
        typer.Option(
            "--profile",
            metavar="FILE",
            help="The printer's profile, made with `menace-kit calibrate`, for which all is corrected.  "
            f"[default: {PROFILE_FILE_NAME} beside the kit file, if it is there]",
        ),
    ] = None
    no_profile: Annotated[
        bool, typer.Option("--no-profile", help="Correct nothing, whether there is a profile or not.")
    ] = False


def _load_named(kit_file: Path) -> Kit:
    if kit_file.is_dir():
        raise SelectionError(f"--kit: {kit_file} is a folder; name the file: {kit_file / KIT_FILE_NAME}")
    try:
        return load_kit(kit_file)
    except OutputError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            raise SelectionError(f"--kit: there is no file {kit_file}") from error
        raise


class Task(NamedTuple):
    """What a command that makes files works on.

    The kit, what is said of where it comes from, the folder for the files, their formats, and the profile of the
    printer that they are for, if there is one.
    """

    kit: Kit
    source: str
    folder: Path
    formats: tuple[str, ...]
    profile: PrinterProfile | None = None


def chosen_task(files: FileOptions, printer: PrinterOptions) -> Task:
    """Return the kit, the folder and the printer's profile that the options mean.

    SelectionError where a preset's files would come to lie among those of a kit file without being sent there.
    """
    kit, found = files.chosen(), files.kit or find_kit_file(Path.cwd())
    if files.preset is not None and files.output is None and found is not None:
        raise SelectionError(
            f"--preset: the files of {files.preset} would mix with those of {found}; name a folder for them with "
            "--output"
        )
    source = _source(found) if files.preset is None else f"The ready-made {files.preset}."
    folder = files.output or default_output_folder(found if files.preset is None else None)
    path = _chosen_profile(printer, found)
    if path is None:
        return Task(kit, source, folder, files.file_format.formats)
    chosen = load_profile(path)
    said = f"{source}\nCorrected for the printer ({path.name}): {chosen}."
    return Task(kit, said, folder, files.file_format.formats, chosen)


def _chosen_profile(printer: PrinterOptions, kit_file: Path | None) -> Path | None:
    """Return the file of the printer's profile, or None where there is none, or none is wanted."""
    profile = printer.profile
    if profile is not None and printer.no_profile:
        raise SelectionError("--profile and --no-profile exclude each other; give one of them")
    if profile is not None and not profile.is_file():
        raise SelectionError(f"--profile: there is no file {profile}; `menace-kit calibrate` makes one")
    usual = default_profile(kit_file)
    return None if printer.no_profile else profile or (usual if usual.is_file() else None)


def _source(kit_file: Path | None) -> str:
    if kit_file is None:
        return f"No {KIT_FILE_NAME} here or above: the ready-made {DEFAULT_PRESET}."
    return f"{kit_file.name}: {kit_file.absolute()}"


# Commands that are imported only when they are asked for, and the options that several of them share.
#
# So the program starts at once. Options that go together are the fields of a dataclass (`cli.options`): a command takes
# the dataclass, and has an option for each field.

PLAIN: dict[str, Any] = {"rich_markup_mode": None, "add_completion": False}


def lazy_group(load: Mapping[str, Callable[[], Any]]) -> type[TyperGroup]:
    """Return a class for a group that has, after its own commands, one for each name; `load` makes it when needed."""

    class Lazy(TyperGroup):
        def list_commands(self, ctx: Any) -> list[str]:
            # After one was made it stands among the own commands too.
            return list(dict.fromkeys([*super().list_commands(ctx), *load]))

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            if cmd_name in load:
                if cmd_name not in self.commands:
                    self.commands[cmd_name] = load[cmd_name]()
                return self.commands[cmd_name]
            return super().get_command(ctx, cmd_name)

    return Lazy


def command_of(function: Callable[..., object], name: str, text: str | None = None) -> Any:
    """Return the command that a function is; `text` is its help, where its docstring is not."""
    alone = typer.Typer(**PLAIN, context_settings={"help_option_names": ["-h", "--help"]})
    alone.command(name, help=text)(with_options(function))
    made = typer.main.get_command(alone)
    made.name = name
    return made


def command_in(module: str, function: str, name: str = "") -> Callable[[], Any]:
    """Return a maker of the command that a function in a module is, called like the function if there is no name."""
    return lambda: command_of(getattr(import_module(module), function), name or function)


def group_in(module: str) -> Callable[[], Any]:
    """Return a maker of the group that is `app` in a module."""
    return lambda: typer.main.get_command(import_module(module).app)


def with_options(function: Callable[..., object]) -> Callable[..., object]:
    """Return the function with the fields of each dataclass that it takes as options, in the dataclass's place."""
    groups: dict[str, tuple[Callable[..., object], list[str]]] = {}
    options: list[Parameter] = []
    for name, parameter in signature(function, eval_str=True).parameters.items():
        fields: Mapping[str, Parameter] = {name: parameter}
        kind = parameter.annotation
        if isinstance(kind, type) and is_dataclass(kind):
            fields = signature(kind, eval_str=True).parameters
            groups[name] = kind, list(fields)
        options += [option.replace(kind=Parameter.KEYWORD_ONLY) for option in fields.values()]

    @wraps(function)
    def command(**given: object) -> object:
        for name, (group, fields) in groups.items():
            given[name] = group(**{field: given.pop(field) for field in fields})
        return function(**given)

    command.__dict__["__signature__"] = Signature(options)  # where typer looks
    return command


# The words for how games end for a machine, as the commands tell people.

ENDED = {Result.WIN: "won", Result.TIE: "drawn", Result.LOSS: "lost"}


def endings(game: Game) -> tuple[str, ...]:
    """Return `won`, `drawn` and `lost`; without `drawn` where no game can be drawn."""
    return tuple(ENDED[result] for result in results(game))
