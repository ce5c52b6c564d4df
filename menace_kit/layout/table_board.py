"""A large board for the table, and marks to cut out and lay on it. In mm."""

from collections.abc import Iterator

from menace_kit.games import Pieces, Side, move_text
from menace_kit.layout.board import square_corner, square_within
from menace_kit.layout.column import FORM, Column
from menace_kit.layout.form import BODY, FOOT, MARGIN, TOP, form_size
from menace_kit.layout.marks import (
    BLACK,
    GREY,
    HAIRLINE,
    WHITE,
    Circle,
    Document,
    Layer,
    Line,
    Mark,
    Rectangle,
    Text,
)
from menace_kit.layout.page import Frame
from menace_kit.layout.pieces import cell_height, piece_marks
from menace_kit.layout.sayings import player, said
from menace_kit.layout.text import cap_height
from menace_kit.machine.course import most_marks
from menace_kit.machine.kit import Kit
from menace_kit.text import Words

PEN = 1.2
"""Width of the board's lines."""

NUMBER = 14.0
"""Size of a square's number in points, at the most; it has a ninth of the square's height at the most."""

TEXT_ROOM = 34.0
"""What is kept free for the text below the board: enough for longer languages."""

PIECE_SHARE = 0.7
"""Side of a cut-out piece as a share of the square that it lies on: the square's number stays in sight."""

MARK_GROWTH = 1.15
"""How much larger a piece's mark is drawn than in a square of its size, for it needs no air round it."""

GAP = 4.0
"""Between two pieces."""

SPARE = 1
"""Pieces of each kind more than a game can need: they get lost."""


def table_board_document(kit: Kit, words: Words, name: str = "table-board") -> Document:
    """Return the board on a page of its own, then the sheets of pieces."""
    title = words("table-board.title")
    pages = [list(_board_page(kit, words)), *_piece_pages(kit, words)]
    return Frame(kit, words, MARGIN, title).document(name, title, pages)


def board_square(kit: Kit) -> float:
    """Return the side of the board's squares in whole mm: as large as the page takes them."""
    _, height, width = form_size(kit)
    return float(int(square_within(kit, width, height - TOP - FOOT - TEXT_ROOM)))


def piece_size(kit: Kit) -> float:
    """Return the width of a cut-out piece in whole mm; it is as high as its square's form asks for."""
    return float(int(board_square(kit) * PIECE_SHARE))


def pieces(kit: Kit) -> list[Side]:
    """Return whose each piece is: as many of a side as a game can have on the board, and a spare one."""
    return [
        side
        for side, most in zip(Side, most_marks(kit.game), strict=True)
        if most
        for _ in range(most + SPARE)
    ]


def _board_page(kit: Kit, words: Words) -> Iterator[Mark]:
    page_width, _, width = form_size(kit)
    square = board_square(kit)
    rows, columns = kit.game.rows, kit.game.columns
    left, top = (page_width - columns * square) / 2, TOP
    high = square * cell_height(kit)
    right, bottom = left + columns * square, top + rows * high
    for column in range(columns + 1):
        x = left + column * square
        yield Line(x, top - PEN / 2, x, bottom + PEN / 2, PEN)
    for row in range(rows + 1):
        y = top + row * high
        yield Line(left, y, right, y, PEN)
    size = min(NUMBER, square / 9 / cap_height(1))
    for number in range(rows * columns):
        x, y = square_corner(kit, number, left, top, square)
        x, y = x + PEN / 2 + 1.8, y + PEN / 2 + 1.8 + cap_height(size)
        yield Text(x, y, move_text((number,)), size, bold=True, colour=GREY)
    text = Column(MARGIN, bottom + 5, width, BODY, FORM)
    for sentence in _sentences(kit, words):
        text.paragraph(sentence, 11)
    yield from text.marks


def _sentences(kit: Kit, words: Words) -> Iterator[str]:
    """Yield who has which mark, and how the board lies."""
    first, second = (player(kit, words, side) for side in Side)
    if kit.spec.side == "both":
        yield said(kit, words, "table-board.both", first=first, second=second)
    elif kit.spec.side == Side.FIRST.value:
        yield words("table-board.machine-first", machine=first, opponent=second)
    else:
        yield words("table-board.machine-second", machine=second, opponent=first)
    yield said(kit, words, "table-board.lie")


def _piece_pages(kit: Kit, words: Words) -> Iterator[list[Mark]]:
    """Yield the sheets of pieces, each with what to do above it."""
    page_width, height, width = form_size(kit)
    side, rest = piece_size(kit), pieces(kit)
    high = side * cell_height(kit)
    pitch, pitch_y = side + GAP, high + GAP
    while rest:
        text = Column(MARGIN, TOP, width, BODY, FORM)
        text.heading(said(kit, words, "table-board.pieces"))
        text.paragraph(said(kit, words, "table-board.cut", side=f"{side:g}"), BODY)
        columns = int((width + GAP) / pitch)
        rows = int((height - FOOT - text.y - 3 + GAP) / pitch_y)
        left = (page_width - columns * pitch + GAP) / 2
        marks = text.marks
        for place, owner in enumerate(rest[: columns * rows]):
            x, y = left + place % columns * pitch, text.y + 3 + place // columns * pitch_y
            marks.append(Rectangle(x, y, side, high, HAIRLINE, BLACK, layer=Layer.CUT))
            marks += _large_piece(kit, owner, x + side / 2, y + high / 2, side)
        rest = rest[columns * rows :]
        yield marks


def _large_piece(kit: Kit, owner: Side, x: float, y: float, side: float) -> Iterator[Mark]:
    """Yield a piece; a ring as two discs, for where a thick line begins and ends a gap may show."""
    square = side * (1.0 if kit.game.pieces is Pieces.TOKENS else MARK_GROWTH)
    for ink in piece_marks(kit, owner.cell, x, y, square):
        if isinstance(ink, Circle) and ink.fill is None:
            yield Circle(ink.x, ink.y, ink.radius + ink.line / 2, 0, None, BLACK)
            yield Circle(ink.x, ink.y, ink.radius - ink.line / 2, 0, None, WHITE)
        else:
            yield ink
