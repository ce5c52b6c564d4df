"""The compiled trainer: plays games between any two agents, and teaches those that learn.

One loop plays every kind of game, by a table of what follows each choice. `states` says who moves,
which row of the table to use, and how to choose from it: evenly, by weight, or what is worth most.
Tests compare the loop with the machine's own rules, game by game.

numba compiles it when it is first used, and keeps it; without numba the same functions run as they
are. `setup` and `memory` are those of `arrays`. Types are Any: numba infers them from each call. A
compiled function takes few arrays, because each makes every call slower to compile. A part is
compiled again for every other type of number that it is given, so what parts take is converted to
int64 if arrays are smaller, or if it is a plain number.
"""

from typing import Any

import numpy as np

from menace_kit.lab.engine.arrays import (
    AFTER,
    AGENT,
    BEADS,
    BOX,
    BY_BEADS,
    BY_LOT,
    BY_PLAYERS,
    COLOUR,
    COLUMN,
    EMPTY_RULE,
    EMPTY_RULES,
    FIRST_WON,
    FULL_ABOVE,
    GOING_ON,
    HALVED,
    KEEPS_LAST,
    LOSS,
    LOWEST,
    MONTE_CARLO,
    MOST,
    MOVER,
    NOW,
    ODDS,
    OUTCOME,
    PEAK,
    PLACE,
    PLAYED,
    PLAYER,
    QUALITY,
    SATURATED,
    SECOND_WON,
    START,
    TABLE_ROW,
    WHO,
    WRONG,
)
from menace_kit.lab.engine.compiling import compiled, part
from menace_kit.lab.engine.random_stream import FIRST_FACTOR, GOLDEN, SECOND_FACTOR
from menace_kit.lab.machine_file import MOST_BEADS
from menace_kit.machine.schema import EmptyBox

_REFILL = EMPTY_RULES.index(EmptyBox.REFILL)
_RANDOM = EMPTY_RULES.index(EmptyBox.RANDOM)
_PUNISH = EMPTY_RULES.index(EmptyBox.PUNISH_PREVIOUS)

_GOLDEN, _FIRST_FACTOR, _SECOND_FACTOR = (
    np.uint64(number) for number in (GOLDEN, FIRST_FACTOR, SECOND_FACTOR)
)
_11, _27, _30, _31, _32 = (np.uint64(number) for number in (11, 27, 30, 31, 32))
_ONE_OF_2_TO_53 = 1.0 / (1 << 53)


# The random stream's state is passed from draw to draw: kept in an array, each draw would
# wait for memory.
@part
def _bits(stream: Any) -> Any:
    """Return 64 random bits, as `RandomStream` would, and the stream after them."""
    stream = stream + _GOLDEN
    bits = (stream ^ (stream >> _30)) * _FIRST_FACTOR
    bits = (bits ^ (bits >> _27)) * _SECOND_FACTOR
    return bits ^ (bits >> _31), stream


@part
def _below(stream: Any, number: Any) -> Any:
    """Return a number from 0 to `number` - 1, and the stream; nothing is drawn for 1."""
    if number <= 1:
        return 0, stream
    bits, stream = _bits(stream)
    return np.int64(((bits >> _32) * np.uint64(number)) >> _32), stream


@part
def _share(stream: Any) -> Any:
    """Return a number from 0 up to 1, and the stream."""
    bits, stream = _bits(stream)
    return np.float64(bits >> _11) * _ONE_OF_2_TO_53, stream


@part
def _largest(stream: Any, worths: Any, count: Any) -> Any:
    """Return the index of the largest of the first numbers, ties at random, and the stream."""
    most, ties = -np.inf, np.int64(0)
    for place in range(count):
        if worths[place] > most:
            most, ties = worths[place], np.int64(0)
        ties += worths[place] == most
    chosen, stream = _below(stream, ties)
    place = 0
    while worths[place] < most or chosen > 0:
        chosen -= worths[place] == most
        place += 1
    return place, stream


@part
def _count(
    totals: Any, counts: Any, colours: Any, inside: Any, box: Any, kind: Any, change: Any
) -> Any:
    """Update a forecast's counts after beads were added or removed."""
    counts[PEAK, box] = max(counts[PEAK, box], totals[box])
    counts[LOWEST, box] = min(counts[LOWEST, box], totals[box])
    colour = inside[COLOUR, box, kind]
    colours[NOW, colour] += change
    colours[MOST, colour] = max(colours[MOST, colour], colours[NOW, colour])


