"""Learning curves: each line is that of the games that were really played,
and the means are those of the lines.
"""

import numpy as np
import pytest

from menace_kit.games import Side
from menace_kit.lab.engine import match
from menace_kit.lab.engine.arrays import DRAWN, FIRST_WON, SECOND_WON, Memory
from menace_kit.lab.engine.random_stream import stream_seeds
from menace_kit.lab.exact import exact_chances, machine_policy, player_policy, worst_case
from menace_kit.lab.learners import Contest, contest
from menace_kit.lab.studies.curve_sums import alive, mean_line, outlook_means
from menace_kit.lab.studies.curves import MOST_PLACES, RunLines, places_of, run_lines
from menace_kit.lab.studies.outlook import Outlook, Strength, strength
from menace_kit.machine.kit import Kit
from tests.examples import preset
from tests.lab.one_by_one import one_by_one

MICHIE = preset("michie-1961")
SECOND = preset("second-player")
BOTH = preset("both-players")


def played(
    found: Contest, games: int, runs: int, *, exact: bool = False, recent: bool = False
) -> list[RunLines]:
    steps = run_lines(found, games, runs, 1961, exact, recent)
    return [step for step in steps if isinstance(step, RunLines)]


def points(found: Contest, games: int, seed: int) -> list[tuple[int, int]]:
    """Return after each game, from before the first, games won less lost,
    and beads against the start.
    """
    side = list(Side).index(found.side)
    worth = {DRAWN: 0, FIRST_WON: 1 - 2 * side, SECOND_WON: 2 * side - 1}
    start = sum(
        box.start_total for box in found.kit.boxes if box.stage == 1 and box.side is found.side
    )
    line, score = [(0, 0)], 0
    for outcome, *beads in one_by_one(found.match.run(seed), games):
        score += worth[outcome]
        line.append((score, beads[side] - start))
    return line


@pytest.mark.parametrize(
    ("kit", "opponent"),
    [
        (SECOND, "first-free"),
        (BOTH, "random"),
        (MICHIE, "menace"),
    ],
)
def test_each_line_is_that_of_the_games_of_its_run(kit: Kit, opponent: str) -> None:
    found = contest(kit, opponent, "beads")
    for career, seed in zip(played(found, 150, 3), stream_seeds(1961, 3), strict=True):
        line = points(found, 150, seed)
        assert career.games == len(line) - 1
        assert career.places.tolist() == list(range(len(line)))
        assert list(zip(career.results.tolist(), career.beads.tolist(), strict=True)) == line


def test_a_line_ends_where_the_machine_is_dead() -> None:
    found = contest(MICHIE, "perfect", "beads")
    runs = played(found, 1000, 30)
    dead = [run for run in runs if run.dead]
    assert 5 < len(dead) < 30
    for run in runs:
        assert run.dead == (run.games < 1000)
        assert run.places[-1] == run.games
        assert len(run.places) == len(run.results) == len(run.beads)
        assert (run.beads[-1] == -12) == run.dead


def test_pieces_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    found = contest(MICHIE, "perfect", "beads")
    whole = played(found, 700, 8)
    monkeypatch.setattr(match, "PIECE", 37)
    for one, other in zip(whole, played(found, 700, 8), strict=True):
        assert one[:2] == other[:2]
        for line, same in zip(one[2:], other[2:], strict=True):
            assert np.array_equal(line, same)


@pytest.mark.parametrize(("learner", "opponent"), [("beads", "menace"), ("odds", "perfect")])
def test_chances_are_those_of_the_boxes_after_so_many_games(learner: str, opponent: str) -> None:
    found = contest(MICHIE, opponent, learner)
    runs = played(found, 90, 12, exact=True)
    for run, seed in zip(runs[:2], stream_seeds(1961, 2), strict=True):
        match = found.match
        own = match.run(seed)
        for place in (0, 1, 40, 90):
            own.play(place - own.games)
            policy = machine_policy(
                match.machine, own.memory.beads if learner == "beads" else own.memory.odds
            )
            other = policy if opponent == "menace" else player_policy(match.players[0])
            expected = exact_chances(match.game, policy, other, Side.FIRST)
            assert run.outlook[0, place].tolist() == pytest.approx(list(expected))
            assert run.outlook[1, place].tolist() == pytest.approx(
                list(worst_case(match.game, policy, Side.FIRST))
            )
    plain = played(found, 90, 12)
    for one, other_run in zip(runs, plain, strict=True):
        assert (one.games, one.results.tolist(), one.beads.tolist()) == (
            other_run.games,
            other_run.results.tolist(),
            other_run.beads.tolist(),
        )


