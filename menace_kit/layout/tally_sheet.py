"""The tally sheet: for a crowd, a stroke a game, by what the first bead was and how the game ended. In mm."""

from collections.abc import Iterator

from menace_kit.errors import FitError
from menace_kit.games import Side
from menace_kit.layout.board import bead_marks
from menace_kit.layout.column import FORM, Column
from menace_kit.layout.fitted import one_line
from menace_kit.layout.form import (
    BODY,
    FOOT,
    MARGIN,
    SMALL,
    TOP,
    cell_marks,
    form_size,
    gates_marks,
    stacked,
)
from menace_kit.layout.marks import THIN, Anchor, Document, Mark, Rectangle, Text
from menace_kit.layout.page import Frame
from menace_kit.layout.text import cap_height, over, shortened
from menace_kit.machine.contents import Result
from menace_kit.machine.course import results
from menace_kit.machine.kit import Kit
from menace_kit.machine.palette import Colour
from menace_kit.text import Words

BLOCK, BEADS = 30.0, 32.0
"""Widths of the cell that says which hour or games a block is for, and of the first beads' names."""

HEAD = 5.0
ROWS = (9.0, 8.0, 7.0)
"""Heights of a line of strokes, the best look first: less where blocks of many colours fill the page badly."""

GAP = 3.0
"""Between two blocks."""

TOTAL = 12.0
"""Height of the cells for what a page adds up to."""

DOT = 2.2

First = tuple[Side, Colour]
"""A first move as the crowd sees it: whose machine, and the colour of its bead."""


def tally_sheet_document(kit: Kit, words: Words, name: str = "tally-sheet") -> Document:
    """Return the sheet: as many blocks as fit on a page, each for an hour or for so many games."""
    title = words("tally.title")
    _, height, width = form_size(kit)
    text = Column(MARGIN, TOP, width, BODY, FORM)
    text.heading(title)
    text.items((words("tally.stroke"), words("tally.block"), words("tally.total")), numbered=True)
    firsts = first_beads(kit)
    row = row_height(len(firsts), text.y + 2, height - FOOT - TOTAL)
    block = HEAD + len(firsts) * row + GAP
    marks = text.marks
    bottom = height - FOOT - TOTAL
    if block > bottom - text.y - 2:
        raise FitError(
            f"{title}: a block of {len(firsts)} lines is too high by {over(block + text.y + 2 - bottom)}"
        )
    marks += stacked(text.y + 2, block, bottom, lambda top: _block(kit, words, firsts, top, row))
    marks += _totals(kit, words, height - FOOT - TOTAL + 1, width)
    return Frame(kit, words, MARGIN, title).document(name, title, [marks])


def first_beads(kit: Kit) -> tuple[First, ...]:
    """Return the colours that the first boxes of each side hold, in the kit's order of colours."""
    found: list[First] = []
    for side, boxes in kit.openings.items():
        held = {bead.colour for box in boxes for bead in box.beads}
        found += [(side, colour) for colour in kit.colours if colour.name in held]
    return tuple(found)


def row_height(lines: int, top: float, bottom: float) -> float:
    """Return the height of a line: one with which a block fills the page well, or the least."""
    counts = {row: int((bottom - top) / (HEAD + lines * row + GAP)) for row in ROWS}
    return next((row for row in ROWS if counts[row] == counts[ROWS[-1]] and counts[row]), ROWS[-1])


def _block(kit: Kit, words: Words, firsts: tuple[First, ...], top: float, row: float) -> Iterator[Mark]:
    """Yield a block: what it is for, then a line for each first bead with a field for each result."""
    _, _, width = form_size(kit)
    yield from cell_marks(MARGIN, top, BLOCK, HEAD + len(firsts) * row, words("tally.block-cell"))
    left = MARGIN + BLOCK
    field = (width - BLOCK - BEADS) / len(results(kit.game))
    heads = ((left, BEADS, words("tally.bead")), *_fields(kit, words, left + BEADS, field))
    for x, wide, text in heads:
        yield Rectangle(x, top, wide, HEAD, THIN)
        yield one_line(
            x + wide / 2, top + HEAD / 2 + cap_height(8) / 2, text, wide - 2, 8, True, anchor=Anchor.MIDDLE
        )
    for number, (side, colour) in enumerate(firsts):
        y = top + HEAD + number * row
        yield from _bead_cell(kit, words, side, colour, left, y, row)
        for x, wide, _ in heads[1:]:
            yield Rectangle(x, y, wide, row, THIN)
            yield from gates_marks(x, y, wide, row)


def _fields(kit: Kit, words: Words, left: float, width: float) -> tuple[tuple[float, float, str], ...]:
    """Return where the field of each result begins, how wide it is, and its head."""
    heads = {
        Result.WIN: words("tally.won"),
        Result.TIE: words("tally.drawn"),
        Result.LOSS: words("tally.lost"),
    }
    shown = [heads[result] for result in results(kit.game)]
    return tuple((left + place * width, width, head) for place, head in enumerate(shown))


def _bead_cell(
    kit: Kit, words: Words, side: Side, colour: Colour, x: float, y: float, height: float
) -> Iterator[Mark]:
    """Yield a first bead with its name; with machines for both sides its mark stands before it."""
    yield Rectangle(x, y, BEADS, height, THIN)
    middle, start = y + height / 2, x + 1.5
    if kit.spec.side == "both" and not kit.game.impartial:
        mark = kit.spec.marks[0 if side is Side.FIRST else 1]
        yield one_line(start + 1.5, middle + cap_height(9) / 2, mark, 4, 9, True, anchor=Anchor.MIDDLE)
        start += 4
    yield from bead_marks(kit, colour, start + DOT, middle, DOT)
    start += 2 * DOT + 1.2
    text = shortened(words.colour_name(colour), x + BEADS - start - 0.8, SMALL + 1)
    yield Text(start, middle + cap_height(SMALL + 1) / 2, text, SMALL + 1)


def _totals(kit: Kit, words: Words, top: float, width: float) -> Iterator[Mark]:
    """Yield the cells for the sums of a page: all games, and each result."""
    sums = {
        Result.WIN: words("tally.sum-won"),
        Result.TIE: words("tally.sum-drawn"),
        Result.LOSS: words("tally.sum-lost"),
    }
    heads = (words("tally.sum-games"), *(sums[result] for result in results(kit.game)))
    cell = width / len(heads)
    for place, head in enumerate(heads):
        yield from cell_marks(MARGIN + place * cell, top, cell, TOTAL - 1, head)
