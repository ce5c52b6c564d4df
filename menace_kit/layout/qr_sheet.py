"""Sheets of square codes, one for each box, that lead to its page on the web: to cut out and to glue on. In mm."""

from collections.abc import Iterator, Sequence

from menace_kit.layout.code import LEAST_CELL, code_cells, code_mark
from menace_kit.layout.cutting import guide_marks
from menace_kit.layout.labels import label_plan
from menace_kit.layout.marks import Anchor, Document, Mark, Page, Text
from menace_kit.layout.page import HEADER_BOTTOM, RULER_FROM_BOTTOM, header_marks, ruler_marks
from menace_kit.layout.sheet import Grid, plain_grid
from menace_kit.layout.text import cap_height, wrapped
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
    intro = list(_intro(kit, words))
    grid = plain_grid(kit.spec.print.paper, side, side + cap_height(NUMBER_SIZE) + 1.2, GAP)
    # Whole rows make way for the words.
    taken = -(-int(10 * len(intro) * INTRO_PITCH + 20) // int(10 * grid.pitch_y)) * grid.columns
    first, rest = kit.boxes[: grid.cells - taken], kit.boxes[grid.cells - taken :]
    groups = [first, *(rest[start : start + grid.cells] for start in range(0, len(rest), grid.cells))]
    pages = []
    for number, boxes in enumerate(groups, start=1):
        head = _head_marks(kit, words, grid, boxes, number, len(groups))
        texts = intro if number == 1 else []
        marks = [
            *head,
            *_intro_marks(texts),
            *_code_marks(kit, grid, boxes, side, taken if number == 1 else 0),
        ]
        pages.append(Page(grid.page_width, grid.page_height, tuple(marks)))
    return Document(name, words("qr.title"), kit.spec.name, kit.fingerprint, tuple(pages))


def _intro(kit: Kit, words: Words) -> Iterator[str]:
    """Yield the lines of what is to be known: what a code holds, and whether the labels have them too."""
    width = plain_grid(kit.spec.print.paper, 1, 1, GAP).page_width - 2 * SHEET_MARGIN
    facts = {"address": kit.address(kit.boxes[0])}
    on_labels = label_plan(kit, words).style.code
    cells = code_cells(kit)
    sentences = [
        words("qr.what", **facts),
        words("qr.on-labels") if on_labels else words("qr.not-on-labels", least=f"{cells * LEAST_CELL:.1f}"),
    ]
    for sentence in sentences:
        yield from wrapped(sentence, width, INTRO)


def _intro_marks(lines: Sequence[str]) -> Iterator[Mark]:
    for number, line in enumerate(lines, start=1):
        yield Text(SHEET_MARGIN, HEADER_BOTTOM + 1 + number * INTRO_PITCH, line, INTRO)


def _head_marks(
    kit: Kit, words: Words, grid: Grid, boxes: Sequence[Box], page: int, pages: int
) -> Iterator[Mark]:
    subject = words("qr.boxes", n=len(boxes), first=boxes[0].name, last=boxes[-1].name)
    yield from header_marks(kit, words, grid.page_width, SHEET_MARGIN, subject, page, pages)
    yield from ruler_marks(SHEET_MARGIN, grid.page_height - RULER_FROM_BOTTOM, words)


def _code_marks(kit: Kit, grid: Grid, boxes: Sequence[Box], side: float, skipped: int) -> Iterator[Mark]:
    for cell, box in enumerate(boxes, start=skipped):
        x, y = grid.corner(cell)
        yield code_mark(kit, box, x, y, side)
        baseline = y + side + cap_height(NUMBER_SIZE) + 0.2
        yield Text(x + side / 2, baseline, box.name, NUMBER_SIZE, True, Anchor.MIDDLE)
        yield from guide_marks(x, y, grid.width, grid.height, GAP)