@part
def _change_of(change: Any, beads: Any, total: Any, keeps_last: Any) -> Any:
    """Return how a count of beads changes.

    The sums are those of `machine.learning.adjustments`, with MOST_BEADS as the limit.
    """
    change = max(change, -beads)
    if keeps_last and total + change < 1:
        change = min(0, 1 - total)
    return min(change, MOST_BEADS - beads)


@part
def _exploration(agent: Any, rules: Any, explores: Any, who: Any, game: Any) -> Any:
    """Return how often a learner explores; by Monte Carlo it explores less after each move."""
    epsilon, begin, end = rules[who, 2], rules[who, 3], rules[who, 4]
    now = explores[who] if agent == MONTE_CARLO else epsilon
    if game < begin:
        return now
    if agent == QUALITY:
        return epsilon * (end - game) / (end - begin) if game < end else 0.0
    explores[who] = max(0.0, now - epsilon / (end - begin)) if game < end else 0.0
    return now


@part
def _learn_a_step(
    path: Any, steps: Any, by: Any, quality: Any, who: Any, alpha: Any, target: Any
) -> Any:
    """Teach a Q-learner what its last move was worth, if it has made one."""
    step = steps - 1
    while step >= 0 and path[step, WHO] != by:
        step -= 1
    if step >= 0:
        row, column = path[step, PLACE], path[step, COLUMN]
        quality[who, row, column] += alpha * (target - quality[who, row, column])


@part
def _is_dead(openings: Any, parity: Any, totals: Any) -> Any:
    """Return whether a machine can no longer make its first move."""
    dead = False
    for side in range(2):
        inside = 0
        for place in range(openings.shape[2]):
            box = openings[parity, side, place]
            if box >= 0:
                inside += totals[box]
        dead |= openings[parity, side, 0] >= 0 and inside == 0
    return dead


@part
def _multiply_odds(odds: Any, box: Any, kind: Any, factor: Any, floor: Any) -> Any:
    """Multiply the odds of one move; the others keep their proportions."""
    kinds, others = odds.shape[1], 0.0
    for other in range(kinds):
        if other != kind:
            others += odds[box, other]
    if others == 0:
        return
    before = min(max(odds[box, kind], floor), 1 - floor)
    new_odds = before / (1 - before) * factor
    after = min(max(new_odds / (1 + new_odds), floor), 1 - floor)
    # Divide by `others`, not by 1 - before, whose error would grow from game to game.
    rest = (1 - after) / others
    for other in range(kinds):
        odds[box, other] *= rest
    odds[box, kind] = after


@part
def _learn_by_odds(
    side: Any, who: Any, rules: Any, past: Any, path: Any, steps: Any, odds: Any, result: Any
) -> Any:
    """Teach a machine with odds what a game was worth, newest move first."""
    reward = 1.0 - result  # a win is 1, a draw 0, a loss -1
    origin = past[side, 0] / past[side, 1] if past[side, 1] > 0 else 0.0
    taught = 0
    for step in range(steps - 1, -1, -1):
        if path[step, WHO] == 2 * ODDS + side:
            factor = (rules[who, 0] * rules[who, 1] ** taught) ** (reward - origin)
            _multiply_odds(odds, path[step, PLACE], path[step, COLUMN], factor, rules[who, 3])
            taught += 1
    if taught:
        past[side, 0] = rules[who, 2] * (reward + past[side, 0])
        past[side, 1] = rules[who, 2] * (1.0 + past[side, 1])


@part
def _learn_by_monte_carlo(
    side: Any,
    who: Any,
    rules: Any,
    path: Any,
    steps: Any,
    states: Any,
    choices: Any,
    marks: Any,
    quality: Any,
    result: Any,
) -> Any:
    """Give each move of a game, the first one first, the whole reward."""
    for step in range(steps):
        if path[step, WHO] == 2 * MONTE_CARLO + side:
            after, best = path[step, AFTER], 0.0
            for place in range(choices[after]):
                worth = quality[who, states[TABLE_ROW, after], marks[after, place]]
                best = worth if place == 0 else max(best, worth)
            row, column = path[step, PLACE], path[step, COLUMN]
            target = rules[who, 5 + result] + rules[who, 1] * best
            quality[who, row, column] += rules[who, 0] * (target - quality[who, row, column])


