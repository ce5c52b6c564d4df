"""What compiled code reads and changes: arrays and numbers, and the learners' rules.

All that `trainer` and `exact` take in while they are compiled is here or in another file of
`compiling.SOURCES`.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from numpy.typing import NDArray

from menace_kit.games import Side
from menace_kit.machine.schema import EmptyBox

Array: TypeAlias = NDArray[Any]

GOING_ON, FIRST_WON, DRAWN, SECOND_WON = range(4)
"""What `GameTable.outcome` says of a state."""

OUTCOMES = {Side.FIRST: FIRST_WON, None: DRAWN, Side.SECOND: SECOND_WON}
"""Who won -> the same."""

SIDES = (Side.FIRST, Side.SECOND)

EMPTY_RULES = tuple(EmptyBox)
"""The rules of empty boxes in the order in which `MachineTable.empty_rule` counts them."""

PLAYER, BEADS, ODDS, QUALITY, MONTE_CARLO = range(5)
"""Who moves: a player of `players`, a machine by its beads, or one of the learners
whose rules are below.
"""

WITH_TABLES = (QUALITY, MONTE_CARLO)
"""Learners that have no boxes: each has a table of its own, a row for each class of positions."""

WIN, DRAW, LOSS = range(3)
"""A result for one side, as `change` counts them."""

RIGHT, WRONG = 1, 2

NEVER_FULL = 2**31 - 1
"""The limit of a box that is never too full."""

UNEVEN = 0
"""What stands for a number of moves where they are not all as likely."""

OUTCOME, MOVER, AGENT, BOX, TABLE_ROW = range(5)
"""The rows of `Setup.states`."""

ANY_MOVE, BY_LOT, BY_BEADS, BY_PLAYERS = range(4)
"""The blocks of `Setup.follows`. From the last on, each player of the mix has two:
what it takes, and what it takes as it errs."""

KEEPS_LAST, EMPTY_RULE, FULL_ABOVE = range(3, 6)
"""The rows of `Setup.boxes` behind those of WIN, DRAW and LOSS."""

START, COLOUR = range(2)
"""The tables of `Setup.inside`."""

HALVED, PEAK, LOWEST = range(3)
"""The rows of `Memory.counts`."""

NOW, MOST = range(2)
"""The rows of `Memory.of_colours`."""

PLAYED, SATURATED = range(2)
"""The places of `Memory.numbers`."""

WHO, PLACE, COLUMN, AFTER = range(4)
"""What is kept of a move until the game ends.

Twice the learner's role and its side (the box alone does not tell whose bead it was: in an
impartial game it serves both); box or row; kind of bead or column; the state that it led to.
"""


class Choices(NamedTuple):
    """What can be chosen in each state: a block of the arrays of `Setup`, the states in front."""

    follows: Array
    number: Array
    upto: Array
    marks: Array


class Setup(NamedTuple):
    """What does not change: the game, who plays it, and the rules of the boxes.

    Attributes:
        states: int16 or int32 [1 or 2, 5, states]: what a state is. Two where sides change: for
            games with an even and with an odd number. TABLE_ROW is its row in a Q-learner's table.
        follows: like states [blocks * states, most]: the state that each choice leads to, in the
            blocks of ANY_MOVE to BY_PLAYERS; -1 beyond the last, and for a bead of a taken square.
        choices: int8 [blocks * states]: how many there are. A player's are all as likely, or else
            UNEVEN: see `upto`.
        upto: float64, like follows: how likely a choice and those before it are.
        marks: int8, like follows. Of ANY_MOVE: the column in a Q-learner's table.
            Of BY_BEADS: RIGHT or WRONG where the machine can give the game away, else 0.
            Of BY_PLAYERS: the kind of bead that it is to whoever watches, or -1.
        boxes: int32 [6, boxes]: what a result changes, and the box's rules.
        inside: int32 [2, boxes, most kinds]: beads at the start, and their colours.
        openings: int32 [1 or 2, 4, most]: for each side the boxes of its first move, where it plays
            by beads and an empty box makes it give up; then for each side its opening boxes.
            -1 beyond the last.
        mix: int64 [players]: the share of each and all before it, of 2**32.
        adapts: float64 [players]: how fast an adaptive player's rate follows the machine's, or 0.
        rules: float64 [2, RULE_WIDTH].
        watched_by: the role that learns from players.
        greedy: whether a machine plays the most common colour.
        only_last: whether a game teaches each side's last bead alone.
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
    greedy: bool
    only_last: bool
    halves: bool


