"""Messages for mistakes on the command line: what is wrong, and what to type."""

import sys
from collections.abc import Callable, Sequence
from typing import Any

import typer

from menace_kit.cli.hints import completed

INTERRUPTED = 130
"""Exit code after Ctrl-C, as in shells."""


NOT_BEGUN = "interrupted before it began; nothing was done"
"""Printed if Ctrl-C ends a command while it is being loaded."""

NOTHING_RECORDED = "interrupted; nothing was recorded"
"""Printed if Ctrl-C ends an operator's command before it has written to the logbook."""

STOPPED = "interrupted"
"""Printed if Ctrl-C ends any other command."""

SAY: list[Callable[[], str]] = []


def when_interrupted(say: Callable[[], str]) -> None:
    """From now on, print what `say` returns if Ctrl-C ends the command."""
    SAY[:] = [say]


def usage_mistake(error: Any) -> str:
    """Return a usage error in our words: what is wrong, and what would be right.

    More lines show how to type the command.
    """
    from menace_kit.cli.suggestions import no_such_option

    ctx = error.ctx
    path, command = ctx.command_path, ctx.command
    more = f"More: {path} --help"
    option, param = getattr(error, "option_name", None), getattr(error, "param", None)
    if hasattr(error, "possibilities"):
        said = no_such_option(str(option), options_of(command, ctx))
    elif option:
        named = next((each for each in command.get_params(ctx) if option in each.opts), None)
        if named is None or named.is_flag:
            said = f"{option} is an option without a value"
        else:
            said = f"{option} needs a value: {option} {named.metavar or named.name.upper()}"
    elif hasattr(error, "param_type"):
        said = f"{name_of(param)} is missing"
        more = f"{_usage(ctx)}\n{more}"
    elif isinstance(error, typer.BadParameter):
        about = getattr(error, "param_hint", None) or (name_of(param) if param else "")
        said = f"{about}: {error.message}" if about else str(error.message)
    else:
        said = str(error.message)
        if said.startswith("Missing command"):
            said = f"a command is missing; the commands: {', '.join(command.list_commands(ctx))}"
        more = f"{_usage(ctx)}\n{more}"
    return f"{said}\n{more}"


def options_of(command: Any, ctx: Any) -> list[str]:
    """Return every option of a command, as typed."""
    params = command.get_params(ctx)
    return [
        name
        for each in params
        if each.param_type_name == "option"
        for name in (*each.opts, *each.secondary_opts)
    ]


def name_of(param: Any) -> str:
    """Return an option or argument as people call it: `--kit`, `N`."""
    return (
        str(param.opts[0])
        if param.param_type_name == "option"
        else str(param.metavar or param.name.upper())
    )


def _usage(ctx: Any) -> str:
    return " ".join(ctx.get_usage().split())


def say_misused(error: Exception) -> None:
    """Print what is wrong with a command's words; if there are none, print its help."""
    if type(error).__name__ == "NoArgsIsHelpError":
        print(error, file=sys.stderr)
        return
    first, _, more = usage_mistake(error).partition("\n")
    complain(first)
    print(_shortened(more), file=sys.stderr)


MOST_LINES, LONGEST_LINE = 20, 1600
"""Limits of an error message: further lines are only counted, and a longer line, which would fill a
screen, loses its middle.
"""


def complain(message: str) -> None:
    for line in bounded(completed(message).splitlines()):
        print(f"menace-kit: {line}", file=sys.stderr)


def bounded(lines: Sequence[str]) -> list[str]:
    """Shorten error lines so that they fit on a screen."""
    kept = list(map(_shortened, lines[:MOST_LINES]))
    if len(lines) > MOST_LINES:
        kept[-1] = f"... and {len(lines) - MOST_LINES + 1:,} lines more"
    return kept


def _shortened(line: str) -> str:
    """Cut the middle of a line longer than a screen.

    What happened comes first, what to do last.
    """
    half = LONGEST_LINE // 2 - len(" ... ")
    return line if len(line) <= LONGEST_LINE else f"{line[:half]} ... {line[-half:]}"
