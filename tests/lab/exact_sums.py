"""A machine's chances in plain Python, from the rules of kit and game only."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache, partial
from random import Random

import numpy as np

from menace_kit.games import Move, Outcome, Position, Side, game_named
from menace_kit.lab.engine.arrays import Array
from menace_kit.lab.engine.match import Match
from menace_kit.lab.engine.tables import (
    GameTable,
    MachineTable,
    game_table,
    kit_table,
    machine_table,
)
from menace_kit.lab.exact import Policy, machine_policy, player_policy
from menace_kit.lab.players import parsed_name, player_named
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Contents, gives_up_when_empty
from menace_kit.machine.schema import EmptyBox
from menace_kit.machine.turns import Turn
from tests.lab.plain_players import CHOICES
from tests.lab.test_trainer import roles_of

GAME = game_named("noughts-and-crosses")


every = partial(game_table, GAME)


boards = partial(game_table, GAME, GAME.symmetries["all"])


STATIONARY = ("random", "first-free", "win-or-block", "perfect", "perfect:0.3")


Plain = tuple[Fraction, Fraction, Fraction]


WON, DRAWN, LOST = (
    (Fraction(a), Fraction(b), Fraction(c)) for a, b, c in ((1, 0, 0), (0, 1, 0), (0, 0, 1))
)


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
    """Return every position of a table with its outcome, and where its moves lead."""
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
    """Return how likely the machine makes each move; empty if it gives up."""
    legal, ways = GAME.legal_moves(position), kit.readings(position)
    if not ways:
        unchosen = Turn(kit, position).unchosen
        return dict.fromkeys(unchosen, Fraction(1, len(unchosen))) if unchosen else {}
    playable = ways[0].moves  # beads of taken squares are ignored, and another one drawn
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
    """Return position -> the machine's chances; without an opponent, against the worst play."""
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
    """Return the contents with a third of the boxes empty, but not those of the first move."""
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
