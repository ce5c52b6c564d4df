"""Pieces of a form to be filled in by hand: texts that fit their place, boxes to tick, cells to write in. In mm."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from menace_kit.layout.fitted import fitting_size, one_line
from menace_kit.layout.marks import (
    GREY,
    MM_PER_POINT,
    THIN,
    Document,
    Line,
    Mark,
    Page,
    Rectangle,
    Text,
)
from menace_kit.layout.page import HEADER_BOTTOM, PRINTABLE_BORDER, header_marks
from menace_kit.layout.text import cap_height, wrapped
from menace_kit.machine.kit import Kit
from menace_kit.machine.stock import PAPERS
from menace_kit.text import Words

MARGIN = 12.0
"""From the paper's edge to a form, left and right."""

TOP = HEADER_BOTTOM + 4
FOOT = PRINTABLE_BORDER + 2
"""From the end of a form to the paper's edge."""

TITLE, BODY, SMALL = 16.0, 9.0, 7.0
INDENT = 5.0
PITCH = 1.3
"""From one line of a paragraph to the next, in sizes of its text."""

BOX = 3.6
"""Side of a box to tick."""

LOOSEST = 1.12
"""How far pieces of a form are spread at the most to fill a page, as a multiple of their height."""

PEN = "#1F4E9E"
"""What is written by hand in an example."""


def form_size(kit: Kit) -> tuple[float, float, float]:
    """Return a page's width and height, and the width between its margins."""
    width, height = PAPERS[kit.spec.print.paper]
    return width, height, width - 2 * MARGIN


def form_document(kit: Kit, words: Words, name: str, title: str, pages: Sequence[Sequence[Mark]]) -> Document:
    """Return these pages with their head lines as a document."""
    width, height, _ = form_size(kit)
    made = []
    for number, marks in enumerate(pages, start=1):
        head = header_marks(kit, words, width, MARGIN, title, number, len(pages))
        made.append(Page(width, height, (*head, *marks)))
    return Document(name, title, kit.spec.name, kit.fingerprint, tuple(made))


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


class Stack:
    """Texts one below the other, in a column that begins at `left`; `y` is where the next one begins."""

    def __init__(self, left: float, top: float, width: float) -> None:
        """Begin at the top, with nothing."""
        self.left, self.y, self.width = left, top, width
        self.marks: list[Mark] = []

    def text(self, text: str, size: float = BODY, bold: bool = False, sign: str = "") -> None:
        """Set a paragraph, behind a sign if there is one; a space leaves the sign's room free."""
        indent = INDENT if sign else 0.0
        pitch = size * MM_PER_POINT * PITCH
        for number, line in enumerate(wrapped(text, self.width - indent, size, bold)):
            if sign.strip() and number == 0:
                self.marks.append(Text(self.left, self.y + pitch * 0.8, sign, size, bold=True))
            self.marks.append(Text(self.left + indent, self.y + pitch * 0.8, line, size, bold))
            self.y += pitch
        self.y += 0.8

    def command(self, command: str) -> None:
        """Set a command, as it is typed in, below a sentence that stands behind a number."""
        for line in wrapped(command, self.width - INDENT, BODY, bold=True):
            self.text(line, BODY, bold=True, sign=" ")

    def title(self, text: str) -> None:
        """Set the title of a form."""
        self.text(text, TITLE, bold=True)
        self.y += 1.5

    def steps(self, sentences: Iterable[str], size: float = BODY) -> None:
        """Set sentences, each behind its number."""
        for number, sentence in enumerate(sentences, start=1):
            self.text(sentence, size, sign=f"{number}.")


def stacked(
    top: float, height: float, most: float, draw: Callable[[float], Iterable[Mark]]
) -> Iterator[Mark]:
    """Yield what `draw` makes at each place down a page, as often as `height` fits above `most`, loosely spread."""
    count = int((most - top) / height)
    pitch = min((most - top) / max(1, count), height * LOOSEST)
    for number in range(count):
        yield from draw(top + number * pitch)
