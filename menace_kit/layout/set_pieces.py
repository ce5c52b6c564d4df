"""Pieces to cut out that lie on the same sheets, whichever set they are of."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from menace_kit.layout.marks import Text
from menace_kit.layout.text.typesetting import cap_height, text_width
from menace_kit.layout.type_scale import SMALLEST
from menace_kit.machine.kit import Kit
from menace_kit.machine.sets import kit_of_set
from menace_kit.text.words import Words

PieceT = TypeVar("PieceT")

OF_ONE = ("",)
"""What the set of a machine alone is called, whose pieces have no letter."""


def by_sheet(pieces: Sequence[PieceT], places: int) -> list[Sequence[PieceT]]:
    """Return the pieces sheet by sheet; all sheets but the last are full."""
    return [pieces[first : first + places] for first in range(0, len(pieces), places)]


def widest_set(kit: Kit, sets: Sequence[str]) -> Kit:
    """Return the kit of the set whose letters take most room: what fits its boxes fits all."""
    if not sets:
        return kit
    return kit_of_set(kit, max(sets, key=lambda letters: text_width(letters, 1, bold=True)))


def said_of_sets(words: Words, sets: Sequence[str], subject: str) -> str:
    """Return what a head line says of a sheet, and that it is sorted where it has several sets."""
    if not sets:
        return subject
    return f"{subject}  ·  {words('sets.sort', first=sets[0], last=sets[-1])}"


def how_to_sort(words: Words, sets: Sequence[str]) -> list[str]:
    """Return the sentence above pieces of several sets; none for one machine."""
    return [words("sets.cut", first=sets[0], last=sets[-1])] if sets else []


CORNER = 0.5
"""From the edges of a piece to the letter in its corner (mm)."""


LARGEST = 10.0
"""The size of this letter in points, at the most: it is no part of the piece."""


def corner_letters(letters: str, x: float, y: float, width: float) -> Iterator[Text]:
    """Yield the letter of a set, or its two, in the upper left corner of a piece, if it has one."""
    if not letters:
        return
    size = max(SMALLEST, min(LARGEST, width / 4))
    baseline = y + CORNER + cap_height(size)
    yield Text(x + CORNER, baseline, letters, size, colour="#404040")


def glue_said(words: Words, letters: str = "") -> list[str]:
    """Return what a field for glue says, the best first; of a set with its letter,
    which can't be seen when the piece is glued.
    """
    glue = words("fence.glue")
    return [f"{glue}  {letters}", letters] if letters else [glue]
