"""What visitors and a class get cut out of a sheet: key cards, small and for the wall, stickers and codes. In mm."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from menace_kit.errors import FitError
from menace_kit.games import EMPTY
from menace_kit.layout.board import board_height, grid_marks, position_marks, square_within
from menace_kit.layout.label import LEAST_CELL, code_cells, code_mark
from menace_kit.layout.label_sheets import SHEET_MARGIN, label_plan
from menace_kit.layout.marks import (
    BLACK,
    GREY,
    HAIRLINE,
    LIGHT_GREY,
    MM_PER_POINT,
    THIN,
    WHITE,
    Anchor,
    Circle,
    Document,
    Layer,
    Line,
    Mark,
    Rectangle,
    Text,
)
from menace_kit.layout.page import (
    HEADER_BOTTOM,
    Frame,
    Grid,
    card_outline,
    plain_grid,
    stock_grid,
)
from menace_kit.layout.text.column import Column, Fitted, fitted, fitted_together, spaced
from menace_kit.layout.text.fonts import CAP_HEIGHT, SMALLEST, cap_height, ink_box, ink_centred, shortened
from menace_kit.layout.text.pages import POSTER_PAGES
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, results
from menace_kit.machine.schema import Colour
from menace_kit.text.kit_words import said
from menace_kit.text.words import Words

# Which colour means what: large discs with letter, sign and name, on the squares of a board or in a list. In mm.

LETTER_HEIGHT = 0.72
LETTER_MIDDLE = -0.24
SIGN_HEIGHT = 0.46
SIGN_MIDDLE = 0.55
"""Height of letter and sign on a disc, and how far below its middle theirs are, as shares of its radius."""

ROUND = 0.9
"""The share of a disc's radius inside which letter and sign stay."""


@dataclass(frozen=True, slots=True)
class ColourKey:
    """Colours in rows and columns, as one reads; None where a square has no colour.

    `is_board` where the places are the squares of the board, so that a colour means its square in every box.
    """

    rows: int
    columns: int
    colours: tuple[Colour | None, ...]
    is_board: bool


