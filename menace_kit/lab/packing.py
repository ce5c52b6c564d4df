"""Tables of games, machines and players, packed as the compiled loop reads them; the names are those of `Board`."""

from collections.abc import Iterable, Sequence

import numpy as np

from menace_kit.lab.arrays import RIGHT, WRONG
from menace_kit.lab.perfect import best_moves
from menace_kit.lab.tables import EMPTY_RULES, Array, GameTable, MachineTable
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.rules import EmptyBox


def packed_moves(game: GameTable, masks: Sequence[Array]) -> tuple[Array, Array]:
    """Return where the moves of several players lead, packed to the left, and how many there are.

    `masks` is bool [states, most moves] for each player; their tables stand one below the other.
    """
    orders = [np.argsort(~mask, axis=1, kind="stable") for mask in masks]
    states = [np.take_along_axis(game.next_state, order, axis=1) for order in orders]
    counts = np.concatenate([mask.sum(axis=1) for mask in masks])
    return np.ascontiguousarray(np.concatenate(states)), counts.astype(np.int64)


def summed_shares(shares: Sequence[float]) -> Array:
    """Return uint64: the share of each and all before it, of 2**32."""
    numbers = np.array(shares)
    upto = np.round(np.cumsum(numbers / numbers.sum()) * 2**32).astype(np.uint64)
    upto[-1] = 2**32
    return upto


def places_in(kit: Kit, boxes: Iterable[Box]) -> list[int]:
    """Return where boxes come among a kit's, from 0."""
    return [kit.indices[box.number] for box in boxes]


def rows_of(rows: Sequence[list[int]]) -> Array:
    """Return rows of numbers as int32, -1 beyond the end of each."""
    table = np.full((len(rows), max(1, *(len(row) for row in rows))), -1, np.int32)
    for place, row in enumerate(rows):
        table[place, : len(row)] = row
    return table


def without_punishment(empty_rule: Array) -> Array:
    """Return rules of empty boxes that give up where these do, and leave the beads alone."""
    punish, resign = EMPTY_RULES.index(EmptyBox.PUNISH_PREVIOUS), EMPTY_RULES.index(EmptyBox.RESIGN)
    return np.where(empty_rule == punish, resign, empty_rule).astype(empty_rule.dtype)


def judged(machine: MachineTable) -> Array:
    """Return RIGHT or WRONG for each bead where the machine's move can give the game away, else 0."""
    game = machine.game
    best = best_moves(game)
    can_err = ((game.next_state >= 0) & ~best).any(axis=1)
    right = np.take_along_axis(best, np.maximum(machine.bead_move, 0).astype(np.int64), axis=1)
    marks = np.where(right, RIGHT, WRONG)
    marks[~can_err] = 0
    marks[machine.bead_move < 0] = 0
    return marks.astype(np.int8)
