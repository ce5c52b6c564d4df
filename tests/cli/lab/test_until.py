"""`lab curve --until`, as typed."""

import json

from tests.cli.conftest import Menace


def test_it_is_asked_of_either_side_of_a_kit_with_both(menace: Menace) -> None:
    arguments = ("lab", "curve", "--preset", "both-players", "--until", "unlost=60", "--runs", "10")
    sides = {}
    for side in ("first", "second"):
        found = json.loads(menace(*arguments, "--side", side, "--json").out)
        assert found["side"] == side
        sides[side] = found["games"]["p50"]
    assert sides["first"] == 0 < sides["second"]
