"""How many boxes and beads each machine has: every published or computed figure, row by row."""

from collections import Counter

import pytest

from menace_kit.games import NoughtsAndCrosses, Side
from menace_kit.machine import Box, Kit
from menace_kit.machine.boxes import is_lost_at_once
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


@pytest.mark.parametrize(("merged", "expected"), [(True, 1674), (False, 1866)])
def test_beads_of_the_287_boxes(kit_of: KitOf, merged: bool, expected: int) -> None:
    kit = kit_of(f"[boxes]\nlost-positions = false\nmerge-symmetric-moves = {str(merged).lower()}")
    assert len(kit.boxes) == 287
    assert beads(kit) == expected


@pytest.mark.parametrize(
    ("cells", "lost"),
    [
        ("22.1211..", True),  # threats on 3 and 9, no win of its own
        ("1.1.2.2.1", True),  # the second player's turn
        ("2.2.112.1", False),  # two threats, but a win comes first
        ("21..2...1", False),  # the threat on 9 is met already
        ("12.12....", False),  # one threat, and a win
        (".........", False),
    ],
)
def test_lost_at_once_is_two_threats_against_none(cells: str, lost: bool) -> None:
    assert is_lost_at_once(GAME, GAME.position(cells)) is lost


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


def test_the_opening_box_is_michies() -> None:
    box = preset("michie-1961").box(1)
    assert (box.number, box.side, box.stage, box.position) == (1, Side.FIRST, 1, GAME.start())
    assert box.moves == {"white": (0,), "lilac": (1,), "gold": (4,)}
    assert box.start == {"white": 4, "lilac": 4, "gold": 4}
    assert box.start_total == 12


@pytest.mark.parametrize("name", ["michie-1961", "second-player", "both-players"])
def test_every_box_is_the_sides_to_move_and_every_bead_a_legal_move(name: str) -> None:
    kit = preset(name)
    assert [box.number for box in kit.boxes] == list(range(1, len(kit.boxes) + 1))
    squares = [colour.name for colour in kit.colours]
    for box in kit.boxes:
        assert box.position.to_move is box.side
        assert GAME.outcome(box.position) is None
        assert set(box.moves.values()) <= set(GAME.legal_moves(box.position))
        assert [(squares.index(colour),) for colour in box.moves] == list(box.moves.values())
        marks = len(box.position.cells) - box.position.cells.count(".")
        assert marks // 2 + 1 == box.stage
