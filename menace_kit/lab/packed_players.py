"""Players packed into arrays for the compiled loop."""

from collections.abc import Sequence

import numpy as np

from menace_kit.errors import LabError
from menace_kit.lab.engine.arrays import (
    FIRST_WON,
    GOING_ON,
    SECOND_WON,
    SIDES,
    UNEVEN,
    Array,
    Choices,
)
from menace_kit.lab.engine.tables import GameTable
from menace_kit.lab.players import Player


def packed(game: GameTable, player: Player, kinds: Array) -> tuple[Choices, Choices]:
    """Return what a player does, and what it does when it errs.

    Where it has no move it gives up: it moves to the end of some lost game. `kinds` are those of
    `move_kinds.kinds_of_moves`.
    """
    takes, errs = (
        _to_the_left(game, mask, player.likely, kinds) for mask in (player.takes, player.errs)
    )
    for mover, lost in enumerate((SECOND_WON, FIRST_WON)):
        gives_up = (takes.number == 0) & (game.outcome == GOING_ON) & (game.mover == mover)
        ends = np.flatnonzero(game.outcome == lost)
        if len(ends):
            takes.follows[gives_up, 0], takes.number[gives_up], takes.marks[gives_up] = (
                ends[0],
                1,
                -1,
            )
        elif gives_up.any():
            raise LabError(
                f"{player.name} may give up, but the {SIDES[mover].value} player cannot lose here"
            )
    takes.number[is_uneven(takes.upto)] = UNEVEN
    return takes._replace(upto=upto(takes.upto)), errs


def _to_the_left(game: GameTable, mask: Array, shares: Array, kinds: Array) -> Choices:
    """Return the moves of a mask, packed to the left; `upto` still has each move's own chance."""
    order = np.argsort(~mask, axis=1, kind="stable")
    follows, packed, own = (
        np.take_along_axis(table, order, axis=1) for table in (game.next_state, shares, kinds)
    )
    return Choices(follows, mask.sum(axis=1, dtype=np.int64), packed, own)


def is_uneven(shares: Array) -> Array:
    """Return, for each row, whether some possible moves are more likely than others."""
    uneven: Array = np.where(shares > 0, shares, np.inf).min(axis=-1) < shares.max(axis=-1)
    return uneven


def upto(shares: Array) -> Array:
    """Return the chance of each move of a row and all before it.

    From the last possible move on it is 1, in spite of rounding.
    """
    sums: Array = np.cumsum(shares, axis=-1)
    sums[np.cumsum(shares[..., ::-1], axis=-1)[..., ::-1] == shares] = 1.0
    return sums


def summed_shares(shares: Sequence[float]) -> Array:
    """Return int64: the share of each and all before it, in units of 1 / 2**32."""
    numbers = np.array(shares)
    upto = np.round(np.cumsum(numbers / numbers.sum()) * 2**32).astype(np.int64)
    upto[-1] = 2**32
    return upto
