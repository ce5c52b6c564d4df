"""What is cut out: fences for the trays, a board for the table with its pieces,
stickers for visitors. In mm.
"""

import math
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import accumulate

from menace_kit.errors import FitError
from menace_kit.games import Pieces, Side, move_text, square_count
from menace_kit.layout.board import (
    TALL,
    grid_marks,
    in_last_row,
    match_marks,
    piece_marks,
    position_marks,
    square_within,
)
from menace_kit.layout.marks import (
    BLACK,
    GREY,
    HAIRLINE,
    LIGHT_GREY,
    THIN,
    WHITE,
    Anchor,
    Circle,
    Curve,
    Document,
    Layer,
    Line,
    Mark,
    Rectangle,
    Text,
)
from menace_kit.layout.page import (
    GLUE_FIELD,
    HEADER_BOTTOM,
    PRINTABLE_BORDER,
    RULER_FROM_BOTTOM,
    SHEET_MARGIN,
    Frame,
    Grid,
    card_outline,
    plain_grid,
    stock_grid,
)
from menace_kit.layout.sheets.cards import RESULTS, VisitorsGame, places_of_boards
from menace_kit.layout.text.pages import FORM_PAGES, Flow
from menace_kit.layout.text.typesetting import (
    LESSON,
    SMALLEST,
    Column,
    cap_height,
    fitted,
    over,
    text_width,
)
from menace_kit.machine.kit import Kit
from menace_kit.machine.papers import PAPERS
from menace_kit.machine.prospects import most_marks, results
from menace_kit.text.sheet_words import player, said
from menace_kit.text.words import Words
from menace_kit.workshop.fence import Fence, fence

MARGIN = 15.0
DRAWING_WIDTH = 62.0
DRAWING_HEIGHT = 50.0
TEXT_SIZE = 9.5
CARD_LINE = 0.7
STRIPS_BELOW = 8.0
"""What stays free between the drawing and the strips."""


def fence_document(kit: Kit, words: Words, name: str = "fence") -> Document:
    """Return one page: how a fence is made, and as many as it has room for;
    it says how often it is to be printed.

    The strips lie edge to edge, so that each cut with a ruler serves two of them.
    FitError where the bead is too large for a fence, or the fence for the paper.
    """
    shape = fence(kit.container.tray, kit.bead)
    frame = Frame(kit, words, MARGIN, words("fence.title"))
    text, columns, rows = _sheet(kit, words, shape)
    left = (frame.size[0] - columns * shape.length) / 2
    strips = _strip_marks(words, shape, columns, rows, left, text.y)
    return frame.document(name, frame.subject, [[*text.marks, *strips, *frame.ruler()]])


def fence_times(kit: Kit, words: Words) -> int:
    """Return how often the page is to be printed for a fence in each box;
    FitError as for the page.
    """
    _, columns, rows = _sheet(kit, words, fence(kit.container.tray, kit.bead))
    return math.ceil(len(kit.boxes) / (columns * rows))


def _sheet(kit: Kit, words: Words, shape: Fence) -> tuple[Column, int, int]:
    """Return what stands above the strips, a column that ends where they begin;
    how many are across, and down.
    """
    width, height = PAPERS[kit.spec.print.paper]
    drawing, drawn = _drawing(kit, words, shape, width - MARGIN - DRAWING_WIDTH, HEADER_BOTTOM + 6)
    # What the page says has the number of strips in it, and how long it is says
    # how many there is room for.
    strips = 1
    while True:
        text = _text(kit, words, shape, strips, width - 2 * MARGIN - DRAWING_WIDTH - 6)
        text.y = max(text.y, drawn) + STRIPS_BELOW
        columns, rows = _room(shape, width, height, text.y)
        if columns * rows <= strips:
            text.marks += drawing
            return text, columns, rows
        strips = columns * rows


def _room(shape: Fence, width: float, height: float, top: float) -> tuple[int, int]:
    """Return how many columns and rows of strips there is room for below `top`;
    FitError where there is for none.
    """
    free_width = width - 2 * PRINTABLE_BORDER - HAIRLINE
    free_height = height - RULER_FROM_BOTTOM - 4 - top
    columns, rows = int(free_width / shape.length), int(free_height / shape.height)
    if columns < 1 or rows < 1:
        missing = max(shape.length - free_width, shape.height - free_height)
        raise FitError(
            f"a fence of {shape.length:.1f} x {shape.height:.1f} mm before it is folded is too "
            f"large for the paper by {over(missing)}"
        )
    return columns, rows


