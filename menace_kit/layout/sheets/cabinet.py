"""The map of the cabinet: which box is in which drawer. In mm."""

import math
from collections.abc import Sequence
from functools import partial
from itertools import product
from typing import NamedTuple

from menace_kit.errors import FitError, KitError
from menace_kit.games import Side
from menace_kit.layout.marks import (
    BLACK,
    GREY,
    HAIRLINE,
    WHITE,
    Anchor,
    Circle,
    Document,
    Marks,
)
from menace_kit.layout.page import HEADER_BOTTOM, PRINTABLE_BORDER
from menace_kit.layout.stacks import (
    Area,
    Part,
    across,
    down,
    fixed,
    framed,
    grow,
    in_the_middle,
    inked,
    layered,
    nothing,
    padded,
    put,
    stroke,
    text,
    tiled,
)
from menace_kit.layout.text.pages import Flow, PageLook
from menace_kit.layout.text.typesetting import LESSON, cap_height, text_width
from menace_kit.layout.type_scale import FIGURES, SMALLEST, TEXT, steps_from
from menace_kit.machine import Box, Cabinet, Kit, Place
from menace_kit.machine.papers import PAPERS
from menace_kit.text.kit_words import paper_words
from menace_kit.text.number_runs import numbers_of
from menace_kit.text.sheet_words import group_words, said

MAP_PAGES = PageLook(10.0, HEADER_BOTTOM + 4, PRINTABLE_BORDER, TEXT, LESSON)
NUMBER_SIZE = 12.0
"""Largest size of a drawer's number, in points."""

EDGE, EDGE_AIR, EDGE_INK = 6.0, 1.5, "#404040"
"""Room for the numbers of rows and drawers at each edge of the cabinet, what is free between
them and the cabinet, and their colour.
"""

LARGEST_SLOT = (26.0, 13.0)
PAD = 0.5
AIR = 2.5
"""Above and below the cabinet with its numbers."""

SAMPLE, LEGEND_ROW = (16.0, 5.6), 7.0
"""Size of a drawer in the legend, and from one row of it to the next."""

TINTS = {
    Side.FIRST: ("#FFF6E8", "#FFDFB0", "#FFC57A", "#EDA550", "#CC8A3C", "#B0762F"),
    Side.SECOND: ("#EDF5FC", "#CBE2F5", "#A5CBEC", "#7FB2DD", "#6298C6", "#5283AE"),
}
"""A stage's colour: orange for the machine that moves first, blue for the other, darker each move.

Orange and blue are different for every kind of colour blindness. In grey the stages are still
different, and the stage bands show both.
"""


class _Plan(NamedTuple):
    """How a cabinet lies on pages of this look: the size of a drawer, the width of the stage's
    fields in it, and the size of its number in points.
    """

    look: PageLook
    slot: tuple[float, float]
    band: float
    number: float


