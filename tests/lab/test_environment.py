"""The games as environments of PettingZoo, refereed by its own test; and a machine as an agent."""

from importlib import import_module
from random import Random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="the extra rl is not installed")

from menace_kit.errors import LabError
from menace_kit.games import Side, game_named
from menace_kit.lab.engine.tables import game_table, machine_table
from menace_kit.lab.environment import GameEnvironment, MachineAgent
from menace_kit.lab.exact import exact_chances, machine_policy, player_policy
from menace_kit.lab.machine_file import untaught
from menace_kit.lab.players import player_named
from menace_kit.machine.learning import starting_contents
from tests.examples import preset
from tests.logbook.games import kit_of

GAMES = ("noughts-and-crosses", "hexapawn", "nim")


@pytest.mark.filterwarnings("ignore")
def test_it_passes_the_test_of_pettingzoo() -> None:
    import_module("pettingzoo.test").api_test(GameEnvironment("hexapawn"), num_cycles=60)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_observed_legal_and_won_is_what_the_game_says(name: str) -> None:
    game, chance = game_named(name), Random(3)
    for _ in range(10):
        environment = GameEnvironment(name, "ansi")
        environment.reset()
        position = game.start()
        while (outcome := game.outcome(position)) is None:
            seen = environment.observe(environment.agent_selection)
            legal = [
                environment.moves[place] for place, may in enumerate(seen["action_mask"]) if may
            ]
            assert legal == sorted(game.legal_moves(position))
            assert environment.agent_selection == position.to_move.value
            own = seen["observation"][:, :, 0].flatten()
            assert [bool(cell) for cell in own] == [
                cell == position.to_move.cell for cell in position.cells
            ]
            move = chance.choice(legal)
            environment.step(environment.moves.index(move))
            position = game.play(position, move)
        worth = {
            side.value: 0 if outcome.winner is None else 1 if outcome.winner is side else -1
            for side in Side
        }
        assert environment.rewards == worth
        assert all(environment.terminations.values())


@pytest.mark.filterwarnings("ignore")
def test_a_game_with_parameters_is_an_environment_too() -> None:
    environment = GameEnvironment("nim", parameters={"matches": 13, "last": "loses"})
    environment.reset()
    seen = environment.observe("first")["observation"][:, :, 0]
    assert seen.tolist() == [[1] * 5, [1] * 5, [1] * 3 + [0] * 2]
    while environment.agents and not environment.terminations[environment.agent_selection]:
        place = environment.observe(environment.agent_selection)["action_mask"].tolist().index(1)
        taken, mover = environment.moves[place], environment.agent_selection
        environment.step(place)
    assert taken == (0,)
    assert environment.rewards[mover] == -1


@pytest.mark.filterwarnings("ignore")
def test_in_every_position_of_a_game_pettingzoos_own_tictactoe_shows_the_same() -> None:
    pytest.importorskip(
        "pygame", reason="pygame, which PettingZoo's tictactoe needs, is not installed"
    )
    ours = GameEnvironment()
    theirs = import_module("pettingzoo.classic.tictactoe.tictactoe").raw_env()
    names = dict(zip(ours.possible_agents, theirs.possible_agents, strict=True))
    chance = Random(2)
    for _ in range(60):
        ours.reset()
        theirs.reset()
        while not all(theirs.terminations.values()):
            assert_the_same(ours, theirs, names)
            legal = np.flatnonzero(theirs.observe(theirs.agent_selection)["action_mask"])
            move = chance.choice(legal.tolist())
            ours.step(move)
            theirs.step(move)
        assert_the_same(ours, theirs, names)


def assert_the_same(ours: GameEnvironment, theirs: Any, names: dict[str, str]) -> None:
    assert names[ours.agent_selection] == theirs.agent_selection
    for own, other in names.items():
        assert ours.rewards[own] == theirs.rewards[other]
        assert ours.terminations[own] == theirs.terminations[other]
        mine, its = ours.observe(own), theirs.observe(other)
        assert np.array_equal(mine["observation"], its["observation"])
        if not ours.terminations[own]:  # theirs still names the empty squares when all is over
            assert np.array_equal(mine["action_mask"], its["action_mask"])


def test_an_illegal_move_loses_and_one_that_is_none_is_refused() -> None:
    environment = GameEnvironment()
    environment.reset()
    environment.step(4)
    environment.step(4)
    assert environment.rewards == {"first": 1, "second": -1}
    environment.reset()
    with pytest.raises(LabError, match="there is no action 9; they are 0 to 8"):
        environment.step(9)


def test_a_machine_as_an_agent_wins_as_often_as_it_should() -> None:
    kit, games, chance = preset("her-37"), 700, Random(1)
    machine = untaught(kit, starting_contents(kit))
    agent, side, won = MachineAgent(machine, seed=5), Side(kit.spec.side), 0
    environment = GameEnvironment(kit.game.name)
    for _ in range(games):
        environment.reset()
        while not any(environment.terminations.values()):
            if environment.agent_selection == side.value:
                environment.step(agent.act(environment))
            else:
                mask = environment.observe(environment.agent_selection)["action_mask"]
                environment.step(chance.choice([place for place, may in enumerate(mask) if may]))
        won += environment.rewards[side.value] == 1
    game = game_table(kit.game)
    table = machine_table(kit, game)
    policy = machine_policy(table, table.weights(machine.weights))
    share = exact_chances(game, policy, player_policy(player_named("random", game)), side).win
    assert abs(won / games - share) < 3 * (share * (1 - share) / games) ** 0.5
    with pytest.raises(LabError, match="this machine plays hexapawn"):
        MachineAgent(machine).act(GameEnvironment())


def test_an_agent_makes_later_moves_by_the_rule_of_its_kit() -> None:
    """The chart takes the centre where there is nothing to win or to block;
    a lot would take any free square.
    """
    kit = kit_of("boxes = {stages = 1, later = 'chart'}\nbeads.start = 1")
    agent, environment = MachineAgent(untaught(kit, starting_contents(kit))), GameEnvironment()
    for _ in range(10):
        environment.reset()
        for square in (0, 1):
            environment.step(square)
        assert agent.act(environment) == 4
