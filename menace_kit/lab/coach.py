"""The coach: a player that looks into the boxes and makes the reply that teaches most.

Before a game it works out how likely the machine would lose to a player who errs in some of its
moves (`PUPIL_OF`), and for each box, bead and result how that chance would change if the game ended
so. Then it goes through all games that can follow, from their ends back: the machine draws by its
beads, and the coach makes the reply after which the chance is expected to fall most. It spares a
machine that is close to giving up for good, which would then lose every game; it steers towards
positions that the machine plays badly and is likely to meet again; and it lets the machine win
where good moves are worth more beads. docs/studies/coach.md says how this was found.

coach = Coach(machine_table(kit, kit_table(kit)), Side.FIRST)
replies = coach.replies(machine.start)
"""

from typing import Any

import numpy as np

from menace_kit.games import Side
from menace_kit.lab.engine.arrays import (
    DRAW,
    DRAWN,
    EMPTY_RULES,
    FIRST_WON,
    GOING_ON,
    LOSS,
    SIDES,
    WIN,
    Array,
)
from menace_kit.lab.engine.compiling import compiled, part
from menace_kit.lab.engine.perfect_play import legal
from menace_kit.lab.engine.tables import MachineTable
from menace_kit.lab.exact import AS_GOOD, Policy, all_chances, machine_policy, player_policy
from menace_kit.lab.exact import COMPILED as SUMS
from menace_kit.lab.players import player_named
from menace_kit.machine.schema import EmptyBox, Teaches

PUPIL_OF = "perfect:0.3"
"""The player to whom the machine should lose less.

Against one who never errs it would learn little: it would never meet most positions.
"""


LOOKS = 2
"""How often the coach goes through the games.

First every reply before a position is equally likely, then it uses those that it found.
"""


STRAYS = 0.1
"""The assumed chance that it makes any other reply.

So even positions that it would avoid have a past.
"""


_REFILL = EMPTY_RULES.index(EmptyBox.REFILL)


_RANDOM = EMPTY_RULES.index(EmptyBox.RANDOM)


class Coach:
    """A teacher of a machine with beads that plays one side of its game."""

    def __init__(self, machine: MachineTable, side: Side, pupil_of: str = PUPIL_OF) -> None:
        """Prepare to teach a machine that plays this side to lose less to player `pupil_of`."""
        game = machine.game
        self.machine, self.side = machine, side
        self._other = player_policy(player_named(pupil_of, game))
        self._rules = game.outcome, game.mover, game.next_state, game.move_count
        kind_of = np.full(game.next_state.shape, -1, np.int8)
        states, kinds = np.nonzero(machine.bead_move >= 0)
        kind_of[states, machine.bead_move[states, kinds]] = kinds
        self._boxes = machine.box, kind_of, machine.kinds
        start = machine.start.astype(np.int64)
        self._learning = start, machine.change, machine.keep_last, machine.empty_rule
        self._only_last = machine.kit.spec.learning.teaches is Teaches.LAST_MOVE

    def replies(self, beads: Array) -> Array:
        """Return int64 [states]: which of its moves the coach makes, -1 where it has none.

        `beads` is int [boxes, most kinds]. The replies are for a whole game, during which the boxes
        stay as they are.
        """
        policy, side = machine_policy(self.machine, beads), SIDES.index(self.side)
        worth = self.worth(beads, policy)
        replies: Array = _replies(self._rules, self._boxes, policy, worth, side, self._only_last)
        return replies

    def worth(self, beads: Array, policy: Policy) -> Array:
        """Return float64 [boxes, most kinds, 3]: how much the chance to lose falls, by result.

        It is the chance to lose to PUPIL_OF, if a game in which this bead was drawn ends so and
        changes only this box. `policy` is how the machine plays with the beads. The extra bead of a
        loss at an empty box (punish-previous) is left out.
        """
        game, side = self.machine.game, SIDES.index(self.side)
        loses = np.ascontiguousarray(all_chances(game, policy, self._other, self.side)[:, LOSS])
        whole = beads.astype(np.int64)
        worth: Array = _worth(
            self._rules, self._boxes, self._learning, whole, policy, self._other.moves, loses, side
        )
        return worth

    def policy(self, beads: Array, errs: float = 0.0) -> Policy:
        """Return how the coach plays with these beads; with rate `errs` it makes any legal move."""
        game, replies = self.machine.game, self.replies(beads)
        moves = errs * legal(game) / np.maximum(game.move_count, 1)[:, None]
        states = np.flatnonzero(replies >= 0)
        moves[states, replies[states]] += 1 - errs
        return Policy(moves, np.zeros(game.states))


