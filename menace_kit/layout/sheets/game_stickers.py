"""Stickers for single games, with their moves."""

from collections.abc import Iterable, Iterator, Sequence

from menace_kit.layout.board import grid_marks, position_marks
from menace_kit.layout.cutting import card_outline
from menace_kit.layout.marks import BLACK, WHITE, Anchor, Document, Mark, Rectangle
from menace_kit.layout.page import SHEET_MARGIN, Frame
from menace_kit.layout.set_pieces import by_sheet
from menace_kit.layout.sheets.stickers import FRAME, INSET, RADIUS, StickerShape, sticker_cells
from menace_kit.layout.sheets.visitors_game import RESULTS, VisitorsGame, squares_of_boards
from menace_kit.layout.stacks import (
    Area,
    Part,
    down,
    fixed,
    grow,
    inset,
    layered,
    padded,
    text_lines,
)
from menace_kit.layout.text.typesetting import fitted
from menace_kit.layout.type_scale import FIGURES
from menace_kit.machine.kit import Kit
from menace_kit.text.kit_words import machine_title, paper_words
from menace_kit.text.sheet_words import said

LONGEST_ON_STICKER = 40
"""How many letters of a name a sticker has room for."""


def game_stickers_document(
    kit: Kit, games: Sequence[VisitorsGame], name: str = "game-stickers"
) -> Document:
    """Return a sticker for each game, in order, on the kit's stock if its labels are large enough.

    Raises FitError if a game doesn't fit on one.
    """
    grid, size, _ = sticker_cells(kit, StickerShape.RECTANGLE)
    frame = Frame(kit, SHEET_MARGIN, shown=True)
    sheets = by_sheet(games, grid.cells)
    pages = []
    for number, sheet in enumerate(sheets, start=1):
        marks: list[Mark] = [*grid.guides(range(len(sheet)))] if grid.cut else []
        for cell, game in enumerate(sheet):
            x, y = grid.centred(cell, *size)
            if grid.cut:
                marks.append(card_outline(x, y, grid.width, grid.height, RADIUS))
            marks += _sticker(kit, game)(Area(x, y, *size))
        pages.append(grid.page(frame, marks, number, len(sheets)))
    return frame.bound(name, said(kit, "stickers.title"), pages)


def _sticker(kit: Kit, game: VisitorsGame) -> Part:
    """Return a sticker: what the visitor did, the game in small boards, name and date."""
    words = paper_words(kit)
    did = words(f"stickers.sticker-{RESULTS[game.result]}", name=machine_title(kit))
    name = game.name
    if len(name) > LONGEST_ON_STICKER:
        name = f"{name[: LONGEST_ON_STICKER - 1]}…"
    who = [*([name] if name else []), words.time(game.at), words("common.game", number=game.number)]

    def inside(area: Area) -> Iterable[Mark]:
        above = fitted(did, area.width, area.height * 0.3, largest=13, bold=True)
        below = fitted("  ·  ".join(who), area.width, area.height * 0.22, largest=FIGURES)
        told = down(
            fixed(above.height, text_lines(above, Anchor.MIDDLE)),
            grow(1),
            fixed(below.height, text_lines(below, Anchor.MIDDLE)),
        )
        boards = padded(_boards(kit, game), above=above.height + 0.8, below=below.height + 0.8)
        return layered(told, boards)(area)

    def frame(area: Area) -> Iterator[Mark]:
        yield Rectangle(*area, FRAME, BLACK, WHITE, RADIUS - 1)

    return layered(inset(INSET + FRAME / 2, frame), inset(INSET + FRAME + 1.2, inside))


def _boards(kit: Kit, game: VisitorsGame) -> Part:
    """Return the board after each move."""

    def draw(area: Area) -> Iterator[Mark]:
        places = squares_of_boards(kit, len(game.boards), area)
        for cells, squares in zip(game.boards, places, strict=True):
            yield from grid_marks(squares)
            yield from position_marks(squares, cells)

    return draw
