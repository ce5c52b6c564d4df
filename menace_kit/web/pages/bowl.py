"""Beads in an open box, drawn for an audience."""

import math
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import NamedTuple

from menace_kit.machine import Box, Kit
from menace_kit.machine.learning import Contents, starting_contents
from menace_kit.views.elements import Colour, colour_shape

MOST_DISCS = 600
"""Beads drawn in a bowl; no box holds so many and still shakes."""


class Disc(NamedTuple):
    """A bead in a bowl of 100 × 40: its colour, place and radius."""

    colour: Colour
    x: float
    y: float
    radius: float


class Letter(NamedTuple):
    """A colour's letter in a bowl, centred on a bead, and its size."""

    colour: Colour
    x: float
    y: float
    size: float


class Bowl(NamedTuple):
    """Beads in a box of 100 × 40, and the letters that tell their colours apart."""

    discs: list[Disc]
    letters: list[Letter]


OPEN, BESIDE = 5.5, 8.7
"""Size of the smallest letters in a single bowl, and in two side by side: 33 pixels in 1920."""

ON_BEAD = 1.3
"""Size of a letter on a bead of radius 1."""


def bowl_of(beads: Iterable[tuple[Colour, int]], least: float = OPEN) -> Bowl:
    """Return beads in a bowl, with no letter smaller than `least`.

    If beads are too small for that, each colour has one letter.
    """
    discs = _discs_of(beads)
    if discs and ON_BEAD * discs[0].radius >= least:
        size = ON_BEAD * discs[0].radius
        return Bowl(discs, [Letter(disc.colour, disc.x, disc.y, size) for disc in discs])
    runs = [list(run) for _, run in groupby(discs, key=lambda disc: (disc.colour.name, disc.y))]
    longest = {run[0].colour.name: run for run in sorted(runs, key=len)}
    middles = [run[(len(run) - 1) // 2] for run in longest.values()]
    return Bowl(discs, [Letter(disc.colour, disc.x, disc.y, least) for disc in middles])


def _discs_of(beads: Iterable[tuple[Colour, int]]) -> list[Disc]:
    """Return beads in rows, sorted by colour."""
    colours = [colour for colour, count in beads for _ in range(count)][:MOST_DISCS]
    if not colours:
        return []
    columns = _columns_for(len(colours))
    rows = math.ceil(len(colours) / columns)
    side = _side_of(columns, rows)
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


def _columns_for(beads: int) -> int:
    """Return the number of columns that gives the largest beads, with as few rows as possible."""

    def fits(columns: int) -> tuple[float, int, int]:
        rows = math.ceil(beads / columns)
        return _side_of(columns, rows), -rows, -columns

    return max(range(1, beads + 1), key=fits)


def _side_of(columns: int, rows: int) -> float:
    """Return the side of the square for each bead in so many columns and rows."""
    return min(100 / columns, 40 / rows, 18)


class ThenAndNow(NamedTuple):
    """The box that changed most: its name, and its bowl on the first day and now."""

    box: str
    then: Bowl
    now: Bowl


def then_and_now(kit: Kit, contents: Contents) -> ThenAndNow | None:
    """Return the box whose beads changed most since the first day; None if none did."""
    start = starting_contents(kit)

    def change(box: Box) -> int:
        then, now = start[box.number], contents[box.number]
        return sum(abs(now[colour] - then[colour]) for colour in then) if any(now.values()) else 0

    box = max(kit.boxes, key=change)
    if not change(box):
        return None
    return ThenAndNow(
        box.name,
        _beside(kit, start[box.number]),
        _beside(kit, contents[box.number]),
    )


def _beside(kit: Kit, inside: Mapping[str, int]) -> Bowl:
    return bowl_of(((colour_shape(kit, name), count) for name, count in inside.items()), BESIDE)