def _text(kit: Kit, words: Words, shape: Fence, strips: int, width: float) -> Column:
    """Return how fences are made and what the numbers are, in a column beside the drawing."""
    tray, boxes = kit.container.tray, len(kit.boxes)
    column = Column(MARGIN, HEADER_BOTTOM + 6, width, TEXT_SIZE, LESSON)
    column.heading(words("fence.heading"))
    column.items([words("fence.times", n=math.ceil(boxes / strips), boxes=boxes, strips=strips)])
    column.items(words.lines("fence.steps"), numbered=True)
    column.y += 1.5
    sizes = {"flat": f"{shape.flat:.1f}", "height": f"{shape.height:g}"}
    inside = f"{tray.length:g} x {tray.width:g} x {tray.height:g}"
    numbers = words("fence.numbers", tray=inside, bead=words.title(kit.bead.title), **sizes)
    column.items([words("fence.use"), numbers])
    if not tray.measured:
        column.items([words("fence.not-measured")])
    return column


def _drawing(
    kit: Kit, words: Words, shape: Fence, left: float, top: float
) -> tuple[list[Mark], float]:
    """Return a fence in its tray from above, the end with the apex below,
    and where the drawing ends.
    """
    tray = kit.container.tray
    scale = min(DRAWING_HEIGHT / tray.length, (DRAWING_WIDTH - 24) / tray.width)
    width, height = tray.width * scale, tray.length * scale
    bottom = top + height
    card = CARD_LINE / 2
    points = [
        (
            min(max(left + x * scale, left + card), left + width - card),
            bottom - max(y * scale, card),
        )
        for x, y in shape.folded()
    ]
    bead = max(kit.bead.diameter, kit.bead.length) / 2 * scale
    middle = left + width / 2
    marks: list[Mark] = [
        Rectangle(left, top, width, height, THIN, GREY),
        Curve(tuple(points), CARD_LINE, BLACK),
        Circle(middle, bottom - bead - CARD_LINE, bead, THIN, BLACK, LIGHT_GREY),
    ]
    above = bottom - shape.reach * scale - 1.3 * bead
    marks += [Circle(middle + way * 1.3 * bead, above, bead, THIN, GREY) for way in (-1, 1)]
    labels = left + width + 5
    tab_y = (points[4][1] + points[5][1]) / 2
    for y, start, label in (
        (tab_y, left + width, words("fence.glue")),
        (bottom - bead - CARD_LINE, middle + bead, words("fence.drawn")),
    ):
        marks.append(Line(start + 0.6, y, labels - 0.8, y, HAIRLINE, GREY))
        marks.append(Text(labels, y + cap_height(7) / 2, label, 7))
    marks.append(Text(middle, bottom + 3.6, words("fence.front"), 7, anchor=Anchor.MIDDLE))
    return marks, bottom + 5


def _strip_marks(
    words: Words, shape: Fence, columns: int, rows: int, left: float, top: float
) -> Iterator[Mark]:
    """Yield the strips edge to edge: fields for glue, then folds, then cuts from end to end."""
    right, bottom = left + columns * shape.length, top + rows * shape.height
    glue = words("fence.glue")
    for column in range(columns):
        start = left + column * shape.length
        places = [start, *(start + end for end in accumulate(shape.parts))]
        for field in (0, 2, 4):
            x, width = places[field], shape.parts[field]
            yield Rectangle(x, top, width, bottom - top, 0, None, GLUE_FIELD)
            if (
                text_width(glue, SMALLEST) + 0.8 <= width
                and 2 * cap_height(SMALLEST) <= shape.height
            ):
                for row in range(rows):
                    y = top + (row + 0.5) * shape.height + cap_height(SMALLEST) / 2
                    yield Text(
                        x + width / 2, y, glue, SMALLEST, anchor=Anchor.MIDDLE, colour="#606060"
                    )
        for fold in places[1:-1]:
            yield Line(fold, top, fold, bottom, HAIRLINE, GREY, 1.0, Layer.FOLD)
    for column in range(columns + 1):
        x = left + column * shape.length
        yield Line(x, top, x, bottom, HAIRLINE, BLACK, 0, Layer.CUT)
    for row in range(rows + 1):
        y = top + row * shape.height
        yield Line(left, y, right, y, HAIRLINE, BLACK, 0, Layer.CUT)


# The board for the table: squares with their numbers, and pieces.

