"""Exact chances are those of plain sums, and of games that were played."""

from functools import partial
from math import sqrt
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from menace_kit.games import Side, game_named
from menace_kit.lab.engine.arrays import GOING_ON, SIDES
from menace_kit.lab.engine.match import Match
from menace_kit.lab.engine.tables import (
    GameTable,
    MachineTable,
    game_table,
    kit_table,
    machine_table,
)
from menace_kit.lab.exact import (
    Policy,
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
from tests.examples import examples
from tests.lab.test_trainer import roles_of
from tests.logbook.games import kit_named

GAME = game_named("noughts-and-crosses")
every, boards = partial(game_table, GAME), partial(game_table, GAME, GAME.symmetries["all"])


def machine_of(kit: Kit, table: GameTable | None = None) -> MachineTable:
    return machine_table(kit, table or kit_table(kit))


def policy_of(kit: Kit, contents: Contents, table: GameTable | None = None) -> Policy:
    machine = machine_of(kit, table)
    return machine_policy(machine, machine.weights(contents))


def player(name: str, table: GameTable) -> Policy:
    return player_policy(player_named(name, table))


def trained(kit: Kit, games: int) -> Contents:
    run = Match(kit, roles_of(kit)).run(1963)
    run.play(games)
    return run.contents


def with_empty_boxes(kit: Kit, contents: Contents) -> Contents:
    """Return the contents with a third of the boxes empty, but not those of the first move."""
    lot = Random(1961)
    return {
        number: dict.fromkeys(counts, 0)
        if kit.box(number).stage > 1 and lot.random() < 1 / 3
        else counts
        for number, counts in contents.items()
    }


def side_of(kit: Kit) -> Side:
    return kit.sides[0]


@pytest.mark.parametrize("level", ["none", "rotations", "all"])
def test_random_against_random(level: str) -> None:
    table = game_table(GAME, GAME.symmetries[level])
    random = player_policy(player_named("random", table))
    first = exact_chances(table, random, random, Side.FIRST)
    assert first == pytest.approx((737 / 1260, 8 / 63, 121 / 420), abs=1e-15)
    assert exact_chances(table, random, random, Side.SECOND) == pytest.approx(
        first[::-1], abs=1e-15
    )


@pytest.mark.parametrize("opponent", ["perfect:0.3", None])
@pytest.mark.parametrize("name", ["second", "random", "taken"])
def test_the_chances_of_a_position_follow_from_those_after_it(
    name: str, opponent: str | None
) -> None:
    """Without an opponent they are those after the move that is worst for the machine."""
    kit = kit_named(name)
    table, side = kit_table(kit), side_of(kit)
    policy = policy_of(kit, with_empty_boxes(kit, trained(kit, 60)))
    other = player(opponent, table) if opponent else None
    found = all_chances(table, policy, other, side)
    for state, position in enumerate(table.positions):
        count = table.move_count[state]
        after = found[table.next_state[state, :count]]
        if ended := GAME.outcome(position):
            expected = np.eye(3)[[side, None, side.other].index(ended.winner)]
        elif position.to_move is side:
            expected = policy.moves[state, :count] @ after + [0, 0, policy.gives_up[state]]
        elif other:
            expected = other.moves[state, :count] @ after
        else:
            # Of answers that are as bad, the one that wins least.
            worth = np.round(after[:, 0] - after[:, 2], 9)
            expected = after[np.lexsort((after[:, 0], worth))[0]]
        assert found[state] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("name", ["michie", "taken"])
def test_a_greedy_machine_draws_only_from_the_beads_that_it_has_most_of(name: str) -> None:
    kit, lot = kit_named(name), Random(1961)
    contents, most = {}, {}
    for box in kit.boxes:
        inside = {colour: lot.randint(1, 4) for colour in box.moves}
        largest = max(inside[bead.colour] for bead in box.playable)
        contents[box.number] = inside
        most[box.number] = {colour: int(count == largest) for colour, count in inside.items()}
    machine = machine_of(kit)
    greedy = machine_policy(machine, machine.weights(contents), greedy=True)
    np.testing.assert_array_equal(greedy.moves, policy_of(kit, most).moves)


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
