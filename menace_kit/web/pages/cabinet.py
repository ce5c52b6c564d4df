"""The page with a map of all boxes: by place if the kit has a cabinet, else by stage."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from fastapi import APIRouter, Request, Response

from menace_kit.machine import Kit, Place
from menace_kit.views.boxes import BoxInList, box_list
from menace_kit.views.elements import mark_of
from menace_kit.web.companion import companion_of
from menace_kit.web.page import page

router = APIRouter(include_in_schema=False)


SHADES = 5
"""Shades for more than nothing, and as many for less; nothing has shade 0."""

SHADED_BY: Mapping[str, Callable[[BoxInList], int]] = {
    "beads": lambda box: box.total,
    "changed": lambda box: box.total - box.start_total,
    "opened": lambda box: box.opened,
}
"""What the map can be shaded by -> the number to shade a box by."""

MOST_COLUMNS = 12
"""Drawers in a row that fit a phone; wider cabinets scroll."""


class Drawer(NamedTuple):
    """A box on the map: its number, the name on it, the number it is shaded by, and its shade."""

    number: int
    name: str
    amount: int
    shade: int


class Section(NamedTuple):
    """A cabinet or a stage: rows of drawers (None: an empty one).

    If boxes aren't for one particular move, it is neither.
    """

    rows: Sequence[Sequence[Drawer | None]]
    cabinet: int | None = None
    stage: int | None = None
    mark: str = ""


class Range(NamedTuple):
    """A line of the legend: a shade, and its lowest and highest amount."""

    shade: int
    lowest: int
    highest: int


def shades(amounts: Iterable[int]) -> dict[int, int]:
    """Return each amount's shade: 0 for nothing, up to SHADES for more, down to -SHADES for less.

    Each shade has as nearly as possible the same number of boxes, so that one box with ten times
    the beads of the others doesn't make these look alike.
    """
    found = {0: 0}
    every = list(amounts)
    for sign in (1, -1):
        sizes = sorted(sign * amount for amount in every if sign * amount > 0)
        found |= {
            sign * size: sign * (1 + SHADES * bisect_left(sizes, size) // len(sizes))
            for size in sizes
        }
    return found


def legend(amounts: Iterable[int]) -> list[Range]:
    """Return the range of amounts of each shade in use, in order; always including nothing."""
    steps = groupby(sorted(shades(amounts).items()), key=itemgetter(1))
    found = ((step, [amount for amount, _ in told]) for step, told in steps)
    return [Range(step, told[0], told[-1]) for step, told in found]


def map_of(kit: Kit, amounts: Mapping[int, int]) -> list[Section]:
    """Return the map of all boxes, shaded by these amounts."""
    shade = shades(amounts.values())
    drawers = {
        box: Drawer(box.number, box.name, amounts[box.number], shade[amounts[box.number]])
        for box in kit.boxes
    }
    if kit.spec.cabinet:
        return _cabinets(
            kit.spec.cabinet.columns, {kit.place(box): drawers[box] for box in kit.boxes}
        )
    if not kit.tells_stages:
        return [Section([list(drawers.values())])]
    return [
        Section(
            [[drawers[box] for box in stage]],
            stage=stage[0].stage,
            mark=mark_of(kit, stage[0].side),
        )
        for stage in kit.boxes_by_stage
    ]


def _cabinets(columns: int, there: Mapping[Place | None, Drawer]) -> list[Section]:
    last_rows: dict[int, int] = {}
    for place in sorted(filter(None, there)):
        last_rows[place.cabinet] = place.row
    return [
        Section(
            [
                [there.get(Place(number, row, drawer)) for drawer in range(1, columns + 1)]
                for row in range(1, last_row + 1)
            ],
            cabinet=number,
        )
        for number, last_row in last_rows.items()
    ]


@router.get("/cabinet")
async def cabinet(request: Request, by: str = "beads") -> Response:
    """Show all boxes in their places, shaded by `by`, one of SHADED_BY; by default by beads."""
    companion = companion_of(request)
    amount_of = SHADED_BY.get(by, SHADED_BY["beads"])
    amounts = {box.number: amount_of(box) for box in await companion.reading(box_list)}
    now = await companion.state()
    return page(
        request,
        "cabinet.html",
        sections=map_of(companion.kit, amounts),
        legend=legend(amounts.values()),
        by=by if by in SHADED_BY else "beads",
        choices=tuple(SHADED_BY),
        due=now.box.number if now.box else None,
        is_narrow=bool(
            companion.kit.spec.cabinet and companion.kit.spec.cabinet.columns <= MOST_COLUMNS
        ),
        several=companion.kit.spec.side == "both",
        entry=now.entry,
    )
