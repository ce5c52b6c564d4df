"""What does not fit into the boxes.

How many beads a tray holds is an estimate, about 20 % either way.
"""

from collections.abc import Sequence

from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import allowed_in_boxes
from menace_kit.machine.schema import FullBox
from menace_kit.machine.sizes import shakeable_beads
from menace_kit.text.phrases import Decimal, Message, say
from menace_kit.workshop.forecasts import SimulatedNeed
from menace_kit.workshop.learning_risks import ENOUGH_WINS, first_win


def capacity_warnings(kit: Kit, need: SimulatedNeed | None) -> list[Message]:
    """Return what does not fit: the bead itself, the beads of a box,
    or those that a first box will win soon.

    The warnings say where the tray was never measured.
    """
    tray, bead = kit.container.tray, kit.bead
    mixes = shakeable_beads(tray, bead)
    longest, narrowest = max(bead.diameter, bead.length), min(tray.length, tray.width, tray.height)
    told = []
    if longest > narrowest:
        # How many of them fit is then no question.
        told.append(say("warnings.too-large", bead=Decimal(longest), tray=Decimal(narrowest)))
    else:
        told += _too_full(kit.boxes, mixes)
        told += _full_in_time(kit, need, mixes)
    if not tray.measured:
        told.append(say("warnings.estimate"))
    return told


def _full_in_time(kit: Kit, need: SimulatedNeed | None, mixes: int) -> list[Message]:
    """Return that boxes become too full to mix, and where the kit has them halved, when."""
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
    """Return the box that starts with the most beads, the lowest number of several."""
    return max(boxes, key=lambda box: (box.start_total, -box.number))


def _fills_soon(kit: Kit, mixes: int) -> bool:
    """Return whether few wins in a row that open with one colour make
    a first box too full to shake.
    """
    box = _fullest([box for side in kit.sides for box in kit.first_boxes(side)])
    win = first_win(kit, box.side)
    # 0 or less where it is too full at the start.
    wins = (mixes - box.start_total) // win + 1 if win else 0
    return 0 < wins < ENOUGH_WINS
