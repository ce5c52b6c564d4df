"""What people who watch are told of a step: how likely a bead was, what the machine learns."""

import pytest

from menace_kit.machine.learning import Adjustment, Why
from menace_kit.views.explained import chance, learned


@pytest.mark.parametrize(
    ("green", "white", "told"),
    [
        (4, 8, "Box 7 had 4 green of 12 beads: a chance of 33 %."),
        (2, 3, "Box 7 had 2 green of 5 beads: a chance of 40 %."),
        (4, 9, "Box 7 had 4 green of 13 beads: a chance of 31 %."),
        (1, 299, "Box 7 had 1 green of 300 beads: a chance of < 1 %."),
        (4, 0, "Box 7 had nothing but green: it could do nothing else."),
        (0, 2, ""),
    ],
)
def test_how_likely_a_bead_was_is_told(green: int, white: int, told: str) -> None:
    assert str(chance(7, "green", {"green": green, "white": white})) == told


OF_TWO = {"gold": 2, "white": 9}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ((3, 3), "Each bead goes back with 3 more of its colour."),
        ((0, 0), "Each bead goes back, and nothing changes."),
        ((-1, -1), "The beads that it drew are taken out."),
        ((-1, -2), "The beads that it drew are taken out, and 1 more of the same."),
        ((0, -1), "Some of the beads that it drew are taken out, the others go back."),
        ((-1, 1), "Beads go in, out or just back, each box by its rule."),
    ],
)
def test_what_a_result_teaches_is_told(changes: tuple[int, ...], told: str) -> None:
    made = [
        Adjustment(box, "gold", change, Why.RESULT) for box, change in enumerate(changes, start=1)
    ]
    refill = Adjustment(2, "gold", 9, Why.REFILL)
    held = dict.fromkeys((1, 2), OF_TWO)
    assert str(learned([*made, refill], held)) == told
    assert learned([refill], held) == ""


@pytest.mark.parametrize(
    ("inside", "change", "told"),
    [
        ({"gold": 1, "white": 2}, -1, ""),
        ({"gold": 1, "white": 0}, -1, "Box 1 is empty."),
        ({"gold": 2, "white": 0}, -1, ""),
        ({"gold": 2, "white": 0}, 3, ""),
    ],
)
def test_a_box_that_is_left_empty_is_told(inside: dict[str, int], change: int, told: str) -> None:
    made = [Adjustment(1, "gold", change, Why.RESULT)]
    _, _, meaning = str(learned(made, {1: inside})).partition(". ")
    assert meaning == told
