"""Where a kit's labels are on a sheet, and which boxes get one."""

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from menace_kit.errors import KitError
from menace_kit.layout.cutting import kept_clear
from menace_kit.layout.grid import Grid, plain_grid, stock_grid
from menace_kit.layout.label_style import SAFE_MARGIN, LabelStyle, label_style
from menace_kit.layout.marks import HAIRLINE
from menace_kit.machine import Box, Kit
from menace_kit.machine.sets import boxes_of_set


class LabelPlan(NamedTuple):
    """How a kit's labels are made: their style and the cells of a sheet."""

    style: LabelStyle
    grid: Grid

    @property
    def straight(self) -> bool:
        """Return whether straight cuts, shared by neighbours, separate all labels of a sheet."""
        return self.grid.shares_cuts and not self.style.above and not self.style.below


LEAST_OVERHANG = 0.5
"""Ready-cut labels that exceed the front by no more than this fit without a remark (mm)."""


def overhang(wider: float, higher: float) -> dict[str, float]:
    """Return how many mm ready-cut labels are larger than the front, if that is noticeable."""
    ways = {"wider": wider, "higher": higher}
    return {way: size for way, size in ways.items() if size >= LEAST_OVERHANG}


CUTTER_GAP = 3.0
"""Gap between labels that a plotter cuts out one by one (mm): a shared edge would be cut twice."""


class LabelOrder(NamedTuple):
    """Which labels are wanted: boxes, the sheet's first free place, from 1, and sets, if any."""

    boxes: tuple[Box, ...]
    start_at: int = 1
    sets: tuple[str, ...] = ()

    @property
    def labels(self) -> list[Box]:
        """Return the box of each label, set after set."""
        of_sets = [boxes_of_set(self.boxes, letters) for letters in self.sets] or [self.boxes]
        return [box for boxes in of_sets for box in boxes]


@lru_cache(maxsize=32)
def label_plan(kit: Kit) -> LabelPlan:
    """Return style and grid for a kit's labels.

    On plain paper a label has the container's own size, with its tabs; for a plotter, labels keep
    clear of the plotter's marks and of each other. On ready-cut stock a label has no tabs and the
    size of the front, or less if the stock is smaller or a printer cannot reach all of it. Raises
    FitError or KitError if container, stock and paper don't go together.
    """
    container, paper = kit.container, kit.spec.print.paper
    if kit.stock.grid is None:
        style = label_style(kit, container.label_width, container.label_height, tabs=True)
        gap = kit.stock.gap or (CUTTER_GAP if kit.spec.print.registration else 0.0)
        grid = plain_grid(paper, style.width, style.full_height, gap, kept_clear(kit))
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
