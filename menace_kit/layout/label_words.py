"""What is written of a box beside its number, on labels and wherever boxes are listed: its stage and its place."""

from collections.abc import Sequence

from menace_kit.layout.sayings import pieces_left, player, said
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.text import Words


def word_lines(kit: Kit, words: Words, box: Box, short_place: bool) -> list[str]:
    """Return the lines of words below a label's number: its stage, and its place if it has one."""
    return [
        line for line in (stage_words(kit, words, box), place_words(kit, words, box, short_place)) if line
    ]


def place_words(kit: Kit, words: Words, box: Box, short: bool) -> str:
    """Return the words for where a box stands; with several cabinets they say in which; empty without a cabinet."""
    place = kit.place(box)
    if place is None or kit.spec.cabinet is None:
        return ""
    several = kit.cabinets > 1
    key = f"place{'-cabinet' if several else ''}{'-short' if short else ''}"
    return words(f"label.{key}", cabinet=place.cabinet, row=place.row, drawer=place.drawer)


def stage_words(kit: Kit, words: Words, box: Box) -> str:
    """Return the words for a box's stage, or for what is left on it; with machines for both sides they say whose."""
    key = "label.stage-both" if kit.spec.side == "both" and kit.tells_stages else "label.stage"
    mark = player(kit, words, box.side)
    return said(kit, words, key, stage=box.stage, mark=mark, n=pieces_left(box))


def group_words(kit: Kit, words: Words, boxes: Sequence[Box]) -> str:
    """Return the words for what the boxes of a group of stage_groups have in common."""
    return stage_words(kit, words, boxes[0]) if kit.tells_stages else words("label.any-move")
