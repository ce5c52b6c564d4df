"""The key to the colours: what each bead means, as a card, and as a strip on other sheets."""

import math
from functools import lru_cache, partial

from menace_kit.errors import FitError
from menace_kit.frozen import Frozen
from menace_kit.games import EMPTY
from menace_kit.layout.board import grid_marks
from menace_kit.layout.cutting import card_outline
from menace_kit.layout.grid import plain_grid
from menace_kit.layout.marks import (
    BLACK,
    GREY,
    MM_PER_POINT,
    THIN,
    Anchor,
    Circle,
    Document,
    Mark,
    Marks,
    Text,
)
from menace_kit.layout.page import SHEET_MARGIN, Frame
from menace_kit.layout.squares import Squares
from menace_kit.layout.stacks import (
    Area,
    Part,
    across,
    centred,
    down,
    fixed,
    framed,
    grow,
    in_groups,
    in_the_middle,
    inset,
    layered,
    nothing,
    padded,
    put,
    text_lines,
    tiled,
)
from menace_kit.layout.text.pages import POSTER_PAGES, Flow
from menace_kit.layout.text.typesetting import (
    CAP_HEIGHT,
    Column,
    Fitted,
    fitted,
    fitted_together,
    ink_box,
    ink_centred,
    shortened,
)
from menace_kit.layout.type_scale import HEADING, SMALLEST, TEXT, WALL_TITLE
from menace_kit.machine import Colour, Kit
from menace_kit.machine.containers import ContainerKind
from menace_kit.text.kit_words import machine_title, paper_words
from menace_kit.text.sheet_words import said

LETTER_HEIGHT = 0.72


LETTER_MIDDLE = -0.24


SIGN_HEIGHT = 0.46


SIGN_MIDDLE = 0.55
"""Height of letter and symbol on a disc, and how far below its middle theirs is, in radii."""


ROUND = 0.9
"""Share of a disc's radius inside which letter and symbol stay."""


WIDEST_PLACE, HIGHEST_PLACE = 1.3, 1.24
"""How wide a colour's place in a list is in heights of it, at the most; and how high in widths."""


