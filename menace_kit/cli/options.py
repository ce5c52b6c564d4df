"""Options that several commands share, and the kit that they choose."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, is_dataclass
from enum import Enum
from functools import wraps
from importlib import import_module
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Option
from typer.core import TyperCommand, TyperGroup

from menace_kit.errors import OutputError, SelectionError, UnknownNameError
from menace_kit.games import Game
from menace_kit.games.game import EMPTY_SIGNS, ROW_SIGNS
from menace_kit.machine.kit import DEFAULT_PRESET, Kit, load_kit, load_preset
from menace_kit.machine.learning import RESULT_WORDS, Result, results
from menace_kit.machine.toml_files import did_you_mean, nearest_of
from menace_kit.paths import KIT_FILE_NAME, find_kit_file

# What typer itself says about a wrong value is meant for programmers, and differs from version to version.


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
            raise typer.BadParameter(f"it should be {least} to {most}, not {number}")
        return number

    return parse


copy_count = whole_between(1, 1000)
"""Reads how many copies were asked for."""


def one_of(names: Collection[str], text: str) -> str:
    """Return the one of the names that was typed, capitals or not; BadParameter names the nearest, and all."""
    if (typed := text.lower()) not in names:
        hint = did_you_mean(typed, names)
        raise typer.BadParameter(
            f"there is no {text!r}; {hint} choose from: {', '.join(names)}".replace("  ", " ")
        )
    return typed


def choice(names: Collection[str], text: str) -> Any:
    """Return the option that takes one of these names, BadParameter for any other; `text` is its help."""
    return Option(metavar="|".join(names), parser=lambda typed: one_of(names, typed), help=text)


def choice_of(kind: type[Enum], text: str) -> Any:
    """Return the option that takes the value of one of an enumeration's members; `text` is its help."""
    names = [member.value for member in kind]

    def parse(typed: str | Enum) -> Enum:
        return typed if isinstance(typed, kind) else kind(one_of(names, str(typed)))

    return Option(metavar="|".join(names), parser=parse, help=text)


def result_typed(text: str | Result) -> Result:
    """Return the result that was typed, by the machine; BadParameter names the words."""
    try:
        return text if isinstance(text, Result) else Result.named(text)
    except UnknownNameError as error:
        raise typer.BadParameter(str(error)) from None


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


USAGE_ERROR: type[Exception] = typer.BadParameter.__mro__[1]
"""What typer raises for everything that is wrong with a command's words, before the command begins."""


BOARD = "BOARD"
"""The metavar of an argument that is a board: it may begin with a dash, as options do."""


class Command(TyperCommand):
    """A command that takes a board which begins with a dash for what it is."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the options and arguments."""
        if any(param.metavar == BOARD for param in self.get_params(ctx)) and "--" not in args:
            boards = [word for word in args if self._is_board(ctx, word)]
            args = [word for word in args if word not in boards]
            args += ["--", *boards] if boards else []
        ctx.allow_extra_args = True  # they are refused here, in our words
        with of_this_command(ctx):
            rest: list[str] = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            ctx.fail(f"{rest[0]!r} is one word too many; words that belong together stand in quotation marks")
        return rest

    def _is_board(self, ctx: Any, word: str) -> bool:
        """Return whether a word that looks like an option is a board: two marks at the most, and empty squares."""
        if not word.startswith("-") or len(word) < 4 or word.partition("=")[0] in options_of(self, ctx):
            return False
        return len(set(word.casefold()) - set(EMPTY_SIGNS) - set(ROW_SIGNS)) <= 2


@contextmanager
def of_this_command(ctx: Any) -> Iterator[None]:
    """Let a usage mistake know in which command it was made; typer does not say so of all."""
    try:
        yield
    except USAGE_ERROR as error:
        vars(error)["ctx"] = vars(error).get("ctx") or ctx
        raise


