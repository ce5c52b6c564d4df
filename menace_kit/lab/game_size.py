"""How many positions and games there are, and how a search finds the best reply."""

from typing import Any, NamedTuple

import numpy as np

from menace_kit.games import Game
from menace_kit.lab.engine.arrays import DRAWN, FIRST_WON, GOING_ON, SECOND_WON
from menace_kit.lab.engine.compiling import compiled
from menace_kit.lab.engine.perfect_play import WORTH
from menace_kit.lab.engine.tables import GameTable, game_table


class EndTally(NamedTuple):
    """How many there are, and how many of them end with the first player the winner,
    drawn, or with the second.

    `all` may be more than the three together: of positions most are no ends.
    """

    all: int
    first: int
    drawn: int
    second: int


def positions_of(table: GameTable) -> EndTally:
    """Return how many states a table has, and how many are ends of the game
    that somebody won, or drawn.
    """
    ends = (int((table.outcome == end).sum()) for end in (FIRST_WON, DRAWN, SECOND_WON))
    return EndTally(table.states, *ends)


def games_of(game: Game) -> EndTally:
    """Return how many games can be played, move by move, and how they end;
    in whole numbers, however large.
    """
    table = game_table(game)
    ways = [0] * table.states
    ways[0] = 1
    for state, (count, after) in enumerate(
        zip(table.move_count.tolist(), table.next_state.tolist(), strict=True)
    ):
        for child in after[:count]:  # each state comes after those that lead to it
            ways[child] += ways[state]
    won, drawn, lost = (
        sum(ways[state] for state in np.flatnonzero(table.outcome == end).tolist())
        for end in (FIRST_WON, DRAWN, SECOND_WON)
    )
    return EndTally(won + drawn + lost, won, drawn, lost)


LEAST, MOST = -2, 2
"""Below a defeat and above a win.

So alpha-beta is not told that nothing is better than a win, as in most listings.
"""


class Search(NamedTuple):
    """What a search found.

    Attributes:
        value: of the state to the side to move: 1 it wins with best play, 0 a draw, -1 it loses.
        best: places of the moves that keep this value, lowest first; none where the game is over.
        nodes: how many nodes of the game tree were visited, the state's own with them.
    """

    value: int
    best: tuple[int, ...]
    nodes: int


def search(game: GameTable, state: int = 0, prune: bool = True) -> Search:
    """Return what a state is worth, and all of its best moves.

    With `prune`, alpha-beta looks at each move of the state by itself,
    with the whole range of values open: told of the moves before it,
    it would prove a move no better than them and not whether it is as good.
    """
    if game.outcome[state] != GOING_ON:
        return Search(_searched(game, state, prune)[0], (), 1)
    after = (int(child) for child in game.next_state[state, : game.move_count[state]])
    values, nodes = zip(*(_searched(game, child, prune) for child in after), strict=True)
    value = -min(values)
    best = tuple(place for place, child in enumerate(values) if -child == value)
    return Search(value, best, 1 + sum(nodes))


def value_nodes(game: GameTable, state: int = 0) -> int:
    """Return how many nodes alpha-beta visits where only the value of a state
    is asked for, and no move.
    """
    return _searched(game, state, True)[1]


def _searched(game: GameTable, state: int, prune: bool) -> tuple[int, int]:
    """Return a state's value to the side to move, and how many nodes were visited."""
    worth = np.where(game.mover == 0, 1, -1) * WORTH[game.outcome]
    value, nodes = _negamax(game.next_state, game.move_count, worth, state, game.longest, prune)
    return int(value), int(nodes)


@compiled
def _negamax(
    next_state: Any, move_count: Any, worth: Any, state: Any, longest: Any, prune: Any
) -> Any:
    """Return the value of a state and the nodes visited; `worth` is int64 [states],
    of ended games to who is to move.

    With `prune`, a state is left as soon as its value `best` reaches `beta`: the opponent has
    a better way already, and will not come here. The rows are the states on the way to where the
    search is. It is a loop because numba cannot load a function that calls itself from the disk.
    """
    path = np.zeros(longest + 1, np.int64)
    place = np.zeros(longest + 1, np.int64)
    best = np.full(longest + 1, LEAST, np.int64)
    alpha = np.full(longest + 1, LEAST, np.int64)
    beta = np.full(longest + 1, MOST, np.int64)
    path[0], depth, nodes = state, 0, 1
    while True:
        moves = move_count[path[depth]]
        if moves == 0:
            best[depth] = worth[path[depth]]
        if place[depth] == moves or (prune and best[depth] >= beta[depth]):
            if depth == 0:
                return best[0], nodes
            depth -= 1
            best[depth] = max(best[depth], -best[depth + 1])
            continue
        path[depth + 1] = next_state[path[depth], place[depth]]
        place[depth] += 1
        alpha[depth + 1] = -beta[depth]
        beta[depth + 1] = -max(alpha[depth], best[depth])
        depth += 1
        place[depth], best[depth] = 0, LEAST
        nodes += 1