def test_a_q_learner_is_looked_at_as_if_it_explored_no_more() -> None:
    found = contest(MICHIE, "random", "q-learning")
    (run,) = played(found, 3000, 1, exact=True)
    assert run.outlook[0, 0].tolist() == pytest.approx(
        [737 / 1260, 8 / 63, 121 / 420]
    )  # it knows nothing yet
    assert run.outlook[0, -1, 0] > 0.8  # one that explored would win less


def test_a_dead_machine_loses_every_next_game() -> None:
    runs = played(contest(MICHIE, "perfect"), 60, 20, exact=True)
    dead = [run for run in runs if run.dead]
    assert 3 < len(dead) < 20
    for run in dead:
        assert (run.outlook[:, run.games :] == [0, 0, 1]).all()
        assert run.outlook[0, run.games - 1, 2] < 1
    assert alive(runs, 60)[[0, -1]].tolist() == [20, 20 - len(dead)]
    assert outlook_means(runs)[0, -1, 2] > len(dead) / 20


def test_the_chances_of_a_mix_are_those_of_its_players_by_their_shares() -> None:
    mix = Outlook(contest(MICHIE, {"random": 3, "perfect": 1}))
    one, other = (Outlook(contest(MICHIE, name)) for name in ("random", "perfect"))
    memory = contest(MICHIE, "random").match.batch([1, 2]).memory
    both = np.array([0, 1])
    expected = 0.75 * one.next_game(memory, both) + 0.25 * other.next_game(memory, both)
    assert mix.next_game(memory, both) == pytest.approx(expected)


def test_chances_against_a_player_who_changes_are_not_summed() -> None:
    found = Outlook(contest(MICHIE, "adaptive"))
    chances = found.of(contest(MICHIE, "adaptive").match.batch([1]).memory)
    assert not found.stays
    assert (chances[0].any(), chances[1].sum()) == (False, pytest.approx(1))


def test_means_are_those_of_the_runs_that_still_go_on() -> None:
    runs = played(contest(MICHIE, "perfect", "beads"), 300, 25)
    found = mean_line(runs, 300, beads=True)
    for place, going_on, mean in zip(*(line.tolist() for line in found), strict=True):
        values = [int(run.beads[place]) for run in runs if run.games >= place]
        assert going_on == len(values)
        assert mean == pytest.approx(sum(values) / len(values))
    assert found.alive[0] == 25 > found.alive[-1]


@pytest.mark.parametrize(("games", "most"), [(5, 200), (300, 2)])
def test_means_at_fewer_places(games: int, most: int) -> None:
    runs = played(contest(MICHIE, "random", "beads"), games, 2)
    found = mean_line(runs, games, most)
    assert (found.places[0], found.places[-1]) == (0, games)
    assert len(found.places) == min(most, games + 1)
    assert found.mean[-1] == pytest.approx(sum(int(run.results[-1]) for run in runs) / 2)


def test_places() -> None:
    assert places_of(3).tolist() == [0, 1, 2, 3]
    assert places_of(10, 2).tolist() == [0, 5, 10]
    assert len(places_of(10**12)) == MOST_PLACES + 1


def test_the_pupils_of_a_coach_are_looked_at_against_one_who_never_errs() -> None:
    found = contest(MICHIE, "coach")
    (run,) = played(found, 60, 1, exact=True)
    perfect = Outlook(contest(MICHIE, "perfect")).next_game
    again = found.match.run(stream_seeds(1961, 1)[0])
    for games in (0, 25, 60):
        again.play(games - again.games)
        memory = Memory(*(array[None] for array in again.memory))
        assert run.outlook[0, games] == pytest.approx(perfect(memory, np.arange(1))[0])
    assert run.outlook[0, 0, 2] > 3 * run.outlook[0, 60, 2]


@pytest.mark.parametrize("games", [1, 2_000])
def test_machines_that_died_are_counted_among_the_others(games: int) -> None:
    found = contest(preset("michie-1961"), "perfect")
    *_, told = strength(found, games, 4, 1961)
    assert isinstance(told, Strength)
    runs = [found.match.run(seed) for seed in stream_seeds(1961, 4)]
    assert told.dead == sum(run.play(games).games < games for run in runs)
    assert (told.dead > 0) == (games > 1)
