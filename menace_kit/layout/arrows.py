"""Where arrows go on a board: past the pieces, and without crossing. Lengths are in squares."""

import math
from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from menace_kit.games import EMPTY, Move
from menace_kit.layout.marks import Point

PAWN_WIDTH = 0.66
"""Width of a pawn as a share of its height."""


PIECE_HEIGHTS = (0.6, 0.56, 0.52, 0.48, 0.45, 0.42, 0.39, 0.36, 0.33, 0.3)
"""Heights of a pawn to try, best look first."""


HEAD = 0.2
"""Least length of an arrow's head that stays visible."""


HEAD_LENGTH, HEAD_WIDTH = 0.23, 0.25


GAP = 0.04
"""Gap between a piece and an arrow that points at it."""


BEYOND = 0.16
"""How far an arrow reaches past the middle of an empty square, to show its head."""


STEP = 0.07
"""Distance between places to try for a dot."""


ASIDE = 0.63
"""Greatest distance of a dot from the straight line."""


CROSSED = 1.0
"""Cost of an arrow under another one's dot; that of moving a dot is its distance, squared."""


CLEAR = 0.05
"""Gap between an arrow's end and another arrow's dot."""


NEAREST = 0.32
"""A piece is at least so far from the middle of a dot: a small dot must not look like its foot."""


class Arrow(NamedTuple):
    """An arrow from `tail`, on its piece, through the middle of its `dot`, to the head's end."""

    tail: Point
    dot: Point
    tip: Point


class Scene(NamedTuple):
    """A board with pieces and the moves to draw."""

    rows: int
    columns: int
    cells: str
    moves: tuple[Move, ...]

    def middle(self, square: int) -> Point:
        row, column = divmod(square, self.columns)
        return column + 0.5, row + 0.5


@cache
def arrows(scene: Scene, piece: float, radius: float) -> tuple[Arrow, ...] | None:
    """Return an arrow for each move, or None if there is no room.

    The dots are apart from each other and from all pieces. `piece` is the height of a piece;
    `radius` is a dot's, with the gap wanted around it.
    """
    return _best([_ways(scene, move, piece, radius) for move in scene.moves], radius)


class Way(NamedTuple):
    """A way to draw a move, and its cost.

    `near` has a bit for each square in which a piece would be too near to the dot.
    """

    cost: float
    arrow: Arrow
    near: int


def _ways(scene: Scene, move: Move, piece: float, radius: float) -> list[Way]:
    """Return the ways to draw a move with its dot clear of all pieces, cheapest first."""
    standing = sum(1 << square for square, cell in enumerate(scene.cells) if cell != EMPTY)
    taken = scene.cells[move[-1]] != EMPTY
    found = _ways_anywhere(scene.rows, scene.columns, move, taken, piece, radius)
    return [way for way in found if not way.near & standing]


@cache
def _ways_anywhere(
    rows: int, columns: int, move: Move, taken: bool, piece: float, radius: float
) -> tuple[Way, ...]:
    """Return the ways to draw a move on an empty board, cheapest first.

    All boards with the same move share them.
    """
    board = Scene(rows, columns, EMPTY * (rows * columns), (move,))
    (x1, y1), (x2, y2) = board.middle(move[0]), board.middle(move[-1])
    length = math.hypot(x2 - x1, y2 - y1)
    along_x, along_y = (x2 - x1) / length, (y2 - y1) / length
    found = []
    steps = int(ASIDE / STEP)
    for along, aside in product(range(int((length + 0.5) / STEP)), range(-steps, steps + 1)):
        far, off = along * STEP, aside * STEP
        x, y = (
            round(x1 + far * along_x - off * along_y, 6),
            round(y1 + far * along_y + off * along_x, 6),
        )
        if radius <= x <= columns - radius and radius <= y <= rows - radius:
            arrow = _arrow((x1, y1), (x2, y2), (x, y), taken, piece)
            if _is_seen(arrow, (x2, y2), radius):
                cost = round((far - 0.52 * length) ** 2 + 1.5 * off**2, 9)
                found.append(Way(cost, arrow, _squares_near((x, y), board, piece, radius)))
    return tuple(sorted(found))


def _squares_near(point: Point, board: Scene, piece: float, radius: float) -> int:
    """Return as bits the squares on which a piece would be too near to a dot at this point."""
    (x, y), clear = point, max(radius, NEAREST)
    wide, high = piece * PAWN_WIDTH / 2, piece / 2
    across = [max(abs(x - column - 0.5) - wide, 0) for column in range(board.columns)]
    down = [max(abs(y - row - 0.5) - high, 0) for row in range(board.rows)]
    return sum(
        1 << square
        for square, (below, beside) in enumerate(product(down, across))
        if below < clear and beside < clear and math.hypot(beside, below) < clear
    )


