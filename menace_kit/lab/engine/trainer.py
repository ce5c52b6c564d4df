"""The compiled trainer: plays games between any two agents, and teaches those that learn.

One loop plays every kind of game. `agents` says who moves in a state; whoever that is draws its move from tables and
from the numbers that it learns. `tests/lab/reference.py` does the same in plain Python with the machine's own rules;
both are held against each other, game for game.

Compiled by numba when first used, and kept on disk from then on. `setup` and `memory` are those of `arrays`. Arguments
are Any because numba works their types out from each call.
"""

from typing import Any

import numpy as np
from numba import njit

from menace_kit.lab.engine.arrays import (
    BEADS,
    DRAW,
    DRAWN,
    EMPTY_RULES,
    FIRST_FACTOR,
    FIRST_WON,
    GOING_ON,
    GOLDEN,
    LOSS,
    ODDS,
    PLAYER,
    QUALITY,
    SECOND_FACTOR,
    SECOND_WON,
    UNEVEN,
    WIN,
    WITH_TABLES,
    WRONG,
    Memory,
    compiled,
)
from menace_kit.lab.machine_file import MOST_BEADS
from menace_kit.machine.schema import EmptyBox

_REFILL = EMPTY_RULES.index(EmptyBox.REFILL)
_RANDOM = EMPTY_RULES.index(EmptyBox.RANDOM)
_PUNISH = EMPTY_RULES.index(EmptyBox.PUNISH_PREVIOUS)

_GOLDEN, _FIRST_FACTOR, _SECOND_FACTOR = (
    np.uint64(number) for number in (GOLDEN, FIRST_FACTOR, SECOND_FACTOR)
)
_ONE_OF_2_TO_53 = 1.0 / (1 << 53)


# The state of the random stream is handed on from draw to draw: kept in an array, every draw would wait for memory.
@njit(inline="always")
def _bits(stream: Any) -> Any:
    """Return 64 random bits and the stream after them: those of `RandomStream`."""
    stream = stream + _GOLDEN
    bits = (stream ^ (stream >> np.uint64(30))) * _FIRST_FACTOR
    bits = (bits ^ (bits >> np.uint64(27))) * _SECOND_FACTOR
    return bits ^ (bits >> np.uint64(31)), stream


@njit(inline="always")
def _below(stream: Any, number: Any) -> Any:
    """Return a number from 0 to `number` - 1 and the stream; where there is no choice nothing is drawn."""
    if number <= 1:
        return 0, stream
    bits, stream = _bits(stream)
    return np.int64(((bits >> np.uint64(32)) * np.uint64(number)) >> np.uint64(32)), stream


@njit(inline="always")
def _share(stream: Any) -> Any:
    """Return a number from 0 up to 1, and the stream."""
    bits, stream = _bits(stream)
    return np.float64(bits >> np.uint64(11)) * _ONE_OF_2_TO_53, stream


@njit(inline="always")
def _drawn_bead(stream: Any, beads: Any, kinds: Any, total: Any, greedy: Any) -> Any:
    """Return the bead that comes out of a box that is not empty; `beads` is the box's row."""
    if greedy:
        return _largest(stream, beads, kinds)
    left, stream = _below(stream, total)
    return _reached(left, beads, kinds), stream


@njit(inline="always")
def _reached(left: Any, weights: Any, kinds: Any) -> Any:
    """Return the kind that a lot means, by the weights of all; `left` is below their sum, but for rounding."""
    kind = 0
    for kind in range(kinds):
        left -= weights[kind]
        if left < 0:
            break
    return kind


@njit(inline="always")
def _largest(stream: Any, numbers: Any, count: Any) -> Any:
    """Return the place of the largest of the first `count` numbers, by lot where several are."""
    most, ties = numbers[0], 1
    for place in range(1, count):
        if numbers[place] > most:
            most, ties = numbers[place], 1
        elif numbers[place] == most:
            ties += 1
    chosen, stream = _below(stream, ties)
    place = 0
    for place in range(count):
        if numbers[place] == most:
            if chosen == 0:
                break
            chosen -= 1
    return place, stream


