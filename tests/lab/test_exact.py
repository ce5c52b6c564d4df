"""Exact chances against fractions summed in plain Python over every position,
and against games that were played.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache, partial
from math import sqrt
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from menace_kit.games import Move, Outcome, Position, Side, game_named
from menace_kit.lab.engine.arrays import GOING_ON, SIDES, Array, RandomStream
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
    taken_share,
    worst_case,
)
from menace_kit.lab.players import parsed_name, player_named
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Contents, gives_up_when_empty, starting_contents
from menace_kit.machine.prospects import most_lost
from menace_kit.machine.schema import EmptyBox
from menace_kit.machine.turns import Turn
from tests.examples import all_to_prove, examples
from tests.lab.reference import CHOICES, BeadMachine, Opponent, play_game, reading
from tests.lab.test_trainer import roles_of
from tests.logbook.games import KITS, kit_named, kit_of

GAME = game_named("noughts-and-crosses")
every = partial(game_table, GAME)
boards = partial(game_table, GAME, GAME.symmetries["all"])
STATIONARY = ("random", "first-free", "win-or-block", "perfect", "perfect:0.3")

Plain = tuple[Fraction, Fraction, Fraction]
WON, DRAWN, LOST = (
    (Fraction(a), Fraction(b), Fraction(c)) for a, b, c in ((1, 0, 0), (0, 1, 0), (0, 0, 1))
)


# The same sums in plain Python, from the rules of the kit and of the game


def machine_of(kit: Kit, table: GameTable | None = None) -> MachineTable:
    return machine_table(kit, table or kit_table(kit))


def policy_of(
    kit: Kit, contents: Contents, greedy: bool = False, table: GameTable | None = None
) -> Policy:
    machine = machine_of(kit, table)
    return machine_policy(machine, machine.weights(contents), greedy)


@cache
def last_positions_first(
    table: GameTable,
) -> list[tuple[Position, Outcome | None, dict[Move, Position]]]:
    """Return every position of a table with its outcome and where its moves lead."""
    return [
        (
            position,
            GAME.outcome(position),
            {
                move: table.positions[table.state(GAME.play(position, move))]
                for move in GAME.legal_moves(position)
            },
        )
        for position in reversed(table.positions)
    ]


def drawn_moves(
    kit: Kit, contents: Contents, position: Position, greedy: bool
) -> dict[Move, Fraction]:
    """Return how likely the machine makes each move; none where it gives up."""
    legal, ways = GAME.legal_moves(position), kit.readings(position)
    if not ways:
        unchosen = Turn(kit, position).unchosen
        return dict.fromkeys(unchosen, Fraction(1, len(unchosen))) if unchosen else {}
    playable = ways[0].moves  # a bead of a taken square is left out, and another one drawn
    inside: Mapping[str, int] = {
        colour: contents[ways[0].box.number][colour] for colour in playable
    }
    if not any(inside.values()):
        if gives_up_when_empty(kit) or kit.spec.learning.empty_box is EmptyBox.KEEP_LAST:
            return {}
        if kit.spec.learning.empty_box is EmptyBox.RANDOM:
            return dict.fromkeys(legal, Fraction(1, len(legal)))
        inside = {colour: ways[0].box.start[colour] for colour in playable}
    if greedy:
        inside = {colour: int(count == max(inside.values())) for colour, count in inside.items()}
    total = sum(inside.values())
    return {move: Fraction(inside[colour], total) for colour, move in ways[0].moves.items()}


@cache
def player_moves(name: str, position: Position) -> dict[Move, Fraction]:
    kind, rate = parsed_name(name)
    moves = dict.fromkeys(GAME.legal_moves(position), Fraction(0))
    for choices, share in zip(CHOICES[kind], (1 - Fraction(rate), Fraction(rate)), strict=True):
        taken = choices(GAME, position)
        for move in taken:
            moves[move] += share / len(taken)
    return moves


def plain_chances(
    kit: Kit,
    contents: Contents,
    side: Side,
    opponent: str | None,
    greedy: bool = False,
    table: GameTable | None = None,
) -> dict[Position, Plain]:
    """Return position -> chances of the machine;
    with no opponent the expected result is as bad as can be.
    """
    found: dict[Position, Plain] = {}
    for position, ended, children in last_positions_first(table or kit_table(kit)):
        after = {move: found[child] for move, child in children.items()}
        if ended is not None:
            found[position] = (
                DRAWN if ended.winner is None else WON if ended.winner is side else LOST
            )
        elif position.to_move is side:
            found[position] = expected(drawn_moves(kit, contents, position, greedy), after)
        elif opponent is None:
            found[position] = min(
                after.values(), key=lambda chances: (chances[0] - chances[2], chances[0])
            )
        else:
            found[position] = expected(player_moves(opponent, position), after)
    return found


def expected(moves: Mapping[Move, Fraction], after: Mapping[Move, Plain]) -> Plain:
    if not moves:
        return LOST
    win, draw, loss = (
        sum(share * after[move][n] for move, share in moves.items()) for n in range(3)
    )
    return Fraction(win), Fraction(draw), Fraction(loss)


def player(name: str, table: GameTable) -> Policy:
    return player_policy(player_named(name, table))


def trained(kit: Kit, games: int, opponent: str = "random") -> Contents:
    run = Match(kit, roles_of(kit), (opponent,)).run(1963)
    run.play(games)
    return run.contents


def with_empty_boxes(kit: Kit, contents: Contents) -> Contents:
    """Return the contents, but with a third of the boxes empty; those of the first move are not."""
    lot = Random(1961)
    return {
        number: dict.fromkeys(counts, 0)
        if kit.box(number).stage > 1 and lot.random() < 1 / 3
        else counts
        for number, counts in contents.items()
    }


def sides_of(kit: Kit) -> list[Side]:
    return list(Side) if kit.spec.side == "both" else [Side(kit.spec.side)]


def side_of(kit: Kit) -> Side:
    return sides_of(kit)[0]


def assert_equal_everywhere(
    found: Array, expected: Mapping[Position, Plain], table: GameTable
) -> None:
    plain = np.array(
        [[float(chance) for chance in expected[position]] for position in table.positions]
    )
    np.testing.assert_allclose(found, plain, rtol=0, atol=1e-12)


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


@pytest.mark.parametrize("name", all_to_prove(KITS, quick=["taken, both"]))
def test_the_most_that_a_machine_can_lose_is_the_same_without_the_lab(name: str) -> None:
    kit = kit_named(name)
    for contents in (starting_contents(kit), trained(kit, 60), trained(kit, 2_000)):
        policy = policy_of(kit, contents)
        for side in sides_of(kit):
            most = worst_case(kit_table(kit), policy, side, draw=1).loss
            assert most_lost(kit, contents, side) == pytest.approx(most, abs=1e-12)


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
    for greedy in (False, True):
        after = chances_of_many(match.machine, np.array(beads), opponent, side, greedy=greedy)
        worst = chances_of_many(match.machine, np.array(beads), None, side, 1.0, greedy)
        policies = [machine_policy(match.machine, inside, greedy) for inside in beads]
        one_by_one = [exact_chances(match.game, policy, opponent, side) for policy in policies]
        np.testing.assert_array_equal(after, one_by_one)
        np.testing.assert_array_equal(
            worst, [worst_case(match.game, each, side, 1.0) for each in policies]
        )
    assert len({tuple(chances) for chances in after.tolist()}) > 20


# Games that were played


def assert_as_played(kit: Kit, contents: Contents, opponent: str, greedy: bool = False) -> None:
    """Play games in which nobody learns; the shares are within four
    standard errors of the chances.
    """
    games = 40_000
    match = Match(kit, roles_of(kit), (opponent,), learns=False, greedy=greedy)
    run = match.run(1961, contents)
    assert run.play(games).games == games
    policy = machine_policy(match.machine, match.machine.weights(contents), greedy)
    itself = kit.spec.side == "both"
    other = policy if itself else player_policy(player_named(opponent, match.game))
    chances = exact_chances(match.game, policy, other, side_of(kit))
    played = run.tally if side_of(kit) is Side.FIRST else run.tally[::-1]
    for chance, count in zip(chances, played, strict=True):
        assert abs(count / games - chance) <= 4 * sqrt(chance * (1 - chance) / games) + 1e-12


@pytest.mark.parametrize("rule", EmptyBox)
def test_empty_boxes_play_as_the_chances_say(rule: EmptyBox) -> None:
    kit = kit_named(rule.value)
    contents = with_empty_boxes(kit, starting_contents(kit))
    for opponent in ("random", "perfect"):
        assert_as_played(kit, contents, opponent)


# What can be known without adding up


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


# Beads of taken squares.


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
