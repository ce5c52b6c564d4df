"""Published figures played again: what is compared with what, and how."""

import math
import re
from collections.abc import Iterable
from typing import Any, cast

import numpy as np
import pytest

from benchmarks.reproduce import (
    DOCUMENT,
    MEASURES,
    RUNS,
    SAMPLE,
    SEED,
    Experiment,
    Figure,
    compared,
    document,
    experiments,
    lot_of,
    number,
    published_machine,
    reproduced,
    sampled,
    share_interval,
)
from menace_kit.lab.engine.arrays import FIRST_WON, NEVER_FULL, SECOND_WON
from menace_kit.lab.engine.random_stream import stream_seeds
from menace_kit.machine.next_game import Chances
from menace_kit.machine.schema import FullBox
from tests.examples import preset
from tests.lab.one_by_one import one_by_one


def numbered(
    monkeypatch: pytest.MonkeyPatch,
    numbers: Iterable[float],
    published: float | None,
    rounded: float = 0.0,
) -> Experiment:
    """Return an experiment whose runs give these numbers in turn."""
    turns = iter(numbers)
    monkeypatch.setitem(cast(Any, MEASURES), "in turn", lambda *_: [next(turns)])
    return Experiment(
        source="Z",
        title="counting",
        machine="pulles",
        play=(("beads", "random"),),
        measure="in turn",
        figures=(Figure(name="number", published=published, rounded=rounded),),
    )


@pytest.mark.parametrize(
    ("published", "rounded", "percentile", "agrees"),
    [
        (0, 0, 0.5, False),
        (2, 3, 2.5, True),
        (100, 0, 100, False),
        (100, 6, 100, True),
    ],
)
def test_where_a_published_number_lies(
    monkeypatch: pytest.MonkeyPatch,
    published: float,
    rounded: float,
    percentile: float,
    agrees: bool,
) -> None:
    (figure,) = compared(numbered(monkeypatch, range(101), published, rounded), 101, 1, jobs=1)
    assert (figure.mean, figure.band) == (50, (5, 95))
    assert figure.percentile == pytest.approx(percentile * 100 / 101, abs=0.5)
    assert figure.agrees is agrees


def test_a_curve_has_no_number_to_compare(monkeypatch: pytest.MonkeyPatch) -> None:
    (figure,) = compared(numbered(monkeypatch, range(10), None), 10, 1, jobs=1)
    assert (figure.percentile, figure.agrees) == (None, None)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (217.96, "218"),
        (0.04, "0"),
        (37.25, "37.2"),
        (1000.4, "1,000"),
    ],
)
def test_numbers_as_people_read_them(value: float, text: str) -> None:
    assert number(value) == text


@pytest.mark.parametrize(
    ("yes", "published", "agrees", "row"),
    [
        (25, 30, True, "| number | 30 | 25 | a share: 17.5 to 34.3 |"),
        (25, 35, False, "| number | 35 | 25 | a share: 17.5 to 34.3 |"),
        (0, 3, True, "| number | 3 | 0 | a share: 0 to 3.7 |"),
    ],
)
def test_of_yes_and_no_the_share_is_told_and_what_it_may_be(
    monkeypatch: pytest.MonkeyPatch, yes: int, published: float, agrees: bool, row: str
) -> None:
    asked = numbered(monkeypatch, [0.0] * (100 - yes) + [100.0] * yes, published)
    asked = asked.model_copy(
        update={"figures": (asked.figures[0].model_copy(update={"share": True}),)}
    )
    (figure,) = compared(asked, 100, 1, jobs=1)
    assert figure.mean == yes
    assert figure.agrees is agrees
    assert row in document([figure], 100, 1)


@pytest.mark.parametrize("share", [0.001, 0.3, 0.98])
def test_the_interval_of_a_share_holds_it_as_often_as_it_says(share: float) -> None:
    """Summed over all that so many runs can say; for small shares it may hold more."""
    runs, held = 1000, 0.0
    for yes in range(runs + 1):
        low, high = share_interval(np.repeat([100.0, 0.0], [yes, runs - yes]))
        ways = math.lgamma(runs + 1) - math.lgamma(yes + 1) - math.lgamma(runs - yes + 1)
        chance = math.exp(ways + yes * math.log(share) + (runs - yes) * math.log(1 - share))
        held += chance * (low <= 100 * share <= high)
    assert 0.91 < held < 0.97


def test_runs_without_a_number_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    (figure,) = compared(numbered(monkeypatch, [math.nan] * 10, 3), 10, 1, jobs=1)
    assert len(figure.values) == 0
    assert math.isnan(figure.mean)
    assert figure.percentile is None


def test_the_kits_are_those_of_the_sources() -> None:
    machine = published_machine("M(10,2,1)")
    assert {bead.start for box in machine.boxes for bead in box.beads} == {10}
    assert sum(len(box.beads) for box in machine.boxes) == 1182  # symmetric moves kept
    engines = published_machine("notebook")
    # And the forced last moves.
    assert sum(len(box.beads) for box in engines.boxes) == 1182 + 1054 + 34
    many = published_machine("game-player")
    assert len(many.boxes) == 2201
    assert all(bead.start == len(box.beads) for box in many.boxes for bead in box.beads)


