"""Compiled reinforcement: what games teach machines with beads, and learners.

`setup` and `own` are those of `arrays`, `own` with the memory of one run. `path` has what was kept
of each move until the game ends: see `arrays.WHO`. Types are Any: numba infers them from each call.
"""

from typing import Any

import numpy as np

from menace_kit.lab.engine.arrays import (
    AFTER,
    BEADS,
    COLOUR,
    COLUMN,
    EMPTY_RULE,
    EMPTY_RULES,
    FIRST_WON,
    FULL_ABOVE,
    HALVED,
    KEEPS_LAST,
    LOSS,
    LOWEST,
    MONTE_CARLO,
    MOST,
    NOW,
    ODDS,
    PEAK,
    PLACE,
    PLAYED,
    QUALITY,
    SATURATED,
    SECOND_WON,
    START,
    TABLE_ROW,
    WHO,
)
from menace_kit.lab.engine.compiling import part
from menace_kit.lab.machine_file import MOST_BEADS
from menace_kit.machine.schema import EmptyBox

_PUNISH = EMPTY_RULES.index(EmptyBox.PUNISH_PREVIOUS)


@part
def _result(outcome: Any, side: Any) -> Any:
    """Return a game's result for one side: WIN, DRAW or LOSS."""
    return outcome - FIRST_WON if side == 0 else SECOND_WON - outcome


@part
def _put(setup: Any, own: Any, box: Any, kind: Any, change: Any, track: Any) -> Any:
    """Put beads into a box, or take them out; `track` keeps a forecast's counts."""
    own.beads[box, kind] += change
    own.totals[box] += change
    if track:
        counts, colours, total = own.counts, own.of_colours, own.totals[box]
        counts[PEAK, box] = max(counts[PEAK, box], total)
        counts[LOWEST, box] = min(counts[LOWEST, box], total)
        colour = setup.inside[COLOUR, box, kind]
        colours[NOW, colour] += change
        colours[MOST, colour] = max(colours[MOST, colour], colours[NOW, colour])


@part
def _pay(
    setup: Any, own: Any, box: Any, kind: Any, change: Any, keeps_last: Any, track: Any
) -> Any:
    """Change a count of beads as far as it can be changed.

    The sums are those of `machine.learning.adjustments`, with MOST_BEADS as the limit.
    """
    beads, total = own.beads[box, kind], own.totals[box]
    change = max(change, -beads)
    if keeps_last and total + change < 1:
        change = min(0, 1 - total)
    _put(setup, own, box, kind, min(change, MOST_BEADS - beads), track)


@part
def refill(setup: Any, own: Any, box: Any, track: Any) -> Any:
    """Fill an empty box as at the start."""
    for kind in range(own.beads.shape[1]):
        _put(setup, own, box, kind, np.int64(setup.inside[START, box, kind]), track)


@part
def punish_taken_square(setup: Any, own: Any, box: Any, kind: Any, track: Any) -> Any:
    """Change a box whose bead was of a taken square, as after a loss."""
    _pay(setup, own, box, kind, np.int64(setup.boxes[LOSS, box]), np.int32(0), track)


@part
def teach_beads(
    setup: Any, own: Any, outcome: Any, empty_for: Any, path: Any, steps: Any, track: Any
) -> Any:
    """Change the boxes that a game used, the last one first.

    `empty_for` is the side that gave up at an empty box, or -1; a rule may punish the box that it
    used before.
    """
    taught = 0  # bit 0: the first player's last bead was taught, bit 1: the second's
    for step in range(steps - 1, -1, -1):
        if path[step, WHO] >> 1 != BEADS:
            continue
        side, box, kind = path[step, WHO] & 1, path[step, PLACE], path[step, COLUMN]
        if setup.only_last and taught >> side & 1:
            continue
        change = np.int64(setup.boxes[_result(outcome, side), box])
        if side == empty_for and not taught >> side & 1:
            change -= setup.boxes[EMPTY_RULE, box] == _PUNISH
        taught |= 1 << side
        _pay(setup, own, box, kind, change, setup.boxes[KEEPS_LAST, box], track)
        if own.beads[box, kind] >= MOST_BEADS:
            own.numbers[SATURATED] = 1


