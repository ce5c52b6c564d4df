"""Pictures of a move for posters and the first page: board, front of a box, and arrow. In mm."""

from collections.abc import Iterator

from menace_kit.layout.board import board_marks
from menace_kit.layout.label_style import NUMBER_SIZES
from menace_kit.layout.marks import BLACK, Line, Mark, Polyline, Rectangle, Text
from menace_kit.layout.squares import Squares, is_wide, square_within
from menace_kit.layout.stacks import Area, Part
from menace_kit.layout.text.typesetting import cap_height, text_width
from menace_kit.machine.boxes import Bead, Box
from menace_kit.machine.kit import Kit

ARROW = 9.0


def sample_box(kit: Kit) -> tuple[Box, Bead]:
    """Return the box in the picture, the fullest of the second stage if any, and its drawn bead."""
    side = kit.stages[0][0]
    stage = min(2, max(stage for owner, stage in kit.stages if owner is side))
    boxes = [box for box in kit.boxes if (box.side, box.stage) == (side, stage)]
    box = max(boxes, key=lambda box: len(box.playable))
    return box, box.playable[len(box.playable) // 2]


def box_front(kit: Kit, box: Box) -> Part:
    """Return the front of a box with its label: board, number and up-mark."""
    return lambda area: _front_marks(kit, box, *area)


def _front_marks(
    kit: Kit, box: Box, x: float, y: float, width: float, height: float
) -> Iterator[Mark]:
    inset = 2.6
    side = height - 2 * inset
    yield Rectangle(x, y, width, height, 0.6, BLACK, None, 1.2)
    square = square_within(kit, width - 2 * inset if is_wide(kit) else side, side)
    squares = Squares(kit, x + inset, y + inset, square)
    wide, high = squares.size
    yield from board_marks(squares, box)
    foot = y + height - inset
    start, top = x + inset + wide + inset, y + inset
    if is_wide(kit):
        start, top = x + inset, top + high + inset
    room = x + width - inset - start
    fitting = (size for size in NUMBER_SIZES if text_width(box.name, size, True) <= room)
    size = next((size for size in fitting if cap_height(size) <= foot - top), NUMBER_SIZES[-1])
    yield Text(start, top + cap_height(size), box.name, size, True)
    up = min(6.0, room)
    left = x + width - inset - up if is_wide(kit) else start
    yield Polyline(((left, foot), (left + up / 2, foot - up * 0.87), (left + up, foot)), fill=BLACK)


def arrow(area: Area) -> Iterator[Mark]:
    """Yield an arrow to the right in the middle of its area, `ARROW` mm long."""
    x, y = area.at(0.5, 0.5)
    x -= ARROW / 2
    yield Line(x, y, x + ARROW - 3, y, 1.2)
    yield Polyline(((x + ARROW - 4, y - 2.6), (x + ARROW, y), (x + ARROW - 4, y + 2.6)), fill=BLACK)
