"""Exact chances: how a machine's games end, summed over all games; no sampling.

kit = load_preset("michie-1961")
game = game_table(kit.game)
machine = machine_table(kit, game)
policy = machine_policy(machine, machine.start)
exact_chances(game, policy, player_policy(player_named("random", game)), Side.FIRST)

Nobody learns meanwhile: the chances are those of the next game, and of every game that leaves the
boxes alone.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from menace_kit.errors import LabError
from menace_kit.frozen import Frozen
from menace_kit.games import Game, Side, described
from menace_kit.lab.engine.arrays import (
    DRAW,
    EMPTY_RULES,
    FIRST_WON,
    GOING_ON,
    LOSS,
    SECOND_WON,
    SIDES,
    WIN,
    Array,
)
from menace_kit.lab.engine.compiling import compiled, part
from menace_kit.lab.engine.tables import GameTable, MachineTable, game_table, machine_table
from menace_kit.lab.machine_file import SavedMachine
from menace_kit.lab.players import Player
from menace_kit.machine import Kit
from menace_kit.machine.next_game import Chances
from menace_kit.machine.schema import EmptyBox

AS_GOOD = 1e-12
"""Sums of chances that differ by less are equal.

Rounding errors are far smaller, differences between moves far larger.
"""


_REFILL = EMPTY_RULES.index(EmptyBox.REFILL)


_RANDOM = EMPTY_RULES.index(EmptyBox.RANDOM)


class Policy(NamedTuple):
    """What a player does, whatever happened before.

    Attributes:
        moves: float64 [states, most moves]: the chance of each move.
        gives_up: float64 [states]: the chance that it gives up instead.
            Together they are 1 where it is to move.
    """

    moves: Array
    gives_up: Array


def machine_policy(machine: MachineTable, weights: Array, greedy: bool = False) -> Policy:
    """Return how a machine plays with these beads (or odds) [boxes, most kinds], by its kit.

    It draws a bead; a `greedy` machine takes the most common one that means a move, at random among
    equals. Beads of taken squares are left out and others drawn, so the rest are as likely as if
    they weren't there. At an empty box it gives up, which is a loss, or draws from the starting
    beads (refill), or makes any legal move (random). With keep-last no game empties a box, but if
    one was filled or counted as empty, the machine gives up, too. Without a box it makes its only
    move, or a random one that the kit's rule for later moves allows, or it gives up: in a lost
    position, or on a side that the kit doesn't play.
    """
    game = machine.game
    policy = _no_policy(game)
    _fill_policy(
        policy, (game.outcome, game.move_count), _boxes(machine), weights.astype(np.float64), greedy
    )
    return policy


def _no_policy(game: GameTable) -> Policy:
    return Policy(np.zeros((game.states, game.width)), np.zeros(game.states))


def _boxes(machine: MachineTable) -> tuple[Array, ...]:
    """Return what `_fill_policy` needs to know about the boxes."""
    start = machine.start.astype(np.float64)
    lots = machine.lot_move, machine.lot_count
    return machine.box, machine.bead_move, *lots, machine.kinds, machine.empty_rule, start


def player_policy(player: Player) -> Policy:
    """Return how a player plays; raises LabError if that changes over time."""
    if player.adaptive:
        raise LabError(
            f"{player.name} plays differently as time goes on; "
            "exact chances need a player that does not"
        )
    if player.looks:
        raise LabError(
            f"{player.name} plays by what is in the boxes; exact chances need to know what is"
        )
    errs = player.errs / np.maximum(player.errs.sum(axis=1, keepdims=True), 1)
    gives_up = np.where(player.takes.any(axis=1), 0.0, 1.0)
    moves: Array = (1 - player.rate) * player.likely + player.rate * errs
    return Policy(moves, gives_up)


def policy_player(name: str, policy: Policy) -> Player:
    """Return the player that follows a policy; the inverse of `player_policy`."""
    takes = policy.moves > 0
    return Player(name, takes, takes, shares=policy.moves)


class MachinePlayer(Frozen):
    """Makes a player of a trained machine that learns no more.

    It draws at random, or `greedy` always the bead that it has most of.
    """

    name: str
    machine: SavedMachine
    greedy: bool
    sides: tuple[Side, ...]

    def policy(self, table: GameTable) -> Policy:
        """Return how it plays; LabError for another game, or a side that it has no boxes for."""
        check_it_plays(self.name, self.machine.kit, table.game, self.sides)
        boxes = machine_table(self.machine.kit, table)
        return machine_policy(boxes, boxes.weights(self.machine.weights), self.greedy)

    def __call__(self, table: GameTable) -> Player:
        """Return it as a player; raises LabError like `policy`."""
        return policy_player(self.name, self.policy(table))


def check_it_plays(name: str, kit: Kit, game: Game, sides: Sequence[Side]) -> None:
    """Raise LabError unless a machine of this kit can play these sides of the game."""
    if kit.game != game and not _same_game(kit.game, game):
        raise LabError(f"{name} plays {described(kit.game)}, and this is {described(game)}")
    for side in sides:
        if side not in kit.sides:
            raise LabError(
                f"{name} has no boxes for the {side.value} player, whom it would have to play here"
            )


def _same_game(one: Game, other: Game) -> bool:
    """Return whether two games are the same, even if one was sent from another computer."""
    if (one.name, one.start()) != (other.name, other.start()):
        return False
    tables = [game_table(game) for game in (one, other)]
    rules = ([table.outcome, table.mover, table.next_state] for table in tables)
    return all(map(np.array_equal, *rules))


def exact_chances(game: GameTable, machine: Policy, opponent: Policy, side: Side) -> Chances:
    """Return the chances of this side's machine, from the start of the game.

    A machine with boxes for both sides can be its own opponent: pass the same policy twice.
    """
    return Chances(*all_chances(game, machine, opponent, side)[0].tolist())


def worst_case(game: GameTable, machine: Policy, side: Side, draw: float = 0.0) -> Chances:
    """Return the machine's chances against an opponent who knows what is in its boxes.

    The opponent minimises the expected result, where a win of the machine is worth 1, a loss -1 and
    a draw `draw`: 0 for the worst result, 1 for an opponent who cares only about winning. Among
    equal moves it takes one that leaves the machine the fewest wins.
    """
    return Chances(*all_chances(game, machine, None, side, draw)[0].tolist())


def at_best(
    machine: MachineTable,
    opponent: Policy | None,
    side: Side,
    worth: Chances,
    has_boxes: bool = True,
) -> float:
    """Return the most that any machine with these boxes can expect of a game.

    `worth` is what a win, a draw and a loss are worth. Without an opponent's policy, the opponent
    knows what is in the boxes and plays against it. Without boxes the machine can make any legal
    move.
    """
    game, own = machine.game, SIDES.index(side)
    value = np.zeros(game.states)
    for state in range(game.states - 1, -1, -1):  # each comes after its successors
        count = game.move_count[state]
        after, box = value[game.next_state[state, :count]], machine.box[state]
        if game.outcome[state] != GOING_ON:
            outcome = game.outcome[state]
            value[state] = worth[SECOND_WON - outcome if own else outcome - FIRST_WON]
        elif game.mover[state] == own:
            by_lot = has_boxes and box < 0
            if by_lot:
                after = after[machine.lot_move[state, : machine.lot_count[state]]]
            elif has_boxes and machine.empty_rule[box] != _RANDOM:
                places = machine.bead_move[state, : machine.kinds[box]]
                after = after[places[places >= 0]]
            value[state] = after.mean() if by_lot and len(after) else after.max(initial=worth.loss)
        elif opponent is None:
            value[state] = after.min()
        else:
            value[state] = (
                opponent.moves[state, :count] @ after + opponent.gives_up[state] * worth.win
            )
    return float(value[0])


def all_chances(
    game: GameTable, machine: Policy, opponent: Policy | None, side: Side, draw: float = 0.0
) -> Array:
    """Return float64 [states, 3]: the machine's chances to win, draw and lose from every state.

    Without an opponent's policy they are those of the worst case.
    """
    chances: Array = _sum_back(
        _rules(game), machine, opponent or machine, SIDES.index(side), opponent is None, float(draw)
    )
    return chances


def chances_of_many(
    machine: MachineTable,
    weights: Array,
    opponent: Policy | None,
    side: Side,
    draw: float = 0.0,
) -> Array:
    """Return float64 [points, 3]: the chances of the next game for many contents of the boxes.

    `weights` is [points, boxes, most kinds]: beads (or odds) of one machine after each game, or of
    many machines. Without an opponent's policy the chances are those of the worst case. With the
    765 states of `kit_table` a point takes about 40 microseconds, with all 5,478 positions of
    noughts and crosses six times as long; a symmetric player needs only the former. `Match.machine`
    is the table that a match plays on.
    """
    game = machine.game
    answers = opponent is None
    chances: Array = _sum_many(
        _no_policy(game),
        (game.outcome, game.move_count),
        _boxes(machine),
        weights.astype(np.float64),
        _rules(game),
        opponent or _no_policy(game),
        SIDES.index(side),
        answers,
        float(draw),
    )
    return chances


def _rules(game: GameTable) -> tuple[Array, ...]:
    """Return what `_sum_back` needs to know about a game."""
    return game.outcome, game.mover, game.next_state, game.move_count


@compiled
def _fill_policy(policy: Any, rules: Any, boxes: Any, weights: Any, greedy: Any) -> Any:
    """Fill in a machine's policy, which must be all 0.

    The rules are those of `trainer.play_games`.
    """
    moves, gives_up = policy
    outcome, move_count = rules
    box_of, bead_move, lot_move, lot_count, kinds, empty_rule, start = boxes
    for state in range(len(outcome)):
        if outcome[state] != GOING_ON:
            continue
        box, count = box_of[state], move_count[state]
        if box < 0:
            for place in lot_move[state, : lot_count[state]]:
                moves[state, place] = 1.0 / lot_count[state]
            gives_up[state] = lot_count[state] == 0
            continue
        places, inside = bead_move[state, : kinds[box]], weights[box]
        total, largest = _playable(inside, places)
        if total == 0:
            if empty_rule[box] == _RANDOM:
                moves[state, :count] = 1.0 / count
                continue
            if empty_rule[box] != _REFILL:
                gives_up[state] = 1.0
                continue
            inside = start[box]
            total, largest = _playable(inside, places)
        if greedy:
            total = 0.0
            for kind, place in enumerate(places):
                total += place >= 0 and inside[kind] == largest
        for kind, place in enumerate(places):
            if place >= 0:
                share = (1.0 if inside[kind] == largest else 0.0) if greedy else inside[kind]
                moves[state, place] += share / total


@part
def _playable(inside: Any, places: Any) -> Any:
    """Return how much in a box means a move, and the most of one kind.

    Beads of taken squares are left out.
    """
    total, largest = 0.0, 0.0
    for kind, place in enumerate(places):
        if place >= 0:
            total += inside[kind]
            largest = max(largest, inside[kind])
    return total, largest


@compiled
def _sum_back(rules: Any, machine: Any, opponent: Any, side: Any, answers: Any, draw: Any) -> Any:
    """Return the chances of one policy against another, from the last state back.

    If the opponent `answers`, it has no policy, but makes the best answers to the machine's.
    """
    outcome, mover, next_state, move_count = rules
    chances = np.zeros((len(outcome), 3))
    for state in range(len(outcome) - 1, -1, -1):
        after = next_state[state, : move_count[state]]
        if outcome[state] != GOING_ON:
            result = SECOND_WON - outcome[state] if side else outcome[state] - FIRST_WON
            chances[state, result] = 1.0
        elif mover[state] == side:
            _expect(chances, state, after, machine.moves[state])
            chances[state, LOSS] += machine.gives_up[state]
        elif answers:
            worst = _worst_of(chances, after, draw)
            for which in range(3):  # a whole row at once would take much longer to compile
                chances[state, which] = chances[worst, which]
        else:
            _expect(chances, state, after, opponent.moves[state])
            chances[state, WIN] += opponent.gives_up[state]
    return chances


@part
def _expect(chances: Any, state: Any, after: Any, moves: Any) -> Any:
    """Add up the chances after each move of a state, weighted by how likely it is."""
    for place in range(len(after)):
        for result in range(3):
            chances[state, result] += moves[place] * chances[after[place], result]


@part
def _worst_of(chances: Any, after: Any, draw: Any) -> Any:
    """Return which of these states is worst for the machine."""
    worst, least = after[0], np.inf
    for state in after:
        worth = chances[state, WIN] + draw * chances[state, DRAW] - chances[state, LOSS]
        as_good = worth < least + AS_GOOD
        if worth < least - AS_GOOD or (as_good and chances[state, WIN] < chances[worst, WIN]):
            worst, least = state, worth
    return worst


@compiled
def _sum_many(
    policy: Any,
    ends: Any,
    boxes: Any,
    weights: Any,
    rules: Any,
    opponent: Any,
    side: Any,
    answers: Any,
    draw: Any,
) -> Any:
    """Return the chances from the start for each of the weights; `policy` is working space."""
    chances = np.empty((len(weights), 3))
    for point in range(len(weights)):
        policy.moves[:] = 0.0
        policy.gives_up[:] = 0.0
        _fill_policy(policy, ends, boxes, weights[point], False)
        found = _sum_back(rules, policy, opponent, side, answers, draw)
        for result in range(3):
            chances[point, result] = found[0, result]
    return chances


COMPILED = (_fill_policy, _sum_back)
"""What the sums compile when first used; COMPILED_FOR_MANY is for `chances_of_many`."""


COMPILED_FOR_MANY = (_sum_many,)
