"""Plans: how long until a machine is good, and which rules are the best, held against games and what others counted."""

import numpy as np
import pytest

from menace_kit.errors import LabError
from menace_kit.games import Side
from menace_kit.lab.engine.arrays import stream_seeds
from menace_kit.lab.exact import exact_chances, machine_policy, player_policy, worst_case
from menace_kit.lab.learners import contest
from menace_kit.lab.players import player_named
from menace_kit.lab.studies.forecast import CROWD, Careers, Forecaster
from menace_kit.lab.studies.plans import (
    WINS,
    BeadRules,
    Goal,
    RuleSearch,
    RunUntil,
    beside,
    own_setting,
    parsed_goal,
    runs_until,
    settings,
    share_within,
)
from menace_kit.machine.kit import load_preset

MICHIE = load_preset("michie-1961")


def until(
    name: str, opponent: str, goal: str, games: int, runs: int, against: str | None = None
) -> list[RunUntil]:
    steps = list(
        runs_until(contest(load_preset(name), opponent), parsed_goal(goal), games, runs, 1961, against)
    )
    found = [step for step in steps if isinstance(step, RunUntil)]
    assert len(found) == runs
    assert sum(step for step in steps if isinstance(step, int)) >= sum(run.games for run in found)
    return found


@pytest.mark.parametrize(
    ("name", "opponent", "lost", "least", "most"),
    [("her-19", "random", 11, 9, 14), ("her-19", "perfect", 11, 9, 13), ("her-37", "random", 22, 18, 26)],
)
def test_hexapawns_machine_is_unbeatable_after_some_eleven_lost_games(
    name: str, opponent: str, lost: int, least: int, most: int
) -> None:
    found = until(name, opponent, "unbeatable", 3000, 100)
    assert all(run.good for run in found)
    low, middle, high = np.percentile([run.lost for run in found], [5, 50, 95])
    assert least <= low <= middle <= high <= most
    assert middle == pytest.approx(lost, abs=1)


def test_unbeatable_is_the_first_time_that_the_worst_opponent_cannot_win() -> None:
    kit = load_preset("her-19")
    found = contest(kit, "random")
    for run, seed in zip(
        until("her-19", "random", "unbeatable", 3000, 4), stream_seeds(1961, 4), strict=True
    ):
        own = found.match.run(seed)
        own.play(run.games - 1)
        for loss in (1, 0):
            policy = machine_policy(found.match.machine, own.memory.beads)
            assert (worst_case(found.match.game, policy, Side.SECOND, draw=1).loss > 0) == bool(loss)
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
            share = {"won": chances.win, "drawn": chances.draw, "unlost": chances.win + chances.draw}[
                name.name
            ]
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
    found = contest(load_preset("her-19"), "random", "q-learning")
    runs = [step for step in runs_until(found, Goal("unbeatable"), 1000, 10, 1) if isinstance(step, RunUntil)]
    assert sum(run.good for run in runs) == 10
    with pytest.raises(LabError, match="first-free tells more boards apart than q-learning does"):
        list(runs_until(contest(MICHIE, "random", "q-learning"), Goal("won", 0.5), 10, 1, 1, "first-free"))


def test_settings_are_of_the_kits_stages_and_of_games_that_can_be_drawn() -> None:
    found = settings(MICHIE)
    assert len(found) == len(set(found)) > 400
    assert {
        BeadRules((4, 3, 2, 1), 3, 1, -1),
        BeadRules((8, 4, 2, 1), 3, 1, -1),
        BeadRules((4, 2, 1, 1), 4, 2, -1),
    } <= set(found)
    assert all(setting.win > setting.draw >= 0 > setting.loss for setting in found)
    hexapawn = settings(load_preset("her-19"))
    assert {setting.draw for setting in hexapawn} == {0}
    assert BeadRules((1, 1, 1), 0, 0, -1) in hexapawn


def test_a_score_is_what_was_won_less_what_was_lost_or_missed() -> None:
    forecaster = Forecaster(MICHIE, 120, {"perfect": 1}, 7, mixes=10**6)
    careers = Careers(*map(np.concatenate, zip(*forecaster.careers(80), strict=True)))
    assert sum(forecaster.play(80)) == 80
    (fared,) = forecaster.forecast().sides.values()
    won, drawn, lost = fared.results
    assert careers.score.mean() == pytest.approx(won - lost - (120 - won - drawn - lost))
    assert careers.dead.sum() == fared.dead > 10
    assert careers.halved.sum() == 0
    assert careers.colours.tolist() == [run.colours.tolist() for run in forecaster.needs]


