"""Pages that are filled from top to bottom: headings, paragraphs and tables, a new page where one is full. In mm."""

from collections.abc import Sequence

from menace_kit.errors import FitError
from menace_kit.layout.marks import MM_PER_POINT, Document, Mark, Page, Text
from menace_kit.layout.page import HEADER_BOTTOM, PRINTABLE_BORDER, header_marks
from menace_kit.layout.table import SMALL, Cell, Column, Row, body_rows, head_rows, row_marks
from menace_kit.layout.text import over, wrapped
from menace_kit.machine.kit import Kit
from menace_kit.machine.stock import PAPERS
from menace_kit.text import Words

MARGIN = 15.0
TOP = HEADER_BOTTOM + 7
BODY = 9.5
HEADING_PITCH = 1.2
"""From one line of a heading to the next, in sizes of its text: an accent does not touch the line above it."""

KEEP_LINES = 8
"""A paragraph of no more lines than this stays on one page."""


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
        lines = wrapped(text, self.width, size, bold=True)
        pitch = size * MM_PER_POINT * HEADING_PITCH
        self.need(len(lines) * pitch + keep)
        self._y += size * MM_PER_POINT
        for number, line in enumerate(lines):
            self._y += pitch if number else 0
            self._add(Text(MARGIN, self._y, line, size, bold=True))
        self._y += 3

    def paragraph(self, text: str, size: float = BODY, bullet: str = "", bold: bool = False) -> None:
        """Set a paragraph, behind a bullet if there is one."""
        indent = 5.0 if bullet else 0.0
        pitch = size * MM_PER_POINT * 1.32
        lines = wrapped(text, self.width - indent, size, bold)
        self.need(min(len(lines), KEEP_LINES) * pitch)
        for number, line in enumerate(lines):
            self.need(pitch)
            self._y += pitch
            if bullet and number == 0:
                self._add(Text(MARGIN, self._y, bullet, size, bold=True))
            self._add(Text(MARGIN + indent, self._y, line, size, bold))
        self._y += size * MM_PER_POINT * 0.5

    def table(
        self,
        columns: Sequence[Column],
        rows: Sequence[Row | Sequence[Cell]],
        row_height: float = 5.0,
        abreast: int = 1,
        bold_last: bool = False,
        size: float = SMALL,
    ) -> None:
        """Set a table, its head on every page; `abreast` tables run side by side, read down and then across."""
        table_width = sum(column.width for column in columns)
        if abreast * table_width > self.width + 0.01:
            raise FitError(
                f"{self._subject}: a table is too wide by {over(abreast * table_width - self.width)}"
            )
        gap = (self.width - abreast * table_width) / max(1, abreast - 1)
        head, rest = head_rows(columns, size), body_rows(columns, rows, bold_last, size)
        while rest:
            self.need(row_height * (len(head) + 2))
            room = int((self._bottom - self._y) / row_height) - len(head)
            per_column = min(room, -(-len(rest) // abreast))
            for number in range(abreast):
                part = rest[:per_column]
                while len(part) > 1 and part[-1].heads:
                    part.pop()
                del rest[: len(part)]
                left = MARGIN + number * (table_width + gap)
                for place, row in enumerate([*head, *part] if part else []):
                    top = self._y + place * row_height
                    self._add(*row_marks(self._kit, columns, row, left, top, row_height, size))
            self._y += (len(head) + per_column) * row_height
            if rest:
                self._y = self._bottom
        self._y += 2

    def _add(self, *marks: Mark) -> None:
        self._pages[-1].extend(marks)
