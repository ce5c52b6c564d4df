"""What is cut out of card: a fence for a tray, and boxes as nets and folded. Sums in mm only."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

from menace_kit.errors import FitError
from menace_kit.machine.containers import BeadSize, TraySize, folded_outer
from menace_kit.machine.schema import FoldUp

Point = tuple[float, float]

# The fence in a tray: a strip of card, folded to a V, whose apex takes one bead.
#
# In Michie's machine (1963) the box is shaken and tilted, and the bead that rolls into the apex
# of a V of card in its tray is the move. A V of one strip ends in a short flat, glued to the tray's
# end. Were the flat longer than a bead, two beads would come to lie beside each other at it,
# and nobody could say which was drawn. So it is just as long as gives one bead a fifth of its width
# to move in, between the walls; a second one stays more than half a bead behind.

OPENING = 1.2
"""How wide the apex is for a bead that lies against its flat, in beads:
one, and a fifth to play.
"""

ROUND = 0.5
"""How much of its largest measure a bead's smallest is at the least,
for two slimmer ones go where one does.
"""

BELOW_RIM = 1.0
"""How much lower than the tray the fence is, so that it does not catch in the sleeve (mm)."""

TAB = 8.0
"""How long the ends are that are glued to the tray's sides, where there is room for it (mm)."""


