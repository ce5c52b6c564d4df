"""Groups of commands that are imported only when they are asked for, so that the program starts at once."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

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
    alone.command(name, help=text)(function)
    made = typer.main.get_command(alone)
    made.name = name
    return made


def command_in(module: str, function: str, name: str) -> Callable[[], Any]:
    """Return a maker of the command that a function in a module is."""
    return lambda: command_of(getattr(import_module(module), function), name)


def group_in(module: str) -> Callable[[], Any]:
    """Return a maker of the group that is `app` in a module."""
    return lambda: typer.main.get_command(import_module(module).app)
