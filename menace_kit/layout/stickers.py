"""Stickers for those who played: one third each for who won, drew and lost; on label stock, or to be cut out. In mm."""

from collections.abc import Iterator
from enum import Enum

from menace_kit.layout.cutting import card_cut_marks, round_cut_marks
from menace_kit.layout.fitted import fitted
from menace_kit.layout.labels import SHEET_MARGIN
from menace_kit.layout.marks import BLACK, WHITE, Anchor, Circle, Document, Mark, Page, Rectangle
from menace_kit.layout.page import Frame
from menace_kit.layout.sheet import Grid, plain_grid, stock_grid
from menace_kit.machine.contents import Result
from menace_kit.machine.course import results
from menace_kit.machine.kit import Kit
from menace_kit.machine.stock import LabelGrid
from menace_kit.text import Words

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


def takes_stickers(grid: LabelGrid) -> bool:
    """Return whether a ready-cut sheet's labels are large enough for stickers."""
    return grid.width >= LEAST[0] and grid.height >= LEAST[1]


def on_ready_cut(kit: Kit) -> bool:
    """Return whether stickers are printed on the kit's own label stock."""
    return kit.stock.grid is not None and takes_stickers(kit.stock.grid)


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
    marks: list[Mark] = [*frame.head()] if grid.has_head_room else []
    kinds = [RESULTS[result] for result in reversed(results(kit.game))]
    for cell in range(grid.cells):
        x, y = grid.corner(cell)
        marks += _cut_marks(grid, shape, x, y)
        result = kinds[cell * len(kinds) // grid.cells]
        left, top = x + (grid.width - size[0]) / 2, y + (grid.height - size[1]) / 2
        marks += _sticker_marks(kit, words, result, shape, left, top, *size)
    if grid.has_foot_room:
        marks += frame.ruler()
    return frame.bound(name, words("stickers.title"), [Page(*frame.size, tuple(marks))])


def _cut_marks(grid: Grid, shape: StickerShape, x: float, y: float) -> Iterator[Mark]:
    if grid.cut and shape is StickerShape.ROUND:
        yield from round_cut_marks(x + grid.width / 2, y + grid.height / 2, grid.width / 2)
    elif grid.cut:
        yield from card_cut_marks(x, y, grid.width, grid.height, RADIUS, PLAIN_GAP)


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
