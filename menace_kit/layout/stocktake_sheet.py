"""The stocktake sheet: every box by its number, with a field for each colour that it can hold. In mm."""

from collections.abc import Iterator, Sequence

from menace_kit.layout.column import FORM, Column
from menace_kit.layout.form import BODY, BOX, FOOT, MARGIN, TOP, form_size
from menace_kit.layout.label_words import group_words
from menace_kit.layout.marks import LIGHT_GREY, THIN, Anchor, Document, Line, Mark, Rectangle, Text
from menace_kit.layout.page import Frame
from menace_kit.layout.text import cap_height, text_width, wrapped
from menace_kit.machine.boxes import Box
from menace_kit.machine.filling import stage_groups
from menace_kit.machine.kit import Kit
from menace_kit.text import Words

STOCKTAKE = "menace-kit operator stocktake"

ROW, HEAD = 6.6, 9.0
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
    """Return the sheet: boxes by stage, read down and then across, with how the counts are typed in before them."""
    title = words("stocktake-sheet.title")
    _, _, width = form_size(kit)
    text = Column(MARGIN, TOP, width, BODY, FORM)
    text.heading(title)
    _explain(kit, words, text)
    paper = _Paper(kit, text)
    for boxes in stage_groups(kit):
        paper.stage(words("stocktake-sheet.stage", stage=group_words(kit, words, boxes)), boxes)
    return Frame(kit, words, MARGIN, title).document(name, title, paper.pages)


def counts_text(kit: Kit, box: Box) -> str:
    """Return a box and its starting counts as they are typed in: `1 W=4 L=4 G=4`."""
    counts = " ".join(f"{kit.colour(name).key}={count}" for name, count in box.start.items())
    return f"{box.number} {counts}"


def _explain(kit: Kit, words: Words, text: Column) -> None:
    """Set how it is counted, and how the counts are typed in: the first box with its start is the example."""
    counted = counts_text(kit, kit.boxes[0])
    text.items(
        (words("stocktake-sheet.when", command=STOCKTAKE), words("stocktake-sheet.count")), numbered=True
    )
    text.paragraph(words("stocktake-sheet.recount"), sign="3.")
    _set_command(text, f"menace-kit operator recount {counted}")
    text.paragraph(words("stocktake-sheet.stocktake"), sign="4.")
    _set_command(text, f'{STOCKTAKE} --done --differ "{counted}"')


def _set_command(text: Column, command: str) -> None:
    """Set a command, as it is typed in, below a sentence that stands behind a number."""
    for line in wrapped(command, text.width - text.indent(" ", BODY), BODY, bold=True):
        text.paragraph(line, bold=True, sign=" ")


class _Paper:
    """Pages that are filled with boxes, a stage after the other."""

    def __init__(self, kit: Kit, text: Column) -> None:
        self._kit = kit
        _, height, self._width = form_size(kit)
        self._bottom = height - FOOT
        self.pages: list[list[Mark]] = [text.marks]
        self._y = text.y + 1

    def stage(self, head: str, boxes: Sequence[Box]) -> None:
        """Set the boxes of a stage, as many abreast as fit; its head stands above each part of them."""
        step = _field_step(self._kit)
        number = _number_width(self._kit)
        box_width = number + max(len(box.beads) for box in boxes) * step - AIR
        abreast = max(1, int((self._width + BETWEEN) / (box_width + BETWEEN)))
        pitch = (self._width + BETWEEN) / abreast
        rest = list(boxes)
        while rest:
            if self._y + HEAD + 2 * ROW > self._bottom:
                self.pages.append([])
                self._y = TOP
            rows = min(int((self._bottom - self._y - HEAD) / ROW), -(-len(rest) // abreast))
            self._add(Text(MARGIN, self._y + HEAD - 2.6, head, 10, bold=True))
            self._y += HEAD
            part, rest = rest[: rows * abreast], rest[rows * abreast :]
            for place, box in enumerate(part):
                x, y = MARGIN + place // rows * pitch, self._y + place % rows * ROW
                self._add(*box_line(self._kit, box, x, y, number, step))
                self._add(Line(x, y + ROW, x + box_width, y + ROW, THIN, LIGHT_GREY))
            self._y += rows * ROW

    def _add(self, *marks: Mark) -> None:
        self.pages[-1].extend(marks)


def box_line(kit: Kit, box: Box, x: float, y: float, number: float, step: float) -> Iterator[Mark]:
    """Yield a box's line: a tick, its number, and its fields, each behind its letter with the start in grey inside."""
    middle = y + ROW / 2
    yield Rectangle(x, middle - BOX / 2, BOX, BOX, THIN)
    yield Text(x + BOX + 1, middle + cap_height(NUMBER) / 2, box.name, NUMBER, bold=True)
    for place, (name, count) in enumerate(box.start.items()):
        right = x + number + (place + 1) * step - AIR
        letter = f"{kit.colour(name).key}="
        yield Text(right - FIELD - 0.5, middle + cap_height(LETTER) / 2, letter, LETTER, anchor=Anchor.END)
        yield Rectangle(right - FIELD, middle - FIELD_HEIGHT / 2, FIELD, FIELD_HEIGHT, THIN)
        yield Text(
            right - 0.5,
            middle + FIELD_HEIGHT / 2 - 0.6,
            str(count),
            START,
            anchor=Anchor.END,
            colour=START_INK,
        )


def _field_step(kit: Kit) -> float:
    """Return the way from one field to the next: the widest letter, the field, and some air."""
    return max(text_width(f"{colour.key}=", LETTER) for colour in kit.colours) + 0.5 + FIELD + AIR


def _number_width(kit: Kit) -> float:
    """Return what a box's tick and number take, with air behind them."""
    return BOX + 1 + max(text_width(box.name, NUMBER, bold=True) for box in kit.boxes) + AIR
