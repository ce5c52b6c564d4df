"""What can go wrong while a machine learns: an empty first box, rules that teach nothing."""

from menace_kit.games import Side
from menace_kit.machine import Kit
from menace_kit.machine.learning import Result, change_by, gives_up_when_empty
from menace_kit.machine.schema import Teaches
from menace_kit.text.phrases import Message, Whole, say
from menace_kit.workshop.forecasts import SimulatedNeed

ENOUGH_WINS = 10
"""A first box should have room for so many wins in a row; otherwise the builder is warned."""

SAFER_START = 24
"""Beads in the first box of an 8-4-2-1 machine, which runs out far less often than with 12.

This was tried with noughts and crosses. For other games it is a rule of thumb, and the forecast
decides.
"""

OFTEN = 20
"""The builder is told if a first box runs out in at least one of so many simulated machines."""


def first_win(kit: Kit, side: Side) -> int:
    """Return how many beads a win adds to a first box of a side, or 0 if it adds none."""
    return max(0, change_by(kit, Result.WIN, side, 1))


def _may_run_empty(kit: Kit, side: Side) -> bool:
    """Return whether to warn that a first box of this side may run out and stop the machine.

    It may if a loss removes beads from it, nothing protects or refills it, and one of these holds:

    - the machine moves first and starts with fewer beads than SAFER_START: Michie's 12 run out in
      more than half of 1,000-game runs against a perfect player, the 24 of 8-4-2-1 far less often
      (own simulation);
    - a drawn game adds none: then only wins make up for losses, however many beads there are;
    - the machine moves second: we know of no number of beads that is enough. In noughts and crosses
      it is the harder side: random play wins 121/420 of the games there, and 737/1260 moving first
      (own enumeration).
    """
    learning = kit.spec.learning
    if (
        learning.protect_first_box
        or not gives_up_when_empty(kit)
        or change_by(kit, Result.LOSS, side, 1) >= 0
    ):
        return False
    if side is Side.SECOND or change_by(kit, Result.TIE, side, 1) <= 0:
        return True
    return min(box.start_total for box in kit.first_boxes(side)) < SAFER_START


def first_box_warnings(kit: Kit, need: SimulatedNeed | None) -> list[Message]:
    """Return what to know about first boxes that may run out, and what to do; often nothing."""
    if kit.spec.learning.teaches is Teaches.LAST_MOVE:
        # A loss removes a bead from one box only; such a machine learns by emptying boxes.
        return [say("warnings.empties")] if gives_up_when_empty(kit) else []
    told = []
    for side, boxes in kit.openings.items():
        often = need and gives_up_when_empty(kit) and need.emptied[side] * OFTEN >= need.runs
        if not (often or _may_run_empty(kit, side)):
            continue
        beads = sum(box.start_total for box in boxes)
        numbers = ", ".join(box.name for box in boxes)
        which = {"n": len(boxes), "boxes": numbers}
        told.append(say("warnings.may-empty", **which, beads=beads))
        if need:
            in_100 = _of_100(need.emptied[side], need.runs)
            told.append(say("warnings.emptied", **which, in_100=in_100, games=Whole(need.games)))
    return told


def _of_100(emptied: int, runs: int) -> int:
    """Return how many of 100 machines that is; 0 only for none."""
    return max(round(100 * emptied / runs), min(emptied, 1))


def learning_warnings(kit: Kit) -> list[Message]:
    wrong = {
        stage
        for side, stage in kit.stages
        if change_by(kit, Result.WIN, side, stage) <= change_by(kit, Result.LOSS, side, stage)
    }
    return [say("warnings.cannot-learn", moves=", ".join(map(str, sorted(wrong))))] if wrong else []
