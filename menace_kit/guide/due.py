"""Where a machine stands: what belongs in its boxes, the game that goes on, and what is due in it."""

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from menace_kit.games import Position, Side
from menace_kit.journal.entries import GameRecord
from menace_kit.machine.boxes import Box, Reading
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Contents, How, Turn, gives_up_when_empty


class Due(Enum):
    """What the operator does next: begin a game, draw a bead, enter the reply, or make the adjustments by hand."""

    START = "start"
    BEAD = "bead"
    REPLY = "reply"
    ADJUST = "adjust"


@dataclass(frozen=True)
class MachineState:
    """A machine at a moment: what belongs in its boxes, and the game that was begun last (None before the first)."""

    kit: Kit
    contents: Contents
    game: GameRecord | None

    @cached_property
    def due(self) -> Due:
        """Return what is due now; where both players are machines, a bead is due whoever is to move."""
        game = self.game
        if game is None or game.abandoned or game.taken_back or game.confirmed:
            return Due.START
        if not game.running:
            return Due.ADJUST
        return Due.BEAD if self.position.to_move in game.sides else Due.REPLY

    @cached_property
    def position(self) -> Position:
        """Return the position on the table."""
        return self.game.positions(self.kit.game)[-1] if self.game else self.kit.game.start()

    @cached_property
    def turn(self) -> Turn:
        """Return the turn of whoever is to move on the table."""
        return Turn(self.kit, self.position)

    @property
    def readings(self) -> tuple[Reading, ...]:
        """Return the right ways to hold the box that is to be opened now; none where no bead is due."""
        return self.turn.readings if self.due is Due.BEAD else ()

    @property
    def box(self) -> Box | None:
        """Return the box that is to be opened now."""
        return self.readings[0].box if self.readings else None

    def in_box(self, number: int) -> dict[str, int]:
        """Return what lies in a box now: what belongs in it, less a bead that lies before it."""
        counts = dict(self.contents[number])
        if self.game and self.game.running:
            for drawn in self.game.drawn:
                if drawn.box == number:
                    counts[drawn.colour] -= 1
        return counts

    @property
    def how(self) -> How | None:
        """Return how the machine comes to its move by the book; None where no box is to be opened."""
        return self.turn.how(self.in_box(self.box.number)) if self.box is not None else None

    def is_dead(self, side: Side) -> bool:
        """Return whether the machine cannot make its first move any more, and the rules do not help it."""
        return gives_up_when_empty(self.kit) and all(
            not sum(self.contents[box.number].values()) for box in self.kit.first_boxes(side)
        )
