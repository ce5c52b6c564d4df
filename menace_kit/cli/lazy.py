"""Commands that are imported only when they are asked for, and the options that several of them share.

So the program starts at once. Options that go together are the fields of a dataclass (`cli.options`): a command takes
the dataclass, and has an option for each field.
"""

from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from functools import wraps
from importlib import import_module
from inspect import Parameter, Signature, signature
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
