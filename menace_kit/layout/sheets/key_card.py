"""The key to the colours: what each bead means, as a card and as a strip on other sheets."""

import math
from collections.abc import Iterator
from functools import lru_cache

from menace_kit.errors import FitError
from menace_kit.frozen import Frozen
from menace_kit.games import EMPTY
from menace_kit.layout.cutting import card_outline
from menace_kit.layout.grid import Grid, plain_grid
from menace_kit.layout.marks import (
    BLACK,
    GREY,
    MM_PER_POINT,
    THIN,
    Anchor,
    Circle,
    Document,
    Line,
    Mark,
    Rectangle,
    Text,
)
from menace_kit.layout.page import SHEET_MARGIN, Frame
from menace_kit.layout.text.pages import POSTER_PAGES
from menace_kit.layout.text.typesetting import (
    CAP_HEIGHT,
    SMALLEST,
    Column,
    Fitted,
    fitted,
    fitted_together,
    ink_box,
    ink_centred,
    shortened,
)
from menace_kit.machine.kit import Kit
from menace_kit.machine.palettes import Colour
from menace_kit.text.sheet_words import said
from menace_kit.text.words import Words

LETTER_HEIGHT = 0.72


LETTER_MIDDLE = -0.24


SIGN_HEIGHT = 0.46


SIGN_MIDDLE = 0.55
"""Height of letter and sign on a disc, and how far below its middle theirs are,
as shares of its radius.
"""


ROUND = 0.9
"""The share of a disc's radius inside which letter and sign stay."""


class ColourKey(Frozen):
    """Colours in rows and columns, as one reads; None where a square has no colour.

    `is_board` where the places are the squares of the board, so that a colour means
    its square in every box.
    """

    rows: int
    columns: int
    colours: tuple[Colour | None, ...]
    is_board: bool


