"""What a word that is no command may have been meant for: a command that moved, or a slip."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from typer.core import TyperGroup

MOVED: Mapping[str, str] = {
    "adopt": "new FOLDER --from MAP.csv",
    "templates": "list",
    "games": "list games",
    "games check": "dev check-game",
    "site": "dev site",
    "lights": "serve --test-lights",
    "box": "boxes N",
    "labels": "print labels",
    "filling": "print filling",
    "shopping": "print shopping",
    "print assembly": "print building",
    "print safety": "print building",
    "print trays": "print fold-up",
    "print sleeves": "print fold-up",
    "print tokens": "print mat",
    "print worksheet": "print lesson",
    "print index-poster": "print index --poster",
    "print key-cards": "print key-card --small",
    "operator box": "boxes N --now",
    "operator contents": "boxes --now",
    "operator recount": "operator count N COLOUR=N",
    "operator stocktake": "operator count --sheet",
    "operator suspect": "operator count --first",
    "operator game": "operator history N",
    "operator quick": "operator record --outcome",
    "operator abandon": "operator end",
    "operator sticker": "print stickers --games N",
    "operator verify": "logbook verify",
    "operator backup": "logbook backup",
    "operator export": "logbook export",
    "operator rescue": "logbook rescue",
    "operator forget": "logbook forget",
    "lab until": "lab curve --until",
    "lab league": "lab compare",
    "lab heatmap": "lab picture",
    "lab animate": "lab picture",
    "lab solve": "operator lookup --best",
    "lab forecast": "print shopping",
    "lab film": "lab picture --film",
    "lab search": "lab sweep",
    "presets": "list machines",
    "init": "new",
    "journal": "logbook",
    "operator confirm": "operator adjust --done",
    "operator find": "operator lookup",
    "lab find": "operator lookup",
    "print all": "build",
    "print pack": "build --print-pack",
}
"""Where a command was -> what is typed now."""

RENAMED_OPTIONS: Mapping[str, str] = {"--journal": "--logbook"}
"""What an option was called, of any command -> what it is called."""


def no_such_option(option: str, options: Sequence[str]) -> str:
    """Return that a command has no such option, and what it may have been meant for."""
    from menace_kit.machine.spelling import did_you_mean

    hint = did_you_mean(RENAMED_OPTIONS.get(option, option), options)
    return f"there is no option {option}" + (f"; {hint}" if hint else "")


def no_such_command(group: TyperGroup, ctx: Any, words: Sequence[str]) -> str:
    """Return that the first of these words is no command of a group;
    what it was meant for, or all commands that there are.
    """
    name = words[0]
    if meant := _meant(ctx, words):
        return f"there is no command {name!r}; did you mean {meant}?"
    return f"there is no command {name!r}; the commands: {', '.join(group.list_commands(ctx))}"


def moved(path: str) -> str:
    """Return what is typed now for a command that moved; empty for any other."""
    return MOVED.get(path, "")


def _meant(ctx: Any, words: Sequence[str]) -> str:
    """Return the command that was meant, as it is typed; empty where none is near.

    A name that is right, but for its group, wins over one that is only similar.
    """
    from menace_kit.machine.spelling import nearest_of

    group = ctx.command_path.split()[1:]
    for count in (2, 1):
        if found := moved(" ".join([*group, *words[:count]])):
            return found
    places = _places(ctx)
    here = ctx.command.list_commands(ctx)
    places |= {name: " ".join([*group, name]) for name in here}
    name = words[0].casefold()
    return places.get(name) or places.get(nearest_of(name, places), "")


def _places(ctx: Any) -> dict[str, str]:
    """Return the last word of each command -> how it is typed: of those that moved,
    of those there are, and of sheets.
    """
    from menace_kit.printables.catalogue import SHEETS

    found: dict[str, str] = {}
    for path, place in MOVED.items():
        found.setdefault(path.split()[-1], place)
    for path in _paths(ctx.find_root().command):
        found.setdefault(path.split()[-1], path)
    for sheet in SHEETS:
        found.setdefault(sheet.name, f"print {sheet.name}")
    return found


def _paths(group: Any, before: str = "") -> Iterator[str]:
    """Yield all groups and commands below a group, those at its top first."""
    commands = {name: group.get_command(None, name) for name in group.list_commands(None)}
    yield from (f"{before}{name}" for name in commands)
    for name, command in commands.items():
        if isinstance(command, TyperGroup):
            yield from _paths(command, f"{before}{name} ")
