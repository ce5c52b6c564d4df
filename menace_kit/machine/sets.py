"""Several machines from one kit, one for each group of a class."""

from collections.abc import Iterable
from dataclasses import replace

from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit

MOST_SETS = 100
"""More groups than any school has in a hall."""


def set_letters(count: int) -> tuple[str, ...]:
    """Return the names of so many sets: A, B ... Z, AA, AB ..."""
    alphabet = [chr(ord("A") + place) for place in range(26)]
    names = (*alphabet, *(first + second for first in alphabet for second in alphabet))
    return names[:count]


def kit_of_set(kit: Kit, letters: str) -> Kit:
    """Return the machine of one set: `HER C`, with `C-12` on its box 12.

    Everything else stays the same, even the fingerprint.
    """
    spec = kit.spec.model_copy(update={"name": f"{kit.spec.name} {letters}"})
    return replace(kit, spec=spec, boxes=boxes_of_set(kit.boxes, letters))


def boxes_of_set(boxes: Iterable[Box], letters: str) -> tuple[Box, ...]:
    return tuple(replace(box, given_name=f"{letters}-{box.name}") for box in boxes)