def colour_key(kit: Kit) -> ColourKey:
    """Return the kit's key: its board, if a colour means the same square in all boxes, else the list of its colours."""
    meanings: dict[str, set[tuple[int, ...]]] = {}
    for box in kit.boxes:
        for bead in box.beads:
            meanings.setdefault(bead.colour, set()).add(bead.move)
    moves = [move for found in meanings.values() for move in found]
    one_each = all(len(found) == 1 for found in meanings.values()) and len(set(moves)) == len(moves)
    if one_each and all(len(move) == 1 for move in moves):
        owners = {move[0]: kit.colour(name) for name, (move,) in meanings.items()}
        rows, columns = kit.game.rows, kit.game.columns
        return ColourKey(rows, columns, tuple(map(owners.get, range(rows * columns))), is_board=True)
    columns = math.ceil(math.sqrt(len(kit.colours)))
    return ColourKey(-(-len(kit.colours) // columns), columns, kit.colours, is_board=False)


def taken_by_colour(kit: Kit) -> dict[str, int]:
    """Return colour name -> how many pieces such a bead takes off the board; empty where that is not its meaning."""
    found: dict[str, set[int]] = {}
    for box in kit.boxes:
        for bead in box.beads:
            left = kit.game.play(box.position, bead.move).cells
            taken = left.count(EMPTY) - box.position.cells.count(EMPTY)
            if taken <= 0:
                return {}
            found.setdefault(bead.colour, set()).add(taken)
    numbers = {name: max(taken) for name, taken in found.items() if len(taken) == 1}
    return numbers if len(numbers) == len(found) == len(set(numbers.values())) else {}


def colour_captions(kit: Kit, words: Words) -> list[str]:
    """Return what stands below each colour of the kit: its name, and how many pieces it takes where it means that."""
    taken = taken_by_colour(kit)
    return [
        said(kit, words, "key-card.taken", name=words.colour_name(colour), n=taken[colour.name])
        if colour.name in taken
        else words.colour_name(colour)
        for colour in kit.colours
    ]


def key_marks(
    kit: Kit, words: Words, x: float, y: float, width: float, height: float, named: bool = True
) -> list[Mark]:
    """Return the kit's key in a rectangle of this size, its top left corner at x, y; `named` with the names below."""
    key = colour_key(kit)
    across, down = width / key.columns, height / key.rows
    marks = list(_line_marks(key, x, y, across, down)) if key.is_board else []
    names = colour_names(kit, words, across * 0.9, down * 0.15, largest=down) if named else {}
    radius = min(across * 0.42, down * (0.34 if named else 0.42))
    for place, colour in enumerate(key.colours):
        if colour is not None:
            row, column = divmod(place, key.columns)
            last = len(key.colours) - row * key.columns  # a last row with fewer colours stands in the middle
            shift = max(0, key.columns - last) / 2
            middle, top = x + (column + 0.5 + shift) * across, y + row * down
            disc = top + down * (0.4 if named else 0.5)
            marks += disc_marks(kit, colour, middle, disc, radius)
            if named:
                marks += names[colour.name].marks(middle, disc + radius + down * 0.055, Anchor.MIDDLE)
    return marks


def _line_marks(key: ColourKey, x: float, y: float, across: float, down: float) -> Iterator[Mark]:
    """Yield the lines between the squares of a board."""
    pen = max(THIN, min(across, down) * 0.015)
    for column in range(1, key.columns):
        yield Line(x + column * across, y, x + column * across, y + key.rows * down, pen, GREY)
    for row in range(1, key.rows):
        yield Line(x, y + row * down, x + key.columns * across, y + row * down, pen, GREY)


def colour_names(kit: Kit, words: Words, width: float, height: float, largest: float) -> dict[str, Fitted]:
    """Return colour name -> its text for a room of this size, all in one size of at most `largest` points.

    Names that are too long even at 5 points end in an ellipsis: letter and sign still tell the colours apart.
    """
    names = colour_captions(kit, words)
    try:
        texts = fitted_together(names, width, height, max(SMALLEST, largest))
    except FitError:
        shorter = (shortened(name, width, SMALLEST, bold=True) for name in names)
        texts = [Fitted((name,), SMALLEST, bold=True) for name in shorter]
    return dict(zip((colour.name for colour in kit.colours), texts, strict=True))


def disc_marks(kit: Kit, colour: Colour, x: float, y: float, radius: float) -> Iterator[Mark]:
    """Yield a colour as a disc about x, y with its letter and its sign; FitError where they would be under 5 points."""
    yield Circle(x, y, radius, max(THIN, radius * 0.02), BLACK, colour.hex)
    em = LETTER_HEIGHT / CAP_HEIGHT
    size = min(_largest(each.key, LETTER_MIDDLE, em) for each in kit.colours) * radius
    yield _centred(colour.key, x, y + LETTER_MIDDLE * radius, size, colour.ink)
    left, top, right, bottom = ink_box(colour.glyph, 1, True)
    em = SIGN_HEIGHT * MM_PER_POINT / max(right - left, bottom - top)
    size = _largest(colour.glyph, SIGN_MIDDLE, em) * radius
    yield _centred(colour.glyph, x, y + SIGN_MIDDLE * radius, size, colour.ink)


def _largest(sign: str, middle: float, em: float) -> float:
    """Return the size in points, on a disc of radius 1, of a sign that would be `em` mm: less where it is too wide.

    `middle` is how far below the disc's middle its own is.
    """
    left, top, right, bottom = (side / MM_PER_POINT for side in ink_box(sign, 1, True))
    while math.hypot((right - left) / 2 * em, abs(middle) + (bottom - top) / 2 * em) > ROUND:
        em *= 0.97
    return em / MM_PER_POINT


def _centred(sign: str, x: float, y: float, size: float, ink: str) -> Text:
    if size < SMALLEST:
        raise FitError(f"a disc is too small for {sign} at {SMALLEST:g} points; it would have {size:.1f}")
    return ink_centred(sign, x, y, size, ink)


STRIP_DISC = 0.36
"""Radius of a disc in a strip as a share of its place's width."""


def set_strip(column: Column, kit: Kit, words: Words) -> None:
    """Set all colours in a row with their names, and below each its square in a small board."""
    key = colour_key(kit)
    step = column.width / len(kit.colours)
    radius = min(step * STRIP_DISC, 8.0)
    names = colour_names(kit, words, step * 0.92, 9.0, largest=12)
    below = max(name.height for name in names.values())
    y = column.y
    cell, board_top = 1.8, y + 2 * radius + 1.8 + below + 0.8
    for place, colour in enumerate(kit.colours):
        middle = column.left + (place + 0.5) * step
        column.marks += disc_marks(kit, colour, middle, y + radius, radius)
        column.marks += names[colour.name].marks(middle, y + 2 * radius + 1.8, Anchor.MIDDLE)
        if key.is_board and colour in key.colours:
            left = middle - key.columns * cell / 2
            column.marks += _square_marks(key, key.colours.index(colour), left, board_top, cell)
    column.y = board_top + (key.rows * cell if key.is_board else -0.8)


def _square_marks(key: ColourKey, square: int, x: float, y: float, cell: float) -> Iterator[Mark]:
    """Yield a small board with one square inked: it needs no colour and no words."""
    for place in range(key.rows * key.columns):
        row, column = divmod(place, key.columns)
        fill = BLACK if place == square else None
        yield Rectangle(x + column * cell, y + row * cell, cell, cell, 0.12, GREY, fill)


CARD = (85.6, 54.0)
"""Longer and shorter side of a card that goes where a bank card goes (ISO/IEC 7810 ID-1)."""

CARD_RADIUS = 3.18
CARD_PADDING = 3.0
CARD_GAP = 2.0


def key_card_document(kit: Kit, words: Words, name: str = "key-card") -> Document:
    """Return one page for the wall: the board with each square's colour, or the list of colours."""
    left, top, width, bottom = POSTER_PAGES.area(kit)
    middle, key = left + width / 2, colour_key(kit)
    told = words("key-card.title-board") if key.is_board else said(kit, words, "key-card.title-list")
    title = fitted(told, width, 26, largest=34, bold=True)
    marks: list[Mark] = [*title.marks(middle, top + 3, Anchor.MIDDLE)]
    notes = [fitted(_note(kit, words), width, 24, largest=18)]
    if key.is_board and len(kit.symmetries) > 1:
        notes.append(fitted(words("key-card.triangle"), width, 24, largest=18))
    board_top = top + 3 + title.height + 5
    room = bottom - board_top - 7 - sum(note.height + 2.5 for note in notes)
    side = min(width / key.columns, room / key.rows)
    across, down = side * key.columns, side * key.rows
    board_top += (room - down) / 3
    marks += key_marks(kit, words, middle - across / 2, board_top, across, down)
    y = board_top + down + 7 + (room - down) / 3
    for note in notes:
        marks += note.marks(middle, y, Anchor.MIDDLE)
        y += note.height + 2.5
    return Frame(kit, words, POSTER_PAGES.margin, words("key-card.subject")).document(name, told, [marks])


def key_cards_document(kit: Kit, words: Words, name: str = "key-cards") -> Document:
    """Return one page of cards for visitors, as many as fit, to be cut out."""
    long, short = CARD
    grids = [plain_grid(kit.spec.print.paper, *size, CARD_GAP) for size in ((short, long), (long, short))]
    grid = max(grids, key=lambda grid: grid.cells)
    frame = Frame(kit, words, SHEET_MARGIN, words("key-card.cards-subject"))
    marks: list[Mark] = [*grid.guides(range(grid.cells))]
    for cell in range(grid.cells):
        x, y = grid.corner(cell)
        marks.append(card_outline(x, y, grid.width, grid.height, CARD_RADIUS))
        marks += _card_marks(kit, words, grid, x, y)
    return frame.document(name, words("key-card.cards-title"), [[*marks, *frame.ruler()]])


def _card_marks(kit: Kit, words: Words, grid: Grid, x: float, y: float) -> Iterator[Mark]:
    """Yield a card: the key in a square at its top or left, beside it whose it is and what it says."""
    pad = CARD_PADDING
    side = min(grid.width, grid.height) - 2 * pad
    if grid.width < grid.height:
        left, top = x + pad, y + side + 1.6 * pad
        width, height = side, grid.height - side - 2.8 * pad
    else:
        left, top = x + side + 2 * pad, y + pad + 1
        width, height = grid.width - side - 3 * pad, grid.height - 2 * pad - 2
    yield from key_marks(kit, words, x + pad, y + pad, side, side)
    heading = fitted(kit.spec.name, width, height * 0.3, largest=11, bold=True)
    text = fitted(_note(kit, words), width, height - heading.height - 1.5, largest=9.5)
    yield from heading.marks(left, top)
    yield from text.marks(left, top + heading.height + 1.5)


def _note(kit: Kit, words: Words) -> str:
    """Return how a colour is read off: where labels are turned to lie as the table does, the squares go with them."""
    if not colour_key(kit).is_board:
        return said(kit, words, "key-card.note-list")
    return words(f"key-card.note-{kit.spec.boxes.symmetry}")


# Stickers for those who played, a third each for who won, drew and lost.

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
