"""The shopping list: one page for the shop, and what is behind its figures."""

from collections.abc import Sequence

from menace_kit.layout.marks import Anchor, Document
from menace_kit.layout.text.pages import FORM_PAGES, Flow, filled
from menace_kit.layout.text.rows import (
    BeadItem,
    Cell,
    TableColumn,
    TickItem,
    fitting_column,
    table_width,
)
from menace_kit.layout.type_scale import TEXT
from menace_kit.machine import Kit
from menace_kit.text import Words
from menace_kit.text.kit_words import machine_title, paper_words
from menace_kit.workshop.shopping import ShoppingList
from menace_kit.workshop.shopping_text import (
    BLANK,
    bead_headings,
    bead_rows,
    beads_heading,
    beads_said,
    explained,
    money,
    sets_said,
    thing_headings,
    thing_rows,
)
from menace_kit.workshop.warnings import before_the_list

AMOUNT = 55.0
"""Largest width of the column of amounts (mm)."""


MONEY = 19.0
"""Least width of a column of prices, with room to write one."""


BUY_ROW = 4.9


def shopping_document(kit: Kit, shopping: ShoppingList, name: str = "shopping") -> Document:
    """Return the list to take to the shop, with warnings above and its reasons below."""
    words = paper_words(kit)
    title = words("shopping.title", name=machine_title(kit))

    def draw(flow: Flow) -> None:
        flow.title(title)
        if shopping.sets:
            flow.paragraph(sets_said(shopping, words))
        if shopping.colours:
            flow.paragraph(beads_said(shopping, words), bold=True)
        flow.items(words.tell(warning) for warning in before_the_list(shopping.warnings))
        if shopping.colours:
            flow.heading(words("shopping.things"), keep=40)
        else:
            flow.gap(5)
        _things_to_buy(flow, words, shopping)
        if shopping.colours:
            _beads_to_buy(flow, words, shopping)
            cost = money(shopping.cost, words) or BLANK
            flow.paragraph(words("shopping.all-told", cost=cost), bold=True)
        if paragraphs := explained(shopping, words):
            flow.heading(words("shopping.more"), keep=30)
            flow.items(paragraphs)

    return filled(kit, words("shopping.subject"), draw, FORM_PAGES).document(name, title)


def _things_to_buy(flow: Flow, words: Words, shopping: ShoppingList) -> None:
    what, *heads = thing_headings(words)
    # A gap between a thing and its amount would be hard to read across.
    rows: list[list[Cell]] = [[row[0], "", *row[1:]] for row in thing_rows(shopping, words)]
    # The last row is the sum.
    for row in rows[:-1]:
        row[0] = TickItem(str(row[0]))
    columns = _buying_columns(flow, [what, "", *heads], rows, 3, 2)
    flow.table(columns, rows, BUY_ROW, 1, True, TEXT)


def _beads_to_buy(flow: Flow, words: Words, shopping: ShoppingList) -> None:
    """Set the beads by colour, and their sum."""
    flow.heading(beads_heading(shopping, words), keep=50)
    # The letter is on the bead that is drawn, and nobody buys by the sign.
    heads, *found = [
        (row[0], *row[3:]) for row in (bead_headings(words), *bead_rows(shopping, words))
    ]
    rows: list[list[Cell]] = [[*row] for row in found]
    # The last row is for all colours.
    for row, bead in zip(rows, shopping.colours, strict=False):
        row[0] = BeadItem(bead.colour, str(row[0]))
    columns = _buying_columns(flow, heads, rows, 1, 1)
    flow.table(columns, rows, BUY_ROW, 1, True, TEXT)


def _buying_columns(
    flow: Flow,
    heads: Sequence[str],
    rows: Sequence[Sequence[Cell]],
    numbers_from: int,
    prices: int,
) -> list[TableColumn]:
    """Return columns as wide as their texts, with numbers to the right and prices last.

    The first column has at most the width that the others leave.
    """
    columns = []
    for place, (head, *cells) in enumerate(zip(heads, *rows, strict=True)):
        anchor = Anchor.END if place >= numbers_from else Anchor.START
        column = fitting_column(head, cells, TEXT, True, anchor)
        most = AMOUNT if place else flow.width
        least = MONEY if place >= len(heads) - prices else 0.0
        width = max(least, min(most, column.width))
        columns.append(column._replace(width=width))
    first, *others = columns
    return [first._replace(width=min(first.width, flow.width - table_width(others))), *others]
