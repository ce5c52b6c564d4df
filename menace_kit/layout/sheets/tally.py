"""The tally sheet: for a crowd, a stroke for each game."""

from collections.abc import Iterator

from menace_kit.errors import FitError
from menace_kit.games import Side
from menace_kit.layout.board import bead_marks
from menace_kit.layout.marks import THIN, Anchor, Document, Mark, Rectangle, Text
from menace_kit.layout.sheets.forms import FORM_NOTE, RESULT_KEYS, cell_marks, gates_marks, stacked
from menace_kit.layout.text.pages import FORM_PAGES, Flow
from menace_kit.layout.text.typesetting import cap_height, one_line, over, shortened
from menace_kit.machine.kit import Kit
from menace_kit.machine.palettes import Colour
from menace_kit.machine.prospects import results
from menace_kit.text.words import Words

BLOCK, BEADS = 30.0, 32.0
"""Widths of the cell that says which hour or games a block is for,
and of the first beads' names.
"""


TALLY_HEAD = 5.0


ROWS = (9.0, 8.0, 7.0)
"""Heights of a line of strokes, the best look first:
less where blocks of many colours fill the page badly.
"""


BLOCK_GAP = 3.0
"""Between two blocks."""


TOTAL = 12.0
"""Height of the cells for what a page adds up to."""


DOT = 2.2


First = tuple[Side, Colour]
"""A first move as the crowd sees it: whose machine, and the colour of its bead."""


def tally_sheet_document(kit: Kit, words: Words, name: str = "tally-sheet") -> Document:
    """Return the sheet: as many blocks as fit on a page, each for an hour or for so many games."""
    title = words("tally.title")
    form = Flow(kit, words, title, FORM_PAGES)
    form.heading(title)
    form.items((words("tally.stroke"), words("tally.block"), words("tally.total")), numbered=True)
    firsts = first_beads(kit)
    top, bottom = form.y + 2, form.bottom - TOTAL
    row = row_height(len(firsts), top, bottom)
    block = TALLY_HEAD + len(firsts) * row + BLOCK_GAP
    if block > bottom - top:
        raise FitError(
            f"{title}: a block of {len(firsts)} lines is too high by {over(block + top - bottom)}"
        )
    form.marks += stacked(top, block, bottom, lambda top: _block(kit, words, firsts, top, row))
    sums = [words(f"tally.sum-{RESULT_KEYS[result]}") for result in results(kit.game)]
    heads = (words("tally.sum-games"), *sums)
    cell = form.width / len(heads)
    for place, head in enumerate(heads):
        form.marks += cell_marks(form.left + place * cell, bottom + 1, cell, TOTAL - 1, head)
    return form.document(name, title)


def first_beads(kit: Kit) -> tuple[First, ...]:
    """Return the colours that the opening boxes of each side hold, in the kit's order of colours.

    Those of its first boxes where no box comes up at the beginning only,
    as for the second player of Nim.
    """
    boxes_of = kit.openings or {side: kit.first_boxes(side) for side in kit.sides}
    found: list[First] = []
    for side, boxes in boxes_of.items():
        held = {bead.colour for box in boxes for bead in box.beads}
        found += [(side, colour) for colour in kit.colours if colour.name in held]
    return tuple(found)


def row_height(lines: int, top: float, bottom: float) -> float:
    """Return the height of a line: one with which a block fills the page well, or the least."""
    counts = {row: int((bottom - top) / (TALLY_HEAD + lines * row + BLOCK_GAP)) for row in ROWS}
    return next((row for row in ROWS if counts[row] == counts[ROWS[-1]] and counts[row]), ROWS[-1])


def _block(
    kit: Kit, words: Words, firsts: tuple[First, ...], top: float, row: float
) -> Iterator[Mark]:
    """Yield a block: what it is for, then a line for each first bead with
    a field for each result.
    """
    left, _, width, _ = FORM_PAGES.area(kit)
    yield from cell_marks(
        left, top, BLOCK, TALLY_HEAD + len(firsts) * row, words("tally.block-cell")
    )
    left += BLOCK
    field = (width - BLOCK - BEADS) / len(results(kit.game))
    heads = [(left, BEADS, words("tally.bead"))]
    for place, result in enumerate(results(kit.game)):
        heads.append((left + BEADS + place * field, field, words(f"tally.{RESULT_KEYS[result]}")))
    for x, wide, text in heads:
        yield Rectangle(x, top, wide, TALLY_HEAD, THIN)
        middle, baseline = x + wide / 2, top + TALLY_HEAD / 2 + cap_height(8) / 2
        yield one_line(middle, baseline, text, wide - 2, 8, True, anchor=Anchor.MIDDLE)
    for number, (side, colour) in enumerate(firsts):
        y = top + TALLY_HEAD + number * row
        yield from _bead_cell(kit, words, side, colour, left, y, row)
        for x, wide, _ in heads[1:]:
            yield Rectangle(x, y, wide, row, THIN)
            yield from gates_marks(x, y, wide, row)


def _bead_cell(
    kit: Kit, words: Words, side: Side, colour: Colour, x: float, y: float, height: float
) -> Iterator[Mark]:
    """Yield a first bead with its name; with machines for both sides its mark stands before it."""
    yield Rectangle(x, y, BEADS, height, THIN)
    middle, start = y + height / 2, x + 1.5
    if kit.spec.side == "both" and not kit.game.impartial:
        mark = kit.spec.marks[0 if side is Side.FIRST else 1]
        yield one_line(
            start + 1.5, middle + cap_height(9) / 2, mark, 4, 9, True, anchor=Anchor.MIDDLE
        )
        start += 4
    yield from bead_marks(kit, colour, start + DOT, middle, DOT)
    start += 2 * DOT + 1.2
    text = shortened(words.colour_name(colour), x + BEADS - start - 0.8, FORM_NOTE + 1)
    yield Text(start, middle + cap_height(FORM_NOTE + 1) / 2, text, FORM_NOTE + 1)
