"""Where labels and cards are on plain paper and on ready-cut sheets. In mm."""

from collections.abc import Collection, Iterator

from menace_kit.errors import FitError, KitError, OtherPaperError
from menace_kit.frozen import Frozen
from menace_kit.layout.cutting import GUIDE, NOWHERE, Beside, KeepClear, guide_marks
from menace_kit.layout.marks import ROUNDING, THIN, Line, Marks, Page, Point
from menace_kit.layout.page import (
    HEADER_BASELINE,
    HEADER_BOTTOM,
    PRINTABLE_BORDER,
    RULER_FROM_BOTTOM,
    RULER_HEIGHT,
    Frame,
)
from menace_kit.layout.text.typesetting import over
from menace_kit.machine import Stock
from menace_kit.machine.papers import PAPER_TITLES, PAPERS, PaperName


class Grid(Frozen):
    """Cells of `width` × `height` on a page.

    `left` and `top` are those of the first cell; `pitch_x` and `pitch_y` are the distances between
    cells' corners. `cut` means that the cells must still be cut out, so guides are drawn.
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
        """Return whether a head line fits above all labels, which some ready-cut sheets prevent."""
        return self.top >= HEADER_BASELINE + 0.8

    @property
    def has_foot_room(self) -> bool:
        """Return whether a ruler fits below all labels."""
        return (
            self.corner(self.cells - 1)[1] + self.height
            <= self.page_height - RULER_FROM_BOTTOM - 0.2
        )

    def printable(self, margin: float) -> tuple[float, float]:
        """Return the largest size of a drawing centred in each cell, with ink `margin` inside.

        Outermost cells may reach into the border that printers cannot print. Raises FitError if
        nothing is left of them.
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

    def corner(self, cell: int) -> Point:
        """Return the top left corner of a cell; cells count from 0, row by row."""
        row, column = divmod(cell, self.columns)
        return self.left + column * self.pitch_x, self.top + row * self.pitch_y

    def centred(self, cell: int, width: float, height: float) -> Point:
        """Return the top left corner of something centred in a cell."""
        x, y = self.corner(cell)
        return x + (self.width - width) / 2, y + (self.height - height) / 2

    def guides(self, cells: Collection[int]) -> Iterator[Line]:
        """Yield the cut guides of these cells, or crop marks at the ends of shared cuts."""
        across, gap = self.columns, self.pitch_x - self.width
        if self.shares_cuts:
            xs, ys = self.cuts(cells)
            for x in xs:
                for near, away in ((ys[0], -1), (ys[-1], 1)):
                    yield Line(x, near + away * CROP_GAP, x, near + away * CROP, THIN, GUIDE)
            for y in ys:
                for near, away in ((xs[0], -1), (xs[-1], 1)):
                    yield Line(near + away * CROP_GAP, y, near + away * CROP, y, THIN, GUIDE)
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

    def cuts(self, cells: Collection[int]) -> tuple[list[float], list[float]]:
        """Return the x of the vertical and the y of the horizontal cuts between these cells."""
        rows, columns = zip(*(divmod(cell, self.columns) for cell in cells), strict=True)
        xs = (self.left + n * self.pitch_x for n in range(min(columns), max(columns) + 2))
        ys = (self.top + n * self.pitch_y for n in range(min(rows), max(rows) + 2))
        return [*xs], [*ys]

    def page(self, frame: Frame, marks: Marks, number: int = 1, count: int = 1) -> Page:
        """Return a page with marks in its cells, with head line and ruler if they have room."""
        head = frame.head(number, count) if self.has_head_room else ()
        ruler = frame.ruler() if self.has_foot_room else ()
        return Page(*frame.size, (*head, *marks, *ruler))


CROP, CROP_GAP = 2.6, 0.6
"""Distances of a crop mark's far and near end from the outermost of touching cells (mm)."""


HEAD_AIR = 2.0
"""Most space between head line and first row (mm)."""


def below_head(left_over: float) -> float:
    """Return how much of the space left over by the rows goes between head line and first row."""
    return min(HEAD_AIR, left_over)


def free_area(paper: PaperName, keep_clear: KeepClear = NOWHERE) -> tuple[float, float, float]:
    """Return the top, width and height of the area on a page for things to cut out.

    It is between head line and ruler, and leaves clear what must be kept clear.
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
    keep_clear: KeepClear = NOWHERE,
    what: str = "a label",
) -> Grid:
    """Return as many cells of this size as fit on plain paper, centred from left to right.

    Half a gap stays free around the outermost cells for their cut guides, or room for crop marks if
    there is no gap; spare height goes below the head line. Raises FitError, which says `what` the
    cells are for, if not even one fits.
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
            f"paper by {over(missing)}",
            too_large=missing,
        )
    left = (page_width - columns * (width + gap) + gap) / 2
    top += below_head(free_height - rows * (height + gap))
    corner, pitch = (left, top + gap / 2), (width + gap, height + gap)
    return Grid(page_width, page_height, columns, rows, width, height, *corner, *pitch, cut=True)


def stock_grid(stock: Stock, name: str, paper: PaperName) -> Grid:
    """Return the cells of a ready-cut label sheet. Raises KitError if it is for another paper."""
    grid = stock.grid
    if grid is None:
        raise KitError(f"{name} is plain paper and has no labels of its own")
    if grid.paper != paper:
        raise OtherPaperError(
            f"{name} is a sheet of {PAPER_TITLES[grid.paper]} size, but the paper is "
            f"{PAPER_TITLES[paper]}; choose paper {grid.paper} or another stock",
            grid.paper,
        )
    corner, pitch = (grid.left, grid.top), (grid.pitch_x, grid.pitch_y)
    return Grid(
        *PAPERS[paper], grid.columns, grid.rows, grid.width, grid.height, *corner, *pitch, cut=False
    )
