"""Choosing boxes by number, name or stage: `217,40-52`."""

import re

from menace_kit.errors import SelectionError
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit

_PART = re.compile(r"([0-9]{1,6})(?:\s*[-–]\s*([0-9]{1,6}))?")
_EXAMPLE = "write numbers and ranges like 217,40-52"


def parse_numbers(text: str) -> tuple[int, ...]:
    """Return the numbers that `217,40-52` means, in the order written, each once; SelectionError where unclear."""
    numbers: dict[int, None] = {}
    for part in map(str.strip, text.split(",")):
        if not part:
            where = f"there is nothing before or after a comma in {text!r}" if "," in text else "it is empty"
            raise SelectionError(f"which boxes? {where}; {_EXAMPLE}")
        match = _PART.fullmatch(part)
        if match is None:
            raise SelectionError(f"which boxes? {part!r} is not a number or a range; {_EXAMPLE}")
        first, last = int(match[1]), int(match[2] or match[1])
        if last < first:
            raise SelectionError(f"which boxes? the range {part} runs backwards; write {last}-{first}")
        if last - first >= 100_000:
            raise SelectionError(f"which boxes? the range {part} is longer than any machine")
        numbers.update(dict.fromkeys(range(first, last + 1)))
    return tuple(numbers)


def _named_boxes(kit: Kit, text: str) -> tuple[Box, ...]:
    """Return the boxes on which the parts of a list stand; a range is one of numbers, as far as there are any."""
    if not any(box.given_name for box in kit.boxes):
        return tuple(kit.box(number) for number in parse_numbers(text))
    return tuple(dict.fromkeys(kit.box_named(part) for part in text.split(",")))


def chosen_boxes(kit: Kit, numbers: str | None = None, stage: int | None = None) -> tuple[Box, ...]:
    """Return the boxes with these numbers and of this stage; all of them where neither is given.

    Boxes that have names are chosen by these. SelectionError where no box is left, UnknownNameError where the kit has
    no such box.
    """
    stages = sorted({number for _, number in kit.stages})
    if stage is not None and stage not in stages:
        raise SelectionError(
            f"this kit has boxes for the moves {stages[0]} to {stages[-1]}, not for a move {stage}"
        )
    boxes = kit.boxes if numbers is None else _named_boxes(kit, numbers)
    chosen = tuple(box for box in boxes if stage in (None, box.stage))
    if not chosen:
        raise SelectionError(f"none of the boxes {numbers} is for move {stage}")
    return chosen
