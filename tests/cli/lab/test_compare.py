"""`lab compare`, as typed: kits that learn, and all play all, against games that were played."""

import json
from pathlib import Path

import numpy as np
import pytest

from menace_kit.games import Side
from menace_kit.lab.engine.match import Match
from menace_kit.lab.engine.random_stream import stream_seeds
from menace_kit.lab.exact import exact_chances, machine_policy, player_policy, worst_case
from menace_kit.lab.players import player_named
from tests.cli.conftest import Menace
from tests.cli.lab.timer import interrupted_in, needs_interval_timers
from tests.cli.running import complaint
from tests.examples import preset
from tests.logbook.games import kit_of

CHART = """[boxes]
stages = 3
later = "chart"
[beads]
start = [4, 3, 2]
"""


def test_machines_of_several_kits_are_compared_by_the_chances_of_their_next_game(
    menace: Menace,
) -> None:
    Path("chart.toml").write_text(CHART, encoding="utf-8")
    kits = ("michie-1961", "starter", "chart.toml")
    rules = ("--games", "60", "--runs", "5", "--seed", "9", "--opponent", "perfect:0.3")
    facts = json.loads(menace("lab", "compare", *kits, *rules, "--json").out)
    assert [each["boxes"] for each in facts["machines"]] == [304, 121, 121]
    for each, kit in zip(
        facts["machines"], (preset("michie-1961"), preset("starter"), kit_of(CHART)), strict=True
    ):
        assert (each["fingerprint"], each["side"], each["dead"]) == (kit.fingerprint, "first", 0)
        match = Match(kit, opponents=("perfect:0.3",))
        sums = {judge: np.zeros(3) for judge in ("random", "perfect", "worst-case")}
        for seed in stream_seeds(9, 5):
            run = match.run(seed)
            run.play(60)
            policy = machine_policy(match.machine, match.machine.weights(run.contents))
            for judge, total in sums.items():
                if judge == "worst-case":
                    sums[judge] = total + worst_case(match.game, policy, Side.FIRST)
                else:
                    other = player_policy(player_named(judge, match.game))
                    sums[judge] = total + exact_chances(match.game, policy, other, Side.FIRST)
        for judge, total in sums.items():
            told = each["next_game"][judge]
            assert [told[end] for end in ("win", "draw", "loss")] == pytest.approx(
                (total / 5).tolist()
            )
    lines = menace("lab", "compare", *kits, *rules).out.splitlines()
    assert lines[0] == "after 60 games against perfect:0.3: 5 machines of each kit"
    own, starter = facts["machines"][:2]
    assert lines[4].split()[-6::2] == [
        f"{100 * chance:.1f}" for chance in own["next_game"]["random"].values()
    ]
    assert [line.split()[0] for line in lines[4:]] == [
        "michie-1961",
        "perfect",
        "worst-case",
        "starter",
        "perfect",
        "worst-case",
        "chart.toml",
        "perfect",
        "worst-case",
    ]
    assert max(map(len, lines)) <= 80
    assert starter["name"] == "starter"


def test_dead_machines_lose_their_next_game(menace: Menace) -> None:
    facts = json.loads(
        menace("lab", "compare", "him-18", "--preset", "him-18", "--runs", "50", "--json").out
    )
    for each in facts["machines"]:
        lost = each["next_game"]["random"]["loss"]
        assert 0 < each["dead"] / 50 <= lost
    assert facts["machines"][0]["next_game"] == facts["machines"][1]["next_game"]


def test_one_name_alone_is_compared_with_the_chosen_kit(menace: Menace) -> None:
    facts = json.loads(menace("lab", "compare", "random", "--json").out)
    assert [each["name"] for each in facts["standings"]] == ["MENACE 1961", "random"]


def test_kits_that_have_played_no_games_play_as_they_are_filled(menace: Menace) -> None:
    kits = ("lab", "compare", "michie-1961", "second-player")
    facts = json.loads(menace(*kits, "--games", "0", "--json").out)
    (game,) = facts["pairings"]
    played = json.loads(menace(*kits, "random", "--json").out)["pairings"]
    assert game in played


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["michie-1961", "one.json"], "nobody here has boxes to play anybody else"),
        (["one.json", "--games", "5"], "--games: one.json learns no more; leave --games out"),
        (["one.json", "--runs", "5"], "--opponent, --mix and --runs are for kits that learn"),
    ],
)
def test_who_cannot_be_compared(trained: Menace, names: list[str], said: str) -> None:
    assert said in complaint(trained("lab", "compare", *names), 2)


TOKEN = """\
def token(board):
    assert len(board) == 8
    return 1
"""


def test_a_function_is_asked_about_boards_of_the_game_that_all_play(menace: Menace) -> None:
    Path("own.py").write_text(TOKEN, encoding="utf-8")
    facts = json.loads(menace("lab", "compare", "nim-8", "own.py:token", "--json").out)
    assert len(facts["pairings"]) == 2
    assert all(each["win"] + each["loss"] == pytest.approx(1) for each in facts["pairings"])


@needs_interval_timers
def test_ctrl_c_tells_of_the_kits_so_far(menace: Menace) -> None:
    # Compiles what is not yet.
    menace("lab", "compare", "her-37", "--preset", "her-19", "--runs", "1")
    with interrupted_in("strength", visits=5):
        done = menace("lab", "compare", "her-37", "--preset", "her-19", "--runs", "5000", "--json")
    assert done.code == 130
    facts = json.loads(done.out) if done.out else {"machines": []}
    assert done.err == f"Stopped: {len(facts['machines'])} of 2 kits were played.\n"
