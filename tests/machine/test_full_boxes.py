"""Boxes that are too full: how many beads one may hold, and what is taken out."""

import pytest

from menace_kit.machine.learning import (
    allowed_in_boxes,
    full_above,
    halved,
    halving,
    starting_contents,
    too_full_to_mix,
)
from tests.machine.beads import kit_of


@pytest.mark.parametrize(
    ("inside", "left"),
    [
        ({"white": 4, "lilac": 4, "gold": 109}, {"white": 2, "lilac": 2, "gold": 54}),
        ({"white": 3, "lilac": 1, "gold": 0}, {"white": 1, "lilac": 1, "gold": 0}),
        ({"white": 1}, {"white": 1}),
    ],
)
def test_half_of_each_colour_goes_out_but_never_its_last_bead(
    inside: dict[str, int], left: dict[str, int]
) -> None:
    assert halved(inside) == left
    taken = {change.colour: -change.change for change in halving(1, inside)}
    assert {colour: count - taken.get(colour, 0) for colour, count in inside.items()} == left
    assert all(taken.values())


@pytest.mark.parametrize(
    ("rule", "allowed"),
    [
        ("", 52),
        ("full-above = 5", 5),
        ("full-box = 'tell'", 52),
        ("full-box = 'ignore'", None),
    ],
)
def test_the_container_says_how_many_beads_a_box_may_hold_where_the_kit_does_not(
    rule: str, allowed: int | None
) -> None:
    kit = kit_of(rule)
    first = kit.boxes[0]
    assert allowed_in_boxes(kit) == allowed
    assert full_above(kit, first) == (None if allowed is None else max(allowed, first.start_total))


def test_boxes_that_are_too_full_to_mix_come_the_fullest_first() -> None:
    kit = kit_of("")
    contents = starting_contents(kit)
    assert too_full_to_mix(kit, contents) == []
    for number, count in ((3, 200), (9, 300), (40, 200)):
        contents[number] = dict.fromkeys(contents[number], 0) | {"white": count}
    assert [box.number for box in too_full_to_mix(kit, contents)] == [9, 40, 3]
    contents[9] = dict.fromkeys(map(str, range(300)), 1)  # no colour has a bead to spare
    assert [box.number for box in too_full_to_mix(kit, contents)] == [40, 3]
