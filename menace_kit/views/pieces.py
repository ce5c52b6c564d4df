"""Pawns, matches and arrows as SVG paths for a screen, shaped as in print."""

import math
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from menace_kit.layout.board import match_marks, pawn_marks
from menace_kit.layout.marks import Circle, Mark, Polyline
from menace_kit.layout.squares import TALL

WIDE = 100.0
"""Width of the square in which a piece is drawn; squares for matches are TALL times as high."""

PAWN_HEIGHT = 76.0

BEHIND, BEFORE = 14.0, 32.0
"""Gap between an arrow and the middle of its first and of its last square."""

SHAFT, BARB, HEAD = 7.0, 18.0, 28.0
"""Half the width of an arrow's shaft, half that of its head, and the length of its head."""


class Part(NamedTuple):
    """A path of a piece; `filled` with ink, or only outlined."""

    path: str
    filled: bool


class Drawing(NamedTuple):
    """A piece, centred in its square of WIDE × `height`."""

    name: str
    height: float
    parts: tuple[Part, ...]


@cache
def drawings() -> dict[str, Drawing]:
    """Return the drawn pieces by their names in `Piece`."""
    half = WIDE / 2
    pawns = {
        name: Drawing(name, WIDE, _parts(pawn_marks(is_white, half, half, PAWN_HEIGHT)))
        for name, is_white in (("white-pawn", True), ("black-pawn", False))
    }
    high = WIDE * TALL
    return {**pawns, "match": Drawing("match", high, _parts(match_marks(half, high / 2, WIDE)))}


def arrow_path(start: tuple[float, float], end: tuple[float, float], tall: float) -> str:
    """Return the path of an arrow from one square towards another, stopping short of its middle.

    `start` and `end` are the middles of the squares, counted in squares.
    """
    (x1, y1), (x2, y2) = ((WIDE * x, WIDE * tall * y) for x, y in (start, end))
    length = math.hypot(x2 - x1, y2 - y1)
    along_x, along_y = (x2 - x1) / length, (y2 - y1) / length
    neck, tip = length - BEFORE - HEAD, length - BEFORE
    half = [(BEHIND, SHAFT), (neck, SHAFT), (neck, BARB)]
    corners = [*half, (tip, 0.0), *((far, -off) for far, off in reversed(half))]
    return _closed(
        (x1 + far * along_x - off * along_y, y1 + far * along_y + off * along_x)
        for far, off in corners
    )


def _parts(marks: Iterable[Mark]) -> tuple[Part, ...]:
    return tuple(
        Part(_closed(mark.points), mark.fill is not None and mark.fill == mark.stroke)
        if isinstance(mark, Polyline)
        else Part(_round(mark), True)
        for mark in marks
        if isinstance(mark, Polyline | Circle)
    )


def _closed(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


def _round(circle: Circle) -> str:
    half = f"a{circle.radius:.1f} {circle.radius:.1f} 0 0 0"
    across = 2 * circle.radius
    return (
        f"M{circle.x - circle.radius:.1f} {circle.y:.1f}{half} {across:.1f} "
        f"0{half} {-across:.1f} 0Z"
    )
