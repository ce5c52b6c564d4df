"""What the machines of a class have in common: sums of their games,
and the curves of all, worked out by hand.
"""

import pytest

from menace_kit.layout.charts.chart import Field
from menace_kit.layout.charts.class_chart import MEAN
from menace_kit.layout.charts.panels import LINES
from menace_kit.layout.marks import Curve, Text
from menace_kit.logbook.career import statistics
from menace_kit.machine.learning import Result
from menace_kit.views.class_career import Career, career_of, class_chart, together
from tests.examples import preset
from tests.views.test_true_stories import play

W, T, L = Result.WIN, Result.TIE, Result.LOSS


def test_all_together_are_the_last_games_of_each_up_to_their_game_of_a_number() -> None:
    results = [[W, L, W], [L, L], [], [T]]
    assert together(results, 1) == {W: [1 / 3, 0, 1], T: [1 / 3, 0, 0], L: [1 / 3, 1, 0]}
    # Two games back from game 2 those are W L, L L and T; from game 3, L W and L.
    of_two = {W: [1 / 3, 1 / 5, 1 / 3], T: [1 / 3, 1 / 5, 0], L: [1 / 3, 3 / 5, 2 / 3]}
    assert together(results, 2) == of_two
    assert together([[], []], 5) == {W: [], T: [], L: []}


def test_a_career_has_the_results_of_a_logbook_and_its_moves_that_are_left() -> None:
    logbook = play(preset("her-19"), 4, seed=1).logbook
    found = career_of(logbook)
    assert found.results == statistics(logbook).results
    held = [count > 0 for inside in logbook.contents().values() for count in inside.values()]
    assert (len(found.line), found.line[0], found.line[-1]) == (5, 45, sum(held))


def test_the_mean_and_the_shares_go_as_far_as_half_of_those_that_have_played() -> None:
    careers = {
        "A": Career((L, L, W, W, W, W), (45, 44, 43, 43, 43, 43, 43)),
        "B": Career((L, W, L), (45, 43, 43, 42)),
        "C": Career((W, W), (45, 45, 45)),
        "D": Career((), (45,)),
    }
    (page,) = class_chart(preset("her-19"), careers, ["C"], narrow=False).pages
    told = [mark.text for mark in page.marks if isinstance(mark, Text)]
    curves = [mark for mark in page.marks if isinstance(mark, Curve) and len(mark.points) > 2]
    assert "11 games of the machine: 7 won, 4 lost" in told
    assert "All: the last 3 games of each" in told  # half of those that have played have no more
    own = [curve for curve in curves if (curve.stroke, curve.dash) == ("#000000", 0)]
    means = [curve for curve in curves if curve.dash == MEAN[2]]
    won, lost = (
        [curve for curve in curves if curve.stroke == LINES[result][0]] for result in (W, L)
    )
    assert [len(curve.points) for curve in own] == [7, 4, 3]
    (left, top), *_, (right, low) = own[0].points
    field = Field(left, top, right, low, (0, 6), (43, 45))
    # B's third game is the last.
    heights = [45, (44 + 43 + 45) / 3, (43 + 43 + 45) / 3, (43 + 42) / 2]
    assert len(means) == 4
    assert [x for x, _ in means[0].points] == pytest.approx([field.x(game) for game in range(4)])
    assert [y for _, y in means[0].points] == pytest.approx([field.y(height) for height in heights])
    assert [len(curve.points) for curve in (*won, *lost)] == [3, 3]


def test_one_game_of_a_few_is_told_as_one_and_a_line_that_has_not_fallen_yet_lies_above() -> None:
    careers = {"A": Career((W,), (45, 45)), "B": Career((), (45,))}
    (page,) = class_chart(preset("her-19"), careers, (), narrow=False).pages
    told = [mark.text for mark in page.marks if isinstance(mark, Text)]
    assert "All: the last game of each" in told
    assert {"35", "45"} <= set(told)
    assert "46" not in told