def lazy_group(load: Mapping[str, Callable[[], Any]]) -> type[TyperGroup]:
    """Return a class for a group that has, after its own commands, one for each name; `load` makes it when needed."""

    class Lazy(TyperGroup):
        def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
            with of_this_command(ctx):
                return super().parse_args(ctx, args)

        def list_commands(self, ctx: Any) -> list[str]:
            # After one was made it stands among the own commands too.
            return list(dict.fromkeys([*super().list_commands(ctx), *load]))

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            if cmd_name in load:
                if cmd_name not in self.commands:
                    self.commands[cmd_name] = load[cmd_name]()
                return self.commands[cmd_name]
            return super().get_command(ctx, cmd_name)

        def resolve_command(self, ctx: Any, args: list[str]) -> Any:
            if not args[0].startswith("-") and args[0] not in self.list_commands(ctx):
                ctx.fail(no_such_command(self, ctx, args[0]))
            return super().resolve_command(ctx, args)

    return Lazy


# What typer says of mistakes is for programmers, and differs from version to version: here it is said in our words.


def usage_mistake(error: Any) -> str:
    """Return a usage mistake in our words: what is wrong, and what would be right; more lines for how it is typed."""
    ctx = error.ctx
    path, command = ctx.command_path, ctx.command
    more = f"More: {path} --help"
    option, param = getattr(error, "option_name", None), getattr(error, "param", None)
    if hasattr(error, "possibilities"):
        nearest = did_you_mean(str(option), options_of(command, ctx))
        said = f"there is no option {option}" + (f"; {nearest}" if nearest else "")
    elif option:
        named = next((each for each in command.get_params(ctx) if option in each.opts), None)
        if named is None or named.is_flag:
            said = f"{option} is an option without a value"
        else:
            said = f"{option} needs a value: {option} {named.metavar or named.name.upper()}"
    elif hasattr(error, "param_type"):
        said = f"{_name_of(param)} is missing"
        more = f"{_usage(ctx)}\n{more}"
    elif isinstance(error, typer.BadParameter):
        about = getattr(error, "param_hint", None) or (_name_of(param) if param else "")
        said = f"{about}: {error.message}" if about else str(error.message)
    else:
        said = str(error.message)
        more = f"{_usage(ctx)}\n{more}"
    return f"{said}\n{more}"


def no_such_command(group: TyperGroup, ctx: Any, name: str) -> str:
    """Return that there is no command of this name in a group; the nearest, also in the groups below it, or all."""
    here = group.list_commands(ctx)
    groups = {each: made for each in here if isinstance(made := group.get_command(ctx, each), TyperGroup)}
    below = {inner: f"{each} {inner}" for each, made in groups.items() for inner in made.list_commands(ctx)}
    for known in ({each: each for each in here}, below):
        if nearest := nearest_of(name, known):
            return f"there is no command {name!r}; did you mean {known[nearest]}?"
    return f"there is no command {name!r}; the commands: {', '.join(here)}"


def options_of(command: Any, ctx: Any) -> list[str]:
    """Return every option of a command, as it is typed."""
    params = command.get_params(ctx)
    return [
        name
        for each in params
        if each.param_type_name == "option"
        for name in (*each.opts, *each.secondary_opts)
    ]


def _name_of(param: Any) -> str:
    """Return what people call an option or argument: `--kit`, `N`."""
    return (
        str(param.opts[0]) if param.param_type_name == "option" else str(param.metavar or param.name.upper())
    )


def _usage(ctx: Any) -> str:
    return " ".join(ctx.get_usage().split())


def command_of(function: Callable[..., object], name: str, text: str | None = None) -> Any:
    """Return the command that a function is; `text` is its help, where its docstring is not."""
    alone = typer.Typer(**PLAIN)
    alone.command(name, cls=Command, help=text)(with_options(function))
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


ENDED = {result: words[0] for result, words in RESULT_WORDS.items()}
"""The words for how games end for a machine, as the commands tell people."""


def endings(game: Game) -> tuple[str, ...]:
    """Return `won`, `drawn` and `lost`; without `drawn` where no game can be drawn."""
    return tuple(ENDED[result] for result in results(game))
