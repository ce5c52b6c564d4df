"""Machines in files as opponents, as typed."""

import csv
import json
from pathlib import Path

import pytest

from menace_kit.games import Side
from menace_kit.lab.exact import MachinePlayer
from menace_kit.lab.learners import contest
from menace_kit.lab.machine_file import load_machine
from tests.cli.conftest import Menace
from tests.cli.lab.conftest import taught
from tests.cli.running import complaint
from tests.examples import preset

MICHIE, SECOND = preset("michie-1961"), preset("second-player")


def test_a_machine_learns_from_another_that_learns_nothing(trained: Menace) -> None:
    before = Path("two.json").read_bytes()
    train = json.loads(
        trained("lab", "train", "--games", "80", "--opponent", "two.json", "--json").out
    )
    assert train["opponents"] == {"two.json": 1.0}
    assert train["games"] == train["won"] + train["drawn"] + train["lost"] == 80
    assert Path("two.json").read_bytes() == before


def test_wherever_the_opponent_lies_it_is_the_same_one(trained: Menace) -> None:
    Path("two.json").write_bytes(taught("her-19", 40))
    trained("operator", "start", "--preset", "her-19", "--machine", "two.json")
    trained("logbook", "export", "exported.json", "--machine", "--preset", "her-19")
    train = ("lab", "train", "--games", "30", "--preset", "him-18", "--json", "--opponent")
    told = {
        name: json.loads(trained(*train, name).out) | {"opponents": ""}
        for name in ("two.json", "exported.json", "logbook.sqlite", "random")
    }
    assert told["exported.json"] == told["logbook.sqlite"] == told["two.json"] != told["random"]


@pytest.mark.parametrize("command", ["train", "picture", "curve"])
def test_a_machine_in_a_file_is_one_of_a_mix(trained: Menace, command: str) -> None:
    rules = ("lab", command, "--games", "40", "--json", "--mix")
    opponents = json.loads(trained(*rules, "two.json:greedy=3,random=1").out)["opponents"]
    assert opponents == {"two.json:greedy": 0.75, "random": 0.25}
    said = complaint(trained(*rules, "one.json=1,random=1"), 2)
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