@compiled
def _worth(
    rules: Any,
    boxes: Any,
    learning: Any,
    beads: Any,
    policy: Any,
    other: Any,
    loses: Any,
    side: Any,
) -> Any:
    """Return what `Coach.worth` does; `loses` is the chance of a loss from each state on."""
    kinds = boxes[2]
    start, change_of, keep_last, empty_rule = learning
    after, means, at_all, by_lot = _losses(rules, boxes, start, policy, other, loses, side)
    worth = np.zeros((len(start), start.shape[1], 3))
    for box in range(len(start)):
        filled = _dot(start[box], means[box])
        inside = beads[box]
        if _dot(inside, means[box]) == 0 and empty_rule[box] == _REFILL:
            inside = start[box]
        total = _dot(inside, means[box])
        if total == 0:
            continue
        empty = at_all[box]
        if empty_rule[box] == _RANDOM:
            empty = by_lot[box]
        elif empty_rule[box] == _REFILL:
            empty = _dot(start[box], after[box]) / filled
        lost = _dot(inside, after[box])
        for kind in range(kinds[box]):
            for result in range(3 * means[box, kind]):
                change = max(change_of[box, result], -inside[kind])
                if keep_last[box] and total + change < 1:
                    change = min(0, 1 - total)
                then = empty
                if total + change > 0:
                    then = (lost + change * after[box, kind]) / (total + change)
                worth[box, kind, result] = lost / total - then
    return worth


@part
def _dot(values: Any, weights: Any) -> Any:
    """Return the sum of the products.

    numba takes two seconds to compile what it would say if two arrays had different shapes.
    """
    total = 0.0
    for place in range(len(values)):
        total += values[place] * weights[place]
    return total


@part
def _losses(
    rules: Any, boxes: Any, start: Any, policy: Any, other: Any, loses: Any, side: Any
) -> Any:
    """Return the chances (float64) that a game comes to a box and is lost against `other`.

    They are: with each bead [boxes, kinds], at all [boxes], and after a random move [boxes]. The
    second result is int64 [boxes, kinds]: 1 if a bead means a move, 0 for one of a taken
    square.
    """
    outcome, mover, next_state, move_count = rules
    box_of, kind_of, _ = boxes
    reach = np.zeros(len(outcome))
    reach[0] = 1.0
    after, means = np.zeros(start.shape), np.zeros(start.shape, np.int64)
    at_all, by_lot = np.zeros(len(start)), np.zeros(len(start))
    for state in range(len(outcome)):
        if outcome[state] != GOING_ON:
            continue
        box, own = box_of[state], mover[state] == side
        for place in range(move_count[state]):
            child = next_state[state, place]
            share = policy.moves[state, place] if own else other[state, place]
            reach[child] += reach[state] * share
            if own and box >= 0:
                lost = reach[state] * loses[child]
                by_lot[box] += lost / move_count[state]
                if kind_of[state, place] >= 0:
                    after[box, kind_of[state, place]] += lost
                    means[box, kind_of[state, place]] = 1
        if own and box >= 0:
            at_all[box] += reach[state]
    return after, means, at_all, by_lot


@compiled
def _replies(rules: Any, boxes: Any, policy: Any, worth: Any, side: Any, only_last: Any) -> Any:
    """Return the replies after which most is expected; `worth` is that of each bead and result.

    With `only_last`, a game teaches only its last bead.
    """
    replies = np.full(len(rules[0]), -1, np.int64)
    for look in range(LOOKS):
        strays = 1.0 if look == 0 else STRAYS
        reach, before = _ways_here(rules, boxes, policy, worth, side, only_last, replies, strays)
        _look_ahead(rules, boxes, policy, worth, side, only_last, reach, before, replies)
    return replies


