"""The shopping list: one page for the shop, and what is behind its figures."""

from collections.abc import Sequence

from menace_kit.layout.marks import Anchor, Document
from menace_kit.layout.text.pages import FORM_PAGES, Flow, filled
from menace_kit.layout.text.rows import (
    CELL_GAP,
    BeadItem,
    Cell,
    Row,
    TableColumn,
    TickItem,
    item_width,
)
from menace_kit.layout.type_scale import TEXT
from menace_kit.machine import Kit
from menace_kit.text import Words
from menace_kit.text.kit_words import machine_title
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

AMOUNT = 52.0
"""Largest width of the column of amounts (mm)."""


MONEY = 16.0
"""Least width of a column of prices, with room to write one."""


BUY_ROW = 4.9


def shopping_document(
    kit: Kit, words: Words, shopping: ShoppingList, name: str = "shopping"
) -> Document:
    """Return the list to take to the shop, with warnings above and its reasons below."""
    title = words("shopping.title", name=machine_title(kit))

    def draw(flow: Flow) -> None:
        flow.title(title)
        if shopping.sets:
            flow.paragraph(sets_said(shopping, words))
        if shopping.colours:
            flow.paragraph(beads_said(shopping, words), bold=True)
        flow.items(words.tell(warning) for warning in before_the_list(shopping.warnings))
        _things_to_buy(flow, words, shopping)
        if shopping.colours:
            all_told = words("shopping.all-told", cost=money(shopping.cost, words) or BLANK)
            _beads_to_buy(flow, words, shopping, all_told)
        if paragraphs := explained(shopping, words):
            flow.heading(words("shopping.more"), keep=30)
            flow.items(paragraphs)

    return filled(kit, words("shopping.subject"), draw, FORM_PAGES).document(name, title)


def _things_to_buy(flow: Flow, words: Words, shopping: ShoppingList) -> None:
    flow.heading(words("shopping.things"), keep=40)
    what, *heads = thing_headings(words)
    # A gap between a thing and its amount would be hard to read across.
    rows: list[list[Cell]] = [[row[0], "", *row[1:]] for row in thing_rows(shopping, words)]
    # The last row is the sum.
    for row in rows[:-1]:
        row[0] = TickItem(str(row[0]))
    columns = _buying_columns(flow, [what, "", *heads], rows, 3, 2)
    flow.table(columns, rows, BUY_ROW, 1, True, TEXT)


def _beads_to_buy(flow: Flow, words: Words, shopping: ShoppingList, all_told: str) -> None:
    """Set the beads by colour, their sum, and on the same page what all of the list costs."""
    flow.heading(beads_heading(shopping, words), keep=50)
    # The letter is on the bead that is drawn, and nobody buys by the sign.
    heads, *found = [
        (row[0], *row[3:]) for row in (bead_headings(words), *bead_rows(shopping, words))
    ]
    rows: list[list[Cell]] = [[*row] for row in found]
    # The last row is for all colours.
    for row, bead in zip(rows, shopping.colours, strict=False):
        row[0] = BeadItem(bead.colour, str(row[0]))
    rows.append([all_told, *("" for _ in heads[1:])])
    columns = _buying_columns(flow, heads, rows, 1, 1)
    *colours, in_all, last = rows
    flow.table(
        columns, [*colours, Row(in_all, bold=True, heads=True), last], BUY_ROW, 1, True, TEXT
    )


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
    widths = []
    for place, (head, *cells) in enumerate(zip(heads, *rows, strict=True)):
        texts = [item_width(cell, TEXT, bold=True) for cell in cells if not isinstance(cell, tuple)]
        most = AMOUNT if place else flow.width
        least = MONEY if place >= len(heads) - prices else 0.0
        widths.append(max(least, item_width(head, TEXT, bold=True), min(most, max(texts))))
    widths = [width + 3 * CELL_GAP for width in widths]
    widths[0] = min(widths[0], flow.width - sum(widths[1:]))
    return [
        TableColumn(head, width, Anchor.END if place >= numbers_from else Anchor.START)
        for place, (head, width) in enumerate(zip(heads, widths, strict=True))
    ]
