"""The players that a machine can meet, each as tables: which moves it takes in a state, all of them as likely.

A player that errs takes its other table at a rate; an adaptive one at the rate at which the machine has erred lately.
The coach looks into the boxes before each game (`coach`); its tables are of one who cannot.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from menace_kit.errors import LabError
from menace_kit.games import Move, Position
from menace_kit.lab import PLAYERS
from menace_kit.lab.engine.arrays import FIRST_WON, GOING_ON, SECOND_WON, Array
from menace_kit.lab.engine.tables import GameTable, best_moves, legal

MemorylessPlayer = Callable[[Position], Move]
"""Any Python function from a position to a legal move."""

Mask = Callable[[GameTable], Array]
"""Returns bool [states, most moves]."""

ADAPTS = 0.02
"""How much of its rate an adaptive player takes from the machine's newest move: it looks back over some 50 of them."""


@dataclass(frozen=True, eq=False)
class Player:
    """A player on the states of a game table.

    Attributes:
        name: what it is asked for by.
        takes: bool [states, most moves], the moves that it takes; in every state that goes on there is one.
        errs: bool, of the same shape: the moves when it errs.
        rate: how often it errs, from 0 to 1; of an adaptive one, at the beginning.
        adaptive: whether the rate follows the machine's.
        looks: whether what it takes is worked out before each game, from what is in the boxes.
    """

    name: str
    takes: Array
    errs: Array
    rate: float = 0.0
    adaptive: bool = False
    looks: bool = False


def first_free(table: GameTable) -> Array:
    """Return the lowest legal move of each state."""
    lowest: Array = np.zeros(table.next_state.shape, np.bool_)
    lowest[table.outcome == GOING_ON, 0] = True
    return lowest


def win_or_block(table: GameTable) -> Array:
    """Return the moves that win at once; else those that leave the opponent the fewest ways to win at once."""
    own = np.where(table.mover == 0, FIRST_WON, SECOND_WON)
    wins = legal(table) & (table.outcome[table.next_state] == own[:, None])
    left = np.where(legal(table), wins.sum(axis=1)[table.next_state], table.width + 1)
    blocks = legal(table) & (left == left.min(axis=1, keepdims=True))
    return _first_that_exists(wins, blocks)


def _wrong_moves(table: GameTable) -> Array:
    """Return the moves that give away what the state is worth; where there is none, the best moves."""
    best = best_moves(table)
    return _first_that_exists(legal(table) & ~best, best)


def _first_that_exists(*masks: Array) -> Array:
    """Return for each state the first of the masks that has any move there."""
    chosen = masks[-1].copy()
    for mask in reversed(masks[:-1]):
        there = mask.any(axis=1)
        chosen[there] = mask[there]
    return chosen


def tabulated(table: GameTable, name: str, choose: MemorylessPlayer) -> Player:
    """Return the player that always does what a function says, asked once for each state.

    The function must answer the same board with the same move; LabError where a move is not legal.
    """
    takes = np.zeros(table.next_state.shape, np.bool_)
    for state, position in enumerate(table.positions):
        if table.outcome[state] == GOING_ON:
            move = choose(position)
            if move not in table.moves[state]:
                raise LabError(
                    f"{name}: {move!r} is no legal move on {position.cells}; legal: {table.moves[state]}"
                )
            takes[state, table.moves[state].index(move)] = True
    return Player(name, takes, takes)


TABLES: Mapping[str, tuple[Mask, Mask]] = {
    "random": (legal, legal),
    "first-free": (first_free, legal),
    "win-or-block": (win_or_block, legal),
    "perfect": (best_moves, legal),
    "adaptive": (best_moves, _wrong_moves),
    "coach": (best_moves, legal),
}
"""Name of each player of PLAYERS -> the moves that it takes, and those when it errs."""


def player_named(text: str, table: GameTable) -> Player:
    """Return the player that a name means: `random`, `perfect`, or with the rate of errors, `perfect:0.1`.

    Where it errs it makes any legal move, which may be a good one; an adaptive player makes a wrong one.
    """
    name, rate = parsed_name(text)
    takes, errs = TABLES[name]
    return Player(text, takes(table), errs(table), rate, PLAYERS[name].adaptive, PLAYERS[name].looks)


def parsed_name(text: str) -> tuple[str, float]:
    """Return a player's name and its rate of errors; LabError where either cannot be."""
    name, colon, number = text.partition(":")
    if name not in PLAYERS:
        raise LabError(f"there is no player {name!r}; choose from: {', '.join(PLAYERS)}")
    if not colon:
        return name, PLAYERS[name].rate
    try:
        rate = float(number)
    except ValueError:
        raise LabError(f"{text}: {number!r} is not a number; a rate of errors is one from 0 to 1") from None
    if not 0 <= rate <= 1:
        raise LabError(f"{text}: a rate of errors is a number from 0 to 1, not {number}")
    return name, rate
