"""The questions of `menace-kit new`: machine, box, beads, paper, language."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import TYPE_CHECKING

import typer

from menace_kit.cli.listing import titles
from menace_kit.cli.options import whole_between
from menace_kit.cli.report import Right, table_lines
from menace_kit.cli.terminal import print_lines
from menace_kit.errors import MenaceKitError, SelectionError, UnknownNameError
from menace_kit.files import templates_folder
from menace_kit.machine import DEFAULT_PRESET, load_preset
from menace_kit.machine.containers import ContainerKind
from menace_kit.machine.spelling import did_you_mean
from menace_kit.machine.toml_files import TemplateKind, read_toml, template_names

if TYPE_CHECKING:
    from menace_kit.workshop.kit_files import Wishes
    from menace_kit.workshop.own_boxes import OwnContainer, Sizes


def ask(preset: str | None, wishes: "Wishes") -> "tuple[str, Wishes]":
    """Ask for everything that no option sets; Enter takes the default."""
    from menace_kit.text.words import language_named

    typer.echo("Enter takes what stands in brackets; Ctrl-C ends it, nothing is written.")
    if preset is None:
        preset = _choice("Which machine do you build?", TemplateKind.MACHINES, DEFAULT_PRESET)
    spec = load_preset(preset).spec
    if wishes.container is None and wishes.own is None:
        own = read_toml(templates_folder() / "measure.toml")
        titles = {name: str(each["about"]) for name, each in own.items()}
        found = _choice(
            "Which box have you got?", TemplateKind.CONTAINERS, spec.print.container, titles
        )
        if found in own:
            wishes = wishes._replace(own=_measured(**own[found]))
        else:
            wishes = wishes._replace(
                container=found, folded=_folded() if found == "fold-up" else None
            )
    if wishes.beads is None:
        others = {"own": "others: type their size and what they are, as  8 mm wooden"}
        wishes = wishes._replace(
            beads=_choice("Which beads?", TemplateKind.BEADS, spec.beads.kind, others, _is_beads)
        )
    if wishes.paper is None:
        wishes = wishes._replace(
            paper=_one_of("Which paper is in your printer?", ["a4", "letter"], spec.print.paper)
        )
    if wishes.language is None:
        languages = template_names(TemplateKind.TEXT)
        asked = "In which language is it printed?"
        wishes = wishes._replace(
            language=_one_of(asked, languages, spec.print.language, language_named)
        )
    return preset, wishes


def _choice(
    question: str,
    kind: TemplateKind,
    default: str,
    own: Mapping[str, str] = MappingProxyType({}),
    takes: Callable[[str], str | None] = lambda _: None,
) -> str:
    """Ask for a template by number or name, and return its name.

    An answer can also be a name in `own`, or anything that `takes` accepts.
    """
    names = [name for name in template_names(kind) if name != "measure-your-own"]
    listed = [*titles(kind, names), *own.items()]
    typer.echo(f"\n{question}")
    rows = [(number, *row) for number, row in enumerate(listed, 1)]
    print_lines(f"  {line}" for line in table_lines((Right(""), "", ""), rows))
    while True:
        text = typer.prompt("Its number or name", default=default).strip()
        found = rows[int(text) - 1][1] if text.isdecimal() and 0 < int(text) <= len(rows) else text
        try:
            if (taken := takes(found)) is not None:
                return taken
        except (MenaceKitError, ValueError) as error:
            typer.echo(str(error))
            continue
        if found in names or found in own:
            return found
        hint = did_you_mean(found, [*names, *own])
        typer.echo(
            f"{found[:40]!r} is none of these. {hint or f'Type 1 to {len(rows)}, or a name.'}"
        )


def _is_beads(text: str) -> str | None:
    """Return the text if it describes your own kind of beads.

    Raises KitError if the size is impossible.
    """
    from menace_kit.workshop.own_beads import own_beads

    if text == "own":
        text = typer.prompt("Their size and what they are, as 8 mm wooden").strip()
    elif "mm" not in text:
        return None
    return own_beads(text)


def _one_of(
    question: str, names: Sequence[str], default: str, named: Callable[[str], str] = str
) -> str:
    """Ask for one of the names, and return it.

    `named` translates another word to a name; it raises UnknownNameError if there is none.
    """
    typer.echo(f"\n{question}")
    while True:
        text = typer.prompt(f"One of {', '.join(names)}", default=default).strip()
        with suppress(UnknownNameError):
            if (found := named(text).casefold()) in names:
                return found
        typer.echo(f"{text[:40]!r} is none of these.")


def _measured(kind: str, drawing: str, **_: str) -> "OwnContainer":
    """Show a drawing and ask for the sizes of your own containers until they are consistent."""
    from menace_kit.workshop.own_boxes import own_container

    typer.echo(f"\n{drawing}")
    while True:
        try:
            own = _sizes_of(ContainerKind(kind))
            own_container(own)
            return own
        except MenaceKitError as error:
            typer.echo(f"{error}\nOnce more:")


LEAST_LONGEST = 10.0
"""Millimetres. If the longest side is shorter, the sizes were probably typed in cm."""

_ASKED = {
    ContainerKind.MATCHBOX: "The closed box",
    ContainerKind.DRAWER: "A drawer outside",
    ContainerKind.CUP: "The cup",
    ContainerKind.CARTON: "One hollow with its share of the walls",
    ContainerKind.ENVELOPE: "The closed envelope",
}
"""What to measure first, for each kind of container."""


def _sizes_of(kind: ContainerKind) -> "OwnContainer":
    from menace_kit.workshop.own_boxes import MEASURED, own_of_sizes, typed_sizes, usual_label

    things, sides, where = MEASURED[kind]
    (outside, example), *inside = things.items()
    text = typer.prompt(f"{_ASKED[kind]}: {' x '.join(sides)} in mm, as {example}")
    sizes = [typed_sizes(text, outside, sides, example)]
    _check_unit(text, outside, sizes[0])
    for what, _ in inside:
        tray = " of its tray" if kind is ContainerKind.MATCHBOX else ""
        sizes.append(typed_sizes(typer.prompt(f"The inside{tray}, the same way"), what))
    together = "1"
    if kind is ContainerKind.CARTON:
        together = typer.prompt("Hollows in one carton", default="10")
    label = _label(where, *usual_label(kind, sizes[0])) if where else None
    return own_of_sizes(kind, sizes, label, whole_between(1, 1000)(together))


def _label(where: str, width: float, height: float) -> tuple[float, float]:
    from menace_kit.workshop.own_boxes import typed_sizes

    usual = f"{width:.3g}x{height:.3g}"
    text = typer.prompt(f"Room for the label on the {where}: width x height in mm", default=usual)
    wide, high = typed_sizes(text, "label", ("width", "height"), usual)
    return wide, high


def _folded() -> "Sizes | None":
    """Ask for the inside of folded boxes; None if the beads decide."""
    while True:
        needed = "as the beads need"
        asked = "Inside: length x width x height in mm, as 51x33.5x10"
        text = typer.prompt(asked, default=needed).strip()
        if text == needed:
            return None
        try:
            return three_sizes(text, "inside")
        except MenaceKitError as error:
            typer.echo(f"{error}\nOnce more:")


def three_sizes(text: str, what: str) -> "Sizes":
    """Parse length, width and height in mm. Raises SelectionError if they look like cm."""
    from menace_kit.workshop.own_boxes import typed_sizes

    length, width, height = typed_sizes(text, what)
    _check_unit(text, what, (length, width, height))
    return length, width, height


def _check_unit(text: str, what: str, sizes: "Sequence[float]") -> None:
    if max(sizes) < LEAST_LONGEST:
        meant = "x".join(f"{10 * size:g}" for size in sizes)
        raise SelectionError(f"{what}: {text[:40]!r}: are these cm? Type mm: {meant}")
