"""Stickers for those who played, a third each for who won, drew and lost; and sheets of square codes. In mm."""

from collections.abc import Iterator
from enum import Enum

from menace_kit.layout.labels.label import LEAST_CELL, code_cells, code_mark
from menace_kit.layout.labels.sheets import SHEET_MARGIN, label_plan
from menace_kit.layout.marks import (
    BLACK,
    HAIRLINE,
    LIGHT_GREY,
    WHITE,
    Anchor,
    Circle,
    Document,
    Layer,
    Mark,
    Rectangle,
    Text,
)
from menace_kit.layout.primitives.cut_sheet import card_outline, plain_grid, stock_grid
from menace_kit.layout.primitives.page import HEADER_BOTTOM, Frame
from menace_kit.layout.text.column import Column, fitted, spaced
from menace_kit.layout.text.fonts import cap_height
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, results
from menace_kit.text.words import Words

RESULTS = {Result.LOSS: "beat", Result.TIE: "drew", Result.WIN: "lost"}
"""What a visitor did, in the order of the three groups."""


class StickerShape(Enum):
    """The shape of stickers that are cut out of a plain page."""

    RECTANGLE = "rectangle"
    ROUND = "round"


LEAST = (30.0, 15.0)
"""Width and height of the smallest ready-cut label that is used for stickers."""

PLAIN = {StickerShape.RECTANGLE: (60.0, 33.0), StickerShape.ROUND: (44.0, 44.0)}
"""Width and height of a sticker that is cut out of a plain page: 60 mm stand three abreast on either paper."""

RADIUS = 3.0
INSET = 1.6
"""From a sticker's edge to its frame: what a pair of scissors may be off, and a printer on ready-cut stock."""

FRAME = 0.9
PLAIN_GAP = 2.0
ROUND_ROOM = 0.58
"""The share of a round sticker's width that the square in it has."""


def on_ready_cut(kit: Kit) -> bool:
    """Return whether stickers are printed on the kit's own label stock: whether its labels are large enough."""
    grid = kit.stock.grid
    return grid is not None and grid.width >= LEAST[0] and grid.height >= LEAST[1]


