"""`lab curve --until`, as typed."""

import json

from tests.cli.conftest import Menace
from tests.cli.lab.timer import interrupted_in, needs_interval_timers

UNBEATABLE = ("lab", "curve", "--until", "unbeatable")


def test_it_is_asked_of_either_side_of_a_kit_with_both(menace: Menace) -> None:
    arguments = ("lab", "curve", "--preset", "both-players", "--until", "unlost=60", "--runs", "10")
    sides = {}
    for side in ("first", "second"):
        found = json.loads(menace(*arguments, "--side", side, "--json").out)
        assert found["side"] == side
        sides[side] = found["games"]["p50"]
    assert sides["first"] == 0 < sides["second"]


@needs_interval_timers
def test_ctrl_c_tells_of_the_machines_so_far(menace: Menace) -> None:
    menace(*UNBEATABLE, "--preset", "her-19", "--runs", "1")  # compiles what is not yet
    with interrupted_in("_until", visits=40):
        done = menace(*UNBEATABLE, "--preset", "her-19", "--runs", "5000", "--json")
    assert done.code == 130
    facts = json.loads(done.out)
    *_, last = done.err.splitlines()  # a slow computer says first that it may take a minute
    assert last == f"Stopped: {facts['runs']:,} of 5,000 machines were played."
    assert 0 < facts["runs"] < facts["runs_asked"] == 5000
