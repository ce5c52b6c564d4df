"""The players that a machine can meet, as tables: their moves in each state, and chances.

A player that errs uses its other table at a given rate; an adaptive one at the rate at which the
machine has erred lately. The coach looks into the boxes before each game (`coach`); its tables are
for when it can't.

A user's player is a Python function from a board to a move, named `FILE.py:NAME`:

def mine(board):                         # such as "O.X......": the kit's marks
                                         # in reading order, '.' an empty square
    return board.index(".") + 1          # the number of a square, from 1;
                                         # an arrow is "8-5"; of Nim how many matches
    return [1, 3, 7, 9]                  # or several, at random, equally likely
    return {5: 0.5, 1: 0.25, 9: 0.25}    # or how likely each is

It returns chances instead of choosing at random, so that everything can be worked out.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from menace_kit.errors import LabError
from menace_kit.games import Move, Position
from menace_kit.lab import PLAYERS
from menace_kit.lab.engine.arrays import FIRST_WON, GOING_ON, SECOND_WON, Array
from menace_kit.lab.engine.perfect_play import best_moves, legal
from menace_kit.lab.engine.tables import GameTable

Choice = Callable[[Position], Mapping[Move, float]]
"""Returns how likely a player makes each move; the sum needn't be 1."""


Mask = Callable[[GameTable], Array]
"""Returns bool [states, most moves]."""


ADAPTS = 0.02
"""The weight of the machine's newest move in an adaptive player's rate of errors.

So it looks back over about 50 moves.
"""


@dataclass(frozen=True, eq=False)
class Player:
    """A player on the states of a game table.

    Attributes:
        name: as people type it.
        takes: bool [states, most moves]: its moves; where it has none it gives up.
        errs: bool, same shape: its moves when it errs, all equally likely.
        rate: how often it errs, from 0 to 1; of an adaptive one, at the start.
        adaptive: whether the rate follows the machine's.
        looks: whether its moves are worked out before each game from what is in the boxes.
        shares: float64, same shape: the chance of each of its moves;
            None if all are equally likely.
    """

    name: str
    takes: Array
    errs: Array
    rate: float = 0.0
    adaptive: bool = False
    looks: bool = False
    shares: Array | None = None

    @property
    def likely(self) -> Array:
        """Return float64 [states, most moves]: the chance of each move when it doesn't err."""
        if self.shares is not None:
            return self.shares
        even: Array = self.takes / np.maximum(self.takes.sum(axis=1, keepdims=True), 1)
        return even


def first_free(table: GameTable) -> Array:
    """Return the lowest legal move of each state."""
    lowest: Array = np.zeros(table.next_state.shape, np.bool_)
    lowest[table.outcome == GOING_ON, 0] = True
    return lowest


def win_or_block(table: GameTable) -> Array:
    """Return the moves that win at once, or else leave the opponent the fewest winning moves."""
    own = np.where(table.mover == 0, FIRST_WON, SECOND_WON)
    wins = legal(table) & (table.outcome[table.next_state] == own[:, None])
    left = np.where(legal(table), wins.sum(axis=1)[table.next_state], table.width + 1)
    blocks = legal(table) & (left == left.min(axis=1, keepdims=True))
    return _first_that_exists(wins, blocks)


def _wrong_moves(table: GameTable) -> Array:
    """Return the moves that give away what the state is worth, or the best if there are none."""
    best = best_moves(table)
    return _first_that_exists(legal(table) & ~best, best)


def _first_that_exists(*masks: Array) -> Array:
    """Return, for each state, the first mask that has a move there."""
    chosen = masks[-1].copy()
    for mask in reversed(masks[:-1]):
        there = mask.any(axis=1)
        chosen[there] = mask[there]
    return chosen


TABLES: Mapping[str, tuple[Mask, Mask]] = {
    "random": (legal, legal),
    "first-free": (first_free, legal),
    "win-or-block": (win_or_block, legal),
    "perfect": (best_moves, legal),
    "adaptive": (best_moves, _wrong_moves),
    "coach": (best_moves, legal),
}
"""Name of each player in PLAYERS -> its moves, and its moves when it errs."""


def player_named(text: str, table: GameTable) -> Player:
    """Return the player that a name means: `random`, `perfect`, or with errors `perfect:0.1`.

    When it errs it makes any legal move, which may be a good one; an adaptive player makes a wrong
    one.
    """
    name, rate = parsed_name(text)
    takes, errs = TABLES[name]
    return Player(
        text, takes(table), errs(table), rate, PLAYERS[name].adaptive, PLAYERS[name].looks
    )


def nobody(name: str, known: Iterable[str]) -> LabError:
    """Return the error for an unknown name, with the known ones."""
    return LabError(
        f"there is no player {name!r}; choose from: {', '.join(known)}, a machine's FILE "
        "(lab train --machine FILE makes one), or FILE.py:NAME for a function of yours"
    )


def parsed_name(text: str) -> tuple[str, float]:
    """Return a player's name and its rate of errors; raises LabError if either is invalid."""
    name, colon, number = text.partition(":")
    if name not in PLAYERS:
        raise nobody(name, PLAYERS)
    if not colon:
        return name, PLAYERS[name].rate
    try:
        rate = float(number)
    except ValueError:
        raise LabError(
            f"{text}: {number!r} is not a number; a rate of errors is one from 0 to 1"
        ) from None
    if not 0 <= rate <= 1:
        raise LabError(f"{text}: a rate of errors is a number from 0 to 1, not {number}")
    return name, rate


def is_symmetric(text: str) -> bool:
    """Return whether a player plays a turned board like the original; a function needn't."""
    return not is_function(text) and PLAYERS[parsed_name(text)[0]].symmetric


Maker = Callable[[GameTable], Player]
"""Makes a player that a name alone doesn't define, on the table of a match."""


NAMED = re.compile(r"(?P<file>.+\.py):(?P<function>[^:]*)", re.IGNORECASE | re.DOTALL)


def is_function(name: str) -> bool:
    """Return whether an opponent is a Python function, named `FILE.py:NAME`."""
    return NAMED.fullmatch(name) is not None
