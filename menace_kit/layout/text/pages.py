"""Pages that are filled from top to bottom: a column that begins new ones,
with tables in it. In mm.

A table has cells of text, beads and boxes to tick, in columns;
what is too wide for its column goes on below.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import zip_longest
from typing import Any, NamedTuple

from menace_kit.errors import FitError
from menace_kit.frozen import Frozen
from menace_kit.layout.board import bead_marks
from menace_kit.layout.marks import (
    BLACK,
    LIGHT_GREY,
    THIN,
    Anchor,
    Document,
    Line,
    Mark,
    Medium,
    Rectangle,
    Text,
)
from menace_kit.layout.page import HEADER_BOTTOM, PRINTABLE_BORDER, Frame
from menace_kit.layout.text.typesetting import (
    FORM,
    POSTER,
    READING,
    Column,
    Style,
    cap_height,
    over,
    text_width,
    unbroken,
    wrapped,
)
from menace_kit.machine.kit import Kit
from menace_kit.machine.palettes import Colour
from menace_kit.machine.papers import PAPERS
from menace_kit.text.words import Words

TABLE_TEXT = 8.0
"""Size of a table's text in points, unless it asks for another."""

TICK = 3.2
"""Side of a box to tick."""

DOT_RADIUS = 1.6
COUNT_GAP, NAME_GAP, TICK_GAP = 0.5, 1.2, 0.8
"""From a dot to a count or a name behind it, and from a box to tick to its text.

Less than to the next item in the same cell, so that nobody reads a count as that of the next bead.
"""

CELL_GAP = 1.0
"""What a text leaves free of its column's width."""

WRAP_GAP = 2.5
"""What a text of several lines leaves free, so that nobody reads on in the next column."""


class BeadItem(Frozen):
    """A bead in a table: its dot, and behind it a text, most often a count."""

    colour: Colour
    text: str = ""

    @property
    def indent(self) -> float:
        """Return how far from the dot's left edge the text begins."""
        return 2 * DOT_RADIUS + (COUNT_GAP if self.text.isdigit() else NAME_GAP)


class TickItem(Frozen):
    """A box to tick, with a text behind it."""

    text: str = ""
    indent: float = TICK + TICK_GAP


class TextItem(Frozen):
    """A text alone; one with an indent is a further line of that behind a bead
    or a box to tick, and below it.
    """

    text: str
    indent: float = 0.0


Drawn = BeadItem | TickItem | TextItem
Item = str | Drawn
Cell = Item | tuple[Item, ...]
"""What stands in one place of a table: an item, or several in a row,
each the column's `step` from the one before.
"""


class TableColumn(NamedTuple):
    """A column of a table: its head, its width, how its texts are set,
    and the way from item to item in a cell.
    """

    head: str
    width: float
    anchor: Anchor = Anchor.START
    step: float = 0.0


class Row(NamedTuple):
    """One line of a table as it is drawn; `rule` is the width of the line below
    it and its colour, if it has one.

    One that `heads` others is on the same page as the next line,
    and its text may go beyond its column.
    """

    cells: Sequence[Cell]
    bold: bool = False
    rule: tuple[float, str] | None = (THIN, LIGHT_GREY)
    heads: bool = False


def head_rows(columns: Sequence[TableColumn], size: float) -> list[Row]:
    return _lines(
        columns, Row([column.head for column in columns], bold=True, rule=(0.25, BLACK)), size
    )


def body_rows(
    columns: Sequence[TableColumn],
    rows: Sequence[Row | Sequence[Cell]],
    bold_last: bool,
    size: float,
) -> list[Row]:
    """Return what is below the head, more rows than there were where
    a text goes on in the next one.
    """
    drawn = [
        row if isinstance(row, Row) else Row(row, bold_last and number == len(rows))
        for number, row in enumerate(rows, start=1)
    ]
    return [line for row in drawn for line in _lines(columns, row, size)]


