"""`lab forecast`, as typed."""

import csv
import json
from pathlib import Path

import pytest

from menace_kit.machine import load_preset
from tests.cli.conftest import Menace
from tests.cli.lab.timer import interrupted_in, needs_interval_timers
from tests.cli.running import complaint

QUICK = ("--games", "50", "--runs", "40")


def test_the_beads_to_own_the_first_box_and_the_likeliest_boxes(menace: Menace) -> None:
    result = menace("lab", "forecast", "--preset", "michie-1961", *QUICK)
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0] == "MENACE 1961, kit ec7bb6e0: 40 simulated machines, 50 games each"
    assert lines[1] == "the crowd   random 30 %, win-or-block 50 %, perfect 20 %"
    assert lines[2] == "seed        1961"
    facts = json.loads(menace("lab", "forecast", "--preset", "michie-1961", *QUICK, "--json").out)
    table = {line.split()[0]: line.split()[1:] for line in lines if line}
    for colour, start in load_preset("michie-1961").start_by_colour().items():
        beads = facts["beads"][colour]
        assert beads["start"] == start <= beads["median"] <= beads["most"]
        assert table[colour] == [str(beads[key]) for key in ("start", "median", "most")]
    totals = {
        key: sum(beads[key] for beads in facts["beads"].values())
        for key in ("start", "median", "most")
    }
    assert facts["total"] == totals
    assert table["in"] == ["all", *(f"{number:,}" for number in totals.values())]
    (side,) = facts["sides"].values()
    assert (
        f"the first box ran empty in {100 * side['first_box_emptied']:.1f} of 100 machines" in lines
    )
    fullest = facts["fullest_box"]
    assert table["fullest"][1:] == ["21", str(fullest["median"]), str(fullest["most"])]
    assert (
        f"The {facts['covered_by']['boxes']} likeliest of 304 boxes take 95 % of all openings."
        in lines
    )
    assert lines[-1] == "... and 292 more: --boxes"
    assert max(map(len, lines)) <= 80


def test_few_machines_are_said_to_tell_little(menace: Menace) -> None:
    arguments = ("lab", "forecast", "--preset", "her-19", "--games", "20", "--runs")
    lines = menace(*arguments, "20").out.splitlines()
    place = lines.index(
        "From 20 machines that is rough: of 100 others bought so it is sure of 78 at"
    )
    assert (
        lines[place + 1]
        == "the most (19 times in 20) that they have enough of all; better: --runs 1000."
    )
    assert not any(line.startswith("Of machines bought so") for line in lines)
    one = menace(*arguments, "1").out
    assert "1 simulated machine, 20 games each" in one
    assert "From 1 machine that is rough" in one
    assert json.loads(menace(*arguments, "20", "--json").out)["percent_surely"] == 78.4
    assert "rough" not in menace(*arguments, "500").out


def test_how_often_full_boxes_are_halved(menace: Menace) -> None:
    arguments = ("lab", "forecast", "--preset", "michie-1961", "--games", "150", "--runs", "40")
    halved = json.loads(menace(*arguments, "--json").out)["halved"]
    assert halved["over"] == 52
    out = menace(*arguments).out
    assert "A box with more than 52 beads after a game is halved. Half of the machines do" in out
    times = halved["times"]
    assert f"that up to {times['median']} times, 95 of 100 up to {times['most']} times." in out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("rule", ["tell", "ignore"])
def test_a_kit_whose_boxes_are_not_halved_needs_more_beads(
    menace: Menace, tmp_path: Path, rule: str
) -> None:
    (tmp_path / "kit.toml").write_text(f'[learning]\nfull-box = "{rule}"\n', encoding="utf-8")
    arguments = ("lab", "forecast", "--games", "150", "--runs", "40")
    whole = json.loads(menace(*arguments, "--kit", "kit.toml", "--json").out)
    assert whole["halved"] == {"over": None, "times": {"median": 0, "most": 0}}
    assert "halved" not in menace(*arguments, "--kit", "kit.toml").out
    halved = json.loads(menace(*arguments, "--preset", "michie-1961", "--json").out)
    assert halved["total"]["most"] < whole["total"]["most"] - 100
    assert halved["fullest_box"]["most"] < 60 < whole["fullest_box"]["most"]


