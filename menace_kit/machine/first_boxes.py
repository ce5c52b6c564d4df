"""The boxes that every game opens with: what a win adds to them, and whether they can run empty for good."""

from menace_kit.games import Side
from menace_kit.machine.boxes import Box
from menace_kit.machine.contents import gives_up_when_empty
from menace_kit.machine.kit import Kit
from menace_kit.machine.rules import at_stage

SAFER_START = 24
"""Beads in the first box of an 8-4-2-1 machine; it runs empty far less often than one that starts with 12.

That was tried with noughts and crosses; for other games it is a rule of thumb, on which the forecast has the last word.
"""

OFTEN = 20
"""A first box that runs empty in one simulated machine of so many is worth telling the builder."""


def first_boxes(kit: Kit) -> dict[Side, tuple[Box, ...]]:
    """Return side -> the boxes for its first move: one if it moves first, several if it moves second."""
    return {side: kit.first_boxes(side) for side in dict.fromkeys(box.side for box in kit.boxes)}


def first_win(kit: Kit) -> int:
    """Return how many beads a win adds to a first box; 0 where it adds none or takes some out."""
    return max(0, at_stage(kit.spec.learning.win, 1))


def may_run_empty(kit: Kit, side: Side) -> bool:
    """Return whether to tell the builder that a first box of this side may run empty and end the machine.

    It may where a defeat takes beads out of it, nothing protects or refills it, and one of these holds:

    - the machine moves first and starts with fewer beads than SAFER_START: Michie's 12 run empty in more than
      half of 1,000-game runs against a perfect player, the 24 of 8-4-2-1 far less often (own simulation);
    - a tie adds none: then only wins make up for what is lost, however many beads there are;
    - the machine moves second: we know no number of beads that is enough. In noughts and crosses it is the harder
      side: random play wins 121/420 of the games there, and 737/1260 moving first (own enumeration).
    """
    learning = kit.spec.learning
    if learning.protect_first_box or not gives_up_when_empty(kit) or at_stage(learning.loss, 1) >= 0:
        return False
    if side is Side.SECOND or at_stage(learning.draw, 1) <= 0:
        return True
    return min(box.start_total for box in first_boxes(kit)[side]) < SAFER_START


def often_ran_empty(kit: Kit, emptied: int, runs: int) -> bool:
    """Return whether to tell the builder for what was simulated: first boxes of a side ran empty in so many runs.

    That is where it came about in one run of OFTEN or more, and a machine with an empty first box gives up.
    """
    return gives_up_when_empty(kit) and emptied * OFTEN >= runs


def opening_boxes(kit: Kit) -> dict[Side, tuple[Box, ...]]:
    """Return side -> those of the kit's opening boxes that are for its first move; sides without any are left out."""
    sides = dict.fromkeys(box.side for box in kit.opening_boxes)
    return {side: tuple(box for box in kit.opening_boxes if box.side is side) for side in sides}
