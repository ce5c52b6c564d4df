"""Choose boxes by number, name or stage: `217,40-52`."""

import re
from collections.abc import Iterator
from itertools import chain

from menace_kit.errors import SelectionError, UnknownNameError
from menace_kit.machine import Box, Kit

_PART = re.compile(r"([0-9]{1,6})(?:\s*[-–]\s*([0-9]{1,6}))?")


_EXAMPLE = "write numbers and ranges like 217,40-52"


def parse_numbers(text: str, what: str = "boxes") -> tuple[int, ...]:
    """Return the numbers in a list such as `217,40-52`, in that order, without duplicates.

    Raises SelectionError if the list is unclear.
    """
    numbers: dict[int, None] = {}
    for part in _parts(text, what):
        match = _PART.fullmatch(part)
        if match is None:
            raise SelectionError(f"which {what}? {part!r} is not a number or a range; {_EXAMPLE}")
        first, last = int(match[1]), int(match[2] or match[1])
        if last < first:
            raise SelectionError(
                f"which {what}? the range {part} runs backwards; write {last}-{first}"
            )
        if last - first >= 100_000:
            raise SelectionError(f"which {what}? the range {part} is longer than any machine")
        numbers.update(dict.fromkeys(range(first, last + 1)))
    return tuple(numbers)


def _parts(text: str, what: str = "boxes") -> Iterator[str]:
    """Yield the items of a comma-separated list. Raises SelectionError if one is empty."""
    for part in map(str.strip, text.split(",")):
        if not part:
            where = (
                f"there is nothing before or after a comma in {text!r}"
                if "," in text
                else "it is empty"
            )
            raise SelectionError(f"which {what}? {where}; {_EXAMPLE}")
        yield part


def _boxes_of(kit: Kit, part: str) -> tuple[Box, ...]:
    """Return the box with this name, or the boxes in this range of numbers.

    Names win: a name can look like a range.
    """
    try:
        return (kit.box_named(part),)
    except UnknownNameError:
        if _PART.fullmatch(part) is None:
            raise
    return tuple(kit.box_named(str(number)) for number in parse_numbers(part))


def chosen_boxes(kit: Kit, numbers: str | None = None, stage: int | None = None) -> tuple[Box, ...]:
    """Return the boxes with these numbers and of this stage; without either, all of them.

    If the boxes have names, choose them by name. Raises SelectionError if no box is left,
    UnknownNameError if the kit has no such box.
    """
    stages = sorted({number for _, number in kit.stages})
    if stage is not None and stage not in stages:
        raise SelectionError(
            f"this kit has boxes for the moves {stages[0]} to {stages[-1]}, not for a move {stage}"
        )
    named = [] if numbers is None else [_boxes_of(kit, part) for part in _parts(numbers)]
    boxes = kit.boxes if numbers is None else dict.fromkeys(chain.from_iterable(named))
    chosen = tuple(box for box in boxes if stage in (None, box.stage))
    if not chosen:
        raise SelectionError(f"none of the boxes {numbers} is for move {stage}")
    return chosen