@dataclass(frozen=True)
class Fence:
    """A fence for one tray: a flat at the apex, and walls that go `spread` mm across
    and `reach` mm along the tray.

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
        """Return the folded strip seen from above: x from the tray's left side,
        y from the end with the flat.
        """
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
    """Return the fence for a tray and a bead; FitError where the bead is too
    slim for one, or too large.

    The walls stand at right angles to each other, so that beads roll down either,
    unless that would take more than half of the tray's length.
    """
    widest, thinnest = max(bead.diameter, bead.length), min(bead.diameter, bead.length)
    if thinnest < ROUND * widest:
        raise FitError(
            f"beads of {bead.diameter:g} x {bead.length:g} mm are too slim for a fence: "
            "two of them lie where one is meant to; take rounder beads"
        )
    for side, needed in (
        ("width", 3 * widest),
        ("length", 4 * widest),
        ("height", BELOW_RIM + widest / 2),
    ):
        here = getattr(tray, side)
        if here < needed:
            raise FitError(
                f"a bead of {widest:g} mm is too large for a fence in this tray, whose {side} "
                f"inside is {here:g} mm: it needs {needed:g} mm; take smaller beads or a larger box"
            )
    flat, reach = 0.0, 0.0
    # A lower wall needs a shorter flat, which makes the wall a little lower still.
    for _ in range(30):
        reach = min((tray.width - flat) / 2, tray.length / 2)
        turn = math.atan2(reach, (tray.width - flat) / 2)
        flat = (OPENING - 1 + math.tan(turn / 2)) * widest
    spread = (tray.width - flat) / 2
    reach = min(spread, tray.length / 2)
    return Fence(flat, spread, reach, min(TAB, tray.length - reach), tray.height - BELOW_RIM)


# Boxes that are folded from card: tray and sleeve as nets,
# and what becomes of a net when it is folded.
#
# A net lies on the sheet as it is printed: x to the right, y downwards, the print towards
# whoever looks at it. It is folded away from the print, so that this ends up outside.
# Card has a thickness, and a fold is taken to run in the middle of it: so the inside of two walls
# is one thickness nearer than their folds, which is the usual allowance for scored board.

Point3 = tuple[float, float, float]

LAP = 10.0
"""How long a tab to glue is, where there is room for it."""

TAPER = 2.0
"""How much narrower on each side a tab is at its free edge, at the most."""

TAB_INSET = 0.5
"""How far a tab stays away from the ends of the edge that it hangs on:
it has to go in beside floor and rim.
"""

TAB_AIR = 1.0
"""What stays free between two tabs on one wall, and between a tab and a fence."""


LEAST_END = 5.0
"""How long the end of a fence is at the least, by which it is glued to a side."""


class Glue(Enum):
    """Which side of a face gets glue: the printed one, or the other."""

    PRINT = "print"
    BACK = "back"


@dataclass(frozen=True)
class Face:
    """A flat piece of a net, and what is folded at its edges.

    Attributes:
        path: its corners, clockwise; of a face that hangs on another,
            from where the fold between them begins to where it ends.
        angle: by how many degrees it is folded away from the print; less than 0, towards it.
        over: whether it is only there because a fold right over, of 180 degrees,
            has to go round the card's thickness; its two folds are drawn as one.
    """

    name: str
    path: tuple[Point, ...]
    angle: float = 90.0
    glue: Glue | None = None
    folds: tuple["Face", ...] = ()
    over: bool = False

    def faces(self) -> Iterator["Face"]:
        """Yield it, and all that hangs on it."""
        yield self
        for face in self.folds:
            yield from face.faces()

    def named(self, name: str) -> "Face":
        """Return the face with this name."""
        return next(face for face in self.faces() if face.name == name)

    def outline(self, hangs: bool = False) -> tuple[Point, ...]:
        """Return where the net is cut out, clockwise; of what hangs on another,
        from end to end of its fold.
        """
        ends = self.path[1:] if hangs else (*self.path[1:], self.path[0])
        points: list[Point] = []
        for start, end in zip(self.path, ends, strict=False):
            points.append(start)
            on_edge = [face for face in self.folds if _lies_on(face.path[0], start, end)]
            on_edge = [face for face in on_edge if _lies_on(face.path[-1], start, end)]
            for face in sorted(on_edge, key=lambda face: math.dist(start, face.path[0])):
                points += face.outline(hangs=True)
        if hangs:
            points.append(self.path[-1])
        return tuple(
            point
            for number, point in enumerate(points)
            if number == 0 or point != points[number - 1]
        )

    def creases(self) -> Iterator[tuple[Point, Point, bool]]:
        """Yield the ends of each fold, as it is scored, and whether it is one towards the print."""
        for face in self.folds:
            if face.over:
                (above,) = face.folds
                yield (
                    _middle(face.path[0], above.path[0]),
                    _middle(face.path[-1], above.path[-1]),
                    face.angle < 0,
                )
                yield from above.creases()
            else:
                yield face.path[0], face.path[-1], face.angle < 0
                yield from face.creases()

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """Return left, top, width and height of the whole net."""
        xs, ys = zip(*self.outline(), strict=True)
        return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)

    def folded(self, share: float = 1.0) -> dict[str, tuple[Point3, ...]]:
        """Return name of a face -> its corners in space, when every fold is closed so far.

        x and y are the sheet's, z goes away from the print: the corners of the middle of the card.
        """
        found: dict[str, tuple[Point3, ...]] = {}
        _fold(self, share, lambda point: point, found)
        return found


def _lies_on(point: Point, start: Point, end: Point) -> bool:
    """Return whether a point is on the straight line between two others."""
    return math.isclose(
        math.dist(start, point) + math.dist(point, end),
        math.dist(start, end),
        rel_tol=0,
        abs_tol=1e-9,
    )


def _middle(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _fold(
    face: Face,
    share: float,
    place: Callable[[Point3], Point3],
    found: dict[str, tuple[Point3, ...]],
) -> None:
    """Put a face, and what hangs on it, where it comes to lie;
    `place` does so for points of the face's own plane.
    """
    found[face.name] = tuple(place((x, y, 0.0)) for x, y in face.path)
    for child in face.folds:
        _fold(child, share, _turning(child, share, place), found)


def _turning(
    face: Face, share: float, place: Callable[[Point3], Point3]
) -> Callable[[Point3], Point3]:
    """Return what puts a point of a face where it lies when the face is turned at its
    fold, and then all before it.
    """
    (x1, y1), (x2, y2) = face.path[0], face.path[-1]
    length = math.dist((x1, y1), (x2, y2))
    along_x, along_y = (x2 - x1) / length, (y2 - y1) / length
    out_x, out_y = along_y, -along_x
    turn = math.radians(face.angle) * share

    def turned(point: Point3) -> Point3:
        x, y, z = point
        along = (x - x1) * along_x + (y - y1) * along_y
        out = (x - x1) * out_x + (y - y1) * out_y
        out, z = (
            out * math.cos(turn) - z * math.sin(turn),
            out * math.sin(turn) + z * math.cos(turn),
        )
        return place((x1 + along * along_x + out * out_x, y1 + along * along_y + out * out_y, z))

    return turned


# The two nets of a box.


def tray_net(tray: TraySize, fold: FoldUp, fence: Fence | None = None) -> Face:
    """Return the tray: floor, four walls, a tab at each corner,
    and at the front a fence, if there is one.

    The front is the face `front`, above the floor on the sheet, and so upright.
    The tabs hang on the sides, and are glued behind front and back:
    there the inside is one card shorter, which the floor makes up for.
    """
    card = fold.card
    width, length = tray.width + card, tray.length + 3 * card
    wall = tray.height + card / 2
    free = width / 2 - TAB_AIR / 2 if fence is None else (width - fence.flat) / 2 - TAB_AIR
    tab = min(LAP, wall - TAB_AIR, free)
    # A fence is folded over the front's edge, and the front that much lower.
    front = wall if fence is None else tray.height
    over = () if fence is None else (_fence(fence, card, width, front, wall),)
    walls = (
        Face("front", ((0, 0), (0, -front), (width, -front), (width, 0)), folds=over),
        _side("right", width, 1, (card, length - card), wall, tab),
        Face("back", ((width, length), (width, length + wall), (0, length + wall), (0, length))),
        _side("left", 0, -1, (length - card, card), wall, tab),
    )
    return Face("floor", ((0, 0), (width, 0), (width, length), (0, length)), 0, folds=walls)


def _side(name: str, x: float, way: int, ends: Point, wall: float, tab: float) -> Face:
    """Return a side of the tray with its two tabs;
    `ends` are where it begins and ends, clockwise.
    """
    first, last = ends
    rim = x + way * wall
    taper = min(TAPER, tab / 4)
    low, high = x + way * TAB_INSET, rim - way * TAB_INSET
    tabs = []
    for end, outwards, number in (
        (first, -1 if last > first else 1, 1),
        (last, 1 if last > first else -1, 2),
    ):
        edge = end + outwards * tab
        corners = [(low, end), (low + way * taper, edge), (high - way * taper, edge), (high, end)]
        path = tuple(corners if number == 1 else reversed(corners))
        tabs.append(Face(f"{name}-tab-{number}", path, glue=Glue.PRINT))
    return Face(name, ((x, first), (rim, first), (rim, last), (x, last)), folds=tuple(tabs))


def _fence(shape: Fence, card: float, width: float, front: float, sides: float) -> Face:
    """Return the fence that is folded over the front: its flat hangs behind it,
    a wall and a tab at either side.
    """
    left, right = (width - shape.flat) / 2, (width + shape.flat) / 2
    low, high = -front - card, -front - card - shape.height
    turn = math.atan2(shape.reach, shape.spread)
    wall = (left - card) / math.cos(turn)
    # No wider than the tray's own net, where the ends can be that short:
    # more of them go on a sheet.
    tab = min(shape.tab, max(LEAST_END, left + sides - wall))
    taper = min(TAPER, tab / 4)

    def wing(side: str, x: float, way: int) -> Face:
        end, tip = x + way * wall, x + way * (wall + tab)
        below = low - BELOW_RIM
        last = [(end, below), (tip, below - taper), (tip, high + taper), (end, high)]
        strip = [(x, low), (end, below), (end, high), (x, high)]
        if way > 0:
            last, strip = last[::-1], strip[::-1]
        rest = math.degrees(turn) - 90
        glued = Face(f"fence-{side}-tab", tuple(last), rest, Glue.BACK)
        return Face(f"fence-{side}", tuple(strip), -math.degrees(turn), folds=(glued,))

    flat = Face(
        "fence-flat",
        ((left, low), (left, high), (right, high), (right, low)),
        glue=Glue.BACK,
        folds=(wing("left", left, -1), wing("right", right, 1)),
    )
    strip = ((left, -front), (left, low), (right, low), (right, -front))
    return Face("fence-over", strip, folds=(flat,), over=True)


def sleeve_net(tray: TraySize, fold: FoldUp) -> Face:
    """Return the sleeve: four faces in a row, and a flap that is glued inside the first.

    It is as long as the tray, and inside wider and higher than the tray outside by the clearance;
    the flap, which lies between the two, is reckoned with.
    """
    card, outer = fold.card, folded_outer(tray, fold)
    floor, roof, side = outer.width - card, outer.width - 2 * card, outer.height - card
    flap = min(LAP, side - card - TAB_AIR)
    taper = min(TAPER, flap / 4)
    length = outer.length
    right, top = floor + side, floor + side + roof
    flap_face = Face(
        "flap",
        ((top, 0), (top + flap, taper), (top + flap, length - taper), (top, length)),
        glue=Glue.PRINT,
    )
    roof_face = Face(
        "top", ((right, 0), (top, 0), (top, length), (right, length)), folds=(flap_face,)
    )
    faces = (
        Face(
            "right", ((floor, 0), (right, 0), (right, length), (floor, length)), folds=(roof_face,)
        ),
        Face("left", ((0, length), (-side, length), (-side, 0), (0, 0))),
    )
    return Face("bottom", ((0, 0), (floor, 0), (floor, length), (0, length)), 0, folds=faces)
