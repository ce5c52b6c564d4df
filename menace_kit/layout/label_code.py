"""QR codes on labels: the web address of a box."""

from functools import cache
from typing import Any

from menace_kit.layout.marks import Pattern
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit

QUIET = 4
"""Cells that stay white on every side of a code (ISO/IEC 18004)."""


def code_cells(kit: Kit) -> int:
    """Return how many cells a side of each of the kit's codes has,
    the white ones round it included.
    """
    return len(_code(_longest(kit)).matrix) + 2 * QUIET


def code_mark(kit: Kit, box: Box, x: float, y: float, side: float) -> Pattern:
    """Return the code of a box, with the white round it `side` mm wide and high,
    its top left corner at x, y.

    The codes of a kit all have the same number of cells. The kit has to have a base address.
    """
    return _pattern(_code(kit.address(box), _code(_longest(kit)).version), x, y, side)


def _pattern(code: Any, x: float, y: float, side: float) -> Pattern:
    cells = len(code.matrix)
    cell = side / (cells + 2 * QUIET)
    rows = "/".join("".join("#" if inked else "." for inked in row) for row in code.matrix)
    return Pattern(x + QUIET * cell, y + QUIET * cell, cells * cell, cells * cell, rows)


def _longest(kit: Kit) -> str:
    """Return the longest address: the last box has the highest number."""
    return kit.address(kit.boxes[-1])


@cache
def _code(address: str, version: int | None = None) -> Any:
    """Return a code, as large as it needs to be or of this version;
    a damaged sixth can be made up for (level M).
    """
    # Imported here: only kits with a base address need it.
    import segno

    return segno.make(address, error="m", version=version, micro=False)
