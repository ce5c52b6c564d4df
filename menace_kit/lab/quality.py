"""Q-learning over the classes of positions: where a table of qualities has the moves of a state.

The learner is that of B. Pulles, MENACE and Q-learning playing Noughts and Crosses, 2019: Q(s,a) <- (1-alpha) Q(s,a) +
alpha (r + gamma max Q(s',.)), greedy with ties by lot, exploration that is constant up to one game, and then falls
evenly to 0 at another. s' is the next state in which the learner is to move; an ended game has no moves, and only there
is r not 0.
"""

from typing import NamedTuple

import numpy as np

from menace_kit.games import CanonicalForm
from menace_kit.lab.tables import Array, GameTable


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
