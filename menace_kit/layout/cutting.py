"""Where something is cut out of a page: outlines, and guides that are still there after the first cut. In mm."""

from collections.abc import Iterator

from menace_kit.layout.marks import HAIRLINE, LIGHT_GREY, THIN, Circle, Layer, Line, Mark, Rectangle

GUIDE = "#303030"
"""The ink of cut guides."""


def card_cut_marks(
    x: float, y: float, width: float, height: float, radius: float, gap: float
) -> Iterator[Mark]:
    """Yield the outline of a card, its corners rounded by `radius`, and guides that stay on each strip cut off."""
    yield Rectangle(x, y, width, height, HAIRLINE, LIGHT_GREY, None, radius, Layer.CUT)
    yield from guide_marks(x, y, width, height, gap)


def round_cut_marks(x: float, y: float, radius: float) -> Iterator[Mark]:
    """Yield the outline of something round about x, y."""
    yield Circle(x, y, radius, HAIRLINE, LIGHT_GREY, None, Layer.CUT)


def guide_marks(x: float, top: float, width: float, height: float, gap: float) -> Iterator[Line]:
    """Yield the cut guides at the corners of something to be cut out: ink, where a cutter cuts the outline.

    The guides of neighbours do not meet: each takes its own half of the `gap`. None are drawn where that is too narrow.
    """
    near, far = 0.2 * gap / 2, 0.85 * gap / 2
    if far - near < 0.4:
        return
    for corner_x, outwards in ((x, -1), (x + width, 1)):
        for corner_y, downwards in ((top, -1), (top + height, 1)):
            for x1, y1, x2, y2 in (
                (outwards * near, 0, outwards * far, 0),
                (0, downwards * near, 0, downwards * far),
            ):
                yield Line(corner_x + x1, corner_y + y1, corner_x + x2, corner_y + y2, THIN, GUIDE)
