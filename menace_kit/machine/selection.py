"""Choosing boxes by number or stage: `217,40-52`."""

import re

from menace_kit.errors import SelectionError
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit

_PART = re.compile(r"(\d{1,6})(?:\s*[-–]\s*(\d{1,6}))?")


def parse_numbers(text: str) -> tuple[int, ...]:
    """Return the numbers that `217,40-52` means, in the order written, each once; SelectionError where unclear."""
    numbers: dict[int, None] = {}
    for part in text.split(","):
        match = _PART.fullmatch(part.strip())
        if match is None:
            raise SelectionError(
                f"{part.strip()!r} is not a box number; write numbers and ranges like 217,40-52"
            )
        first, last = int(match[1]), int(match[2] or match[1])
        if last < first:
            raise SelectionError(f"the range {part.strip()} runs backwards; write {last}-{first}")
        if last - first >= 100_000:
            raise SelectionError(f"the range {part.strip()} is longer than any machine")
        numbers.update(dict.fromkeys(range(first, last + 1)))
    return tuple(numbers)


def chosen_boxes(kit: Kit, numbers: str | None = None, stage: int | None = None) -> tuple[Box, ...]:
    """Return the boxes with these numbers and of this stage; all of them where neither is given.

    SelectionError where no box is left, UnknownNameError where the kit has no such box.
    """
    stages = sorted({number for _, number in kit.stages})
    if stage is not None and stage not in stages:
        raise SelectionError(f"this kit has stages {stages[0]} to {stages[-1]}, not {stage}")
    boxes = kit.boxes if numbers is None else tuple(kit.box(number) for number in parse_numbers(numbers))
    chosen = tuple(box for box in boxes if stage in (None, box.stage))
    if not chosen:
        raise SelectionError(f"none of the boxes {numbers} is of stage {stage}")
    return chosen
