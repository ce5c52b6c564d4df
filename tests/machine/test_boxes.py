"""How many boxes and beads each machine has: every published or computed figure, row by row."""

from collections import Counter

import pytest

from menace_kit.games import NoughtsAndCrosses
from menace_kit.machine import Box, Kit
from tests.examples import preset
from tests.machine.conftest import KitOf

GAME = NoughtsAndCrosses()

LEVELS = {"all": 304, "rotations": 554, "none": 2201}
START = {"4-3-2-1": [4, 3, 2, 1], "8-4-2-1": [8, 4, 2, 1]}


def boxes_by_ply(kit: Kit) -> list[int]:
    count = Counter(len(box.position.cells) - box.position.cells.count(".") for box in kit.boxes)
    return [count[ply] for ply in sorted(count)]


def kinds(kit: Kit) -> int:
    return sum(len(box.beads) for box in kit.boxes)


def beads(kit: Kit) -> int:
    return sum(box.start_total for box in kit.boxes)


@pytest.mark.parametrize(
    ("side", "forced", "by_ply"),
    [
        ("first", True, [1, 12, 108, 183, 34]),
        ("second", True, [3, 38, 153, 95]),
        ("both", False, [1, 3, 12, 38, 108, 153, 183, 95]),
        ("both", True, [1, 3, 12, 38, 108, 153, 183, 95, 34]),
    ],
)
def test_boxes_by_ply(kit_of: KitOf, side: str, forced: bool, by_ply: list[int]) -> None:
    kit = kit_of(f'side = "{side}"\nboxes.forced-moves = {str(forced).lower()}\nbeads.start = 1')
    assert boxes_by_ply(kit) == by_ply
    assert sum(by_ply) == {"first": 304, "second": 289, "both": 593}[side] + 34 * (
        forced and side != "second"
    )


@pytest.mark.parametrize("level", LEVELS)
def test_boxes_by_level_of_symmetry(kit_of: KitOf, level: str) -> None:
    assert len(kit_of(f'boxes.symmetry = "{level}"').boxes) == LEVELS[level]


@pytest.mark.parametrize(
    ("side", "merged", "start", "expected"),
    [
        ("first", True, "4-3-2-1", (1087, 1720)),
        ("first", False, "8-4-2-1", (1182, 2037)),
        ("second", True, "4-3-2-1", (975, 1991)),
        ("second", False, "8-4-2-1", (1054, 2518)),
    ],
)
def test_bead_kinds_and_starting_beads(
    kit_of: KitOf, side: str, merged: bool, start: str, expected: tuple[int, int]
) -> None:
    merge = str(merged).lower()
    kit = kit_of(
        f'side = "{side}"\nboxes.merge-symmetric-moves = {merge}\nbeads.start = {START[start]}'
    )
    assert (kinds(kit), beads(kit)) == expected


def test_beads_and_kinds_by_stage() -> None:
    by_stage: dict[int, list[Box]] = {}
    for box in preset("michie-1961").boxes:
        by_stage.setdefault(box.stage, []).append(box)
    assert {stage: len(boxes) for stage, boxes in by_stage.items()} == {1: 1, 2: 12, 3: 108, 4: 183}
    assert [sum(box.start_total for box in boxes) for boxes in by_stage.values()] == [
        12,
        198,
        984,
        526,
    ]
    assert [sum(len(box.beads) for box in boxes) for boxes in by_stage.values()] == [
        3,
        66,
        492,
        526,
    ]


@pytest.mark.parametrize(
    ("form", "per_square"),
    [
        ("largest", [28, 78, 240, 272, 213, 197, 251, 201, 240]),
        ("smallest", [412, 370, 132, 124, 213, 132, 112, 122, 103]),
    ],
)
def test_starting_beads_of_each_square(kit_of: KitOf, form: str, per_square: list[int]) -> None:
    kit = kit_of(f'boxes.canonical-form = "{form}"')
    assert list(kit.start_by_colour().values()) == per_square
    assert [colour.name for colour in kit.colours] == list(kit.start_by_colour())


def test_start_by_colour_counts_only_the_boxes_that_are_given() -> None:
    kit = preset("michie-1961")
    first = kit.start_by_colour(kit.boxes[:1])
    assert first == dict.fromkeys(first, 0) | {"white": 4, "lilac": 4, "gold": 4}
    assert set(kit.start_by_colour([]).values()) == {0}


def test_56_of_the_304_positions_are_symmetric() -> None:
    group = GAME.symmetries["all"]
    assert sum(len(group.stabiliser(box.position)) > 1 for box in preset("michie-1961").boxes) == 56