PEN = 1.2
"""Width of the board's lines."""

NUMBER = 14.0
"""Size of a square's number in points, at the most;
it has a ninth of the square's height at the most.
"""

TEXT_ROOM = 34.0
"""What is kept free for the text below the board: enough for longer languages."""

PIECE_SHARE = 0.7
"""Side of a cut-out piece as a share of the square that it lies on:
the square's number stays in sight.
"""

MARK_GROWTH = 1.15
"""How much larger a piece's mark is drawn than in a square of its size,
for it needs no air round it.
"""

GAP = 4.0
"""Between two pieces."""

SPARE = 1
"""Pieces of each kind more than a game can need: they get lost."""


def table_board_document(kit: Kit, words: Words, name: str = "table-board") -> Document:
    """Return the board on a page of its own, then the sheets of pieces."""
    title = words("table-board.title")
    form = Flow(kit, words, title, FORM_PAGES)
    _set_board(form, kit, words)
    _set_pieces(form, kit, words)
    return form.document(name, title)


def board_square(kit: Kit) -> float:
    """Return the side of the board's squares in whole mm: as large as the page takes them."""
    _, top, width, bottom = FORM_PAGES.area(kit)
    return float(int(square_within(kit, width, bottom - top - TEXT_ROOM)))


def place_height(kit: Kit) -> float:
    """Return how high a square of the board is, as a share of its width; real matches are long."""
    if kit.game.pieces is not Pieces.TOKENS:
        return 1.0
    _, top, _, bottom = FORM_PAGES.area(kit)
    return min(TALL, (bottom - top - TEXT_ROOM) / kit.game.rows / board_square(kit))


def piece_size(kit: Kit) -> float:
    """Return the width of a cut-out piece in whole mm;
    it is as high as its square's form asks for.
    """
    return float(int(board_square(kit) * PIECE_SHARE))


def pieces(kit: Kit) -> list[Side]:
    """Return whose each piece is: as many of a side as a game can have on
    the board, and a spare one.
    """
    kinds = zip(Side, most_marks(kit.game), strict=True)
    return [side for side, most in kinds if most for _ in range(most + SPARE)]


def _set_board(form: Flow, kit: Kit, words: Words) -> None:
    """Set the board with a number in each square, and what is to be known below it."""
    square = board_square(kit)
    rows, columns = kit.game.rows, kit.game.columns
    left, top = (form.frame.size[0] - columns * square) / 2, form.y
    high = square * place_height(kit)
    right, bottom = left + columns * square, top + rows * high
    for column in range(columns + 1):
        x, short = left + column * square, column > in_last_row(kit)
        form.marks.append(Line(x, top - PEN / 2, x, bottom - short * high + PEN / 2, PEN))
    for row in range(rows + 1):
        y = top + row * high
        end = right if row < rows else left + in_last_row(kit) * square
        form.marks.append(Line(left, y, end, y, PEN))
    size = min(NUMBER, square / 9 / cap_height(1))
    for number in range(square_count(kit.game)):
        row, column = divmod(number, columns)
        x, y = (
            left + column * square + PEN / 2 + 1.8,
            top + row * high + PEN / 2 + 1.8 + cap_height(size),
        )
        form.marks.append(Text(x, y, move_text((number,)), size, bold=True, colour=GREY))
    form.y = bottom + 5
    for sentence in _sentences(kit, words):
        form.paragraph(sentence, 11)


def _sentences(kit: Kit, words: Words) -> Iterator[str]:
    """Yield who has which mark, and how the board lies."""
    marks = {side: player(kit, words, side) for side in Side}
    if kit.spec.side == "both":
        yield said(
            kit, words, "table-board.both", first=marks[Side.FIRST], second=marks[Side.SECOND]
        )
    else:
        side = Side(kit.spec.side)
        yield words(
            f"table-board.machine-{side.value}", machine=marks[side], opponent=marks[side.other]
        )
    yield said(kit, words, "table-board.lie")