class Memory(NamedTuple):
    """What the games of a run change, in place;
    of many runs together each array has the runs in front.

    Attributes:
        beads: int32 [boxes, most kinds].
        totals: int64 [boxes], their sums.
        odds: float64 like beads: how likely each move is, 1 in sum.
        past: float64 [2, 2]: for each side, the weighted sum of its past
            results, and of the weights.
        quality: float64 [2, rows, columns], of learners with tables;
            the first is that of the first row of `rules`.
        explores: float64 [2]: how likely each of them, if it learns by Monte
            Carlo, still makes any move.
        rate: float64 [players], how often each player errs.
        stream: uint64 [1], the state of the random stream.
        numbers: int64 [2]: games so far, and whether a count reached MOST_BEADS.
        tally: int64 [1 or 2, 4]: games, likewise, by outcome (index 0 is not used).
        counts: int64 [3, boxes]: how often a box was halved, its most and fewest beads.
        of_colours: int64 [2, colours]: beads of a colour in all boxes, and the most there were.
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
    def colours(self) -> Array:
        return _row(self.of_colours, NOW)

    @property
    def colour_peak(self) -> Array:
        return _row(self.of_colours, MOST)


def _row(table: Array, row: int) -> Array:
    found: Array = table[..., row, :]
    return found


class OddsRule(NamedTuple):
    """How a machine by odds learns: the rules that Michie gave his Pegasus 2 program
    in 1963, beside those of beads.

    A box holds odds instead of beads. After a game, the odds p / (1 - p) of each move that was
    made are multiplied by M ** (result - origin): the result is 1, 0 or -1, and the origin slides
    after the results of the past. M depends on how far from the end of the game the move was:
    M = factor * growth ** n for the n-th of the machine's own moves before its last.
    So a move of probability 2/5 and M = 2 comes from odds 2:3 to 4:3 when the game is won.

    Source: D. Michie, Experiments on the mechanization of game-learning.
    Part I, The Computer Journal 6(3), 1963, 232-236. The paper's numbers for M could not be read;
    `factor` and `growth` are ours.

    Attributes:
        factor: what the odds of the last move are multiplied by, at least 1.
        growth: what that is multiplied by for each earlier move, over 0 and not over 1:
            earlier moves count less.
        memory: the weight of the newest past result in the origin, and the square
            of it that of the one before, and so on; between 0 and 1. At 0 the origin stays at 0.
        floor: the move that was made becomes no less likely than this,
            and the others together no less likely either.
    """

    factor: float = 1.5
    growth: float = 0.9
    memory: float = 0.9
    floor: float = 1e-6


class QRule(NamedTuple):
    """How a learner with a table learns: the eight numbers of B. Pulles, by his names.

    The table has the moves of each class of positions, all worth 0 at first. It makes the move
    that is worth most, at random among equals, or at the rate epsilon any move: Q(s,a) <-
    (1-alpha) Q(s,a) + alpha (r + gamma max Q(s',.)). Two learners read these numbers differently:

    - `q-learning` is one-step Q-learning: s' is the next position in which the learner is to move,
      it learns as it goes on, and r is not 0 only where the game has ended. From game
      `epsilon_start` on epsilon falls evenly, game by game, and is 0 from game `epsilon_end` on.
    - `monte-carlo` is what Pulles's program does: after a game every move of it gets the whole
      reward r. His s' is the position after the learner's own move, whose row belongs to the
      opponent's moves. It is 0 as long as the learner always has the same side, so that gamma does
      something only where turns alternate. From game `epsilon_start` on epsilon falls by epsilon /
      (epsilon_end - epsilon_start) after each move of the learner, until it is 0.

    Sources: C. Watkins, Learning from delayed rewards, 1989; B. Pulles,
    MENACE and Q-learning playing Noughts and Crosses, 2019, 4.2, and the results of his program,
    which docs/studies/reproduction.md compares.

    Attributes:
        alpha: the learning rate, from 0 to 1.
        gamma: the discount, from 0 to 1.
        epsilon: how often it makes any move to explore, from 0 to 1.
        epsilon_start, epsilon_end: the games, from 0,
            between which exploration fades, as said above.
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
    """What came of some games.

    Attributes:
        games: how many were played; fewer than asked for where a machine is dead.
        outcomes: int8 [games] as in `tables`, where they were asked for, else of length 0.
        first_beads: int64 [2, games]: after each game, the beads in each side's
            opening boxes; likewise.
        dead: whether fewer were played than asked for.
    """

    games: int
    outcomes: Array
    first_beads: Array
    dead: bool


class BatchPlayed(NamedTuple):
    """What came of some games of each run of a batch.

    Attributes:
        games: int64 [runs]: how many were played; fewer than asked for where a machine is dead.
        outcomes: int8 [runs, games] as in `tables`, 0 beyond a run's last,
            where they were asked for; else of length 0. Where turns alternate,
            those of games with an odd number are told as if nobody had changed sides.
        first_beads: int64 [runs, 2, games]: after each game, the beads in each side's
            opening boxes; likewise.
        dead: bool [runs]: whether fewer were played than asked for.
    """

    games: Array
    outcomes: Array
    first_beads: Array
    dead: Array
