"""Parts of forms: cells to write in, boxes to tick, gates of five strokes."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from menace_kit.layout.marks import THIN, Line, Mark, Rectangle, Text
from menace_kit.layout.text.typesetting import cap_height, fitting_size, one_line
from menace_kit.machine.learning import Result

RESULT_KEYS = {Result.WIN: "won", Result.TIE: "drawn", Result.LOSS: "lost"}
"""What the keys of words for a result end in."""


LABEL_INK = "#404040"


FORM_NOTE = 7.0


TICK_BOX = 3.6
"""Side of a box to tick."""


LOOSEST = 1.12
"""How far pieces of a form are spread at the most to fill a page, as a multiple of their height."""


PEN = "#1F4E9E"
"""What is written by hand in an example."""


def text_about(line: Text) -> Text:
    """Return a text with its middle where its baseline was."""
    return replace(line, y=line.y + cap_height(line.size) / 2)


def tick_marks(
    x: float, middle: float, text: str, width: float, ticked: bool = False
) -> Iterator[Mark]:
    """Yield a box to tick with its text behind it, both no wider than `width`;
    an example's box has its tick.
    """
    yield Rectangle(x, middle - TICK_BOX / 2, TICK_BOX, TICK_BOX, THIN)
    start = TICK_BOX + 1.2
    yield text_about(one_line(x + start, middle, text, width - start, FORM_NOTE))
    if ticked:
        yield Line(x + 0.7, middle, x + 1.6, middle + 1.2, 0.5, PEN)
        yield Line(x + 1.6, middle + 1.2, x + TICK_BOX + 0.4, middle - 2, 0.5, PEN)


def cell_marks(
    x: float, y: float, width: float, height: float, label: str, written: str = ""
) -> Iterator[Mark]:
    """Yield a cell to write in, its label small in the top left corner;
    in an example something is written in it.
    """
    yield Rectangle(x, y, width, height, THIN)
    yield one_line(x + 0.9, y + 0.8 + cap_height(6), label, width - 1.8, 6, colour=LABEL_INK)
    if written:
        size = fitting_size(written, width - 2.4, 11)
        yield Text(x + 1.2, y + height - 1.3, written, size, colour=PEN)


def gates_marks(x: float, y: float, width: float, height: float) -> Iterator[Mark]:
    """Yield faint five-bar gates to draw over, as many as there is room for:
    four strokes and one across.
    """
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


def stacked(
    top: float, height: float, most: float, draw: Callable[[float], Iterable[Mark]]
) -> Iterator[Mark]:
    """Yield what `draw` makes at each place down a page, as often as `height` fits above
    `most`, loosely spread.
    """
    count = int((most - top) / height)
    pitch = min((most - top) / max(1, count), height * LOOSEST)
    for number in range(count):
        yield from draw(top + number * pitch)
