"""Machines in files as opponents, as typed."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Menace
from tests.cli.lab.conftest import taught
from tests.cli.running import complaint
from tests.examples import all_to_prove, preset

MICHIE, SECOND = preset("michie-1961"), preset("second-player")


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


@pytest.mark.parametrize("command", all_to_prove(["train", "picture", "curve"], quick=["train"]))
def test_a_machine_in_a_file_is_one_of_a_mix(trained: Menace, command: str) -> None:
    rules = ("lab", command, "--games", "40", "--json", "--mix")
    opponents = json.loads(trained(*rules, "two.json:greedy=3,random=1").out)["opponents"]
    assert opponents == {"two.json:greedy": 0.75, "random": 0.25}
    said = complaint(trained(*rules, "one.json=1,random=1"), 2)
    assert "one.json has no boxes for the second player" in said
