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

from menace_kit.games import CanonicalForm
from menace_kit.lab.engine.tables import Array, GameTable, MachineTable


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


# Q-learning over the classes of positions: where a table of qualities has the moves of a state.
#
# The learner is that of B. Pulles, MENACE and Q-learning playing Noughts and Crosses, 2019: Q(s,a) <- (1-alpha)
# Q(s,a) +
# alpha (r + gamma max Q(s',.)), greedy with ties by lot, exploration that is constant up to one game, and then falls
# evenly to 0 at another. s' is the next state in which the learner is to move; an ended game has no moves, and only
# there
# is r not 0.


class QualityRule(NamedTuple):
    """How a Q-learner learns: rate, discount, exploration, the games in which that fades, its rewards.

    `rewards` are for a win, a draw, a loss.
    """

    rate: float = 0.1
    discount: float = 0.9
    exploration: float = 0.2
    fades_from: int = 200
    fades_to: int = 400
    rewards: tuple[float, float, float] = (2.0, 1.0, -1.0)


class QualityPlaces(NamedTuple):
    """Where a state's moves stand in a table of qualities.

    Attributes:
        rows: how many there are: one for each class of positions that still goes on under all symmetries of the game.
        row: int32 [states].
        column: int8 [states, most moves]: the place of a move among those of the class's canonical form.
    """

    rows: int
    row: Array
    column: Array


def quality_places(table: GameTable) -> QualityPlaces:
    """Return the places of a table's moves: positions that are turned or flipped share a row."""
    group = table.game.symmetries["all"]
    rows: dict[object, int] = {}
    row = np.zeros(table.states, np.int32)
    column = np.zeros((table.states, table.width), np.int8)
    for state, position in enumerate(table.positions):
        if not table.moves[state]:
            continue
        form = group.canonical_form(position, CanonicalForm.LARGEST)
        row[state] = rows.setdefault(form, len(rows))
        to_form = next(symmetry for symmetry in group if symmetry.position(position) == form)
        moves = table.game.legal_moves(form)
        column[state, : len(moves)] = [moves.index(to_form.move(move)) for move in table.moves[state]]
    return QualityPlaces(len(rows), row, column)
