"""`lab compare`, as typed: kits that learn, against games that were played."""

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
    kits = ("starter", "chart.toml")
    rules = ("--games", "60", "--runs", "5", "--seed", "9", "--opponent", "perfect:0.3")
    facts = json.loads(menace("lab", "compare", *kits, *rules, "--json").out)
    told = [(each["name"], each["boxes"]) for each in facts["machines"]]
    assert told == [(name, 121) for name in kits]
    for each, kit in zip(facts["machines"], (preset("starter"), kit_of(CHART)), strict=True):
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


def test_dead_machines_lose_their_next_game(menace: Menace) -> None:
    facts = json.loads(
        menace("lab", "compare", "him-18", "--preset", "him-18", "--runs", "50", "--json").out
    )
    for each in facts["machines"]:
        lost = each["next_game"]["random"]["loss"]
        assert 0 < each["dead"] / 50 <= lost
    assert facts["machines"][0]["next_game"] == facts["machines"][1]["next_game"]


def test_one_kit_alone_is_compared_with_the_chosen_one(menace: Menace) -> None:
    few = ("--games", "0", "--runs", "1", "--json")
    facts = json.loads(menace("lab", "compare", "starter", *few).out)
    assert [each["name"] for each in facts["machines"]] == ["MENACE 1961", "starter"]
