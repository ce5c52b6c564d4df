"""Make commands and groups when they are needed, with help in our words."""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import partial, wraps
from importlib import import_module
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Any, get_args

import typer
from typer.core import TyperCommand, TyperGroup

from menace_kit.cli.hints import remember
from menace_kit.cli.mistakes import SAY, STOPPED, name_of, options_of, when_interrupted

PLAIN: dict[str, Any] = {
    "rich_markup_mode": None,
    "add_completion": False,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}
"""Plain help and error messages: frames would squeeze or cut off text in a narrow window."""


USAGE_ERROR: type[Exception] = typer.BadParameter.__mro__[1]
"""What typer raises for any mistake in a command's words, before the command runs."""


Section = tuple[str, list[tuple[str, str]]]
"""A heading in a command's help, and its rows: what to type, and what it means."""


OPTIONS = "[options]"
"""How a usage line stands for all options."""


BOARD = "BOARD"
"""The metavar of a board argument; like an option, a board can start with a dash."""


class Command(TyperCommand):
    """A command that accepts a board starting with a dash as an argument."""

    interrupted = STOPPED
    """What Ctrl-C prints if it comes while the command runs."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if any(param.metavar == BOARD for param in self.get_params(ctx)) and "--" not in args:
            boards = [word for word in args if self._is_board(ctx, word)]
            args = [word for word in args if word not in boards]
            args += ["--", *boards] if boards else []
        ctx.allow_extra_args = True  # refused here, with our message
        with of_this_command(ctx):
            rest: list[str] = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            ctx.fail(
                f"{rest[0]!r} is one word too many; "
                "put words that belong together in quotation marks"
            )
        return rest

    def invoke(self, ctx: Any) -> Any:
        remember(ctx.params)
        when_interrupted(lambda: self.interrupted)
        try:
            return super().invoke(ctx)
        except typer.Exit:  # the command has printed why
            SAY.clear()
            raise

    def get_params(self, ctx: Any) -> Any:
        return list(map(_read_at_once, super().get_params(ctx)))

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Put arguments before options in the usage line, as in the examples."""
        return [*map(_in_usage, _arguments(self, ctx)), OPTIONS]

    def format_help(self, ctx: Any, formatter: Any) -> None:
        keep_words_whole(formatter)
        super().format_help(ctx, formatter)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the sections below the help text."""
        for heading, rows in self.sections(ctx):
            with formatter.section(heading):
                formatter.write_dl(rows)

    def sections(self, ctx: Any) -> Iterator[Section]:
        """Yield each help section: its heading, and rows of name and description."""
        if arguments := _arguments(self, ctx):
            yield "Arguments", [(name_of(each), each.help) for each in arguments]
        yield "Options", option_rows(self, ctx)

    def _is_board(self, ctx: Any, word: str) -> bool:
        """Return whether a word that looks like an option is a board.

        A board has at most two kinds of marks, and empty squares.
        """
        if (
            not word.startswith("-")
            or len(word) < 4
            or word.partition("=")[0] in options_of(self, ctx)
        ):
            return False
        from menace_kit.games.notation import EMPTY_SIGNS, ROW_SIGNS

        if word[1] == "-" and len(word) < SMALLEST_BOARD:
            return False
        return len(set(word.casefold()) - set(EMPTY_SIGNS) - set(ROW_SIGNS)) <= 2


def _arguments(command: Any, ctx: Any) -> list[Any]:
    return [each for each in command.get_params(ctx) if each.param_type_name == "argument"]


def _in_usage(argument: Any) -> str:
    name = name_of(argument) + ("..." if argument.nargs != 1 else "")
    return name if argument.required else f"[{name}]"


def option_rows(command: Any, ctx: Any, leave: Container[str] = ()) -> list[tuple[str, str]]:
    """Return the help rows of a command's options, except those in `leave`."""
    options = [each for each in command.get_params(ctx) if each.param_type_name == "option"]
    return [each.get_help_record(ctx) for each in options if each.name not in leave]


_HELD = "\N{NON-BREAKING HYPHEN}"


def keep_words_whole(formatter: Any) -> None:
    """Stop a help formatter from breaking words at hyphens, so that names can be copied."""
    write, write_text, write_dl = formatter.write, formatter.write_text, formatter.write_dl

    def held(text: str) -> str:
        return text.replace("-", _HELD)

    formatter.write = lambda text: write(text.replace(_HELD, "-"))
    formatter.write_text = lambda text: write_text(held(text))
    formatter.write_dl = lambda rows: write_dl([(name, held(text)) for name, text in rows])


SMALLEST_BOARD = 8
"""No board has fewer squares: a shorter word with two dashes is a mistyped option."""


@contextmanager
def of_this_command(ctx: Any) -> Iterator[None]:
    """Attach this command to usage errors raised inside; typer doesn't always do so."""
    try:
        yield
    except USAGE_ERROR as error:
        vars(error)["ctx"] = vars(error).get("ctx") or ctx
        raise


Panels = Mapping[str, Sequence[str]]
"""Sections of a group's help: title -> names of its commands."""


