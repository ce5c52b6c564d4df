"""What is cut for the boxes: a cabinet's pieces, by a laser, and the fence in a tray. Pure sums in mm, no drawing.

A cabinet is a box without a front. Back, top, bottom and sides are boards that hold each other with finger joints.
Inside stands a lattice of shelves and uprights, each with slots to half of its depth that take the crossing ones.
Across, the sums are: slots + dividers between them + two boards = the outer width; up and down alike. A slot is as
wide as its boxes and one clearance; how many boxes share it is the kit's `together`, one by itself.

R. Gres's published cabinet - 311 x 472 x 46 mm for 8 x 38 boxes of 36.5 x 11.6 mm, boards of 5 and 3 mm - comes out of
the same sums, exactly in width and 0.2 mm less in height, with two boxes side by side and five on top of each other in
a slot and no clearance. With a slot for every box and half a millimetre to spare it is 16 mm wider and 108.8 mm higher.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate

from menace_kit.errors import FitError, KitError
from menace_kit.machine.containers import BeadSize, OuterSize, TraySize
from menace_kit.machine.csv_table import csv_text
from menace_kit.machine.kit import Kit
from menace_kit.machine.schema import Cabinet

# Outlines of what a laser cuts from a board: the corners of level and upright lines, clockwise, y downwards.

Point = tuple[float, float]


@dataclass(frozen=True)
class Joint:
    """A finger joint: an odd number of equal cells along `length`, the first and every other one the owner's."""

    length: float
    cells: int

    @property
    def cell(self) -> float:
        """Return how long a finger is."""
        return self.length / self.cells


Edge = tuple[Joint, bool] | None
"""The joint along an edge, and whether the board is its owner; None for an edge that is free."""


def board_outline(
    top: Edge, right: Edge, bottom: Edge, left: Edge, size: Point, inset: float
) -> tuple[Point, ...]:
    """Return the outline of a board whose edges have fingers, notches between them as deep as the boards are thick.

    The corner of two edges lies where the one's last cell and the other's first end. A joint shorter than its edge
    begins at the top, which is the front; the rest of the edge belongs to the board that the bottom edge meets.
    """
    width, height = size
    walls = [
        _levels(top, width, inset, False),
        _levels(right, height, inset, False),
        _levels(bottom, width, inset, True),
        _levels(left, height, inset, True),
    ]
    points: list[Point] = []
    for number, wall in enumerate(walls):
        before, after = walls[number - 1], walls[(number + 1) % 4]
        length = width if number % 2 == 0 else height
        places = [before[-1][1], *(end for end, _ in wall[:-1]), length - after[0][1]]
        for (_, level), start, end in zip(wall, places, places[1:], strict=False):
            points += [_on_edge(number, start, level, size), _on_edge(number, end, level, size)]
    return tuple(point for number, point in enumerate(points) if point != points[number - 1])


def _levels(edge: Edge, length: float, inset: float, backwards: bool) -> list[tuple[float, float]]:
    """Return the cells along an edge, clockwise: where each ends, and how far inside the outline's rectangle it is."""
    if edge is None:
        return [(length, 0.0)]
    joint, owner = edge
    levels = [0.0 if (place % 2 == 0) == owner else inset for place in range(joint.cells)]
    ends = [*((place + 1) * joint.cell for place in range(joint.cells - 1)), length]
    if backwards:
        starts = [0.0, *ends[:-1]]
        ends, levels = [length - start for start in reversed(starts)], levels[::-1]
    return list(zip(ends, levels, strict=True))


def _on_edge(number: int, place: float, level: float, size: Point) -> Point:
    """Return a point `place` along an edge and `level` inside it; edges count clockwise from the top."""
    width, height = size
    x, y = ((place, level), (width - level, place), (width - place, height - level), (level, height - place))[
        number
    ]
    return round(x, 6), round(y, 6)


def slotted_outline(
    length: float, depth: float, half: float, slot: float, places: Iterable[float]
) -> tuple[Point, ...]:
    """Return a divider with a slot at each of these places, open at the top and `half` deep."""
    notch = ((-slot / 2, 0.0), (-slot / 2, half), (slot / 2, half), (slot / 2, 0.0))
    notches = ((place + x, y) for place in places for x, y in notch)
    return ((0.0, 0.0), *notches, (length, 0.0), (length, depth), (0.0, depth))


def offset(outline: tuple[Point, ...], distance: float) -> tuple[Point, ...]:
    """Return an outline of level and upright lines, clockwise, moved outwards everywhere by this distance."""
    moved = []
    for number, (x, y) in enumerate(outline):
        before, after = outline[number - 1], outline[(number + 1) % len(outline)]
        (x1, y1), (x2, y2) = _outwards(before, (x, y)), _outwards((x, y), after)
        moved.append((round(x + (x1 + x2) * distance, 6), round(y + (y1 + y2) * distance, 6)))
    return tuple(moved)


def _outwards(start: Point, end: Point) -> Point:
    """Return the direction away from the piece at a line from start to end: to its left, as y goes downwards."""
    (x1, y1), (x2, y2) = start, end
    return float((y2 > y1) - (y2 < y1)), float((x1 > x2) - (x1 < x2))


