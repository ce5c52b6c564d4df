"""Sheets of QR codes, one for each box."""

from dataclasses import replace

from menace_kit.layout.grid import plain_grid
from menace_kit.layout.label_code import code_cells, code_mark
from menace_kit.layout.marks import Anchor, Document, Mark
from menace_kit.layout.page import HEADER_BOTTOM, Frame
from menace_kit.layout.stacks import Area, Part, down, fixed, in_groups, text
from menace_kit.layout.text.typesetting import Column, cap_height, spaced
from menace_kit.layout.type_scale import TEXT
from menace_kit.machine import Box, Kit
from menace_kit.text.kit_words import paper_words
from menace_kit.text.sheet_words import said

CODE_CELL = 0.6
"""Side of a code's cell on these sheets, large enough for any phone."""


CODE_GAP = 2.0


CODES_MARGIN = 8.0


INTRO_PITCH = 4.4
"""Line pitch of the text on the first page."""


def qr_document(kit: Kit, name: str = "codes") -> Document:
    """Return the sheets of a kit with a base address; the first page begins with their use."""
    side = code_cells(kit) * CODE_CELL
    frame = Frame(kit, CODES_MARGIN)
    intro = _intro(kit, frame.width)
    grid = plain_grid(kit.spec.print.paper, side, side + cap_height(TEXT) + 1.2, CODE_GAP)
    # Leave out whole rows to make room for the text.
    taken = -(-int(10 * len(intro) * INTRO_PITCH + 20) // int(10 * grid.pitch_y)) * grid.columns
    placed: list[Box | None] = [*[None] * taken, *kit.boxes]
    sheets = in_groups(placed, grid.cells)
    pages = []
    for number, sheet in enumerate(sheets, start=1):
        used = {cell: box for cell, box in enumerate(sheet) if box}
        marks = [*frame.ruler(), *(intro if number == 1 else []), *grid.guides(used)]
        for cell, box in used.items():
            marks += _named_code(kit, box)(Area(*grid.corner(cell), grid.width, grid.height))
        boxes = [*used.values()]
        listed = said(kit, "labels.boxes", n=len(boxes), first=boxes[0].name, last=boxes[-1].name)
        subject = said(kit, "common.named", name=said(kit, "qr.title"), told=listed)
        titled = replace(frame, subject=subject)
        pages.append(titled.page(marks, number, len(sheets)))
    return frame.bound(name, said(kit, "qr.title"), pages)


def _named_code(kit: Kit, box: Box) -> Part:
    """Return a box's code above its number."""

    def code(area: Area) -> list[Mark]:
        return [code_mark(kit, box, area.x, area.y, area.width)]

    name = text(box.name, TEXT, True, Anchor.MIDDLE, Anchor.END, margin=0)
    return down(code, fixed(cap_height(TEXT) + 0.2, name), fixed(1))


def _intro(kit: Kit, width: float) -> list[Mark]:
    """Return the lines that say what a code does."""
    words = paper_words(kit)
    text = Column(CODES_MARGIN, HEADER_BOTTOM + 1 + INTRO_PITCH, width, TEXT, spaced(INTRO_PITCH))
    text.paragraph(words("qr.what", address=kit.address(kit.boxes[0])))
    return text.marks
