"""Registration marks: what a cutting plotter looks for on a printed sheet, so that it cuts where the print is. In mm.

The marks are those of Silhouette's plotters: a filled square at the top left, an L at the top right and at the bottom
left. Program and sheet have to agree on them: whoever cuts sets a length of 5 mm, a thickness of 1 mm and an inset of
10 mm in the cutter's program. Source: build reports and label generators of users of such plotters; not tried with a
machine of our own.
"""

from collections.abc import Iterator
from dataclasses import replace

from menace_kit.layout.marks import BLACK, Mark, Page, Polyline, Rectangle
from menace_kit.layout.sheet import KeepClear

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
"""Where labels may lie: below and above all marks, and from side to side between them, where a cutter cuts."""

HEAD_MARGIN = ZONES_END + 1
"""Where head line and ruler begin and end, beside the marks."""


def with_marks(page: Page) -> Page:
    """Return the page with registration marks on it, in ink; they come first, and its own have to keep off them."""
    return replace(page, marks=(*_registration_marks(page), *page.marks))


def _registration_marks(page: Page) -> Iterator[Mark]:
    right, bottom = page.width - INSET, page.height - INSET
    yield Rectangle(INSET, INSET, LENGTH, LENGTH, 0, None, BLACK)
    yield _corner(right, INSET, -1, 1)
    yield _corner(INSET, bottom, 1, -1)


def _corner(x: float, y: float, across: int, down: int) -> Polyline:
    """Return an L whose outer corner is at x, y and whose arms go the ways that the signs say."""
    return Polyline(
        tuple(
            (x + across * u, y + down * v)
            for u, v in (
                (0, 0),
                (LENGTH, 0),
                (LENGTH, THICKNESS),
                (THICKNESS, THICKNESS),
                (THICKNESS, LENGTH),
                (0, LENGTH),
            )
        ),
        fill=BLACK,
    )