GRIP = 12.0
"""How far a box stands out of its slot unless the kit says otherwise: enough for finger and thumb to hold it by."""

FIT = 0.2
"""How much wider a slot is than the divider that it takes, and a lattice smaller than its cabinet (mm)."""

FINGER = 3.0
"""About how long a finger of a joint is, in thicknesses of the board."""

LEAST_FINGER = 1.4
"""How long it is at the least: where three boards meet a corner hangs on what is longer than the board is thick."""


@dataclass(frozen=True)
class Piece:
    """One kind of piece: `count` of it in a cabinet; `outline` is what it is when it is cut, from 0, 0, clockwise."""

    name: str
    count: int
    width: float
    height: float
    thickness: float
    outline: tuple[Point, ...]

    def cut(self, kerf: float) -> tuple[Point, ...]:
        """Return the line that the laser follows, so that after burning away `kerf` it leaves the outline.

        The line lies half a kerf outside of the piece everywhere. So outer contours grow by kerf/2, and notches and
        slots, which are parts of the contour, shrink by kerf/2 on each side.
        """
        return offset(self.outline, kerf / 2)


@dataclass(frozen=True)
class Carpentry:
    """The measures of a cabinet: its slots, what lies between them, and how large it is. All in mm."""

    across: tuple[float, ...]
    """The width of each slot, from the left."""
    down: tuple[float, ...]
    """The height of each slot, from the top."""
    depth: float
    board: float
    divider: float

    @property
    def inner(self) -> Point:
        """Return width and height of the inside."""
        width, height = (sum(slots) + (len(slots) - 1) * self.divider for slots in (self.across, self.down))
        return width, height

    @property
    def outer(self) -> tuple[float, float, float]:
        """Return width, height and depth of the cabinet, its back included."""
        width, height = self.inner
        return width + 2 * self.board, height + 2 * self.board, self.depth + self.board

    def divider_places(self, slots: tuple[float, ...]) -> tuple[float, ...]:
        """Return where the middles of the dividers between slots are, from the inside of the first board."""
        ends = accumulate(slots[:-1])
        return tuple(end + (place + 0.5) * self.divider for place, end in enumerate(ends))

    def joint(self, length: float) -> Joint:
        """Return the finger joint for an edge; KitError where the board is too thick for fingers on it."""
        cells = max(3, 2 * round((length / (FINGER * self.board) - 1) / 2) + 1)
        thickest = math.floor(10 * length / (3 * LEAST_FINGER)) / 10
        if self.board > thickest:
            raise KitError(
                f"cabinet.board-thickness: boards of {self.board:g} mm are too thick for an edge of {length:.1f} mm, "
                f"which has three fingers at least; take {thickest:g} mm or less"
            )
        return Joint(length, cells)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Return the pieces of one cabinet: the boards, then the dividers; no dividers where there is one slot."""
        width, height, depth = self.outer
        across, up, inwards = self.joint(width), self.joint(height), self.joint(self.depth)
        back = board_outline(
            (across, True), (up, True), (across, True), (up, True), size=(width, height), inset=self.board
        )
        lid = board_outline(
            None, (inwards, False), (across, False), (inwards, False), size=(width, depth), inset=self.board
        )
        side = board_outline(
            None, (inwards, True), (up, False), (inwards, True), size=(height, depth), inset=self.board
        )
        boards = (
            Piece("back", 1, width, height, self.board, back),
            Piece("top-bottom", 2, width, depth, self.board, lid),
            Piece("side", 2, height, depth, self.board, side),
        )
        return (*boards, *self._dividers())

    def _dividers(self) -> Iterable[Piece]:
        width, height = (length - FIT for length in self.inner)
        half = self.depth / 2
        for name, count, length, crossing in (
            ("shelf", len(self.down) - 1, width, self.divider_places(self.across)),
            ("upright", len(self.across) - 1, height, self.divider_places(self.down)),
        ):
            if count:
                # A lattice is FIT smaller than the inside, half of it at each end.
                places = tuple(place - FIT / 2 for place in crossing)
                outline = slotted_outline(length, self.depth, half, self.divider + FIT, places)
                yield Piece(name, count, length, self.depth, self.divider, outline)


def carpentry(kit: Kit) -> Carpentry:
    """Return the measures of a kit's cabinet; KitError where it has none, or boxes would vanish in it."""
    cabinet = needed_cabinet(kit)
    outer = kit.container.outer
    depth = cabinet.depth if cabinet.depth is not None else outer.length - GRIP
    if not 0 < depth < outer.length:
        raise KitError(
            f"{kit.source}: cabinet.depth: slots of {depth:g} mm do not go with a box of {outer.length:g} mm, of which "
            f"some has to go in and some to stand out; say a depth between 0 and {outer.length:g}"
        )
    across, down = _slots(cabinet, outer)
    return Carpentry(across, down, depth, cabinet.board_thickness, cabinet.divider_thickness)


