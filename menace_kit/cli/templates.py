"""`menace-kit templates`: what a kit file can name, and what is in it."""

from typing import Annotated

import typer

from menace_kit.errors import UnknownNameError
from menace_kit.machine.model import read_toml
from menace_kit.machine.templates import TemplateKind, template_names, template_path


def templates(
    kind: Annotated[
        str | None, typer.Argument(help="machines, palettes, containers, beads, stock or text.")
    ] = None,
    name: Annotated[
        str | None, typer.Argument(help="One of them: prints its file, to copy and change.")
    ] = None,
) -> None:
    """List what can be chosen in a kit file, or show one of them.

    Example:  menace-kit templates containers measure-your-own > my-box.toml
    """
    if kind is None:
        for each in TemplateKind:
            _list(each)
        return
    try:
        chosen = TemplateKind(kind)
    except ValueError:
        kinds = ", ".join(each.value for each in TemplateKind)
        raise UnknownNameError(f"there are no templates {kind!r}; choose from: {kinds}") from None
    if name is None:
        _list(chosen)
    else:
        typer.echo(template_path(chosen, name).read_text(encoding="utf-8"), nl=False)


def _list(kind: TemplateKind) -> None:
    typer.echo(f"{kind.value}:")
    names = template_names(kind)
    width = max(len(name) for name in names)
    for name in names:
        tables = read_toml(template_path(kind, name))
        typer.echo(f"  {name:<{width}}  {tables.get('title') or tables.get('name') or ''}".rstrip())