@part
def _ways_here(
    rules: Any,
    boxes: Any,
    policy: Any,
    worth: Any,
    side: Any,
    only_last: Any,
    replies: Any,
    strays: Any,
) -> Any:
    """Return how likely each state is reached (float64 [states]), and what was earned by then.

    The latter is [states, 3]: what each result of the game would be worth at the boxes opened so
    far, on average over all ways to the state.
    """
    outcome, mover, next_state, move_count = rules
    box_of, kind_of, _ = boxes
    reach, before = np.zeros(len(outcome)), np.zeros((len(outcome), 3))
    reach[0] = 1.0
    for state in range(len(outcome)):
        if outcome[state] != GOING_ON or reach[state] == 0:
            continue
        for place in range(move_count[state]):
            child, kind = next_state[state, place], np.int64(-1)
            if mover[state] == side:
                share, kind = policy.moves[state, place], np.int64(kind_of[state, place])
            else:
                share = strays / move_count[state]
                if replies[state] == place:
                    share += 1 - STRAYS
            if share == 0:
                continue
            drawn = box_of[state] >= 0 and kind >= 0
            for result in range(3):
                earned = 0.0 if drawn and only_last else before[state, result]
                if drawn:
                    earned += reach[state] * worth[box_of[state], kind, result]
                before[child, result] += share * earned
            reach[child] += share * reach[state]
    return reach, before


@part
def _look_ahead(
    rules: Any,
    boxes: Any,
    policy: Any,
    worth: Any,
    side: Any,
    only_last: Any,
    reach: Any,
    before: Any,
    replies: Any,
) -> None:
    """Write the best replies, from the ends of the games back.

    `expected` is what the boxes after a state will bring. `ends` is how likely each result is and
    also teaches the boxes before; it always does unless only the last bead is taught.
    """
    outcome, mover, next_state, move_count = rules
    expected, ends = np.zeros(len(outcome)), np.zeros((len(outcome), 3))
    for state in range(len(outcome) - 1, -1, -1):
        if outcome[state] != GOING_ON:
            won = (outcome[state] == FIRST_WON) == (side == 0)
            ends[state, DRAW if outcome[state] == DRAWN else WIN if won else LOSS] = 1.0
        elif mover[state] == side:
            ends[state, LOSS] = policy.gives_up[state]
            _expect_of_beads(state, rules, boxes, policy, worth, only_last, expected, ends)
        else:
            most = -np.inf
            for place in range(move_count[state]):
                child = next_state[state, place]
                gain = expected[child]
                if reach[state] > 0:
                    gain += _dot(ends[child], before[state]) / reach[state]
                if gain > most + AS_GOOD:
                    most, replies[state] = gain, place
            child = next_state[state, replies[state]]
            expected[state] = expected[child]
            for result in range(3):  # one by one, for the reason that `_dot` has
                ends[state, result] = ends[child, result]


@part
def _expect_of_beads(
    state: Any,
    rules: Any,
    boxes: Any,
    policy: Any,
    worth: Any,
    only_last: Any,
    expected: Any,
    ends: Any,
) -> None:
    """Write what the machine's draw in a state brings, and how likely each result is then."""
    _, _, next_state, move_count = rules
    box_of, kind_of, _ = boxes
    for place in range(move_count[state]):
        share, child = policy.moves[state, place], next_state[state, place]
        if share == 0:
            continue
        expected[state] += share * expected[child]
        drawn = box_of[state] >= 0 and kind_of[state, place] >= 0
        for result in range(3):
            chance = share * ends[child, result]
            if drawn:
                expected[state] += chance * worth[box_of[state], kind_of[state, place], result]
            if not (drawn and only_last):
                ends[state, result] += chance


COMPILED = (*SUMS, _worth, _replies)
"""What the coach compiles when it is first asked, including the sums of `exact`."""
