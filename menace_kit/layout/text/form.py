"""Pieces of a form to be filled in by hand: texts that fit their place, boxes to tick, cells to write in. In mm."""

from collections.abc import Callable, Iterable, Iterator

from menace_kit.layout.marks import GREY, THIN, Line, Mark, Rectangle, Text
from menace_kit.layout.primitives.page import HEADER_BOTTOM, PRINTABLE_BORDER
from menace_kit.layout.text.column import fitting_size, one_line
from menace_kit.layout.text.fonts import cap_height
from menace_kit.machine.kit import Kit
from menace_kit.machine.schema import PAPERS

FORM_MARGIN = 12.0
"""From the paper's edge to a form, left and right."""

TOP = HEADER_BOTTOM + 4
FOOT = PRINTABLE_BORDER + 2
"""From the end of a form to the paper's edge."""

BODY, SMALL = 9.0, 7.0

BOX = 3.6
"""Side of a box to tick."""

LOOSEST = 1.12
"""How far pieces of a form are spread at the most to fill a page, as a multiple of their height."""

PEN = "#1F4E9E"
"""What is written by hand in an example."""


def form_size(kit: Kit) -> tuple[float, float, float]:
    """Return a page's width and height, and the width between its margins."""
    width, height = PAPERS[kit.spec.print.paper]
    return width, height, width - 2 * FORM_MARGIN


def tick_marks(x: float, middle: float, text: str, width: float, ticked: bool = False) -> Iterator[Mark]:
    """Yield a box to tick with its text behind it, both no wider than `width`; an example's box has its tick."""
    yield Rectangle(x, middle - BOX / 2, BOX, BOX, THIN)
    start = BOX + 1.2
    label = one_line(x + start, middle, text, width - start, SMALL)
    yield Text(label.x, middle + cap_height(label.size) / 2, label.text, label.size)
    if ticked:
        yield Line(x + 0.7, middle, x + 1.6, middle + 1.2, 0.5, PEN)
        yield Line(x + 1.6, middle + 1.2, x + BOX + 0.4, middle - 2, 0.5, PEN)


def cell_marks(
    x: float, y: float, width: float, height: float, label: str, written: str = ""
) -> Iterator[Mark]:
    """Yield a cell to write in, its label small in the top left corner; in an example something is written in it."""
    yield Rectangle(x, y, width, height, THIN)
    yield one_line(x + 0.9, y + 0.8 + cap_height(6), label, width - 1.8, 6, colour="#404040")
    if written:
        size = fitting_size(written, width - 2.4, 11)
        yield Text(x + 1.2, y + height - 1.3, written, size, colour=PEN)


def gates_marks(x: float, y: float, width: float, height: float) -> Iterator[Mark]:
    """Yield faint five-bar gates to draw over, as many as there is room for: four strokes and one across."""
    stroke, gap = 1.9, 3.2
    gate = 3 * stroke
    count = int((width - 2.4 + gap - 1.2) / (gate + 1.2 + gap))
    left = x + (width - count * (gate + 1.2 + gap) + gap) / 2 + 0.6
    top, bottom = y + 1.3, y + height - 1.3
    for number in range(count):
        start = left + number * (gate + 1.2 + gap)
        for place in range(4):
            yield Line(start + place * stroke, top, start + place * stroke, bottom, 0.15, "#D0D0D0")
        yield Line(start - 0.6, bottom - 0.5, start + gate + 0.6, top + 0.5, 0.15, "#D0D0D0")


def blank_line(x: float, y: float, width: float) -> Line:
    """Return a line to write on."""
    return Line(x, y, x + width, y, THIN, GREY)


def stacked(
    top: float, height: float, most: float, draw: Callable[[float], Iterable[Mark]]
) -> Iterator[Mark]:
    """Yield what `draw` makes at each place down a page, as often as `height` fits above `most`, loosely spread."""
    count = int((most - top) / height)
    pitch = min((most - top) / max(1, count), height * LOOSEST)
    for number in range(count):
        yield from draw(top + number * pitch)
