"""Fences for trays, cut from card."""

import math
from collections.abc import Sequence
from functools import partial
from itertools import accumulate

from menace_kit.errors import FitError
from menace_kit.layout.cutting import GLUE_FIELD, cut_lines
from menace_kit.layout.marks import (
    BLACK,
    GREY,
    HAIRLINE,
    LIGHT_GREY,
    THIN,
    Circle,
    Curve,
    Document,
    Layer,
    Line,
    Marks,
    Rectangle,
)
from menace_kit.layout.page import HEADER_BOTTOM, PRINTABLE_BORDER, RULER_FROM_BOTTOM, Frame
from menace_kit.layout.set_pieces import boxes_of_all
from menace_kit.layout.stacks import Area, put
from menace_kit.layout.text.typesetting import (
    LESSON,
    Column,
    first_within,
    on_middle,
    over,
)
from menace_kit.layout.type_scale import FIGURES, SMALLEST, TEXT
from menace_kit.machine import Kit
from menace_kit.machine.papers import PAPERS
from menace_kit.text.kit_words import paper_words
from menace_kit.workshop.fence import Fence, fence

MARGIN = 15.0


DRAWING_WIDTH = 62.0


DRAWING_HEIGHT = 50.0


CARD_LINE = 0.7


GLUE_AIR = 0.8
"""Space to leave on both sides of a text in an area for glue, together."""


STRIPS_BELOW = 8.0
"""Gap between the drawing and the strips."""


def fence_document(kit: Kit, name: str = "fence", sets: Sequence[str] = ()) -> Document:
    """Return one page: how to make a fence, as many strips as fit, and how often to print it.

    Fences of several sets are all alike. Strips are edge to edge, so that each cut with a ruler
    serves two. Raises FitError if the bead is too large for a fence, or the fence for the paper.
    """
    words = paper_words(kit)
    shape, title = fence(kit.container.tray, kit.bead), words("fence.title")
    frame = Frame(kit, MARGIN, title)
    text, columns, rows = _sheet(kit, shape, sets)
    left = (frame.size[0] - columns * shape.length) / 2
    strips = _strip_marks(words("fence.glue"), shape, columns, rows, left, text.y)
    return frame.document(name, title, [[*text.marks, *strips, *frame.ruler()]])


def fence_times(kit: Kit, sets: Sequence[str] = ()) -> int:
    """Return how often to print the page for a fence in each box. Raises FitError like the page."""
    _, columns, rows = _sheet(kit, fence(kit.container.tray, kit.bead), sets)
    return math.ceil(boxes_of_all(kit, sets) / (columns * rows))


def _sheet(kit: Kit, shape: Fence, sets: Sequence[str]) -> tuple[Column, int, int]:
    """Return the column above the strips, and how many strips are across and down.

    The column ends where the strips begin.
    """
    words, tray = paper_words(kit), kit.container.tray
    width, height = PAPERS[kit.spec.print.paper]
    drawn = min(DRAWING_HEIGHT / tray.length, (DRAWING_WIDTH - 24) / tray.width) * tray.length
    # The text contains the number of strips, and its length decides how many there is room for.
    strips = 1
    while True:
        boxes = boxes_of_all(kit, sets)
        times = words("fence.times", n=math.ceil(boxes / strips), boxes=boxes, strips=strips)
        page = Column(MARGIN, HEADER_BOTTOM + 6, width - 2 * MARGIN, TEXT, LESSON)
        told, drawing = page.beside(6, 0, DRAWING_WIDTH)
        _set_text(told, kit, shape, times)
        put(drawing, drawn, partial(_drawing, kit, shape))
        page.below(told, drawing)
        page.y += STRIPS_BELOW
        columns, rows = _room(shape, width, height, page.y)
        if columns * rows <= strips:
            return page, columns, rows
        strips = columns * rows


def _room(shape: Fence, width: float, height: float, top: float) -> tuple[int, int]:
    """Return how many columns and rows of strips fit below `top`. Raises FitError if none does."""
    free_width = width - 2 * PRINTABLE_BORDER - HAIRLINE
    free_height = height - RULER_FROM_BOTTOM - 4 - top
    columns, rows = int(free_width / shape.length), int(free_height / shape.height)
    if columns < 1 or rows < 1:
        missing = max(shape.length - free_width, shape.height - free_height)
        raise FitError(
            f"a fence of {shape.length:.1f} x {shape.height:.1f} mm before it is folded is too "
            f"large for the paper by {over(missing)}",
            too_large=missing,
        )
    return columns, rows


def _set_text(column: Column, kit: Kit, shape: Fence, times: str) -> None:
    """Set how often to print the page, how to make fences, and their sizes."""
    words = paper_words(kit)
    tray = kit.container.tray
    column.heading(words("fence.title"))
    column.items([times])
    column.items(words.lines("fence.steps"), numbered=True)
    column.y += 1.5
    sizes = {"flat": words.decimal(shape.flat, 1), "height": words.decimal(shape.height)}
    inside = " x ".join(map(words.decimal, (tray.length, tray.width, tray.height)))
    numbers = words("fence.numbers", tray=inside, bead=words.title(kit.bead.title), **sizes)
    column.items([words("fence.use"), numbers])
    if not tray.measured:
        column.items([words("fence.not-measured")])


def _drawing(kit: Kit, shape: Fence, area: Area) -> Marks:
    """Yield a fence in its tray from above, with its tip below."""
    tray, (left, top, _, bottom) = kit.container.tray, area.edges
    scale = area.height / tray.length
    right, card = left + tray.width * scale, CARD_LINE / 2
    points = [
        (min(max(left + x * scale, left + card), right - card), bottom - max(y * scale, card))
        for x, y in shape.folded()
    ]
    bead = max(kit.bead.diameter, kit.bead.length) / 2 * scale
    middle = (left + right) / 2
    yield Rectangle(left, top, right - left, area.height, THIN, GREY)
    yield Curve(tuple(points), CARD_LINE, BLACK)
    yield Circle(middle, bottom - bead - CARD_LINE, bead, THIN, BLACK, LIGHT_GREY)
    above = bottom - shape.reach * scale - 1.3 * bead
    for way in (-1, 1):
        yield Circle(middle + way * 1.3 * bead, above, bead, THIN, GREY)
    y = (points[4][1] + points[5][1]) / 2
    yield Line(right + 0.6, y, right + 4.2, y, HAIRLINE, GREY)
    yield on_middle(right + 5, y, paper_words(kit)("fence.glue"), FIGURES)


def _strip_marks(
    glue: str, shape: Fence, columns: int, rows: int, left: float, top: float
) -> Marks:
    """Yield strips edge to edge: areas for glue, folds, cuts from end to end."""
    bottom = top + rows * shape.height
    for column in range(columns):
        start = left + column * shape.length
        places = [start, *(start + end for end in accumulate(shape.parts))]
        for field in (0, 2, 4):
            x, width = places[field], shape.parts[field]
            yield Rectangle(x, top, width, bottom - top, 0, None, GLUE_FIELD)
            for row in range(rows):
                y = top + (row + 0.5) * shape.height
                room = width - GLUE_AIR, shape.height
                yield from first_within([(glue, SMALLEST)], x + width / 2, y, *room)
        for fold in places[1:-1]:
            yield Line(fold, top, fold, bottom, HAIRLINE, GREY, 1.0, Layer.FOLD)
    xs = [left + column * shape.length for column in range(columns + 1)]
    ys = [top + row * shape.height for row in range(rows + 1)]
    yield from cut_lines(xs, ys)
