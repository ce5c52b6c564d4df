"""A large board for the table, and marks to cut out and lay on it. In mm."""

from collections.abc import Iterator

from menace_kit.games import Side, move_text
from menace_kit.layout.board import mark_marks
from menace_kit.layout.form import BODY, FOOT, MARGIN, TOP, Stack, form_document, form_size
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
from menace_kit.layout.text import cap_height
from menace_kit.machine.course import most_marks
from menace_kit.machine.kit import Kit
from menace_kit.words import Words

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
    return form_document(kit, words, name, title, pages)


def board_square(kit: Kit) -> float:
    """Return the side of the board's squares in whole mm: as large as the page takes them."""
    _, height, width = form_size(kit)
    room = height - TOP - FOOT - TEXT_ROOM
    return float(int(min(width / kit.game.columns, room / kit.game.rows)))


def piece_size(kit: Kit) -> float:
    """Return the side of a cut-out piece in whole mm."""
    return float(int(board_square(kit) * PIECE_SHARE))


def pieces(kit: Kit) -> list[str]:
    """Return the marks of all pieces: as many of each as a game can have on the board, and a spare one."""
    return [
        mark
        for mark, most in zip(kit.spec.marks, most_marks(kit.game), strict=True)
        for _ in range(most + SPARE)
    ]


def _board_page(kit: Kit, words: Words) -> Iterator[Mark]:
    page_width, _, width = form_size(kit)
    square = board_square(kit)
    rows, columns = kit.game.rows, kit.game.columns
    left, top = (page_width - columns * square) / 2, TOP
    right, bottom = left + columns * square, top + rows * square
    for column in range(columns + 1):
        x = left + column * square
        yield Line(x, top - PEN / 2, x, bottom + PEN / 2, PEN)
    for row in range(rows + 1):
        y = top + row * square
        yield Line(left, y, right, y, PEN)
    size = min(NUMBER, square / 9 / cap_height(1))
    for number in range(rows * columns):
        row, column = divmod(number, columns)
        x, y = left + column * square + PEN / 2 + 1.8, top + row * square + PEN / 2 + 1.8 + cap_height(size)
        yield Text(x, y, move_text((number,)), size, bold=True, colour=GREY)
    text = Stack(MARGIN, bottom + 5, width)
    for sentence in _sentences(kit, words):
        text.text(sentence, 11)
    yield from text.marks


def _sentences(kit: Kit, words: Words) -> Iterator[str]:
    """Yield who has which mark, and how the board lies."""
    first, second = kit.spec.marks
    if kit.spec.side == "both":
        yield words("table-board.both", first=first, second=second)
    elif kit.spec.side == Side.FIRST.value:
        yield words("table-board.machine-first", machine=first, opponent=second)
    else:
        yield words("table-board.machine-second", machine=second, opponent=first)
    yield words("table-board.lie")


def _piece_pages(kit: Kit, words: Words) -> Iterator[list[Mark]]:
    """Yield the sheets of pieces, each with what to do above it."""
    page_width, height, width = form_size(kit)
    side, rest = piece_size(kit), pieces(kit)
    pitch = side + GAP
    while rest:
        text = Stack(MARGIN, TOP, width)
        text.title(words("table-board.pieces"))
        text.text(words("table-board.cut", side=f"{side:g}"), BODY)
        columns = int((width + GAP) / pitch)
        rows = int((height - FOOT - text.y - 3 + GAP) / pitch)
        left = (page_width - columns * pitch + GAP) / 2
        marks = text.marks
        for place, mark in enumerate(rest[: columns * rows]):
            x, y = left + place % columns * pitch, text.y + 3 + place // columns * pitch
            marks.append(Rectangle(x, y, side, side, HAIRLINE, BLACK, layer=Layer.CUT))
            marks += _large_mark(mark, x + side / 2, y + side / 2, side * MARK_GROWTH)
        rest = rest[columns * rows :]
        yield marks


def _large_mark(mark: str, x: float, y: float, square: float) -> Iterator[Mark]:
    """Yield a player's mark; a ring as two discs, for where a thick line begins and ends a gap may show."""
    for ink in mark_marks(mark, x, y, square):
        if isinstance(ink, Circle):
            yield Circle(ink.x, ink.y, ink.radius + ink.line / 2, 0, None, BLACK)
            yield Circle(ink.x, ink.y, ink.radius - ink.line / 2, 0, None, WHITE)
        else:
            yield ink
