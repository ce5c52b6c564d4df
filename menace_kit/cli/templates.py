"""`menace-kit templates`: what a kit file can name, and what is in it."""

from typing import Annotated

import typer

from menace_kit.errors import UnknownNameError
from menace_kit.machine.model import read_toml
from menace_kit.machine.templates import TemplateKind, template_names, template_path

CHOSEN_BY = {
    TemplateKind.MACHINES: "menace-kit new DIR --preset NAME, or build --preset NAME",
    TemplateKind.PALETTES: "kit.toml, [beads], palette",
    TemplateKind.CONTAINERS: "kit.toml, [print], container",
    TemplateKind.BEADS: "kit.toml, [beads], kind",
    TemplateKind.STOCK: "kit.toml, [print], stock",
    TemplateKind.TEXT: "kit.toml, [print], language",
}
"""Where the names of each kind are used that a kit file can name; the guide's languages are no part of a kit."""


def templates(
    kind: Annotated[
        str | None,
        typer.Argument(
            metavar="KIND",
            help="machines, palettes, containers, beads, stock or text.  [default: all of them]",
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="One of them: shows its file, to read, or to copy and change."),
    ] = None,
) -> None:
    """List what can be chosen in a kit file, or show one of them.

    \b
    Example:  menace-kit templates containers
    Example:  menace-kit templates palettes michie-1961
    """
    if kind is None:
        for each in CHOSEN_BY:
            _list(each)
        return
    chosen = next((each for each in CHOSEN_BY if each.value == kind), None)
    if chosen is None:
        kinds = ", ".join(each.value for each in CHOSEN_BY)
        raise UnknownNameError(f"there are no templates {kind!r}; choose from: {kinds}")
    if name is None:
        _list(chosen)
    else:
        # As bytes: what is copied from here is UTF-8 wherever it goes.
        typer.echo(template_path(chosen, name).read_bytes(), nl=False)


def _list(kind: TemplateKind) -> None:
    typer.echo(f"{kind.value} ({CHOSEN_BY[kind]}):")
    names = template_names(kind)
    width = max(len(name) for name in names)
    for name in names:
        tables = read_toml(template_path(kind, name))
        title = str(tables.get("title") or tables.get("name") or "")
        outer = tables.get("outer", {})
        if any(outer.values()):
            title += f", {' x '.join(f'{outer[side]:g}' for side in ('length', 'width', 'height'))} mm"
        typer.echo(f"  {name:<{width}}  {title}".rstrip())