def _is_seen(arrow: Arrow, target: Point, radius: float) -> bool:
    """Return whether an arrow goes on past its dot, with its head visible."""
    (x, y), tip = arrow.dot, arrow.tip
    onward = (target[0] - x) * (tip[0] - x) + (target[1] - y) * (tip[1] - y)
    return math.dist(tip, arrow.dot) >= radius + HEAD and onward > 0


def _outside(middle: Point, piece: float, point: Point) -> float:
    """Return how far a point is outside the piece in the middle of a square; 0 if inside."""
    across = abs(point[0] - middle[0]) - piece * PAWN_WIDTH / 2
    down = abs(point[1] - middle[1]) - piece / 2
    return math.hypot(max(across, 0), max(down, 0))


@cache
def _arrow(start: Point, end: Point, dot: Point, taken: bool, piece: float) -> Arrow:
    """Return the arrow from a piece through a dot.

    It ends at a taken piece, or a little past an empty target.
    """
    if taken:
        return Arrow(start, dot, _leaving(end, dot, piece))
    (x1, y1), (x2, y2), whole = start, end, math.dist(start, end)
    return Arrow(start, dot, (x2 + (x2 - x1) / whole * BEYOND, y2 + (y2 - y1) / whole * BEYOND))


def _leaving(middle: Point, towards: Point, piece: float) -> Point:
    """Return the first point, going from a square's middle, that is clear of the piece there."""
    whole = math.dist(middle, towards)

    def reached(hundredths: int) -> Point:
        share = hundredths / 100 / whole
        return middle[0] + share * (towards[0] - middle[0]), middle[1] + share * (
            towards[1] - middle[1]
        )

    last = math.ceil(100 * whole)
    # Going out of a rectangle, you never come nearer to it again, so bisection works.
    clear = bisect_left(
        range(last), True, key=lambda far: _outside(middle, piece, reached(far)) >= GAP
    )
    return towards if clear == last else reached(clear)


def _best(ways: Sequence[Sequence[Way]], radius: float) -> tuple[Arrow, ...] | None:
    """Return one way for each move, at the least total cost; None if dots cannot be kept apart."""
    least = [of_move[0].cost if of_move else math.inf for of_move in ways]
    best: list[tuple[Arrow, ...] | None] = [None]
    bound = [math.inf]

    def search(chosen: tuple[Arrow, ...], spent: float) -> None:
        if len(chosen) == len(ways):
            best[0], bound[0] = chosen, spent
            return
        rest = sum(least[len(chosen) + 1 :])
        for cost, arrow, _ in ways[len(chosen)]:
            if spent + cost + rest >= bound[0]:
                return
            together = spent + cost
            for other in chosen:
                together += _disturbance(arrow, other, radius)
                if together + rest >= bound[0]:
                    break
            else:
                search((*chosen, arrow), together)

    search((), 0.0)
    return best[0]


@cache
def _disturbance(one: Arrow, other: Arrow, radius: float) -> float:
    """Return the cost of two arrows on one board; infinite if they must not be together."""
    if math.dist(one.dot, other.dot) < 2 * radius:
        return math.inf
    cost = 0.0
    for arrow, dot in ((one, other.dot), (other, one.dot)):
        if (
            math.dist(arrow.tip, dot) < radius + CLEAR
            or math.dist(arrow.tail, dot) < radius - CLEAR
        ):
            return math.inf
        near = min(_distance(dot, arrow.tail, arrow.dot), _distance(dot, arrow.dot, arrow.tip))
        cost += CROSSED * (near < radius)
    return cost


def _distance(point: Point, start: Point, end: Point) -> float:
    """Return how far a point is from the line segment between two others."""
    across, down = end[0] - start[0], end[1] - start[1]
    share = ((point[0] - start[0]) * across + (point[1] - start[1]) * down) / (across**2 + down**2)
    share = min(1.0, max(0.0, share))
    return math.dist(point, (start[0] + share * across, start[1] + share * down))


def arrow_head(
    start: Point, tip: Point, length: float, width: float
) -> tuple[Point, tuple[Point, Point, Point]]:
    """Return where the head of an arrow from `start` begins, and its corners, the tip first."""
    (x1, y1), (x2, y2) = start, tip
    whole = math.hypot(x2 - x1, y2 - y1)
    along_x, along_y = (x2 - x1) / whole, (y2 - y1) / whole
    back_x, back_y = x2 - length * along_x, y2 - length * along_y
    aside_x, aside_y = -width / 2 * along_y, width / 2 * along_x
    sides = (back_x + aside_x, back_y + aside_y), (back_x - aside_x, back_y - aside_y)
    return (back_x, back_y), (tip, *sides)
