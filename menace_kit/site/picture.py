"""The picture of MENACE for the first page and shared links.

It shows a wall of boxes, one of them open, and the bead from it as a move on the board.
"""

from collections.abc import Iterator
from functools import partial
from itertools import product

from menace_kit.layout.board import mark_marks
from menace_kit.layout.marks import (
    Circle,
    Curve,
    Document,
    Line,
    Mark,
    Medium,
    Page,
    Polyline,
    Rectangle,
    Text,
)
from menace_kit.layout.text.typesetting import cap_height, fitted, size_within
from menace_kit.machine import load_preset
from menace_kit.render.png import DOTS_PER_INCH, document_pngs
from menace_kit.render.svg import document_svgs
from menace_kit.site.game import MACHINE
from menace_kit.text import Words

PAPER, INK, LINE, ACCENT, CARD = "#fbf6ea", "#1f1a13", "#8a7d68", "#9d2b1d", "#ffffff"
"""Colours of the pages in light mode."""

BOX = "#dfc9a0"

WIDTH, HEIGHT = 104.0, 40.0
COLUMNS, ROWS = 19, 16
"""Size of the wall: 304 boxes."""

OPEN = (12, 8)
"""Column and row of the open box."""

BEADS = ("gold", "lilac", "gold", "white", "gold", "green", "lilac", "gold", "white", "green")
"""The beads in the open box; most have the colour drawn."""

DRAWN = "gold"

SHARED = (1200, 630)
"""Pixels of a shared link's picture, the size that most programs expect."""

SHARE = 0.54
"""The picture's share of that height."""

COLOURS = 256
"""Colours of a shared picture: this halves the size of its file."""


def picture_svg() -> bytes:
    """Return the picture alone, without words."""
    return document_svgs(_document(Page(WIDTH, HEIGHT, tuple(_picture(0, 0, 1)))))[0]


def shared_png(words: Words) -> bytes:
    """Return the picture with the first page's title and sentence above it."""
    width, height = (pixels * 25.4 / DOTS_PER_INCH for pixels in SHARED)
    border = width / 18
    room = width - 2 * border
    title, what = words("here.title"), words("here.what")
    size = size_within(title, room, 23, bold=True)
    below = border + cap_height(size)
    said = fitted(what, room, height / 4, 13)
    scale = SHARE * height / HEIGHT
    marks = (
        Rectangle(0, 0, width, height, 0, None, PAPER),
        Text(border, below, title, size, True, colour=ACCENT),
        *said.marks(border, below + border / 2),
        *_picture((width - WIDTH * scale) / 2, height - border * 0.8 - HEIGHT * scale, scale),
    )
    return document_pngs(_document(Page(width, height, marks)), COLOURS)[0]


def _document(page: Page) -> Document:
    return Document("picture", "MENACE", "MENACE", "", (page,), Medium.SCREEN)


def _picture(left: float, top: float, scale: float) -> Iterator[Mark]:
    """Yield the picture at a place, scaled from WIDTH x HEIGHT mm."""
    wide, high = 44 / COLUMNS * scale, HEIGHT / ROWS * scale
    yield Rectangle(left, top, 44 * scale, HEIGHT * scale, 0, None, CARD)
    for column, row in product(range(COLUMNS), range(ROWS)):
        fill = ACCENT if (column, row) == OPEN else BOX
        x, y = left + (column + 0.08) * wide, top + (row + 0.1) * high
        yield Rectangle(x, y, wide * 0.84, high * 0.8, 0.05 * scale, LINE, fill)
    x, y = left + (OPEN[0] + 1) * wide, top + (OPEN[1] + 0.5) * high
    tray = (left + 50 * scale, top + 9 * scale, 16 * scale, 22 * scale)
    for corner in (tray[1], tray[1] + tray[3]):
        yield Line(x, y, tray[0], corner, 0.25 * scale, ACCENT)
    yield from _tray(*tray, scale)
    yield from _board(left + 76 * scale, top + 6 * scale, 28 * scale, scale)
    at = top + HEIGHT / 2 * scale
    start, end = left + 67.5 * scale, left + 74 * scale
    yield Curve(((start, at), (end - 2 * scale, at)), 0.9 * scale, INK)
    head = ((end, at), (end - 2.6 * scale, at - 1.7 * scale), (end - 2.6 * scale, at + 1.7 * scale))
    yield Polyline(head, 0, None, INK)


def _tray(x: float, y: float, width: float, height: float, scale: float) -> Iterator[Mark]:
    yield Rectangle(x, y, width, height, 0.6 * scale, ACCENT, CARD, 1 * scale)
    hexes = _hexes()
    for place, colour in enumerate(BEADS):
        row, column = divmod(place, 3)
        across = x + (3.2 + 4.8 * column + 0.7 * (row % 2)) * scale
        down = y + (4 + 4.6 * row) * scale
        yield Circle(across, down, 1.9 * scale, 0.15 * scale, INK, hexes[colour])


def _board(x: float, y: float, side: float, scale: float) -> Iterator[Mark]:
    step = side / 3
    yield Rectangle(x, y, side, side, 0, None, CARD)
    for at in (step, 2 * step):
        yield Line(x + at, y, x + at, y + side, 0.6 * scale, LINE)
        yield Line(x, y + at, x + side, y + at, 0.6 * scale, LINE)
    centre = partial(_centre, x, y, step)
    yield from mark_marks("X", *centre(2, 0), step)
    yield Circle(*centre(1, 1), step * 0.3, step * 0.15, ACCENT, _hexes()[DRAWN])


def _hexes() -> dict[str, str]:
    return {colour.name: colour.hex for colour in load_preset(MACHINE).colours}


def _centre(x: float, y: float, step: float, column: int, row: int) -> tuple[float, float]:
    return x + (column + 0.5) * step, y + (row + 0.5) * step
