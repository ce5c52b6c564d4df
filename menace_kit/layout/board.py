"""A board as drawn on labels and cards: grid, pieces, and beads on squares or arrows. In mm."""

import math
from collections.abc import Sequence
from functools import cache, lru_cache

from menace_kit.errors import FitError
from menace_kit.games import EMPTY, Pieces, Side, square_count
from menace_kit.layout.arrows import (
    HEAD_LENGTH,
    HEAD_WIDTH,
    PAWN_WIDTH,
    PIECE_HEIGHTS,
    Arrow,
    Scene,
    arrow_head,
    arrows,
)
from menace_kit.layout.marks import (
    BLACK,
    GREY,
    MM_PER_POINT,
    THIN,
    WHITE,
    Anchor,
    Circle,
    Curve,
    Line,
    Marks,
    Polyline,
    Rectangle,
)
from menace_kit.layout.squares import (
    TALL,
    TALL_IN_ROWS,
    TALL_ON_MAT,
    Squares,
    board_height,
    cell_height,
    in_last_row,
)
from menace_kit.layout.text.typesetting import (
    cap_height,
    ink_box,
    ink_centred,
    on_middle,
    over,
    text_width,
)
from menace_kit.layout.type_scale import SMALLEST
from menace_kit.machine import Bead, Box, Colour, Kit


@lru_cache(maxsize=64)
def largest_piece(kit: Kit, radius: float) -> float | None:
    """Return the largest height of pieces that leaves room for dots on all boards, if any."""
    scenes = [_scene(kit, box) for box in kit.boxes]
    for height in PIECE_HEIGHTS:
        if all(arrows(scene, height, radius) is not None for scene in scenes):
            return height
    return None


DOT = 0.43
"""Radius of a bead's dot as a share of a square's side; it leaves a gap between two dots."""


SMALLEST_SQUARE = 2.75
"""Least side of a square with room for a dot around a letter of 5 points."""


DOT_OF_ARROW = 0.27
"""Radius of the dot on an arrow, with the gap around it, as a share of a square's side.

It leaves room for pawns at full height, and arrows stay visible.
"""


PLACE_RING = 0.2
"""Width of the ring of an empty place, as a share of its radius."""


DOT_AIR = 0.11
"""Gap around a dot on an arrow."""


LARGEST_DOT = 0.36
"""Largest radius of the dot on an arrow, with its gap, as a share of a square's side.

Beyond that nothing else has room.
"""


BEAD_BELOW = 0.36
"""How far a bead is below the middle of a tall square, as a share of its width.

It keeps the head of a match visible.
"""


SHAFT = 0.085
"""Width of an arrow, in squares."""


MARK_SHARE = 0.86
"""The largest share of a square's side that a mark takes."""


PAWN = 0.6
"""Height of a pawn as a share of its square's side, unless dots need more room."""


def smallest_square(kit: Kit) -> float:
    """Return the least side in mm of a square of the kit's board that is readable."""
    if kit.has_arrows:
        return (least_radius(kit.bead_letters) + THIN / 2 + DOT_AIR) / LARGEST_DOT
    return SMALLEST_SQUARE


def smallest_board(kit: Kit) -> float:
    """Return the least height in mm of the kit's board that is readable."""
    return board_height(kit, smallest_square(kit))


def board_marks(squares: Squares, box: Box, place: float = 0.0, share: float = PAWN) -> Marks:
    """Yield the marks of a box's board with its beads; `share` is as for `piece_marks`.

    With a `place` it has empty places of this radius instead, to lay beads on. `share` is as in
    `piece_marks`. Raises FitError if the board would be too small to read.
    """
    kit, square = squares.kit, squares.side
    if square < smallest_square(kit) - 1e-9:
        _, height = squares.size
        missing = smallest_board(kit) - height
        raise FitError(
            f"a board of {height:.1f} mm is too small by {over(missing)}", too_small=missing
        )
    yield from grid_marks(squares)
    if kit.has_arrows:
        yield from _arrow_board_marks(squares, box, place)
        return
    covered = {bead.move[0] for bead in box.playable} if cell_height(kit) == TALL_IN_ROWS else ()
    seen = (EMPTY if place in covered else cell for place, cell in enumerate(box.position.cells))
    yield from position_marks(squares, "".join(seen), share)
    below = _below(kit, place or square * DOT, square)
    for bead in box.playable:
        x, y = squares.centre(bead.move[0])
        yield from _dot_marks(kit, bead, x, y + below, square * DOT, place)


def _below(kit: Kit, radius: float, square: float) -> float:
    """Return how far a bead is below its square's middle, to keep a match's head visible."""
    tall = cell_height(kit)
    if tall == TALL_ON_MAT:
        return (tall / 2 - 0.02) * square - radius
    return BEAD_BELOW * square if tall == TALL else 0.0


def position_marks(squares: Squares, cells: str, share: float = PAWN) -> Marks:
    """Yield what lies on a board, without its lines."""
    for number, cell in enumerate(cells):
        if cell != EMPTY:
            middle = squares.centre(number)
            yield from piece_marks(squares.kit, cell, *middle, squares.side, share)


