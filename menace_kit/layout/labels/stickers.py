"""Stickers for those who played, a third each for who won, drew and lost; and sheets of square codes. In mm."""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from menace_kit.errors import FitError
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
from menace_kit.layout.primitives.board import board_height, grid_marks, position_marks, square_within
from menace_kit.layout.primitives.cut_sheet import Grid, card_outline, plain_grid, stock_grid
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


class GameOnSticker(NamedTuple):
    """A visitor's game for a sticker.

    Its boards from the first move on, how it ended for the machine, and a line that says who played it and when.
    """

    boards: tuple[str, ...]
    result: Result
    below: str


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
    grid, size, shape = _cells(kit, shape)
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


def _cells(kit: Kit, shape: StickerShape) -> tuple[Grid, tuple[float, float], StickerShape]:
    """Return where stickers lie, how large one is, and of which shape it can be."""
    paper = kit.spec.print.paper
    if on_ready_cut(kit):
        grid = stock_grid(kit.stock, kit.spec.print.stock, paper)
        return grid, grid.printable(INSET), StickerShape.RECTANGLE
    return plain_grid(paper, *PLAIN[shape], PLAIN_GAP), PLAIN[shape], shape


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


# A visitor's own game

BOARD_GAP = 1.4
"""Between the small boards of a game."""

LEAST_SQUARE = 0.8
"""The side in mm of the smallest square whose mark can be told."""


def game_stickers_document(
    kit: Kit, words: Words, games: Sequence[GameOnSticker], name: str = "game-stickers"
) -> Document:
    """Return a sticker for each game, in its order, on the kit's stock if its labels are large enough.

    FitError where a game has no room on one.
    """
    grid, size, _ = _cells(kit, StickerShape.RECTANGLE)
    frame = Frame(kit, words, SHEET_MARGIN, words("stickers.subject"))
    sheets = [games[first : first + grid.cells] for first in range(0, len(games), grid.cells)]
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
    kit: Kit, words: Words, game: GameOnSticker, x: float, y: float, width: float, height: float
) -> Iterator[Mark]:
    """Yield a sticker: what the visitor did, the game in small boards, who it was and when."""
    inset = INSET + FRAME / 2
    yield Rectangle(
        x + inset, y + inset, width - 2 * inset, height - 2 * inset, FRAME, BLACK, WHITE, RADIUS - 1
    )
    margin = INSET + FRAME + 1.2
    left, top, room, tall = x + margin, y + margin, width - 2 * margin, height - 2 * margin
    said = words(f"stickers.sticker-{RESULTS[game.result]}", name=kit.spec.name)
    above = fitted(said, room, tall * 0.3, largest=14, bold=True)
    below = fitted(game.below, room, tall * 0.22, largest=8)
    yield from above.marks(x + width / 2, top, Anchor.MIDDLE, BLACK)
    yield from below.marks(x + width / 2, top + tall - below.height, Anchor.MIDDLE, BLACK)
    top, tall = top + above.height + 0.8, tall - above.height - below.height - 1.6
    rows, square = _rows_of_boards(kit, len(game.boards), room, tall)
    across = -(-len(game.boards) // rows)
    wide, high = kit.game.columns * square, board_height(kit, square)
    for place, cells in enumerate(game.boards):
        row, column = divmod(place, across)
        in_row = min(across, len(game.boards) - row * across)
        start = left + (room - in_row * wide - (in_row - 1) * BOARD_GAP) / 2
        board_x = start + column * (wide + BOARD_GAP)
        board_y = top + (tall - rows * high - (rows - 1) * BOARD_GAP) / 2 + row * (high + BOARD_GAP)
        yield from grid_marks(kit, board_x, board_y, square)
        yield from position_marks(kit, cells, board_x, board_y, square)


def _rows_of_boards(kit: Kit, count: int, width: float, height: float) -> tuple[int, float]:
    """Return in how many rows so many boards are largest, and the side of their squares."""
    found = []
    for rows in range(1, count + 1):
        across = -(-count // rows)
        free = (width - (across - 1) * BOARD_GAP) / across, (height - (rows - 1) * BOARD_GAP) / rows
        found.append((square_within(kit, *free), rows))
    square, rows = max(found)
    if square < LEAST_SQUARE:
        raise FitError(f"{count} boards have no room on a sticker of {width:.0f} x {height:.0f} mm")
    return rows, square


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
