"""A page: frame, ruler, where things to be cut out lie and how they are cut,
a printer's correction. All in mm.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from typing import Any, NamedTuple

from menace_kit.errors import FitError, KitError
from menace_kit.frozen import Frozen
from menace_kit.layout.marks import (
    BLACK,
    HAIRLINE,
    LIGHT_GREY,
    THIN,
    Anchor,
    Curve,
    Document,
    Layer,
    Line,
    Mark,
    Medium,
    Page,
    PageNumber,
    Pattern,
    Polyline,
    Rectangle,
    Text,
)
from menace_kit.layout.text.typesetting import over, shortened, text_width
from menace_kit.machine.kit import Kit
from menace_kit.machine.papers import PAPER_TITLES, PAPERS, PaperName, Stock
from menace_kit.text.words import Words
from menace_kit.workshop.printer import PrinterProfile

PRINTABLE_BORDER = 6.35
"""The border that home printers cannot reach: a quarter of an inch at worst."""

SHEET_MARGIN = 8.0
"""Where head line and ruler of a sheet of labels or cards begin and end, from the paper's edge."""

HEADER_BASELINE = PRINTABLE_BORDER + 2.5
HEADER_BOTTOM = HEADER_BASELINE + 1.6
HEADER_SIZE = 7.5
MOST_PAGES = 999
"""A head line leaves room for this page number."""

RULER_LENGTH = 100
RULER_HEIGHT = 4.3
RULER_FROM_BOTTOM = PRINTABLE_BORDER + 4.1
"""From the paper's bottom edge to the line of the level ruler."""


class Frame(Frozen):
    """What the pages of a document have in common: whose they are, their size,
    and margins at left and right.

    `subject` is what their head line says of them; a page may have another.
    Their size is that of the kit's paper where none is given.
    """

    kit: Kit
    words: Words
    margin: float
    subject: str = ""
    sheet: tuple[float, float] | None = None

    @property
    def size(self) -> tuple[float, float]:
        """Return a page's width and height."""
        return self.sheet or PAPERS[self.kit.spec.print.paper]

    @property
    def width(self) -> float:
        """Return how wide a page is between its margins."""
        return self.size[0] - 2 * self.margin

    def page(
        self, marks: Iterable[Mark], number: int = 1, count: int = 1, subject: str = ""
    ) -> Page:
        """Return a page with these marks below its head line."""
        return Page(*self.size, (*self.head(number, count, subject), *marks))

    def document(
        self, name: str, title: str, pages: Sequence[Iterable[Mark]], medium: Medium = Medium.PAPER
    ) -> Document:
        made = [self.page(marks, number, len(pages)) for number, marks in enumerate(pages, start=1)]
        return self.bound(name, title, made, medium)

    def bound(
        self, name: str, title: str, pages: Sequence[Page], medium: Medium = Medium.PAPER
    ) -> Document:
        """Return these pages, which are framed, as a document of the kit."""
        return Document(name, title, self.kit.spec.name, self.kit.fingerprint, tuple(pages), medium)

    def head(self, number: int = 1, count: int = 1, subject: str = "") -> Iterator[Mark]:
        """Yield a page's head line: kit and fingerprint, what the page holds,
        and which of how many it is.
        """
        y, words, margin = HEADER_BASELINE, self.words, self.margin
        pattern = words("page.sheet", page="{page}", pages="{pages}")
        blank = PageNumber(
            self.size[0] - margin, y, "", HEADER_SIZE, anchor=Anchor.END, pattern=pattern
        )
        yield blank.counted(number, count)
        # The print pack counts further than a single file does.
        widest = blank.counted(MOST_PAGES, MOST_PAGES).text
        free = self.width - text_width(widest, HEADER_SIZE) - 3
        name = shortened(self.kit.spec.name, free / 2, HEADER_SIZE, bold=True)
        yield Text(margin, y, name, HEADER_SIZE, bold=True)
        left = text_width(name, HEADER_SIZE, bold=True) + 2.5
        told = (
            f"{words('page.kit', fingerprint=self.kit.fingerprint)}  ·  {subject or self.subject}"
        )
        rest = shortened(told, free - left, HEADER_SIZE)
        yield Text(margin + left, y, rest, HEADER_SIZE, colour="#404040")

    def ruler(self) -> Iterator[Mark]:
        """Yield the level ruler at the foot of a page."""
        y = self.size[1] - RULER_FROM_BOTTOM
        yield from ruler_marks(self.margin, y, RULER_LENGTH)
        end = self.margin + RULER_LENGTH
        yield Text(end + 4, y + 2.2, self.words("page.ruler"), 6, colour="#404040")


