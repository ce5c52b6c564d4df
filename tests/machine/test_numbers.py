"""The numbers of the boxes are glued on: they must never change.

A golden file draws the boxes of a stage as they stand in a cabinet of eight columns:
under its number each position, with the letter of a bead, in small, on the square that it means.
"""

from itertools import groupby

import pytest

from menace_kit.machine import Box, Kit
from tests.conftest import Golden
from tests.examples import preset
from tests.machine.conftest import KitOf

ACROSS = 8


def drawn(kit: Kit, box: Box) -> list[str]:
    signs = list(kit.board(box))
    for bead in box.beads:
        signs[bead.move[0]] = kit.colour(bead.colour).key.lower()
    return [f"{box.number:^5}", *(" ".join(signs[row : row + 3]) for row in (0, 3, 6)), ""]


def drawn_kit(kit: Kit, source: str) -> str:
    colours = ", ".join(f"{colour.key.lower()} {colour.name}" for colour in kit.colours)
    lines = [f"The {len(kit.boxes)} boxes of {source}. Beads: {colours}."]
    for stage, group in groupby(kit.boxes, key=lambda box: box.stage):
        boxes = list(group)
        start = " or ".join(sorted({str(bead.start) for box in boxes for bead in box.beads}))
        lines += [
            "",
            f"Stage {stage}: boxes {boxes[0].number} to {boxes[-1].number}, each bead x {start}",
            "",
        ]
        for left in range(0, len(boxes), ACROSS):
            pictures = zip(*(drawn(kit, box) for box in boxes[left : left + ACROSS]), strict=True)
            lines += ["     ".join(line).rstrip() for line in pictures]
    return "\n".join(lines).rstrip() + "\n"


@pytest.mark.parametrize(
    ("name", "file"),
    [("michie-1961", "boxes-first-304.txt"), ("second-player", "boxes-second-289.txt")],
)
def test_every_box_keeps_its_number_its_drawing_and_its_beads(
    golden: Golden, name: str, file: str
) -> None:
    golden(file, drawn_kit(preset(name), name))


def test_colours_beads_and_rules_leave_the_numbers_alone(kit_of: KitOf) -> None:
    other = kit_of(
        'marks = ["X", "O"]\n[beads]\nstart = 9\npalette = "tol-muted"\n'
        "[boxes]\nmerge-symmetric-moves = false\n[learning]\nwin = 1"
    )
    positions = [box.position for box in preset("michie-1961").boxes]
    assert [box.position for box in other.boxes] == positions


def test_boxes_for_forced_moves_come_after_the_304(kit_of: KitOf) -> None:
    forced = kit_of("boxes.forced-moves = true\nbeads.start = [4, 3, 2, 1, 1]")
    assert forced.boxes[:304] == preset("michie-1961").boxes
    assert {(box.stage, len(box.beads)) for box in forced.boxes[304:]} == {(5, 1)}
