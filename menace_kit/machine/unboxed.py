"""Positions that a machine may come to and has no box for: forced moves, and positions that are lost at once."""

from typing import NamedTuple

from menace_kit.machine.boxes import positions_by_ply, selection_of
from menace_kit.machine.kit import Kit
from menace_kit.machine.turn import Turn


class PositionsWithoutBox(NamedTuple):
    """How many positions, up to the kit's symmetry, have no box: with a single move, and with several that all lose."""

    forced: int
    lost: int


def positions_without_box(kit: Kit) -> PositionsWithoutBox:
    """Return how many positions with one of the kit's sides to move have no box."""
    sides = {side for side, _ in kit.stages}
    forced = lost = 0
    for layer in positions_by_ply(kit.game, selection_of(kit.spec.boxes, kit.game)):
        for position in layer:
            turn = Turn(kit, position)
            if turn.side in sides:
                forced += turn.forced is not None
                lost += turn.is_lost
    return PositionsWithoutBox(forced, lost)
