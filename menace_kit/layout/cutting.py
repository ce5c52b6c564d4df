"""Cut guides of what is cut out of plain paper with no tabs: cards and stickers. In mm."""

from collections.abc import Iterator

from menace_kit.layout.label import GUIDE
from menace_kit.layout.marks import HAIRLINE, LIGHT_GREY, THIN, Circle, Layer, Line, Mark, Rectangle


def card_cut_marks(
    x: float, y: float, width: float, height: float, radius: float, gap: float
) -> Iterator[Mark]:
    """Yield the outline of a card, its corners rounded by `radius`, and guides that stay on each strip cut off.

    The guides of neighbours do not meet: each takes its own half of the `gap`.
    """
    yield Rectangle(x, y, width, height, HAIRLINE, LIGHT_GREY, None, radius, Layer.CUT)
    near, far = 0.1 * gap, 0.425 * gap
    if far - near < 0.4:
        return
    for corner_x, right in ((x, -1), (x + width, 1)):
        for corner_y, down in ((y, -1), (y + height, 1)):
            yield Line(corner_x + right * near, corner_y, corner_x + right * far, corner_y, THIN, GUIDE)
            yield Line(corner_x, corner_y + down * near, corner_x, corner_y + down * far, THIN, GUIDE)


def round_cut_marks(x: float, y: float, radius: float) -> Iterator[Mark]:
    """Yield the outline of something round about x, y."""
    yield Circle(x, y, radius, HAIRLINE, LIGHT_GREY, None, Layer.CUT)