@part
def halve(setup: Any, own: Any, path: Any, steps: Any, track: Any) -> Any:
    """Halve the boxes that a game used and that are too full after it."""
    for step in range(steps):
        box = path[step, PLACE]
        if path[step, WHO] >> 1 != BEADS or own.totals[box] <= setup.boxes[FULL_ABOVE, box]:
            continue
        own.counts[HALVED, box] += 1
        for kind in range(own.beads.shape[1]):
            beads = own.beads[box, kind]
            half = max(beads // 2, min(beads, 1))
            _put(setup, own, box, kind, half - beads, track)


@part
def exploration(setup: Any, own: Any, agent: Any, who: Any) -> Any:
    """Return how often a learner explores; by Monte Carlo it explores less after each move."""
    epsilon, begin, end = setup.rules[who, 2], setup.rules[who, 3], setup.rules[who, 4]
    game = own.numbers[PLAYED]
    now = own.explores[who] if agent == MONTE_CARLO else epsilon
    if game < begin:
        return now
    if agent == QUALITY:
        return epsilon * (end - game) / (end - begin) if game < end else 0.0
    own.explores[who] = max(0.0, now - epsilon / (end - begin)) if game < end else 0.0
    return now


@part
def teach_a_step(
    setup: Any, own: Any, side: Any, who: Any, target: Any, path: Any, steps: Any
) -> Any:
    """Teach a Q-learner what its last move was worth, if it has made one."""
    step = steps - 1
    while step >= 0 and path[step, WHO] != 2 * QUALITY + side:
        step -= 1
    if step >= 0:
        row, column = path[step, PLACE], path[step, COLUMN]
        own.quality[who, row, column] += setup.rules[who, 0] * (
            target - own.quality[who, row, column]
        )


@part
def teach_learners(
    setup: Any, own: Any, learners: Any, parity: Any, outcome: Any, path: Any, steps: Any
) -> Any:
    """Teach learners what a game was worth; `learners` has a bit for each role that took part."""
    for side in range(2):
        result, who = _result(outcome, side), side ^ parity
        if learners >> QUALITY & 1:
            teach_a_step(setup, own, side, who, setup.rules[who, 5 + result], path, steps)
        if learners >> MONTE_CARLO & 1:
            _teach_by_monte_carlo(setup, own, side, who, parity, result, path, steps)
        if learners >> ODDS & 1:
            _teach_by_odds(setup, own, side, who, result, path, steps)


@part
def _teach_by_monte_carlo(
    setup: Any, own: Any, side: Any, who: Any, parity: Any, result: Any, path: Any, steps: Any
) -> Any:
    """Give each move of a game, the first one first, the whole reward."""
    quality, rules = own.quality, setup.rules
    for step in range(steps):
        if path[step, WHO] != 2 * MONTE_CARLO + side:
            continue
        after, best = path[step, AFTER], 0.0
        row_after = setup.states[parity, TABLE_ROW, after]
        for place in range(setup.choices[after]):
            worth = quality[who, row_after, setup.marks[after, place]]
            best = worth if place == 0 else max(best, worth)
        row, column = path[step, PLACE], path[step, COLUMN]
        target = rules[who, 5 + result] + rules[who, 1] * best
        quality[who, row, column] += rules[who, 0] * (target - quality[who, row, column])


@part
def _teach_by_odds(
    setup: Any, own: Any, side: Any, who: Any, result: Any, path: Any, steps: Any
) -> Any:
    """Teach a machine with odds what a game was worth, newest move first."""
    past, rules = own.past, setup.rules
    reward = 1.0 - result  # a win is 1, a draw 0, a loss -1
    origin = past[side, 0] / past[side, 1] if past[side, 1] > 0 else 0.0
    taught = 0
    for step in range(steps - 1, -1, -1):
        if path[step, WHO] == 2 * ODDS + side:
            factor = (rules[who, 0] * rules[who, 1] ** taught) ** (reward - origin)
            odds = own.odds[path[step, PLACE]]
            _multiply_odds(odds, path[step, COLUMN], factor, rules[who, 3])
            taught += 1
    if taught:
        past[side, 0] = rules[who, 2] * (reward + past[side, 0])
        past[side, 1] = rules[who, 2] * (1.0 + past[side, 1])


@part
def _multiply_odds(odds: Any, kind: Any, factor: Any, floor: Any) -> Any:
    """Multiply the odds of one of a box's moves; the others keep their proportions."""
    others = 0.0
    for other in range(len(odds)):
        if other != kind:
            others += odds[other]
    if others == 0:
        return
    before = min(max(odds[kind], floor), 1 - floor)
    new_odds = before / (1 - before) * factor
    after = min(max(new_odds / (1 + new_odds), floor), 1 - floor)
    # Divide by `others`, not by 1 - before, whose error would grow from game to game.
    rest = (1 - after) / others
    for other in range(len(odds)):
        odds[other] *= rest
    odds[kind] = after
