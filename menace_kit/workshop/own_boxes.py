"""Your own boxes: sizes as people type them, and a container file with them."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from menace_kit.errors import SelectionError
from menace_kit.machine.containers import FRONT_CLEARANCE, Container, ContainerKind
from menace_kit.machine.tables import parse_table
from menace_kit.machine.toml_files import TemplateKind, template_path

MEASURE_YOUR_OWN = "measure-your-own"

CONTAINER_FILE_NAME = "my-box.toml"

Sizes = tuple[float, float, float]
"""Length, width and height in mm."""


class OwnContainer(NamedTuple):
    """Measured containers: what they are, outside and inside, in mm.

    `estimated` means that the inside follows from the outside. `label` is the width and height that
    a label can have, if that isn't all of the front. `together` is how many are in one piece.
    """

    kind: ContainerKind
    outer: Sizes
    inside: Sizes
    estimated: bool = False
    label: tuple[float, float] | None = None
    together: int = 1


SIDES = ("length", "width", "height")

LONGEST_SIDE = 2000
"""The longest side that a box can have (mm), as in its file."""


def typed_sizes(
    text: str, what: str, sides: Sequence[str] = SIDES, example: str = "56x36x17"
) -> tuple[float, ...]:
    """Return typed sizes in mm: `56x36.5x17` or `56 mm x 36,5 mm x 17 mm`.

    Raises SelectionError for anything else.
    """
    numbers = text.strip().casefold().removesuffix("mm").strip()
    parts = re.split(r"\s*(?:mm)?\s*[x×*]\s*|\s*(?:mm)?\s+", numbers)
    try:
        sizes = tuple(float(part.replace(",", ".")) for part in parts)
        if len(sizes) != len(sides) or not all(0 < size <= LONGEST_SIDE for size in sizes):
            raise ValueError
    except ValueError:
        raise SelectionError(
            f"{what}: {text[:40]!r} should be {' x '.join(sides)} in mm, "
            f"each more than 0, as {example}"
        ) from None
    return sizes


class Measured(NamedTuple):
    """What to measure of a kind of container, what its sides are called, and where its label goes.

    Each thing to measure, an outside and perhaps an inside, has an example. `label` is "" if it is
    as large as the front.
    """

    things: Mapping[str, str]
    sides: Sequence[str] = SIDES
    label: str = ""


MEASURED = {
    ContainerKind.MATCHBOX: Measured({"box": "56x36x17", "tray": "54x33x15"}),
    ContainerKind.DRAWER: Measured({"outside": "130x55x37", "inside": "126x51x35"}, label="front"),
    ContainerKind.CUP: Measured({"cup": "72x48x82"}, ("rim", "bottom", "height"), "outside"),
    ContainerKind.CARTON: Measured(
        {"outside": "48x48x40", "inside": "44x44x36"}, label="inside of the lid"
    ),
    ContainerKind.ENVELOPE: Measured({"envelope": "114x81"}, ("width", "height"), "front"),
}
"""Kind of container that you can have yourself -> what to measure of it."""


def usual_label(kind: ContainerKind, outer: Sequence[float]) -> tuple[float, float]:
    """Return the default width and height of a label on your own containers (mm)."""
    if kind is ContainerKind.CUP:
        rim, bottom, height = outer
        return int(0.75 * (rim + bottom) / 2), int(min(30, 0.4 * height))
    if kind is ContainerKind.ENVELOPE:
        width, height = outer
        return int(min(60, width - 8)), int(min(25, 0.4 * height))
    _, width, height = outer
    if kind is ContainerKind.CARTON:
        return width - 4, min(20.0, height)
    return width - FRONT_CLEARANCE, height - FRONT_CLEARANCE


def own_of_sizes(
    kind: ContainerKind,
    sizes: Sequence[Sequence[float]],
    label: tuple[float, float] | None = None,
    together: int = 1,
) -> OwnContainer:
    """Return your own containers, from the sizes of their MEASURED things and a label's room."""
    outer = sizes[0]
    if kind is ContainerKind.CUP:
        rim, bottom, height = outer
        mean = (rim + bottom) / 2
        inside = (mean - 1, mean - 1, round(0.93 * height, 1))
        return OwnContainer(kind, (max(rim, bottom), max(rim, bottom), height), inside, True, label)
    if kind is ContainerKind.ENVELOPE:
        width, height = outer
        return OwnContainer(
            kind, (12, width, height), (10, width - 8, round(0.68 * height, 1)), True, label
        )
    (length, width, height), (long, wide, high) = sizes
    return OwnContainer(
        kind, (length, width, height), (long, wide, high), label=label, together=together
    )


OWN_NOUNS = {
    ContainerKind.DRAWER: "drawer",
    ContainerKind.CUP: "cup",
    ContainerKind.CARTON: "egg carton",
    ContainerKind.ENVELOPE: "envelope",
}
"""What your own containers are called in their file; `[titles]` of the languages has them, too."""


def own_file_name(kind: ContainerKind) -> str:
    """Return the name of the file for your own containers, such as `my-cup.toml`."""
    return f"my-{kind.value}.toml" if kind in OWN_NOUNS else CONTAINER_FILE_NAME


def own_container(own: OwnContainer) -> str:
    """Return the file of measured containers; raises KitError if the sizes are impossible."""
    if own.kind is ContainerKind.MATCHBOX:
        return _own_box(own.outer, own.inside)

    def table(sizes: Sizes, *more: str) -> str:
        told = (f"{side} = {size:g}" for side, size in zip(SIDES, sizes, strict=True))
        return f"{{ {', '.join([*told, *more])} }}"

    is_round = own.kind in (ContainerKind.CUP, ContainerKind.CARTON)
    more = ["round = true"] * is_round + ["measured = false"] * own.estimated
    lines = [
        "# Your own containers, all in mm. Change a number here when you have measured again.",
        "# To call them something else, add [[words]], as the container paper-cup has them.",
        f'title = "My own {OWN_NOUNS[own.kind]}"',
        'source = "measured by me"',
        f'kind = "{own.kind.value}"',
        *([f"together = {own.together}      # so many are one piece"] if own.together > 1 else []),
        "",
        f"outer = {table(own.outer)}",
        f"inside = {table(own.inside, *more)}",
        "",
        "[label]      # left out, it is as large as the front",
        *(f"{side} = {size:g}" for side, size in zip(SIDES[1:], own.label or (), strict=False)),
        "corner = 1",
    ]
    text = "".join(f"{line}\n" for line in lines)
    parse_table(Container, tomllib.loads(text), own_file_name(own.kind))
    return text


def _own_box(box: Sizes, tray: Sizes) -> str:
    form = template_path(TemplateKind.CONTAINERS, MEASURE_YOUR_OWN).read_text(encoding="utf-8")
    zeros = "length = 0, width = 0, height = 0"
    for sizes in (box, tray):
        measured = (f"{side} = {size:g}" for side, size in zip(SIDES, sizes, strict=True))
        form = form.replace(zeros, ", ".join(measured), 1)
    parse_table(Container, tomllib.loads(form), CONTAINER_FILE_NAME)
    return form


def with_label_on_top(form: str) -> str:
    """Return the file of your own matchbox with its label on top of the sleeve."""
    flat = f'kind = "{ContainerKind.FLAT.value}"'
    return form.replace(f"# {flat}", flat, 1)
