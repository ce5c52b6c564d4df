"""The map of the cabinet: which box is in which drawer. In mm."""

import math
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from menace_kit.errors import FitError, KitError
from menace_kit.games import Side
from menace_kit.layout.marks import (
    BLACK,
    GREY,
    HAIRLINE,
    MM_PER_POINT,
    WHITE,
    Anchor,
    Circle,
    Document,
    Line,
    Mark,
    Page,
    Rectangle,
    Text,
)
from menace_kit.layout.page import HEADER_BOTTOM, PRINTABLE_BORDER, Frame
from menace_kit.layout.text.typesetting import (
    LESSON,
    Column,
    cap_height,
    shortened,
    size_within,
    text_width,
    wrapped,
)
from menace_kit.layout.type_scale import FIGURES, SMALLEST, TEXT
from menace_kit.machine.boxes import Box
from menace_kit.machine.cabinets import Cabinet, Place
from menace_kit.machine.kit import Kit
from menace_kit.machine.papers import PAPERS
from menace_kit.text.kit_words import paper_words
from menace_kit.text.number_runs import numbers_of
from menace_kit.text.sheet_words import group_words, said

MARGIN = 10.0
NUMBER_SIZE = 12.0
"""Largest size of a drawer's number, in points."""

EDGE = 6.0
"""Space for the numbers of rows and drawers at each edge of the cabinet."""

LARGEST_SLOT = (26.0, 13.0)
PAD = 0.5
LEGEND_ROW = 7.0
SAMPLE = (16.0, 5.6)

TINTS = {
    Side.FIRST: ("#FFF6E8", "#FFDFB0", "#FFC57A", "#EDA550", "#CC8A3C", "#B0762F"),
    Side.SECOND: ("#EDF5FC", "#CBE2F5", "#A5CBEC", "#7FB2DD", "#6298C6", "#5283AE"),
}
"""A stage's colour: orange for the machine that moves first, blue for the other, darker each move.

Orange and blue are different for every kind of colour blindness. In grey the stages are still
different, and the stage bands show both.
"""


class _Plan(NamedTuple):
    """A cabinet on a page: the page's size, where the drawers are, and the text above them.

    `left` and `top` are the first drawer's corner; `slot` is a drawer's size, `band` the width of
    the stage band in it, `number` the size of its number in points.
    """

    page: tuple[float, float]
    cabinet: Cabinet
    left: float
    top: float
    slot: tuple[float, float]
    band: float
    number: float
    said: str
    legend_columns: int

    def corner(self, row: int, drawer: int) -> tuple[float, float]:
        """Return the top left corner of a drawer; row and drawer count from 1."""
        return self.left + (drawer - 1) * self.slot[0], self.top + (row - 1) * self.slot[1]


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
    pages = [_page(kit, plan, number) for number in range(1, kit.cabinets + 1)]
    return Frame(kit, MARGIN).bound(name, said(kit, "cabinet-map.title"), pages)


def _plan(kit: Kit, cabinet: Cabinet, width: float, height: float) -> _Plan:
    """Return the plan for a page of this size; its numbers may be too small."""
    words = paper_words(kit)
    free = width - 2 * MARGIN
    said = words("cabinet-map.how")
    lines = len(wrapped(said, free, TEXT))
    columns = max(1, int(free / 62))
    # One more than the stages: the sample of an empty drawer.
    legend = math.ceil((len(kit.boxes_by_stage) + 1) / columns) * LEGEND_ROW + 3
    top = HEADER_BOTTOM + 10 + lines * TEXT * MM_PER_POINT * LESSON.text.pitch + 3 + EDGE
    slot_width = min((free - 2 * EDGE) / cabinet.columns, LARGEST_SLOT[0])
    slot_height = (height - PRINTABLE_BORDER - legend - EDGE - top) / cabinet.rows
    slot_height = min(slot_height, max(slot_width * 0.5, 7), LARGEST_SLOT[1])
    band = min(2.0, slot_width * 0.18)
    left = (width - slot_width * cabinet.columns) / 2
    widest = max(text_width(box.name, 1, bold=True) for box in kit.boxes)
    room = (slot_width - band - 5 * PAD) / widest, (slot_height - 2 * PAD) / cap_height(1) * 0.8
    number = math.floor(4 * min(*room, NUMBER_SIZE)) / 4
    return _Plan(
        (width, height), cabinet, left, top, (slot_width, slot_height), band, number, said, columns
    )