class ColourKey(Frozen):
    """Colours as one reads them; None where a square has no colour.

    Where a colour means its square in every box, they have the rows and columns of a `board`.
    """

    colours: tuple[Colour | None, ...]
    board: tuple[int, int] | None = None

    @property
    def is_board(self) -> bool:
        return self.board is not None

    def places(self, width: float, height: float) -> tuple[int, float, float]:
        """Return how many columns show the colours largest in a room of this size,
        and width and height of a colour's place.
        """
        if self.board:
            rows, columns = self.board
            side = min(width / columns, height / rows)
            return columns, side, side
        tried = []
        for columns in range(1, len(self.colours) + 1):
            rows = -(-len(self.colours) // columns)
            high = min(height / rows, HIGHEST_PLACE * width / columns)
            tried.append((columns, min(width / columns, WIDEST_PLACE * high), high))
        return max(tried, key=lambda place: _disc_radius(place[1], place[2]))


def _disc_radius(wide: float, high: float) -> float:
    """Return the radius of the disc in a place of this size, above its name."""
    return min(wide * 0.42, high * 0.34)


@lru_cache(maxsize=8)
def colour_key(kit: Kit) -> ColourKey:
    """Return the board if a colour means the same square in all boxes, or the list of colours."""
    meanings: dict[str, set[tuple[int, ...]]] = {}
    for box in kit.boxes:
        for bead in box.beads:
            meanings.setdefault(bead.colour, set()).add(bead.move)
    moves = [move for found in meanings.values() for move in found]
    one_each = all(len(found) == 1 for found in meanings.values()) and len(set(moves)) == len(moves)
    if one_each and all(len(move) == 1 for move in moves):
        owners = {move[0]: kit.colour(name) for name, (move,) in meanings.items()}
        rows, columns = kit.game.rows, kit.game.columns
        return ColourKey(tuple(map(owners.get, range(rows * columns))), (rows, columns))
    return ColourKey(kit.colours)


def taken_by_colour(kit: Kit) -> dict[str, int]:
    """Return how many pieces each colour takes off the board; empty if colours don't mean that."""
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


def colour_captions(kit: Kit) -> list[str]:
    """Return the caption of each colour: its name, and if colours take pieces, how many."""
    words = paper_words(kit)
    taken = taken_by_colour(kit)
    return [
        words("key-card.taken", name=words.colour_name(colour), n=taken[colour.name])
        if colour.name in taken
        else words.colour_name(colour)
        for colour in kit.colours
    ]


def key_part(kit: Kit) -> Part:
    """Return the kit's key in the middle of its area, as large as it fits:
    a disc and a name for each colour.
    """
    shown = colour_key(kit)

    def draw(area: Area) -> Marks:
        columns, wide, high = shown.places(area.width, area.height)
        names = colour_names(kit, wide * 0.9, high * 0.15, largest=high)
        places = [
            fixed(wide, partial(_place, kit, colour, names[colour.name]) if colour else nothing)
            for colour in shown.colours
        ]
        # A last row with fewer colours stands in the middle.
        rows = [in_the_middle(*row) for row in in_groups(places, columns)]
        lines = partial(_lines, kit, max(THIN, wide * 0.015)) if shown.board else nothing
        return centred(columns * wide, len(rows) * high, layered(lines, down(*rows)))(area)

    return draw


def _lines(kit: Kit, pen: float, area: Area) -> Marks:
    return grid_marks(Squares.within(kit, *area), pen)


def _place(kit: Kit, colour: Colour, name: Fitted, area: Area) -> Marks:
    """Yield a colour's disc and, below it, its name."""
    (x, y), radius = area.at(0.5, 0.4), _disc_radius(area.width, area.height)
    yield from disc_marks(kit, colour, x, y, radius)
    yield from name.marks(x, y + radius + area.height * 0.055, Anchor.MIDDLE)


def colour_names(kit: Kit, width: float, height: float, largest: float) -> dict[str, Fitted]:
    """Return each colour's name for an area of this size, all in one size up to `largest` points.

    Names too long even at 5 points end with an ellipsis: letter and symbol still tell colours
    apart.
    """
    names = colour_captions(kit)
    try:
        texts = fitted_together(names, width, height, max(SMALLEST, largest))
    except FitError:
        shorter = (shortened(name, width, SMALLEST, bold=True) for name in names)
        texts = [Fitted((name,), SMALLEST, bold=True) for name in shorter]
    return dict(zip((colour.name for colour in kit.colours), texts, strict=True))


def disc_marks(kit: Kit, colour: Colour, x: float, y: float, radius: float) -> Marks:
    """Yield a colour as a disc with its letter and symbol. Raises FitError below 5 points."""
    yield Circle(x, y, radius, max(THIN, radius * 0.02), BLACK, colour.hex)
    em = LETTER_HEIGHT / CAP_HEIGHT
    size = min(_largest(each.key, LETTER_MIDDLE, em) for each in kit.colours) * radius
    yield _centred(colour.key, x, y + LETTER_MIDDLE * radius, size, colour.ink)
    left, top, right, bottom = ink_box(colour.glyph, 1, True)
    em = SIGN_HEIGHT * MM_PER_POINT / max(right - left, bottom - top)
    size = _largest(colour.glyph, SIGN_MIDDLE, em) * radius
    yield _centred(colour.glyph, x, y + SIGN_MIDDLE * radius, size, colour.ink)


def _largest(sign: str, middle: float, em: float) -> float:
    """Return the size in points of a symbol `em` mm high on a disc of radius 1, smaller if too
    wide.

    `middle` is how far the symbol's middle is below the disc's.
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
"""Radius of a disc in a strip as a share of its column's width."""


SMALL_SQUARE = 1.8
"""Side of a square of a small board."""


def set_strip(column: Column, kit: Kit) -> None:
    """Set all colours in a row with their names, each above its square on a small board."""
    shown = colour_key(kit)
    step = column.width / len(kit.colours)
    radius = min(step * STRIP_DISC, 8.0)
    names = colour_names(kit, step * 0.92, 9.0, largest=13)
    below = max(name.height for name in names.values())
    board = 0.8 + SMALL_SQUARE * shown.board[0] if shown.board else 0.0
    places = [
        down(
            fixed(2 * radius, disc(kit, colour, radius)),
            fixed(1.8),
            fixed(below, text_lines(names[colour.name], Anchor.MIDDLE)),
            fixed(board, _small_board(shown, colour)),
        )
        for colour in kit.colours
    ]
    put(column, 2 * radius + 1.8 + below + board, across(*places))


def disc(kit: Kit, colour: Colour, radius: float) -> Part:
    """Return a colour as a disc in the middle of its area."""
    return lambda area: disc_marks(kit, colour, *area.at(0.5, 0.5), radius)


def _small_board(key: ColourKey, colour: Colour) -> Part:
    """Return a small board with a colour's square inked: it needs no colour and no words."""
    if not key.board or colour not in key.colours:
        return nothing
    rows, columns = key.board
    squares = [
        framed(pen=0.12, ink=GREY, fill=BLACK if each == colour else None) for each in key.colours
    ]
    board = tiled(columns, squares)
    return padded(centred(SMALL_SQUARE * columns, SMALL_SQUARE * rows, board), above=0.8)


CARD = (85.6, 54.0)
"""Long and short side of a card that fits where a bank card does (ISO/IEC 7810 ID-1)."""


CARD_RADIUS = 3.18


CARD_PADDING = 3.0


CARD_GAP = 2.0


def key_card_document(kit: Kit, name: str = "key-card") -> Document:
    """Return one page for the wall: the board with each square's colour, or the list of colours."""
    words = paper_words(kit)
    page = Flow(kit, words("key-card.title"), POSTER_PAGES._replace(shown=True))
    width, high = page.width, page.bottom - page.y
    shown = colour_key(kit)
    title = fitted(words("key-card.title-board"), width, 26, largest=WALL_TITLE, bold=True)
    told_below = [_note(kit)]
    has_labels = kit.container.kind is not ContainerKind.MAT
    if shown.is_board and len(kit.symmetries) > 1 and has_labels:
        told_below.append(words("key-card.triangle"))
    notes = fitted_together(told_below, width, 24, largest=19, bold=False)
    below = [fixed(note.height + 2.5, text_lines(note, Anchor.MIDDLE)) for note in notes]
    room = high - 3 - title.height - 5 - 7 - sum(note.length for note in below)
    columns, _, place = shown.places(width, room)
    drawn = down(
        fixed(3),
        fixed(title.height, text_lines(title, Anchor.MIDDLE)),
        fixed(5),
        grow(1),
        fixed(-(-len(shown.colours) // columns) * place, key_part(kit)),
        fixed(7),
        grow(1),
        *below,
        grow(1),
    )
    put(page, high, drawn)
    return page.document(name, words("key-card.title"))


def key_cards_document(kit: Kit, name: str = "key-cards") -> Document:
    """Return one page of visitors' cards to cut out, as many as fit."""
    long, short = CARD
    grids = [
        plain_grid(kit.spec.print.paper, *size, CARD_GAP) for size in ((short, long), (long, short))
    ]
    grid = max(grids, key=lambda grid: grid.cells)
    frame = Frame(kit, SHEET_MARGIN, said(kit, "key-card.cards-title"))
    card = _card(kit, upright=grid.width < grid.height)
    marks: list[Mark] = [*grid.guides(range(grid.cells))]
    for cell in range(grid.cells):
        area = Area(*grid.corner(cell), grid.width, grid.height)
        marks += [card_outline(*area, CARD_RADIUS), *card(area)]
    return frame.document(name, said(kit, "key-card.cards-title"), [[*marks, *frame.ruler()]])


def _card(kit: Kit, upright: bool) -> Part:
    """Return a card: the key in a square at its top or left, and a text beside it."""

    def told(area: Area) -> Marks:
        name = fitted(machine_title(kit), area.width, area.height * 0.3, HEADING, bold=True)
        note = fitted(_note(kit), area.width, area.height - name.height - 1.5, TEXT)
        return down(fixed(name.height + 1.5, text_lines(name)), text_lines(note))(area)

    pad = CARD_PADDING
    square = fixed(CARD[1] - 2 * pad, key_part(kit))
    below = down(square, fixed(0.6 * pad), padded(told, below=0.2 * pad))
    beside = across(square, fixed(pad), padded(told, above=1, below=1))
    return inset(pad, below if upright else beside)


def _note(kit: Kit) -> str:
    """Return how to read a colour; squares turn with labels that are turned to match the board."""
    words = paper_words(kit)
    return words("key-card.note" if colour_key(kit).is_board else "key-card.note-list")
