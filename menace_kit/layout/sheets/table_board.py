"""The board for the table, with its pieces."""

from collections.abc import Iterator, Sequence
from functools import partial

from menace_kit.games import Pieces, Side, move_text, square_count
from menace_kit.layout.board import match_marks, piece_marks
from menace_kit.layout.marks import (
    BLACK,
    GREY,
    HAIRLINE,
    WHITE,
    Anchor,
    Circle,
    Document,
    Layer,
    Line,
    Marks,
    Rectangle,
)
from menace_kit.layout.set_pieces import OF_ONE, corner_letters, how_to_sort, said_of_sets
from menace_kit.layout.sheets.operator_card import who_begins
from menace_kit.layout.squares import TALL, in_last_row, square_within
from menace_kit.layout.stacks import Area, Part, layered, padded, put, put_pieces, text, tiled
from menace_kit.layout.text.pages import FORM_PAGES, Flow
from menace_kit.layout.text.typesetting import cap_height
from menace_kit.layout.type_scale import WALL
from menace_kit.machine import Kit
from menace_kit.machine.prospects import most_marks
from menace_kit.text.kit_words import paper_words
from menace_kit.text.sheet_words import said

PEN = 1.2
"""Width of the board's lines."""


NUMBER = 13.0
"""Largest size of a square's number in points; it takes at most a ninth of the square's width."""


TEXT_ROOM = 34.0
"""Height kept free for the text below the board, enough for longer languages."""


PIECE_SHARE = 0.7
"""Side of a cut-out piece as a share of its square's, so that the number stays visible."""


MARK_GROWTH = 1.15
"""Size of a piece's mark as a multiple of that in an equal square, because it needs no gap."""


GAP = 4.0
"""Gap between two pieces."""


SPARE = 1
"""How many more pieces of each kind there are than a game can need: they get lost."""


BETWEEN_BOARDS = 8.0
"""Distance from a board's text to the next board on the page, with the cut in the middle."""


def table_board_document(kit: Kit, name: str = "table-board", sets: Sequence[str] = ()) -> Document:
    """Return the board on a page of its own, then the sheets of pieces.

    For several sets, each page has as many boards as fit.
    """
    words = paper_words(kit)
    title = words("table-board.title")
    look = FORM_PAGES._replace(shown=not sets)
    form = Flow(kit, said_of_sets(words, sets, title), look)
    _set_boards(form, kit, sets or OF_ONE)
    _set_pieces(form, kit, sets)
    return form.document(name, title)


def board_square(kit: Kit) -> float:
    """Return the largest side of the board's squares that fits the page, in whole mm."""
    _, top, width, bottom = FORM_PAGES.area(kit)
    return float(int(square_within(kit, width, bottom - top - TEXT_ROOM)))


def place_height(kit: Kit) -> float:
    """Return a square's height on this board as a share of its width; real matches are long."""
    if kit.game.pieces is not Pieces.TOKENS:
        return 1.0
    _, top, _, bottom = FORM_PAGES.area(kit)
    return min(TALL, (bottom - top - TEXT_ROOM) / kit.game.rows / board_square(kit))


def piece_size(kit: Kit) -> float:
    """Return the width of a cut-out piece in whole mm; its height follows its square's shape."""
    return float(int(board_square(kit) * PIECE_SHARE))


def pieces(kit: Kit) -> list[Side]:
    """Return the owner of each piece: as many as a game can have on the board, and a spare each."""
    kinds = zip(Side, most_marks(kit.game), strict=True)
    return [side for side, most in kinds if most for _ in range(most + SPARE)]


def _set_boards(form: Flow, kit: Kit, sets: Sequence[str]) -> None:
    first, *others = sets
    _set_board(form, kit, first)
    each = form.filled + BETWEEN_BOARDS
    for letters in others:
        if not form.need(each):
            put(form, BETWEEN_BOARDS, _cut)
        _set_board(form, kit, letters)


def _cut(area: Area) -> Marks:
    """Yield the cut between two boards, in the middle of its area."""
    yield Line(*area.at(0, 0.5), *area.at(1, 0.5), HAIRLINE, GREY, 0, Layer.CUT)