def row_marks(
    kit: Kit,
    columns: Sequence[TableColumn],
    row: Row,
    left: float,
    top: float,
    height: float,
    size: float,
) -> Iterator[Mark]:
    """Yield the marks of a row, its top left corner at left, top."""
    x = left
    for column, cell in zip(columns, row.cells, strict=True):
        for place, item in enumerate(_items(cell)):
            start = x + place * column.step
            if column.anchor is Anchor.END:
                start += (
                    column.width - CELL_GAP - (2 * DOT_RADIUS if isinstance(item, BeadItem) else 0)
                )
            yield from _item_marks(
                kit, item, start, top + height / 2, column.anchor, row.bold, size
            )
        x += column.width
    if row.rule:
        yield Line(left, top + height, x, top + height, *row.rule)


def item_width(item: Item, size: float = TABLE_TEXT, bold: bool = False) -> float:
    (drawn,) = _items(item)
    return drawn.indent + text_width(drawn.text, size, bold)


def step_width(items: Iterable[Item], gap: float) -> float:
    """Return the way from one item to the next at which the widest of them leaves this gap."""
    return max(map(item_width, set(items))) + gap


def _items(cell: Cell) -> list[Drawn]:
    items = cell if isinstance(cell, tuple) else (cell,)
    return [TextItem(item) if isinstance(item, str) else item for item in items]


def _item_marks(
    kit: Kit, item: Drawn, x: float, middle: float, anchor: Anchor, bold: bool, size: float
) -> Iterator[Mark]:
    if isinstance(item, BeadItem):
        yield from bead_marks(kit, item.colour, x + DOT_RADIUS, middle, DOT_RADIUS)
    elif isinstance(item, TickItem):
        yield Rectangle(x, middle - TICK / 2, TICK, TICK, THIN)
    if item.text:
        behind = Anchor.START if item.indent else anchor
        yield Text(x + item.indent, middle + cap_height(size) / 2, item.text, size, bold, behind)


def _lines(columns: Sequence[TableColumn], row: Row, size: float) -> list[Row]:
    """Return the row, and below it a row for each further line of its texts;
    only the last one has the rule.
    """
    cells = [
        _cell_lines(column, cell, row.bold, size)
        for column, cell in zip(columns, row.cells, strict=True)
    ]
    if row.heads or max(map(len, cells)) == 1:
        return [row]
    *others, last = (Row(line, row.bold, rule=None) for line in zip_longest(*cells, fillvalue=""))
    return [*others, last._replace(rule=row.rule)]


def _cell_lines(column: TableColumn, cell: Cell, bold: bool, size: float) -> list[Cell]:
    """Return a cell in as many lines as its text needs; several items in a row are never broken."""
    items = _items(cell)
    if len(items) != 1 or item_width(items[0], size, bold) <= column.width - CELL_GAP:
        return [cell]
    indent, text = items[0].indent, items[0].text
    widest = max(text_width(word, size, bold) for word in unbroken(text))
    room = max(min(widest, column.width - CELL_GAP - indent), column.width - WRAP_GAP - indent)
    first, *rest = wrapped(text, room, size, bold)
    return [replace(items[0], text=first), *(TextItem(line, indent) for line in rest)]


# Pages that are filled from top to bottom.


class PageLook(NamedTuple):
    """How pages of a kind look: margins, from the paper's edges to the text at the top
    and foot, its size and style.

    `sheet` is the size of what they are printed on, where that is not the kit's paper.
    """

    margin: float
    top: float
    foot: float
    size: float
    style: Style
    sheet: tuple[float, float] | None = None

    def area(self, kit: Kit) -> tuple[float, float, float, float]:
        """Return left, top, width and bottom of what such a page of a kit may be filled with."""
        width, height = self.sheet or PAPERS[kit.spec.print.paper]
        return self.margin, self.top, width - 2 * self.margin, height - self.foot


LITTLE = 40.0
"""Filled less far down than this (mm), by some eight lines or a row of pictures,
a last page looks left over.
"""

HIGHER_FOOT = 6.0
"""By how many mm the foot of all pages moves up from one try to the next where
the last page has few lines.
"""

READING_PAGES = PageLook(15.0, HEADER_BOTTOM + 7, PRINTABLE_BORDER + 4, 9.5, READING)
POSTER_PAGES = PageLook(13.0, HEADER_BOTTOM + 4, PRINTABLE_BORDER + 4, 11, POSTER)
FORM_PAGES = PageLook(12.0, HEADER_BOTTOM + 4, PRINTABLE_BORDER + 2, 9.0, FORM)