def _page(kit: Kit, plan: _Plan, cabinet: int) -> Page:
    """Return the page of one cabinet, counted from 1."""
    count = kit.cabinets
    title = said(kit, "cabinet-map.title")
    frame = Frame(kit, MARGIN, title, plan.page)
    if count > 1:
        title = said(kit, "cabinet-map.title-of", cabinet=cabinet, cabinets=count)
    text = Column(MARGIN, HEADER_BOTTOM + 4, frame.width, TEXT, LESSON)
    text.title(title)
    text.y += 1.3
    text.paragraph(plan.said)
    marks = [*text.marks, *_edge_marks(plan)]
    for row, drawer in product(range(1, plan.cabinet.rows + 1), range(1, plan.cabinet.columns + 1)):
        marks += _drawer_marks(kit, plan, Place(cabinet, row, drawer))
    outline = plan.slot[0] * plan.cabinet.columns, plan.slot[1] * plan.cabinet.rows
    marks.append(Rectangle(plan.left, plan.top, *outline, 0.4, BLACK))
    marks += _legend_marks(kit, plan)
    return frame.page(marks, cabinet, count)


def _edge_marks(plan: _Plan) -> Iterator[Mark]:
    """Yield the numbers of rows at both sides, and of drawers above and below."""
    cabinet, (width, height) = plan.cabinet, plan.slot
    right, bottom = plan.corner(cabinet.rows + 1, cabinet.columns + 1)
    # No wider than a drawer, whose height has room for a box's number, and so for these smaller
    # ones.
    size = min(FIGURES, (width - 0.6) / text_width(str(cabinet.columns), 1))
    size = max(SMALLEST, math.floor(4 * size) / 4)
    for row in range(1, cabinet.rows + 1):
        y = plan.corner(row, 1)[1] + (height + cap_height(size)) / 2
        yield Text(plan.left - 1.5, y, str(row), size, anchor=Anchor.END, colour="#404040")
        yield Text(right + 1.5, y, str(row), size, colour="#404040")
    for drawer in range(1, cabinet.columns + 1):
        x = plan.corner(1, drawer)[0] + width / 2
        for y in (plan.top - 1.5, bottom + 1.5 + cap_height(size)):
            yield Text(x, y, str(drawer), size, anchor=Anchor.MIDDLE, colour="#404040")


def _drawer_marks(kit: Kit, plan: _Plan, place: Place) -> Iterator[Mark]:
    (x, y), (width, height) = plan.corner(place.row, place.drawer), plan.slot
    box = kit.box_in(place)
    if box is None:
        yield from _empty_marks(x, y, width, height)
        return
    yield from _field_marks(kit, box, x, y, width, height, plan.band)
    middle = x + (plan.band + PAD + width) / 2
    baseline = y + (height + cap_height(plan.number)) / 2
    yield Text(middle, baseline, box.name, plan.number, True, Anchor.MIDDLE)


def _empty_marks(x: float, y: float, width: float, height: float) -> Iterator[Mark]:
    """Yield an empty drawer: crossed out."""
    yield Rectangle(x, y, width, height, HAIRLINE, GREY, WHITE)
    yield Line(x, y, x + width, y + height, HAIRLINE, GREY)
    yield Line(x, y + height, x + width, y, HAIRLINE, GREY)


def _field_marks(
    kit: Kit, box: Box, x: float, y: float, width: float, height: float, band: float
) -> Iterator[Mark]:
    """Yield a drawer in its stage's colour, with the stage band of its label at the left."""
    if not kit.tells_stages:
        yield Rectangle(x, y, width, height, HAIRLINE, GREY, TINTS[Side.FIRST][0])
        return
    tints = TINTS[box.side]
    yield Rectangle(x, y, width, height, HAIRLINE, GREY, tints[min(box.stage, len(tints)) - 1])
    stages = max(stage for _, stage in kit.stages)
    field = (height - 2 * PAD) / stages
    for number in range(1, box.stage + 1):
        top = y + height - PAD - number * field
        high = field * 0.7
        yield Rectangle(x + PAD, top + field * 0.15, band, high, 0, None, BLACK)
        if box.side is Side.SECOND:
            yield Circle(x + PAD + band / 2, top + field / 2, min(band, high) * 0.3, 0, None, WHITE)


def _legend_marks(kit: Kit, plan: _Plan) -> Iterator[Mark]:
    """Yield a sample of each stage with its boxes, and of an empty drawer."""
    bottom = plan.corner(plan.cabinet.rows + 1, 1)[1] + EDGE
    step = (plan.page[0] - 2 * MARGIN) / plan.legend_columns
    width, height = SAMPLE
    for place, boxes in enumerate([*kit.boxes_by_stage, None]):
        row, column = divmod(place, plan.legend_columns)
        x, y = MARGIN + column * step, bottom + 2 + row * LEGEND_ROW
        if boxes is None:
            yield from _empty_marks(x, y, width, height)
            text = said(kit, "cabinet-map.empty")
        else:
            yield from _field_marks(kit, boxes[0], x, y, width, height, 2.0)
            numbers = numbers_of(kit, boxes)
            text = said(kit, "common.named", name=group_words(kit, boxes), told=numbers)
        room = step - width - 4
        size = max(SMALLEST, size_within(text, room, TEXT))
        yield Text(
            x + width + 2, y + (height + cap_height(size)) / 2, shortened(text, room, size), size
        )
