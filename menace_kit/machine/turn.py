"""A machine's turn: which box a position opens, how the machine comes to its move, what follows at once, and the end.

Whoever plays a game by the rules of a kit's boxes asks here: the guide at the table, games from paper, the audit, a
game against a machine's copy, the printed example. The lab's reference and its compiled loops have the same rules once
more, on purpose: the tests hold them against each other.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from menace_kit.games import Move, Outcome, Position, Side
from menace_kit.machine.boxes import Box
from menace_kit.machine.contents import Adjustment, Contents, DrawnBead, Result, adjust, adjustments
from menace_kit.machine.kit import Kit
from menace_kit.machine.reading import Reading, readings
from menace_kit.machine.rules import EmptyBox


class How(Enum):
    """How a machine comes to its move, or to none.

    DRAWN: a bead. REFILLED: a bead, after an empty box got its starting beads. LOT: any move, for the box is empty.
    FORCED: the only move, for which there is no box. EMPTY: it gives up at an empty box. LOST: it gives up, for the
    position is lost at once and has no box.
    """

    DRAWN = "drawn"
    REFILLED = "refilled"
    LOT = "lot"
    FORCED = "forced"
    EMPTY = "empty"
    LOST = "lost"


class GaveUp(Enum):
    """Why a machine gave a game up: its box was empty, or it has no box for a position in which every move loses."""

    EMPTY_BOX = "empty-box"
    LOST_POSITION = "lost-position"


class Ending(NamedTuple):
    """How a game ended: who won, None in a tie; and why the loser gave it up, where it did."""

    winner: Side | None
    gave_up: GaveUp | None = None

    def result(self, side: Side) -> Result:
        """Return how it ended for the machine of this side."""
        return Result.of(self.winner, side)


@dataclass(frozen=True, eq=False)
class Turn:
    """A position on the table, and what a kit says of the turn of whoever is to move in it."""

    kit: Kit
    position: Position

    @property
    def side(self) -> Side:
        """Return whose turn it is."""
        return self.position.to_move

    @cached_property
    def outcome(self) -> Outcome | None:
        """Return how the game ended by its rules, or None while it goes on."""
        return self.kit.game.outcome(self.position)

    @cached_property
    def legal(self) -> tuple[Move, ...]:
        """Return the moves that there are, lowest first; none where the game is over."""
        return self.kit.game.legal_moves(self.position)

    @cached_property
    def box(self) -> Box | None:
        """Return the box that a machine opens here, or None where the kit has none."""
        return self.kit.box_at(self.position)

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """Return the right ways to hold the box, the one that is shown first; none where there is no box."""
        return readings(self.kit, self.position)

    @property
    def forced(self) -> Move | None:
        """Return a machine's only move, where there is no box for it."""
        return self.legal[0] if self.box is None and len(self.legal) == 1 else None

    @property
    def is_lost(self) -> bool:
        """Return whether a machine gives up at once: a kit without boxes for positions in which every move loses."""
        return self.box is None and len(self.legal) > 1

    def how(self, inside: Mapping[str, float]) -> How:
        """Return how a machine comes to its move, or to none, with these beads (or odds) in its box.

        A box whose last bead is always kept is not empty; where one was found so all the same, nothing is left but to
        give up.
        """
        if self.box is None:
            return How.FORCED if self.forced is not None else How.LOST
        if any(inside.values()):
            return How.DRAWN
        return AT_EMPTY_BOX.get(self.kit.spec.learning.empty_box, How.EMPTY)

    def ending(self, machines: Collection[Side]) -> Ending | None:
        """Return how a game of these machines ends here by itself; None where somebody moves, or opens a box."""
        if self.outcome is not None:
            return Ending(self.outcome.winner)
        if self.side in machines and self.is_lost:
            return Ending(self.side.other, GaveUp.LOST_POSITION)
        return None

    def after(self, move: Move) -> "Turn":
        """Return the turn that comes after a move; MoveError where it is not legal."""
        return Turn(self.kit, self.kit.game.play(self.position, move))

    def forced_from_here(self, machines: Collection[Side]) -> "Forced":
        """Return the moves of these machines that nobody chooses, from this turn on, and the end if they lead there."""
        turn, moves = self, []
        while (ending := turn.ending(machines)) is None:
            if turn.side not in machines or turn.forced is None:
                break
            moves.append((turn.side, turn.forced))
            turn = turn.after(turn.forced)
        return Forced(tuple(moves), ending)


AT_EMPTY_BOX = {EmptyBox.REFILL: How.REFILLED, EmptyBox.RANDOM: How.LOT}
"""What an empty box means under the rules that go on with the game."""


class Forced(NamedTuple):
    """Moves that nobody chooses, each with whose it is; and how the game ended with them, None where it goes on."""

    moves: tuple[tuple[Side, Move], ...]
    ending: Ending | None


def changes_at_end(
    kit: Kit, contents: Contents, drawn: Mapping[Side, Sequence[DrawnBead]], ending: Ending
) -> dict[Side, tuple[Adjustment, ...]]:
    """Return what the end of a game does to the boxes, for each machine that played it.

    `contents` is from before it; `drawn` has the beads drawn for each machine, in order. Each machine's changes are
    worked out on what those before it leave in the boxes, for machines of an impartial game share theirs.
    """
    used = {bead.box for beads in drawn.values() for bead in beads}
    left = {number: dict(contents[number]) for number in used}
    found = {}
    for side, beads in drawn.items():
        result = ending.result(side)
        at_empty_box = ending.gave_up is GaveUp.EMPTY_BOX and result is Result.LOSS
        found[side] = adjustments(kit, left, beads, result, at_empty_box)
        adjust(left, found[side])
    return found
