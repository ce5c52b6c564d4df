"""Values that several kinds of tables have: lengths, titles, packs, languages."""

import re
from typing import Annotated

from menace_kit.machine.tables import Limits


def one_line(text: str) -> str:
    """Return the text; raises ValueError if it has a line break or another control character."""
    if any(ord(sign) < ord(" ") for sign in text):
        raise ValueError(f"{text!r} should be one line of plain text")
    return text


Millimetres = Annotated[float, Limits(gt=0, le=2000)]
OptionalMillimetres = Annotated[float, Limits(ge=0, le=2000)]
LONGEST_TITLE = 80
Title = Annotated[str, Limits(min_length=1, max_length=LONGEST_TITLE), one_line]

PackSize = Annotated[int, Limits(ge=1, le=100_000)]
PackSizes = PackSize | Annotated[tuple[PackSize, ...], Limits(min_length=1)]
"""How many beads of one colour are in the packs that you can buy: one number, or several."""


BeadsPerGram = Annotated[float, Limits(gt=0, le=100_000)]


def pack_sizes(sizes: int | tuple[int, ...]) -> tuple[int, ...]:
    """Return the sizes of packs as a tuple, in the given order."""
    return (sizes,) if isinstance(sizes, int) else sizes


def _language(name: str) -> str:
    if not re.fullmatch(r"[A-Za-z-]{1,20}", name):
        raise ValueError(
            f"{name[:40]!r} is not the name of a language; `menace-kit list languages` lists them"
        )
    return name


Language = Annotated[str, _language]
