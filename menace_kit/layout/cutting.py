"""Where things are cut out of a page: outlines, guides, and a plotter's marks. In mm."""

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
from menace_kit.layout.page import SHEET_MARGIN, Frame
from menace_kit.machine import Kit


class KeepClear(NamedTuple):
    """Least distances of labels from the paper's left and right edges, and from top and bottom."""

    sides: float = 0
    ends: float = 0


NOWHERE = KeepClear()
"""What is kept clear on a page without a plotter's marks."""


GLUE_FIELD = "#E4E4E4"
"""Colour of areas for glue."""


GUIDE_WIDTH = THIN


GUIDE = "#303030"
"""Colour of cut guides."""


def card_outline(x: float, y: float, width: float, height: float, radius: float) -> Rectangle:
    """Return the line along which a card is cut out, with corners rounded by `radius`."""
    return Rectangle(x, y, width, height, HAIRLINE, LIGHT_GREY, None, radius, Layer.CUT)


class Beside(NamedTuple):
    """On which sides a piece to cut out has a neighbour, one gap away."""

    left: bool = False
    right: bool = False
    above: bool = False
    below: bool = False


ALONE = Beside()


def guide_marks(
    x: float, top: float, width: float, height: float, gap: float, beside: Beside = ALONE
) -> Iterator[Line]:
    """Yield the cut guides, in ink, at the corners of a piece to cut out.

    A guide in a `gap` serves both neighbours, and is drawn with the left or upper one: wherever the
    gap is cut, each keeps its part. At other sides, guides are as long as half a gap allows.
    Nothing is drawn if the gap is too narrow.
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
    """Yield straight cuts, vertical ones first, each between the outermost cuts that cross it."""
    for x in xs:
        yield Line(x, ys[0], x, ys[-1], HAIRLINE, colour, 0.0, Layer.CUT)
    for y in ys:
        yield Line(xs[0], y, xs[-1], y, HAIRLINE, colour, 0.0, Layer.CUT)


INSET = 10.0
"""Distance of the marks' outer edges from the paper's edges."""


LENGTH = 5.0
"""Side of the square mark, and length of an L's arms."""


THICKNESS = 1.0
"""Thickness of an L's arms; cutters find the thickest that their program offers best."""


QUIET = 3.0
"""White space that each mark needs: the sensor would take other ink there for a mark."""


ZONES_END = INSET + LENGTH + QUIET
"""How far the zones to keep clear reach from the paper's edges."""


KEEP_CLEAR = KeepClear(INSET, ZONES_END)
"""Where labels may be: between the marks from top to bottom, and as far aside as a cutter cuts."""


HEAD_MARGIN = ZONES_END + 1
"""Where head line and ruler begin and end, clear of the marks."""


def kept_clear(kit: Kit) -> KeepClear:
    """Return what stays clear on a kit's sheets: all around a plotter's marks, if they have any."""
    return KEEP_CLEAR if kit.spec.print.registration else NOWHERE


def cut_frame(kit: Kit, subject: str) -> Frame:
    """Return the frame of a kit's sheets to cut up; a plotter's marks stay clear of it."""
    margin = HEAD_MARGIN if kit.spec.print.registration else SHEET_MARGIN
    return Frame(kit, margin, subject)


def with_marks(kit: Kit, page: Page) -> Page:
    """Return a page to cut up with a plotter's marks, if the kit wants them.

    They are in ink; other marks must keep clear of them.
    """
    if not kit.spec.print.registration:
        return page
    square = Rectangle(INSET, INSET, LENGTH, LENGTH, 0, None, BLACK)
    corners = _corner(page.width - INSET, INSET, -1, 1), _corner(INSET, page.height - INSET, 1, -1)
    return replace(page, marks=(square, *corners, *page.marks))


def _corner(x: float, y: float, across: int, down: int) -> Polyline:
    """Return an L with its outer corner at x, y; the signs of `across` and `down` turn its arms."""
    long, thick = LENGTH, THICKNESS
    corners = ((0, 0), (long, 0), (long, thick), (thick, thick), (thick, long), (0, long))
    return Polyline(tuple((x + across * u, y + down * v) for u, v in corners), fill=BLACK)
