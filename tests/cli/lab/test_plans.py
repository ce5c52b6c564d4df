"""`lab until` and `lab compare`, as typed."""

import json
from pathlib import Path

import numpy as np
import pytest

from menace_kit.games import Side
from menace_kit.lab.engine.arrays import stream_seeds
from menace_kit.lab.engine.match import Match
from menace_kit.lab.exact import exact_chances, machine_policy, player_policy, worst_case
from menace_kit.lab.players import player_named
from tests.cli.conftest import Menace
from tests.cli.lab.timer import interrupted_in, needs_interval_timers
from tests.cli.running import complaint
from tests.examples import preset
from tests.journal.games import kit_of


def test_how_long_until_hexapawns_machine_is_unbeatable(menace: Menace) -> None:
    result = menace("lab", "until", "--preset", "her-19")
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    facts = json.loads(menace("lab", "until", "--preset", "her-19", "--json").out)
    assert facts["lost"]["p50"] == 11
    assert (facts["good"], facts["dead"], facts["not_in_time"]) == (100, 0, 0)
    table = [line.split() for line in lines]
    assert ["games", *map(str, facts["games"].values())] in table
    assert ["of", "them", "lost", *map(str, facts["lost"].values())] in table
    assert "100 of 100 machines were good within 1,000 games." in lines
    assert max(map(len, lines)) <= 84


def test_machines_that_die_count_as_never(menace: Menace) -> None:
    arguments = ("lab", "until", "--opponent", "perfect", "--goal", "unlost=90", "--games", "300")
    facts = json.loads(menace(*arguments, "--json").out)
    assert facts["dead"] > 50
    assert facts["good"] + facts["dead"] + facts["not_in_time"] == facts["runs"] == 100
    assert (facts["games"]["p50"], facts["games"]["p95"]) == (None, None)
    out = menace(*arguments).out
    assert "good is one whose next game against perfect is not lost in 90 of 100" in out
    assert out.count("never") == 4
    assert f"Died before: {facts['dead']}." in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--goal", "soon"], "'soon' is no goal; write unbeatable, or per cent of the next games"),
        (
            ["--goal", "drawn=50", "--preset", "her-19"],
            "no game of hexapawn is drawn; ask for unbeatable, won=60",
        ),
        (["--goal", "won=50", "--opponent", "adaptive"], "name another player with --against"),
        (["--goal", "won=50", "--against", "nobody"], "there is no player 'nobody'"),
        (["--mix", "random=1", "--opponent", "perfect"], "--mix and --opponent exclude each other"),
        (["--against", "perfect"], "--against names the player of the next games, and unbeatable"),
        (["--games", "100001"], "it should be 1 to 100,000"),
        (["--side", "second"], "the machine of MENACE 1961 plays first only"),
        (
            ["--preset", "nim-8"],
            "no machine of Nim that plays first is unbeatable: whatever is in its boxes",
        ),
    ],
)
def test_what_cannot_be_asked_is_refused(menace: Menace, arguments: list[str], said: str) -> None:
    assert said in complaint(menace("lab", "until", *arguments), 2)


def test_it_is_asked_of_either_side_of_a_kit_with_both(menace: Menace) -> None:
    arguments = ("lab", "until", "--preset", "both-players", "--goal", "unlost=60", "--runs", "10")
    sides = {}
    for side in ("first", "second"):
        out, found = (
            menace(*arguments, "--side", side).out,
            menace(*arguments, "--side", side, "--json").out,
        )
        assert f"as the {side} player against random" in out
        sides[side] = json.loads(found)["games"]["p50"]
    assert sides["first"] == 0 < sides["second"]


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
    arguments = (
        "starter",
        "chart.toml",
        "--games",
        "60",
        "--runs",
        "5",
        "--seed",
        "9",
        "--opponent",
        "perfect:0.3",
    )
    facts = json.loads(menace("lab", "compare", *arguments, "--json").out)
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
    lines = menace("lab", "compare", *arguments).out.splitlines()
    assert lines[0] == "after 60 games against perfect:0.3: 5 machines of each kit"
    own, starter = facts["machines"][:2]
    assert lines[4].split()[-6::2] == [
        f"{100 * chance:.1f}" for chance in own["next_game"]["random"].values()
    ]
    assert [line.split()[0] for line in lines[4:]] == [
        "MENACE",
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


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["her-19"], "they play different games: MENACE 1961 noughts-and-crosses, her-19 hexapawn"),
        (["nope"], "there is no preset 'nope'; choose from: both-players"),
        (["no/kit.toml"], "there is no file "),
        (["."], ". is a folder; name the file: kit.toml"),
        (
            ["scroggs", "--mix", "random=1", "--opponent", "perfect"],
            "--mix and --opponent exclude each other",
        ),
    ],
)
def test_what_cannot_be_compared_is_refused(
    menace: Menace, arguments: list[str], said: str
) -> None:
    assert complaint(menace("lab", "compare", *arguments), 2).startswith(said)


@needs_interval_timers
def test_ctrl_c_tells_of_the_kits_so_far(menace: Menace) -> None:
    # Compiles what is not yet.
    menace("lab", "compare", "her-37", "--preset", "her-19", "--runs", "1")
    with interrupted_in("strength", visits=30):
        done = menace("lab", "compare", "her-37", "--preset", "her-19", "--runs", "5000", "--json")
    assert done.code == 130
    facts = json.loads(done.out) if done.out else {"machines": []}
    assert done.err == f"Stopped: {len(facts['machines'])} of 2 kits were played.\n"


@needs_interval_timers
def test_ctrl_c_tells_of_the_machines_so_far(menace: Menace) -> None:
    menace("lab", "until", "--preset", "her-19", "--runs", "1")  # compiles what is not yet
    with interrupted_in("_until", visits=20):
        done = menace("lab", "until", "--preset", "her-19", "--runs", "5000", "--json")
    assert done.code == 130
    facts = json.loads(done.out)
    assert done.err == f"Stopped: {facts['runs']:,} of 5,000 machines were played.\n"
    assert 0 < facts["runs"] < facts["runs_asked"] == 5000