class RulerLook(NamedTuple):
    """How long a ruler's ticks are at each tenth, fifth and other mm,
    how large its numbers are, how far off they lie.

    `away` is from the line to a number's baseline, on an upright ruler to its beginning;
    `sunk` is how far below its tick that one has its baseline.
    """

    ticks: tuple[float, float, float]
    size: float
    away: tuple[float, float]
    sunk: float


RULER = RulerLook((2.2, 1.5, 0.9), 5, (3.9, 3), 0.65)


def ruler_marks(
    x: float, y: float, length: int, upright: bool = False, look: RulerLook = RULER
) -> Iterator[Mark]:
    """Yield a ruler of so many mm from x to the right, its ticks hanging from y;
    or down from y, its ticks beside x.
    """

    def at(off: float, along: float) -> tuple[float, float]:
        return (x + off, y + along) if upright else (x + along, y + off)

    yield Line(*at(0, 0), *at(0, length), THIN)
    for place in range(length + 1):
        tick = look.ticks[0 if place % 10 == 0 else 1 if place % 5 == 0 else 2]
        yield Line(*at(0, place), *at(tick, place), THIN)
    for place in range(0, length + 1, 10):
        left, down = at(look.away[upright], place)
        anchor = Anchor.START if upright else Anchor.MIDDLE
        yield Text(
            left, down + look.sunk if upright else down, str(place), look.size, anchor=anchor
        )


# Where labels and cards lie on plain paper and on ready-cut stock.


class KeepClear(NamedTuple):
    """How far labels stay away from the paper's left and right edges,
    and from the upper and lower, at the least.
    """

    sides: float = 0
    ends: float = 0


ALL_OF_IT = KeepClear()


