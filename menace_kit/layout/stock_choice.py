"""Which sheets of labels suit a kit's container: found by trying each of them."""

from pathlib import Path
from typing import NamedTuple

from menace_kit.errors import FitError
from menace_kit.layout.labels import label_plan
from menace_kit.machine.kit import Kit, with_stock
from menace_kit.machine.templates import TemplateKind, template_names
from menace_kit.text import Words

MOST_HIGHER = 2.0
"""What a label may be higher than the front and still suit: it goes round both edges (mm)."""

MOST_WIDER = 12.0
"""What it may be wider: that goes round the tray's sides, or is trimmed (mm)."""

WORTH_SAYING = 0.5


class SuitingStock(NamedTuple):
    """A stock whose labels a kit can have: its name, and by how many mm they are wider and higher than the front."""

    name: str
    wider: float
    higher: float

    def __str__(self) -> str:
        """Return the name, and what there is to know about the size."""
        over = [
            f"{size:.1f} mm {what}"
            for size, what in ((self.wider, "wider"), (self.higher, "higher"))
            if size >= WORTH_SAYING
        ]
        return f"{self.name} ({' and '.join(over)} than the front)" if over else self.name


def suiting_stocks(kit: Kit, words: Words) -> list[SuitingStock]:
    """Return the stocks of the kit's paper on which all its labels can be read and that do not go far over its front.

    Those that go over it least come first; plain paper does wherever the label itself is right.
    """
    found = []
    for name in template_names(TemplateKind.STOCK):
        tried = with_stock(kit, name, name, Path())
        if tried.stock.grid is None or tried.stock.grid.paper == kit.spec.print.paper:
            found += _suiting(tried, words)
    return sorted(found, key=lambda stock: (max(0.0, stock.wider) + max(0.0, stock.higher), stock.name))


def _suiting(kit: Kit, words: Words) -> list[SuitingStock]:
    """Return the kit's stock, or nothing where it does not suit."""
    name, stock = kit.spec.print.stock, kit.stock
    try:
        label_plan(kit, words)
    except FitError:
        return []
    if stock.grid is None:
        return [SuitingStock(name, 0.0, 0.0)]
    outer = kit.container.outer
    wider, higher = stock.grid.width - outer.width, stock.grid.height - outer.height
    return [SuitingStock(name, wider, higher)] if wider <= MOST_WIDER and higher <= MOST_HIGHER else []
