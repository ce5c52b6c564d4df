"""Chances in plain Python against those that are compiled."""

from random import Random

import pytest

from menace_kit.games import Side
from menace_kit.lab.engine.tables import kit_table, machine_table
from menace_kit.lab.exact import exact_chances, machine_policy, player_policy, worst_case
from menace_kit.lab.players import player_named
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Contents, starting_contents
from menace_kit.machine.next_game import PERFECT, RANDOM, most_lost, next_game, reached
from menace_kit.machine.toml_files import TemplateKind, template_names
from tests.examples import all_to_prove, preset
from tests.logbook.games import KITS, kit_named


def thinned(kit: Kit) -> Contents:
    """Return boxes as no game leaves them: many empty, some counted below nothing."""
    lot = Random(1961)
    return {
        number: {colour: lot.choice((-1, 0, 0, 1, 2, 7)) for colour in inside}
        for number, inside in starting_contents(kit).items()
    }


def assert_the_same_chances(kit: Kit) -> None:
    game = kit_table(kit)
    machine = machine_table(kit, game)
    for contents in (starting_contents(kit), thinned(kit)):
        policy = machine_policy(machine, machine.weights(contents).clip(0))
        for side in Side:
            for name in (RANDOM, PERFECT):
                found = exact_chances(game, policy, player_policy(player_named(name, game)), side)
                assert next_game(kit, contents, side, name) == pytest.approx(found, abs=1e-12)
            most = worst_case(game, policy, side, draw=1).loss
            assert most_lost(kit, contents, side) == pytest.approx(most, abs=1e-12)


@pytest.mark.parametrize(
    "name",
    all_to_prove(template_names(TemplateKind.MACHINES), quick=["her-19", "nim-13", "gallmo"]),
)
def test_each_machine_has_the_chances_that_the_lab_sums(name: str) -> None:
    assert_the_same_chances(preset(name))


@pytest.mark.parametrize("name", all_to_prove(KITS, quick=["random", "keep-last"]))
def test_each_rule_of_the_boxes_has_the_chances_that_the_lab_sums(name: str) -> None:
    assert_the_same_chances(kit_named(name))


def test_positions_that_boxes_do_not_tell_apart_are_one() -> None:
    assert len(reached(preset("michie-1961"))) == 765
