"""The compiled trainer: plays games between any two agents, and teaches those that learn.

One loop plays every kind of game, by a table of what follows each choice. `states` says who moves,
which row of the table to use, and how to choose from it: evenly, by weight, or what is worth most.
Tests compare the loop with the machine's own rules, game by game.

numba compiles it when it is first used, and keeps it; without numba the same functions run as they
are. `setup` and `memory` are those of `arrays`, `own` is the memory of one run. Types are Any:
numba infers them from each call. A part is compiled again for every other type of number that it is
given, so what parts take and return is converted to int64 if arrays are smaller, or if it is a
plain number.
"""

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from menace_kit.lab.engine import draws, reinforcement
from menace_kit.lab.engine.arrays import (
    AFTER,
    AGENT,
    BEADS,
    BOX,
    BY_BEADS,
    BY_LOT,
    BY_PLAYERS,
    COLUMN,
    EMPTY_RULE,
    EMPTY_RULES,
    FIRST_WON,
    GOING_ON,
    MOVER,
    ODDS,
    OUTCOME,
    PLACE,
    PLAYED,
    PLAYER,
    QUALITY,
    SECOND_WON,
    TABLE_ROW,
    WHO,
    WRONG,
    Memory,
)
from menace_kit.lab.engine.compiling import compiled, part
from menace_kit.machine.schema import EmptyBox

_REFILL = EMPTY_RULES.index(EmptyBox.REFILL)
_RANDOM = EMPTY_RULES.index(EmptyBox.RANDOM)

_NO_CHOICE, _BOX_IS_EMPTY = -1, -2
"""The choices of a machine that gives up."""


class _Choice(NamedTuple):
    """What is chosen in a state, all int64.

    Attributes:
        row: of `Setup.follows`.
        place: in that row, or _NO_CHOICE or _BOX_IS_EMPTY.
        learner: the role that learns from it.
        learns_in: its box, or row of its table; -1 if nobody learns from this.
        column: its kind of bead, or column of its table; -1 if it has none.
    """

    row: Any
    place: Any
    learner: Any
    learns_in: Any
    column: Any


@part
def _chosen(row: Any, place: Any, learner: Any, learns_in: Any, column: Any) -> Any:
    return _Choice(
        np.int64(row), np.int64(place), np.int64(learner), np.int64(learns_in), np.int64(column)
    )


@part
def _by_player(
    setup: Any, own: Any, states: Any, state: Any, player: Any, who: Any, stream: Any
) -> Any:
    """Return what a player chooses, who may err, and the stream; somebody may watch and learn."""
    if setup.watched_by != PLAYER:
        player = who
    row = state + (BY_PLAYERS + 2 * player) * states.shape[1]
    if own.rate[player] > 0:
        share, stream = draws.share(stream)
        if share < own.rate[player]:
            row += states.shape[1]
    place, stream = draws.choice(stream, setup.choices, setup.upto, row)
    box, watcher = np.int64(states[BOX, state]), setup.watched_by
    if watcher == PLAYER or box < 0 or (watcher == BEADS and own.totals[box] == 0):
        return _chosen(row, place, PLAYER, -1, 0), stream
    return _chosen(row, place, watcher, box, np.int64(setup.marks[row, place])), stream


@part
def _by_learner(
    setup: Any,
    own: Any,
    states: Any,
    state: Any,
    who: Any,
    path: Any,
    steps: Any,
    worths: Any,
    stream: Any,
) -> Any:
    """Return what a learner with a table chooses, and the stream.

    A Q-learner first learns what its move before was worth.
    """
    agent, row = np.int64(states[AGENT, state]), np.int64(states[TABLE_ROW, state])
    count = np.int64(setup.choices[state])
    best = -np.inf
    for place in range(count):
        worths[place] = own.quality[who, row, setup.marks[state, place]]
        best = max(best, worths[place])
    if agent == QUALITY:
        side, target = np.int64(states[MOVER, state]), setup.rules[who, 1] * best
        reinforcement.teach_a_step(setup, own, side, who, target, path, steps)
    exploration = reinforcement.exploration(setup, own, agent, who)
    explores = False
    if exploration > 0:
        share, stream = draws.share(stream)
        explores = share < exploration
    if explores:
        chosen, stream = draws.below(stream, count)
    else:
        chosen, stream = draws.largest(stream, worths, count)
    return _chosen(state, chosen, agent, row, np.int64(setup.marks[state, chosen])), stream


@part
def _by_lot(setup: Any, row: Any, stream: Any) -> Any:
    """Return a choice by lot, from which nobody learns, and the stream."""
    if setup.choices[row] == 0:
        return _chosen(row, _NO_CHOICE, BEADS, -1, 0), stream
    place, stream = draws.below(stream, np.int64(setup.choices[row]))
    return _chosen(row, place, BEADS, -1, 0), stream


@part
def _by_odds(setup: Any, own: Any, row: Any, box: Any, stream: Any) -> Any:
    """Return what a box with odds chooses, and the stream."""
    place, stream = draws.choice_by_odds(stream, own.odds[box], setup.choices[row])
    return _chosen(row, place, ODDS, box, place), stream


