"""What compiled code reads and changes: arrays and numbers, and the learners' rules.

Everything that `trainer` and `exact` compile in is here or in another file of `compiling.SOURCES`.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from numpy.typing import NDArray

from menace_kit.games import Side
from menace_kit.machine.schema import EmptyBox

Array: TypeAlias = NDArray[Any]

GOING_ON, FIRST_WON, DRAWN, SECOND_WON = range(4)
"""The values of `GameTable.outcome`."""

OUTCOMES = {Side.FIRST: FIRST_WON, None: DRAWN, Side.SECOND: SECOND_WON}
"""Who won -> the outcome."""

SIDES = (Side.FIRST, Side.SECOND)

EMPTY_RULES = tuple(EmptyBox)
"""The rules for empty boxes; `MachineTable.empty_rule` has indices of it."""

PLAYER, BEADS, ODDS, QUALITY, MONTE_CARLO = range(5)
"""Who moves: a player of `players`, a machine with beads, or a learner with a rule below."""

WITH_TABLES = (QUALITY, MONTE_CARLO)
"""Learners without boxes: each has its own table, with a row for each class of positions."""

WIN, DRAW, LOSS = range(3)
"""A result for one side, as an index of `change`."""

RIGHT, WRONG = 1, 2

NEVER_FULL = 2**31 - 1
"""The limit of a box that is never too full."""

UNEVEN = 0
"""Stands for the number of moves if they aren't equally likely."""

OUTCOME, MOVER, AGENT, BOX, TABLE_ROW = range(5)
"""The rows of `Setup.states`."""

ANY_MOVE, BY_LOT, BY_BEADS, BY_PLAYERS = range(4)
"""The blocks of `Setup.follows`.

From the last on, each player of the mix has two: its moves, and its moves when it errs.
"""

KEEPS_LAST, EMPTY_RULE, FULL_ABOVE = range(3, 6)
"""The rows of `Setup.boxes` after those of WIN, DRAW and LOSS."""

START, COLOUR = range(2)
"""The tables of `Setup.inside`."""

HALVED, PEAK, LOWEST = range(3)
"""The rows of `Memory.counts`."""

NOW, MOST = range(2)
"""The rows of `Memory.of_colours`."""

PLAYED, SATURATED = range(2)
"""The indices of `Memory.numbers`."""

WHO, PLACE, COLUMN, AFTER = range(4)
"""What is kept of a move until the game ends.

Twice the learner's role plus its side (in an impartial game both sides use a box, so the box
doesn't show whose bead it was); box or row; kind of bead or column; the state after the move.
"""


class Choices(NamedTuple):
    """What can be chosen in each state: a block of the arrays of `Setup`, by state."""

    follows: Array
    number: Array
    upto: Array
    marks: Array


class Setup(NamedTuple):
    """What doesn't change: the game, who plays it, and the rules of the boxes.

    Attributes:
        states: int16 or int32 [1 or 2, 5, states]: what a state is. There are two if sides change:
            for games with an even and an odd number. TABLE_ROW is its row in a Q-learner's table.
        follows: like states [blocks * states, most]: the state after each choice, in the blocks
            ANY_MOVE to BY_PLAYERS; -1 beyond the last, and for a bead of a taken square.
        choices: int8 [blocks * states]: how many choices there are. A player's are equally
            likely, or else this is UNEVEN; see `upto`.
        upto: float64, like follows: the chance of a choice and all before it.
        marks: int8, like follows. In ANY_MOVE: the column in a Q-learner's table.
            In BY_BEADS: RIGHT or WRONG if the machine can give the game away, else 0.
            In BY_PLAYERS: the kind of bead that the move is for a watching learner, or -1.
        boxes: int32 [6, boxes]: what each result changes, and the box's rules.
        inside: int32 [2, boxes, most kinds]: beads at the start, and their colours.
        openings: int32 [1 or 2, 2, most]: for each side the boxes for its first move, if it plays
            with beads and gives up at an empty box; -1 beyond the last.
        mix: int64 [players]: the share of each and all before it, in units of 1 / 2**32.
        adapts: float64 [players]: how fast an adaptive player's rate follows the machine's, or 0.
        rules: float64 [2, RULE_WIDTH].
        watched_by: the role that learns from players.
        only_last: whether a game teaches only each side's last bead.
        halves: whether a box with more beads than FULL_ABOVE is halved after a game that used it.
    """

    states: Array
    follows: Array
    choices: Array
    upto: Array
    marks: Array
    boxes: Array
    inside: Array
    openings: Array
    mix: Array
    adapts: Array
    rules: Array
    watched_by: int
    only_last: bool
    halves: bool


