"""Positions that a machine may come to and has no box for: forced moves, and positions that are lost at once."""

from typing import NamedTuple

from menace_kit.machine.boxes import Selection, positions_by_ply
from menace_kit.machine.kit import Kit
from menace_kit.machine.turn import Turn


class Unboxed(NamedTuple):
    """How many positions, up to the kit's symmetry, have no box: with a single move, and with several that all lose."""

    forced: int
    lost: int


def unboxed(kit: Kit) -> Unboxed:
    """Return how many positions with one of the kit's sides to move have no box."""
    sides = {side for side, _ in kit.stages}
    chosen = kit.spec.boxes
    selection = Selection(
        kit.symmetries, chosen.canonical_form, merge_positions=chosen.merge_symmetric_positions
    )
    forced = lost = 0
    for layer in positions_by_ply(kit.game, selection):
        for position in layer:
            turn = Turn(kit, position)
            if turn.side in sides:
                forced += turn.forced is not None
                lost += turn.is_lost
    return Unboxed(forced, lost)
