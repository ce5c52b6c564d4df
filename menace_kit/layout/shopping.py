"""The shopping list on paper."""

from menace_kit.layout.column import BULLET
from menace_kit.layout.flow import Flow
from menace_kit.layout.marks import Anchor, Document
from menace_kit.layout.table import Bead, Cell, Column, Tick
from menace_kit.machine.kit import Kit
from menace_kit.machine.shopping import ShoppingList
from menace_kit.machine.shopping_text import bead_headings, bead_rows
from menace_kit.text import Words

COUNT = 27.0
"""Width of a column of numbers (mm)."""


def shopping_document(kit: Kit, words: Words, shopping: ShoppingList, name: str = "shopping") -> Document:
    """Return the list: things, beads by colour, how the reserve is counted, and what to know before buying."""
    title = words("shopping.title", name=kit.spec.name)
    flow = Flow(kit, words, words("shopping.subject"))
    flow.heading(title, size=18)
    flow.heading(words("shopping.things"), keep=40)
    columns = [
        Column(words("shopping.column-what"), flow.width - 66),
        Column(words("shopping.column-amount"), 66),
    ]
    things: list[list[Cell]] = [[Tick(what), amount] for what, amount in shopping.items(words)]
    flow.table(columns, things, row_height=4.8, size=9)
    flow.heading(words("shopping.beads", title=words.title(shopping.bead_title)), keep=50)
    _beads(flow, words, shopping)
    flow.paragraph(shopping.reserve.text(words))
    flow.heading(words("shopping.before"))
    for notice in shopping.notices:
        flow.paragraph(notice.text(words), size=8, sign=BULLET)
    return flow.document(name, title)


def _beads(flow: Flow, words: Words, shopping: ShoppingList) -> None:
    colour, letter, sign, *counts = bead_headings(shopping, words)
    first = flow.width - 2 * 14 - len(counts) * COUNT
    columns = [
        Column(colour, first),
        Column(letter, 14),
        Column(sign, 14),
        *(Column(head, COUNT, Anchor.END) for head in counts),
    ]
    rows: list[list[Cell]] = []
    for bead, (name, key, glyph, *numbers) in zip(shopping.colours, bead_rows(shopping, words), strict=False):
        rows.append([Bead(bead.colour, name), key, glyph, *numbers])
    name, key, glyph, *numbers = bead_rows(shopping, words)[-1]
    rows.append([name, key, glyph, *numbers])
    flow.table(columns, rows, row_height=4.8, size=9, bold_last=True)
