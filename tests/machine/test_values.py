"""What the 304 positions are worth with best play, worked out here by plain negamax."""

from collections import Counter
from functools import cache

import pytest

from menace_kit.games import NoughtsAndCrosses, Position
from tests.examples import preset

GAME = NoughtsAndCrosses()


@cache
def value(position: Position) -> int:
    """Return 1 where the side to move wins with best play, 0 where it draws, -1 where it loses."""
    if outcome := GAME.outcome(position):
        return 0 if outcome.winner is None else 1 if outcome.winner is position.to_move else -1
    return max(-value(GAME.play(position, move)) for move in GAME.legal_moves(position))


@pytest.mark.parametrize(
    ("stage", "won_drawn_lost"),
    [(1, (0, 1, 0)), (2, (7, 5, 0)), (3, (85, 18, 5)), (4, (139, 27, 17))],
)
def test_what_the_boxes_of_a_stage_are_worth(
    stage: int, won_drawn_lost: tuple[int, int, int]
) -> None:
    count = Counter(
        value(box.position) for box in preset("michie-1961").boxes if box.stage == stage
    )
    assert (count[1], count[0], count[-1]) == won_drawn_lost


def test_the_17_that_the_paper_leaves_out_are_those_lost_in_the_last_stage() -> None:
    kept = {box.position for box in preset("michie-1961-287").boxes}
    lost = [
        box.position
        for box in preset("michie-1961").boxes
        if box.stage == 4 and value(box.position) < 0
    ]
    assert len(lost) == 17
    assert not kept & set(lost)