def _set_board(form: Flow, kit: Kit, letters: str) -> None:
    """Set the board with its set's letters, and notes below."""
    square = board_square(kit)
    _, middle, _ = form.beside(0, 0, kit.game.columns * square, 0)
    high = kit.game.rows * square * place_height(kit)
    put(middle, high, layered(partial(_lines, kit), _numbers(kit, square, letters)))
    form.below(middle)
    form.y += 5
    for sentence in _sentences(kit):
        form.paragraph(sentence, WALL[-1])


def _lines(kit: Kit, area: Area) -> Marks:
    """Yield the lines around all squares; the last row may have fewer squares than the others."""
    rows, columns, (left, top, _, _) = kit.game.rows, kit.game.columns, area.edges
    last = in_last_row(kit)
    for column in range(columns + 1):
        x, bottom = area.at(column / columns, 1 if column <= last else 1 - 1 / rows)
        yield Line(x, top - PEN / 2, x, bottom + PEN / 2, PEN)
    for row in range(rows + 1):
        end, y = area.at(1 if row < rows else last / columns, row / rows)
        yield Line(left, y, end, y, PEN)


def _numbers(kit: Kit, square: float, letters: str) -> Part:
    """Return a number in each square, and a set's letters in the corner of the board."""
    size = min(NUMBER, square / 9 / cap_height(1))
    told = partial(text, size=size, level=Anchor.START, colour=GREY, margin=PEN / 2 + 1.8)
    numbers = [told(move_text((number,)), bold=True) for number in range(square_count(kit.game))]
    squares = [padded(number, above=PEN / 2 + 1.8) for number in numbers]
    corner = padded(told(letters, anchor=Anchor.END), above=PEN / 2 + 1.8)
    return layered(tiled(kit.game.columns, squares), corner)


def _sentences(kit: Kit) -> Iterator[str]:
    """Yield who has which mark, and how the board lies; pawns say where each player sits."""
    yield who_begins(kit)
    if kit.game.impartial:
        yield said(kit, "visitors.goal")
    seats = kit.game.pieces is Pieces.PAWNS and kit.spec.side != "both"
    yield said(kit, f"table-board.seats-{kit.spec.side}" if seats else "table-board.lie")


def _set_pieces(form: Flow, kit: Kit, sets: Sequence[str]) -> None:
    """Set the pieces on as many pages as they need, with instructions above them."""
    words = paper_words(kit)
    side = piece_size(kit)
    high = side * place_height(kit)
    rest = [
        partial(_piece, kit, letters, owner) for letters in sets or OF_ONE for owner in pieces(kit)
    ]
    while rest:
        form.new_page()
        form.title(words("table-board.pieces"))
        for sentence in how_to_sort(words, sets):
            form.paragraph(sentence)
        form.paragraph(words("table-board.cut", side=words.decimal(side)))
        form.y += 3
        columns = int((form.width + GAP) / (side + GAP))
        count = columns * int((form.bottom - form.y + GAP) / (high + GAP))
        _, middle, _ = form.beside(0, 0, columns * (side + GAP) - GAP, 0)
        put_pieces(middle, columns, rest[:count], (side, high), GAP)
        form.below(middle)
        rest = rest[count:]


def _piece(kit: Kit, letters: str, owner: Side, area: Area) -> Marks:
    """Yield a piece to cut out, with its set's letters."""
    yield Rectangle(*area, HAIRLINE, BLACK, layer=Layer.CUT)
    yield from _large_piece(kit, owner, *area.at(0.5, 0.5), area.width)
    yield from corner_letters(letters, area.width)(area)


def _large_piece(kit: Kit, owner: Side, x: float, y: float, side: float) -> Marks:
    """Yield a piece; a ring is two discs, as a thick line may show a gap between its ends."""
    if kit.game.pieces is Pieces.TOKENS:
        yield from match_marks(x, y, side, place_height(kit))
        return
    for ink in piece_marks(kit, owner.cell, x, y, side * MARK_GROWTH):
        if isinstance(ink, Circle) and ink.fill is None:
            yield Circle(ink.x, ink.y, ink.radius + ink.line / 2, 0, None, BLACK)
            yield Circle(ink.x, ink.y, ink.radius - ink.line / 2, 0, None, WHITE)
        else:
            yield ink
