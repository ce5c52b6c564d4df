"""Perfect play by search: negamax, plain and with alpha-beta, which count the nodes of the game tree they visit.

`perfect` finds the same by going once over all states; here the tree is walked as a program without tables would, and
every way to a position is walked anew. So a table of all positions apart gives the counts that others publish, and one
of classes smaller ones.
"""

from typing import Any, NamedTuple

import numpy as np

from menace_kit.lab.compiled import forget_if_older
from menace_kit.lab.kept import kept
from menace_kit.lab.perfect import WORTH
from menace_kit.lab.tables import GOING_ON, GameTable

LEAST, MOST = -2, 2
"""Below a defeat and above a win. So alpha-beta is not told that nothing is better than a win, as in most listings."""


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

    With `prune`, alpha-beta looks at each move of the state by itself, with the whole range of values open: told of the
    moves before it, it would prove a move no better than them and not whether it is as good.
    """
    if game.outcome[state] != GOING_ON:
        return Search(_searched(game, state, prune)[0], (), 1)
    after = (int(child) for child in game.next_state[state, : game.move_count[state]])
    values, nodes = zip(*(_searched(game, child, prune) for child in after), strict=True)
    value = -min(values)
    best = tuple(place for place, child in enumerate(values) if -child == value)
    return Search(value, best, 1 + sum(nodes))


def value_nodes(game: GameTable, state: int = 0) -> int:
    """Return how many nodes alpha-beta visits where only the value of a state is asked for, and no move."""
    return _searched(game, state, True)[1]


def _searched(game: GameTable, state: int, prune: bool) -> tuple[int, int]:
    """Return a state's value to the side to move, and how many nodes were visited."""
    to_first = np.zeros(len(WORTH) + 1, np.int64)
    to_first[list(WORTH)] = list(WORTH.values())
    worth = np.where(game.mover == 0, to_first[game.outcome], -to_first[game.outcome])
    value, nodes = _negamax(game.next_state, game.move_count, worth, state, game.longest, prune)
    return int(value), int(nodes)


@kept()
def _negamax(next_state: Any, move_count: Any, worth: Any, state: Any, longest: Any, prune: Any) -> Any:
    """Return the value of a state and the nodes visited; `worth` is int64 [states], of ended games to who is to move.

    With `prune`, a state is left as soon as its value `best` reaches `beta`: the opponent has a better way already, and
    will not come here. The rows are the states on the way to where the search is. It is a loop because numba cannot
    load a function that calls itself from the disk.
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


COMPILED = (_negamax,)
"""What is compiled when it is first used."""

forget_if_older(*COMPILED)