@njit
def _count(setup: Any, memory: Any, box: Any, kind: Any, change: Any) -> Any:
    """Keep the counts that forecasts need, after beads were put in or taken out."""
    memory.peak[box] = max(memory.peak[box], memory.totals[box])
    memory.lowest[box] = min(memory.lowest[box], memory.totals[box])
    colour = setup.colour[box, kind]
    memory.colours[colour] += change
    memory.colour_peak[colour] = max(memory.colour_peak[colour], memory.colours[colour])


@njit
def _refill(setup: Any, memory: Any, box: Any, track: Any) -> Any:
    """Put the starting beads into an empty box."""
    for kind in range(setup.kinds[box]):
        memory.beads[box, kind] = setup.start[box, kind]
        memory.totals[box] += setup.start[box, kind]
        if track:
            _count(setup, memory, box, kind, setup.start[box, kind])


@njit
def _halve(setup: Any, memory: Any, box: Any) -> Any:
    """Take half of each colour out of a box; the sums are those of `machine.learning.halved`."""
    before = memory.totals[box]
    for kind in range(setup.kinds[box]):
        inside = memory.beads[box, kind]
        out = inside - max(inside // 2, min(inside, 1))
        memory.beads[box, kind] -= out
        memory.totals[box] -= out
        memory.colours[setup.colour[box, kind]] -= out
    memory.halved[box] += memory.totals[box] < before


@njit(inline="always")
def _change_of(change: Any, beads: Any, total: Any, keeps_last: Any) -> Any:
    """Return how a count of beads changes; the sums are those of `machine.learning.adjustments`, and MOST_BEADS."""
    change = max(change, -beads)
    if keeps_last and total + change < 1:
        change = min(0, 1 - total)
    return min(change, MOST_BEADS - beads)


@njit(inline="always")
def _multiply_odds(odds: Any, kind: Any, kinds: Any, factor: Any, floor: Any) -> Any:
    """Multiply the odds of one move, and share the rest among the others as they shared it before."""
    if kinds == 1:
        return
    others = 0.0
    for other in range(kinds):
        if other != kind:
            others += odds[other]
    before = min(max(odds[kind], floor), 1 - floor)
    new_odds = before / (1 - before) * factor
    after = min(max(new_odds / (1 + new_odds), floor), 1 - floor)
    # Not others of 1 - before: what that is off by would grow from game to game.
    rest = (1 - after) / others
    for other in range(kinds):
        odds[other] *= rest
    odds[kind] = after


@njit(inline="always")
def _quality_move(stream: Any, qualities: Any, moves: Any, exploration: Any) -> Any:
    """Return the move of the highest quality, now and then any."""
    if exploration > 0:
        lot, stream = _share(stream)
        if lot < exploration:
            return _below(stream, moves)
    return _largest(stream, qualities, moves)


@njit(inline="always")
def _exploration(rule: Any, game: Any) -> Any:
    """Return how often a one-step Q-learner explores in a game; `rule` is its row of `rules`."""
    epsilon, begin, end = rule[2], rule[3], rule[4]
    if game < begin:
        return epsilon
    if game >= end:
        return 0.0
    return epsilon * (end - game) / (end - begin)


@njit(inline="always")
def _less_exploration(rule: Any, game: Any, explores: Any) -> Any:
    """Return how often a Monte Carlo learner explores after one more of its moves."""
    epsilon, begin, end = rule[2], rule[3], rule[4]
    if game < begin:
        return explores
    if game >= end:
        return 0.0
    return max(0.0, explores - epsilon / (end - begin))


@njit(inline="always")
def _in_first_boxes(first: Any, totals: Any) -> Any:
    """Return the beads in some boxes; `first` is a row of `first_boxes` or `counted_boxes`."""
    total = 0
    for box in first:
        if box >= 0:
            total += totals[box]
    return total


@njit
def _is_dead(first_boxes: Any, totals: Any) -> Any:
    """Return whether a machine can never make its first move again; `first_boxes` is of this kind of game."""
    dead = False
    for first in first_boxes:
        dead |= first[0] >= 0 and _in_first_boxes(first, totals) == 0
    return dead


@njit(inline="always")
def _player_of(stream: Any, mix: Any) -> Any:
    """Return who of the mix plays this game."""
    if len(mix) == 1:
        return 0, stream
    bits, stream = _bits(stream)
    player = 0
    while mix[player] <= bits >> np.uint64(32):
        player += 1
    return player, stream


@njit
def _learn_by_odds(
    setup: Any,
    memory: Any,
    parity: Any,
    path_box: Any,
    path_kind: Any,
    path_who: Any,
    steps: Any,
    results: Any,
) -> Any:
    """Teach the machines that have odds in their boxes what a game was worth, the newest move first."""
    for side in range(2):
        rule, past = setup.rules[side ^ parity], memory.past[side]
        reward = 1.0 - results[side]  # a win is 1, a draw 0, a loss -1
        origin = past[0] / past[1] if past[1] > 0 else 0.0
        taught = 0
        for step in range(steps - 1, -1, -1):
            if path_who[step] != 2 * ODDS + side:
                continue
            box = path_box[step]
            factor = (rule[0] * rule[1] ** taught) ** (reward - origin)
            _multiply_odds(memory.odds[box], path_kind[step], setup.kinds[box], factor, rule[3])
            taught += 1
        if taught:
            past[0] = rule[2] * (reward + past[0])
            past[1] = rule[2] * (1.0 + past[1])


@njit
def _learn_by_monte_carlo(
    setup: Any, memory: Any, parity: Any, path: Any, path_after: Any, steps: Any, results: Any
) -> Any:
    """Give every move of a game, the first one first, the whole reward; `path` has sides, rows and columns."""
    for step in range(steps):
        side, row, column = path[0, step], path[1, step], path[2, step]
        who = side ^ parity
        rule, table, after = setup.rules[who], memory.quality[who], path_after[step]
        best = 0.0
        for place in range(setup.move_count[after]):
            worth = table[setup.quality_row[after], setup.quality_column[after, place]]
            best = worth if place == 0 else max(best, worth)
        target = rule[5 + results[side]] + rule[1] * best
        table[row, column] += rule[0] * (target - table[row, column])


@njit(nogil=True, error_model="numpy")
def _play_run(  # noqa: PLR0912, PLR0915 - one loop: to call its parts would cost more than the game
    setup: Any,
    memory: Any,
    games: Any,
    trace_outcome: Any,
    trace_first: Any,
    track: Any,
) -> Any:
    """Play so many games of one run, changing its `memory`; return what `played` takes. See `play_games`."""
    # Arrays are taken out of their tuples here: inside the loop that would cost more than the game.
    outcome_of, mover, next_state, move_count = setup.outcome, setup.mover, setup.next_state, setup.move_count
    agents, mix, adaptive, judged = setup.agents, setup.mix, setup.adaptive, setup.bead_judged
    takes, take_count, take_upto = setup.takes, setup.take_count, setup.take_upto
    errs, err_count = setup.errs, setup.err_count
    box_of, bead_next, kinds = setup.box, setup.bead_next, setup.kinds
    lot_move, lot_count = setup.lot_move, setup.lot_count
    change_of, keep_last, empty_rule = setup.change, setup.keep_last, setup.empty_rule
    only_last, full_above = setup.only_last, setup.full_above
    first_boxes, greedy = setup.first_boxes, setup.greedy
    rules, quality_row, quality_column = setup.rules, setup.quality_row, setup.quality_column
    quality, explores = memory.quality, memory.explores
    take_kind, err_kind, watched_by = setup.take_kind, setup.err_kind, setup.watched_by
    beads, totals, odds, rate = memory.beads, memory.totals, memory.odds, memory.rate
    played, tally, saturated = memory.played, memory.tally, memory.saturated

    path_box = np.empty(setup.longest, np.int64)
    path_kind = np.empty(setup.longest, np.int64)
    # Twice the agent, and the side: the box alone does not tell whose bead it was, in an impartial game it serves both.
    path_who = np.empty(setup.longest, np.int64)
    scratch = np.empty(next_state.shape[1], np.float64)
    # Of learners with tables: of one-step Q-learners where each moved last, of those by Monte Carlo all moves.
    last_row, last_column = np.empty(2, np.int64), np.empty(2, np.int64)
    table_path, table_after = np.empty((3, setup.longest), np.int64), np.empty(setup.longest, np.int64)
    results = np.empty(2, np.int64)
    stream, may_be_dead = memory.stream[0], True
    for game in range(games):
        parity = played[0] % len(agents)
        if may_be_dead and _is_dead(first_boxes[parity], totals):
            games = game
            break
        may_be_dead = len(agents) > 1
        player, stream = _player_of(stream, mix)
        first_row, error_rate, adapts = player * len(outcome_of), rate[player], adaptive[player]
        state, steps, gave_up, table_steps = 0, 0, -1, 0
        at_empty_box = by_odds = by_steps = False
        last_row[0] = last_row[1] = -1
        while outcome_of[state] == GOING_ON:
            agent = agents[parity, state]
            if agent == PLAYER:
                if watched_by != PLAYER:
                    player = mover[state] ^ parity
                    first_row, error_rate = player * len(outcome_of), rate[player]
                row, errs_now = first_row + state, False
                if error_rate > 0:
                    lot, stream = _share(stream)
                    errs_now = lot < error_rate
                count = err_count[row] if errs_now else take_count[row]
                if count > 0:
                    place, stream = _below(stream, count)
                elif count == UNEVEN:
                    lot, stream = _share(stream)
                    place = 0
                    while take_upto[row, place] <= lot:
                        place += 1
                else:
                    return -1 - row
                if watched_by != PLAYER:
                    box, kind = box_of[state], err_kind[row, place] if errs_now else take_kind[row, place]
                    if box >= 0 and kind >= 0 and (watched_by != BEADS or totals[box] > 0):
                        path_box[steps], path_kind[steps] = box, kind
                        path_who[steps] = 2 * watched_by + mover[state]
                        steps += 1
                        by_odds |= watched_by != BEADS
                state = errs[row, place] if errs_now else takes[row, place]
                continue
            if agent in WITH_TABLES:
                side, row, moves, best = mover[state], quality_row[state], move_count[state], -np.inf
                who = side ^ parity
                for place in range(moves):
                    scratch[place] = quality[who, row, quality_column[state, place]]
                    best = max(best, scratch[place])
                if agent == QUALITY:
                    if last_row[side] >= 0:
                        target = rules[who, 1] * best
                        quality[who, last_row[side], last_column[side]] += rules[who, 0] * (
                            target - quality[who, last_row[side], last_column[side]]
                        )
                    exploration = _exploration(rules[who], played[0])
                else:
                    exploration = explores[who]
                    explores[who] = _less_exploration(rules[who], played[0], exploration)
                place, stream = _quality_move(stream, scratch, moves, exploration)
                column = quality_column[state, place]
                state = next_state[state, place]
                if agent == QUALITY:
                    by_steps, last_row[side], last_column[side] = True, row, column
                else:
                    table_path[0, table_steps], table_path[1, table_steps] = side, row
                    table_path[2, table_steps], table_after[table_steps] = column, state
                    table_steps += 1
                continue
            box = box_of[state]
            if box < 0:
                if lot_count[state] == 0:
                    gave_up = mover[state]
                    break
                place, stream = _below(stream, lot_count[state])
                state = next_state[state, lot_move[state, place]]
                continue
            if track:
                memory.opened[box] += 1
            if agent != BEADS:
                by_odds = True
                lot, stream = _share(stream)
                kind = _reached(lot, odds[box], kinds[box])
            else:
                if totals[box] == 0:
                    if empty_rule[box] == _RANDOM:
                        place, stream = _below(stream, move_count[state])
                        state = next_state[state, place]
                        continue
                    if empty_rule[box] != _REFILL:
                        gave_up, at_empty_box = mover[state], True
                        break
                    _refill(setup, memory, box, track)
                kind, stream = _drawn_bead(stream, beads[box], kinds[box], totals[box], greedy[box])
                if (
                    bead_next[state, kind] < 0
                ):  # its square is taken: a defeat for this box, which is drawn from again
                    change = _change_of(change_of[box, LOSS], beads[box, kind], totals[box], False)
                    beads[box, kind] += change
                    totals[box] += change
                    may_be_dead |= totals[box] == 0
                    if track:
                        _count(setup, memory, box, kind, change)
                        memory.opened[box] -= 1  # it is open, and counted when the next bead is drawn
                    continue
                if adapts and judged[state, kind]:
                    erred = 1.0 if judged[state, kind] == WRONG else 0.0
                    error_rate += setup.adapts * (erred - error_rate)
                    rate[player] = error_rate
            path_box[steps], path_kind[steps], path_who[steps] = box, kind, 2 * agent + mover[state]
            steps += 1
            state = bead_next[state, kind]

        outcome = outcome_of[state]
        if gave_up >= 0:
            outcome = SECOND_WON if gave_up == 0 else FIRST_WON
        results[0] = WIN if outcome == FIRST_WON else DRAW if outcome == DRAWN else LOSS
        results[1] = LOSS - results[0]
        if by_steps:
            for side in range(2):
                if last_row[side] >= 0:
                    who, row, column = side ^ parity, last_row[side], last_column[side]
                    reward = rules[who, 5 + results[side]]
                    quality[who, row, column] += rules[who, 0] * (reward - quality[who, row, column])
        if table_steps:
            _learn_by_monte_carlo(setup, memory, parity, table_path, table_after, table_steps, results)
        taught = 0  # bit 0: the first player's last bead was, bit 1: the second's
        for step in range(steps - 1, -1, -1):
            if path_who[step] >> 1 != BEADS:
                continue
            box, kind, side = path_box[step], path_kind[step], path_who[step] & 1
            change = change_of[box, results[side]]
            if only_last:
                if taught >> side & 1:
                    continue
                taught |= 1 << side
            if at_empty_box and side == gave_up:  # the box that it used before the empty one
                at_empty_box = False
                change -= empty_rule[box] == _PUNISH
            change = _change_of(change, beads[box, kind], totals[box], keep_last[box])
            beads[box, kind] += change
            totals[box] += change
            if totals[box] == 0:
                may_be_dead = True
            if beads[box, kind] >= MOST_BEADS:
                saturated[0] = True
            if track:
                _count(setup, memory, box, kind, change)
        for step in range(steps):
            box = path_box[step]
            if path_who[step] >> 1 == BEADS and totals[box] > full_above[box]:
                _halve(setup, memory, box)
        if by_odds:
            _learn_by_odds(setup, memory, parity, path_box, path_kind, path_who, steps, results)
        tally[parity, outcome] += 1
        played[0] += 1
        if len(trace_outcome):
            trace_outcome[game] = outcome
        if trace_first.shape[1]:
            for side in range(2):
                trace_first[side, game] = _in_first_boxes(setup.counted_boxes[side], totals)
    memory.stream[0] = stream
    return games


@compiled(nogil=True, error_model="numpy")
def play_games(
    setup: Any,
    memory: Any,
    games: Any,
    trace_outcome: Any,
    trace_first: Any,
    track: Any,
    played: Any,
) -> None:
    """Play so many games of each run, changing `memory`, whose arrays have the runs in front.

    `played` int64 [runs] takes how many each has played: fewer where a machine is dead. `trace_outcome` int8
    [runs, games] and `trace_first` int64 [runs, 2, games] take each game's outcome and the beads in each side's opening
    boxes after it; without games they are left alone. `track` counts what forecasts need.

    Where somebody has to be asked, `played` takes -1 less the row of `takes` in which the answer is missing; what was
    done of that game is not undone in `memory`, so only single games can be asked for then.
    """
    for run in range(len(played)):
        # What never changes has one row for all.
        counted, by_odds = min(run, len(memory.opened) - 1), min(run, len(memory.odds) - 1)
        own = Memory(
            memory.beads[run],
            memory.totals[run],
            memory.odds[by_odds],
            memory.past[run],
            memory.quality[run],
            memory.explores[run],
            memory.rate[run],
            memory.stream[run],
            memory.played[run],
            memory.saturated[run],
            memory.tally[run],
            memory.opened[counted],
            memory.halved[counted],
            memory.peak[counted],
            memory.lowest[counted],
            memory.colours[run],
            memory.colour_peak[run],
        )
        played[run] = _play_run(setup, own, games, trace_outcome[run], trace_first[run], track)
