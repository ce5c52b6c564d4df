"""Pages to hang up: one page, large type, everything in the largest size at which it all has room. In mm."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from menace_kit.errors import FitError
from menace_kit.layout.fitted import LEADING, fitted, line_pitch
from menace_kit.layout.marks import BLACK, MM_PER_POINT, Document, Line, Mark, Page, Rectangle, Text
from menace_kit.layout.page import HEADER_BOTTOM, PRINTABLE_BORDER, header_marks
from menace_kit.layout.text import over, wrapped
from menace_kit.machine.kit import Kit
from menace_kit.machine.stock import PAPERS
from menace_kit.text import Words

LookT = TypeVar("LookT")

BULLET = "•"
MARGIN = 13.0
GUTTER = 9.0
"""Between two columns."""

PANEL_GAP = 4.0
PANEL_PADDING = 3.0
PANEL_RADIUS = 2.5
HEADING = 1.2
"""Size of a heading as a share of its text's."""


class Column:
    """Marks that grow downwards from `y`, in a column that begins at `left`; `size` is that of the text in points."""

    def __init__(self, left: float, y: float, width: float, size: float) -> None:
        """Begin at the top, with nothing."""
        self.left, self.y, self.width, self.size = left, y, width, size
        self.marks: list[Mark] = []

    def heading(self, text: str) -> None:
        """Set a heading in as many lines as it needs."""
        self._lines(text, self.size * HEADING, bold=True)
        self.y += self.size * 0.1

    def paragraph(self, text: str, bold: bool = False) -> None:
        """Set a paragraph."""
        self._lines(text, self.size, bold)
        self.y += self.size * 0.12

    def items(self, sentences: Iterable[str]) -> None:
        """Set sentences, each behind a bullet."""
        for sentence in sentences:
            self.item(BULLET, sentence)

    def item(self, sign: str, sentence: str) -> None:
        """Set a sentence behind a sign."""
        indent = self.size * MM_PER_POINT * (1.1 if sign == BULLET else 1.5)
        self.marks.append(Text(self.left, self.y + self._ascent(self.size), sign, self.size, bold=True))
        self._lines(sentence, self.size, indent=indent)
        self.y += self.size * 0.12

    def space(self, share: float = 1.0) -> None:
        """Leave room: a share of a line."""
        self.y += share * line_pitch(self.size)

    def _lines(self, text: str, size: float, bold: bool = False, indent: float = 0.0) -> None:
        for line in wrapped(text, self.width - indent, size, bold):
            self.marks.append(Text(self.left + indent, self.y + self._ascent(size), line, size, bold))
            self.y += line_pitch(size)

    def _ascent(self, size: float) -> float:
        """Return how far below the top of its line a baseline is: capitals with accents have room above it."""
        return size * MM_PER_POINT * (LEADING - 0.3)


class Section(NamedTuple):
    """A heading with its sentences."""

    heading: str
    sentences: Sequence[str]
    numbered: bool = False


def poster_area(kit: Kit) -> tuple[float, float, float, float]:
    """Return left, top, width and bottom of what a poster may fill below its head line."""
    width, height = PAPERS[kit.spec.print.paper]
    return MARGIN, HEADER_BOTTOM + 4, width - 2 * MARGIN, height - PRINTABLE_BORDER - 4


def poster_document(
    kit: Kit, words: Words, name: str, title: str, subject: str, marks: Iterable[Mark]
) -> Document:
    """Return the document with one page: its head line, and these marks."""
    width, height = PAPERS[kit.spec.print.paper]
    page = Page(width, height, (*header_marks(kit, words, width, MARGIN, subject, 1, 1), *marks))
    return Document(name, title, kit.spec.name, kit.fingerprint, (page,))


def title_marks(text: str, x: float, y: float, width: float, height: float) -> tuple[list[Mark], float]:
    """Return a title with a rule below it, its size what `height` gives; and where what follows it may begin."""
    title = fitted(text, width, height, largest=height / MM_PER_POINT, bold=True)
    rule = y + title.height + 1.2
    return [*title.marks(x, y), Line(x, rule, x + width, rule, 0.9)], rule + 4.5


class _Item(NamedTuple):
    """A sentence of a section behind its sign, below the section's heading where it is the first one."""

    heading: str
    sign: str
    sentence: str


def section_columns(
    sections: Sequence[Section], x: float, y: float, width: float, size: float, whole: bool = True
) -> tuple[list[Mark], float]:
    """Return sections in two columns, split where both come out shortest; and where the longer one ends.

    A section that is not to stay `whole` may go on in the second column.
    """
    half = (width - GUTTER) / 2
    items = [item for section in sections for item in _section_items(section)]
    splits = [place for place, item in enumerate(items) if item.heading or not whole]
    tried = []
    for split in [*splits, len(items)]:
        left, right = Column(x, y, half, size), Column(x + half + GUTTER, y, half, size)
        _set_items(left, items[:split])
        _set_items(right, items[split:])
        tried.append((max(left.y, right.y), left.marks + right.marks))
    bottom, marks = min(tried, key=lambda columns: columns[0])
    return marks, bottom


def _section_items(section: Section) -> Iterator[_Item]:
    for number, sentence in enumerate(section.sentences, start=1):
        sign = f"{number}." if section.numbered else BULLET
        yield _Item(section.heading if number == 1 else "", sign, sentence)


def _set_items(column: Column, items: Sequence[_Item]) -> None:
    for place, item in enumerate(items):
        if item.heading:
            if place:
                column.space(0.5)
            column.heading(item.heading)
        column.item(item.sign, item.sentence)


def panel_marks(
    panels: Sequence[tuple[str, Sequence[str]]], x: float, y: float, width: float, size: float
) -> tuple[list[Mark], float]:
    """Return panels side by side, as high as the highest: a heading and paragraphs in each; and where they end."""
    step = (width + PANEL_GAP) / len(panels)
    marks: list[Mark] = []
    ends = []
    for place, (heading, sentences) in enumerate(panels):
        left = x + place * step + PANEL_PADDING
        column = Column(left, y + PANEL_PADDING - 0.8, step - PANEL_GAP - 2 * PANEL_PADDING, size)
        column.heading(heading)
        for sentence in sentences:
            column.paragraph(sentence)
        marks += column.marks
        ends.append(column.y)
    bottom = max(ends) + PANEL_PADDING - 1.2
    frames: list[Mark] = [
        Rectangle(x + place * step, y, step - PANEL_GAP, bottom - y, 0.6, BLACK, None, PANEL_RADIUS)
        for place in range(len(panels))
    ]
    return frames + marks, bottom


def best_that_fits(
    draw: Callable[[LookT], tuple[list[Mark], float]], looks: Sequence[LookT], bottom: float, what: str
) -> list[Mark]:
    """Return the marks in the first look, most often a size of text, in which they end above `bottom`.

    `draw` returns the marks for a look and where they end. FitError where even the last one ends too far down.
    """
    end = bottom
    for look in looks:
        marks, end = draw(look)
        if end <= bottom:
            return marks
    raise FitError(
        f"{what}: the words are too long for one page, even in the smallest type, by {over(end - bottom)}"
    )
