"""What doesn't fit into the boxes.

How many beads a tray holds is an estimate, to within about 20 %.
"""

from collections.abc import Sequence

from menace_kit.machine import Box, Kit
from menace_kit.machine.learning import allowed_in_boxes
from menace_kit.machine.schema import FullBox
from menace_kit.machine.sizes import shakeable_beads
from menace_kit.text.phrases import Decimal, Message, say
from menace_kit.workshop.forecasts import SimulatedNeed
from menace_kit.workshop.learning_risks import ENOUGH_WINS, first_win


def capacity_warnings(kit: Kit, need: SimulatedNeed | None) -> list[Message]:
    """Return what doesn't fit: the bead itself, a box's beads, or what a first box will soon win.

    They say if the tray was never measured.
    """
    tray, bead = kit.container.tray, kit.bead
    mixes = shakeable_beads(tray, bead)
    longest, narrowest = max(bead.diameter, bead.length), min(tray.length, tray.width, tray.height)
    told = []
    if longest > narrowest:
        # Then it doesn't matter how many would fit.
        told.append(say("warnings.too-large", bead=Decimal(longest), tray=Decimal(narrowest)))
    else:
        told += _too_full(kit.boxes, mixes)
        told += _full_in_time(kit, need, mixes)
    if not tray.measured:
        told.append(say("warnings.estimate"))
    return told


def _full_in_time(kit: Kit, need: SimulatedNeed | None, mixes: int) -> list[Message]:
    """Return that boxes become too full to mix, and if they are halved, when."""
    fills = say("warnings.fills", mixes=mixes)
    if need is None:
        return [fills] if _fills_soon(kit, mixes) else []
    allowed = allowed_in_boxes(kit) if kit.spec.learning.full_box is FullBox.HALVE else None
    told = [fills] if need.fullest > mixes and (allowed is None or allowed > mixes) else []
    return [*told, say("warnings.halve", allowed=allowed)] if need.halved_most else told


def _too_full(boxes: Sequence[Box], mixes: int) -> list[Message]:
    full = [box for box in boxes if box.start_total > mixes]
    if not full:
        return []
    box = _fullest(full)
    facts = {"box": box.name, "beads": box.start_total, "mixes": mixes}
    return [say("warnings.too-full", n=len(full), **facts)]


def _fullest(boxes: Sequence[Box]) -> Box:
    """Return the box that starts with the most beads; of several, the lowest number."""
    return max(boxes, key=lambda box: (box.start_total, -box.number))


def _fills_soon(kit: Kit, mixes: int) -> bool:
    """Return whether a few wins with one opening colour make a first box too full to mix."""
    box = _fullest([box for side in kit.sides for box in kit.first_boxes(side)])
    win = first_win(kit, box.side)
    # 0 or less if it is too full at the start.
    wins = (mixes - box.start_total) // win + 1 if win else 0
    return 0 < wins < ENOUGH_WINS
