"""A page's frame: head line, ruler and margins. In mm."""

from collections.abc import Sequence
from dataclasses import replace

from menace_kit.frozen import Frozen
from menace_kit.layout.marks import (
    BLACK,
    GREY,
    THIN,
    Anchor,
    Document,
    Line,
    Marks,
    Page,
    PageNumber,
    Point,
    Text,
)
from menace_kit.layout.text.typesetting import cap_height, fitting_size, shortened, text_width
from menace_kit.layout.type_scale import FIGURES, SMALLEST
from menace_kit.machine import Kit
from menace_kit.machine.papers import PAPERS
from menace_kit.text import Words
from menace_kit.text.kit_words import machine_title, paper_words

PRINTABLE_BORDER = 6.35
"""The border that home printers may not reach: a quarter of an inch at worst."""


SHEET_MARGIN = 8.0
"""Where head line and ruler of a sheet of labels or cards begin and end, from the paper's edge."""


HEADER_BASELINE = PRINTABLE_BORDER + 2.7


HEADER_BOTTOM = PRINTABLE_BORDER + 4.1


MOST_PAGES = 999
"""Head lines have room for this page number."""


RULER_LENGTH = 100


RULER_HEIGHT = 4.3


RULER_FROM_BOTTOM = PRINTABLE_BORDER + 4.1
"""Distance of the horizontal ruler's line from the paper's bottom edge."""


class Frame(Frozen):
    """What the pages of a document share: their kit, their size, and their left and right margins.

    `subject` is what their head lines say about them. The size is by default
    that of the kit's paper. Pages `shown` to visitors have no head line, only the kit's mark in a
    corner.
    """

    kit: Kit
    margin: float
    subject: str = ""
    sheet: tuple[float, float] | None = None
    shown: bool = False

    @property
    def words(self) -> Words:
        return paper_words(self.kit)

    @property
    def size(self) -> tuple[float, float]:
        """Return a page's width and height."""
        return self.sheet or PAPERS[self.kit.spec.print.paper]

    @property
    def width(self) -> float:
        """Return a page's width between its margins."""
        return self.size[0] - 2 * self.margin

    def page(self, marks: Marks, number: int = 1, count: int = 1) -> Page:
        """Return a page with these marks below its head line or mark."""
        return Page(*self.size, (*self.head(number, count), *marks))

    def document(self, name: str, title: str, pages: Sequence[Marks]) -> Document:
        made = [self.page(marks, number, len(pages)) for number, marks in enumerate(pages, start=1)]
        return self.bound(name, title, made)

    def bound(self, name: str, title: str, pages: Sequence[Page]) -> Document:
        """Return framed pages as a document of the kit."""
        return Document(name, title, self.kit.spec.name, self.kit.fingerprint, tuple(pages))

    def head(self, number: int = 1, count: int = 1) -> Marks:
        """Yield a page's head line: kit and fingerprint, subject, and page number."""
        y, margin, size = HEADER_BASELINE, self.margin, SMALLEST if self.shown else FIGURES
        pattern = self.words("page.sheet", page="{page}", pages="{pages}")
        colour = GREY if self.shown else BLACK
        right = self.size[0] - margin
        blank = PageNumber(right, y, "", size, anchor=Anchor.END, colour=colour, pattern=pattern)
        # The print pack has higher numbers than a single file.
        widest = blank.counted(MOST_PAGES, MOST_PAGES).text
        free = self.width - text_width(widest, size) - 3
        kit = self.words("page.kit", fingerprint=self.kit.fingerprint)
        if self.shown:
            mark = shortened(f"{machine_title(self.kit)}  ·  {kit}  ·  ", free, size)
            braced = mark.replace("{", "{{").replace("}", "}}")
            yield replace(blank, pattern=braced + pattern).counted(number, count)
            return
        yield blank.counted(number, count)
        name = shortened(machine_title(self.kit), free / 2, size, bold=True)
        yield Text(margin, y, name, size, bold=True)
        left = text_width(name, size, bold=True) + 2.5
        rest = shortened(f"{kit}  ·  {self.subject}", free - left, size)
        yield Text(margin + left, y, rest, size, colour="#404040")

    def ruler(self) -> Marks:
        """Yield the horizontal ruler at the foot of a page."""
        y = self.size[1] - RULER_FROM_BOTTOM
        yield from ruler_marks(self.margin, y, RULER_LENGTH)
        end = self.margin + RULER_LENGTH
        told, room = self.words("page.ruler"), self.width - RULER_LENGTH - 4
        size = fitting_size(told, room, FIGURES)
        yield Text(end + 4, y + 2.2, told, size, colour="#404040")


RULER_TICKS = 2.2, 1.5, 0.9
"""Lengths of a ruler's ticks at each tenth, fifth and other mm."""


RULER_FIGURES = 6
"""Size of a ruler's numbers."""


AWAY = 3.95, 3.0
"""How far a number's baseline is from the line of a ruler, and its start from that of a vertical
one.
"""


def ruler_marks(x: float, y: float, length: int, upright: bool = False) -> Marks:
    """Yield a ruler of this length in mm, to the right from x, or downwards from y if `upright`.

    Ticks hang from y, or are beside x.
    """

    def at(off: float, along: float) -> Point:
        return (x + off, y + along) if upright else (x + along, y + off)

    yield Line(*at(0, 0), *at(0, length), THIN)
    for place in range(length + 1):
        tick = RULER_TICKS[0 if place % 10 == 0 else 1 if place % 5 == 0 else 2]
        yield Line(*at(0, place), *at(tick, place), THIN)
    for place in range(0, length + 1, 10):
        left, baseline = at(AWAY[upright], place)
        if upright:
            baseline += cap_height(RULER_FIGURES) / 2
        anchor = Anchor.START if upright else Anchor.MIDDLE
        yield Text(left, baseline, str(place), RULER_FIGURES, anchor=anchor)
