"""What the 304 positions are worth with best play."""

from collections import Counter

import pytest

from menace_kit.machine import Box
from menace_kit.machine.prospects import worth
from tests.examples import preset


def value(box: Box) -> int:
    return worth(preset("michie-1961").game, box.position)


@pytest.mark.parametrize(
    ("stage", "won_drawn_lost"),
    [(1, (0, 1, 0)), (2, (7, 5, 0)), (3, (85, 18, 5)), (4, (139, 27, 17))],
)
def test_what_the_boxes_of_a_stage_are_worth(
    stage: int, won_drawn_lost: tuple[int, int, int]
) -> None:
    count = Counter(value(box) for box in preset("michie-1961").boxes if box.stage == stage)
    assert (count[1], count[0], count[-1]) == won_drawn_lost


def test_the_17_that_the_paper_leaves_out_are_those_lost_in_the_last_stage() -> None:
    kept = {box.position for box in preset("michie-1961-287").boxes}
    left_out = [box for box in preset("michie-1961").boxes if box.position not in kept]
    assert len(left_out) == 17
    assert {(box.stage, value(box)) for box in left_out} == {(4, -1)}
