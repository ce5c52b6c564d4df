"""Stickers for everybody who played."""

from collections.abc import Iterator
from enum import Enum

from menace_kit.layout.cutting import card_outline
from menace_kit.layout.grid import Grid, plain_grid, stock_grid
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
)
from menace_kit.layout.page import SHEET_MARGIN, Frame
from menace_kit.layout.sheets.visitors_game import RESULTS
from menace_kit.layout.text.typesetting import fitted
from menace_kit.machine.kit import Kit
from menace_kit.machine.prospects import results
from menace_kit.text.kit_words import machine_title
from menace_kit.text.sheet_words import said


class StickerShape(Enum):
    """The shape of stickers cut out of a plain page."""

    RECTANGLE = "rectangle"
    ROUND = "round"


LEAST = (30.0, 15.0)
"""Width and height of the smallest ready-cut label used for stickers."""


PLAIN = {StickerShape.RECTANGLE: (60.0, 33.0), StickerShape.ROUND: (44.0, 44.0)}
"""Width and height of a sticker cut out of a plain page; three of 60 mm fit side by side."""


RADIUS = 3.0


INSET = 1.6
"""Distance of a sticker's frame from its edge, for errors of scissors, or of a printer on stock."""


FRAME = 0.9


PLAIN_GAP = 2.0


ROUND_ROOM = 0.58
"""The share of a round sticker's width that its inner square has."""


def on_ready_cut(kit: Kit) -> bool:
    """Return whether the kit's own label stock is large enough for stickers."""
    grid = kit.stock.grid
    return grid is not None and grid.width >= LEAST[0] and grid.height >= LEAST[1]


def stickers_document(
    kit: Kit, name: str = "stickers", shape: StickerShape = StickerShape.RECTANGLE
) -> Document:
    """Return one sheet, on the kit's stock if its labels are large enough, else on plain paper.

    On plain paper, stickers have the given `shape`. Raises KitError if the stock is for another
    paper than the kit's.
    """
    grid, size, shape = sticker_cells(kit, shape)
    frame = Frame(kit, SHEET_MARGIN, shown=True)
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
        marks += _sticker_marks(kit, result, shape, x, y, *size)
    return frame.bound(name, said(kit, "stickers.title"), [grid.page(frame, marks)])


def sticker_cells(kit: Kit, shape: StickerShape) -> tuple[Grid, tuple[float, float], StickerShape]:
    """Return where stickers are, the size of one, and the shape it can have."""
    paper = kit.spec.print.paper
    if on_ready_cut(kit):
        grid = stock_grid(kit.stock, kit.spec.print.stock, paper)
        return grid, grid.printable(INSET), StickerShape.RECTANGLE
    return plain_grid(paper, *PLAIN[shape], PLAIN_GAP), PLAIN[shape], shape


def _sticker_marks(
    kit: Kit,
    result: str,
    shape: StickerShape,
    x: float,
    y: float,
    width: float,
    height: float,
) -> Iterator[Mark]:
    """Yield a sticker: a frame, thick for a win, its sentence, and the kit's colours below it."""
    middle = x + width / 2
    ground, ink = (BLACK, WHITE) if result == "beat" else (WHITE, BLACK)
    line = FRAME if result != "lost" else FRAME / 3
    if shape is StickerShape.ROUND:
        yield Circle(middle, y + height / 2, width / 2 - INSET - line / 2, line, BLACK, ground)
        room, tall = width * ROUND_ROOM, height * ROUND_ROOM
    else:
        inset = INSET + line / 2
        yield Rectangle(
            x + inset,
            y + inset,
            width - 2 * inset,
            height - 2 * inset,
            line,
            BLACK,
            ground,
            RADIUS - 1,
        )
        room, tall = width - 2 * (INSET + FRAME + 1.8), height - 2 * (INSET + FRAME + 1.2)
    row = min(tall * 0.2, room / (1.4 * len(kit.colours)))
    text = fitted(
        said(kit, f"stickers.sticker-{result}", name=machine_title(kit)),
        room,
        tall - row - 1,
        largest=23,
        bold=True,
    )
    top = y + (height - text.height - 1 - row) / 2
    yield from text.marks(middle, top, Anchor.MIDDLE, ink)
    step = row * 1.4
    start = middle - step * (len(kit.colours) - 1) / 2
    for place, colour in enumerate(kit.colours):
        yield Circle(
            start + place * step,
            top + text.height + 1 + row / 2,
            row / 2 - 0.1,
            0.15,
            ink,
            colour.hex,
        )