@compiled
def play_games(  # noqa: PLR0912, PLR0915 - one loop: parts take longer to compile
    setup: Any,
    memory: Any,
    path: Any,
    worths: Any,
    games: Any,
    track: Any,
    played: Any,
) -> None:
    """Play so many games of each run, changing `memory`, whose arrays are indexed by run first.

    `played` int64 [runs] receives how many each has played: fewer if a machine can no longer move
    first. `track` keeps a forecast's counts. `path` int64 [longest game, 4] and `worths` float64
    [most choices] are working space.
    """
    # Take arrays out of their tuples here: inside the loop that would cost more than the game.
    all_states, follows, choices, upto, marks = (
        setup.states,
        setup.follows,
        setup.choices,
        setup.upto,
        setup.marks,
    )
    rules_of, inside, openings = setup.boxes, setup.inside, setup.openings
    mix, adapts, rules = setup.mix, setup.adapts, setup.rules
    watched_by, only_last, halves = setup.watched_by, setup.only_last, setup.halves
    rows = all_states.shape[2]
    for run in range(len(played)):
        beads, totals, quality = memory.beads[run], memory.totals[run], memory.quality[run]
        # Arrays that never change have one row for all runs.
        odds, counts = (
            memory.odds[min(run, len(memory.odds) - 1)],
            memory.counts[min(run, len(memory.counts) - 1)],
        )
        past, explores, rate = memory.past[run], memory.explores[run], memory.rate[run]
        numbers, tally, colours = memory.numbers[run], memory.tally[run], memory.of_colours[run]
        stream, may_be_dead = memory.stream[run, 0], True
        played[run] = games
        for game in range(games):
            parity = numbers[PLAYED] % len(all_states)
            states = all_states[parity]
            if may_be_dead and _is_dead(openings, parity, totals):
                played[run] = game
                break
            may_be_dead = len(all_states) > 1
            player = 0
            if len(mix) > 1:
                lot, stream = _below(stream, np.int64(1 << 32))
                while mix[player] <= lot:
                    player += 1
            players_row, adapts_now = (BY_PLAYERS + 2 * player) * rows, adapts[player]
            state, steps, gave_up, at_empty_box, learners = 0, np.int64(0), -1, False, 0
            while states[OUTCOME, state] == GOING_ON:
                agent, side = states[AGENT, state], states[MOVER, state]
                box: Any = np.int64(states[BOX, state])
                who = side ^ parity
                learner, place_of, row = agent, -1, int(state)
                if agent == PLAYER:
                    if watched_by != PLAYER:
                        player = who
                        players_row = (BY_PLAYERS + 2 * player) * rows
                    row += players_row
                    if rate[player] > 0:
                        share, stream = _share(stream)
                        if share < rate[player]:
                            row += rows
                    if choices[row] > 0:
                        place, stream = _below(stream, np.int64(choices[row]))
                    else:  # UNEVEN
                        share, stream = _share(stream)
                        place = 0
                        while upto[row, place] <= share:
                            place += 1
                    column = 0
                    if (
                        watched_by != PLAYER
                        and box >= 0
                        and (watched_by != BEADS or totals[box] > 0)
                    ):
                        learner, place_of, column = watched_by, box, marks[row, place]
                elif agent >= QUALITY:
                    place_of, best = states[TABLE_ROW, state], -np.inf
                    for place in range(choices[row]):
                        worths[place] = quality[who, place_of, marks[row, place]]
                        best = max(best, worths[place])
                    if agent == QUALITY:
                        target = rules[who, 1] * best
                        _learn_a_step(
                            path, steps, 2 * agent + side, quality, who, rules[who, 0], target
                        )
                    exploration, place = (
                        _exploration(agent, rules, explores, who, numbers[PLAYED]),
                        -1,
                    )
                    if exploration > 0:
                        share, stream = _share(stream)
                        if share < exploration:
                            place, stream = _below(stream, np.int64(choices[row]))
                    if place < 0:
                        place, stream = _largest(stream, worths, choices[row])
                    column = marks[row, place]
                elif box < 0:
                    row += BY_LOT * rows
                    if choices[row] == 0:
                        gave_up = side
                        break
                    place, stream = _below(stream, np.int64(choices[row]))
                    column = 0
                else:
                    place_of = box
                    if agent == BEADS and totals[box] == 0:
                        if rules_of[EMPTY_RULE, box] == _REFILL:
                            for kind in range(beads.shape[1]):
                                start = np.int64(inside[START, box, kind])
                                beads[box, kind] += start
                                totals[box] += start
                                if track:
                                    _count(totals, counts, colours, inside, box, kind, start)
                        elif rules_of[EMPTY_RULE, box] == _RANDOM:
                            place_of = -1
                        else:
                            gave_up, at_empty_box = side, True
                            break
                    if place_of < 0:
                        place, stream = _below(stream, np.int64(choices[row]))
                    elif agent == ODDS:
                        row += BY_BEADS * rows
                        share, stream = _share(stream)
                        place = 0
                        while place < choices[row] - 1 and share >= odds[box, place]:
                            share -= odds[box, place]
                            place += 1
                    else:
                        row += BY_BEADS * rows
                        lot, stream = _below(stream, totals[box])
                        place = 0
                        while lot >= beads[box, place]:
                            lot -= beads[box, place]
                            place += 1
                        if (
                            follows[row, place] < 0
                        ):  # its square is taken: a loss for this box; draw again
                            change = _change_of(
                                np.int64(rules_of[LOSS, box]),
                                beads[box, place],
                                totals[box],
                                np.int32(0),
                            )
                            beads[box, place] += change
                            totals[box] += change
                            if track:
                                _count(totals, counts, colours, inside, box, place, change)
                            may_be_dead |= totals[box] == 0
                            continue
                        if adapts_now > 0 and marks[row, place] > 0:
                            erred = 1.0 if marks[row, place] == WRONG else 0.0
                            rate[player] += adapts_now * (erred - rate[player])
                    column = place
                state = follows[row, place]
                if place_of >= 0 and column >= 0:
                    path[steps, WHO], path[steps, PLACE] = 2 * learner + side, place_of
                    path[steps, COLUMN], path[steps, AFTER] = column, state
                    steps += 1
                    learners |= 1 << learner

            outcome = states[OUTCOME, state]
            if gave_up >= 0:
                outcome = SECOND_WON if gave_up == 0 else FIRST_WON
            for side in range(2 if learners >> ODDS else 0):
                result = outcome - FIRST_WON if side == 0 else SECOND_WON - outcome
                who = side ^ parity
                if learners >> QUALITY & 1:
                    reward = rules[who, 5 + result]
                    _learn_a_step(
                        path, steps, 2 * QUALITY + side, quality, who, rules[who, 0], reward
                    )
                if learners >> MONTE_CARLO & 1:
                    _learn_by_monte_carlo(
                        side, who, rules, path, steps, states, choices, marks, quality, result
                    )
                if learners >> ODDS & 1:
                    _learn_by_odds(side, who, rules, past, path, steps, odds, result)
            taught = 0  # bit 0: the first player's last bead was taught, bit 1: the second's
            for step in range(steps - 1, -1, -1):
                if path[step, WHO] >> 1 != BEADS:
                    continue
                side, box, kind = path[step, WHO] & 1, path[step, PLACE], path[step, COLUMN]
                if only_last:
                    if taught >> side & 1:
                        continue
                    taught |= 1 << side
                change = rules_of[outcome - FIRST_WON if side == 0 else SECOND_WON - outcome, box]
                if at_empty_box and side == gave_up:  # the box that it used before the empty one
                    at_empty_box = False
                    change -= rules_of[EMPTY_RULE, box] == _PUNISH
                change = _change_of(
                    change, beads[box, kind], totals[box], rules_of[KEEPS_LAST, box]
                )
                beads[box, kind] += change
                totals[box] += change
                if track:
                    _count(totals, counts, colours, inside, box, kind, change)
                may_be_dead |= totals[box] == 0
                if beads[box, kind] >= MOST_BEADS:
                    numbers[SATURATED] = 1
            for step in range(steps if halves else 0):
                box = path[step, PLACE]
                if path[step, WHO] >> 1 == BEADS and totals[box] > rules_of[FULL_ABOVE, box]:
                    counts[HALVED, box] += 1
                    for kind in range(beads.shape[1]):
                        half = max(beads[box, kind] // 2, min(beads[box, kind], 1))
                        out = beads[box, kind] - half
                        beads[box, kind] += -out
                        totals[box] += -out
                        if track:
                            _count(totals, counts, colours, inside, box, kind, -out)
            tally[parity, outcome] += 1
            numbers[PLAYED] += 1
        memory.stream[run, 0] = stream
