"""What does not fit into the boxes.

How many beads a tray holds is an estimate, about 20 % either way.
"""

import math
from collections.abc import Sequence

from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import allowed_in_boxes
from menace_kit.machine.schema import FullBox
from menace_kit.machine.sizes import shakeable_beads, tray_capacity
from menace_kit.text.phrases import Decimal, Message, Whole, say
from menace_kit.workshop.forecasts import PERCENT, SimulatedNeed
from menace_kit.workshop.learning_risks import ENOUGH_WINS, first_win


def capacity_warnings(kit: Kit, need: SimulatedNeed | None) -> list[Message]:
    """Return what does not fit: the bead itself, the beads of a box,
    or those that a first box will win soon.

    The warnings say that it is an estimate, and also where the tray was never measured.
    """
    tray, bead = kit.container.tray, kit.bead
    holds, mixes = tray_capacity(tray, bead), shakeable_beads(tray, bead)
    longest, narrowest = max(bead.diameter, bead.length), min(tray.length, tray.width, tray.height)
    told = []
    if longest > narrowest:
        # How many of them fit is then no question.
        told.append(say("warnings.bead-too-large", bead=Decimal(longest), tray=Decimal(narrowest)))
    else:
        told += _too_full(kit.boxes, holds, mixes)
        told += _soon_full(kit, mixes) if need is None else []
        if told:
            told.append(say("warnings.capacity-estimate"))
        told += _full_in_time(kit, need, mixes, holds) if need else []
    if not tray.measured:
        told.append(say("warnings.tray-not-measured", holds=holds, mixes=mixes))
    return told


def _full_in_time(kit: Kit, need: SimulatedNeed, mixes: int, holds: int) -> list[Message]:
    """Return that boxes become too full: how often they are halved,
    or how full they are where they are not.
    """
    allowed = allowed_in_boxes(kit) if kit.spec.learning.full_box is FullBox.HALVE else None
    told = []
    if need.fullest > mixes and (allowed is None or allowed > mixes):
        facts = {"beads": need.fullest, "mixes": mixes, "holds": holds, "over": 100 - PERCENT}
        told.append(say("warnings.full-in-time", **facts))
    if need.halved_most:
        times = {"median": need.halved, "most": need.halved_most, "percent": PERCENT}
        games = Whole(need.games)
        told.append(
            say("warnings.halved-in-time", allowed=allowed, mixes=mixes, games=games, **times)
        )
    return told


def _too_full(boxes: Sequence[Box], holds: int, mixes: int) -> list[Message]:
    told = []
    for key, limit, below in (
        ("warnings.starts-too-full", holds, math.inf),
        ("warnings.starts-unmixed", mixes, holds),
    ):
        if full := [box for box in boxes if limit < box.start_total <= below]:
            box = _fullest(full)
            told.append(say(key, n=len(full), box=box.name, beads=box.start_total, limit=limit))
    return told


def _fullest(boxes: Sequence[Box]) -> Box:
    """Return the box that starts with the most beads, the lowest number of several."""
    return max(boxes, key=lambda box: (box.start_total, -box.number))


def _soon_full(kit: Kit, mixes: int) -> list[Message]:
    """Return a warning where few wins in a row that open with one colour make
    a first box too full to shake.
    """
    box = _fullest([box for side in kit.sides for box in kit.first_boxes(side)])
    win = first_win(kit, box.side)
    # 0 or less where it is too full at the start.
    wins = (mixes - box.start_total) // win + 1 if win else 0
    if not 0 < wins < ENOUGH_WINS:
        return []
    return [say("warnings.soon-full", n=wins, box=box.name, beads=box.start_total, mixes=mixes)]
