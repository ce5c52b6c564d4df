"""The filling guide's content: which boxes start alike, totals by stage and colour, and the guide as CSV."""

import csv
from io import StringIO
from typing import NamedTuple

from menace_kit.games import Side
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit


class FillingGroup(NamedTuple):
    """Boxes that start with the same beads: colour name -> count, and the boxes in the order of their numbers."""

    start: dict[str, int]
    boxes: tuple[Box, ...]

    @property
    def each(self) -> int:
        """Return how many beads of each of its colours a box gets."""
        return max(self.start.values(), default=0)


class StageTotal(NamedTuple):
    """What a stage takes: colour name -> beads, and how many boxes."""

    side: Side
    stage: int
    boxes: int
    start: dict[str, int]


def filling_groups(kit: Kit) -> list[FillingGroup]:
    """Return the boxes in groups that are filled alike: as many beads of each colour together, then by colours.

    Counts stand in the order in which the boxes come to them, colours in the kit's order.
    """
    members: dict[tuple[tuple[str, int], ...], list[Box]] = {}
    for box in kit.boxes:
        members.setdefault(tuple(box.start.items()), []).append(box)
    groups = [FillingGroup(dict(start), tuple(boxes)) for start, boxes in members.items()]
    counts = list(dict.fromkeys(group.each for group in groups))
    colours = [colour.name for colour in kit.colours]
    return sorted(
        groups, key=lambda group: (counts.index(group.each), [colours.index(name) for name in group.start])
    )


def stage_groups(kit: Kit) -> list[tuple[Box, ...]]:
    """Return the boxes by stage; all together where the kit tells no stages."""
    if not kit.tells_stages:
        return [kit.boxes]
    return [tuple(box for box in kit.boxes if (box.side, box.stage) == stage) for stage in kit.stages]


def stage_totals(kit: Kit) -> list[StageTotal]:
    """Return the beads by stage and colour; their sums are those of the shopping list."""
    totals = []
    for boxes in stage_groups(kit):
        totals.append(StageTotal(boxes[0].side, boxes[0].stage, len(boxes), kit.start_by_colour(boxes)))
    return totals


def filling_csv(kit: Kit) -> str:
    """Return a line for each box: number, whose, stage, board, place, each colour's starting count, and the total.

    Lines end in a line feed; the columns of colours carry their names in the kit's order.
    """
    text = StringIO()
    colours = [colour.name for colour in kit.colours]
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["number", "side", "stage", "board", "cabinet", "row", "drawer", *colours, "total"])
    for box in kit.boxes:
        place = kit.place(box) or ("", "", "")
        counts = [box.start.get(colour, 0) for colour in colours]
        writer.writerow(
            [box.number, box.side.value, box.stage, kit.board(box), *place, *counts, box.start_total]
        )
    return text.getvalue()
