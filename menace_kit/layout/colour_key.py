"""Which colour means what: large discs with letter, sign and name, on the squares of a board or in a list. In mm."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from menace_kit.errors import FitError
from menace_kit.games import EMPTY
from menace_kit.layout.fitted import Fitted, fitted_together
from menace_kit.layout.marks import (
    BLACK,
    GREY,
    MM_PER_POINT,
    THIN,
    Anchor,
    Circle,
    Line,
    Mark,
    Rectangle,
    Text,
)
from menace_kit.layout.sayings import said
from menace_kit.layout.text import CAP_HEIGHT, SMALLEST, ink_box, shortened
from menace_kit.machine.kit import Kit
from menace_kit.machine.palette import Colour
from menace_kit.text import Words

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
        squares = range(kit.game.rows * kit.game.columns)
        return ColourKey(
            kit.game.rows, kit.game.columns, tuple(owners.get(square) for square in squares), is_board=True
        )
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
        texts = fitted_together(names, width, height, max(SMALLEST, largest), bold=True)
    except FitError:
        texts = [
            Fitted((shortened(name, width, SMALLEST, bold=True),), SMALLEST, bold=True) for name in names
        ]
    return dict(zip((colour.name for colour in kit.colours), texts, strict=True))


def disc_marks(kit: Kit, colour: Colour, x: float, y: float, radius: float) -> Iterator[Mark]:
    """Yield a colour as a disc about x, y with its letter and its sign; FitError where they would be under 5 points."""
    yield Circle(x, y, radius, max(THIN, radius * 0.02), BLACK, colour.hex)
    size = (
        min(_largest(colour.key, LETTER_MIDDLE, LETTER_HEIGHT / CAP_HEIGHT) for colour in kit.colours)
        * radius
    )
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
    while em > 0.01:
        corners = ((right - left) / 2 * em, abs(middle) + (bottom - top) / 2 * em)
        if math.hypot(*corners) <= ROUND:
            break
        em *= 0.97
    return em / MM_PER_POINT


def _centred(sign: str, x: float, y: float, size: float, ink: str) -> Text:
    if size < SMALLEST:
        raise FitError(f"a disc is too small for {sign} at {SMALLEST:g} points; it would have {size:.1f}")
    left, top, right, bottom = ink_box(sign, 1, True)
    return Text(x - (left + right) / 2 * size, y - (top + bottom) / 2 * size, sign, size, True, colour=ink)


STRIP_DISC = 0.36
"""Radius of a disc in a strip as a share of its place's width."""


def strip_marks(kit: Kit, words: Words, x: float, y: float, width: float) -> tuple[list[Mark], float]:
    """Return all colours in a row with their names, and below each its square in a small board; and where they end."""
    key = colour_key(kit)
    step = width / len(kit.colours)
    radius = min(step * STRIP_DISC, 8.0)
    names = colour_names(kit, words, step * 0.92, 9.0, largest=12)
    below = max(name.height for name in names.values())
    marks: list[Mark] = []
    cell, board_top = 1.8, y + 2 * radius + 1.8 + below + 0.8
    for place, colour in enumerate(kit.colours):
        middle = x + (place + 0.5) * step
        marks += disc_marks(kit, colour, middle, y + radius, radius)
        marks += names[colour.name].marks(middle, y + 2 * radius + 1.8, Anchor.MIDDLE)
        if key.is_board and colour in key.colours:
            left = middle - key.columns * cell / 2
            marks += _square_marks(key, key.colours.index(colour), left, board_top, cell)
    return marks, board_top + (key.rows * cell if key.is_board else -0.8)


def _square_marks(key: ColourKey, square: int, x: float, y: float, cell: float) -> Iterator[Mark]:
    """Yield a small board with one square inked: it needs no colour and no words."""
    for place in range(key.rows * key.columns):
        row, column = divmod(place, key.columns)
        fill = BLACK if place == square else None
        yield Rectangle(x + column * cell, y + row * cell, cell, cell, 0.12, GREY, fill)
