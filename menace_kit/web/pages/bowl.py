"""Beads as they lie in an open box, drawn for a crowd."""

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Contents, starting_contents
from menace_kit.views.elements import Colour, colour_shape

MOST_DISCS = 600
"""Beads that are drawn in a bowl; no box shakes with as many."""


class Disc(NamedTuple):
    """A bead in a bowl that is drawn: its colour, where,
    and how large, in a bowl of 100 x 40.
    """

    colour: Colour
    x: float
    y: float
    radius: float


def discs_of(beads: Iterable[tuple[Colour, int]]) -> list[Disc]:
    """Return beads as they lie in a bowl, in rows, those of a colour together."""
    colours = [colour for colour, count in beads for _ in range(count)][:MOST_DISCS]
    if not colours:
        return []
    columns = max(4, math.ceil(math.sqrt(len(colours) * 2.5)))
    rows = math.ceil(len(colours) / columns)
    side = min(100 / columns, 40 / rows, 18)
    top = 40 - rows * side
    left = (100 - min(columns, len(colours)) * side) / 2
    return [
        Disc(
            colour,
            left + (place % columns + 0.5) * side,
            top + (place // columns + 0.5) * side,
            0.46 * side,
        )
        for place, colour in enumerate(colours)
    ]


class ThenAndNow(NamedTuple):
    """The box that changed most: its name, and its bowl on the first day and now."""

    box: str
    then: list[Disc]
    now: list[Disc]


def then_and_now(kit: Kit, contents: Contents) -> ThenAndNow | None:
    """Return the box whose beads changed most since the first day; None where none did."""
    start = starting_contents(kit)

    def change(box: Box) -> int:
        then, now = start[box.number], contents[box.number]
        return sum(abs(now[colour] - then[colour]) for colour in then) if any(now.values()) else 0

    box = max(kit.boxes, key=change)
    if not change(box):
        return None
    return ThenAndNow(
        box.name,
        _bowl_of(kit, start[box.number]),
        _bowl_of(kit, contents[box.number]),
    )


def _bowl_of(kit: Kit, inside: Mapping[str, int]) -> list[Disc]:
    return discs_of((colour_shape(kit, colour), count) for colour, count in inside.items())