def needed_cabinet(kit: Kit) -> Cabinet:
    """Return the kit's cabinet; KitError where it has none."""
    if kit.spec.cabinet is None:
        raise KitError(
            f"{kit.source}: this kit has no cabinet to cut; say in kit.toml how many drawers it has: [cabinet] with "
            "rows and columns"
        )
    return kit.spec.cabinet


def cabinet_bill(kit: Kit) -> str:
    """Return the bill of pieces as CSV: how many of each in one cabinet and in all, and their sizes in mm."""
    rows: list[tuple[object, ...]] = [("piece", "in_one_cabinet", "in_all", "width", "height", "thickness")]
    for piece in carpentry(kit).pieces:
        sizes = (f"{piece.width:.1f}", f"{piece.height:.1f}", f"{piece.thickness:g}")
        rows.append((piece.name, piece.count, piece.count * kit.cabinets, *sizes))
    return csv_text(rows)


def _slots(cabinet: Cabinet, box: OuterSize) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the slots across and down: of boxes that share one, the last slot has what is left over."""

    def slots(boxes: int, together: int, size: float) -> tuple[float, ...]:
        filled = [min(together, boxes - first) for first in range(0, boxes, together)]
        return tuple(number * size + cabinet.clearance for number in filled)

    abreast, stacked = cabinet.together
    return slots(cabinet.columns, abreast, box.width), slots(cabinet.rows, stacked, box.height)


# The fence in a tray: a strip of card, folded to a V, whose apex takes one bead.
#
# In Michie's machine (1963) the box is shaken and tilted, and the bead that rolls into the apex of a V of card in its
# tray is the move. A V of one strip ends in a short flat, glued to the tray's end. Were the flat longer than a bead,
# two beads would come to lie beside each other at it, and nobody could say which was drawn. So it is just as long as
# gives one bead a fifth of its width to move in, between the walls; a second one stays more than half a bead behind.

OPENING = 1.2
"""How wide the apex is for a bead that lies against its flat, in beads: one, and a fifth to play."""

ROUND = 0.5
"""How much of its largest measure a bead's smallest is at the least, for two slimmer ones go where one does."""

BELOW_RIM = 1.0
"""How much lower than the tray the fence is, so that it does not catch in the sleeve (mm)."""

TAB = 8.0
"""How long the ends are that are glued to the tray's sides, where there is room for it (mm)."""


@dataclass(frozen=True)
class Fence:
    """A fence for one tray: a flat at the apex, and walls that go `spread` mm across and `reach` mm along the tray.

    `height` is that of the strip, `tab` the length of each of its ends.
    """

    flat: float
    spread: float
    reach: float
    tab: float
    height: float

    @property
    def wall(self) -> float:
        """Return the length of a wall."""
        return math.hypot(self.spread, self.reach)

    @property
    def parts(self) -> tuple[float, ...]:
        """Return the lengths of the strip's five parts: end, wall, flat, wall, end."""
        return self.tab, self.wall, self.flat, self.wall, self.tab

    @property
    def length(self) -> float:
        """Return the length of the strip before it is folded."""
        return sum(self.parts)

    @property
    def width(self) -> float:
        """Return how wide the folded fence is: the inside of the tray."""
        return self.flat + 2 * self.spread

    def folded(self) -> tuple[tuple[float, float], ...]:
        """Return the folded strip seen from above: x from the tray's left side, y from the end with the flat."""
        right = self.width
        return (
            (0.0, self.reach + self.tab),
            (0.0, self.reach),
            (self.spread, 0.0),
            (right - self.spread, 0.0),
            (right, self.reach),
            (right, self.reach + self.tab),
        )


def fence(tray: TraySize, bead: BeadSize) -> Fence:
    """Return the fence for a tray and a bead; FitError where the bead is too slim for one, or too large.

    The walls stand at right angles to each other, so that beads roll down either, unless that would take more than half
    of the tray's length.
    """
    widest, thinnest = max(bead.diameter, bead.length), min(bead.diameter, bead.length)
    if thinnest < ROUND * widest:
        raise FitError(
            f"beads of {bead.diameter:g} x {bead.length:g} mm are too slim for a fence: two of them lie where one is "
            "meant to; take rounder beads"
        )
    for side, needed in (("width", 3 * widest), ("length", 4 * widest), ("height", BELOW_RIM + widest / 2)):
        here = getattr(tray, side)
        if here < needed:
            raise FitError(
                f"a bead of {widest:g} mm is too large for a fence in this tray, whose {side} inside is {here:g} mm: "
                f"it needs {needed:g} mm; take smaller beads or a larger box"
            )
    flat, reach = 0.0, 0.0
    for _ in range(30):  # a lower wall needs a shorter flat, which makes the wall a little lower still
        reach = min((tray.width - flat) / 2, tray.length / 2)
        turn = math.atan2(reach, (tray.width - flat) / 2)
        flat = (OPENING - 1 + math.tan(turn / 2)) * widest
    spread = (tray.width - flat) / 2
    reach = min(spread, tray.length / 2)
    return Fence(flat, spread, reach, min(TAB, tray.length - reach), tray.height - BELOW_RIM)
