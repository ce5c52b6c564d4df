"""Sheets: where on a page the labels lie, for plain paper and for ready-cut stock, all in mm."""

from dataclasses import dataclass
from typing import NamedTuple

from menace_kit.errors import FitError, KitError
from menace_kit.layout.page import (
    HEADER_BASELINE,
    HEADER_BOTTOM,
    PRINTABLE_BORDER,
    RULER_FROM_BOTTOM,
    RULER_HEIGHT,
)
from menace_kit.layout.text import over
from menace_kit.machine.stock import PAPER_TITLES, PAPERS, PaperName, Stock


class KeepClear(NamedTuple):
    """How far labels stay away from the paper's left and right edges, and from the upper and lower, at the least."""

    sides: float = 0
    ends: float = 0


ALL_OF_IT = KeepClear()


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells of `width` x `height` on a page; `left` and `top` are the first one's, `pitch_*` the way to the next.

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
        """Return how many cells a page has."""
        return self.columns * self.rows

    @property
    def has_head_room(self) -> bool:
        """Return whether a head line lies above all labels; some ready-cut sheets have labels up to the edge."""
        return self.top >= HEADER_BASELINE + 0.8

    @property
    def has_foot_room(self) -> bool:
        """Return whether a sheet's ruler lies below all labels."""
        return self.corner(self.cells - 1)[1] + self.height <= self.page_height - RULER_FROM_BOTTOM - 0.2

    def printable(self, margin: float) -> tuple[float, float]:
        """Return how large a drawing may be that lies in the middle of every cell and keeps its ink this far inside.

        The outermost cells may reach into the border that no printer reaches. FitError where nothing is left of them.
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
                    "the outermost labels of this sheet lie nearer to the paper's edge than a printer reaches, "
                    f"by {over(beyond + margin - size / 2)}"
                )
            sizes.append(left_over)
        return sizes[0], sizes[1]

    def corner(self, cell: int) -> tuple[float, float]:
        """Return the top left corner of a cell; cells count from 0, row by row."""
        row, column = divmod(cell, self.columns)
        return self.left + column * self.pitch_x, self.top + row * self.pitch_y


def plain_grid(
    paper: PaperName, width: float, height: float, gap: float, keep_clear: KeepClear = ALL_OF_IT
) -> Grid:
    """Return as many cells of this size as a page of plain paper takes, centred from side to side.

    Half a gap of air stays round the outermost cells, where their cut guides are. They lie inside of what is to be kept
    clear, and between head line and ruler. FitError where not even one fits.
    """
    page_width, page_height = PAPERS[paper]
    free_width = page_width - 2 * max(PRINTABLE_BORDER, keep_clear.sides)
    top = max(HEADER_BOTTOM, keep_clear.ends)
    free_height = page_height - max(PRINTABLE_BORDER + RULER_HEIGHT, keep_clear.ends) - top
    columns, rows = int(free_width / (width + gap)), int(free_height / (height + gap))
    if columns < 1 or rows < 1:
        missing = max(width + gap - free_width, height + gap - free_height)
        raise FitError(
            f"a label of {width:g} x {height:g} mm is too large for {PAPER_TITLES[paper]} paper by {over(missing)}"
        )
    left = (page_width - columns * (width + gap) + gap) / 2
    return Grid(
        page_width,
        page_height,
        columns,
        rows,
        width,
        height,
        left,
        top + gap / 2,
        width + gap,
        height + gap,
        cut=True,
    )


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
    page_width, page_height = PAPERS[paper]
    return Grid(
        page_width,
        page_height,
        grid.columns,
        grid.rows,
        grid.width,
        grid.height,
        grid.left,
        grid.top,
        grid.pitch_x,
        grid.pitch_y,
        cut=False,
    )