def test_a_search_is_the_same_each_time_and_plays_the_best_the_most() -> None:
    kit = load_preset("her-19")
    first, again = (RuleSearch(kit, {"random": 100}, 20, 3, 60) for _ in range(2))
    assert sum(first.play()) == first.total == sum(again.play())
    assert first.found == again.found
    runs = [each.runs for each in first.found]
    assert runs == sorted(runs, reverse=True)
    assert (runs.count(400), set(runs)) == (11, {400, 96, 24})
    assert runs.count(24) <= len(settings(kit)) - 40 < len(runs) - 41 + 1
    assert next(each for each in first.found if each.setting is None).runs == 400
    assert own_setting(kit) == BeadRules((1, 1, 1), 0, 0, -1)
    assert own_setting(kit) not in {each.setting for each in first.found}
    scores = [each.score for each in first.found[:11]]
    assert scores == sorted(scores, reverse=True)


def test_a_search_prefers_what_is_within_the_beads() -> None:
    kit = load_preset("her-19")
    rich, poor = (
        RuleSearch(kit, {"random": 100}, 20, 3, 60),
        RuleSearch(kit, {"random": 100}, 20, 3, 60, beads=60),
    )
    for search in (rich, poor):
        assert sum(search.play())
    assert rich.found[0].beads > 60 >= poor.found[0].beads
    assert rich.found[0].score > poor.found[0].score


def test_it_looks_beyond_the_edges_of_the_grid_and_shows_no_good_luck() -> None:
    kit = load_preset("her-19")
    search = RuleSearch(kit, {"random": 100}, 20, 3, 60)
    assert sum(search.play()) == search.total
    best = search.found[0]
    assert best.setting is not None
    assert best.setting.win > max(WINS)
    # Its figures are those of runs that no round before had seen.
    forecaster = Forecaster(best.setting.applied(kit), 20, {"random": 100}, 3, 60)
    fresh, known = (
        np.concatenate([each.score for each in forecaster.careers(400, after)]) for after in (96, 0)
    )
    assert best.score == fresh.mean() != known.mean()
    assert best.error == pytest.approx(fresh.std(ddof=1) / 20)


def test_beside_a_setting_are_those_with_one_number_changed_that_a_tray_can_shake() -> None:
    at = BeadRules((12, 6, 3, 1), 6, 3, -2)
    found = beside(MICHIE, at, 40)
    assert {
        BeadRules((11, 6, 3, 1), 6, 3, -2),
        BeadRules((13, 6, 3, 1), 6, 3, -2),  # 3 kinds of bead in the first box
        BeadRules((12, 6, 3, 1), 9, 3, -2),
        BeadRules((12, 6, 3, 1), 6, 3, -3),
        BeadRules((12, 6, 3, 2), 6, 3, -2),
    } <= set(found)
    assert max(each.start[0] for each in found) == 13 == 40 // 3
    for each in found:
        numbers = [
            zip(one.start + one[1:], other.start + other[1:], strict=True) for one, other in [(at, each)]
        ]
        assert sum(one != other for one, other in numbers[0]) == 1
        assert each.win > each.draw >= 0 > each.loss
    assert all(each.draw == 0 for each in beside(load_preset("her-19"), BeadRules((1, 1, 1), 3, 0, -1), 60))


@pytest.mark.parametrize(
    ("name", "arguments", "goal", "against", "most"),
    [
        ("nim-8", ("random",), "unbeatable", None, None),
        ("nim-8", ("perfect",), "won=1", None, "any game won against perfect"),
        ("michie-1961", ("random",), "won=1", "perfect", "any game won against perfect"),
        ("michie-1961", ("random",), "drawn=51", None, "more than 50 of 100 games"),
        ("michie-1961", ("random",), "won=99.6", None, "more than 99.48 of 100 games"),  # 191 of 192
    ],
)
def test_what_no_machine_can_reach_is_refused_before_a_game_is_played(
    name: str, arguments: tuple[str], goal: str, against: str | None, most: str | None
) -> None:
    kit = load_preset(name)
    found = contest(kit, *arguments)
    with pytest.raises(LabError, match=rf"no machine of {kit.spec.name} that plays first (is|can)") as told:
        next(runs_until(found, parsed_goal(goal), 10**9, 1, 1, against))
    assert most is None or f"can have {most}" in str(told.value)


@pytest.mark.prove
def test_small_beads_late_and_large_rewards_are_the_best_for_a_mixed_crowd() -> None:
    search = RuleSearch(MICHIE, CROWD, 300, 1961, 10**6)
    assert sum(search.play())
    for each in search.found[:3]:
        assert each.setting is not None
        assert each.setting.start[0] >= 3 > max(each.setting.start[2:])
        assert each.setting.win >= 4
    own = next(each for each in search.found if each.setting is None)
    assert own.score < search.found[0].score - 15