def stickers_document(
    kit: Kit, words: Words, name: str = "stickers", shape: StickerShape = StickerShape.RECTANGLE
) -> Document:
    """Return one sheet: on the kit's stock if its labels are large enough, else on plain paper, in the shape asked for.

    KitError where the stock is made for another paper than the kit's.
    """
    paper = kit.spec.print.paper
    if on_ready_cut(kit):
        grid, shape = stock_grid(kit.stock, kit.spec.print.stock, paper), StickerShape.RECTANGLE
        size = grid.printable(INSET)
    else:
        grid = plain_grid(paper, *PLAIN[shape], PLAIN_GAP)
        size = PLAIN[shape]
    frame = Frame(kit, words, SHEET_MARGIN, words("stickers.subject"))
    cut_straight = grid.cut and shape is StickerShape.RECTANGLE
    marks: list[Mark] = [*grid.guides(range(grid.cells))] if cut_straight else []
    kinds = [RESULTS[result] for result in reversed(results(kit.game))]
    for cell in range(grid.cells):
        x, y = grid.centred(cell, *size)
        if cut_straight:
            marks.append(card_outline(x, y, grid.width, grid.height, RADIUS))
        elif grid.cut:
            middle = x + grid.width / 2, y + grid.height / 2
            marks.append(Circle(*middle, grid.width / 2, HAIRLINE, LIGHT_GREY, None, Layer.CUT))
        result = kinds[cell * len(kinds) // grid.cells]
        marks += _sticker_marks(kit, words, result, shape, x, y, *size)
    return frame.bound(name, words("stickers.title"), [grid.page(frame, marks)])


def _sticker_marks(
    kit: Kit, words: Words, result: str, shape: StickerShape, x: float, y: float, width: float, height: float
) -> Iterator[Mark]:
    """Yield a sticker: its frame, full for a win, its sentence, and a row of the kit's colours below it."""
    middle = x + width / 2
    ground, ink = (BLACK, WHITE) if result == "beat" else (WHITE, BLACK)
    line = FRAME if result != "lost" else FRAME / 3
    if shape is StickerShape.ROUND:
        yield Circle(middle, y + height / 2, width / 2 - INSET - line / 2, line, BLACK, ground)
        room, tall = width * ROUND_ROOM, height * ROUND_ROOM
    else:
        inset = INSET + line / 2
        yield Rectangle(
            x + inset, y + inset, width - 2 * inset, height - 2 * inset, line, BLACK, ground, RADIUS - 1
        )
        room, tall = width - 2 * (INSET + FRAME + 1.8), height - 2 * (INSET + FRAME + 1.2)
    row = min(tall * 0.2, room / (1.4 * len(kit.colours)))
    text = fitted(
        words(f"stickers.sticker-{result}", name=kit.spec.name), room, tall - row - 1, largest=24, bold=True
    )
    top = y + (height - text.height - 1 - row) / 2
    yield from text.marks(middle, top, Anchor.MIDDLE, ink)
    step = row * 1.4
    start = middle - step * (len(kit.colours) - 1) / 2
    for place, colour in enumerate(kit.colours):
        yield Circle(
            start + place * step, top + text.height + 1 + row / 2, row / 2 - 0.1, 0.15, ink, colour.hex
        )


# Sheets of square codes, one for each box, that lead to its page on the web: to cut out and to glue on. In mm.

CELL = 0.6
"""The side of a code's cell on these sheets: any telephone reads it."""

GAP = 2.0
NUMBER_SIZE = 10.0
CODES_MARGIN = 8.0
INTRO, INTRO_PITCH = 8.5, 3.9
"""Size in points and pitch of the words on the first page."""


def qr_document(kit: Kit, words: Words, name: str = "codes") -> Document:
    """Return the sheets of a kit with a base address; the first page begins with what they are for."""
    side = code_cells(kit) * CELL
    frame = Frame(kit, words, CODES_MARGIN)
    intro = _intro(kit, words, frame.width)
    grid = plain_grid(kit.spec.print.paper, side, side + cap_height(NUMBER_SIZE) + 1.2, GAP)
    # Whole rows make way for the words.
    taken = -(-int(10 * len(intro) * INTRO_PITCH + 20) // int(10 * grid.pitch_y)) * grid.columns
    first, rest = kit.boxes[: grid.cells - taken], kit.boxes[grid.cells - taken :]
    groups = [first, *(rest[start : start + grid.cells] for start in range(0, len(rest), grid.cells))]
    pages = []
    for number, boxes in enumerate(groups, start=1):
        begun = taken if number == 1 else 0
        used = range(begun, begun + len(boxes))
        marks = [*frame.ruler(), *(intro if number == 1 else []), *grid.guides(used)]
        for cell, box in zip(used, boxes, strict=True):
            x, y = grid.corner(cell)
            marks.append(code_mark(kit, box, x, y, side))
            baseline = y + side + cap_height(NUMBER_SIZE) + 0.2
            marks.append(Text(x + side / 2, baseline, box.name, NUMBER_SIZE, True, Anchor.MIDDLE))
        subject = words("qr.boxes", n=len(boxes), first=boxes[0].name, last=boxes[-1].name)
        pages.append(frame.page(marks, number, len(groups), subject))
    return frame.bound(name, words("qr.title"), pages)


def _intro(kit: Kit, words: Words, width: float) -> list[Mark]:
    """Return the lines of what is to be known: what a code holds, and whether the labels have them too."""
    text = Column(CODES_MARGIN, HEADER_BOTTOM + 1 + INTRO_PITCH, width, INTRO, spaced(INTRO_PITCH, INTRO))
    text.paragraph(words("qr.what", address=kit.address(kit.boxes[0])))
    if label_plan(kit, words).style.code:
        text.paragraph(words("qr.on-labels"))
    else:
        text.paragraph(words("qr.not-on-labels", least=f"{code_cells(kit) * LEAST_CELL:.1f}"))
    return text.marks
