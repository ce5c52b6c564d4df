"""The command line: `menace-kit`. Commands are thin, the work is done by what they call.

A command is loaded, with all that it needs, when it is called: a group knows only the names of its
commands and where they are. So nothing but typer and errors is imported here.
"""

import sys
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache, partial, wraps
from importlib import import_module
from inspect import Parameter, Signature, signature
from io import UnsupportedOperation
from pathlib import Path
from typing import Annotated, Any, get_args

import typer
from typer.core import TyperCommand, TyperGroup

from menace_kit import __version__
from menace_kit.errors import NOT_BEGUN, MenaceKitError

PLAIN: dict[str, Any] = {
    "rich_markup_mode": None,
    "add_completion": False,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}
"""Plain help and plain complaints: no frames, so that nothing is squeezed
or cut off in a narrow window.
"""


USAGE_ERROR: type[Exception] = typer.BadParameter.__mro__[1]
"""What typer raises for everything that is wrong with a command's words,
before the command begins.
"""


Section = tuple[str, list[tuple[str, str]]]
"""A heading of a command's help -> what is typed, and what that is."""

OPTIONS = "[options]"
"""What stands for all options in a usage."""

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
            ctx.fail(
                f"{rest[0]!r} is one word too many; "
                "put words that belong together in quotation marks"
            )
        return rest

    def invoke(self, ctx: Any) -> Any:
        """Run it."""
        when_interrupted(lambda: "interrupted")
        try:
            return super().invoke(ctx)
        except typer.Exit:  # it has said itself why it ends
            _SAY.clear()
            raise

    def get_params(self, ctx: Any) -> Any:
        """Return its options and arguments."""
        return list(map(_read_at_once, super().get_params(ctx)))

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return what is typed after its name, arguments first, as the examples have it."""
        return [*map(_in_usage, _arguments(self, ctx)), OPTIONS]

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write its help."""
        keep_words_whole(formatter)
        super().format_help(ctx, formatter)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write what its help lists below the text."""
        for heading, rows in self.sections(ctx):
            with formatter.section(heading):
                formatter.write_dl(rows)

    def sections(self, ctx: Any) -> Iterator[Section]:
        """Yield the headings of its help, and what is below each: names, and what they are."""
        if arguments := _arguments(self, ctx):
            yield "Arguments", [(_name_of(each), each.help) for each in arguments]
        yield "Options", option_rows(self, ctx)

    def _is_board(self, ctx: Any, word: str) -> bool:
        """Return whether a word that looks like an option is a board:
        two marks at the most, and empty squares.
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
    name = _name_of(argument) + ("..." if argument.nargs != 1 else "")
    return name if argument.required else f"[{name}]"


def option_rows(command: Any, ctx: Any, leave: Container[str] = ()) -> list[tuple[str, str]]:
    """Return what a command's help says of its options, but for these."""
    options = [each for each in command.get_params(ctx) if each.param_type_name == "option"]
    return [each.get_help_record(ctx) for each in options if each.name not in leave]


_HELD = "\N{NON-BREAKING HYPHEN}"


def keep_words_whole(formatter: Any) -> None:
    """Let a help's formatter break no word at its hyphens: what it names can be copied."""
    write, write_text, write_dl = formatter.write, formatter.write_text, formatter.write_dl

    def held(text: str) -> str:
        return text.replace("-", _HELD)

    formatter.write = lambda text: write(text.replace(_HELD, "-"))
    formatter.write_text = lambda text: write_text(held(text))
    formatter.write_dl = lambda rows: write_dl([(name, held(text)) for name, text in rows])


SMALLEST_BOARD = 8
"""A shorter word with two dashes in front is a slip for an option: no board has so few squares."""


@contextmanager
def of_this_command(ctx: Any) -> Iterator[None]:
    """Let a usage mistake know in which command it was made; typer does not say so of all."""
    try:
        yield
    except USAGE_ERROR as error:
        vars(error)["ctx"] = vars(error).get("ctx") or ctx
        raise


INTERRUPTED = 130
"""The exit code of what Ctrl-C has ended, as shells have it."""

_SAY: list[Callable[[], str]] = []


def when_interrupted(say: Callable[[], str]) -> None:
    """Let what `say` returns be told, from now on, should Ctrl-C end the command."""
    _SAY[:] = [say]


