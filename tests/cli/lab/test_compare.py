"""`lab compare`, as typed: kits that learn, against games that were played."""

import json

from tests.cli.conftest import Menace


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
