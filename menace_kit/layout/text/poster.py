"""Pages to hang up: one page, large type, everything in the largest size at which it all has room. In mm."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from menace_kit.errors import FitError
from menace_kit.layout.marks import BLACK, MM_PER_POINT, Line, Mark, Rectangle
from menace_kit.layout.primitives.page import HEADER_BOTTOM, PRINTABLE_BORDER
from menace_kit.layout.text.column import BULLET, POSTER, Column, fitted
from menace_kit.layout.text.fonts import over
from menace_kit.machine.kit import Kit
from menace_kit.machine.schema import PAPERS

LookT = TypeVar("LookT")

POSTER_MARGIN = 13.0
GUTTER = 9.0
"""Between two columns."""

PANEL_GAP = 4.0
PANEL_PADDING = 3.0
PANEL_RADIUS = 2.5


class Section(NamedTuple):
    """A heading with its sentences."""

    heading: str
    sentences: Sequence[str]
    numbered: bool = False


def poster_area(kit: Kit) -> tuple[float, float, float, float]:
    """Return left, top, width and bottom of what a poster may fill below its head line."""
    width, height = PAPERS[kit.spec.print.paper]
    return POSTER_MARGIN, HEADER_BOTTOM + 4, width - 2 * POSTER_MARGIN, height - PRINTABLE_BORDER - 4


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
        left, right = (Column(start, y, half, size, POSTER) for start in (x, x + half + GUTTER))
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
        column.paragraph(item.sentence, sign=item.sign)


def panel_marks(
    panels: Sequence[tuple[str, Sequence[str]]], x: float, y: float, width: float, size: float
) -> tuple[list[Mark], float]:
    """Return panels side by side, as high as the highest: a heading and paragraphs in each; and where they end."""
    step = (width + PANEL_GAP) / len(panels)
    marks: list[Mark] = []
    ends = []
    for place, (heading, sentences) in enumerate(panels):
        left = x + place * step + PANEL_PADDING
        column = Column(left, y + PANEL_PADDING - 0.8, step - PANEL_GAP - 2 * PANEL_PADDING, size, POSTER)
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
