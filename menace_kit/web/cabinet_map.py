"""All boxes as a map: by their places where the kit has a cabinet, else by stages; each with a number and a shade."""

from collections.abc import Sequence
from typing import Literal

from menace_kit.machine.kit import Kit
from menace_kit.web.book import BoxInList
from menace_kit.web.drawing import mark_of
from menace_kit.web.shapes import Shape

SHADES = 5
"""Steps of shade for what is more than nothing; nothing has shade 0."""


class Drawer(Shape):
    """A box on the map: its number, what it is shaded by, and the shade from 0 to SHADES."""

    number: int
    amount: int
    shade: int


class Section(Shape):
    """A cabinet, or a stage: rows of drawers (None: an empty one). `stage` is None for a cabinet."""

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
        number: Drawer(number=number, amount=amount, shade=shade(amount, most))
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
    size = cabinet.rows * cabinet.columns
    sections = []
    for number in range(1, cabinet.cabinets_for(len(drawers)) + 1):
        first = (number - 1) * size + 1
        rows = [
            [drawers.get(box) for box in range(start, start + cabinet.columns)]
            for start in range(first, min(first + size, len(drawers) + 1), cabinet.columns)
        ]
        sections.append(Section(cabinet=number, stage=None, mark="", rows=rows))
    return sections


def _stages(kit: Kit, drawers: dict[int, Drawer]) -> list[Section]:
    return [
        Section(
            cabinet=None,
            stage=stage,
            mark=mark_of(kit, side),
            rows=[[drawers[box.number] for box in kit.boxes if (box.side, box.stage) == (side, stage)]],
        )
        for side, stage in kit.stages
    ]
