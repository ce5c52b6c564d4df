"""The commands of the program, and what is wrong with a line that names one."""

from collections.abc import Iterator, Sequence
from typing import Any

import typer

from menace_kit.cli import whole_program
from menace_kit.cli.commands import USAGE_ERROR
from menace_kit.cli.mistakes import options_of


def is_group(command: Any) -> bool:
    return hasattr(command, "list_commands")


def groups_and_commands(group: Any = None, path: str = "menace-kit") -> Iterator[tuple[str, Any]]:
    """Yield each group and command below a group, or of the program, as it is typed."""
    group = group or whole_program()
    for name in group.list_commands(None):
        command = group.get_command(None, name)
        yield f"{path} {name}", command
        if is_group(command):
            yield from groups_and_commands(command, f"{path} {name}")


def every_command() -> dict[str, Any]:
    """Return each command that does something, by how it is typed."""
    return {path: each for path, each in groups_and_commands() if not is_group(each)}


def named_by(words: Sequence[str]) -> tuple[Any, list[str]]:
    """Return the command that words behind `menace-kit` name, or a group, and the other words."""
    command, rest = whole_program(), list(words)
    while rest and is_group(command) and rest[0] in command.list_commands(None):
        command = command.get_command(None, rest.pop(0))
    return command, rest


def context_of(command: Any) -> typer.Context:
    # A command keeps the help option of its first context, so each has to have the real settings.
    return typer.Context(command, **command.context_settings)


def options(command: Any) -> list[str]:
    return options_of(command, context_of(command))


def fault(words: Sequence[str]) -> str:
    """Return what is wrong with words behind `menace-kit`; values are not looked at."""
    command, rest = named_by(words)
    if is_group(command) and rest and not rest[0].startswith("-"):
        return f"no command {rest[0]}"
    try:
        _, extra, _ = command.make_parser(context_of(command)).parse_args(rest)
    except USAGE_ERROR as error:
        return str(vars(error)["message"])
    return f"one word too many: {extra[0]}" if extra else ""
