"""The filling guide: which boxes start alike, or are alike by now, and which beads go into them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from menace_kit.machine.boxes import Box
from menace_kit.machine.csv_table import csv_text
from menace_kit.machine.kit import Kit


def filled_with(kit: Kit, contents: Mapping[int, Mapping[str, int]]) -> Kit:
    """Return the kit with these beads in its boxes from the start: what a filling guide is made of.

    It keeps its fingerprint, for it is the same machine, later.
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
    """What is changed in a box: beads to take out, and beads to put in, by colour."""

    box: Box
    out: dict[str, int]
    into: dict[str, int]


def changes_between(before: Kit, after: Kit) -> list[BoxChange]:
    """Return the boxes that are not filled alike in two kits of the same
    boxes, and what differs.
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
    """Boxes that start with the same beads: colour name -> count,
    and the boxes in the order of their numbers.
    """

    start: dict[str, int]
    boxes: tuple[Box, ...]

    @property
    def each(self) -> int:
        """Return how many beads of each of its colours a box gets."""
        return max(self.start.values(), default=0)


def filling_groups(kit: Kit) -> list[FillingGroup]:
    """Return the boxes in groups that are filled alike:
    as many beads of each colour together, then by colours.

    Counts stand in the order in which the boxes come to them, colours in the kit's order.
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
"""The columns in front of those of colours in a list of boxes."""


def filling_csv(kit: Kit) -> str:
    """Return a line for each box: number, whose, stage, board, place,
    each colour's starting count, and the total.

    The columns of colours carry their names in the kit's order.
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
