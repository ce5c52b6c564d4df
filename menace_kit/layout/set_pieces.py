"""Pieces to cut out, where all sets share the same sheets."""

from collections.abc import Sequence

from menace_kit.layout.marks import Anchor
from menace_kit.layout.stacks import Part, padded, text
from menace_kit.layout.text.typesetting import text_width
from menace_kit.layout.type_scale import SMALLEST
from menace_kit.machine import Kit
from menace_kit.machine.sets import kit_of_set
from menace_kit.text import Words

OF_ONE = ("",)
"""The sets of a single machine, whose pieces have no letter."""


def widest_set(kit: Kit, sets: Sequence[str]) -> Kit:
    """Return the kit of the set with the widest letters: what fits its boxes fits all."""
    if not sets:
        return kit
    return kit_of_set(kit, max(sets, key=lambda letters: text_width(letters, 1, bold=True)))


def boxes_of_all(kit: Kit, sets: Sequence[str]) -> int:
    """Return how many boxes all sets have together, or a single machine."""
    return len(kit.boxes) * max(1, len(sets))


def said_of_sets(words: Words, sets: Sequence[str], subject: str) -> str:
    """Return a sheet's head line; with several sets it adds that the pieces must be sorted."""
    if not sets:
        return subject
    return f"{subject}  ·  {words('sets.sort', first=sets[0], last=sets[-1])}"


def how_to_sort(words: Words, sets: Sequence[str]) -> list[str]:
    """Return the sentence above pieces of several sets, or nothing for a single machine."""
    return [words("sets.cut", first=sets[0], last=sets[-1])] if sets else []


CORNER = 0.5
"""Distance of the letter in a piece's corner from its edges (mm)."""


LARGEST = 10.0
"""Largest size of this letter in points: it isn't part of the piece."""


def corner_letters(letters: str, width: float) -> Part:
    """Return a set's letters, if any, for the upper left corner of a piece of this width."""
    size = max(SMALLEST, min(LARGEST, width / 4))
    told = text(letters, size, level=Anchor.START, colour="#404040", margin=CORNER)
    return padded(told, above=CORNER)
