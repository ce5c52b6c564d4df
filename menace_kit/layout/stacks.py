"""Stacks: what forms and cards are built of. In mm.

A part draws itself in any area that it is given and knows nothing about the page around it.
`across`, `down` and `tiled` divide an area among parts, `layered`, `framed`, `padded` and `centred`
nest parts, and all others are leaves. So a form says what is beside and below what, and nobody sums
up x and y. `put` draws a part in the next mm of a column of text, `put_pieces` rows of equal ones.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

from menace_kit.errors import FitError
from menace_kit.layout.board import (
    PAWN,
    bead_marks,
    board_marks,
    grid_marks,
    icon_marks,
    position_marks,
)
from menace_kit.layout.marks import (
    BLACK,
    ROUNDING,
    THIN,
    Anchor,
    Line,
    Marks,
    Point,
    Rectangle,
    Text,
)
from menace_kit.layout.squares import Squares
from menace_kit.layout.text.typesetting import (
    Column,
    Fitted,
    cap_height,
    fitted,
    fitting_size,
    over,
)
from menace_kit.machine import Box, Colour, Kit

ThingT = TypeVar("ThingT")

SHARES = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}
"""How much of the free space is before something at an anchor."""


class Area(NamedTuple):
    """A part's place on a page: its top left corner and its size."""

    x: float
    y: float
    width: float
    height: float

    def at(self, across: float, down: float) -> Point:
        """Return the point at these shares of its width and height."""
        return self.x + across * self.width, self.y + down * self.height

    @property
    def edges(self) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom."""
        return self.x, self.y, self.x + self.width, self.y + self.height


Part: TypeAlias = Callable[[Area], Marks]


class Sized(NamedTuple):
    """A part and its length in a stack: mm, and a share of what is left over."""

    part: Part
    length: float
    share: float


def nothing(area: Area) -> Marks:
    """Leave an area empty."""
    del area
    return ()


def fixed(length: float, part: Part = nothing) -> Sized:
    """Return a part, or a gap, with a length in mm along its stack."""
    return Sized(part, length, 0)


def grow(share: float, part: Part = nothing) -> Sized:
    """Return a part, or a gap, that takes this share of what is left over.

    In a stack, a part alone has a share of 1.
    """
    return Sized(part, 0, share)


def across(*parts: Part | Sized) -> Part:
    """Return parts side by side, all as high as their area."""

    def draw(area: Area) -> Marks:
        for part, x, width in _shared(area.x, area.width, parts):
            yield from part(Area(x, area.y, width, area.height))

    return draw


def in_the_middle(*parts: Part | Sized) -> Part:
    """Return parts with lengths side by side, in the middle of their area."""
    return across(grow(1), *parts, grow(1))


def down(*parts: Part | Sized) -> Part:
    """Return parts one below the other, all as wide as their area."""

    def draw(area: Area) -> Marks:
        for part, y, height in _shared(area.y, area.height, parts):
            yield from part(Area(area.x, y, area.width, height))

    return draw


def _shared(
    start: float, whole: float, parts: Iterable[Part | Sized]
) -> Iterator[tuple[Part, float, float]]:
    """Yield each part with its start and its length."""
    sized = [part if isinstance(part, Sized) else grow(1, part) for part in parts]
    rest = _left_over(whole, sum(each.length for each in sized))
    shares = sum(each.share for each in sized) or 1
    for each in sized:
        length = each.length + each.share * rest / shares
        yield each.part, start, length
        start += length


def _left_over(whole: float, taken: float) -> float:
    """Return the space left over. Raises FitError if more is taken than there is."""
    rest = whole - taken
    if rest < -ROUNDING:
        raise FitError(f"the parts of a form are larger than their room by {over(-rest)}")
    return rest


def layered(*parts: Part) -> Part:
    """Return parts in the same area, later ones on top."""

    def draw(area: Area) -> Marks:
        for part in parts:
            yield from part(area)

    return draw


def tiled(columns: int, parts: Sequence[Part], gap: float = 0, below: float = 0) -> Part:
    """Return parts in rows of so many equal columns, with gaps between columns and rows."""
    rows = -(-len(parts) // columns)

    def draw(area: Area) -> Marks:
        wide, high = (area.width + gap) / columns, (area.height + below) / rows
        for place, part in enumerate(parts):
            row, column = divmod(place, columns)
            x, y = area.x + column * wide, area.y + row * high
            yield from part(Area(x, y, wide - gap, high - below))

    return draw


def in_lines(pieces: Iterable[Sized], width: float, gap: float) -> list[Part]:
    """Return pieces side by side with gaps, in as many lines of a width as they need."""
    lines: list[list[Sized]] = []
    used = 0.0
    for piece in pieces:
        used += gap + piece.length
        if not lines or used > width + ROUNDING:
            lines.append([])
            used = piece.length
        lines[-1].append(piece)
    return [across(*apart(fixed(gap), line)) for line in lines]


def in_groups(things: Sequence[ThingT], of: int) -> list[Sequence[ThingT]]:
    """Return things in rows, or sheets, of so many; only the last may have fewer."""
    return [things[first : first + of] for first in range(0, len(things), of)]


def apart(gap: Sized, parts: Iterable[Part | Sized]) -> list[Part | Sized]:
    """Return parts with a gap, or what is drawn in it, between each two of them."""
    spread: list[Part | Sized] = []
    for part in parts:
        spread += [gap, part] if spread else [part]
    return spread


def framed(
    *parts: Part,
    pen: float = THIN,
    ink: str | None = BLACK,
    fill: str | None = None,
    radius: float = 0,
) -> Part:
    """Return parts inside a frame that fills their area, with corners rounded by `radius`."""
    return layered(lambda area: [Rectangle(*area, pen, ink, fill, radius)], *parts)


def inked(colour: str) -> Part:
    """Return an area of a colour."""
    return framed(pen=0, ink=None, fill=colour)


def padded(
    part: Part, left: float = 0, above: float = 0, right: float = 0, below: float = 0
) -> Part:
    """Return a part that leaves these margins of its area free."""

    def draw(area: Area) -> Marks:
        width = _left_over(area.width, left + right)
        height = _left_over(area.height, above + below)
        return part(Area(area.x + left, area.y + above, width, height))

    return draw


def inset(margin: float, part: Part) -> Part:
    """Return a part that leaves the same margin of its area free on all sides."""
    return padded(part, margin, margin, margin, margin)


def centred(width: float, height: float, part: Part) -> Part:
    """Return a part of this size in the middle of its area, which may be smaller."""

    def draw(area: Area) -> Marks:
        x, y = area.at(0.5, 0.5)
        return part(Area(x - width / 2, y - height / 2, width, height))

    return draw


def text(
    told: str,
    size: float,
    bold: bool = False,
    anchor: Anchor = Anchor.START,
    level: Anchor = Anchor.MIDDLE,
    colour: str = BLACK,
    margin: float = 1.0,
) -> Part:
    """Return a line of text, made smaller if it is too long.

    It stays `margin` mm away from the sides. `level` says whether its capitals hang from the top of
    its area, are in its middle, or stand on its bottom. Raises FitError if it would be too small.
    """

    def draw(area: Area) -> Marks:
        if told:
            room = area.width - 2 * margin
            fitting = fitting_size(told, room + ROUNDING, size, bold)
            capital = cap_height(fitting)
            x = area.x + margin + SHARES[anchor] * room
            y = area.y + SHARES[level] * (area.height - capital) + capital
            yield Text(x, y, told, fitting, bold, anchor, colour)

    return draw


def fitted_text(told: str, largest: float, bold: bool = False) -> Part:
    """Return a text in the middle of its area, in as many lines and as large as fit."""

    def draw(area: Area) -> Marks:
        lines = fitted(told, area.width, area.height, largest, bold)
        x, y = area.at(0.5, 0.5)
        return lines.marks(x, y - lines.height / 2, Anchor.MIDDLE)

    return draw


def text_lines(told: Fitted, anchor: Anchor = Anchor.START, colour: str = BLACK) -> Part:
    """Return a text of several lines, already fitted to its area's width."""
    return lambda area: told.marks(area.x + SHARES[anchor] * area.width, area.y, anchor, colour)


