"""The stocktake sheet: every box, with a field for each of its colours."""

from collections.abc import Sequence

from menace_kit.layout.marks import LIGHT_GREY, Anchor, Document
from menace_kit.layout.sheets.forms import TICK_BOX, tick_box
from menace_kit.layout.stacks import (
    Part,
    across,
    centred,
    down,
    fixed,
    framed,
    grow,
    layered,
    padded,
    put,
    stroke,
    text,
    tiled,
)
from menace_kit.layout.text.pages import FORM_PAGES, Flow, filled
from menace_kit.layout.text.rows import TICK_GAP
from menace_kit.layout.text.typesetting import text_width
from menace_kit.layout.type_scale import FIGURES, HEADING, SMALLEST
from menace_kit.machine import Box, Kit
from menace_kit.text.grammar import capital
from menace_kit.text.kit_words import paper_words
from menace_kit.text.sheet_words import group_words

BOX_LINE, STAGE_HEAD = 6.6, 9.0
"""Heights of a line, and of the heading above a stage's boxes."""


FIELD, FIELD_HEIGHT = 8.6, 5.2


START_INK = "#707070"


AIR = 1.6
"""Gap before a field."""


BETWEEN = 4.0
"""Least gap between two boxes side by side."""


def stocktake_sheet_document(kit: Kit, name: str = "stocktake-sheet") -> Document:
    """Return the sheet: instructions, then boxes by stage, to read down and then across."""
    words = paper_words(kit)
    title = words("stocktake-sheet.title")

    def draw(form: Flow) -> None:
        form.title(title)
        form.items(words.lines("stocktake-sheet.steps"), numbered=True)
        form.y += 1
        for boxes in kit.boxes_by_stage:
            _set_stage(form, kit, capital(group_words(kit, boxes)), boxes)

    return filled(kit, title, draw, FORM_PAGES).document(name, title)


def _set_stage(form: Flow, kit: Kit, head: str, boxes: Sequence[Box]) -> None:
    """Set a stage's boxes, as many side by side as fit, with its heading above each part."""
    letter = max(text_width(f"{colour.key}=", FIGURES) for colour in kit.colours)
    step = AIR + letter + 0.5 + FIELD
    number = (
        TICK_BOX + TICK_GAP + max(text_width(box.name, FIGURES, bold=True) for box in kit.boxes)
    )
    width = number + max(len(box.beads) for box in boxes) * step
    abreast = max(1, int((form.width + BETWEEN) / (width + BETWEEN)))
    free = (form.width + BETWEEN) / abreast - BETWEEN - width
    lines = [fixed(BOX_LINE, box_line(kit, box, number, step)) for box in boxes]
    while lines:
        form.need(STAGE_HEAD + 2 * BOX_LINE)
        rows = min(int((form.bottom - form.y - STAGE_HEAD) / BOX_LINE), -(-len(lines) // abreast))
        told = text(head, HEADING, bold=True, level=Anchor.END, margin=0)
        put(form, STAGE_HEAD, padded(told, below=2.6))
        part, lines = lines[: rows * abreast], lines[rows * abreast :]
        starts = range(0, len(part), rows)
        columns = [padded(down(*part[start : start + rows]), right=free) for start in starts]
        put(form, rows * BOX_LINE, tiled(abreast, columns, BETWEEN))


def box_line(kit: Kit, box: Box, number: float, step: float) -> Part:
    """Return a box's line: a tick, its number, and its fields.

    Each field is after its letter, with the starting beads in grey inside.
    """
    name = padded(text(box.name, FIGURES, bold=True, margin=0), left=TICK_BOX + TICK_GAP)
    fields = [
        fixed(step, _field(f"{kit.colour(colour).key}=", str(start)))
        for colour, start in box.start.items()
    ]
    parts = across(fixed(number, layered(tick_box, name)), *fields, grow(1))
    return layered(parts, stroke((0, 1), (1, 1), colour=LIGHT_GREY))


def _field(letter: str, start: str) -> Part:
    inside = text(
        start, SMALLEST, anchor=Anchor.END, level=Anchor.END, colour=START_INK, margin=0.5
    )
    field = centred(FIELD, FIELD_HEIGHT, framed(padded(inside, below=0.6)))
    before = text(letter, FIGURES, anchor=Anchor.END, margin=0)
    return across(fixed(AIR), before, fixed(0.5), fixed(FIELD, field))
