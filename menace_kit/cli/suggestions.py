"""Suggestions for a mistyped command or option."""

from collections.abc import Iterator, Sequence
from typing import Any

from typer.core import TyperGroup


def no_such_option(option: str, options: Sequence[str]) -> str:
    """Return a message about an unknown option, with suggestions."""
    from menace_kit.machine.spelling import did_you_mean

    hint = did_you_mean(option, options)
    return f"there is no option {option}" + (f"; {hint}" if hint else "")


def no_such_command(group: TyperGroup, ctx: Any, words: Sequence[str]) -> str:
    """Return a message that the first word is no command of the group.

    It has a suggestion, or all commands.
    """
    name = words[0]
    if meant := _meant(ctx, name):
        return f"there is no command {name!r}; did you mean {meant}?"
    return f"there is no command {name!r}; the commands: {', '.join(group.list_commands(ctx))}"


def _meant(ctx: Any, name: str) -> str:
    """Return the nearest command, as typed; empty if none is near.

    A correct name in another group wins over one that is only similar.
    """
    from menace_kit.machine.spelling import nearest_of

    group = ctx.command_path.split()[1:]
    places = _places(ctx)
    here = ctx.command.list_commands(ctx)
    places |= {name: " ".join([*group, name]) for name in here}
    name = name.casefold()
    return places.get(name) or places.get(nearest_of(name, places), "")


def _places(ctx: Any) -> dict[str, str]:
    """Return the last word of each command and sheet -> how to type it."""
    from menace_kit.printables.catalogue import SHEETS

    found: dict[str, str] = {}
    for path in _paths(ctx.find_root().command):
        found.setdefault(path.split()[-1], path)
    for sheet in SHEETS:
        found.setdefault(sheet.name, f"print {sheet.name}")
    return found


def _paths(group: Any, before: str = "") -> Iterator[str]:
    """Yield all groups and commands below a group, those at the top first."""
    commands = {name: group.get_command(None, name) for name in group.list_commands(None)}
    yield from (f"{before}{name}" for name in commands)
    for name, command in commands.items():
        if isinstance(command, TyperGroup):
            yield from _paths(command, f"{before}{name} ")
