"""Pages that are filled from top to bottom: headings, paragraphs and tables, a new page where one is full. In mm."""

from collections.abc import Sequence

from menace_kit.errors import FitError
from menace_kit.layout.column import READING, Column
from menace_kit.layout.marks import MM_PER_POINT, Document
from menace_kit.layout.page import HEADER_BOTTOM, Frame
from menace_kit.layout.table import SMALL, Cell, Row, body_rows, head_rows, row_marks
from menace_kit.layout.table import Column as TableColumn
from menace_kit.layout.text import over, wrapped
from menace_kit.machine.kit import Kit
from menace_kit.text import Words

MARGIN = 15.0
TOP = HEADER_BOTTOM + 7
FOOT = 4.0
"""From the end of what is set to where a printer no longer prints."""

BODY = 9.5

KEEP_LINES = 8
"""A paragraph of no more lines than this stays on one page."""


class Flow(Column):
    """Takes headings, paragraphs and tables one after the other, and gives the pages that they fill."""

    def __init__(self, kit: Kit, words: Words, subject: str) -> None:
        """Begin on an empty page of the kit's paper; `subject` stands in every page's head line."""
        self._frame = Frame(kit, words, MARGIN, subject)
        super().__init__(MARGIN, TOP, self._frame.width, BODY, READING)
        self._pages = [self.marks]

    def document(self, name: str, title: str) -> Document:
        """Return the pages, each with its head line, as a document."""
        return self._frame.document(name, title, self._pages)

    @property
    def _bottom(self) -> float:
        return self._frame.bottom - FOOT

    def need(self, height: float) -> bool:
        """Begin a new page unless `height` mm are left on this one; return whether one was begun."""
        if self.y + height <= self._bottom:
            return False
        if self.y == TOP:
            raise FitError(f"{self._frame.subject}: {height:.0f} mm in one piece are too high for a page")
        self.marks = []
        self._pages.append(self.marks)
        self.y = TOP
        return True

    def gap(self, height: float) -> None:
        """Leave some room, unless at the top of a page."""
        if self.y > TOP:
            self.y += height

    def heading(self, text: str, size: float | None = None, keep: float = 25) -> None:
        """Set a heading, on the same page as the first `keep` mm of what follows."""
        self.gap(5)
        size = size or self.heading_size
        lines = wrapped(text, self.width, size, bold=True)
        self.need(len(lines) * size * MM_PER_POINT * self.style.heading.pitch + keep)
        super().heading(text, size)

    def paragraph(self, text: str, size: float | None = None, bold: bool = False, sign: str = "") -> None:
        """Set a paragraph, on one page if it is short."""
        size = size or self.size
        lines = wrapped(text, self.width - self.indent(sign, size), size, bold)
        self.need(min(len(lines), KEEP_LINES) * size * MM_PER_POINT * self.style.text.pitch)
        super().paragraph(text, size, bold, sign)

    def table(
        self,
        columns: Sequence[TableColumn],
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
                f"{self._frame.subject}: a table is too wide by {over(abreast * table_width - self.width)}"
            )
        gap = (self.width - abreast * table_width) / max(1, abreast - 1)
        head, rest = head_rows(columns, size), body_rows(columns, rows, bold_last, size)
        while rest:
            self.need(row_height * (len(head) + 2))
            room = int((self._bottom - self.y) / row_height) - len(head)
            per_column = min(room, -(-len(rest) // abreast))
            for number in range(abreast):
                part = rest[:per_column]
                while len(part) > 1 and part[-1].heads:
                    part.pop()
                del rest[: len(part)]
                left = MARGIN + number * (table_width + gap)
                for place, row in enumerate([*head, *part] if part else []):
                    top = self.y + place * row_height
                    self.marks += row_marks(self._frame.kit, columns, row, left, top, row_height, size)
            self.y += (len(head) + per_column) * row_height
            if rest:
                self.y = self._bottom
        self.y += 2
