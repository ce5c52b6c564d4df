"""Sleeves of boxes folded from card, as many on a sheet as fit."""

import math
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from menace_kit.errors import FitError
from menace_kit.layout.cutting import cut_frame, kept_clear, with_marks
from menace_kit.layout.grid import below_head, free_area
from menace_kit.layout.marks import ROUNDING, Document, Mark
from menace_kit.layout.set_pieces import boxes_of_all
from menace_kit.layout.sheets.net_marks import GAP, net_marks, sleeve_of
from menace_kit.layout.stacks import Area
from menace_kit.layout.text.typesetting import over
from menace_kit.machine import Kit
from menace_kit.machine.papers import PAPER_TITLES, PAPERS
from menace_kit.text.kit_words import paper_words
from menace_kit.workshop.faces import Point


def sleeves_document(kit: Kit, name: str = "sleeves", sets: Sequence[str] = ()) -> Document:
    """Return one sheet of sleeves, with how often to print it; those of several sets are alike."""
    words = paper_words(kit)
    spots = sleeve_spots(kit)
    boxes = boxes_of_all(kit, sets)
    facts = {"n": sleeve_times(kit, sets), "boxes": boxes, "sleeves": len(spots)}
    frame = cut_frame(kit, words("fold-up.sleeves-times", **facts))
    page = frame.page([*_sheet_marks(kit, spots), *frame.ruler()])
    return frame.bound(name, words("fold-up.sleeves"), [with_marks(kit, page)])


def _sheet_marks(kit: Kit, spots: Sequence["Spot"]) -> list[Mark]:
    """Return a sleeve in each spot of a sheet."""
    net, glue = sleeve_of(kit), paper_words(kit)("fence.glue")
    left, top, width, height = net.extent
    paper = kit.spec.print.paper
    free_top, _free_width, free_height = free_area(paper, kept_clear(kit))
    used = max(spot.x + (height if spot.turned else width) for spot in spots)
    filled = max(spot.y + (width if spot.turned else height) for spot in spots) + GAP
    across = (PAPERS[paper][0] - used) / 2
    down = free_top + below_head(free_height - filled) + GAP / 2
    marks: list[Mark] = []
    for spot in spots:

        def place(point: Point, spot: Spot = spot) -> Point:
            x, y = point[0] - left, point[1] - top
            x, y = (height - y, x) if spot.turned else (x, y)
            return across + spot.x + x, down + spot.y + y

        marks += net_marks(net, glue, place)
    return marks


def sleeve_times(kit: Kit, sets: Sequence[str] = ()) -> int:
    """Return how often to print the sheet for a sleeve on each box.

    Raises FitError like the sheet.
    """
    return math.ceil(boxes_of_all(kit, sets) / len(sleeve_spots(kit)))


def sleeve_spots(kit: Kit) -> tuple["Spot", ...]:
    """Return where sleeves go. Raises FitError if the paper is too small for one."""
    _, _, width, height = sleeve_of(kit).extent
    paper = kit.spec.print.paper
    _, free_width, free_height = free_area(paper, kept_clear(kit))
    spots = spots_within(free_width, free_height, (width + GAP, height + GAP))
    if not spots:
        longer, shorter = max(width, height) + GAP, min(width, height) + GAP
        missing = max(longer - max(free_width, free_height), shorter - min(free_width, free_height))
        raise FitError(
            f"the net of a sleeve of {width:g} x {height:g} mm is too large for "
            f"{PAPER_TITLES[paper]} paper by {over(missing)}",
            too_large=missing,
        )
    return spots


class Spot(NamedTuple):
    """Where a rectangle is, by its top left corner, and whether it is turned by 90°."""

    x: float
    y: float
    turned: bool


def spots_within(width: float, height: float, cell: tuple[float, float]) -> tuple[Spot, ...]:
    """Return places for equal cells: rows or columns of them, and what is left over the other way.

    These are as many as fit so.
    """
    tried = []
    for turned in (False, True):
        wide, high = reversed(cell) if turned else cell
        for rows in range(int(height / high) + 1):
            end = rows * high
            first = _in_rows(Area(0, 0, width, end), cell, turned)
            tried.append(first + _in_rows(Area(0, end, width, height - end), cell, not turned))
        for columns in range(int(width / wide) + 1):
            end = columns * wide
            first = _in_rows(Area(0, 0, end, height), cell, turned)
            tried.append(first + _in_rows(Area(end, 0, width - end, height), cell, not turned))
    return max(tried, key=len)


def _in_rows(area: Area, cell: tuple[float, float], turned: bool) -> tuple[Spot, ...]:
    """Return places for cells in rows, all turned or none."""
    wide, high = reversed(cell) if turned else cell
    columns, rows = int(area.width / wide + ROUNDING), int(area.height / high + ROUNDING)
    return tuple(
        Spot(area.x + column * wide, area.y + row * high, turned)
        for row, column in product(range(rows), range(columns))
    )
