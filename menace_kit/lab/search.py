"""Perfect play by search: negamax, plain and with alpha-beta, which count the nodes of the game tree they visit.

`perfect` finds the same by going once over all states; here the tree is walked as a program without tables would, and
every way to a position is walked anew. So a table of all positions apart gives the counts that others publish, and one
of classes smaller ones.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from menace_kit.lab.perfect import WORTH
from menace_kit.lab.tables import GOING_ON, Array, GameTable

LEAST, MOST = -1, 1
"""A defeat and a win: no value lies beyond."""


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
    worth = _worth(game)
    if game.outcome[state] != GOING_ON:
        return Search(int(worth[state]), (), 1)
    after = [int(next_state) for next_state in game.next_state[state, : game.move_count[state]]]
    rules = game.next_state, game.move_count, worth
    found = [
        _alpha_beta(*rules, child, LEAST, MOST) if prune else _negamax(*rules, child) for child in after
    ]
    values = [-int(value) for value, _ in found]
    best = tuple(place for place, value in enumerate(values) if value == max(values))
    return Search(max(values), best, 1 + sum(int(nodes) for _, nodes in found))


def value_search(game: GameTable, state: int = 0) -> tuple[int, int]:
    """Return what a state is worth to the side to move, and the nodes alpha-beta visits where no move is asked for."""
    value, nodes = _alpha_beta(game.next_state, game.move_count, _worth(game), state, LEAST, MOST)
    return int(value), int(nodes)


def _worth(game: GameTable) -> Array:
    """Return int64 [states]: what an ended game is worth to the side that would be to move."""
    to_first = np.zeros(len(WORTH) + 1, np.int64)
    to_first[list(WORTH)] = list(WORTH.values())
    worth: Array = np.where(game.mover == 0, to_first[game.outcome], -to_first[game.outcome])
    return worth


@njit(cache=True)
def _negamax(next_state, move_count, worth, state):  # type: ignore[no-untyped-def]
    """Return a state's value to the side to move, and how many nodes its tree has."""
    if move_count[state] == 0:
        return worth[state], 1
    best, nodes = LEAST, 1
    for place in range(move_count[state]):
        value, below = _negamax(next_state, move_count, worth, next_state[state, place])
        best = max(best, -value)
        nodes += below
    return best, nodes


@njit(cache=True)
def _alpha_beta(next_state, move_count, worth, state, alpha, beta):  # type: ignore[no-untyped-def]
    """Return the same where the value lies between the bounds, else one on its side of them; fewer nodes."""
    if move_count[state] == 0:
        return worth[state], 1
    best, nodes = LEAST, 1
    for place in range(move_count[state]):
        value, below = _alpha_beta(
            next_state, move_count, worth, next_state[state, place], -beta, -max(alpha, best)
        )
        best = max(best, -value)
        nodes += below
        if best >= beta:
            break
    return best, nodes
