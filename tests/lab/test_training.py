"""Training: in pieces as in one, saved in between or not."""

from itertools import cycle, product
from pathlib import Path

import pytest

from menace_kit.errors import LabError
from menace_kit.games import Side
from menace_kit.lab.learners import contest
from menace_kit.lab.machine_file import (
    SavedMachine,
    machine_bytes,
    parse_machine,
)
from menace_kit.lab.training import Training
from menace_kit.machine.kit import Kit
from tests.examples import all_to_prove, preset

MICHIE, SECOND = preset("michie-1961"), preset("second-player")


def saved_and_read(training: Training) -> SavedMachine:
    return parse_machine(machine_bytes(training.machine), "m.json", training.contest.kit)


LEARNERS = ["beads", "odds", "odds:factor=2"]


CONTESTS: dict[str, tuple[Kit, dict[str, float]]] = {
    "random": (MICHIE, {"random": 1}),
    "win-or-block": (SECOND, {"win-or-block:0.5": 1}),
    "mix": (MICHIE, {"adaptive": 2, "first-free": 1, "win-or-block": 1}),
    "menace": (MICHIE, {"menace": 1}),
    "q-learning": (SECOND, {"q-learning": 1}),
    "monte-carlo": (MICHIE, {"monte-carlo:epsilon-start=20,epsilon-end=200": 1}),
}


@pytest.mark.parametrize(
    ("name", "learner"),
    all_to_prove(product(CONTESTS, LEARNERS), quick=zip(CONTESTS, cycle(LEARNERS), strict=False)),
)
def test_a_training_that_is_saved_and_resumed_is_the_same_as_one_in_a_single_piece(
    name: str, learner: str
) -> None:
    kit, opponents = CONTESTS[name]
    chosen = contest(kit, opponents, learner)
    whole = Training(chosen, seed=7)
    whole.play(300)
    resumed = Training(chosen, seed=7)
    resumed.play(100)
    for games in (1, 149, 50):
        resumed = Training(chosen, None if games == 50 else 7, saved_and_read(resumed))
        resumed.play(games)
    assert resumed.machine == whole.machine
    assert machine_bytes(resumed.machine) == machine_bytes(whole.machine)
    assert len(whole.machine.lessons) == 1
    assert whole.machine.games == whole.games == 300


@pytest.mark.parametrize(
    ("learner", "watched"),
    [("beads", ()), ("beads", ("perfect:0.3", "random")), ("odds", ("perfect:0.3", "random"))],
)
def test_so_is_one_that_takes_turns_or_watches(learner: str, watched: tuple[str, ...]) -> None:
    chosen = contest(MICHIE, "monte-carlo", learner, alternate=True, watched=watched)
    whole, half = Training(chosen, 5), Training(chosen, 5)
    whole.play(151)
    half.play(76)
    resumed = Training(chosen, None, saved_and_read(half))
    resumed.play(75)
    assert machine_bytes(resumed.machine) == machine_bytes(whole.machine)
    (lesson,) = resumed.machine.lessons
    assert (lesson.alternate, lesson.watched, lesson.games) == (True, bool(watched), 151)
    assert list(lesson.opponents) == list(watched or ["monte-carlo"])
    other = Training(contest(whole.contest.kit, "monte-carlo", learner), 5, whole.machine)
    other.play(1)
    assert len(other.machine.lessons) == 2  # other conditions make another lesson


FUNCTION = """
import random

def lots(board):
    return [number + 1 for number, sign in enumerate(board) if sign == "."]
"""


def test_a_training_against_a_function_can_be_resumed_too(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(FUNCTION, encoding="utf-8")
    chosen = contest(SECOND, {f"{tmp_path / 'mine.py'}:lots": 1})
    whole = Training(chosen, 3)
    whole.play(40)
    half = Training(chosen, 3)
    half.play(25)
    resumed = Training(chosen, None, saved_and_read(half))
    assert resumed.play(15) == 15
    assert resumed.machine == whole.machine


def test_another_opponent_or_seed_begins_another_lesson() -> None:
    first = Training(contest(MICHIE, {"adaptive": 1}), 1)
    first.play(50)
    second = Training(contest(MICHIE, {"perfect": 1}), None, first.machine)
    second.play(20)
    third = Training(contest(MICHIE, {"perfect": 1}), 9, second.machine)
    third.play(10)
    lessons = third.machine.lessons
    assert [(list(lesson.opponents), lesson.seed, lesson.games) for lesson in lessons] == [
        (["adaptive"], 1, 50),
        (["perfect"], 1, 20),
        (["perfect"], 9, 10),
    ]
    assert second.machine.state.stream != first.machine.state.stream
    assert second.tally == lessons[1].tally


def test_a_lesson_without_a_game_leaves_no_trace() -> None:
    first = Training(contest(MICHIE, {"adaptive": 1}))
    first.play(50)
    assert Training(contest(MICHIE, {"random": 1}), 3, first.machine).machine == first.machine


def test_a_dead_machine_ends_the_training_and_stays_dead() -> None:
    training = Training(contest(MICHIE, {"perfect": 1}), 17)
    played = training.play(1000)
    while played == 1000:  # until a seed with which it dies
        training = Training(contest(MICHIE, {"perfect": 1}), training.seed + 1)
        played = training.play(1000)
    assert training.dead_side() is Side.FIRST
    assert played < 1000
    assert Training(training.contest, None, saved_and_read(training)).play(1000) == 0


def test_odds_stay_odds_however_long_they_are_multiplied() -> None:
    training = Training(contest(MICHIE, {"random": 1, "perfect": 1}, "odds"))
    training.play(50_000)
    for shares in training.machine.weights.values():
        assert sum(shares.values()) == pytest.approx(1, abs=1e-9)
        assert min(shares.values()) > 0


def test_one_machine_is_kept() -> None:
    with pytest.raises(LabError, match="odds learns in boxes of its own, and one machine is kept"):
        Training(contest(MICHIE, "odds"))


def test_a_machine_cannot_change_how_it_learns() -> None:
    training = Training(contest(MICHIE, {"random": 1}))
    with pytest.raises(LabError, match="learns by beads, and cannot go on by odds"):
        Training(contest(MICHIE, {"random": 1}, "odds"), None, training.machine)
    with pytest.raises(LabError, match="no learner 'magic'; choose from: beads, odds"):
        contest(MICHIE, {"random": 1}, "magic")
    with pytest.raises(
        LabError, match="q-learning has no boxes to train; choose from: beads, odds"
    ):
        Training(contest(MICHIE, {"random": 1}, "q-learning"))
