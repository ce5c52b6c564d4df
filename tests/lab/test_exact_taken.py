"""Exact chances where beads of taken squares are drawn in vain."""

import pytest

from menace_kit.games import Side
from menace_kit.lab.engine.random_stream import RandomStream
from menace_kit.lab.engine.tables import kit_table
from menace_kit.lab.exact import taken_share
from menace_kit.machine.learning import starting_contents
from tests.lab.exact_sums import boards, machine_of, player, policy_of, side_of, trained
from tests.lab.plain_players import CHOICES
from tests.lab.reference import BeadMachine, Opponent, play_game, reading
from tests.logbook.games import KITS, kit_named, kit_of


def test_the_share_of_draws_in_vain_is_that_of_many_games() -> None:
    kit = kit_of(KITS["taken, both"].replace("loss = -2", "loss = -1"))
    contents, side = trained(kit, 150), side_of(kit)
    likely = taken_share(
        machine_of(kit),
        machine_of(kit).weights(contents),
        policy_of(kit, contents),
        player("random", kit_table(kit)),
        side,
    )
    chance, made, in_vain = RandomStream(1961), 0, 0
    for _ in range(700):
        machine = BeadMachine(
            kit, {number: dict(held) for number, held in contents.items()}, chance
        )
        other = Opponent(kit.game, chance, *CHOICES["random"])
        game = play_game(kit.game, {side: machine, side.other: other})
        in_vain += len(machine.illegal)
        made += sum(
            each.to_move is side and reading(kit, each) is not None for each in game.positions[:-1]
        )
    assert likely == pytest.approx(in_vain / (made + in_vain), abs=0.03)
    assert 0.02 < likely < 0.6


def test_no_draw_is_in_vain_where_there_are_no_such_beads() -> None:
    kit = kit_named("michie")
    contents = starting_contents(kit)
    own = policy_of(kit, contents)
    assert (
        taken_share(
            machine_of(kit),
            machine_of(kit).weights(contents),
            own,
            player("random", boards()),
            Side.FIRST,
        )
        == 0
    )
