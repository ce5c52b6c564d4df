"""The picture of MENACE for the first page and shared links.

It shows a wall of boxes, one of them open, and the bead from it as a move on the board.
"""

from collections.abc import Iterator
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

WIDTH, HEIGHT = 117.0, 45.0
"""Size of the picture in mm: it takes half of a shared link's picture."""

WALL = 49.5
"""Width of the wall; it is as high as the picture."""

COLUMNS, ROWS = 19, 16
"""Size of the wall: 304 boxes."""

OPEN = (12, 8)
"""Column and row of the open box."""

BEADS = ("gold", "lilac", "gold", "white", "gold", "green", "lilac", "gold", "white", "green")
"""The beads in the open box; most have the colour drawn."""

DRAWN = "gold"

SHARED = (1200, 630)
"""Pixels of a shared link's picture, the size that most programs expect."""

COLOURS = 256
"""Colours of a shared picture: this halves the size of its file."""


def picture_svg() -> bytes:
    """Return the picture alone, without words."""
    return document_svgs(_document(Page(WIDTH, HEIGHT, tuple(_picture(0, 0)))))[0]


def shared_png(words: Words) -> bytes:
    """Return the picture with the first page's title and sentence above it."""
    width, height = (pixels * 25.4 / DOTS_PER_INCH for pixels in SHARED)
    border = width / 18
    room = width - 2 * border
    title, what = words("here.title"), words("here.what")
    size = size_within(title, room, 23, bold=True)
    below = border + cap_height(size)
    said = fitted(what, room, height / 4, 13)
    marks = (
        Rectangle(0, 0, width, height, 0, None, PAPER),
        Text(border, below, title, size, True, colour=ACCENT),
        *said.marks(border, below + border / 2),
        *_picture((width - WIDTH) / 2, height - border * 0.8 - HEIGHT),
    )
    return document_pngs(_document(Page(width, height, marks)), COLOURS)[0]


def _document(page: Page) -> Document:
    return Document("picture", "MENACE", "MENACE", "", (page,), Medium.SCREEN)


def _picture(left: float, top: float) -> Iterator[Mark]:
    """Yield the picture at a place: the wall, the open tray, an arrow, and the board."""
    wide, high = WALL / COLUMNS, HEIGHT / ROWS
    yield Rectangle(left, top, WALL, HEIGHT, 0, None, CARD)
    for column, row in product(range(COLUMNS), range(ROWS)):
        fill = ACCENT if (column, row) == OPEN else BOX
        x, y = left + (column + 0.08) * wide, top + (row + 0.1) * high
        yield Rectangle(x, y, wide * 0.84, high * 0.8, 0.06, LINE, fill)
    x, y = left + (OPEN[0] + 1) * wide, top + (OPEN[1] + 0.5) * high
    tray = (left + 56.25, top + 10.1, 18, 24.8)
    for corner in (tray[1], tray[1] + tray[3]):
        yield Line(x, y, tray[0], corner, 0.28, ACCENT)
    yield from _tray(*tray)
    yield from _board(left + 85.5, top + 6.75, 31.5)
    at = top + HEIGHT / 2
    start, end = left + 76, left + 83.2
    yield Curve(((start, at), (end - 2.2, at)), 1, INK)
    yield Polyline(((end, at), (end - 2.9, at - 1.9), (end - 2.9, at + 1.9)), 0, None, INK)


def _tray(x: float, y: float, width: float, height: float) -> Iterator[Mark]:
    yield Rectangle(x, y, width, height, 0.7, ACCENT, CARD, 1.1)
    hexes = _hexes()
    for place, colour in enumerate(BEADS):
        row, column = divmod(place, 3)
        across = x + 3.6 + 5.4 * column + 0.8 * (row % 2)
        yield Circle(across, y + 4.5 + 5.2 * row, 2.1, 0.17, INK, hexes[colour])


def _board(x: float, y: float, side: float) -> Iterator[Mark]:
    step = side / 3
    yield Rectangle(x, y, side, side, 0, None, CARD)
    for at in (step, 2 * step):
        yield Line(x + at, y, x + at, y + side, 0.7, LINE)
        yield Line(x, y + at, x + side, y + at, 0.7, LINE)
    yield from mark_marks("X", x + 2.5 * step, y + 0.5 * step, step)
    centre = (x + 1.5 * step, y + 1.5 * step)
    yield Circle(*centre, step * 0.3, step * 0.15, ACCENT, _hexes()[DRAWN])


def _hexes() -> dict[str, str]:
    return {colour.name: colour.hex for colour in load_preset(MACHINE).colours}