def stroke(
    start: Point,
    end: Point,
    width: float = THIN,
    colour: str = BLACK,
    dash: float = 0,
) -> Part:
    """Return a line between two points, given as shares of its area's width and height."""
    return lambda area: [Line(*area.at(*start), *area.at(*end), width, colour, dash)]


def bead(kit: Kit, colour: Colour, radius: float) -> Part:
    """Return a bead with its letter in the middle of its area."""
    return lambda area: bead_marks(kit, colour, *area.at(0.5, 0.5), radius)


def board(kit: Kit, box: Box, share: float = PAWN) -> Part:
    """Return a box's board in the middle of its area, as large as fits.

    `share` is how high its pieces are, in squares.
    """
    return lambda area: board_marks(Squares.within(kit, *area), box, share=share)


def icon(kit: Kit, cells: str, known: Sequence[int]) -> Part:
    """Return a board with only the known squares visible, in the middle of its area."""
    return lambda area: icon_marks(Squares.within(kit, *area), cells, known)


def position(kit: Kit, cells: str, pen: float = THIN) -> Part:
    """Return a board with what lies on it, in the middle of its area, as large as it fits."""

    def draw(area: Area) -> Marks:
        squares = Squares.within(kit, *area)
        yield from grid_marks(squares, pen)
        yield from position_marks(squares, cells)

    return draw


def put_pieces(
    column: Column, columns: int, pieces: Sequence[Part], size: tuple[float, float], gap: float = 0
) -> None:
    """Draw pieces of one size in the next rows of a column, with a gap between and below them."""
    width, height = size[0] + gap, size[1] + gap
    rows = -(-len(pieces) // columns)
    area = Area(column.left, column.y, columns * width - gap, rows * height - gap)
    column.marks += tiled(columns, pieces, gap, gap)(area)
    column.y += rows * height


def put(column: Column, height: float, part: Part) -> None:
    """Draw a part in the next `height` mm of a column, and move on below it."""
    column.marks += part(Area(column.left, column.y, column.width, height))
    column.y += height
