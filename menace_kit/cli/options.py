"""Options that several commands share, and the kit that they choose."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, is_dataclass
from functools import wraps
from importlib import import_module
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Option
from typer.core import TyperGroup

from menace_kit.errors import OutputError, SelectionError
from menace_kit.games import Game
from menace_kit.machine.kit import DEFAULT_PRESET, Kit, load_kit, load_preset
from menace_kit.machine.learning import Result, results
from menace_kit.paths import KIT_FILE_NAME, find_kit_file

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


def choice(names: Collection[str], text: str) -> Any:
    """Return the option that takes one of these names, BadParameter for any other; `text` is its help."""

    def parse(typed: str) -> str:
        if typed.lower() not in names:
            raise typer.BadParameter(f"there is no {typed!r}; choose from: {', '.join(names)}")
        return typed.lower()

    return Option(metavar="|".join(names), parser=parse, help=text)


KitOption = Annotated[
    Path | None,
    Option(metavar="FILE", help="The kit file.  [default: kit.toml in this folder or one above it]"),
]
JsonOption = Annotated[bool, Option("--json", help="As JSON, for programs.")]


@dataclass(frozen=True)
class KitOptions:
    """Which kit a command is about."""

    kit: KitOption = None
    preset: Annotated[
        str | None,
        Option(
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


def _load_named(kit_file: Path) -> Kit:
    if kit_file.is_dir():
        raise SelectionError(f"--kit: {kit_file} is a folder; name the file: {kit_file / KIT_FILE_NAME}")
    try:
        return load_kit(kit_file)
    except OutputError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            raise SelectionError(f"--kit: there is no file {kit_file}") from error
        raise


PLAIN: dict[str, Any] = {
    "rich_markup_mode": None,
    "add_completion": False,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}
"""Plain help and plain complaints: no frames, so that nothing is squeezed or cut off in a narrow window."""


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
    alone = typer.Typer(**PLAIN)
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


def group_of(
    load: Mapping[str, Callable[[], Any]], help: str, before: Callable[[], None] = lambda: None
) -> typer.Typer:
    """Return the group of these commands, each made when it is needed; `before` is done before any of them."""
    group = typer.Typer(**PLAIN, cls=lazy_group(load), help=help, no_args_is_help=True)
    group.callback()(before)
    return group


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


ENDED = {Result.WIN: "won", Result.TIE: "drawn", Result.LOSS: "lost"}
"""The words for how games end for a machine, as the commands tell people."""


def endings(game: Game) -> tuple[str, ...]:
    """Return `won`, `drawn` and `lost`; without `drawn` where no game can be drawn."""
    return tuple(ENDED[result] for result in results(game))
