"""Ready-cut sheets that suit a kit's boxes, found by trying each."""

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from menace_kit.errors import FitError
from menace_kit.layout.label_plan import label_plan, overhang
from menace_kit.machine import Kit
from menace_kit.machine.kit_files import with_stock
from menace_kit.machine.toml_files import TemplateKind, template_names

MOST_HIGHER = 2.0
"""How much higher than the front a label may be: it goes around both edges (mm)."""


MOST_WIDER = 12.0
"""How much wider it may be: it goes around the tray's sides, or is trimmed (mm)."""


class SuitingStock(NamedTuple):
    """A stock that suits a kit: its name, and how many mm its labels exceed the front."""

    name: str
    wider: float
    higher: float

    def __str__(self) -> str:
        larger = [f"{size:.1f} mm {way}" for way, size in overhang(self.wider, self.higher).items()]
        return f"{self.name} ({' and '.join(larger)} than the front)" if larger else self.name


def suiting_stocks(kit: Kit) -> list[SuitingStock]:
    """Return the stocks of the kit's paper that suit it, best first.

    All labels must be readable and not much larger than the front; those that exceed it least come
    first. Plain paper suits whenever the label itself is right.
    """
    found, outer = [], kit.container.outer
    for name in template_names(TemplateKind.STOCK):
        tried = with_stock(kit, name, name, Path())
        grid = tried.stock.grid
        wider, higher = (
            (grid.width - outer.width, grid.height - outer.height) if grid else (0.0, 0.0)
        )
        of_paper = grid is None or grid.paper == kit.spec.print.paper
        if of_paper and wider <= MOST_WIDER and higher <= MOST_HIGHER:
            with suppress(FitError):
                label_plan(tried)
                found.append(SuitingStock(name, wider, higher))
    return sorted(
        found, key=lambda stock: (max(0.0, stock.wider) + max(0.0, stock.higher), stock.name)
    )
