"""All boxes as a map: by their places where the kit has a cabinet, else by stages; each with a number and a shade."""

from collections.abc import Sequence
from typing import Literal

from menace_kit.machine.cabinet import Place
from menace_kit.machine.kit import Kit
from menace_kit.web.box_book import BoxInList
from menace_kit.web.drawing import mark_of
from menace_kit.web.shapes import Shape

SHADES = 5
"""Steps of shade for what is more than nothing; nothing has shade 0."""


class Drawer(Shape):
    """A box on the map: its number, what stands on it, what it is shaded by, and the shade from 0 to SHADES."""

    number: int
    name: str
    amount: int
    shade: int


class Section(Shape):
    """A cabinet, or a stage: rows of drawers (None: an empty one).

    `stage` is None for a cabinet, and where boxes are for no one move.
    """

    cabinet: int | None
    stage: int | None
    mark: str
    rows: list[list[Drawer | None]]


class Range(Shape):
    """A line of the legend: the amounts, from and to, that have a shade."""

    shade: int
    lowest: int
    highest: int


class CabinetMap(Shape):
    """The whole map, with its legend."""

    sections: list[Section]
    legend: list[Range]


def cabinet_map(kit: Kit, boxes: Sequence[BoxInList], by: Literal["beads", "opened"]) -> CabinetMap:
    """Return the map of all boxes, shaded by the beads that belong in them or by how often they were opened."""
    amounts = {box.number: box.total if by == "beads" else box.opened for box in boxes}
    most = max(amounts.values())
    drawers = {
        number: Drawer(number=number, name=kit.box(number).name, amount=amount, shade=shade(amount, most))
        for number, amount in amounts.items()
    }
    sections = _cabinets(kit, drawers) if kit.spec.cabinet else _stages(kit, drawers)
    return CabinetMap(sections=sections, legend=legend(most))


def shade(amount: int, most: int) -> int:
    """Return the shade of an amount, 0 for nothing, where `most` has SHADES."""
    return -(-SHADES * amount // most) if amount > 0 else 0


def legend(most: int) -> list[Range]:
    """Return the amounts of each shade; a shade that no whole number has is left out."""
    found: dict[int, list[int]] = {}
    for amount in range(most + 1):
        found.setdefault(shade(amount, most), []).append(amount)
    return [Range(shade=step, lowest=amounts[0], highest=amounts[-1]) for step, amounts in found.items()]


def _cabinets(kit: Kit, drawers: dict[int, Drawer]) -> list[Section]:
    cabinet = kit.spec.cabinet
    if cabinet is None:
        return []
    last_rows: dict[int, int] = {}
    for place in filter(None, map(kit.place, kit.boxes)):
        last_rows[place.cabinet] = max(place.row, last_rows.get(place.cabinet, 0))
    sections = []
    for number, last_row in sorted(last_rows.items()):
        found = [
            [kit.box_in(Place(number, row, drawer)) for drawer in range(1, cabinet.columns + 1)]
            for row in range(1, last_row + 1)
        ]
        rows = [[drawers[box.number] if box else None for box in row] for row in found]
        sections.append(Section(cabinet=number, stage=None, mark="", rows=rows))
    return sections


def _stages(kit: Kit, drawers: dict[int, Drawer]) -> list[Section]:
    if kit.game.impartial:
        return [Section(cabinet=None, stage=None, mark="", rows=[[drawers[box.number] for box in kit.boxes]])]
    return [
        Section(
            cabinet=None,
            stage=stage,
            mark=mark_of(kit, side),
            rows=[[drawers[box.number] for box in kit.boxes if (box.side, box.stage) == (side, stage)]],
        )
        for side, stage in kit.stages
    ]
