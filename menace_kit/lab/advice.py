"""The coach at the table: which reply to make, and why."""

from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import NamedTuple

import numpy as np

from menace_kit.games import Move, Position, Side
from menace_kit.lab.coach import Coach
from menace_kit.lab.engine.arrays import GOING_ON
from menace_kit.lab.engine.tables import kit_table, machine_table
from menace_kit.lab.exact import all_chances, machine_policy
from menace_kit.machine import Kit
from menace_kit.machine.learning import gives_up_when_empty, keeps_last_bead

CLOSE = 4
"""With at most so many beads left for its first move, a machine is close to giving up for good."""


class Reason(Enum):
    """Why a reply teaches most; the values are the keys of `[teach]`.

    WIN: it ends the game. SPARE, LET_WIN: the machine most likely wins then; it is close to giving
    up for good, or plays well here. WEAK, LATER, LOSES: it most likely loses then; what comes next
    is a box, a move by the kit's rule for later moves, or neither. DRAW: it most likely draws then.
    """

    WIN = "win"
    SPARE = "spare"
    LET_WIN = "let-win"
    WEAK = "weak"
    LATER = "later"
    LOSES = "loses"
    DRAW = "draw"


class Advice(NamedTuple):
    """A reply to make.

    Attributes:
        move: on the table.
        why: the reason.
        box: the number of the box that the machine may open next, or None.
        number: the number in the reason's sentence. For SPARE it is the beads left for the
            first move; otherwise how many of 100 games the machine loses from there on,
            if the coach also makes the next replies.
    """

    move: Move
    why: Reason
    box: int | None
    number: int

    @property
    def facts(self) -> tuple[Move, str, int | None, int]:
        """Return the advice as `wording.advice` takes it."""
        return self.move, self.why.value, self.box, self.number


def advice(
    kit: Kit, side: Side, contents: Mapping[int, Mapping[str, int]], position: Position
) -> Advice:
    """Return which reply teaches this side's machine most, with these beads in its boxes.

    The other side is to move. A negative count, which a logbook may have, is read as 0.
    """
    coach = coach_for(kit, side)
    game, machine = coach.machine.game, coach.machine
    beads = np.maximum(machine.weights(contents), 0)
    policy = machine_policy(machine, beads)
    taught = coach.policy(beads)
    state = game.state(position)
    after = int(game.next_state[state, np.argmax(taught.moves[state])])
    moves = kit.game.legal_moves(position)
    move = next(move for move in moves if game.state(kit.game.play(position, move)) == after)
    win, draw, loss = all_chances(game, policy, taught, side)[after].tolist()
    box = int(machine.box[after])
    firsts = kit.first_boxes(side)
    left = int(sum(beads[kit.indices[first.number]].sum() for first in firsts))
    mortal = gives_up_when_empty(kit) and not any(keeps_last_bead(kit, first) for first in firsts)
    if game.outcome[after] != GOING_ON and loss == 1:
        why = Reason.WIN
    elif win >= max(draw, loss):
        is_close = mortal and left <= min(CLOSE, sum(first.start_total for first in firsts) - 1)
        why = Reason.SPARE if is_close else Reason.LET_WIN
    elif loss >= draw:
        later = game.move_count[after] > 1 and machine.lot_count[after] > 0
        why = Reason.WEAK if box >= 0 else Reason.LATER if later else Reason.LOSES
    else:
        why = Reason.DRAW
    number = left if why is Reason.SPARE else round(100 * loss)
    return Advice(move, why, kit.boxes[box].number if box >= 0 else None, number)


@cache
def coach_for(kit: Kit, side: Side) -> Coach:
    """Return the coach of this side's machine, which is made once."""
    return Coach(machine_table(kit, kit_table(kit)), side)