class Grid(Frozen):
    """Cells of `width` x `height` on a page; `left` and `top` are the first one's,
    `pitch_*` the way to the next.

    `cut` where the cells are still to be cut out, so that guides are drawn between them.
    """

    page_width: float
    page_height: float
    columns: int
    rows: int
    width: float
    height: float
    left: float
    top: float
    pitch_x: float
    pitch_y: float
    cut: bool

    @property
    def cells(self) -> int:
        return self.columns * self.rows

    @property
    def has_head_room(self) -> bool:
        """Return whether a head line lies above all labels;
        some ready-cut sheets have labels up to the edge.
        """
        return self.top >= HEADER_BASELINE + 0.8

    @property
    def has_foot_room(self) -> bool:
        """Return whether a sheet's ruler lies below all labels."""
        return (
            self.corner(self.cells - 1)[1] + self.height
            <= self.page_height - RULER_FROM_BOTTOM - 0.2
        )

    def printable(self, margin: float) -> tuple[float, float]:
        """Return how large a drawing may be that lies in the middle of every cell and keeps
        its ink this far inside.

        The outermost cells may reach into the border that no printer reaches.
        FitError where nothing is left of them.
        """
        last_x, last_y = self.corner(self.cells - 1)
        sizes = []
        for size, first, last, whole in (
            (self.width, self.left, last_x, self.page_width),
            (self.height, self.top, last_y, self.page_height),
        ):
            beyond = PRINTABLE_BORDER - margin - min(first, whole - last - size)
            left_over = size - 2 * max(0.0, beyond)
            if left_over <= 2 * margin:
                raise FitError(
                    "the outermost labels of this sheet lie nearer to the paper's edge than "
                    f"a printer reaches, by {over(beyond + margin - size / 2)}"
                )
            sizes.append(left_over)
        return sizes[0], sizes[1]

    def corner(self, cell: int) -> tuple[float, float]:
        """Return the top left corner of a cell; cells count from 0, row by row."""
        row, column = divmod(cell, self.columns)
        return self.left + column * self.pitch_x, self.top + row * self.pitch_y

    def centred(self, cell: int, width: float, height: float) -> tuple[float, float]:
        """Return the top left corner of what lies in the middle of a cell."""
        x, y = self.corner(cell)
        return x + (self.width - width) / 2, y + (self.height - height) / 2

    def guides(self, cells: Collection[int]) -> Iterator[Line]:
        """Yield the cut guides of these cells:
        crop marks at the ends of cuts that neighbours share.
        """
        across, gap = self.columns, self.pitch_x - self.width
        if self.shares_cuts:
            left, top, right, bottom = self._reach(cells)
            for upright in (True, False):
                for at, *_ in self.shared_cuts(cells, upright):
                    for near, away in (
                        (top if upright else left, -1),
                        (bottom if upright else right, 1),
                    ):
                        start, end = near + away * CROP_GAP, near + away * CROP
                        ends = (at, start, at, end) if upright else (start, at, end, at)
                        yield Line(*ends, THIN, GUIDE)
            return
        for cell in cells:
            column = cell % across
            beside = Beside(
                left=column > 0 and cell - 1 in cells,
                right=column < across - 1 and cell + 1 in cells,
                above=cell - across in cells,
                below=cell + across in cells,
            )
            yield from guide_marks(*self.corner(cell), self.width, self.height, gap, beside)

    @property
    def shares_cuts(self) -> bool:
        """Return whether neighbours touch, so that one cut serves both."""
        return (
            self.cut
            and self.pitch_x - self.width < ROUNDING
            and self.pitch_y - self.height < ROUNDING
        )

    def shared_cuts(
        self, cells: Collection[int], upright: bool
    ) -> Iterator[tuple[float, float, float]]:
        """Yield the straight cuts that take these cells apart, level or upright:
        where, from where, to where.
        """
        left, top, right, bottom = self._reach(cells)
        start, end, step = (left, right, self.pitch_x) if upright else (top, bottom, self.pitch_y)
        for number in range(round((end - start) / step) + 1):
            yield start + number * step, *((top, bottom) if upright else (left, right))

    def _reach(self, cells: Collection[int]) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of the rectangle of all columns and rows
        that have one of the cells.
        """
        corners = [self.corner(cell) for cell in cells]
        left, top = min(x for x, _ in corners), min(y for _, y in corners)
        right, bottom = max(x for x, _ in corners), max(y for _, y in corners)
        return left, top, right + self.width, bottom + self.height

    def page(self, frame: Frame, marks: Iterable[Mark], number: int = 1, count: int = 1) -> Page:
        """Return a page with what is in its cells, and head line and ruler where
        the cells leave them room.
        """
        head = frame.head(number, count) if self.has_head_room else ()
        ruler = frame.ruler() if self.has_foot_room else ()
        return Page(*frame.size, (*head, *marks, *ruler))


CROP, CROP_GAP = 2.6, 0.6
"""From the outermost of cells that touch to the far and to the near end of a crop mark (mm)."""

ROUNDING = 1e-6


def free_area(paper: PaperName, keep_clear: KeepClear = ALL_OF_IT) -> tuple[float, float, float]:
    """Return where on a page what is to be cut out begins, and how wide and high its room is.

    It is inside of what is to be kept clear, and between head line and ruler.
    """
    width, height = PAPERS[paper]
    top = max(HEADER_BOTTOM, keep_clear.ends)
    bottom = height - max(PRINTABLE_BORDER + RULER_HEIGHT, keep_clear.ends)
    return top, width - 2 * max(PRINTABLE_BORDER, keep_clear.sides), bottom - top


def plain_grid(
    paper: PaperName,
    width: float,
    height: float,
    gap: float,
    keep_clear: KeepClear = ALL_OF_IT,
    what: str = "a label",
) -> Grid:
    """Return as many cells of this size as a page of plain paper takes, centred from side to side.

    Half a gap of air stays round the outermost cells, where their cut guides are,
    or room for crop marks where there is no gap. FitError, which says `what` the cells are for,
    where not even one fits.
    """
    page_width, page_height = PAPERS[paper]
    edge = 0 if gap else CROP
    top, free_width, free_height = free_area(paper, keep_clear)
    top, free_width, free_height = top + edge, free_width - 2 * edge, free_height - 2 * edge
    columns, rows = int(free_width / (width + gap)), int(free_height / (height + gap))
    if columns < 1 or rows < 1:
        missing = max(width + gap - free_width, height + gap - free_height)
        raise FitError(
            f"{what} of {width:g} x {height:g} mm is too large for {PAPER_TITLES[paper]} "
            f"paper by {over(missing)}"
        )
    left = (page_width - columns * (width + gap) + gap) / 2
    corner, pitch = (left, top + gap / 2), (width + gap, height + gap)
    return Grid(page_width, page_height, columns, rows, width, height, *corner, *pitch, cut=True)


def stock_grid(stock: Stock, name: str, paper: PaperName) -> Grid:
    """Return the cells of a ready-cut label sheet; KitError where it is made for another paper."""
    grid = stock.grid
    if grid is None:
        raise KitError(f"{name} is plain paper and has no labels of its own")
    if grid.paper != paper:
        raise KitError(
            f"print.stock: {name} is a sheet of {PAPER_TITLES[grid.paper]} size, but the paper is "
            f"{PAPER_TITLES[paper]}; choose paper {grid.paper} or another stock"
        )
    corner, pitch = (grid.left, grid.top), (grid.pitch_x, grid.pitch_y)
    return Grid(
        *PAPERS[paper], grid.columns, grid.rows, grid.width, grid.height, *corner, *pitch, cut=False
    )


# Where something is cut out of a page: outlines, and guides that are still there
# after the first cut. In mm.

GLUE_FIELD = "#E4E4E4"
"""The ink of where glue goes."""

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


# Registration marks: what a cutting plotter looks for on a printed sheet,
# so that it cuts where the print is. In mm.
#
# The marks are those of Silhouette's plotters: a filled square at the top left, an L at the top
# right and at the bottom left. Program and sheet have to agree on them: whoever cuts sets a length
# of 5 mm, a thickness of 1 mm and an inset of 10 mm in the cutter's program. Source: build reports
# and label generators of users of such plotters; not tried with a machine of our own.

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


# What is drawn for a printer whose error is known.

MEAN_CORRECTED = {"size", "radius", "line", "width", "dash"}
"""What of a mark has no direction of its own: sizes of what is round, of letters, and of pens."""


def corrected(document: Document, profile: PrinterProfile) -> Document:
    """Return the document for this printer: printed by it, its marks come out where
    those of `document` are.

    Only what a printer prints is corrected; posters and charts for a screen come back as they are.

    Places are exact. What is round stays round and letters keep their shape:
    their sizes, and widths of lines, are corrected by the mean of both scales.
    """
    if document.medium is not Medium.PAPER:
        return document
    pages = tuple(
        replace(page, marks=tuple(_corrected(mark, profile) for mark in page.marks))
        for page in document.pages
    )
    return replace(document, pages=pages)


def _corrected(mark: Mark, profile: PrinterProfile) -> Mark:
    mean = 1 / math.sqrt(profile.scale_x * profile.scale_y)
    lengths = [field.name for field in fields(mark) if field.name in MEAN_CORRECTED]
    changed: dict[str, Any] = {name: getattr(mark, name) * mean for name in lengths}
    match mark:
        case Line():
            changed["x1"], changed["y1"] = profile.corrected(mark.x1, mark.y1)
            changed["x2"], changed["y2"] = profile.corrected(mark.x2, mark.y2)
        case Polyline() | Curve():
            changed["points"] = tuple(profile.corrected(x, y) for x, y in mark.points)
        case _:
            changed["x"], changed["y"] = profile.corrected(mark.x, mark.y)
    if isinstance(mark, Rectangle | Pattern):  # the width of all others is that of a pen
        changed["width"], changed["height"] = (
            mark.width / profile.scale_x,
            mark.height / profile.scale_y,
        )
    return replace(mark, **changed)
