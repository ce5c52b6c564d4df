"""A poster of rules: sections and panels, as large as the page allows."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from menace_kit.errors import FitError
from menace_kit.layout.marks import Document
from menace_kit.layout.stacks import framed, padded, put, stroke, text_lines, tiled
from menace_kit.layout.text.pages import POSTER_PAGES, Flow
from menace_kit.layout.text.typesetting import BULLET, POSTER, Column, fitted, fitting_size, over
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


def poster_head(kit: Kit, title: str, height: float, subject: str = "", indent: float = 0) -> Flow:
    """Return the page with title and rule; the title fits into `height` mm.

    With a `subject` the page is for the operator and has a head line.
    """
    page = Flow(kit, subject, POSTER_PAGES._replace(shown=not subject))
    text = fitted(title, page.width - indent, height, largest=WALL_TITLE, bold=True)
    put(page, text.height + 1.2, padded(text_lines(text), left=indent))
    put(page, 4.5, padded(stroke((0, 0), (1, 0), 0.9), left=indent))
    return page


def poster_page(
    head: Flow,
    name: str,
    title: str,
    *draws: Callable[[Column], None],
) -> Document:
    """Return the page in the largest size that fits below its head, drawn by the first of `draws`
    that fits in this size.

    Words are broken only if they would be at any size. Raises FitError if not even the last one
    fits at the smallest size.
    """

    @cache
    def drawn(draw: Callable[[Column], None], size: float) -> Column:
        column = Column(head.left, head.y, head.width, size, POSTER)
        draw(column)
        return column

    for breaking, size, draw in product((False, True), WALL, draws):
        column = drawn(draw, size)
        if column.y <= head.bottom and (breaking or not column.broken):
            head.below(column)
            return head.document(name, title)
    missing = drawn(draws[-1], WALL[-1]).y - head.bottom
    raise FitError(
        f"{title}: the words are too long for one page, even in the smallest type, "
        f"by {over(missing)}"
    )


def set_sections(column: Column, sections: Sequence[RuleSection], whole: bool) -> None:
    """Set sections in two columns, split to be as short as possible.

    Unless they stay `whole`, a section may continue in the second column.
    """
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
        halves = column.beside(GUTTER, 0, 0)
        for half, own in zip(halves, (items[:split], items[split:]), strict=True):
            _set_items(half, own)
        tried.append(halves)
    column.below(*min(tried, key=lambda halves: max(half.y for half in halves)))


def _set_items(column: Column, items: Sequence[tuple[str, str, str]]) -> None:
    """Set sentences, each after its sign, and below a heading if it is the first of its section."""
    for place, (heading, sign, sentence) in enumerate(items):
        if heading:
            if place:
                column.space(0.5)
            column.heading(heading)
        column.paragraph(sentence, sign=sign)


def set_outlines(column: Column, panels: Sequence[Column], pen: float) -> None:
    """Draw an outline around each of some columns side by side, all as high as the longest, and
    take them over.
    """
    outline = framed(pen=pen, radius=PANEL_RADIUS)
    height = max(panel.y for panel in panels) - column.y
    put(column, height, tiled(len(panels), [outline] * len(panels), PANEL_GAP))
    column.below(*panels)


def set_panels(column: Column, panels: Sequence[tuple[str, Sequence[str]]]) -> None:
    """Set panels side by side, all as high as the highest: a heading and paragraphs in each.

    Headings are on one line.
    """
    texts = column.beside(PANEL_GAP, *[0] * len(panels), inset=PANEL_PADDING)
    largest = column.style.heading_size(column.size)
    size = min(
        fitting_size(heading, told.width, largest, bold=True)
        for told, (heading, _) in zip(texts, panels, strict=True)
    )
    for told, (heading, sentences) in zip(texts, panels, strict=True):
        told.y += PANEL_PADDING - 0.8
        told.heading(heading, size)
        for sentence in sentences:
            told.paragraph(sentence)
        told.y += PANEL_PADDING - 1.2
    set_outlines(column, texts, 0.6)
