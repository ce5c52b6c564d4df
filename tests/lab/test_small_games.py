"""The lab with games of other boards and moves: nothing in it knows noughts and crosses."""

import tomllib
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from menace_kit import games
from menace_kit.games import Side
from menace_kit.lab.arrays import BEADS, ODDS, PLAYER, QUALITY
from menace_kit.lab.curves import careers, contest
from menace_kit.lab.exact import box_weights, exact_chances, machine_policy, player_policy, worst_case
from menace_kit.lab.forecast import Forecaster
from menace_kit.lab.match import Match, roles_of
from menace_kit.lab.perfect import values
from menace_kit.lab.players import player_named
from menace_kit.lab.reference_players import worth
from menace_kit.lab.search import search
from menace_kit.lab.tables import GOING_ON, game_table, machine_table
from menace_kit.machine.kit import Kit, make_kit
from menace_kit.machine.model import parse_model
from menace_kit.machine.spec import Spec
from tests.lab.small_games import SMALL_GAMES
from tests.lab.test_kernels import assert_same


@pytest.fixture(autouse=True, scope="module")
def known() -> object:
    """Let kit files name the small games."""
    with pytest.MonkeyPatch.context() as patch:
        for name, game in SMALL_GAMES.items():
            patch.setitem(games.GAMES, name, game)
        yield


def kit_of(game: str, side: str, rule: str = "resign", beads: int = 2) -> Kit:
    text = (
        f"game = '{game}'\nside = '{side}'\nbeads.start = {beads}\n"
        f"learning = {{win = 1, draw = 0, loss = -1, empty-box = '{rule}'}}"
    )
    return make_kit(parse_model(Spec, tomllib.loads(text), "small"), "small", Path())


def test_hexapawn_is_the_published_game() -> None:
    game = SMALL_GAMES["hexapawn"]
    every = game_table(game)
    assert (every.states, every.longest, every.width) == (135, 7, 4)
    random = player_policy(player_named("random", every))
    assert exact_chances(every, random, random, Side.FIRST).win == pytest.approx(float(Fraction(259, 432)))


@pytest.mark.parametrize("name", SMALL_GAMES)
@pytest.mark.parametrize("level", ["none", "all"])
def test_tables_and_searches_agree(name: str, level: str) -> None:
    game = SMALL_GAMES[name]
    table = game_table(game, game.symmetries[level])
    value = values(table)
    assert value[0] == -1  # with best play the second player wins either game
    for state, position in enumerate(table.positions):
        to_first = worth(game, position) * (1 if position.to_move is Side.FIRST else -1)
        assert value[state] == to_first
        found = search(table, state)
        assert found.value == worth(game, position) == search(table, state, prune=False).value
        assert all(later > state for later in table.next_state[state, : table.move_count[state]])
        assert (table.outcome[state] == GOING_ON) == bool(found.best)


@pytest.mark.parametrize("name", SMALL_GAMES)
@pytest.mark.parametrize("side", ["first", "second", "both"])
@pytest.mark.parametrize("rule", ["resign", "refill", "random", "keep-last", "punish-previous"])
def test_compiled_games_are_those_of_plain_python(name: str, side: str, rule: str) -> None:
    kit = kit_of(name, side, rule)
    for opponent in ("random", "first-free", "win-or-block", "adaptive"):
        assert_same(Match(kit, roles_of(kit), (opponent,)), 60)


@pytest.mark.parametrize("name", SMALL_GAMES)
def test_other_learners(name: str) -> None:
    kit = kit_of(name, "both")
    assert_same(Match(kit, ((ODDS, ODDS),)), 60)
    assert_same(Match(kit, ((QUALITY, PLAYER), (PLAYER, QUALITY))), 60)
    assert_same(Match(kit, ((QUALITY, BEADS), (BEADS, QUALITY)), ("perfect",)), 60)


@pytest.mark.parametrize("name", SMALL_GAMES)
def test_a_machine_that_learned_cannot_be_beaten(name: str) -> None:
    kit = kit_of(name, "second", "keep-last", beads=9)
    run = Match(kit, ((PLAYER, BEADS),), ("random",)).run(1)
    run.play(200_000)
    table = game_table(kit.game)
    machine = machine_table(kit, table)
    policy = machine_policy(machine, box_weights(machine, run.contents), greedy=True)
    assert worst_case(table, policy, Side.SECOND).win == 1


@pytest.mark.parametrize("name", SMALL_GAMES)
def test_curves_and_forecasts(name: str) -> None:
    kit = kit_of(name, "second")
    *_, career = careers(contest(kit, "beads", "random"), 50, 2, 1)
    assert not isinstance(career, int)
    assert len(career.places) == career.games + 1
    forecaster = Forecaster(kit, 40, {"random": 1.0}, 1)
    assert list(forecaster.play(20)) == [1] * 20
    found = forecaster.forecast()
    start = np.array(list(kit.start_by_colour().values()))
    assert all(np.array([need.median for need in found.colours.values()]) >= start)
    assert found.sides[Side.SECOND].games == 40