class LazyGroup(TyperGroup):
    """A group that makes the commands in `load` on demand.

    Its help has a section for each panel.
    """

    load: Mapping[str, Callable[[], Any]]
    panels: Panels

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        with of_this_command(ctx):
            return super().parse_args(ctx, args)

    def get_params(self, ctx: Any) -> Any:
        return list(map(_read_at_once, super().get_params(ctx)))

    def collect_usage_pieces(self, _: Any) -> list[str]:
        return ["COMMAND", OPTIONS]

    def format_help(self, ctx: Any, formatter: Any) -> None:
        keep_words_whole(formatter)
        super().format_help(ctx, formatter)

    def list_commands(self, _: Any) -> list[str]:
        return list(self.load)

    def get_command(self, _: Any, cmd_name: str) -> Any:
        if cmd_name in self.load and cmd_name not in self.commands:
            self.commands[cmd_name] = self.load[cmd_name]()
        return self.commands.get(cmd_name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        for title, names in self.panels.items():
            made = {name: self.get_command(ctx, name) for name in names}
            room = formatter.width - 6 - max(map(len, made))
            with formatter.section(title):
                formatter.write_dl(
                    [(name, each.get_short_help_str(room)) for name, each in made.items()]
                )

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if not args[0].startswith("-") and args[0] not in self.list_commands(ctx):
            from menace_kit.cli.suggestions import no_such_command

            ctx.fail(no_such_command(self, ctx, args))
        return super().resolve_command(ctx, args)


def lazy_group(load: Mapping[str, Callable[[], Any]], panels: Panels) -> type[LazyGroup]:
    """Return a group class with these commands."""
    return type("LazyGroup", (LazyGroup,), {"load": load, "panels": panels})


def command_of(
    function: Callable[..., object], name: str, kind: type[TyperCommand] = Command
) -> Any:
    """Turn a function into a command; its docstring becomes the help."""
    alone, plain = typer.Typer(**PLAIN), with_options(function)
    alone.command(name, cls=kind)(plain)
    made = typer.main.get_command(alone)
    made.name = name
    kinds = {
        name: each.annotation for name, each in signature(plain, eval_str=True).parameters.items()
    }
    for param in made.params:
        _read_at_once(param, kinds.get(param.name))
    return made


def _read_at_once(param: Any, annotation: Any = None) -> Any:
    """Return the option or argument with a parser that bypasses pydantic where possible.

    typer reads values with pydantic, which takes longer to load than a command takes to run.
    Missing values, words, paths and values with our own parser don't need it; typer reads the rest.
    """
    if param.multiple or param.nargs != 1 or "process_value" in vars(param):
        return param
    said, *about = get_args(annotation) or (annotation,)
    parser = next((info.parser for info in about if getattr(info, "parser", None)), None)
    kinds = [kind for kind in get_args(said) or (said,) if kind is not type(None)]
    read: Any = parser or (kinds[0] if kinds in ([str], [Path]) else None)
    slowly = param.process_value

    def process_value(ctx: Any, value: Any) -> Any:
        if (value is None and param.required) or (value is not None and read is None):
            return slowly(ctx, value)
        value = None if value is None else read(value)
        return param.callback(ctx, param, value) if param.callback else value

    param.process_value = process_value
    return param


def command_in(module: str, function: str, name: str = "") -> Callable[[], Any]:
    """Return a maker of the command for a function in a module.

    Without `name`, the command is called like the function.
    """
    return lambda: command_of(getattr(import_module(module), function), name or function)


def group_in(module: str) -> Callable[[], Any]:
    """Return a maker of the group that a module calls `app`."""
    return lambda: typer.main.get_command(import_module(module).app)


def group_of(
    load: Mapping[str, Callable[[], Any]],
    help: str,
    before: Callable[[], None] = lambda: None,
    panels: Panels | None = None,
    interrupted: str = STOPPED,
) -> typer.Typer:
    """Return a group of these commands, each made on demand.

    `before` runs before each command. `panels` are the sections of the group's help, one with all
    commands if there are none. `interrupted` is what Ctrl-C prints while one of them runs.
    """

    def made_of(make: Callable[[], Any]) -> Any:
        command = make()
        work = command.callback

        def callback(**given: object) -> object:
            before()
            return work(**given)

        command.callback = callback
        command.interrupted = interrupted
        return command

    makers = {name: partial(made_of, make) for name, make in load.items()}
    kind = lazy_group(makers, panels or {"Commands": [*load]})
    group = typer.Typer(**PLAIN, cls=kind, help=help, no_args_is_help=True)
    group.callback()(lambda: None)
    return group


def with_options(function: Callable[..., object]) -> Callable[..., object]:
    """Replace each dataclass parameter of a function by the options in its fields."""
    groups: dict[str, tuple[Callable[..., object], list[str]]] = {}
    options: list[Parameter] = []
    for name, parameter in signature(function, eval_str=True).parameters.items():
        kind = parameter.annotation
        if not (isinstance(kind, type) and is_dataclass(kind)):
            options.append(parameter.replace(kind=Parameter.KEYWORD_ONLY))
            continue
        groups[name] = kind, [field.name for field in fields(kind)]
        options += map(_parameter_of, fields(kind))

    @wraps(function)
    def command(**given: object) -> object:
        for name, (group, names) in groups.items():
            given[name] = group(**{field: given.pop(field) for field in names})
        return function(**given)

    command.__dict__["__signature__"] = Signature(options)  # read by typer
    return command


def _parameter_of(field: Field[Any]) -> Parameter:
    default = Parameter.empty if field.default is MISSING else field.default
    return Parameter(field.name, Parameter.KEYWORD_ONLY, default=default, annotation=field.type)