def _dot_marks(kit: Kit, bead: Bead, x: float, y: float, radius: float, place: float) -> Marks:
    colour = kit.colour(bead.colour)
    if place:
        return place_marks(kit, colour, x, y, place)
    # An arrow shows its bead's colour too, so the letter may cover the dot.
    return bead_marks(kit, colour, x, y, radius, filled=kit.has_arrows)


def _arrow_board_marks(squares: Squares, box: Box, place: float) -> Marks:
    """Yield arrows, the pieces that they come from, and their dots,
    or places of this radius if there is one.
    """
    kit, x, y, square = squares
    dot = place or arrow_dot(kit, square)
    piece, found = arrows_of(kit, box, dot, square)
    for bead, arrow in zip(box.beads, found, strict=True):
        yield from _arrow_marks(kit.colour(bead.colour), arrow, squares)
    yield from position_marks(squares, box.position.cells, piece)
    for bead, arrow in zip(box.beads, found, strict=True):
        across, down = arrow.dot
        yield from _dot_marks(kit, bead, x + across * square, y + down * square, dot, place)


def arrow_dot(kit: Kit, square: float) -> float:
    """Return the radius in mm of the dots on arrows."""
    return max(least_radius(kit.bead_letters), DOT_OF_ARROW * square - THIN / 2 - DOT_AIR)


def arrows_of(kit: Kit, box: Box, dot: float, square: float) -> tuple[float, tuple[Arrow, ...]]:
    """Return the height of the pieces on a box's board, in squares, and an arrow for each bead.

    `dot` is the dots' radius in mm. Pieces are equally high on all boards of a kit, if possible.
    Raises FitError if there is no room.
    """
    air = math.ceil((dot + THIN / 2 + DOT_AIR) / square * 200 - 1e-6) / 200
    largest = largest_piece(kit, air)
    for height in PIECE_HEIGHTS:
        if largest is None or height <= largest:
            found = arrows(_scene(kit, box), height, air)
            if found is not None:
                return height, found
    raise FitError(
        f"a square of {square:.1f} mm is too small for the pieces and arrows of box {box.name}, "
        f"its dots {2 * dot:.1f} mm wide"
    )


def _scene(kit: Kit, box: Box) -> Scene:
    moves = tuple(bead.move for bead in box.beads)
    return Scene(kit.game.rows, kit.game.columns, box.position.cells, moves)


def _arrow_marks(colour: Colour, arrow: Arrow, squares: Squares) -> Marks:
    """Yield an arrow of a colour within a black line, which a pale colour needs."""
    _, x, y, square = squares
    edge, shaft = max(THIN, 0.02 * square), SHAFT * square
    neck, head = arrow_head(arrow.dot, arrow.tip, HEAD_LENGTH, HEAD_WIDTH)
    way = tuple(
        (x + across * square, y + down * square) for across, down in (arrow.tail, arrow.dot, neck)
    )
    corners = tuple((x + across * square, y + down * square) for across, down in head)
    yield Curve(way, shaft + 2 * edge, BLACK)
    yield Polyline(corners, edge, BLACK, colour.hex)
    yield Curve(way, shaft, colour.hex)


def grid_marks(squares: Squares, pen: float = THIN) -> Marks:
    """Yield the lines between the squares."""
    kit, x, y, square = squares
    rows, columns, high = kit.game.rows, kit.game.columns, squares.high
    for column in range(1, columns):
        beside = rows if column < in_last_row(kit) else rows - 1
        yield Line(x + column * square, y, x + column * square, y + beside * high, pen, GREY)
    for row in range(1, rows):
        yield Line(x, y + row * high, x + columns * square, y + row * high, pen, GREY)


def bead_marks(
    kit: Kit, colour: Colour, x: float, y: float, radius: float, filled: bool = False
) -> Marks:
    """Yield a bead as a dot of its colour with its letter, which may fill the dot."""
    yield Circle(x, y, radius, THIN, BLACK, colour.hex)
    size = letter_size(kit.bead_letters, radius, filled)
    yield on_middle(x, y, colour.key, size, True, Anchor.MIDDLE, colour.ink)


def place_marks(kit: Kit, colour: Colour, x: float, y: float, radius: float) -> Marks:
    """Yield an empty place for a bead: a ring of its colour with its letter inside.

    A ring shows whether the place is taken. It has a black line, so that a pale colour is visible.
    """
    ring = radius * PLACE_RING
    yield Circle(x, y, radius, THIN, BLACK, colour.hex)
    yield Circle(x, y, radius - ring, THIN, BLACK, WHITE)
    size = letter_size(kit.bead_letters, radius - ring)
    yield on_middle(x, y, colour.key, size, True, Anchor.MIDDLE)


@cache
def least_radius(letters: str) -> float:
    """Return the least radius in mm of a dot with room for each of these letters at 5 points."""
    return max(_letter_reach(letter) for letter in letters) * SMALLEST + THIN / 2 + 0.001


