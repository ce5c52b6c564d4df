"""Perfect play by tables: what every state is worth when nobody errs, and which moves keep it."""

import numpy as np

from menace_kit.lab.tables import DRAWN, FIRST_WON, GOING_ON, SECOND_WON, Array, GameTable

WORTH = {FIRST_WON: 1, DRAWN: 0, SECOND_WON: -1}
"""What an outcome is worth to the first player."""


def values(table: GameTable) -> Array:
    """Return int8 [states]: 1 where the first player wins with best play, 0 a draw, -1 where the second does."""
    value = np.zeros(table.states, np.int8)
    for state in reversed(range(table.states)):  # every state comes after those that lead to it
        if table.outcome[state] != GOING_ON:
            value[state] = WORTH[int(table.outcome[state])]
            continue
        after = value[table.next_state[state, : table.move_count[state]]]
        value[state] = after.min() if table.mover[state] else after.max()
    return value


def best_moves(table: GameTable) -> Array:
    """Return bool [states, most moves]: the moves after which the game is worth what it was before."""
    value = values(table)
    best: Array = (table.next_state >= 0) & (value[table.next_state] == value[:, None])
    return best
