"""The stocktake sheet: every box, with a field for each of its colours."""

from collections.abc import Iterator, Sequence

from menace_kit.layout.marks import LIGHT_GREY, THIN, Anchor, Document, Line, Mark, Rectangle, Text
from menace_kit.layout.sheets.forms import TICK_BOX
from menace_kit.layout.text.pages import FORM_PAGES, Flow
from menace_kit.layout.text.typesetting import cap_height, text_width
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.text.sheet_words import group_words
from menace_kit.text.words import Words

BOX_LINE, STAGE_HEAD = 6.6, 9.0
"""Heights of a line, and of the head above the boxes of a stage."""


FIELD, FIELD_HEIGHT = 8.6, 5.2


LETTER, NUMBER, START = 8.0, 9.0, 5.5
"""Sizes of a letter, of a box's number, and of the small number that a box started with."""


START_INK = "#707070"


AIR = 1.6
"""Between two fields, and behind a box's number."""


BETWEEN = 4.0
"""Between two boxes that stand side by side, at the least."""


def stocktake_sheet_document(kit: Kit, words: Words, name: str = "stocktake-sheet") -> Document:
    """Return the sheet: boxes by stage, read down and then across,
    with how they are counted before them.
    """
    title = words("stocktake-sheet.title")
    form = Flow(kit, words, title, FORM_PAGES)
    form.heading(title)
    form.items(
        (words(f"stocktake-sheet.{step}") for step in ("when", "count", "stocktake")),
        numbered=True,
    )
    form.y += 1
    for boxes in kit.boxes_by_stage:
        _set_stage(
            form, kit, words("stocktake-sheet.stage", stage=group_words(kit, words, boxes)), boxes
        )
    return form.document(name, title)


def _set_stage(form: Flow, kit: Kit, head: str, boxes: Sequence[Box]) -> None:
    """Set the boxes of a stage, as many abreast as fit; its head stands above each part of them."""
    letter = max(text_width(f"{colour.key}=", LETTER) for colour in kit.colours)
    step = letter + 0.5 + FIELD + AIR
    number = TICK_BOX + 1 + max(text_width(box.name, NUMBER, bold=True) for box in kit.boxes) + AIR
    box_width = number + max(len(box.beads) for box in boxes) * step - AIR
    abreast = max(1, int((form.width + BETWEEN) / (box_width + BETWEEN)))
    pitch = (form.width + BETWEEN) / abreast
    rest = list(boxes)
    while rest:
        form.need(STAGE_HEAD + 2 * BOX_LINE)
        rows = min(int((form.bottom - form.y - STAGE_HEAD) / BOX_LINE), -(-len(rest) // abreast))
        form.marks.append(Text(form.left, form.y + STAGE_HEAD - 2.6, head, 10, bold=True))
        form.y += STAGE_HEAD
        part, rest = rest[: rows * abreast], rest[rows * abreast :]
        for place, box in enumerate(part):
            x, y = form.left + place // rows * pitch, form.y + place % rows * BOX_LINE
            form.marks += box_line(kit, box, x, y, number, step)
            form.marks.append(Line(x, y + BOX_LINE, x + box_width, y + BOX_LINE, THIN, LIGHT_GREY))
        form.y += rows * BOX_LINE


def box_line(kit: Kit, box: Box, x: float, y: float, number: float, step: float) -> Iterator[Mark]:
    """Yield a box's line: a tick, its number, and its fields, each behind its letter with
    the start in grey inside.
    """
    middle = y + BOX_LINE / 2
    yield Rectangle(x, middle - TICK_BOX / 2, TICK_BOX, TICK_BOX, THIN)
    yield Text(x + TICK_BOX + 1, middle + cap_height(NUMBER) / 2, box.name, NUMBER, bold=True)
    for place, (name, count) in enumerate(box.start.items()):
        right = x + number + (place + 1) * step - AIR
        letter = f"{kit.colour(name).key}="
        yield Text(
            right - FIELD - 0.5, middle + cap_height(LETTER) / 2, letter, LETTER, anchor=Anchor.END
        )
        yield Rectangle(right - FIELD, middle - FIELD_HEIGHT / 2, FIELD, FIELD_HEIGHT, THIN)
        baseline = middle + FIELD_HEIGHT / 2 - 0.6
        yield Text(right - 0.5, baseline, str(count), START, anchor=Anchor.END, colour=START_INK)