@lru_cache(maxsize=8)
def colour_key(kit: Kit) -> ColourKey:
    """Return the kit's key: its board, if a colour means the same square in all boxes,
    else the list of its colours.
    """
    meanings: dict[str, set[tuple[int, ...]]] = {}
    for box in kit.boxes:
        for bead in box.beads:
            meanings.setdefault(bead.colour, set()).add(bead.move)
    moves = [move for found in meanings.values() for move in found]
    one_each = all(len(found) == 1 for found in meanings.values()) and len(set(moves)) == len(moves)
    if one_each and all(len(move) == 1 for move in moves):
        owners = {move[0]: kit.colour(name) for name, (move,) in meanings.items()}
        rows, columns = kit.game.rows, kit.game.columns
        return ColourKey(
            rows, columns, tuple(map(owners.get, range(rows * columns))), is_board=True
        )
    columns = math.ceil(math.sqrt(len(kit.colours)))
    return ColourKey(-(-len(kit.colours) // columns), columns, kit.colours, is_board=False)


def taken_by_colour(kit: Kit) -> dict[str, int]:
    """Return colour name -> how many pieces such a bead takes off the board;
    empty where that is not its meaning.
    """
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
    """Return what stands below each colour of the kit:
    its name, and how many pieces it takes where it means that.
    """
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
    """Return the kit's key in a rectangle of this size, its top left corner at x, y;
    `named` with the names below.
    """
    key = colour_key(kit)
    across, down = width / key.columns, height / key.rows
    marks = list(_line_marks(key, x, y, across, down)) if key.is_board else []
    names = colour_names(kit, words, across * 0.9, down * 0.15, largest=down) if named else {}
    radius = min(across * 0.42, down * (0.34 if named else 0.42))
    for place, colour in enumerate(key.colours):
        if colour is not None:
            row, column = divmod(place, key.columns)
            # A last row with fewer colours stands in the middle.
            last = len(key.colours) - row * key.columns
            shift = max(0, key.columns - last) / 2
            middle, top = x + (column + 0.5 + shift) * across, y + row * down
            disc = top + down * (0.4 if named else 0.5)
            marks += disc_marks(kit, colour, middle, disc, radius)
            if named:
                marks += names[colour.name].marks(
                    middle, disc + radius + down * 0.055, Anchor.MIDDLE
                )
    return marks


def _line_marks(key: ColourKey, x: float, y: float, across: float, down: float) -> Iterator[Mark]:
    """Yield the lines between the squares of a board."""
    pen = max(THIN, min(across, down) * 0.015)
    for column in range(1, key.columns):
        yield Line(x + column * across, y, x + column * across, y + key.rows * down, pen, GREY)
    for row in range(1, key.rows):
        yield Line(x, y + row * down, x + key.columns * across, y + row * down, pen, GREY)


def colour_names(
    kit: Kit, words: Words, width: float, height: float, largest: float
) -> dict[str, Fitted]:
    """Return colour name -> its text for a room of this size,
    all in one size of at most `largest` points.

    Names that are too long even at 5 points end in an ellipsis:
    letter and sign still tell the colours apart.
    """
    names = colour_captions(kit, words)
    try:
        texts = fitted_together(names, width, height, max(SMALLEST, largest))
    except FitError:
        shorter = (shortened(name, width, SMALLEST, bold=True) for name in names)
        texts = [Fitted((name,), SMALLEST, bold=True) for name in shorter]
    return dict(zip((colour.name for colour in kit.colours), texts, strict=True))


def disc_marks(kit: Kit, colour: Colour, x: float, y: float, radius: float) -> Iterator[Mark]:
    """Yield a colour as a disc about x, y with its letter and its sign;
    FitError where they would be under 5 points.
    """
    yield Circle(x, y, radius, max(THIN, radius * 0.02), BLACK, colour.hex)
    em = LETTER_HEIGHT / CAP_HEIGHT
    size = min(_largest(each.key, LETTER_MIDDLE, em) for each in kit.colours) * radius
    yield _centred(colour.key, x, y + LETTER_MIDDLE * radius, size, colour.ink)
    left, top, right, bottom = ink_box(colour.glyph, 1, True)
    em = SIGN_HEIGHT * MM_PER_POINT / max(right - left, bottom - top)
    size = _largest(colour.glyph, SIGN_MIDDLE, em) * radius
    yield _centred(colour.glyph, x, y + SIGN_MIDDLE * radius, size, colour.ink)


def _largest(sign: str, middle: float, em: float) -> float:
    """Return the size in points, on a disc of radius 1, of a sign that would be `em` mm:
    less where it is too wide.

    `middle` is how far below the disc's middle its own is.
    """
    left, top, right, bottom = (side / MM_PER_POINT for side in ink_box(sign, 1, True))
    while math.hypot((right - left) / 2 * em, abs(middle) + (bottom - top) / 2 * em) > ROUND:
        em *= 0.97
    return em / MM_PER_POINT


def _centred(sign: str, x: float, y: float, size: float, ink: str) -> Text:
    if size < SMALLEST:
        raise FitError(
            f"a disc is too small for {sign} at {SMALLEST:g} points; it would have {size:.1f}"
        )
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
    told = (
        words("key-card.title-board") if key.is_board else said(kit, words, "key-card.title-list")
    )
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
    return Frame(kit, words, POSTER_PAGES.margin, shown=True).document(name, told, [marks])


def key_cards_document(kit: Kit, words: Words, name: str = "key-cards") -> Document:
    """Return one page of cards for visitors, as many as fit, to be cut out."""
    long, short = CARD
    grids = [
        plain_grid(kit.spec.print.paper, *size, CARD_GAP) for size in ((short, long), (long, short))
    ]
    grid = max(grids, key=lambda grid: grid.cells)
    frame = Frame(kit, words, SHEET_MARGIN, words("key-card.cards-subject"))
    marks: list[Mark] = [*grid.guides(range(grid.cells))]
    for cell in range(grid.cells):
        x, y = grid.corner(cell)
        marks.append(card_outline(x, y, grid.width, grid.height, CARD_RADIUS))
        marks += _card_marks(kit, words, grid, x, y)
    return frame.document(name, words("key-card.cards-title"), [[*marks, *frame.ruler()]])


def _card_marks(kit: Kit, words: Words, grid: Grid, x: float, y: float) -> Iterator[Mark]:
    """Yield a card: the key in a square at its top or left,
    beside it whose it is and what it says.
    """
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
    """Return how a colour is read off: where labels are turned to lie as the table does,
    the squares go with them.
    """
    if not colour_key(kit).is_board:
        return said(kit, words, "key-card.note-list")
    return words(f"key-card.note-{kit.spec.boxes.symmetry}")