def test_everything_published_is_played() -> None:
    found = {(each.source, each.title): each.figures for each in experiments()}
    assert len(found) == 20
    numbers = [
        figure.published
        for figures in found.values()
        for figure in figures
        if figure.published is not None
    ]
    for published in (197, 61, 42, 175, 264, 267, 217, 209, 78, -17.5, 320, 297):
        assert published in numbers
    assert sorted(each.of for each in experiments()) == [1] * 15 + [50] * 5
    assert [each.title for each in experiments() if each.same] == [
        "Positions visited for the first move"
    ]


def test_no_machine_whose_figures_are_compared_halves_its_boxes() -> None:
    assert preset("michie-1961").spec.learning.full_box is FullBox.HALVE
    for experiment in experiments():
        match = experiment.match()
        assert match.kit.spec.learning.full_box is FullBox.IGNORE
        assert (match.full_above == NEVER_FULL).all()


def test_every_figure_has_a_band() -> None:
    figures = list(reproduced(1, 3, jobs=1))
    assert len(figures) == sum(len(each.figures) for each in experiments())
    for figure in figures:
        low, high = figure.band
        assert len(figure.values) == 0 or low <= figure.mean <= high
        assert figure.figure.share == ("% of runs" in figure.figure.name)
    # Won, lost and drawn of 300 games, where no machine dies.
    by_name = {(each.experiment.title, each.figure.name): each.mean for each in figures}
    title = "Q(0.9,x,0.3,100,200,2,1,-1) against random, 300 games"
    assert sum(by_name[title, name] for name in ("won", "lost", "drawn")) == 300
    title = "Random against random, 1,000 games"
    assert sum(mean for (of, _), mean in by_name.items() if of == title) == pytest.approx(100)
    # Random moves first: 22 of 100, and 3 if it moved second.
    assert by_name["Random against perfect, 100 games", "drawn of 100"] > 10
    assert by_name["Positions visited for the first move", "without pruning"] == 549_946
    text = document(figures, 1, 3)
    assert (
        "`python benchmarks/reproduce.py` makes this page: 1 runs of each experiment, seed 3."
        in text
    )
    assert len(re.findall(r"^\| [A-E] \|", text, re.MULTILINE)) == len(figures)


@pytest.mark.prove
def test_the_same_seed_gives_the_same_figures_with_any_number_of_jobs() -> None:
    experiment = experiments()[0]
    found = [
        [each.values.tolist() for each in compared(experiment, 20, seed, jobs)]
        for seed, jobs in ((7, 1), (7, 2), (8, 1))
    ]
    assert found[0] == found[1] != found[2]


def test_the_document_is_of_this_program() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert f"`python benchmarks/reproduce.py` makes this page: {RUNS:,} runs" in text
    # Two experiments that take a second, with all their runs: the rest is made by the same code.
    every = experiments()
    seeds = stream_seeds(SEED, len(every))
    for place in (1, 3):
        figures = compared(every[place], RUNS, seeds[place])
        made = document(figures, RUNS, SEED).splitlines()
        rows = [line for line in made if line.startswith("| B |")]
        assert len(rows) == len(figures)
        assert set(rows) <= set(text.splitlines())


def test_a_learner_that_begins_in_turn_is_followed_to_its_side() -> None:
    experiment = next(each for each in experiments() if len(each.play) == 2)
    match = experiment.match()
    # Told as if it always began.
    outcomes = [outcome for outcome, *_ in one_by_one(match.run(6), experiment.games)]
    won, lost = map(outcomes.count, (FIRST_WON, SECOND_WON))
    assert won > lost + 100  # it is far better than the random player that it plays
    run = match.run(6)
    run.play(experiment.games)
    assert list(experiment.numbers(run)) == [won - lost]
    in_turn, alone = run.memory.tally[0], match.run(6).memory.tally[0]
    assert in_turn.sum() == experiment.games / 2
    assert alone.sum() == 0


def of_title(part: str) -> Experiment:
    return next(each for each in experiments() if part in each.title)


@pytest.mark.prove
@pytest.mark.parametrize("title", [each.title for each in experiments() if each.program_runs])
def test_pulles_program_is_met_to_within_sampling_error(title: str) -> None:
    figures = compared(of_title(title), 4000, 1961)
    assert len(figures) == 3
    for figure in figures:
        assert figure.off is not None
        assert abs(figure.off) < 3.5, (
            figure
        )  # 15 figures of 5 experiments: one in 200 such tests would fail by chance
    assert of_title(title).program_runs >= 1000


def test_each_sample_of_a_run_has_random_numbers_of_its_own() -> None:
    run = experiments()[0].match().run(7)
    lot, even = lot_of(run), Chances(0.4, 0.3, 0.3)
    samples = [sampled(lot, even) for _ in range(20)]
    assert len({tuple(sample) for sample in samples}) > 10
    assert all(sum(sample) == SAMPLE for sample in samples)
    assert sampled(lot_of(run), even) == samples[0]
