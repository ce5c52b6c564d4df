"""The arrays that the compiled trainer reads and changes, and the numbers that stand in them."""

from typing import NamedTuple

from menace_kit.lab.tables import Array

PLAYER, BEADS, ODDS, QUALITY = range(4)
"""Who moves: a player of `players`, a machine by its beads, by its odds, or a Q-learner."""

WIN, DRAW, LOSS = range(3)
"""A result for one side, as `change` counts them."""

MOST_BEADS = 10**8
"""A count of beads stays here; those of a box with 42 kinds still fit the 32 bits that a draw is made with."""

RIGHT, WRONG = 1, 2


class Board(NamedTuple):
    """What does not change: the game, who plays it, and the rules of the boxes. Names are those of `tables`.

    `agents` is int8 [1 or 2, states]: who moves; in games with an even and with an odd number where there are two.

    Players of the mix: `mix` uint64 [players], the share of each and all before it, of 2**32; `takes` and `errs`
    [players * states, most moves], the states that they move to, `take_count` and `err_count` int64 how many.

    `bead_judged` is int8 like `bead_next`: RIGHT or WRONG where the machine can give the game away, else 0; an adaptive
    player's rate follows it, `adapts` says how fast.

    `first_boxes` is int32 [1 or 2, 2, most]: again, for each side, the boxes of its first move where it plays by beads
    and an empty box makes it give up; -1 beyond the last. `counted_boxes` int32 [2, most]: for each side, its
    opening boxes. `greedy` is bool [boxes]. `only_last`: a game teaches each side's last bead alone.
    """

    outcome: Array
    mover: Array
    next_state: Array
    move_count: Array
    agents: Array
    mix: Array
    takes: Array
    take_count: Array
    errs: Array
    err_count: Array
    adaptive: Array
    box: Array
    bead_next: Array
    bead_judged: Array
    kinds: Array
    start: Array
    colour: Array
    change: Array
    keep_last: Array
    empty_rule: Array
    first_boxes: Array
    counted_boxes: Array
    greedy: Array
    only_last: bool
    quality_row: Array
    quality_column: Array
    longest: int
    adapts: float


class Memory(NamedTuple):
    """What games change, in place.

    Attributes:
        beads: int32 [boxes, most kinds].
        totals: int64 [boxes], their sums.
        odds: float64 like beads: of a machine by odds, how likely each move is; sums of 1.
        past: float64 [2, 2]: for each side, the weighted sum of its past results, and of the weights.
        quality: float64 [rows, columns], of a Q-learner.
        rate: float64 [players], how often each player errs.
        stream: uint64 [1], the state of the random stream.
        played: int64 [1], games so far.
        saturated: bool [1], whether a count reached MOST_BEADS.
        tally: int64 [1 or 2, 4]: games, likewise, by outcome (index 0 is not used).
        opened: int64 [boxes]; peak, lowest: int64 [boxes], the most and the fewest beads there ever were.
        colours, colour_peak: int64 [colours]: beads of a colour in all boxes, and the most there ever were.
    """

    beads: Array
    totals: Array
    odds: Array
    past: Array
    quality: Array
    rate: Array
    stream: Array
    played: Array
    saturated: Array
    tally: Array
    opened: Array
    peak: Array
    lowest: Array
    colours: Array
    colour_peak: Array
