"""Stickers for everybody who played."""

from collections.abc import Sequence
from functools import partial

from menace_kit.layout.cutting import card_outline
from menace_kit.layout.grid import Grid, plain_grid, stock_grid
from menace_kit.layout.marks import (
    BLACK,
    WHITE,
    Anchor,
    Circle,
    Document,
    Mark,
    Marks,
)
from menace_kit.layout.page import SHEET_MARGIN, Frame
from menace_kit.layout.sheets.visitors_game import RESULTS
from menace_kit.layout.stacks import (
    Area,
    Part,
    down,
    fixed,
    framed,
    grow,
    in_groups,
    in_the_middle,
    inset,
    layered,
    padded,
    text_lines,
)
from menace_kit.layout.text.typesetting import fitted
from menace_kit.machine import Kit
from menace_kit.machine.prospects import results
from menace_kit.text.kit_words import machine_title
from menace_kit.text.sheet_words import said

LEAST = (30.0, 15.0)
"""Width and height of the smallest ready-cut label used for stickers."""


PLAIN = (60.0, 33.0)
"""Width and height of a sticker cut out of a plain page; three fit side by side."""


RADIUS = 3.0


INSET = 1.6
"""Distance of a sticker's frame from its edge, for errors of scissors, or of a printer on stock."""


FRAME = 0.9


PLAIN_GAP = 2.0


def on_ready_cut(kit: Kit) -> bool:
    """Return whether the kit's own label stock is large enough for stickers."""
    grid = kit.stock.grid
    return grid is not None and grid.width >= LEAST[0] and grid.height >= LEAST[1]


def stickers_document(kit: Kit, name: str = "stickers") -> Document:
    """Return one sheet, on the kit's stock if its labels are large enough, else on plain paper.

    Raises KitError if the stock is for another paper than the kit's.
    """
    grid, _ = sticker_cells(kit)
    kinds = [RESULTS[result] for result in reversed(results(kit.game))]
    told = [kinds[cell * len(kinds) // grid.cells] for cell in range(grid.cells)]
    return bound_stickers(kit, name, [_sticker(kit, each) for each in told])


def bound_stickers(kit: Kit, name: str, stickers: Sequence[Part]) -> Document:
    """Return stickers in the cells of as many sheets as they need."""
    grid, size = sticker_cells(kit)
    frame = Frame(kit, SHEET_MARGIN, shown=True)
    sheets = in_groups(stickers, grid.cells)
    pages = []
    for number, sheet in enumerate(sheets, start=1):
        marks: list[Mark] = [*grid.guides(range(len(sheet)))] if grid.cut else []
        for cell, sticker in enumerate(sheet):
            area = Area(*grid.centred(cell, *size), *size)
            if grid.cut:
                marks.append(card_outline(*area, RADIUS))
            marks += sticker(area)
        pages.append(grid.page(frame, marks, number, len(sheets)))
    return frame.bound(name, said(kit, "stickers.title"), pages)


def sticker_cells(kit: Kit) -> tuple[Grid, tuple[float, float]]:
    """Return where stickers are, and the size of one."""
    paper = kit.spec.print.paper
    if on_ready_cut(kit):
        grid = stock_grid(kit.stock, kit.spec.print.stock, paper)
        return grid, grid.printable(INSET)
    return plain_grid(paper, *PLAIN, PLAIN_GAP), PLAIN


def _sticker(kit: Kit, result: str) -> Part:
    """Return a sticker: a frame, thick for a win, its sentence, and the kit's colours below it."""
    ground, ink = (BLACK, WHITE) if result == "beat" else (WHITE, BLACK)
    line = FRAME if result != "lost" else FRAME / 3
    told = said(kit, f"stickers.sticker-{result}", name=machine_title(kit))

    def inside(area: Area) -> Marks:
        row = min(area.height * 0.2, area.width / (1.4 * len(kit.colours)))
        text = fitted(told, area.width, area.height - row - 1, largest=23, bold=True)
        discs = [fixed(1.4 * row, partial(_disc, ink, colour.hex)) for colour in kit.colours]
        return down(
            grow(1),
            fixed(text.height + 1, text_lines(text, Anchor.MIDDLE, ink)),
            fixed(row, in_the_middle(*discs)),
            grow(1),
        )(area)

    edge = INSET + FRAME
    return layered(
        sticker_frame(line, ground), padded(inside, edge + 1.8, edge + 1.2, edge + 1.8, edge + 1.2)
    )


def sticker_frame(line: float = FRAME, ground: str = WHITE) -> Part:
    """Return the frame of a sticker."""
    return inset(INSET + line / 2, framed(pen=line, fill=ground, radius=RADIUS - 1))


def _disc(ink: str, fill: str, area: Area) -> Marks:
    yield Circle(*area.at(0.5, 0.5), area.height / 2 - 0.1, 0.15, ink, fill)
