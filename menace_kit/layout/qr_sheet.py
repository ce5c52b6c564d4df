"""Sheets of square codes, one for each box, that lead to its page on the web: to cut out and to glue on. In mm."""

from collections.abc import Iterator, Sequence

from menace_kit.layout.code import LEAST_CELL, code_cells, code_mark
from menace_kit.layout.column import Column, spaced
from menace_kit.layout.cutting import guide_marks
from menace_kit.layout.labels import label_plan
from menace_kit.layout.marks import Anchor, Document, Mark, Text
from menace_kit.layout.page import HEADER_BOTTOM, Frame
from menace_kit.layout.sheet import Grid, plain_grid
from menace_kit.layout.text import cap_height
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.text import Words

CELL = 0.6
"""The side of a code's cell on these sheets: any telephone reads it."""

GAP = 2.0
NUMBER_SIZE = 10.0
SHEET_MARGIN = 8.0
INTRO, INTRO_PITCH = 8.5, 3.9
"""Size in points and pitch of the words on the first page."""


def qr_document(kit: Kit, words: Words, name: str = "codes") -> Document:
    """Return the sheets of a kit with a base address; the first page begins with what they are for."""
    side = code_cells(kit) * CELL
    frame = Frame(kit, words, SHEET_MARGIN)
    intro = _intro(kit, words, frame.width)
    grid = plain_grid(kit.spec.print.paper, side, side + cap_height(NUMBER_SIZE) + 1.2, GAP)
    # Whole rows make way for the words.
    taken = -(-int(10 * len(intro) * INTRO_PITCH + 20) // int(10 * grid.pitch_y)) * grid.columns
    first, rest = kit.boxes[: grid.cells - taken], kit.boxes[grid.cells - taken :]
    groups = [first, *(rest[start : start + grid.cells] for start in range(0, len(rest), grid.cells))]
    pages = []
    for number, boxes in enumerate(groups, start=1):
        marks = [*frame.ruler(), *(intro if number == 1 else [])]
        marks += _code_marks(kit, grid, boxes, side, taken if number == 1 else 0)
        subject = words("qr.boxes", n=len(boxes), first=boxes[0].name, last=boxes[-1].name)
        pages.append(frame.page(marks, number, len(groups), subject))
    return frame.bound(name, words("qr.title"), pages)


def _intro(kit: Kit, words: Words, width: float) -> list[Mark]:
    """Return the lines of what is to be known: what a code holds, and whether the labels have them too."""
    text = Column(SHEET_MARGIN, HEADER_BOTTOM + 1, width, INTRO, spaced(INTRO_PITCH, INTRO))
    text.paragraph(words("qr.what", address=kit.address(kit.boxes[0])))
    if label_plan(kit, words).style.code:
        text.paragraph(words("qr.on-labels"))
    else:
        text.paragraph(words("qr.not-on-labels", least=f"{code_cells(kit) * LEAST_CELL:.1f}"))
    return text.marks


def _code_marks(kit: Kit, grid: Grid, boxes: Sequence[Box], side: float, skipped: int) -> Iterator[Mark]:
    for cell, box in enumerate(boxes, start=skipped):
        x, y = grid.corner(cell)
        yield code_mark(kit, box, x, y, side)
        baseline = y + side + cap_height(NUMBER_SIZE) + 0.2
        yield Text(x + side / 2, baseline, box.name, NUMBER_SIZE, True, Anchor.MIDDLE)
        yield from guide_marks(x, y, grid.width, grid.height, GAP)
