"""QR codes on labels: the web address of a box."""

from functools import cache
from typing import Any

from menace_kit.layout.marks import Pattern
from menace_kit.machine import Box, Kit

QUIET = 4
"""White cells on every side of a code (ISO/IEC 18004)."""


def code_cells(kit: Kit) -> int:
    """Return the cells on a side of each of the kit's codes, including the white ones around it."""
    return len(_code(_longest(kit)).matrix) + 2 * QUIET


def code_mark(kit: Kit, box: Box, x: float, y: float, side: float) -> Pattern:
    """Return a box's code, `side` mm wide with the white around it, from its top left corner.

    All codes of a kit have the same number of cells. The kit must have a base address.
    """
    code = _code(kit.address(box), _code(_longest(kit)).version)
    cells = len(code.matrix)
    cell = side / (cells + 2 * QUIET)
    rows = "/".join("".join("#" if inked else "." for inked in row) for row in code.matrix)
    return Pattern(x + QUIET * cell, y + QUIET * cell, cells * cell, cells * cell, rows)


def _longest(kit: Kit) -> str:
    """Return the longest address: the last box has the highest number."""
    return kit.address(kit.boxes[-1])


@cache
def _code(address: str, version: int | None = None) -> Any:
    """Return a code, as small as possible or of this version; a sixth may be damaged (level M)."""
    # Imported here: only kits with a base address need it.
    import segno

    return segno.make(address, error="m", version=version, micro=False)
