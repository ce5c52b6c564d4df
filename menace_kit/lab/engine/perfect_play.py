"""Perfect play, by searching a game's table."""

from functools import lru_cache

import numpy as np

from menace_kit.lab.engine.arrays import GOING_ON, RIGHT, WRONG, Array
from menace_kit.lab.engine.tables import GameTable, MachineTable


def legal(table: GameTable) -> Array:
    """Return bool [states, most moves]: which moves are legal."""
    mask: Array = table.next_state >= 0
    return mask


WORTH = np.array([0, 1, 0, -1], np.int8)
"""Outcome -> what it is worth to the first player."""


def values(table: GameTable) -> Array:
    """Return int8 [states]: 1 if the first player wins with best play, 0 draw, -1 if the second."""
    value: Array = WORTH[table.outcome]
    # Each state comes after its predecessors.
    for state in reversed(np.flatnonzero(table.outcome == GOING_ON)):
        after = value[table.next_state[state, : table.move_count[state]]]
        value[state] = after.min() if table.mover[state] else after.max()
    return value


@lru_cache(maxsize=8)
def best_moves(table: GameTable) -> Array:
    """Return bool [states, most moves]: the moves that keep what the game is worth.

    The array is shared, so don't change it.
    """
    value = values(table)
    best: Array = legal(table) & (value[table.next_state] == value[:, None])
    return best


def judged(machine: MachineTable) -> Array:
    """Return RIGHT or WRONG for each bead if the machine's move can give the game away, else 0."""
    game = machine.game
    best = best_moves(game)
    can_err = (legal(game) & ~best).any(axis=1, keepdims=True)
    right = np.take_along_axis(best, np.maximum(machine.bead_move, 0).astype(np.int64), axis=1)
    marks = np.where(right, RIGHT, WRONG) * (can_err & (machine.bead_move >= 0))
    return marks.astype(np.int8)