Panels = Mapping[str, Sequence[str]]
"""The help of a group in sections: title -> the names of the commands below it."""


def lazy_group(
    load: Mapping[str, Callable[[], Any]], panels: Panels | None = None
) -> type[TyperGroup]:
    """Return a class for a group that has, after its own commands, one for each name;
    `load` makes it when needed.
    """

    class Lazy(TyperGroup):
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

        def list_commands(self, ctx: Any) -> list[str]:
            # One that was made is among the own commands, too.
            own = [name for name in super().list_commands(ctx) if name not in load]
            return [*own, *load]

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            if cmd_name in load:
                if cmd_name not in self.commands:
                    self.commands[cmd_name] = load[cmd_name]()
                return self.commands[cmd_name]
            return super().get_command(ctx, cmd_name)

        def format_commands(self, ctx: Any, formatter: Any) -> None:
            for title, names in (panels or {"Commands": self.list_commands(ctx)}).items():
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

    return Lazy


def command_of(
    function: Callable[..., object], name: str, kind: type[TyperCommand] = Command
) -> Any:
    """Return the command that a function is; its help is the function's docstring."""
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
    """Return the option or argument; what is not given, words,
    paths and what we parse are read by it as they are.

    typer lets pydantic read them, which takes longer to load than a command takes
    to run. All else is left to it.
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
    """Return a maker of the command that a function in a module is,
    called like the function if there is no name.
    """
    return lambda: command_of(getattr(import_module(module), function), name or function)


def group_in(module: str) -> Callable[[], Any]:
    """Return a maker of the group that is `app` in a module."""
    return lambda: typer.main.get_command(import_module(module).app)


def group_of(
    load: Mapping[str, Callable[[], Any]],
    help: str,
    before: Callable[[], None] = lambda: None,
    panels: Panels | None = None,
) -> typer.Typer:
    """Return the group of these commands, each made when it is needed;
    `before` is done before any of them is run.
    """

    def made_of(make: Callable[[], Any]) -> Any:
        command = make()
        work = command.callback

        def callback(**given: object) -> object:
            before()
            return work(**given)

        command.callback = callback
        return command

    makers = {name: partial(made_of, make) for name, make in load.items()}
    group = typer.Typer(**PLAIN, cls=lazy_group(makers, panels), help=help, no_args_is_help=True)
    group.callback()(lambda: None)
    return group


def with_options(function: Callable[..., object]) -> Callable[..., object]:
    """Return the function with the fields of each dataclass that it takes as options,
    in the dataclass's place.
    """
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

    command.__dict__["__signature__"] = Signature(options)  # where typer looks
    return command


def _parameter_of(field: Field[Any]) -> Parameter:
    default = Parameter.empty if field.default is MISSING else field.default
    return Parameter(field.name, Parameter.KEYWORD_ONLY, default=default, annotation=field.type)


# What typer says of mistakes is for programmers, and differs from version to version:
# here it is said in our words.


def usage_mistake(error: Any) -> str:
    """Return a usage mistake in our words: what is wrong, and what would be right;
    more lines for how it is typed.
    """
    from menace_kit.cli.suggestions import no_such_option

    ctx = error.ctx
    path, command = ctx.command_path, ctx.command
    more = f"More: {path} --help"
    option, param = getattr(error, "option_name", None), getattr(error, "param", None)
    if hasattr(error, "possibilities"):
        said = no_such_option(str(option), path, options_of(command, ctx))
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
        if said.startswith("Missing command"):
            said = f"a command is missing; the commands: {', '.join(command.list_commands(ctx))}"
        more = f"{_usage(ctx)}\n{more}"
    return f"{said}\n{more}"


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
        str(param.opts[0])
        if param.param_type_name == "option"
        else str(param.metavar or param.name.upper())
    )


def _usage(ctx: Any) -> str:
    return " ".join(ctx.get_usage().split())


# The commands there are.


COMMANDS: Mapping[str, Callable[[], Any]] = {
    "new": command_in("menace_kit.cli.new_kit", "new"),
    "build": command_in("menace_kit.cli.printing.build", "build"),
    "list": command_in("menace_kit.cli.listing", "list_kinds", "list"),
    "boxes": command_in("menace_kit.cli.boxes", "boxes"),
    "calibrate": command_in("menace_kit.cli.printing.calibrate", "calibrate"),
    "serve": command_in("menace_kit.cli.serve", "serve"),
    "print": lambda: import_module("menace_kit.cli.printing.sheets").print_command(),
    "operator": group_in("menace_kit.cli.operator"),
    "logbook": group_in("menace_kit.cli.logbook"),
    "lab": group_in("menace_kit.cli.lab"),
    "dev": group_in("menace_kit.cli.dev"),
}
"""Every command, in the order of the list, and what makes it."""

GROUPS, FOR_DEVELOPERS = ("operator", "logbook", "lab"), ("dev",)

PANELS: Panels = {
    "Commands": [name for name in COMMANDS if name not in (*GROUPS, *FOR_DEVELOPERS)],
    "Groups of commands": GROUPS,
    "For developers": FOR_DEVELOPERS,
}

app = typer.Typer(
    cls=lazy_group(COMMANDS, PANELS),
    name="menace-kit",
    epilog="Every command has more help and an example:  menace-kit build --help",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    **{**PLAIN, "add_completion": True},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"menace-kit {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Print the version and stop."
        ),
    ] = False,
) -> None:
    """Everything for a matchbox MENACE: labels to print, boxes to fill, beads to buy.

    \b
    Start with:  menace-kit build
    It makes the machine of 1961, on A4 paper, into the folder output.
    """


@cache
def whole_program() -> Any:
    """Return the command that `app` is, made once: what it has loaded stays loaded."""
    return typer.main.get_command(app)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; a mistake of the user's ends it with one clear
    message and exit code 1 or 2.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # A pipe or an old terminal may lack the suit signs: print a stand-in rather than stop.
        # What is piped in may be no text at all.
        if hasattr(stream, "reconfigure"):
            with suppress(UnsupportedOperation):  # a caller's stream, of which something was read
                stream.reconfigure(errors="replace")
    when_interrupted(lambda: NOT_BEGUN)
    try:
        given = list(arguments) if arguments is not None else None
        code = whole_program().main(given, prog_name="menace-kit", standalone_mode=False) or 0
        if code == INTERRUPTED and _SAY:  # what typer makes of it
            raise KeyboardInterrupt
        sys.exit(code)
    except USAGE_ERROR as error:
        _misused(error)
        sys.exit(2)
    except (KeyboardInterrupt, typer.Abort) as error:
        if isinstance(error, typer.Abort) and not isinstance(error.__context__, KeyboardInterrupt):
            sys.exit(1)  # the input ended at a question
        _complain(_SAY[0]() if _SAY else "interrupted")
        sys.exit(INTERRUPTED)
    except MenaceKitError as error:
        _complain(str(error))
        sys.exit(error.exit_code)
    except OSError as error:
        # Not about a file of ours: the disk that the output goes to is full,
        # the working folder is gone ...
        about = f" ({error.filename})" if error.filename else ""
        _complain(f"cannot go on: {error.strerror or error}{about}")
        sys.exit(1)


def _misused(error: Exception) -> None:
    """Say what is wrong with the words of a command; where there are none, its help."""
    if type(error).__name__ == "NoArgsIsHelpError":
        print(error, file=sys.stderr)
        return
    first, _, more = usage_mistake(error).partition("\n")
    _complain(first)
    print(_shortened(more), file=sys.stderr)


MOST_LINES, LONGEST_LINE = 20, 1600
"""Of more lines of errors the rest is counted; of a longer line,
which would fill a screen, the middle is left out.
"""


def _complain(message: str) -> None:
    for line in bounded(message.splitlines()):
        print(f"menace-kit: {line}", file=sys.stderr)


def bounded(lines: Sequence[str]) -> list[str]:
    """Return lines of errors, no more than fit on a screen, and none longer than one."""
    kept = list(map(_shortened, lines[:MOST_LINES]))
    if len(lines) > MOST_LINES:
        kept[-1] = f"... and {len(lines) - MOST_LINES + 1:,} lines more"
    return kept


def _shortened(line: str) -> str:
    """Return a line that is no longer than a screen:
    what happened stands in front, what to do at the end.
    """
    half = LONGEST_LINE // 2 - len(" ... ")
    return line if len(line) <= LONGEST_LINE else f"{line[:half]} ... {line[-half:]}"
