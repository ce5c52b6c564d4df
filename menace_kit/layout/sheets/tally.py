"""The tally sheet for busy days: a stroke for each game."""

from menace_kit.games import Pieces, Side
from menace_kit.layout.board import pawn_marks
from menace_kit.layout.marks import Anchor, Document
from menace_kit.layout.sheets.forms import cell, gates, repeated
from menace_kit.layout.stacks import Part, across, bead, down, fixed, framed, put, text
from menace_kit.layout.text.pages import FORM_PAGES, Flow
from menace_kit.layout.text.typesetting import shortened
from menace_kit.layout.type_scale import FIGURES, TEXT
from menace_kit.machine import Colour, Kit
from menace_kit.machine.prospects import results
from menace_kit.text.grammar import capital
from menace_kit.text.kit_words import paper_words

BLOCK, BEADS = 30.0, 32.0
"""Widths of the cell for a block's hour or games, and of the first beads' names."""


TALLY_HEAD = 5.0


ROWS = (9.0, 8.0, 7.0)
"""Heights of a line of strokes, best look first; smaller if blocks would fill the page badly."""


BLOCK_GAP = 3.0
"""Gap between two blocks."""


TOTAL = 12.0
"""Height of the cells for a page's totals."""


DOT = 2.2


First = tuple[Side, Colour]
"""A first move as the audience sees it: whose machine, and the colour of its bead."""


def tally_sheet_document(kit: Kit, name: str = "tally-sheet") -> Document:
    """Return the sheet: as many blocks as fit on a page, each for an hour or a number of games."""
    words = paper_words(kit)
    title = words("tally.title")
    form = Flow(kit, title, FORM_PAGES)
    form.title(title)
    form.items(words.lines("tally.steps"), numbered=True)
    firsts = first_beads(kit)
    top, bottom = form.y + 2, form.bottom - TOTAL
    row = row_height(len(firsts), top, bottom)
    block = TALLY_HEAD + len(firsts) * row
    blocks = repeated(_block(kit, firsts), block, BLOCK_GAP)
    sums = [cell(words(f"common.{result.value}")) for result in results(kit.game)]
    totals = across(cell(words("common.games")), *sums)
    form.y = top
    put(form, form.bottom - top, down(blocks, fixed(BLOCK_GAP + 1), fixed(TOTAL - 1, totals)))
    return form.document(name, title)


def first_beads(kit: Kit) -> tuple[First, ...]:
    """Return the colours in the opening boxes of each side, in the kit's order of colours.

    If no box is only for the beginning, as for Nim's second player, these are its first boxes.
    """
    boxes_of = kit.openings or {side: kit.first_boxes(side) for side in kit.sides}
    found: list[First] = []
    for side, boxes in boxes_of.items():
        held = {bead.colour for box in boxes for bead in box.beads}
        found += [(side, colour) for colour in kit.colours if colour.name in held]
    return tuple(found)


def row_height(lines: int, top: float, bottom: float) -> float:
    """Return the height of a line with which a block fills the page well, or the least height."""
    counts = {row: int((bottom - top) / (TALLY_HEAD + lines * row + BLOCK_GAP)) for row in ROWS}
    return next((row for row in ROWS if counts[row] == counts[ROWS[-1]] and counts[row]), ROWS[-1])


def _block(kit: Kit, firsts: tuple[First, ...]) -> Part:
    """Return a block: what it is for, then a line for each first bead, with a field per result."""
    words = paper_words(kit)
    told = [capital(words("tally.bead"))]
    told += [words(f"common.{result.value}") for result in results(kit.game)]
    heads = [framed(text(each, FIGURES, True, Anchor.MIDDLE)) for each in told]
    fields = [framed(gates)] * len(results(kit.game))
    lines = [_line(framed(_first_bead(kit, *first)), *fields) for first in firsts]
    block = down(fixed(TALLY_HEAD, _line(*heads)), *lines)
    return across(fixed(BLOCK, cell(words("tally.block-cell"))), block)


def _line(bead: Part, *fields: Part) -> Part:
    return across(fixed(BEADS, bead), *fields)


def _first_bead(kit: Kit, side: Side, colour: Colour) -> Part:
    """Return a bead with its name; if both sides have machines, with the machine's mark or pawn."""
    words = paper_words(kit)
    size, before = FIGURES, [fixed(1.5)]
    if kit.spec.side == "both" and not kit.game.impartial:
        before = [fixed(1), fixed(4, _mark(kit, side)), fixed(0.5)]
    room = BEADS - sum(each.length for each in before) - 2 * DOT - 2
    name = shortened(words.colour_name(colour), room, size)
    return across(
        *before, fixed(2 * DOT, bead(kit, colour, DOT)), fixed(1.2), text(name, size, margin=0)
    )


def _mark(kit: Kit, side: Side) -> Part:
    if kit.game.pieces is Pieces.PAWNS:
        return lambda area: pawn_marks(side is Side.FIRST, *area.at(0.5, 0.5), 2 * DOT)
    return text(kit.spec.marks[side is Side.SECOND], TEXT, True, Anchor.MIDDLE, margin=0)