def test_the_whole_ranking_as_text_csv_and_json(menace: Menace) -> None:
    arguments = ("lab", "forecast", "--preset", "scroggs", *QUICK)
    text = menace(*arguments, "--boxes").out.splitlines()[-304:]
    rows = list(csv.DictReader(menace(*arguments, "--csv").out.splitlines()))
    facts = json.loads(menace(*arguments, "--json").out)["boxes"]
    assert len(rows) == len(facts) == 304
    assert [int(line.split()[0]) for line in text] == [int(row["box"]) for row in rows]
    assert [[str(value) for value in fact.values()] for fact in facts] == [
        list(row.values()) for row in rows
    ]
    assert [fact["rank"] for fact in facts] == list(range(1, 305))
    assert (facts[0]["box"], facts[0]["opened_in_percent_of_runs"], facts[0]["per_100_games"]) == (
        1,
        100,
        100,
    )
    assert facts[-1]["covered_percent"] == 100
    covered = [fact["covered_percent"] for fact in facts]
    assert covered == sorted(covered)


def test_a_mix_of_ones_own_in_any_shares(menace: Menace) -> None:
    arguments = ("lab", "forecast", *QUICK, "--seed", "7", "--json")
    shares = json.loads(menace(*arguments, "--mix", "random=3,perfect:0.1=1").out)
    assert shares["crowd"] == {"random": 75, "perfect:0.1": 25}
    assert shares["seed"] == 7
    percent = json.loads(menace(*arguments, "--mix", "random=75,perfect:0.1=25").out)
    assert percent == shares


def test_machines_for_both_sides_are_told_apart(menace: Menace) -> None:
    arguments = ("lab", "forecast", "--preset", "both-players", *QUICK)
    out = menace(*arguments).out
    for side in ("first", "second"):
        assert f"on average as the {side} player: " in out
    assert "the first box ran empty in " in out
    assert "one of the 3 first boxes ran empty in " in out
    facts = json.loads(menace(*arguments, "--json").out)["sides"]
    assert {side: fared["games"] for side, fared in facts.items()} == {"first": 25, "second": 25}
    assert facts["second"]["first_boxes"] == [305, 306, 307]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--games", "0"], "it should be 1 to "),
        (["--runs", "-3"], "it should be 1 to "),
        (
            ["--mix", "random"],
            "'random' is no mix of players; write it like random=50,win-or-block=30,perfect=20",
        ),
        (["--mix", "random=-1"], "the share of random in a mix is a number over 0, not '-1'"),
        (["--mix", "nobody=1"], "there is no player 'nobody'"),
        (["--mix", "perfect:2=1"], "a rate of errors is a number from 0 to 1"),
        (["--json", "--csv"], "exclude each other"),
    ],
)
def test_what_cannot_be_forecast_is_refused(
    menace: Menace, arguments: list[str], said: str
) -> None:
    assert said in complaint(menace("lab", "forecast", *arguments), 2)


@needs_interval_timers
def test_ctrl_c_says_what_the_machines_so_far_needed(menace: Menace) -> None:
    with interrupted_in("pieces", visits=10):
        done = menace("lab", "forecast", "--runs", "100000", "--json")
    assert done.code == 130
    machines = int(done.err.removeprefix("Stopped: ").split()[0].replace(",", ""))
    assert done.err == f"Stopped: {machines:,} of 100,000 machines played their games.\n"
    facts = json.loads(done.out)
    assert (facts["runs"], facts["runs_asked"]) == (machines, 100_000)
    whole = menace("lab", "forecast", "--runs", str(machines), "--json")
    assert whole.code == 0
    assert json.loads(whole.out) == facts | {"runs_asked": machines}


@needs_interval_timers
def test_ctrl_c_before_the_first_machine_is_done_leaves_nothing_to_say(menace: Menace) -> None:
    with interrupted_in("pieces", visits=2):
        done = menace("lab", "forecast", "--games", "1e12")
    assert (done.code, done.out) == (130, "")
    assert done.err.startswith("Stopped before the first machine had played its games")


def test_a_forecast_from_few_machines_says_that_it_is_rough(menace: Menace) -> None:
    few, many = (
        menace("lab", "forecast", "--preset", "nim-8", "--games", "5", "--runs", runs).out
        for runs in ("100", "500")
    )
    assert "From 100 machines that is rough" in few
    assert "that is rough" not in many