@part
def _by_beads(
    setup: Any, own: Any, states: Any, state: Any, player: Any, track: Any, stream: Any
) -> Any:
    """Return what a box with beads chooses, and the stream.

    A bead of a taken square is a loss for the box, and it is drawn from again.
    """
    box, row = np.int64(states[BOX, state]), state + BY_BEADS * states.shape[1]
    while True:
        if own.totals[box] == 0:
            if setup.boxes[EMPTY_RULE, box] == _RANDOM:
                return _by_lot(setup, state, stream)
            if setup.boxes[EMPTY_RULE, box] != _REFILL:
                return _chosen(row, _BOX_IS_EMPTY, BEADS, -1, 0), stream
            reinforcement.refill(setup, own, box, track)
        kind, stream = draws.bead(stream, own.beads[box], own.totals[box])
        if setup.follows[row, kind] >= 0:
            break
        reinforcement.punish_taken_square(setup, own, box, kind, track)
    if setup.adapts[player] > 0 and setup.marks[row, kind] > 0:
        erred = 1.0 if setup.marks[row, kind] == WRONG else 0.0
        own.rate[player] += setup.adapts[player] * (erred - own.rate[player])
    return _chosen(row, kind, BEADS, box, kind), stream


@part
def _chosen_now(
    setup: Any,
    own: Any,
    states: Any,
    state: Any,
    player: Any,
    who: Any,
    path: Any,
    steps: Any,
    worths: Any,
    track: Any,
    stream: Any,
) -> Any:
    """Return what is chosen in a state by the agent who is to move, and the stream."""
    agent, box = np.int64(states[AGENT, state]), np.int64(states[BOX, state])
    rows = states.shape[1]
    if agent == PLAYER:
        return _by_player(setup, own, states, state, player, who, stream)
    if agent >= QUALITY:
        return _by_learner(setup, own, states, state, who, path, steps, worths, stream)
    if box < 0:
        return _by_lot(setup, state + BY_LOT * rows, stream)
    if agent == ODDS:
        return _by_odds(setup, own, state + BY_BEADS * rows, box, stream)
    return _by_beads(setup, own, states, state, player, track, stream)


@part
def _play_game(
    setup: Any, own: Any, parity: Any, path: Any, worths: Any, track: Any, stream: Any
) -> Any:
    """Play a game and teach everybody who learns; return its outcome and the stream."""
    states = setup.states[parity]
    player, stream = draws.player_of_mix(stream, setup.mix)
    state, steps, learners = np.int64(0), np.int64(0), np.int64(0)
    outcome: Any = GOING_ON
    empty_for = np.int64(-1)
    while outcome == GOING_ON:
        side = np.int64(states[MOVER, state])
        choice, stream = _chosen_now(
            setup, own, states, state, player, side ^ parity, path, steps, worths, track, stream
        )
        if choice.place < 0:
            if choice.place == _BOX_IS_EMPTY:
                empty_for = side
            outcome = SECOND_WON if side == 0 else FIRST_WON
            break
        state = np.int64(setup.follows[choice.row, choice.place])
        if choice.learns_in >= 0 and choice.column >= 0:
            path[steps, WHO], path[steps, PLACE] = 2 * choice.learner + side, choice.learns_in
            path[steps, COLUMN], path[steps, AFTER] = choice.column, state
            steps += 1
            learners |= 1 << choice.learner
        outcome = np.int64(states[OUTCOME, state])
    if learners >> ODDS:
        reinforcement.teach_learners(setup, own, learners, parity, outcome, path, steps)
    reinforcement.teach_beads(setup, own, outcome, empty_for, path, steps, track)
    if setup.halves:
        reinforcement.halve(setup, own, path, steps, track)
    return outcome, stream


@part
def _is_dead(openings: Any, totals: Any) -> Any:
    """Return whether a machine can no longer make its first move."""
    for side in range(2):
        inside = 0
        for box in openings[side]:
            if box >= 0:
                inside += totals[box]
        if openings[side, 0] >= 0 and inside == 0:
            return True
    return False


@part
def _of_run(memory: Any, run: Any) -> Any:
    """Return the memory of one run; arrays that never change have one row for all runs."""
    return Memory(
        memory.beads[run],
        memory.totals[run],
        memory.odds[min(run, len(memory.odds) - 1)],
        memory.past[run],
        memory.quality[run],
        memory.explores[run],
        memory.rate[run],
        memory.stream[run],
        memory.numbers[run],
        memory.tally[run],
        memory.counts[min(run, len(memory.counts) - 1)],
        memory.of_colours[run],
    )


@partial(compiled, allocates=False)
def play_games(
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
    for run in range(len(played)):
        own = _of_run(memory, run)
        stream = own.stream[0]
        played[run] = games
        for game in range(games):
            parity = own.numbers[PLAYED] % len(setup.states)
            if _is_dead(setup.openings[parity], own.totals):
                played[run] = game
                break
            outcome, stream = _play_game(setup, own, parity, path, worths, track, stream)
            own.tally[parity, outcome] += 1
            own.numbers[PLAYED] += 1
        own.stream[0] = stream
