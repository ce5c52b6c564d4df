"""Many boxes at once: the runs of their numbers, or their count."""

from collections.abc import Iterable

from menace_kit.machine import Box, Kit
from menace_kit.text.sheet_words import said

MOST_RUNS = 3
"""With more runs, the number of boxes says more."""


def runs(kit: Kit, boxes: Iterable[Box]) -> list[list[Box]]:
    """Return the boxes by number, in runs without a gap.

    Numbers that the kit doesn't have are not gaps: boxes 1, 2 and 4 of a kit without a box 3 are
    one run.
    """
    found: list[list[Box]] = []
    for box in sorted(set(boxes), key=lambda box: box.number):
        if found and kit.indices[found[-1][-1].number] + 1 == kit.indices[box.number]:
            found[-1].append(box)
        else:
            found.append([box])
    return found


def numbers_of(kit: Kit, boxes: Iterable[Box], most: int | None = MOST_RUNS) -> str:
    """Return "boxes 6 to 39", or several such.

    For more than `most` runs it is only the number of boxes.
    """
    found = runs(kit, boxes)
    if most is not None and len(found) > most:
        return said(kit, "common.n-boxes", n=sum(map(len, found)))
    return ", ".join(
        said(kit, "labels.boxes", n=len(run), first=run[0].name, last=run[-1].name) for run in found
    )
