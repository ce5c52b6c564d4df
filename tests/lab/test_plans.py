"""How long until a machine is good, held against games and what others counted."""

import numpy as np
import pytest

from menace_kit.errors import LabError
from menace_kit.games import Side
from menace_kit.lab.engine.random_stream import stream_seeds
from menace_kit.lab.exact import exact_chances, machine_policy, player_policy, worst_case
from menace_kit.lab.learners import contest
from menace_kit.lab.players import player_named
from menace_kit.lab.studies.plans import (
    Goal,
    RunUntil,
    parsed_goal,
    runs_until,
    share_within,
)
from tests.examples import all_to_prove, preset

MICHIE = preset("michie-1961")


def until(
    name: str, opponent: str, goal: str, games: int, runs: int, against: str | None = None
) -> list[RunUntil]:
    steps = list(
        runs_until(contest(preset(name), opponent), parsed_goal(goal), games, runs, 1961, against)
    )
    found = [step for step in steps if isinstance(step, RunUntil)]
    assert len(found) == runs
    assert sum(step for step in steps if isinstance(step, int)) >= sum(run.games for run in found)
    return found


@pytest.mark.parametrize(
    ("name", "opponent", "lost", "least", "most"),
    all_to_prove(
        [("gardner-her-24", "random", 11, 8, 15), ("her-37", "random", 22, 18, 26)],
        quick=[("gardner-her-24", "random", 11, 8, 15)],
    ),
)
def test_hexapawns_machine_is_unbeatable_after_some_eleven_lost_games(
    name: str, opponent: str, lost: int, least: int, most: int
) -> None:
    found = until(name, opponent, "unbeatable", 3000, 50)
    assert all(run.good for run in found)
    low, middle, high = np.percentile([run.lost for run in found], [5, 50, 95])
    assert least <= low <= middle <= high <= most
    assert middle == pytest.approx(lost, abs=1)


def test_unbeatable_is_the_first_time_that_the_worst_opponent_cannot_win() -> None:
    kit = preset("her-19")
    found = contest(kit, "random")
    for run, seed in zip(
        until("her-19", "random", "unbeatable", 3000, 4), stream_seeds(1961, 4), strict=True
    ):
        own = found.match.run(seed)
        own.play(run.games - 1)
        for loss in (1, 0):
            policy = machine_policy(found.match.machine, own.memory.beads)
            assert (worst_case(found.match.game, policy, Side.SECOND, draw=1).loss > 0) == bool(
                loss
            )
            own.play(1)
        own = found.match.run(seed)
        own.play(run.games)
        assert own.tally.seen_from(Side.SECOND)[2] == run.lost


@pytest.mark.parametrize("goal", ["won=65", "unlost=40", "drawn=40"])
def test_a_share_is_that_of_the_next_game_against_whoever_was_asked_for(goal: str) -> None:
    found, name = contest(MICHIE, "adaptive"), parsed_goal(goal)
    against = "random" if goal.startswith("won") else "perfect"
    match, seeds = found.match, stream_seeds(1961, 3)
    runs = until("michie-1961", "adaptive", goal, 400, 3, against)
    assert any(run.good and run.games for run in runs)
    for run, seed in zip(runs, seeds, strict=True):
        policy = player_policy(player_named(against, match.game))
        own = match.run(seed)
        for game in (run.games - 1, run.games):
            if game < 0:
                continue
            own.play(game - own.games)
            chances = exact_chances(
                match.game, machine_policy(match.machine, own.memory.beads), policy, Side.FIRST
            )
            share = {
                "won": chances.win,
                "drawn": chances.draw,
                "unlost": chances.win + chances.draw,
            }[name.name]
            assert (share >= name.share) == (run.good and game == run.games)


def test_dead_machines_are_never_good() -> None:
    runs = until("michie-1961", "perfect", "unlost=99.9", 150, 30)
    dead = [run for run in runs if run.dead]
    assert 5 < len(dead) < 30
    assert not any(run.good for run in dead)
    assert all(run.games < 150 for run in dead)


def test_the_runs_are_those_of_the_curves_however_many_there_are() -> None:
    assert until("her-19", "random", "unbeatable", 500, 14)[:3] == until(
        "her-19", "random", "unbeatable", 500, 3
    )


@pytest.mark.parametrize(
    ("good", "runs", "found"),
    [
        ([3, 1, 2], 3, {"p5": 1, "p50": 2, "p95": 3}),
        ([3, 1], 3, {"p5": 1, "p50": 3, "p95": None}),
        ([7], 3, {"p5": 7, "p50": None, "p95": None}),
        ([], 3, {"p5": None, "p50": None, "p95": None}),
        (list(range(1, 101)), 100, {"p5": 5, "p50": 50, "p95": 95}),
    ],
)
def test_a_share_of_all_machines_those_that_are_never_good_with_them(
    good: list[int], runs: int, found: dict[str, int | None]
) -> None:
    assert share_within(good, runs, (5, 50, 95)) == found


def test_goals() -> None:
    assert parsed_goal("unbeatable") == Goal("unbeatable")
    assert parsed_goal(" drawn = 90 ") == Goal("drawn", 0.9)
    for text in ("", "won", "won=0", "won=101", "won=x", "lost=5", "unbeatable=3", "unlost=nan"):
        with pytest.raises(LabError, match="is no goal; write unbeatable, or"):
            parsed_goal(text)


def test_a_share_against_a_player_who_changes_is_refused() -> None:
    with pytest.raises(
        LabError, match=r"adaptive does not stay as it is.*name another player with --against"
    ):
        list(runs_until(contest(MICHIE, "adaptive"), Goal("won", 0.5), 10, 1, 1))
    assert list(runs_until(contest(MICHIE, "adaptive"), Goal("unbeatable"), 2, 1, 1))


def test_a_q_learner_can_be_asked_too() -> None:
    found = contest(preset("her-19"), "random", "q-learning")
    runs = [
        step
        for step in runs_until(found, Goal("unbeatable"), 1000, 10, 1)
        if isinstance(step, RunUntil)
    ]
    assert sum(run.good for run in runs) == 10
    with pytest.raises(LabError, match="first-free tells more boards apart than q-learning does"):
        list(
            runs_until(
                contest(MICHIE, "random", "q-learning"), Goal("won", 0.5), 10, 1, 1, "first-free"
            )
        )


@pytest.mark.parametrize(
    ("name", "arguments", "goal", "against", "most"),
    [
        ("nim-8", ("random",), "unbeatable", None, None),
        ("nim-8", ("perfect",), "won=1", None, "any game won against perfect"),
        ("michie-1961", ("random",), "won=1", "perfect", "any game won against perfect"),
        ("michie-1961", ("random",), "drawn=51", None, "more than 50 of 100 games"),
        # 191 of 192.
        ("michie-1961", ("random",), "won=99.6", None, "more than 99.48 of 100 games"),
    ],
)
def test_what_no_machine_can_reach_is_refused_before_a_game_is_played(
    name: str, arguments: tuple[str], goal: str, against: str | None, most: str | None
) -> None:
    kit = preset(name)
    found = contest(kit, *arguments)
    with pytest.raises(
        LabError, match=rf"no machine of {kit.spec.name} that plays first (is|can)"
    ) as told:
        next(runs_until(found, parsed_goal(goal), 10**9, 1, 1, against))
    assert most is None or f"can have {most}" in str(told.value)
