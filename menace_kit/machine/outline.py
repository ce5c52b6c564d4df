"""Outlines of what a laser cuts from a board: fingers, slots, and the way round them. Pure sums in mm.

An outline is the corners of level and upright lines, clockwise, x to the right and y downwards.
"""

from collections.abc import Iterable
from dataclasses import dataclass

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

    def fingers(self, owner: bool) -> tuple[tuple[float, float], ...]:
        """Return where the fingers of one of the two boards begin and end, from the beginning of the joint."""
        return tuple(
            (place * self.cell, (place + 1) * self.cell) for place in range(0 if owner else 1, self.cells, 2)
        )


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
    notches = [
        point
        for place in places
        for point in (
            (place - slot / 2, 0.0),
            (place - slot / 2, half),
            (place + slot / 2, half),
            (place + slot / 2, 0.0),
        )
    ]
    return ((0.0, 0.0), *notches, (length, 0.0), (length, depth), (0.0, depth))


def offset(outline: tuple[Point, ...], distance: float) -> tuple[Point, ...]:
    """Return an outline of level and upright lines, clockwise, moved outwards everywhere by this distance."""
    moved = []
    for number, (x, y) in enumerate(outline):
        before, after = outline[number - 1], outline[(number + 1) % len(outline)]
        shift_x, shift_y = (
            one + other
            for one, other in zip(_outwards(before, (x, y)), _outwards((x, y), after), strict=True)
        )
        moved.append((round(x + shift_x * distance, 6), round(y + shift_y * distance, 6)))
    return tuple(moved)


def _outwards(start: Point, end: Point) -> Point:
    """Return the direction away from the piece at a line from start to end: to its left, as y goes downwards."""
    (x1, y1), (x2, y2) = start, end
    return float((y2 > y1) - (y2 < y1)), float((x1 > x2) - (x1 < x2))