class _Legend(NamedTuple):
    """What is below a cabinet: a box of each stage, or None for an empty drawer, and its words;
    their size in points, and how many are in a row.
    """

    told: Sequence[tuple[Box | None, str]]
    size: float
    columns: int

    @property
    def height(self) -> float:
        return -(-len(self.told) // self.columns) * LEGEND_ROW


def cabinet_map_document(kit: Kit, name: str = "cabinet-map") -> Document:
    """Return the map, a page for each cabinet, portrait or landscape, whichever has larger numbers.

    Raises KitError without a cabinet, and FitError if a number would be too small to read.
    """
    cabinet = kit.spec.cabinet
    if cabinet is None:
        raise KitError(
            "this kit has no cabinet to draw; give its rows and columns in kit.toml, in [cabinet]"
        )
    width, height = PAPERS[kit.spec.print.paper]
    plans = [_plan(kit, cabinet, *size) for size in ((width, height), (height, width))]
    plan = max(plans, key=lambda plan: plan.number)
    if plan.number < SMALLEST:
        raise FitError(
            f"a cabinet of {cabinet.rows} rows of {cabinet.columns} "
            "drawers has no room on one page: the numbers of its drawers would have "
            f"{max(0.0, plan.number):.1f} points, and {SMALLEST:g} can be read; "
            "give [cabinet] fewer rows or columns, and the kit has several cabinets"
        ).at(kit.source, "cabinet")
    title = said(kit, "cabinet-map.title")
    flow = Flow(kit, title, plan.look)
    for number in range(1, kit.cabinets + 1):
        if number > 1:
            flow.new_page()
        _explain(flow, kit, number)
        put(flow, plan.slot[1] * cabinet.rows + 2 * EDGE, _numbered(kit, cabinet, plan, number))
        flow.y += AIR
        legend = _legend(kit, cabinet, flow.width)
        put(flow, legend.height, _legend_part(kit, legend))
    return flow.document(name, title)


def _explain(flow: Flow, kit: Kit, cabinet: int) -> None:
    """Set the head of a cabinet's page: its title, and how the map is read."""
    words, title = paper_words(kit), said(kit, "cabinet-map.title")
    if kit.cabinets > 1:
        title = words("cabinet.number", number=cabinet)
    flow.title(title)
    flow.y += 1.3
    flow.paragraph(words("cabinet-map.how"))
    flow.y += AIR


def _plan(kit: Kit, cabinet: Cabinet, width: float, height: float) -> _Plan:
    """Return how the cabinet lies on a page of this size;
    a number that is too small shows as a smaller one.
    """
    look = MAP_PAGES._replace(sheet=(width, height))
    flow = Flow(kit, "", look)
    _explain(flow, kit, 1)
    taken = flow.y + 2 * EDGE + AIR + _legend(kit, cabinet, flow.width).height
    slot_width = min((flow.width - 2 * EDGE) / cabinet.columns, LARGEST_SLOT[0])
    slot_height = (flow.bottom - taken) / cabinet.rows
    slot_height = min(slot_height, max(slot_width * 0.5, 7), LARGEST_SLOT[1])
    band = min(2.0, slot_width * 0.18)
    widest = max(text_width(box.name, 1, bold=True) for box in kit.boxes)
    room = (slot_width - band - 5 * PAD) / widest, (slot_height - 2 * PAD) / cap_height(1) * 0.8
    number = math.floor(4 * min(*room, NUMBER_SIZE)) / 4
    return _Plan(look, (slot_width, slot_height), band, number)


def _numbered(kit: Kit, cabinet: Cabinet, plan: _Plan, number: int) -> Part:
    """Return a cabinet, with the numbers of its rows at both sides, and of its drawers
    above and below.
    """
    width, _ = plan.slot
    # No wider than a drawer; its height has room for a box's number,
    # and so for the smaller ones at the edge.
    size = min(FIGURES, (width - 0.6) / text_width(str(cabinet.columns), 1))
    size = max(SMALLEST, math.floor(4 * size) / 4)

    def numbers(count: int, columns: int, anchor: Anchor, level: Anchor) -> Part:
        told = map(str, range(1, count + 1))
        parts = [text(each, size, False, anchor, level, EDGE_INK, 0) for each in told]
        return tiled(columns, parts)

    places = product((number,), range(1, cabinet.rows + 1), range(1, cabinet.columns + 1))
    boxes = (kit.box_in(Place(*place)) for place in places)
    drawers = tiled(cabinet.columns, [_drawer(kit, box, plan.band, plan.number) for box in boxes])
    rows = partial(numbers, cabinet.rows, 1, level=Anchor.MIDDLE)
    columns = partial(numbers, cabinet.columns, cabinet.columns, Anchor.MIDDLE)
    whole = down(
        fixed(EDGE, padded(columns(Anchor.END), EDGE, 0, EDGE, EDGE_AIR)),
        across(
            fixed(EDGE, padded(rows(Anchor.END), right=EDGE_AIR)),
            layered(drawers, framed(pen=0.4)),
            fixed(EDGE, padded(rows(Anchor.START), left=EDGE_AIR)),
        ),
        fixed(EDGE, padded(columns(Anchor.START), EDGE, EDGE_AIR, EDGE)),
    )
    return in_the_middle(fixed(width * cabinet.columns + 2 * EDGE, whole))


def _drawer(kit: Kit, box: Box | None, band: float, size: float) -> Part:
    """Return a drawer: in its stage's colour, with its box's number,
    at the left the fields that its label has too; crossed out if it is empty.
    """
    if box is None:
        cross = [stroke((0, y), (1, 1 - y), HAIRLINE, GREY) for y in (0, 1)]
        return framed(*cross, pen=HAIRLINE, ink=GREY, fill=WHITE)
    tints = TINTS[box.side if kit.tells_stages else Side.FIRST]
    tint = tints[min(box.stage, len(tints)) - 1 if kit.tells_stages else 0]
    fields = _fields(kit, box, band) if kit.tells_stages else nothing
    number = text(box.name if size else "", size, True, Anchor.MIDDLE, margin=0)
    inside = layered(fields, padded(number, left=band + PAD))
    return framed(inside, pen=HAIRLINE, ink=GREY, fill=tint)


def _fields(kit: Kit, box: Box, band: float) -> Part:
    """Return the black fields that count the machine's moves from the foot up."""
    stages = max(stage for _, stage in kit.stages)

    def hole(area: Area) -> Marks:
        yield Circle(*area.at(0.5, 0.5), min(area.width, area.height) * 0.3, 0, None, WHITE)

    inside = layered(inked(BLACK), hole if box.side is Side.SECOND else nothing)
    field = down(grow(0.15), grow(0.7, inside), grow(0.15))
    fields = down(grow(stages - box.stage), *[field] * box.stage)
    return padded(across(fixed(band, fields), grow(1)), PAD, PAD, PAD, PAD)


def _legend(kit: Kit, cabinet: Cabinet, width: float) -> _Legend:
    """Return the legend for a page of this width, all in one size."""
    told: list[tuple[Box | None, str]] = []
    for boxes in kit.boxes_by_stage:
        facts = {"name": group_words(kit, boxes), "told": numbers_of(kit, boxes)}
        told.append((boxes[0], said(kit, "common.named", **facts)))
    if cabinet.rows * cabinet.columns * kit.cabinets > len(kit.boxes):
        told.append((None, said(kit, "cabinet-map.empty")))
    for size in steps_from(TEXT):
        step = SAMPLE[0] + 6 + max(text_width(each, size) for _, each in told)
        if step <= width:
            return _Legend(told, size, min(len(told), int(width / step)))
    return _Legend(told, SMALLEST, 1)


def _legend_part(kit: Kit, legend: _Legend) -> Part:
    """Return a sample of each stage with its boxes, and of an empty drawer."""
    wide, high = SAMPLE
    rows = []
    for box, told in legend.told:
        sample = across(
            fixed(wide, _drawer(kit, box, 2.0, 0)), fixed(2), text(told, legend.size, margin=0)
        )
        rows.append(padded(sample, below=LEGEND_ROW - high))
    return tiled(legend.columns, rows)
