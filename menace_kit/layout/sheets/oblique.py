"""Sketches of things in oblique projection."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from menace_kit.layout.arrows import arrow_head
from menace_kit.layout.marks import (
    BLACK,
    MM_PER_POINT,
    WHITE,
    Anchor,
    Line,
    Marks,
    Polyline,
    Text,
)
from menace_kit.layout.stacks import Area
from menace_kit.layout.text.typesetting import text_width
from menace_kit.workshop.faces import Point

Space = tuple[float, float, float]
"""A point: mm to the right, up, and to the back."""


TO_BACK = (0.42, 0.3)
"""How far a mm to the back is drawn to the right, and up."""


LETTERS = 6.5
"""Size of a sketch's numbers, in points."""


PEN = 0.22


def projected(x: float, y: float, z: float) -> Point:
    """Return where to draw a point x to the right, y up and z to the back; upwards is negative."""
    return x + TO_BACK[0] * z, -y - TO_BACK[1] * z


class Sketch:
    """Faces, lines and numbers; later ones are in front of earlier ones."""

    def __init__(self) -> None:
        self._shapes: list[tuple[tuple[Point, ...], str | None, float, float]] = []
        self._texts: list[tuple[Point, str, Anchor]] = []
        self._origin: Point = (0.0, 0.0)

    def move_to(self, x: float, y: float, z: float) -> None:
        """Move the origin of what is drawn next to this point."""
        self._origin = projected(x, y, z)

    def _moved(self, points: Sequence[Point]) -> tuple[Point, ...]:
        return tuple((x + self._origin[0], y + self._origin[1]) for x, y in points)

    def face(self, points: Sequence[Point], fill: str = WHITE, pen: float = PEN) -> None:
        """Draw a closed shape that hides what is behind it."""
        self._shapes.append((self._moved(points), fill, pen, 0.0))

    def line(self, *points: Point, pen: float = PEN, dash: float = 0.0) -> None:
        """Draw a line through points."""
        self._shapes.append((self._moved(points), None, pen, dash))

    def round(self, middle: Point, radius: float, fill: str = WHITE, pen: float = PEN) -> None:
        x, y = middle
        points = [(x + across, y + down) for across, down in circle(radius, 24)]
        self.face(points, fill, pen)

    def text(self, at: Point, text: str, anchor: Anchor = Anchor.MIDDLE) -> None:
        """Write a number with its baseline at the point."""
        self._texts.append((self._moved([at])[0], text, anchor))

    def arrow(self, start: Point, end: Point, head: float) -> None:
        neck, corners = arrow_head(start, end, head, head)
        self.line(start, neck, pen=0.35)
        self.face(corners, BLACK)

    def cuboid(self, corner: Space, size: Space) -> None:
        """Draw a closed box from its lower left front corner; `size` is width, height, length."""
        (x, y, z), (w, h, d) = corner, size
        self.face(level(x, y + h, z, w, d))
        self.face(sideways(x + w, y, z, h, d))
        self.face(upright(x, y, z, w, h))

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of everything drawn so far."""
        xs, ys = zip(*(point for shape, *_ in self._shapes for point in shape), strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def part(self, area: Area) -> Marks:
        """Draw the sketch as large as it fits into its area, in its middle."""
        _, _, width, height = area
        margin = LETTERS * MM_PER_POINT
        x1, y1, x2, y2 = self.extent
        words = max((text_width(text, LETTERS) for _, text, _ in self._texts), default=0.0)
        free = (width - 2 * words, height - 2 * margin) if self._texts else (width - 1, height - 1)
        scale = min(free[0] / (x2 - x1), free[1] / (y2 - y1))
        middle = area.at(0.5, 0.5)

        def placed(point: Point) -> Point:
            return (
                middle[0] + (point[0] - (x1 + x2) / 2) * scale,
                middle[1] + (point[1] - (y1 + y2) / 2) * scale,
            )

        for shape, fill, pen, dash in self._shapes:
            drawn = tuple(map(placed, shape))
            if fill is not None:
                yield Polyline(drawn, pen, BLACK, fill)
            else:
                yield from (Line(*a, *b, pen, BLACK, dash) for a, b in pairwise(drawn))
        for at, text, anchor in self._texts:
            x, y = placed(at)
            yield Text(
                x,
                y + (margin * 0.9 if anchor is Anchor.MIDDLE else margin / 3),
                text,
                LETTERS,
                anchor=anchor,
            )


SQUARE = ((0, 0), (1, 0), (1, 1), (0, 1))
"""The corners of a face, as shares of its sides."""


def flat(x: float, y: float, width: float, height: float) -> list[Point]:
    """Return the corners of a sheet seen from above; y goes down."""
    return [(x + a * width, y + b * height) for a, b in SQUARE]


def upright(x: float, y: float, z: float, width: float, height: float) -> list[Point]:
    """Return the corners of a face seen from the front."""
    return [projected(x + a * width, y + b * height, z) for a, b in SQUARE]


def sideways(x: float, y: float, z: float, height: float, length: float) -> list[Point]:
    """Return the corners of a face from front to back."""
    return [projected(x, y + a * height, z + b * length) for b, a in SQUARE]


def level(x: float, y: float, z: float, width: float, length: float) -> list[Point]:
    """Return the corners of a face seen from above."""
    return [projected(x + a * width, y, z + b * length) for a, b in SQUARE]


def circle(radius: float, count: int) -> Iterator[Point]:
    """Yield so many points of a circle around the origin."""
    for part in range(count):
        turn = math.tau * part / count
        yield radius * math.cos(turn), radius * math.sin(turn)


def ring(middle: Space, radius: float) -> list[Point]:
    """Return the points of a horizontal circle."""
    x, y, z = middle
    return [projected(x + across, y, z + behind) for across, behind in circle(radius, 48)]


def within(corners: Sequence[Point], across: float, up: float) -> Point:
    """Return a point on a front, given as shares of its width and height.

    Its corners begin at the lower left and go up.
    """
    (x, y), (up_x, up_y), _, (right_x, right_y) = corners
    return x + across * (right_x - x) + up * (up_x - x), y + across * (right_y - y) + up * (
        up_y - y
    )
