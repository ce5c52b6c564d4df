"""Rows of a table: cells with words, beads, or boxes to tick. In mm."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple

from menace_kit.frozen import Frozen
from menace_kit.layout.board import bead_marks
from menace_kit.layout.marks import BLACK, LIGHT_GREY, THIN, Anchor, Line, Marks, Rectangle
from menace_kit.layout.text.typesetting import (
    line_pitch,
    on_middle,
    text_width,
    unbroken,
    wrapped,
)
from menace_kit.layout.type_scale import FIGURES
from menace_kit.machine import Colour, Kit

TICK = 3.2
"""Side of a box to tick."""


DOT_RADIUS = 1.6


COUNT_GAP, NAME_GAP, TICK_GAP = 0.5, 1.2, 2.0
"""Gaps from a dot to a count or a name after it, and from a box to tick to its text.

They are smaller than the gap to the next item in the cell, so that no count seems to belong to the
next bead.
"""


CELL_GAP = 1.0
"""How much of its column's width a text leaves free."""


WRAP_GAP = 2.5
"""How much a text of several lines leaves free, so that nobody reads on in the next column."""


class BeadItem(Frozen):
    """A bead in a table: its dot, and a text after it, usually a count."""

    colour: Colour
    text: str = ""

    @property
    def indent(self) -> float:
        """Return the distance from the dot's left edge to the text."""
        return 2 * DOT_RADIUS + (COUNT_GAP if self.text.isdigit() else NAME_GAP)


class TickItem(Frozen):
    """A box to tick, with a text after it."""

    text: str = ""
    indent: float = TICK + TICK_GAP


class TextItem(Frozen):
    """A text alone; with an indent, a further line of the text after a bead or a box to tick."""

    text: str
    indent: float = 0.0


Drawn = BeadItem | TickItem | TextItem


Item = str | Drawn


Cell = Item | tuple[Item, ...]
"""The content of a table's cell: an item, or several in a row, each one `step` after the last."""


class TableColumn(NamedTuple):
    """A column of a table: head, width, alignment, the distance of items in a cell, and what is
    free after the column.
    """

    head: str
    width: float
    anchor: Anchor = Anchor.START
    step: float = 0.0
    after: float = 0.0


class Row(NamedTuple):
    """One line of a table as drawn; `rule` is the width and colour of the line below it, if any.

    A row that `heads` others is on the same page as the next line, may have fewer cells, and its
    text may exceed its column. A row without a rule continues in the next line. `towards` is where
    the middle of a row of several lines is: so many lines below this one.
    """

    cells: Sequence[Cell]
    bold: bool = False
    rule: tuple[float, str] | None = (THIN, LIGHT_GREY)
    heads: bool = False
    towards: float = 0.0

    @property
    def goes_on(self) -> bool:
        """Return whether the next line must be on the same page."""
        return self.heads or self.rule is None


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
    """Return what is below the head; a row whose text takes several lines becomes several rows."""
    drawn = [
        row if isinstance(row, Row) else Row(row, bold_last and number == len(rows))
        for number, row in enumerate(rows, start=1)
    ]
    return [line for row in drawn for line in _lines(columns, row, size)]


def in_one_piece(lines: Sequence[Row]) -> int:
    """Return how many of these lines, from the first on, must be on the same page."""
    ends = (place for place, line in enumerate(lines, start=1) if not line.goes_on)
    return next(ends, len(lines))


def row_marks(
    kit: Kit,
    columns: Sequence[TableColumn],
    row: Row,
    left: float,
    top: float,
    height: float,
    size: float,
) -> Marks:
    """Yield the marks of a row, from its top left corner.

    Lines of one row are no further apart than those of a paragraph.
    """
    middle = top + height / 2 + row.towards * max(0.0, height - line_pitch(size))
    x = left
    for column, cell in zip(columns, row.cells, strict=not row.heads):
        for place, item in enumerate(_items(cell)):
            start = x + place * column.step
            if column.anchor is Anchor.END:
                start += (
                    column.width - CELL_GAP - (2 * DOT_RADIUS if isinstance(item, BeadItem) else 0)
                )
            yield from _item_marks(kit, item, start, middle, column.anchor, row.bold, size)
        x += column.width + column.after
    if row.rule:
        yield Line(left, top + height, left + table_width(columns), top + height, *row.rule)


def table_width(columns: Iterable[TableColumn]) -> float:
    return sum(column.width + column.after for column in columns)


def fitting_column(
    head: str,
    cells: Iterable[Cell],
    size: float,
    bold: bool = False,
    anchor: Anchor = Anchor.START,
) -> TableColumn:
    """Return a column that keeps its head and every item that is alone in a cell on one line."""
    widths = (item_width(cell, size, bold) for cell in cells if not isinstance(cell, tuple))
    widest = max([item_width(head, size, bold=True), *widths])
    return TableColumn(head, widest + 3 * CELL_GAP, anchor)


def item_width(item: Item, size: float = FIGURES, bold: bool = False) -> float:
    (drawn,) = _items(item)
    return drawn.indent + text_width(drawn.text, size, bold)


def step_width(items: Iterable[Item], gap: float) -> float:
    """Return the distance between items at which the widest of them leaves this gap."""
    return max(map(item_width, set(items))) + gap


def _items(cell: Cell) -> list[Drawn]:
    items = cell if isinstance(cell, tuple) else (cell,)
    return [TextItem(item) if isinstance(item, str) else item for item in items]


def _item_marks(
    kit: Kit, item: Drawn, x: float, middle: float, anchor: Anchor, bold: bool, size: float
) -> Marks:
    if isinstance(item, BeadItem):
        yield from bead_marks(kit, item.colour, x + DOT_RADIUS, middle, DOT_RADIUS)
    elif isinstance(item, TickItem):
        yield Rectangle(x, middle - TICK / 2, TICK, TICK, THIN)
    if item.text:
        behind = Anchor.START if item.indent else anchor
        yield on_middle(x + item.indent, middle, item.text, size, bold, behind)


def _lines(columns: Sequence[TableColumn], row: Row, size: float) -> list[Row]:
    """Return the row, and a row for each further line of its texts; only the last has the rule."""
    if row.heads:
        return [row]
    cells = [
        _cell_lines(column, cell, row.bold, size)
        for column, cell in zip(columns, row.cells, strict=True)
    ]
    lines = list(zip_longest(*cells, fillvalue=""))
    *others, last = (
        Row(line, row.bold, rule=None, towards=(len(lines) - 1) / 2 - place)
        for place, line in enumerate(lines)
    )
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
