"""The filling guide: boxes that start alike, or are alike by now, and their beads."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from menace_kit.machine import Box, Kit
from menace_kit.machine.csv_table import csv_text


def filled_with(kit: Kit, contents: Mapping[int, Mapping[str, int]]) -> Kit:
    """Return the kit with these beads in its boxes from the start, for a filling guide.

    It keeps its fingerprint, because it is the same machine at a later time.
    """
    boxes = tuple(
        replace(
            box,
            beads=tuple(
                bead._replace(start=contents[box.number][bead.colour]) for bead in box.beads
            ),
        )
        for box in kit.boxes
    )
    filled = replace(kit, boxes=boxes)
    vars(filled)["fingerprint"] = kit.fingerprint
    return filled


class BoxChange(NamedTuple):
    """What changes in a box: beads to take out and to put in, by colour."""

    box: Box
    out: dict[str, int]
    into: dict[str, int]


def changes_between(before: Kit, after: Kit) -> list[BoxChange]:
    """Return the boxes that two kits fill differently, and the differences.

    Both must have the same boxes.
    """
    found = []
    for old, new in zip(before.boxes, after.boxes, strict=True):
        more = {colour: new.start[colour] - old.start[colour] for colour in old.start}
        if any(more.values()):
            out = {colour: -count for colour, count in more.items() if count < 0}
            found.append(
                BoxChange(new, out, {colour: count for colour, count in more.items() if count > 0})
            )
    return found


class FillingGroup(NamedTuple):
    """Boxes that start with the same beads (colour name -> count), in order of their numbers."""

    start: dict[str, int]
    boxes: tuple[Box, ...]

    @property
    def each(self) -> int:
        """Return how many beads of each of its colours a box gets."""
        return max(self.start.values(), default=0)


def filling_groups(kit: Kit) -> list[FillingGroup]:
    """Return the boxes in groups that are filled alike, by number of beads, then by colours.

    Numbers are in the order in which the boxes first have them, colours in the kit's order.
    """
    members: dict[tuple[tuple[str, int], ...], list[Box]] = {}
    for box in kit.boxes:
        members.setdefault(tuple(box.start.items()), []).append(box)
    groups = [FillingGroup(dict(start), tuple(boxes)) for start, boxes in members.items()]
    counts = list(dict.fromkeys(group.each for group in groups))
    colours = [colour.name for colour in kit.colours]
    return sorted(
        groups,
        key=lambda group: (counts.index(group.each), [colours.index(name) for name in group.start]),
    )


ABOUT_A_BOX = ("number", "side", "stage", "board", "cabinet", "row", "drawer")
"""The columns before those of colours in a list of boxes."""


def filling_csv(kit: Kit) -> str:
    """Return a line for each box: number, side, stage, board, place, starting counts, total.

    The columns of counts are named after the colours, in the kit's order.
    """
    colours = [colour.name for colour in kit.colours]
    rows: list[Sequence[object]] = [(*ABOUT_A_BOX, *colours, "total")]
    for box in kit.boxes:
        place = kit.place(box) or ("", "", "")
        counts = (box.start.get(colour, 0) for colour in colours)
        rows.append(
            (
                box.number,
                box.side.value,
                box.stage,
                kit.board(box),
                *place,
                *counts,
                box.start_total,
            )
        )
    return csv_text(rows)
