"""Pictures of a move for posters and the first page: board, front of a box, and arrow. In mm."""

from functools import partial

from menace_kit.layout.board import board_marks
from menace_kit.layout.label import up_mark
from menace_kit.layout.label_style import NUMBER_SIZES, up_height
from menace_kit.layout.marks import BLACK, Line, Marks, Polyline, Text
from menace_kit.layout.squares import Squares, is_wide, square_within
from menace_kit.layout.stacks import Area, Part, framed, inset, padded
from menace_kit.layout.text.typesetting import cap_height, text_width
from menace_kit.layout.type_scale import SMALLEST, steps_from
from menace_kit.machine import Bead, Box, Kit
from menace_kit.machine.containers import ContainerKind

ARROW = 9.0


EDGE = 2.6
"""What is free around the board on a box's front."""


SIZES = (*NUMBER_SIZES, *steps_from(NUMBER_SIZES[-1]))
"""Sizes of a box's number, and of names too long for them."""


def sample_box(kit: Kit) -> tuple[Box, Bead]:
    """Return the box in the picture, the fullest of the second stage if any, and its drawn bead."""
    side = kit.stages[0][0]
    stage = min(2, max(stage for owner, stage in kit.stages if owner is side))
    boxes = [box for box in kit.boxes if (box.side, box.stage) == (side, stage)]
    box = max(boxes, key=lambda box: len(box.playable))
    return box, box.playable[len(box.playable) // 2]


def box_front(kit: Kit, box: Box) -> Part:
    """Return the front of a box with its label: board, number and up-mark."""
    told = partial(_number_and_mark, kit, box)

    def inside(area: Area) -> Marks:
        square = square_within(kit, area.width if is_wide(kit) else area.height, area.height)
        squares = Squares(kit, area.x, area.y, square)
        yield from board_marks(squares, box)
        wide, high = squares.size
        beside = padded(told, left=wide + EDGE)
        yield from (padded(told, above=high + EDGE) if is_wide(kit) else beside)(area)

    return framed(inset(EDGE, inside), pen=0.6, radius=1.2)


def _number_and_mark(kit: Kit, box: Box, area: Area) -> Marks:
    """Yield a box's number, as large as fits, and at the foot of its area the up-mark, which a mat
    doesn't have.
    """
    x, y, width, height = area
    fitting = (size for size in SIZES if text_width(box.name, size, True) <= width)
    size = next((size for size in fitting if cap_height(size) <= height), SMALLEST)
    yield Text(x, y + cap_height(size), box.name, size, True)
    if kit.container.kind is ContainerKind.MAT:
        return
    up = min(6.0, width)
    left, foot = area.at(0, 1)
    yield up_mark(left + width - up if is_wide(kit) else left, foot - up_height(up), up)


def arrow(area: Area) -> Marks:
    """Yield an arrow to the right in the middle of its area, `ARROW` mm long."""
    x, y = area.at(0.5, 0.5)
    x -= ARROW / 2
    yield Line(x, y, x + ARROW - 3, y, 1.2)
    yield Polyline(((x + ARROW - 4, y - 2.6), (x + ARROW, y), (x + ARROW - 4, y + 2.6)), fill=BLACK)
