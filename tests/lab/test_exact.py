"""Exact chances are those of plain sums, and of games that were played."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from menace_kit.games import Side
from menace_kit.lab.engine.arrays import GOING_ON, SIDES
from menace_kit.lab.engine.match import Match
from menace_kit.lab.engine.tables import game_table, kit_table
from menace_kit.lab.exact import (
    all_chances,
    chances_of_many,
    exact_chances,
    machine_policy,
    player_policy,
    worst_case,
)
from menace_kit.lab.learners import with_rules
from menace_kit.lab.players import player_named
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Contents, starting_contents
from menace_kit.machine.schema import EmptyBox
from tests.examples import all_to_prove, examples
from tests.lab.exact_sums import (
    GAME,
    STATIONARY,
    assert_equal_everywhere,
    boards,
    every,
    machine_of,
    plain_chances,
    player,
    policy_of,
    side_of,
    sides_of,
    trained,
    with_empty_boxes,
)
from tests.lab.test_trainer import roles_of
from tests.logbook.games import KITS, kit_named


@pytest.mark.parametrize("level", ["none", "rotations", "all"])
def test_random_against_random(level: str) -> None:
    table = game_table(GAME, GAME.symmetries[level])
    random = player_policy(player_named("random", table))
    first = exact_chances(table, random, random, Side.FIRST)
    assert first == pytest.approx((737 / 1260, 8 / 63, 121 / 420), abs=1e-15)
    assert exact_chances(table, random, random, Side.SECOND) == pytest.approx(
        first[::-1], abs=1e-15
    )


@pytest.mark.parametrize("name", all_to_prove(KITS, quick=["keep-last", "taken, both"]))
def test_every_rule_of_the_boxes_in_every_position(name: str) -> None:
    kit = kit_named(name)
    contents, table = with_empty_boxes(kit, trained(kit, 60)), kit_table(kit)
    for side in sides_of(kit):
        greedy = side is Side.SECOND
        policy = policy_of(kit, contents, greedy)
        found = all_chances(table, policy, player("random", table), side)
        assert_equal_everywhere(found, plain_chances(kit, contents, side, "random", greedy), table)


@pytest.mark.parametrize("opponent", all_to_prove(STATIONARY, quick=["perfect:0.3"]))
def test_every_player_in_every_position(opponent: str) -> None:
    kit = kit_named("michie")
    table = every() if opponent == "first-free" else boards()
    contents = trained(kit, 500)
    policy = policy_of(kit, contents, table=table)
    found = all_chances(table, policy, player(opponent, table), Side.FIRST)
    plain = plain_chances(kit, contents, Side.FIRST, opponent, table=table)
    assert_equal_everywhere(found, plain, table)


@pytest.mark.parametrize("name", all_to_prove(["michie", "second", "random"], quick=["second"]))
def test_the_worst_case_in_every_position(name: str) -> None:
    kit = kit_named(name)
    contents, table = trained(kit, 60), kit_table(kit)
    found = all_chances(table, policy_of(kit, contents), None, side_of(kit))
    assert_equal_everywhere(found, plain_chances(kit, contents, side_of(kit), None), table)


def test_boards_that_are_turned_have_the_same_chances() -> None:
    kit = kit_named("michie")
    contents = trained(kit, 500)
    policy = policy_of(kit, contents)
    fine = policy_of(kit, contents, table=every())
    for name in ("random", "win-or-block", "perfect"):
        few = exact_chances(boards(), policy, player(name, boards()), Side.FIRST)
        many = exact_chances(every(), fine, player(name, every()), Side.FIRST)
        assert few == pytest.approx(many, abs=1e-12)
    assert worst_case(boards(), policy, Side.FIRST) == pytest.approx(
        worst_case(every(), fine, Side.FIRST), abs=1e-12
    )


@pytest.mark.parametrize("name", ["second", "refill"])
def test_the_chances_after_every_game_are_those_of_each_next_game(name: str) -> None:
    kit = kit_named(name)
    match, side = Match(kit, roles_of(kit), ("perfect:0.3",)), side_of(kit)
    run, beads = match.run(1963), [match.machine.start.copy()]
    while run.play(1).games and len(beads) < 40:
        beads.append(run.memory.beads.copy())
    beads[-1][7] = 0  # an empty box
    opponent = player_policy(match.players[0])
    after = chances_of_many(match.machine, np.array(beads), opponent, side)
    worst = chances_of_many(match.machine, np.array(beads), None, side, 1.0)
    policies = [machine_policy(match.machine, inside) for inside in beads]
    one_by_one = [exact_chances(match.game, policy, opponent, side) for policy in policies]
    np.testing.assert_array_equal(after, one_by_one)
    np.testing.assert_array_equal(
        worst, [worst_case(match.game, each, side, 1.0) for each in policies]
    )
    assert len({tuple(chances) for chances in after.tolist()}) > 20


def assert_as_played(kit: Kit, contents: Contents, opponent: str) -> None:
    """Play games in which nobody learns; the shares are within four
    standard errors of the chances.
    """
    games = 40_000
    kit = with_rules(kit, win=0, draw=0, loss=0)
    match = Match(kit, roles_of(kit), (opponent,))
    run = match.run(1961, contents)
    assert run.play(games).games == games
    policy = machine_policy(match.machine, match.machine.weights(contents))
    itself = kit.spec.side == "both"
    other = policy if itself else player_policy(player_named(opponent, match.game))
    chances = exact_chances(match.game, policy, other, side_of(kit))
    played = run.tally if side_of(kit) is Side.FIRST else run.tally[::-1]
    for chance, count in zip(chances, played, strict=True):
        assert abs(count / games - chance) <= 4 * sqrt(chance * (1 - chance) / games) + 1e-12


@pytest.mark.parametrize(
    "rule", [rule for rule in EmptyBox if rule is not EmptyBox.PUNISH_PREVIOUS]
)
def test_empty_boxes_play_as_the_chances_say(rule: EmptyBox) -> None:
    kit = kit_named(rule.value)
    contents = with_empty_boxes(kit, starting_contents(kit))
    for opponent in ("random", "perfect"):
        assert_as_played(kit, contents, opponent)


def test_perfect_play_is_never_beaten() -> None:
    perfect = player("perfect", boards())
    for side in Side:
        assert worst_case(boards(), perfect, side).loss == 0
        assert exact_chances(boards(), perfect, perfect, side) == pytest.approx((0, 1, 0))


def test_odds_are_weights_like_beads() -> None:
    kit = kit_named("michie")
    beads = trained(kit, 300)
    odds = {
        number: {colour: count / max(1, sum(counts.values())) for colour, count in counts.items()}
        for number, counts in beads.items()
    }
    table = machine_of(kit)
    by_odds = machine_policy(table, table.weights(odds))
    np.testing.assert_allclose(by_odds.moves, policy_of(kit, beads).moves, atol=1e-12)


@examples(5, 100)
@given(
    name=st.sampled_from(["michie", "refill", "random", "keep-last", "both"]),
    seed=st.integers(0, 2**32 - 1),
    most=st.sampled_from([1, 3, 10**8]),
    greedy=st.booleans(),
)
def test_whatever_is_in_the_boxes_the_chances_are_of_sum_1(
    name: str, seed: int, most: int, greedy: bool
) -> None:
    machine = machine_of(kit_named(name))
    beads = np.random.default_rng(seed).integers(0, most, machine.start.shape, endpoint=True)
    policy = machine_policy(machine, np.where(machine.colour >= 0, beads, 0), greedy)
    side = side_of(machine.kit)
    table = machine.game
    own = (table.outcome == GOING_ON) & (table.mover == SIDES.index(side))
    np.testing.assert_allclose((policy.moves.sum(axis=1) + policy.gives_up)[own], 1, atol=1e-12)
    for chances in (
        all_chances(table, policy, player("random", table), side),
        all_chances(table, policy, None, side),
    ):
        assert chances.min() >= 0
        np.testing.assert_allclose(chances.sum(axis=1), 1, atol=1e-12)