class Memory(NamedTuple):
    """What the games of a run change, in place; in a batch each array is indexed by run first.

    Attributes:
        beads: int32 [boxes, most kinds].
        totals: int64 [boxes], their sums.
        odds: float64 like beads: the chance of each move, 1 in sum.
        past: float64 [2, 2]: for each side, the weighted sum of its past
            results, and of the weights.
        quality: float64 [2, rows, columns], for learners with tables;
            the first is that of the first row of `rules`.
        explores: float64 [2]: the chance that each of them still explores, if it learns by
            Monte Carlo.
        rate: float64 [players], how often each player errs.
        stream: uint64 [1], the state of the random stream.
        numbers: int64 [2]: games so far, and whether a count reached MOST_BEADS.
        tally: int64 [1 or 2, 4]: games, for even and odd numbers, by outcome (0 is not used).
        counts: int64 [3, boxes]: how often a box was halved, its most and fewest beads.
        of_colours: int64 [2, colours]: beads of a colour in all boxes, now and at most.
    """

    beads: Array
    totals: Array
    odds: Array
    past: Array
    quality: Array
    explores: Array
    rate: Array
    stream: Array
    numbers: Array
    tally: Array
    counts: Array
    of_colours: Array

    @property
    def played(self) -> Array:
        return _row(self.numbers[..., None], PLAYED)

    @property
    def saturated(self) -> Array:
        return _row(self.numbers[..., None], SATURATED) > 0

    @property
    def halved(self) -> Array:
        return _row(self.counts, HALVED)

    @property
    def peak(self) -> Array:
        return _row(self.counts, PEAK)

    @property
    def lowest(self) -> Array:
        return _row(self.counts, LOWEST)

    @property
    def colour_peak(self) -> Array:
        return _row(self.of_colours, MOST)


def _row(table: Array, row: int) -> Array:
    found: Array = table[..., row, :]
    return found


class OddsRule(NamedTuple):
    """How a machine with odds learns: Michie's rules for his Pegasus 2 program of 1963.

    A box holds odds instead of beads. After a game, the odds p / (1 - p) of each move made are
    multiplied by M ** (result - origin): the result is 1, 0 or -1, and the origin follows past
    results. M depends on how far the move was from the end of the game: M = factor * growth ** n
    for the n-th of the machine's own moves before its last. So with M = 2, a won game takes a move
    of probability 2/5 from odds 2:3 to 4:3.

    Source: D. Michie, Experiments on the mechanization of game-learning. Part I, The Computer
    Journal 6(3), 1963, 232-236. The paper's numbers for M were illegible; `factor` and `growth` are
    ours.

    Attributes:
        factor: what the odds of the last move are multiplied by, at least 1.
        growth: what that is multiplied by for each earlier move, above 0 and at most 1:
            earlier moves count less.
        memory: the weight of the newest past result in the origin; its square is the weight
            of the one before, and so on; between 0 and 1. At 0 the origin stays at 0.
        floor: the least probability of the move made, and of the others together.
    """

    factor: float = 1.5
    growth: float = 0.9
    memory: float = 0.9
    floor: float = 1e-6


class QRule(NamedTuple):
    """How a learner with a table learns: B. Pulles's eight numbers, by his names.

    The table has the moves of each class of positions, all worth 0 at first. The learner makes the
    move that is worth most, at random among equals, or at the rate epsilon any move: Q(s,a) <-
    (1-alpha) Q(s,a) + alpha (r + gamma max Q(s',.)). Two learners read these numbers differently:

    - `q-learning` is one-step Q-learning: s' is the next position in which the learner is to move,
      it learns during the game, and r is 0 until the game has ended. From game `epsilon_start` on,
      epsilon falls evenly, game by game, and is 0 from game `epsilon_end` on.
    - `monte-carlo` is what Pulles's program does: after a game each of its moves gets the whole
      reward r. His s' is the position after the learner's own move, whose row belongs to the
      opponent's moves. It stays 0 as long as the learner always has the same side, so gamma matters
      only if turns alternate. From game `epsilon_start` on, epsilon falls by epsilon /
      (epsilon_end - epsilon_start) after each move of the learner, until it is 0.

    Sources: C. Watkins, Learning from delayed rewards, 1989; B. Pulles, MENACE and Q-learning
    playing Noughts and Crosses, 2019, 4.2, and the results of his program, which
    docs/studies/reproduction.md compares.

    Attributes:
        alpha: the learning rate, from 0 to 1.
        gamma: the discount, from 0 to 1.
        epsilon: how often it makes any move to explore, from 0 to 1.
        epsilon_start, epsilon_end: the games, from 0,
            between which exploration fades, as described above.
        win, draw, loss: the rewards.
    """

    alpha: float = 0.1
    gamma: float = 0.9
    epsilon: float = 0.2
    epsilon_start: float = 200
    epsilon_end: float = 400
    win: float = 2.0
    draw: float = 1.0
    loss: float = -1.0


Rule: TypeAlias = OddsRule | QRule

RULES: Mapping[int, type[Rule]] = {
    ODDS: OddsRule,
    QUALITY: QRule,
    MONTE_CARLO: QRule,
}
"""Role -> the rule by which it learns."""

RULE_WIDTH = max(len(rule._fields) for rule in RULES.values())


class Played(NamedTuple):
    """The results of some games.

    Attributes:
        games: how many were played; fewer than asked for if a machine can no longer move first.
        dead: whether fewer were played than asked for.
    """

    games: int
    dead: bool


class BatchPlayed(NamedTuple):
    """The results of some games of each run in a batch.

    Attributes:
        games: int64 [runs]: how many were played; fewer than asked for if a machine can no
            longer move first.
        dead: bool [runs]: whether fewer were played than asked for.
    """

    games: Array
    dead: Array
