"""Pages that are filled from top to bottom: headings, paragraphs and tables, a new page where one is full. In mm."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from menace_kit.errors import FitError
from menace_kit.layout.board import bead_marks
from menace_kit.layout.marks import (
    BLACK,
    LIGHT_GREY,
    MM_PER_POINT,
    THIN,
    Anchor,
    Document,
    Line,
    Mark,
    Page,
    Rectangle,
    Text,
)
from menace_kit.layout.page import HEADER_BOTTOM, PRINTABLE_BORDER, header_marks
from menace_kit.layout.text import cap_height, text_width, wrapped
from menace_kit.machine.kit import Kit
from menace_kit.machine.palette import Colour
from menace_kit.machine.stock import PAPERS
from menace_kit.words import Words

MARGIN = 15.0
TOP = HEADER_BOTTOM + 7
BODY = 9.5
SMALL = 8.0
TICK = 3.2
"""Side of a box to tick."""

DOT_RADIUS = 1.6


class Bead(NamedTuple):
    """A bead in a table: its dot, and behind it a text, most often a count."""

    colour: Colour
    text: str = ""


class Tick(NamedTuple):
    """A box to tick, with a text behind it."""

    text: str = ""


Item = str | Bead | Tick
Cell = Item | tuple[Item, ...]
"""What stands in one place of a table: an item, or several in a row, each `STEP` mm from the one before."""


class Column(NamedTuple):
    """A column of a table: its head, its width, how its texts are set, and the way from item to item in a cell."""

    head: str
    width: float
    anchor: Anchor = Anchor.START
    step: float = 0.0


class Flow:
    """Takes headings, paragraphs and tables one after the other, and gives the pages that they fill."""

    def __init__(self, kit: Kit, words: Words, subject: str) -> None:
        """Begin on an empty page of the kit's paper; `subject` stands in every page's head line."""
        self._kit, self._words, self._subject = kit, words, subject
        self.page_width, self.page_height = PAPERS[kit.spec.print.paper]
        self.width = self.page_width - 2 * MARGIN
        self._pages: list[list[Mark]] = [[]]
        self._y = TOP

    def document(self, name: str, title: str) -> Document:
        """Return the pages, each with its head line, as a document."""
        pages = []
        for number, marks in enumerate(self._pages, start=1):
            head = header_marks(
                self._kit, self._words, self.page_width, MARGIN, self._subject, number, len(self._pages)
            )
            pages.append(Page(self.page_width, self.page_height, (*head, *marks)))
        return Document(name, title, self._kit.spec.name, self._kit.fingerprint, tuple(pages))

    @property
    def _bottom(self) -> float:
        return self.page_height - PRINTABLE_BORDER - 4

    def need(self, height: float) -> bool:
        """Begin a new page unless `height` mm are left on this one; return whether one was begun."""
        if self._y + height <= self._bottom:
            return False
        if self._y == TOP:
            raise FitError(f"{self._subject}: {height:.0f} mm in one piece are too high for a page")
        self._pages.append([])
        self._y = TOP
        return True

    def space(self, height: float) -> None:
        """Leave some room, unless at the top of a page."""
        if self._y > TOP:
            self._y += height

    def heading(self, text: str, size: float = 13, keep: float = 25) -> None:
        """Set a heading, on the same page as the first `keep` mm of what follows."""
        self.space(5)
        self.need(size * MM_PER_POINT + keep)
        for line in wrapped(text, self.width, size, bold=True):
            self._y += size * MM_PER_POINT
            self._add(Text(MARGIN, self._y, line, size, bold=True))
        self._y += 3

    def paragraph(self, text: str, size: float = BODY, bullet: str = "", bold: bool = False) -> None:
        """Set a paragraph, behind a bullet if there is one."""
        indent = 5.0 if bullet else 0.0
        pitch = size * MM_PER_POINT * 1.32
        for number, line in enumerate(wrapped(text, self.width - indent, size, bold)):
            self.need(pitch)
            self._y += pitch
            if bullet and number == 0:
                self._add(Text(MARGIN, self._y, bullet, size, bold=True))
            self._add(Text(MARGIN + indent, self._y, line, size, bold))
        self._y += size * MM_PER_POINT * 0.5

    def table(
        self,
        columns: Sequence[Column],
        rows: Sequence[Sequence[Cell]],
        row_height: float = 5.0,
        abreast: int = 1,
        bold_last: bool = False,
        size: float = SMALL,
    ) -> None:
        """Set a table, its head on every page; `abreast` tables run side by side, read down and then across."""
        table_width = sum(column.width for column in columns)
        gap = (self.width - abreast * table_width) / max(1, abreast - 1)
        if abreast * table_width > self.width + 0.01:
            raise FitError(
                f"{self._subject}: a table is {abreast * table_width - self.width:.1f} mm too wide"
            )
        rest = list(rows)
        while rest:
            self.need(row_height * 3)
            room = int((self._bottom - self._y) / row_height) - 1
            per_column = min(room, -(-len(rest) // abreast))
            for number in range(abreast):
                part = rest[:per_column]
                del rest[:per_column]
                if part:
                    left = MARGIN + number * (table_width + gap)
                    last = bold_last and not rest
                    self._add(*self._table_part(columns, part, left, row_height, last, size))
            self._y += (per_column + 1) * row_height
            if rest:
                self._y = self._bottom
        self._y += 2

    def _table_part(
        self,
        columns: Sequence[Column],
        rows: Sequence[Sequence[Cell]],
        left: float,
        row_height: float,
        bold_last: bool,
        size: float,
    ) -> Iterator[Mark]:
        width = sum(column.width for column in columns)
        y = self._y
        yield from self._row(columns, [column.head for column in columns], left, y, row_height, True, size)
        yield Line(left, y + row_height, left + width, y + row_height, 0.25, BLACK)
        for number, row in enumerate(rows, start=1):
            top = y + number * row_height
            bold = bold_last and number == len(rows)
            yield from self._row(columns, row, left, top, row_height, bold, size)
            yield Line(left, top + row_height, left + width, top + row_height, THIN, LIGHT_GREY)

    def _row(
        self,
        columns: Sequence[Column],
        row: Sequence[Cell],
        left: float,
        top: float,
        height: float,
        bold: bool,
        size: float,
    ) -> Iterator[Mark]:
        for column, cell in zip(columns, row, strict=True):
            items = cell if isinstance(cell, tuple) and not isinstance(cell, Bead | Tick) else (cell,)
            for place, item in enumerate(items):
                x = left + place * column.step
                if column.anchor is Anchor.END:
                    x += column.width - 1 - (2 * DOT_RADIUS if isinstance(item, Bead) else 0)
                yield from self._item(item, x, top + height / 2, column.anchor, bold, size)
            left += column.width

    def _item(
        self, item: Item, x: float, middle: float, anchor: Anchor, bold: bool, size: float
    ) -> Iterator[Mark]:
        baseline = middle + cap_height(size) / 2
        if isinstance(item, Bead):
            yield from bead_marks(self._kit, item.colour, x + DOT_RADIUS, middle, DOT_RADIUS)
            x, text = x + 2 * DOT_RADIUS + 0.7, item.text
        elif isinstance(item, Tick):
            yield Rectangle(x, middle - TICK / 2, TICK, TICK, THIN)
            x, text = x + TICK + 0.8, item.text
        else:
            text = item
        if text:
            yield Text(x, baseline, text, size, bold, anchor if isinstance(item, str) else Anchor.START)

    def _add(self, *marks: Mark) -> None:
        self._pages[-1].extend(marks)


def widest(texts: Sequence[str], size: float = SMALL) -> float:
    """Return the width in mm of the widest of these texts."""
    return max((text_width(text, size) for text in texts), default=0.0)
