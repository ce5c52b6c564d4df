"""A machine at a moment: what is due, which box is open, and what is in it."""

from dataclasses import field
from enum import Enum
from functools import cached_property

from menace_kit.frozen import Frozen
from menace_kit.games import Move, Position, Side
from menace_kit.logbook import GameRecord
from menace_kit.logbook.entries import Entry
from menace_kit.machine import Kit, learning
from menace_kit.machine.boxes import Box, Reading
from menace_kit.machine.learning import Adjustment, Contents
from menace_kit.machine.turns import How, Turn
from menace_kit.text.phrases import Called, Joined, joined, say


class Due(Enum):
    """What the operator does next: start a game, draw a bead, enter the reply, update the boxes."""

    START = "start"
    BEAD = "bead"
    REPLY = "reply"
    ADJUST = "adjust"


class Situation(Frozen):
    """A machine at a moment: the contents of its boxes, and the latest game, if any.

    The contents of the boxes `to_count` are unknown. `aside` is the last act if it is neither a
    step nor a game: a count, or a rescue.
    """

    kit: Kit
    contents: Contents
    game: GameRecord | None
    to_count: tuple[int, ...] = ()
    aside: tuple[Entry, ...] = field(default=(), compare=False)

    @cached_property
    def due(self) -> Due:
        """Return what is due now; if both players are machines, each side's turn needs a bead."""
        game = self.game
        if game is None or game.abandoned or game.taken_back or game.confirmed:
            return Due.START
        if not game.running:
            return Due.ADJUST
        return Due.BEAD if self.position.to_move in game.sides else Due.REPLY

    @property
    def number(self) -> int:
        """Return the number of the latest game, 0 before the first."""
        return self.game.number if self.game else 0

    @property
    def running(self) -> bool:
        """Return whether a game goes on."""
        return self.game is not None and self.game.running

    @cached_property
    def position(self) -> Position:
        return self.game.positions(self.kit.game)[-1] if self.game else self.kit.game.start()

    @cached_property
    def turn(self) -> Turn:
        return Turn(self.kit, self.position)

    @property
    def readings(self) -> tuple[Reading, ...]:
        """Return the right ways to hold the box to open now; empty if no bead is due."""
        return self.turn.readings if self.due is Due.BEAD else ()

    @property
    def box(self) -> Box | None:
        """Return the box to open now, or None."""
        return self.readings[0].box if self.readings else None

    def in_box(self, number: int) -> dict[str, int]:
        """Return what is in a box now: what belongs in it, less the beads in front of it."""
        counts = dict(self.contents[number])
        if self.game and self.game.running:
            for drawn in self.game.drawn:
                if drawn.box == number:
                    counts[drawn.colour] -= 1
        return counts

    @property
    def inside(self) -> dict[str, int]:
        """Return what is in the box to open now; nothing if there is none."""
        return self.in_box(self.box.number) if self.box else {}

    @property
    def to_do(self) -> tuple[Adjustment, ...]:
        """Return the lines of the open update list; none if the boxes are not to be updated."""
        return self.game.tick_list if self.game and self.due is Due.ADJUST else ()

    @property
    def playable(self) -> tuple[str, ...]:
        """Return the colours that can be drawn now; in a greedy game the most common ones."""
        inside = self.inside
        least = max(inside.values(), default=0) if self.game and self.game.greedy else 1
        return tuple(colour for colour, count in inside.items() if count >= max(least, 1))

    @property
    def playable_told(self) -> Joined:
        """Return the playable colours in words: `white or gold`."""
        return joined(*map(Called, self.playable), between=say("piece.or"))

    @property
    def how(self) -> How | None:
        """Return how the machine finds its move by the logbook; None if no box is to be opened."""
        return self.turn.how(self.inside) if self.box is not None else None

    def is_dead(self, side: Side) -> bool:
        """Return whether the machine can no longer make its first move, and no rule helps."""
        return learning.is_dead(self.kit, self.contents, side)

    @property
    def too_full(self) -> tuple[int, ...]:
        """Return the numbers of boxes that are too full; empty if `halve` would be refused."""
        allowed = learning.allowed_in_boxes(self.kit)
        if allowed is None or self.game is None or self.game.taken_back:
            return ()
        return tuple(
            box.number
            for box in self.kit.boxes
            # This is checked first because it is quick, and few boxes have so many.
            if sum(self.contents[box.number].values()) > allowed
            and learning.is_too_full(self.kit, box.number, self.in_box(box.number))
        )

    def written(self, move: Move) -> str:
        """Return a legal move as people write it now, such as `5`, `8-5`, or in Nim a number."""
        return self.turn.written(move)

    @property
    def moves_made(self) -> list[str]:
        """Return the moves of the game as people write them, each as it was made."""
        return self.game.written_moves(self.kit.game).split() if self.game else []
