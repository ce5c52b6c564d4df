"""Stickers of single games, with the moves."""

from collections.abc import Iterator, Sequence

from menace_kit.layout.board import grid_marks, position_marks
from menace_kit.layout.cutting import card_outline
from menace_kit.layout.marks import BLACK, WHITE, Anchor, Document, Mark, Rectangle
from menace_kit.layout.page import SHEET_MARGIN, Frame
from menace_kit.layout.set_pieces import by_sheet
from menace_kit.layout.sheets.stickers import FRAME, INSET, RADIUS, StickerShape, sticker_cells
from menace_kit.layout.sheets.visitors_game import RESULTS, VisitorsGame, places_of_boards
from menace_kit.layout.text.typesetting import fitted
from menace_kit.layout.type_scale import FIGURES
from menace_kit.machine.kit import Kit
from menace_kit.text.words import Words

LONGEST_ON_STICKER = 40
"""The letters of a name for which a sticker has room."""


def game_stickers_document(
    kit: Kit, words: Words, games: Sequence[VisitorsGame], name: str = "game-stickers"
) -> Document:
    """Return a sticker for each game, in its order, on the kit's stock if its
    labels are large enough.

    FitError where a game has no room on one.
    """
    grid, size, _ = sticker_cells(kit, StickerShape.RECTANGLE)
    frame = Frame(kit, words, SHEET_MARGIN, shown=True)
    sheets = by_sheet(games, grid.cells)
    pages = []
    for number, sheet in enumerate(sheets, start=1):
        marks: list[Mark] = [*grid.guides(range(len(sheet)))] if grid.cut else []
        for cell, game in enumerate(sheet):
            x, y = grid.centred(cell, *size)
            if grid.cut:
                marks.append(card_outline(x, y, grid.width, grid.height, RADIUS))
            marks += _game_marks(kit, words, game, x, y, *size)
        pages.append(grid.page(frame, marks, number, len(sheets)))
    return frame.bound(name, words("stickers.title"), pages)


def _game_marks(
    kit: Kit, words: Words, game: VisitorsGame, x: float, y: float, width: float, height: float
) -> Iterator[Mark]:
    """Yield a sticker: what the visitor did, the game in small boards, who it was and when."""
    inset = INSET + FRAME / 2
    yield Rectangle(
        x + inset, y + inset, width - 2 * inset, height - 2 * inset, FRAME, BLACK, WHITE, RADIUS - 1
    )
    margin = INSET + FRAME + 1.2
    left, top, room, tall = x + margin, y + margin, width - 2 * margin, height - 2 * margin
    said = words(f"stickers.sticker-{RESULTS[game.result]}", name=words.title(kit.spec.name))
    above = fitted(said, room, tall * 0.3, largest=13, bold=True)
    name = (
        game.name
        if len(game.name) <= LONGEST_ON_STICKER
        else f"{game.name[: LONGEST_ON_STICKER - 1]}…"
    )
    who = [*([name] if name else []), words.time(game.at), words("play.game", number=game.number)]
    below = fitted("  ·  ".join(who), room, tall * 0.22, largest=FIGURES)
    yield from above.marks(x + width / 2, top, Anchor.MIDDLE, BLACK)
    yield from below.marks(x + width / 2, top + tall - below.height, Anchor.MIDDLE, BLACK)
    top, tall = top + above.height + 0.8, tall - above.height - below.height - 1.6
    square, places = places_of_boards(kit, len(game.boards), left, top, room, tall)
    for cells, place in zip(game.boards, places, strict=True):
        yield from grid_marks(kit, *place, square)
        yield from position_marks(kit, cells, *place, square)
