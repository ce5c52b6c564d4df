"""Faces of card that are joined along folds: flat, as a net, and folded. In mm.

A net is on the sheet as printed: x to the right, y downwards, the print towards you. It is folded
away from the print, so that this is outside.
"""

import math
from collections.abc import Callable, Iterator
from enum import Enum

from menace_kit.frozen import Frozen

Point = tuple[float, float]

Point3 = tuple[float, float, float]


class Glue(Enum):
    """Which side of a face gets glue: the printed one, or the back."""

    PRINT = "print"
    BACK = "back"


class Face(Frozen):
    """A flat piece of a net, and what is folded at its edges.

    Attributes:
        path: its corners, clockwise; if it is attached to another face, from where the fold
            between them starts to where it ends.
        angle: how many degrees it is folded away from the print; negative is towards it.
        over: whether it exists only because a fold of 180 degrees has to go round the
            card's thickness; its two folds are drawn as one.
    """

    name: str
    path: tuple[Point, ...]
    angle: float = 90.0
    glue: Glue | None = None
    folds: tuple["Face", ...] = ()
    over: bool = False

    def faces(self) -> Iterator["Face"]:
        """Yield this face and all that are attached to it."""
        yield self
        for face in self.folds:
            yield from face.faces()

    def named(self, name: str) -> "Face":
        return next(face for face in self.faces() if face.name == name)

    def outline(self, hangs: bool = False) -> tuple[Point, ...]:
        """Return where the net is cut out, clockwise.

        For a face that hangs on another, it is the part from end to end of its fold.
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
        """Yield the ends of each fold, as scored, and whether it folds towards the print."""
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
        """Return face name -> its corners in space, with every fold closed by this share.

        x and y are the sheet's, z is away from the print. The corners are in the middle of the
        card.
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
    """Put a face and what is attached to it in place; `place` does so for points of its plane."""
    found[face.name] = tuple(place((x, y, 0.0)) for x, y in face.path)
    for child in face.folds:
        _fold(child, share, _turning(child, share, place), found)


def _turning(
    face: Face, share: float, place: Callable[[Point3], Point3]
) -> Callable[[Point3], Point3]:
    """Return a function that puts a face's points where they are after its fold and all before."""
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
