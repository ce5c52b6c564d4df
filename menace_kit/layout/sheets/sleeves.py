"""Sleeves of boxes folded from card, as many on a sheet as fit."""

import math
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from menace_kit.errors import FitError
from menace_kit.layout.cutting import cut_frame, kept_clear, with_marks_if_wanted
from menace_kit.layout.grid import below_head, free_area
from menace_kit.layout.marks import ROUNDING, Document, Mark
from menace_kit.layout.set_pieces import boxes_of_all
from menace_kit.layout.sheets.net_marks import GAP, net_marks
from menace_kit.layout.text.typesetting import over
from menace_kit.machine import Kit
from menace_kit.machine.papers import PAPER_TITLES, PAPERS
from menace_kit.text.kit_words import paper_words
from menace_kit.workshop.faces import Face, Point
from menace_kit.workshop.nets import sleeve_net


def sleeves_document(kit: Kit, name: str = "sleeves", sets: Sequence[str] = ()) -> Document:
    """Return one sheet of sleeves, with how often to print it; those of several sets are alike."""
    words = paper_words(kit)
    net = sleeve_net(kit.container.tray, kit.spec.fold_up)
    spots = sleeve_spots(kit, net)
    boxes = boxes_of_all(kit, sets)
    facts = {"n": sleeve_times(kit, sets), "boxes": boxes, "sleeves": len(spots)}
    frame = cut_frame(kit, words("fold-up.sleeves-times", **facts))
    page = frame.page([*_sheet_marks(kit, net, spots), *frame.ruler()])
    return frame.bound(name, words("fold-up.sleeves"), [with_marks_if_wanted(kit, page)])


def _sheet_marks(kit: Kit, net: Face, spots: Sequence["Spot"]) -> list[Mark]:
    """Return a sleeve in each spot of a sheet."""
    glue = paper_words(kit)("fence.glue")
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
    net = sleeve_net(kit.container.tray, kit.spec.fold_up)
    return math.ceil(boxes_of_all(kit, sets) / len(sleeve_spots(kit, net)))


def sleeve_spots(kit: Kit, net: Face) -> tuple["Spot", ...]:
    """Return where sleeves go. Raises FitError if the paper is too small for one."""
    _, _, width, height = net.extent
    paper = kit.spec.print.paper
    _, free_width, free_height = free_area(paper, kept_clear(kit))
    spots = spots_within(free_width, free_height, width + GAP, height + GAP)
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


def spots_within(
    width: float, height: float, cell_width: float, cell_height: float
) -> tuple[Spot, ...]:
    """Return as many places for equal cells as fit, if all cuts go from edge to edge of a part."""
    steps = {
        whole: sorted(
            across * cell_width + down * cell_height
            for across in range(int(whole / cell_width) + 1)
            for down in range(int((whole - across * cell_width) / cell_height) + 1)
        )
        for whole in (width, height)
    }

    @cache
    def best(wide: float, high: float) -> tuple[Spot, ...]:
        found: tuple[Spot, ...] = ()
        for turned, (needed_width, needed_height) in enumerate(
            ((cell_width, cell_height), (cell_height, cell_width))
        ):
            if not found and needed_width <= wide + ROUNDING and needed_height <= high + ROUNDING:
                found = (Spot(0, 0, bool(turned)),)
        most = int(wide * high / (cell_width * cell_height) + ROUNDING)
        for upright, whole in ((True, wide), (False, high)):
            for cut in steps[width if upright else height]:
                if len(found) >= most or not 0 < cut <= whole / 2 + ROUNDING:
                    continue
                rest = max(
                    step
                    for step in steps[width if upright else height]
                    if step <= whole - cut + ROUNDING
                )
                parts = (
                    (best(cut, high), best(rest, high))
                    if upright
                    else (best(wide, cut), best(wide, rest))
                )
                if len(parts[0]) + len(parts[1]) > len(found):
                    across, down = (cut, 0.0) if upright else (0.0, cut)
                    found = (
                        *parts[0],
                        *(Spot(x + across, y + down, turned) for x, y, turned in parts[1]),
                    )
        return found

    return best(max(steps[width]), max(steps[height]))
