"""Square codes (QR) that hold the web address of a box: their cells, and how large they have to be. In mm."""

from functools import cache

from menace_kit.layout.marks import Pattern
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit

QUIET = 4
"""Cells that stay white on every side of a code (ISO/IEC 18004)."""

LEAST_CELL = 0.4
"""The smallest side of a cell that home printers print and telephones read."""


def code_cells(kit: Kit) -> int:
    """Return how many cells a side of each of the kit's codes has, the white ones round it included."""
    return _rows(_longest(kit), None).index("/") + 2 * QUIET


def code_mark(kit: Kit, box: Box, x: float, y: float, side: float) -> Pattern:
    """Return the code of a box, with the white round it `side` mm wide and high, its top left corner at x, y.

    The codes of a kit all have the same number of cells. The kit has to have a base address.
    """
    cells = code_cells(kit)
    cell = side / cells
    rows = _rows(kit.address(box), _version(_longest(kit)))
    inked = (cells - 2 * QUIET) * cell
    return Pattern(x + QUIET * cell, y + QUIET * cell, inked, inked, rows)


def _longest(kit: Kit) -> str:
    """Return the longest address: the last box has the highest number."""
    return kit.address(kit.boxes[-1])


@cache
def _version(address: str) -> int:
    import segno

    return int(segno.make(address, error="m", micro=False).version)


@cache
def _rows(address: str, version: int | None) -> str:
    """Return the cells of a code as a Pattern has them; a damaged sixth of them can be made up for (level M)."""
    # Imported here: only kits with a base address need it.
    import segno

    code = segno.make(address, error="m", version=version, micro=False)
    return "/".join("".join("#" if cell else "." for cell in row) for row in code.matrix)
