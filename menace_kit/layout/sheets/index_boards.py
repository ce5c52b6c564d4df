"""What the index chart is made of: a group's frame with its small boards, and the picture of what has been looked at.

All in mm.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from menace_kit.games import EMPTY
from menace_kit.layout.marks import BLACK, GREY, THIN, WHITE, Anchor, Line, Mark, Rectangle, Text
from menace_kit.layout.primitives.board import (
    board_height,
    board_marks,
    board_width,
    grid_marks,
    smallest_square,
    square_centre,
    square_corner,
)
from menace_kit.layout.primitives.pieces import cell_height, piece_marks
from menace_kit.layout.text.fonts import SMALLEST, cap_height, text_width
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.text import Words
from menace_kit.text.kit_words import place_words
from menace_kit.workshop.finding_by_eye import FindingOrder, Group

SQUARE = 4.1
"""Side of a square of a small board."""

ARROW_AIR = 1.9
"""How much larger than the least a square is on which arrows are looked up."""

ICON_SQUARE = 2.8
"""Side of a square of the picture before a group."""

NUMBER_SIZE = 9.0
PLACE_SIZES = (6.0, 5.5, SMALLEST)

TURNED = "↻"
"""Behind the number of a box whose label is turned or flipped against its drawing in the chart."""

SYMMETRIC = "*"
"""Behind the number of a box whose position is itself symmetric."""

SIGN_SIZE = 7.0
PAD = 1.2
GAP = 1.4
"""Between two boards of a frame."""

ICON_GAP = 1.8
"""From the picture to the first board."""

FRAME = "#9A9A9A"
UNKNOWN = "#D4D4D4"
"""Squares that have not been looked at."""


def held_box(order: FindingOrder, box: Box) -> Box:
    """Return the box with its drawing as it is looked up: position and beads turned alike."""
    position, symmetry = order.held(box.position)
    beads = tuple(bead._replace(move=symmetry.move(bead.move)) for bead in box.beads)
    return replace(box, position=position, beads=beads)


def icon_marks(
    kit: Kit, cells: str, known: Sequence[int], x: float, y: float, square: float = ICON_SQUARE
) -> Iterator[Mark]:
    """Yield a board of which only the known squares are seen, the others grey; its top left corner at x, y."""
    rows, columns = kit.game.rows, kit.game.columns
    high = square * cell_height(kit)
    yield Rectangle(x, y, columns * square, rows * high, THIN, GREY, WHITE)
    for number in range(rows * columns):
        if number not in known:
            yield Rectangle(*square_corner(kit, number, x, y, square), square, high, 0, None, UNKNOWN)
    yield from grid_marks(kit, x, y, square)
    for number in known:
        if cells[number] != EMPTY:
            yield from piece_marks(kit, cells[number], *square_centre(kit, number, x, y, square), square)


class Frames:
    """How the groups of a kit are framed: the sizes that all of them share."""

    def __init__(self, kit: Kit, words: Words, order: FindingOrder) -> None:
        """Measure what stands below the boards."""
        self.kit, self.order = kit, order
        self._places = {box.number: place_words(kit, words, box, short=True) for box in kit.boxes}
        square = max(SQUARE, smallest_square(kit) * ARROW_AIR) if kit.has_arrows else SQUARE
        self._board_height = board_height(kit, square)
        self._board_width = board_width(kit, self._board_height)
        self._place_size = next(
            (size for size in PLACE_SIZES if self._widest_place(size) <= self._board_width), SMALLEST
        )
        number = max(text_width(box.name, NUMBER_SIZE, True) for box in kit.boxes)
        signs = 2 * text_width(SYMMETRIC + TURNED, SIGN_SIZE) + 1
        cell = max(self._board_width, self._widest_place(self._place_size), number + signs)
        self._pitch = cell + GAP
        self._icon_width = ICON_SQUARE * kit.game.columns

    @property
    def height(self) -> float:
        """Return the height of a frame."""
        caption = 1.0 + cap_height(NUMBER_SIZE)
        if self.kit.spec.cabinet:
            caption += 1.0 + cap_height(self._place_size)
        return PAD + self._board_height + caption + PAD

    def width(self, boxes: int) -> float:
        """Return the width of a frame with this many boxes."""
        return PAD + self._icon_width + ICON_GAP + boxes * self._pitch - GAP + PAD

    def most(self, room: float) -> int:
        """Return how many boxes a frame of at most this width has; one at the least."""
        return max(1, int((room - self.width(0)) / self._pitch))

    def marks(self, group: Group, boxes: Sequence[Box], x: float, y: float) -> Iterator[Mark]:
        """Yield a frame: the picture of its group, and these boxes of it."""
        yield Rectangle(x, y, self.width(len(boxes)), self.height, THIN, FRAME, None, 1.0)
        yield from icon_marks(self.kit, group.cells, group.known, x + PAD, y + PAD)
        left = x + PAD + self._icon_width + ICON_GAP
        for place, box in enumerate(boxes):
            yield from self._box_marks(box, left + place * self._pitch, y + PAD)

    def _widest_place(self, size: float) -> float:
        return max(text_width(place, size) for place in self._places.values())

    def _box_marks(self, box: Box, left: float, y: float) -> Iterator[Mark]:
        """Yield a box's board, and below it its number with its signs, and its place."""
        middle = left + (self._pitch - GAP) / 2
        drawn = held_box(self.order, box)
        yield from board_marks(self.kit, drawn, middle - self._board_width / 2, y, self._board_height)
        baseline = y + self._board_height + 1.0 + cap_height(NUMBER_SIZE)
        yield Text(middle, baseline, box.name, NUMBER_SIZE, True, Anchor.MIDDLE)
        right = middle + text_width(box.name, NUMBER_SIZE, True) / 2 + 0.5
        symmetric = len(self.kit.symmetries.stabiliser(box.position)) > 1
        signs = SYMMETRIC * symmetric + TURNED * (drawn.position != box.position)
        if signs:
            yield Text(right, baseline, signs, SIGN_SIZE)
        if place := self._places[box.number]:
            below = baseline + 1.0 + cap_height(self._place_size)
            yield Text(middle, below, place, self._place_size, anchor=Anchor.MIDDLE)


def arrow_marks(x: float, y: float, length: float) -> Iterator[Mark]:
    """Yield an arrow to the right."""
    yield Line(x, y, x + length, y, 0.35)
    for side in (-1, 1):
        yield Line(x + length - 1.2, y + side * 0.9, x + length, y, 0.35, BLACK)
