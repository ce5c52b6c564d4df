"""Pages filled from top to bottom. In mm."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from menace_kit.errors import FitError
from menace_kit.layout.marks import Document
from menace_kit.layout.page import HEADER_BOTTOM, PRINTABLE_BORDER, Frame
from menace_kit.layout.text.rows import (
    Cell,
    Row,
    TableColumn,
    body_rows,
    head_rows,
    in_one_piece,
    row_marks,
    table_width,
)
from menace_kit.layout.text.typesetting import FORM, POSTER, READING, Column, Style, over
from menace_kit.layout.type_scale import FIGURES, TEXT, WALL
from menace_kit.machine import Kit
from menace_kit.machine.papers import PAPERS


class PageLook(NamedTuple):
    """How pages of a kind look: distances from the paper's edges to the text, its size and style.

    `sheet` is the size of the paper if it isn't the kit's; pages `shown` to visitors have no head
    line.
    """

    margin: float
    top: float
    foot: float
    size: float
    style: Style
    sheet: tuple[float, float] | None = None
    shown: bool = False

    def area(self, kit: Kit) -> tuple[float, float, float, float]:
        """Return left, top, width and bottom of the area for text on such a page of a kit."""
        width, height = self.sheet or PAPERS[kit.spec.print.paper]
        return self.margin, self.top, width - 2 * self.margin, height - self.foot


LITTLE = 40.0
"""A last page filled less far (mm) looks left over: eight lines or so, or a row of pictures."""


MOST_BETWEEN = 16.0
"""Between two tables side by side, at the most."""


FEWEST_ROWS = 3
"""Of a long table no fewer rows than this are left for its last page."""


HIGHER_FOOT = 6.0
"""How many mm the foot of all pages moves up at each try, if the last page has few lines."""


READING_PAGES = PageLook(15.0, HEADER_BOTTOM + 7, PRINTABLE_BORDER + 4, TEXT, READING)


POSTER_PAGES = PageLook(13.0, HEADER_BOTTOM + 4, PRINTABLE_BORDER + 4, WALL[-1], POSTER)


FORM_PAGES = PageLook(12.0, HEADER_BOTTOM + 4, PRINTABLE_BORDER + 2, TEXT, FORM)


class Flow(Column):
    """A column of headings, paragraphs and tables that continues on new pages."""

    def __init__(self, kit: Kit, subject: str, look: PageLook = READING_PAGES) -> None:
        """Begin on an empty page of the kit's paper; `subject` is in every page's head line."""
        self.look = look
        self.frame = Frame(kit, look.margin, subject, look.sheet, look.shown)
        super().__init__(look.margin, look.top, self.frame.width, look.size, look.style)
        self._pages = [self.marks]

    def document(self, name: str, title: str) -> Document:
        return self.frame.document(name, title, self._pages)

    @property
    def pages(self) -> int:
        """Return how many pages there are so far."""
        return len(self._pages)

    @property
    def filled(self) -> float:
        """Return how far down the current page is filled, in mm from the top of its text area."""
        return self.y - self.look.top

    @property
    def bottom(self) -> float:
        """Return the bottom of a page's text area."""
        return self.look.area(self.frame.kit)[3]

    def new_page(self) -> None:
        """Continue at the top of a new page."""
        self.marks = []
        self._pages.append(self.marks)
        self.y = self.look.top

    def need(self, height: float) -> bool:
        """Begin a new page unless `height` mm are left on this one; return whether one was begun.

        Raises FitError if that is too high for any page.
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
        """Leave some space, unless at the top of a page."""
        if self.y > self.look.top:
            self.y += height

    def heading(self, text: str, size: float | None = None, keep: float = 25) -> None:
        """Set a heading below some space, on the same page as the next `keep` mm."""
        self.gap(5)
        super().heading(text, size, keep)

    def table(
        self,
        columns: Sequence[TableColumn],
        rows: Sequence[Row | Sequence[Cell]],
        row_height: float = 5.0,
        abreast: int = 1,
        bold_last: bool = False,
        size: float = FIGURES,
    ) -> None:
        """Set a table, with its head on every page.

        `abreast` tables are side by side; they are read down and then across. Raises FitError if
        they are too wide.
        """
        each = table_width(columns)
        if abreast * each > self.width + 0.01:
            raise FitError(
                f"{self.frame.subject}: a table is too wide by {over(abreast * each - self.width)}"
            )
        gap = min(MOST_BETWEEN, (self.width - abreast * each) / max(1, abreast - 1))
        head, rest = head_rows(columns, size), body_rows(columns, rows, bold_last, size)
        while rest:
            self.need(row_height * (len(head) + max(2, in_one_piece(rest))))
            room = int((self.bottom - self.y) / row_height) - len(head)
            per_column = min(room, -(-len(rest) // abreast))
            left_over = len(rest) - abreast * per_column
            if 0 < left_over < FEWEST_ROWS < per_column:
                per_column -= FEWEST_ROWS - left_over
            tables = self.beside(gap, *[each] * abreast)
            for table in tables:
                part = rest[:per_column]
                while len(part) > 1 and part[-1].goes_on:
                    part.pop()
                del rest[: len(part)]
                for row in [*head, *part] if part else []:
                    place = table.left, table.y, row_height
                    table.marks += row_marks(self.frame.kit, columns, row, *place, size)
                    table.y += row_height
            self.below(*tables)
            if rest:
                self.y = self.bottom
        self.y += 2


def filled(
    kit: Kit,
    subject: str,
    draw: Callable[[Any], None],
    look: PageLook = READING_PAGES,
    kind: type[Flow] = Flow,
) -> Flow:
    """Return pages of a kind, filled by `draw`, as few as possible.

    If the last one would have only a few lines, the pages before it leave it some of theirs.
    """

    def drawn(look: PageLook) -> Flow:
        flow = kind(kit, subject, look)
        draw(flow)
        return flow

    best = tried = drawn(look)
    while (
        1 < tried.pages == best.pages
        and best.filled < LITTLE
        and look.foot < PAPERS["letter"][1] / 2
    ):
        look = look._replace(foot=look.foot + HIGHER_FOOT)
        with suppress(FitError):  # something in one piece may be too high for such pages
            tried = drawn(look)
            if tried.pages == best.pages and tried.filled > best.filled:
                best = tried
    return best
