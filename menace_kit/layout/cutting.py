"""Where something is cut out of a page: outlines, guides, and a plotter's marks. In mm."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from menace_kit.layout.marks import (
    BLACK,
    HAIRLINE,
    LIGHT_GREY,
    THIN,
    Layer,
    Line,
    Page,
    Polyline,
    Rectangle,
)


class KeepClear(NamedTuple):
    """How far labels stay away from the paper's left and right edges,
    and from the upper and lower, at the least.
    """

    sides: float = 0
    ends: float = 0


GLUE_FIELD = "#E4E4E4"
"""The ink of where glue goes."""


GLUE_INK = "#606060"
"""The ink of words in such a field."""


GUIDE_WIDTH = THIN
"""Width of a cut guide."""


GUIDE = "#303030"
"""The ink of cut guides."""


def card_outline(x: float, y: float, width: float, height: float, radius: float) -> Rectangle:
    """Return where a card is cut out, its corners rounded by `radius`."""
    return Rectangle(x, y, width, height, HAIRLINE, LIGHT_GREY, None, radius, Layer.CUT)


class Beside(NamedTuple):
    """On which sides of something to be cut out there is the next, a gap away."""

    left: bool = False
    right: bool = False
    above: bool = False
    below: bool = False


ALONE = Beside()


def guide_marks(
    x: float, top: float, width: float, height: float, gap: float, beside: Beside = ALONE
) -> Iterator[Line]:
    """Yield the cut guides at the corners of something to be cut out:
    ink, where a cutter cuts the outline.

    A guide in a `gap` is for both neighbours, and drawn with the left or upper one:
    whichever way the gap is cut, each keeps its part. Elsewhere they have half a gap.
    None are drawn where that is too narrow.
    """
    near, far = 0.1 * gap, 0.425 * gap
    if far - near < 0.4:
        return
    right, bottom = x + width, top + height
    level = [(right + near, right + (gap - near if beside.right else far))]
    upright = [(bottom + near, bottom + (gap - near if beside.below else far))]
    if not beside.left:
        level.append((x - far, x - near))
    if not beside.above:
        upright.append((top - far, top - near))
    for edge in (top, bottom):
        yield from (Line(start, edge, end, edge, GUIDE_WIDTH, GUIDE) for start, end in level)
    for edge in (x, right):
        yield from (Line(edge, start, edge, end, GUIDE_WIDTH, GUIDE) for start, end in upright)


def cut_lines(xs: Sequence[float], ys: Sequence[float], colour: str = BLACK) -> Iterator[Line]:
    """Yield straight cuts, those down the page first, each from the first to the last
    of those that cross it.
    """
    for x in xs:
        yield Line(x, ys[0], x, ys[-1], HAIRLINE, colour, 0.0, Layer.CUT)
    for y in ys:
        yield Line(xs[0], y, xs[-1], y, HAIRLINE, colour, 0.0, Layer.CUT)


INSET = 10.0
"""How far the outer edges of the marks are from the paper's edges."""


LENGTH = 5.0
"""The side of the square, and the length of an L's arms."""


THICKNESS = 1.0
"""The thickness of an L's arms; the thickest that the cutter's program knows is found best."""


QUIET = 3.0
"""How much paper round a mark stays white: the sensor takes other ink there for a mark."""


ZONES_END = INSET + LENGTH + QUIET
"""How far from the edges of the paper the zones that stay clear reach."""


KEEP_CLEAR = KeepClear(INSET, ZONES_END)
"""Where labels may lie: below and above all marks, and from side to side between
them, where a cutter cuts.
"""


HEAD_MARGIN = ZONES_END + 1
"""Where head line and ruler begin and end, beside the marks."""


def with_marks(page: Page) -> Page:
    """Return the page with registration marks on it, in ink;
    they come first, and its own have to keep off them.
    """
    square = Rectangle(INSET, INSET, LENGTH, LENGTH, 0, None, BLACK)
    corners = _corner(page.width - INSET, INSET, -1, 1), _corner(INSET, page.height - INSET, 1, -1)
    return replace(page, marks=(square, *corners, *page.marks))


def _corner(x: float, y: float, across: int, down: int) -> Polyline:
    """Return an L whose outer corner is at x, y and whose arms go the ways that the signs say."""
    long, thick = LENGTH, THICKNESS
    corners = ((0, 0), (long, 0), (long, thick), (thick, thick), (thick, long), (0, long))
    return Polyline(tuple((x + across * u, y + down * v) for u, v in corners), fill=BLACK)
