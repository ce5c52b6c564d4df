"""Where a kit's labels are on a sheet, and which boxes are to have one."""

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from menace_kit.errors import KitError
from menace_kit.layout.cutting import KEEP_CLEAR
from menace_kit.layout.grid import ALL_OF_IT, Grid, plain_grid, stock_grid
from menace_kit.layout.label_style import SAFE_MARGIN, LabelStyle, label_style
from menace_kit.layout.marks import HAIRLINE
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.sets import boxes_of_set


class LabelPlan(NamedTuple):
    """How the labels of a kit are made: their style and the cells of a sheet."""

    style: LabelStyle
    grid: Grid

    @property
    def straight(self) -> bool:
        """Return whether straight cuts, which neighbours share, take a sheet apart."""
        return self.grid.shares_cuts and not self.style.above and not self.style.below


LEAST_OVERHANG = 0.5
"""What ready-cut labels may be larger than the front without a word (mm)."""


def overhang(wider: float, higher: float) -> dict[str, float]:
    """Return by how many mm ready-cut labels are larger than the front;
    what nobody sees is not worth a word.
    """
    ways = {"wider": wider, "higher": higher}
    return {way: size for way, size in ways.items() if size >= LEAST_OVERHANG}


CUTTER_GAP = 3.0
"""Between labels that a plotter cuts out, each along its outline: an edge that two outlines
share would be cut twice (mm).
"""


class LabelOrder(NamedTuple):
    """Which labels are wanted: the boxes, the sheet's first free place, from 1,
    and the sets; none for one machine.
    """

    boxes: tuple[Box, ...]
    start_at: int = 1
    sets: tuple[str, ...] = ()

    @property
    def labels(self) -> list[Box]:
        """Return the box of each label, one set after the other."""
        of_sets = [boxes_of_set(self.boxes, letters) for letters in self.sets] or [self.boxes]
        return [box for boxes in of_sets for box in boxes]


@lru_cache(maxsize=32)
def label_plan(kit: Kit) -> LabelPlan:
    """Return style and grid for a kit's labels; FitError or KitError where container,
    stock and paper do not agree.

    On plain paper a label has the container's own size, with its tabs; where a plotter cuts it,
    it keeps away from the plotter's marks and from its neighbours. On ready-cut stock it has
    the size of the front, or less where the stock is smaller or a printer does not reach all
    of it, and no tabs.
    """
    container, paper = kit.container, kit.spec.print.paper
    if kit.stock.grid is None:
        style = label_style(kit, container.label_width, container.label_height, tabs=True)
        gap, keep_clear = kit.stock.gap, ALL_OF_IT
        if kit.spec.print.registration:
            gap, keep_clear = gap or CUTTER_GAP, KEEP_CLEAR
        grid = plain_grid(paper, style.width, style.full_height, gap, keep_clear)
        return LabelPlan(replace(style, corner=0.0) if grid.shares_cuts else style, grid)
    if kit.spec.print.registration:
        raise KitError(
            f"ready-cut labels need no cutter, "
            f"and {kit.spec.print.stock} is a sheet "
            'of them; say registration = false, or stock = "plain"'
        ).at(kit.source, "print.registration")
    grid = stock_grid(kit.stock, kit.spec.print.stock, paper)
    width, height = grid.printable(SAFE_MARGIN - HAIRLINE / 2)
    width, height = min(container.label_width, width), min(container.label_height, height)
    return LabelPlan(label_style(kit, width, height, tabs=False), grid)
