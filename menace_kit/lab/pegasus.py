"""Machines by odds: the rules that Michie gave his Pegasus 2 program in 1963, beside the beads of the boxes.

A box holds odds instead of beads. After a game, the odds p / (1 - p) of each move that was made are multiplied by
M ** (result - origin): the result is 1, 0 or -1, and the origin slides after the results of the past. M depends on how
far from the end of the game the move was: M = factor * growth ** n for the n-th of the machine's own moves before its
last. So a move of probability 2/5 and M = 2 comes from odds 2:3 to 4:3 when the game is won.

Source: D. Michie, Experiments on the mechanization of game-learning. Part I, The Computer Journal 6(3), 1963, 232-236.
The paper's numbers for M could not be read; `factor` and `growth` are ours.
"""

from typing import NamedTuple

import numpy as np

from menace_kit.lab.tables import Array, MachineTable


class OddsRule(NamedTuple):
    """How a machine by odds learns.

    Attributes:
        factor: what the odds of the last move are multiplied by, at least 1.
        growth: what that is multiplied by for each earlier move, over 0 and not over 1: earlier moves count less.
        memory: the weight of the newest past result in the origin, and the square of it that of the one before, and so
            on; between 0 and 1. At 0 the origin stays at 0.
        floor: the move that was made becomes no less likely than this, and the others together no less likely either.
    """

    factor: float = 1.5
    growth: float = 0.9
    memory: float = 0.9
    floor: float = 1e-6


def starting_odds(machine: MachineTable) -> Array:
    """Return float64 [boxes, most kinds]: in each box every move as likely."""
    kinds = machine.kinds[:, None].astype(np.int64)
    odds: Array = np.where(np.arange(machine.start.shape[1]) < kinds, 1.0 / kinds, 0.0)
    return odds
