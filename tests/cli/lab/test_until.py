"""`lab curve --until`, as typed."""

import json

import pytest

from tests.cli.conftest import Menace
from tests.cli.lab.timer import interrupted_in, needs_interval_timers
from tests.cli.running import complaint

UNBEATABLE = ("lab", "curve", "--until", "unbeatable")


def test_how_long_until_hexapawns_machine_is_unbeatable(menace: Menace) -> None:
    result = menace(*UNBEATABLE, "--preset", "her-19")
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    facts = json.loads(menace(*UNBEATABLE, "--preset", "her-19", "--json").out)
    assert facts["lost"]["p50"] == 11
    assert (facts["good"], facts["dead"], facts["not_in_time"]) == (100, 0, 0)
    table = [line.split() for line in lines]
    assert ["games", *map(str, facts["games"].values())] in table
    assert ["of", "them", "lost", *map(str, facts["lost"].values())] in table
    assert "100 of 100 machines were good within 1,000 games." in lines
    assert max(map(len, lines)) <= 84


def test_machines_that_die_count_as_never(menace: Menace) -> None:
    goal = ("--until", "unlost=90", "--opponent", "perfect")
    arguments = ("lab", "curve", *goal, "--games", "300", "--runs", "40")
    facts = json.loads(menace(*arguments, "--json").out)
    assert facts["dead"] > 10
    assert facts["good"] + facts["dead"] + facts["not_in_time"] == facts["runs"] == 40
    assert (facts["games"]["p50"], facts["games"]["p95"]) == (None, None)
    out = menace(*arguments).out
    assert "good is one whose next game against perfect is not lost in 90 of 100" in out
    assert out.count("never") == 4
    assert f"Died before: {facts['dead']}." in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["soon"], "'soon' is no goal; write unbeatable, or per cent of the next games"),
        (
            ["drawn=50", "--preset", "her-19"],
            "no game of hexapawn is drawn; ask for unbeatable, won=60",
        ),
        (["won=50", "--opponent", "adaptive"], "name another player with --against"),
        (["won=50", "--against", "nobody"], "there is no player 'nobody'"),
        (
            ["unbeatable", "--mix", "random=1", "--opponent", "perfect"],
            "--mix and --opponent exclude each other",
        ),
        (["unbeatable", "--against", "perfect"], "--against names the player of the next games"),
        (["unbeatable", "--side", "second"], "the machine of MENACE 1961 plays first only"),
        (["unbeatable", "--alternate"], "leave --alternate out"),
        (["unbeatable", "--games", "100_001"], "--games: with --until it should be 1 to 100,000"),
        (["unbeatable", "--exact"], "--until draws nothing; leave --output, --exact and --csv"),
        (
            ["unbeatable", "--preset", "nim-8"],
            "no machine of Nim that plays first is unbeatable: whatever is in its boxes",
        ),
    ],
)
def test_what_cannot_be_asked_is_refused(menace: Menace, arguments: list[str], said: str) -> None:
    assert said in complaint(menace("lab", "curve", "--until", *arguments), 2)


def test_whom_the_next_games_are_against_is_asked_of_a_goal_alone(menace: Menace) -> None:
    said = complaint(menace("lab", "curve", "--against", "perfect"), 2)
    assert said.startswith("--against is for --until")


def test_it_is_asked_of_either_side_of_a_kit_with_both(menace: Menace) -> None:
    arguments = ("lab", "curve", "--preset", "both-players", "--until", "unlost=60", "--runs", "10")
    sides = {}
    for side in ("first", "second"):
        out, found = (
            menace(*arguments, "--side", side).out,
            menace(*arguments, "--side", side, "--json").out,
        )
        assert f"as the {side} player against random" in out
        sides[side] = json.loads(found)["games"]["p50"]
    assert sides["first"] == 0 < sides["second"]


@needs_interval_timers
def test_ctrl_c_tells_of_the_machines_so_far(menace: Menace) -> None:
    menace(*UNBEATABLE, "--preset", "her-19", "--runs", "1")  # compiles what is not yet
    with interrupted_in("_until", visits=20):
        done = menace(*UNBEATABLE, "--preset", "her-19", "--runs", "5000", "--json")
    assert done.code == 130
    facts = json.loads(done.out)
    assert done.err == f"Stopped: {facts['runs']:,} of 5,000 machines were played.\n"
    assert 0 < facts["runs"] < facts["runs_asked"] == 5000
