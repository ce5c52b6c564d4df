"""A poster of rules: sections and panels, as large as the page allows."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from menace_kit.errors import FitError
from menace_kit.layout.marks import BLACK, Document, Line, Rectangle
from menace_kit.layout.page import Frame
from menace_kit.layout.stacks import Part, put, tiled
from menace_kit.layout.text.pages import POSTER_PAGES
from menace_kit.layout.text.typesetting import BULLET, POSTER, Column, fitted, over
from menace_kit.layout.type_scale import WALL, WALL_TITLE
from menace_kit.machine import Kit

GUTTER = 9.0
"""Gap between two columns."""


PANEL_GAP = 4.0


PANEL_PADDING = 3.0


PANEL_RADIUS = 2.5


class RuleSection(NamedTuple):
    """A heading with its sentences."""

    heading: str
    sentences: Sequence[str]
    numbered: bool = False


def poster_head(kit: Kit, title: str, height: float, indent: float = 0) -> Column:
    """Return the page's column with title and rule; the title fits into `height` mm."""
    left, y, width, _ = POSTER_PAGES.area(kit)
    column = Column(left, y, width, WALL[-1], POSTER)
    left, width = left + indent, width - indent
    text = fitted(title, width, height, largest=WALL_TITLE, bold=True)
    column.y = y + text.height + 1.2
    column.marks += [*text.marks(left, y), Line(left, column.y, left + width, column.y, 0.9)]
    column.y += 4.5
    return column


def poster_page(
    head: Column,
    frame: Frame,
    name: str,
    title: str,
    *draws: Callable[[Column], None],
) -> Document:
    """Return the page in the largest size that fits below its head, drawn by the first of `draws`
    that fits in this size.

    Words are broken only if they would be at any size. Raises FitError if not even the last one
    fits at the smallest size.
    """
    bottom = POSTER_PAGES.area(frame.kit)[3]

    @cache
    def drawn(draw: Callable[[Column], None], size: float) -> Column:
        column = Column(head.left, head.y, head.width, size, POSTER)
        draw(column)
        return column

    for breaking, size, draw in product((False, True), WALL, draws):
        column = drawn(draw, size)
        if column.y <= bottom and (breaking or not column.broken):
            return frame.document(name, title, [head.marks + column.marks])
    missing = drawn(draws[-1], WALL[-1]).y - bottom
    raise FitError(
        f"{title}: the words are too long for one page, even in the smallest type, "
        f"by {over(missing)}"
    )


def set_sections(column: Column, sections: Sequence[RuleSection], whole: bool) -> None:
    """Set sections in two columns, split to be as short as possible.

    Unless they stay `whole`, a section may continue in the second column.
    """
    half = (column.width - GUTTER) / 2
    items = [
        (
            section.heading if number == 1 else "",
            f"{number}." if section.numbered else BULLET,
            sentence,
        )
        for section in sections
        for number, sentence in enumerate(section.sentences, start=1)
    ]
    splits = [place for place, (heading, _, _) in enumerate(items) if heading or not whole]
    tried = []
    for split in [*splits, len(items)]:
        left, right = (column.part(column.y, across, half) for across in (0, half + GUTTER))
        _set_items(left, items[:split])
        _set_items(right, items[split:])
        tried.append((max(left.y, right.y), left.marks + right.marks))
    column.y, marks = min(tried, key=lambda columns: columns[0])
    column.marks += marks


def _set_items(column: Column, items: Sequence[tuple[str, str, str]]) -> None:
    """Set sentences, each after its sign, and below a heading if it is the first of its section."""
    for place, (heading, sign, sentence) in enumerate(items):
        if heading:
            if place:
                column.space(0.5)
            column.heading(heading)
        column.paragraph(sentence, sign=sign)


def panel(pen: float) -> Part:
    """Return a panel's outline."""
    return lambda area: [Rectangle(*area, pen, BLACK, None, PANEL_RADIUS)]


def set_panels(column: Column, panels: Sequence[tuple[str, Sequence[str]]]) -> None:
    """Set panels side by side, all as high as the highest: a heading and paragraphs in each."""
    step = (column.width + PANEL_GAP) / len(panels)
    width = step - PANEL_GAP - 2 * PANEL_PADDING
    parts = []
    for place, (heading, sentences) in enumerate(panels):
        part = column.part(column.y + PANEL_PADDING - 0.8, place * step + PANEL_PADDING, width)
        part.heading(heading)
        for sentence in sentences:
            part.paragraph(sentence)
        parts.append(part)
    height = max(part.y for part in parts) + PANEL_PADDING - 1.2 - column.y
    put(column, height, tiled(len(panels), [panel(0.6)] * len(panels), PANEL_GAP))
    column.marks += [mark for part in parts for mark in part.marks]