class Flow(Column):
    """Takes headings, paragraphs and tables one after the other,
    and gives the pages that they fill.
    """

    def __init__(
        self, kit: Kit, words: Words, subject: str, look: PageLook = READING_PAGES
    ) -> None:
        """Begin on an empty page of the kit's paper; `subject` stands in every page's head line."""
        self.frame, self.look = Frame(kit, words, look.margin, subject, look.sheet), look
        super().__init__(look.margin, look.top, self.frame.width, look.size, look.style)
        self._pages = [self.marks]

    def document(self, name: str, title: str, medium: Medium = Medium.PAPER) -> Document:
        return self.frame.document(name, title, self._pages, medium)

    @property
    def pages(self) -> int:
        """Return how many pages there are so far."""
        return len(self._pages)

    @property
    def filled(self) -> float:
        """Return how far down the page is filled that is being filled,
        from the top of what may be (mm).
        """
        return self.y - self.look.top

    @property
    def bottom(self) -> float:
        """Return down to where a page is filled."""
        return self.look.area(self.frame.kit)[3]

    def new_page(self) -> None:
        """Go on at the top of a new page."""
        self.marks = []
        self._pages.append(self.marks)
        self.y = self.look.top

    def need(self, height: float) -> bool:
        """Begin a new page unless `height` mm are left on this one;
        return whether one was begun.
        """
        if self.y + height <= self.bottom:
            return False
        if self.y == self.look.top:
            raise FitError(
                f"{self.frame.subject}: {height:.0f} mm in one piece are too high for a page"
            )
        self.new_page()
        return True

    def gap(self, height: float) -> None:
        """Leave some room, unless at the top of a page."""
        if self.y > self.look.top:
            self.y += height

    def heading(self, text: str, size: float | None = None, keep: float = 25) -> None:
        """Set a heading below some room, on the same page as the first
        `keep` mm of what follows.
        """
        self.gap(5)
        super().heading(text, size, keep)

    def table(
        self,
        columns: Sequence[TableColumn],
        rows: Sequence[Row | Sequence[Cell]],
        row_height: float = 5.0,
        abreast: int = 1,
        bold_last: bool = False,
        size: float = TABLE_TEXT,
    ) -> None:
        """Set a table, its head on every page; `abreast` tables run side by side,
        read down and then across.
        """
        table_width = sum(column.width for column in columns)
        if abreast * table_width > self.width + 0.01:
            raise FitError(
                f"{self.frame.subject}: "
                f"a table is too wide by {over(abreast * table_width - self.width)}"
            )
        gap = (self.width - abreast * table_width) / max(1, abreast - 1)
        head, rest = head_rows(columns, size), body_rows(columns, rows, bold_last, size)
        while rest:
            self.need(row_height * (len(head) + 2))
            room = int((self.bottom - self.y) / row_height) - len(head)
            per_column = min(room, -(-len(rest) // abreast))
            for number in range(abreast):
                part = rest[:per_column]
                while len(part) > 1 and part[-1].heads:
                    part.pop()
                del rest[: len(part)]
                left = self.left + number * (table_width + gap)
                for place, row in enumerate([*head, *part] if part else []):
                    top = self.y + place * row_height
                    self.marks += row_marks(
                        self.frame.kit, columns, row, left, top, row_height, size
                    )
            self.y += (len(head) + per_column) * row_height
            if rest:
                self.y = self.bottom
        self.y += 2


def filled(
    kit: Kit,
    words: Words,
    subject: str,
    draw: Callable[[Any], None],
    look: PageLook = READING_PAGES,
    kind: type[Flow] = Flow,
) -> Flow:
    """Return pages of a kind that `draw` has filled, no more of them than it needs.

    Where the last one would have only a few lines, those before it leave it some of theirs.
    """

    def drawn(look: PageLook) -> Flow:
        flow = kind(kit, words, subject, look)
        draw(flow)
        return flow

    best = tried = drawn(look)
    while (
        1 < tried.pages == best.pages
        and best.filled < LITTLE
        and look.foot < PAPERS["letter"][1] / 2
    ):
        look = look._replace(foot=look.foot + HIGHER_FOOT)
        with suppress(FitError):  # what is in one piece may be too high for such pages
            tried = drawn(look)
            if tried.pages == best.pages and tried.filled > best.filled:
                best = tried
    return best