@cache
def letter_size(letters: str, radius: float, filled: bool = False) -> float:
    """Return the size in points, in quarters, at which each of these letters fits a dot.

    The dot's colour stays visible unless the letter may fill it. Raises FitError below 5 points.
    """
    reach = max(_letter_reach(letter) for letter in letters)
    room = radius - THIN / 2
    if reach * SMALLEST > room:
        missing = 2 * (reach * SMALLEST - room)
        raise FitError(
            f"a dot of {2 * radius:.1f} mm is too small by {over(missing)} "
            f"for the letters {', '.join(letters)} at {SMALLEST:g} points",
            too_small=missing,
        )
    size = math.floor(4 * room / reach) / 4
    return max(SMALLEST, size if filled else min(size, SMALLEST * radius / 1.2))


def _letter_reach(letter: str) -> float:
    """Return how far a letter's ink reaches from the middle of its dot, in mm per point of size."""
    left, top, right, bottom = ink_box(letter, 1, True)
    x, y = text_width(letter, 1, True) / 2, -cap_height(1) / 2
    return max(
        math.hypot(corner_x - x, corner_y - y)
        for corner_x in (left, right)
        for corner_y in (top, bottom)
    )


def piece_marks(
    kit: Kit, cell: str, x: float, y: float, square: float, share: float = PAWN
) -> Marks:
    """Yield the piece on a square, given the square's middle.

    `share` is a pawn's height as a share of the square's side; other marks scale with it.
    """
    if kit.game.pieces is Pieces.PAWNS:
        return pawn_marks(cell == Side.FIRST.cell, x, y, square * share)
    if kit.game.pieces is Pieces.TOKENS:
        return match_marks(x, y, square, cell_height(kit))
    mark = kit.spec.marks[0 if cell == Side.FIRST.cell else 1]
    return mark_marks(mark, x, y, square * (share / PAWN))


def pawn_marks(white: bool, x: float, y: float, height: float) -> Marks:
    """Yield a pawn, given its middle: outlined if white, else filled."""
    pen = max(0.1, height * 0.075)
    tall, wide = height / 2 - pen / 2, height * PAWN_WIDTH / 2 - pen / 2
    ball = tall * 0.46
    right = [
        (math.sin(angle) * ball, -tall + ball - math.cos(angle) * ball)
        for angle in (math.pi * share / 12 for share in range(10))
    ]
    right += [(wide * 0.45, tall * 0.42), (wide, tall * 0.62), (wide, tall)]
    points = [*((x + across, y + down) for across, down in right)]
    points += [(x - across, y + down) for across, down in reversed(right[1:])]
    yield Polyline(tuple(points), pen, BLACK, WHITE if white else BLACK)


def match_marks(x: float, y: float, square: float, tall: float = TALL) -> Marks:
    """Yield a match with its head at the top, given the middle of its square.

    `tall` is the square's height as a share of its width.
    """
    wide, half = square * 0.09, square * 0.42 * tall
    head = y - half * (1.18 if tall == TALL_ON_MAT else 1)
    top, bottom = head + wide, y + half
    corners = ((x - wide, top), (x + wide, top), (x + wide, bottom), (x - wide, bottom))
    yield Polyline(corners, max(0.12, square * 0.03), BLACK, WHITE)
    yield Circle(x, head + square * 0.2, square * 0.17, 0, None, BLACK)


def mark_marks(mark: str, x: float, y: float, square: float) -> Marks:
    """Yield a player's mark in the middle of a square: O and X as strokes, any other as a letter.

    Raises FitError if a letter would be under 5 points.
    """
    pen = square * 0.15  # heavier than any line, or a nought would look like an empty bead
    reach = square * 0.27
    if mark == "O":
        yield Circle(x, y, reach * 1.1, pen, BLACK)
    elif mark == "X":
        yield Line(x - reach, y - reach, x + reach, y + reach, pen)
        yield Line(x - reach, y + reach, x + reach, y - reach, pen)
    else:
        left, top, right, bottom = ink_box(mark, 1, True)
        size = min(
            square * 0.75 / MM_PER_POINT,
            square * MARK_SHARE / max(right - left, bottom - top, 0.01),
        )
        if size < SMALLEST:
            missing = square * (SMALLEST / size - 1)
            raise FitError(
                f"a square of {square:.1f} mm is too small for the mark {mark} at {SMALLEST:g} "
                f"points by {over(missing)}",
                too_small=missing,
            )
        yield ink_centred(mark, x, y, size)


UNKNOWN = "#D4D4D4"
"""Colour of squares nobody has looked at yet."""


def icon_marks(squares: Squares, cells: str, known: Sequence[int]) -> Marks:
    """Yield a board of which only the known squares are seen, the others grey."""
    kit, x, y, square = squares
    yield Rectangle(x, y, *squares.size, THIN, GREY, WHITE)
    for number in range(square_count(kit.game)):
        if number not in known:
            corner = squares.corner(number)
            yield Rectangle(*corner, square, squares.high, 0, None, UNKNOWN)
    yield from grid_marks(squares)
    seen = "".join(cell if number in known else EMPTY for number, cell in enumerate(cells))
    yield from position_marks(squares, seen)
