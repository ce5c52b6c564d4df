"""The questions of `menace-kit new`: machine, box, beads, paper, language."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

import typer

from menace_kit.cli.listing import titles
from menace_kit.cli.options import whole_between
from menace_kit.cli.report import Right, table_lines
from menace_kit.cli.terminal import print_lines
from menace_kit.errors import MenaceKitError, SelectionError, UnknownNameError, quoted
from menace_kit.files import templates_folder
from menace_kit.machine import DEFAULT_PRESET, load_preset
from menace_kit.machine.containers import ContainerKind
from menace_kit.machine.papers import PAPER_TITLES
from menace_kit.machine.spelling import did_you_mean
from menace_kit.machine.toml_files import TemplateKind, read_toml, template_names

AnswerT = TypeVar("AnswerT")

if TYPE_CHECKING:
    from menace_kit.workshop.kit_files import Wishes
    from menace_kit.workshop.own_boxes import OwnContainer, Sizes


def ask(preset: str | None, wishes: "Wishes") -> "tuple[str, Wishes]":
    """Ask for everything that no option sets; Enter takes the default."""
    from menace_kit.text.words import language_named

    typer.echo("Enter takes what stands in brackets; Ctrl-C ends it, nothing is written.")
    if preset is None:
        machines = _listed(TemplateKind.MACHINES)
        preset = _choice("Which machine do you build?", machines, DEFAULT_PRESET)
    spec = load_preset(preset).spec
    if wishes.container is None and wishes.own is None:
        own = read_toml(templates_folder() / "measure.toml")
        boxes = _listed(TemplateKind.CONTAINERS)
        boxes |= {name: str(each["about"]) for name, each in own.items()}
        found = _choice("Which box have you got?", boxes, spec.print.container)
        if found in own:
            wishes = wishes._replace(own=_measured(**own[found]))
        else:
            wishes = wishes._replace(
                container=found, folded=_folded() if found == "fold-up" else None
            )
    if wishes.beads is None:
        beads = _listed(TemplateKind.BEADS)
        beads["own"] = "others: type their size and what they are, as  8 mm wooden"
        wishes = wishes._replace(beads=_choice("Which beads?", beads, spec.beads.kind, _is_beads))
    if wishes.paper is None:
        asked = "Which paper is in your printer?"
        papers = {str(name): title for name, title in PAPER_TITLES.items()}
        wishes = wishes._replace(paper=_choice(asked, papers, spec.print.paper))
    if wishes.language is None:
        asked, languages = "In which language is it printed?", _listed(TemplateKind.TEXT)
        wishes = wishes._replace(
            language=_choice(asked, languages, spec.print.language, language_named)
        )
    return preset, wishes


def _listed(kind: TemplateKind) -> dict[str, str]:
    """Return name -> title of the templates that can be chosen."""
    from menace_kit.workshop.own_boxes import MEASURE_YOUR_OWN

    return dict(titles(kind, (name for name in template_names(kind) if name != MEASURE_YOUR_OWN)))


def _right(ask: Callable[[], AnswerT]) -> AnswerT:
    """Ask until the answer is right, and return it."""
    while True:
        try:
            return ask()
        except MenaceKitError as error:
            typer.echo(f"{error}\nOnce more:")


def _choice(
    question: str,
    listed: Mapping[str, str],
    default: str,
    takes: Callable[[str], str | None] = lambda _: None,
) -> str:
    """Ask for one of the listed by number or name, and return its name.

    An answer can also be anything that `takes` accepts.
    """
    typer.echo(f"\n{question}")
    rows = [(number, *row) for number, row in enumerate(listed.items(), 1)]
    print_lines(f"  {line}" for line in table_lines((Right(""), "", ""), rows))

    def chosen() -> str:
        text = typer.prompt("Its number or name", default=default).strip()
        found = rows[int(text) - 1][1] if text.isdecimal() and 0 < int(text) <= len(rows) else text
        if (taken := takes(found)) is not None:
            return taken
        if found.casefold() in listed:
            return found.casefold()
        hint = did_you_mean(found, listed) or f"Type 1 to {len(rows)}, or a name."
        raise UnknownNameError(f"{quoted(found, 40)} is none of these. {hint}")

    return _right(chosen)


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


def _measured(kind: str, drawing: str, **_: str) -> "OwnContainer":
    """Show a drawing and ask for the sizes of your own containers until they are consistent."""
    from menace_kit.workshop.own_boxes import own_container

    def measured() -> "OwnContainer":
        own = _sizes_of(ContainerKind(kind))
        own_container(own)  # or why these sizes are impossible
        return own

    typer.echo(f"\n{drawing}")
    return _right(measured)


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
    needed = "as the beads need"

    def inside() -> "Sizes | None":
        asked = "Inside: length x width x height in mm, as 51x33.5x10"
        text = typer.prompt(asked, default=needed).strip()
        return None if text == needed else three_sizes(text, "inside")

    return _right(inside)


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
