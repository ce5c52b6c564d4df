"""Machines in files as opponents, as typed."""

import csv
import json
from pathlib import Path

import pytest

from menace_kit.games import Side
from menace_kit.lab.exact import (
    MachinePlayer,
)
from menace_kit.lab.learners import contest
from menace_kit.lab.machine_file import load_machine
from tests.cli.conftest import Menace
from tests.cli.lab.conftest import taught
from tests.cli.running import complaint
from tests.examples import all_to_prove, preset

MICHIE, SECOND = preset("michie-1961"), preset("second-player")


def test_a_machine_learns_from_another_that_learns_nothing(trained: Menace) -> None:
    before = Path("two.json").read_bytes()
    train = json.loads(
        trained("lab", "train", "--games", "80", "--opponent", "two.json", "--json").out
    )
    assert train["opponents"] == {"two.json": 1.0}
    assert train["games"] == train["won"] + train["drawn"] + train["lost"] == 80
    curve = ["lab", "curve", "--games", "20", "--runs", "2", "--opponent"]
    by_lot, greedy = (
        json.loads(trained(*curve, f"two.json{way}", "--json").out) for way in ("", ":greedy")
    )
    assert by_lot["results"] != greedy["results"]
    assert Path("two.json").read_bytes() == before


@pytest.mark.parametrize(
    "file", all_to_prove(["exported.json", "logbook.sqlite"], quick=["exported.json"])
)
def test_wherever_the_opponent_lies_it_is_the_same_one(trained: Menace, file: str) -> None:
    Path("two.json").write_bytes(taught("her-19", 40))
    trained("operator", "start", "--preset", "her-19", "--machine", "two.json")
    trained("logbook", "export", "exported.json", "--machine", "--preset", "her-19")
    before = Path(file).read_bytes()
    own = ["--preset", "him-18", "--opponent", file, "--json"]
    small = ["--games", "30", *own]
    told = {
        "evaluate": own,
        "train": small,
        "curve": [*small, "--runs", "2"],
        "picture": small,
    }
    for command, arguments in told.items():
        result, same = (
            trained("lab", command, *(name if word == file else word for word in arguments))
            for name in (file, "two.json")
        )
        assert result.code == 0, result.err
        assert result.out.replace(file, "two.json") == same.out
        untrained = [
            *(word for word in arguments if word not in ("--opponent", file)),
            "--opponent",
            "random",
        ]
        assert json.loads(trained("lab", command, *untrained).out) | {"opponent": ""} != json.loads(
            result.out
        ) | {"opponent": ""}
    assert Path(file).read_bytes() == before


def test_a_machine_in_a_file_is_one_of_a_mix(trained: Menace) -> None:
    rules = ("--games", "40", "--json")
    mixed = {
        mix: json.loads(trained("lab", "train", "--mix", mix, *rules).out)
        for mix in ("two.json=1,random=1", "two.json:greedy=3,random=1", "perfect=1,random=1")
    }
    assert mixed["two.json:greedy=3,random=1"]["opponents"] == {
        "two.json:greedy": 0.75,
        "random": 0.25,
    }
    assert len({str(each["first_boxes"]) for each in mixed.values()}) == 3
    mix = ("--mix", "two.json=1,random=1")
    asked = ("--until", "won=40", *mix, "--runs", "3", *rules)
    until = json.loads(trained("lab", "curve", *asked).out)
    picture = json.loads(trained("lab", "picture", *mix, *rules).out)
    assert until["opponents"].keys() == picture["opponents"].keys() == {"two.json", "random"}
    said = complaint(trained("lab", "train", "--mix", "one.json=1,random=1"), 2)
    assert "one.json has no boxes for the second player" in said


def test_a_sweep_plays_a_machine_in_a_file(trained: Menace) -> None:
    trained(
        "lab",
        "sweep",
        "--opponent",
        "two.json",
        "--opponent",
        "random",
        "--games",
        "50",
        "--runs",
        "3",
    )
    rows = list(csv.DictReader(Path("sweep.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["opponent"] for row in rows] == ["two.json"] * 3 + ["random"] * 3
    maker = MachinePlayer("two.json", load_machine(Path("two.json"), SECOND), False, (Side.SECOND,))
    match = contest(MICHIE, "two.json", makers={"two.json": maker}).match
    for row in rows[:3]:
        run = match.run(int(row["seed"]))
        run.play(50)
        assert [int(row[end]) for end in ("won", "drawn", "lost")] == list(run.tally)
    said = complaint(trained("lab", "sweep", "--opponent", "one.json"), 2)
    assert "one.json has no boxes for the second player" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["evaluate", "--opponent", "one.json"], "one.json has no boxes for the second player"),
        (["train", "--opponent", "one.json"], "one.json has no boxes for the second player"),
        *(
            ([command, "--opponent", "one.json"], "one.json has no boxes for the second player")
            for command in ("curve", "picture")
        ),
        (
            ["evaluate", "--opponent", "two.json", "--preset", "her-19"],
            "two.json plays noughts-and-crosses, and",
        ),
        (["evaluate", "--opponent", "none.json"], "there is no file none.json"),
        (["train", "--opponent", "kasparov"], "there is no player 'kasparov'"),
    ],
)
def test_who_cannot_play(trained: Menace, arguments: list[str], said: str) -> None:
    assert said in complaint(trained("lab", *arguments), 2)