def _set_pieces(form: Flow, kit: Kit, words: Words) -> None:
    """Set the pieces on as many pages as they need, each with what to do above them."""
    side, rest = piece_size(kit), pieces(kit)
    high = side * place_height(kit)
    pitch, pitch_y = side + GAP, high + GAP
    while rest:
        form.new_page()
        form.heading(said(kit, words, "table-board.pieces"))
        form.paragraph(said(kit, words, "table-board.cut", side=f"{side:g}"))
        columns = int((form.width + GAP) / pitch)
        rows = int((form.bottom - form.y - 3 + GAP) / pitch_y)
        left = (form.frame.size[0] - columns * pitch + GAP) / 2
        for place, owner in enumerate(rest[: columns * rows]):
            x, y = left + place % columns * pitch, form.y + 3 + place // columns * pitch_y
            form.marks.append(Rectangle(x, y, side, high, HAIRLINE, BLACK, layer=Layer.CUT))
            form.marks += _large_piece(kit, owner, x + side / 2, y + high / 2, side)
        rest = rest[columns * rows :]


def _large_piece(kit: Kit, owner: Side, x: float, y: float, side: float) -> Iterator[Mark]:
    """Yield a piece; a ring as two discs, for where a thick line begins and ends a gap may show."""
    if kit.game.pieces is Pieces.TOKENS:
        yield from match_marks(x, y, side, place_height(kit))
        return
    for ink in piece_marks(kit, owner.cell, x, y, side * MARK_GROWTH):
        if isinstance(ink, Circle) and ink.fill is None:
            yield Circle(ink.x, ink.y, ink.radius + ink.line / 2, 0, None, BLACK)
            yield Circle(ink.x, ink.y, ink.radius - ink.line / 2, 0, None, WHITE)
        else:
            yield ink


# Stickers for those who played, a third each for who won, drew and lost.


class StickerShape(Enum):
    """The shape of stickers that are cut out of a plain page."""

    RECTANGLE = "rectangle"
    ROUND = "round"


LEAST = (30.0, 15.0)
"""Width and height of the smallest ready-cut label that is used for stickers."""

PLAIN = {StickerShape.RECTANGLE: (60.0, 33.0), StickerShape.ROUND: (44.0, 44.0)}
"""Width and height of a sticker that is cut out of a plain page:
60 mm stand three abreast on either paper.
"""

RADIUS = 3.0
INSET = 1.6
"""From a sticker's edge to its frame: what a pair of scissors may be off,
and a printer on ready-cut stock.
"""

FRAME = 0.9
PLAIN_GAP = 2.0
ROUND_ROOM = 0.58
"""The share of a round sticker's width that the square in it has."""


def on_ready_cut(kit: Kit) -> bool:
    """Return whether stickers are printed on the kit's own label stock:
    whether its labels are large enough.
    """
    grid = kit.stock.grid
    return grid is not None and grid.width >= LEAST[0] and grid.height >= LEAST[1]


def stickers_document(
    kit: Kit, words: Words, name: str = "stickers", shape: StickerShape = StickerShape.RECTANGLE
) -> Document:
    """Return one sheet: on the kit's stock if its labels are large enough,
    else on plain paper, in the shape asked for.

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
    kit: Kit,
    words: Words,
    result: str,
    shape: StickerShape,
    x: float,
    y: float,
    width: float,
    height: float,
) -> Iterator[Mark]:
    """Yield a sticker: its frame, full for a win, its sentence,
    and a row of the kit's colours below it.
    """
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
        words(f"stickers.sticker-{result}", name=kit.spec.name),
        room,
        tall - row - 1,
        largest=24,
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


# A visitor's own game

LONGEST_ON_STICKER = 40
"""The letters of a name for which a sticker has room."""


def game_stickers_document(
    kit: Kit, words: Words, games: Sequence[VisitorsGame], name: str = "game-stickers"
) -> Document:
    """Return a sticker for each game, in its order, on the kit's stock if its
    labels are large enough.

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
    kit: Kit, words: Words, game: VisitorsGame, x: float, y: float, width: float, height: float
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
    name = (
        game.name
        if len(game.name) <= LONGEST_ON_STICKER
        else f"{game.name[: LONGEST_ON_STICKER - 1]}…"
    )
    who = [*([name] if name else []), words.time(game.at), words("play.game", number=game.number)]
    below = fitted("  ·  ".join(who), room, tall * 0.22, largest=8)
    yield from above.marks(x + width / 2, top, Anchor.MIDDLE, BLACK)
    yield from below.marks(x + width / 2, top + tall - below.height, Anchor.MIDDLE, BLACK)
    top, tall = top + above.height + 0.8, tall - above.height - below.height - 1.6
    square, places = places_of_boards(kit, len(game.boards), left, top, room, tall)
    for cells, place in zip(game.boards, places, strict=True):
        yield from grid_marks(kit, *place, square)
        yield from position_marks(kit, cells, *place, square)
