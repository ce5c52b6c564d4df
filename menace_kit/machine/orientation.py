"""Reading a box at the table: how its drawing must be turned, and what each colour means there."""

from dataclasses import dataclass
from functools import cached_property

from menace_kit.games import Move, Position, Symmetry
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit


@dataclass(frozen=True)
class Reading:
    """A box, and a symmetry that carries the drawing on it to the position on the table."""

    box: Box
    symmetry: Symmetry

    @cached_property
    def moves(self) -> dict[str, Move]:
        """Return colour name -> the move that it means on the table."""
        return {bead.colour: self.symmetry.move(bead.move) for bead in self.box.beads}


def readings(kit: Kit, position: Position) -> tuple[Reading, ...]:
    """Return every right way to hold the box of a position; none where the kit has no box for it.

    A position that is itself symmetric (56 of the 304) has several. All are right; the first turns least, and is the
    one that is shown.
    """
    box = kit.box_at(position)
    if box is None:
        return ()
    return tuple(
        Reading(box, symmetry)
        for symmetry in kit.symmetries
        if symmetry.position(box.position).cells == position.cells
    )


def colours_for(ways: tuple[Reading, ...], move: Move) -> tuple[str, ...]:
    """Return the colours that mean a move on the table in any of these readings, those of the first reading first.

    Where symmetric moves share a bead there is one at the most; where each keeps its own there may be several.
    """
    meant = (colour for reading in ways for colour, target in reading.moves.items() if target == move)
    return tuple(dict.fromkeys(meant))
