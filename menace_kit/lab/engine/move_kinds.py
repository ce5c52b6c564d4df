"""Indices of moves in boxes and in learners' tables."""

import numpy as np

from menace_kit.games import CanonicalForm
from menace_kit.lab.engine.arrays import Array
from menace_kit.lab.engine.tables import GameTable, MachineTable


def kinds_of_moves(machine: MachineTable) -> Array:
    """Return int8 [states, most moves]: the kind of bead that means a move in its box, or -1.

    A move without its own bead, as when symmetric moves share one, has that of the first bead that
    leads to the same position, turned or flipped.
    """
    game, kit = machine.game, machine.kit
    classes: dict[object, int] = {}
    forms = (
        kit.symmetries.canonical_form(each, kit.spec.boxes.canonical_form)
        for each in game.positions
    )
    alike = np.array([classes.setdefault(form, len(classes)) for form in forms])
    after = np.where(game.next_state >= 0, alike[game.next_state], -1)
    kinds = np.full(game.next_state.shape, -1, np.int8)
    for kind in reversed(range(machine.bead_next.shape[1])):
        leads_to = machine.bead_next[:, kind, None]
        kinds[(after == alike[leads_to]) & (leads_to >= 0)] = kind
    for kind in range(machine.bead_move.shape[1]):
        states = np.flatnonzero(machine.bead_move[:, kind] >= 0)
        kinds[states, machine.bead_move[states, kind]] = kind
    return kinds


def places_in_classes(game: GameTable) -> tuple[Array, Array]:
    """Return the row and columns of a state's moves in a Q-learner's table.

    Turned and flipped positions share a row. The rows are int32 [states], one for each class of
    unfinished positions under all symmetries of the game. The columns are int8 [states, most
    moves]: the index of a move among those of the class's canonical form.
    """
    group = game.game.symmetries["all"]
    rows: dict[object, int] = {}
    row, column = np.zeros(game.states, np.int32), np.zeros((game.states, game.width), np.int8)
    for state in np.flatnonzero(game.move_count):
        position = game.positions[state]
        form = group.canonical_form(position, CanonicalForm.LARGEST)
        row[state] = rows.setdefault(form, len(rows))
        to_form = group.carrying(position, form)[0]
        moves = game.game.legal_moves(form)
        column[state, : len(moves)] = [
            moves.index(to_form.move(move)) for move in game.moves[state]
        ]
    return row, column
