"""Where the beads of a game are when they aren't where they belong: by their boxes, or in pots."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from enum import Enum
from typing import NamedTuple

from menace_kit.frozen import Frozen
from menace_kit.logbook.game_record import GameRecord
from menace_kit.machine.learning import Adjustment, DrawnBead, Why


class BeadPlace(Enum):
    """Where a bead is: in its box, in front of it, or in the pot of its colour."""

    BOX = "box"
    BEFORE = "before"
    POT = "pot"


class BeadMove(NamedTuple):
    """Beads of one colour that are moved by hand.

    `box` is the box that they are in, in front of, or going to.
    """

    box: int
    colour: str
    beads: int
    out_of: BeadPlace
    into: BeadPlace


class LooseBeads(Frozen):
    """How the real beads of a game differ from what belongs in the boxes.

    Both fields are (box, colour) -> beads: `before` are in front of the box, `inside` are extra
    beads in it (negative: missing).
    """

    before: Counter[DrawnBead] = field(default_factory=Counter)
    inside: Counter[DrawnBead] = field(default_factory=Counter)

    @classmethod
    def of(cls, game: GameRecord | None, ticked: Iterable[int] = ()) -> "LooseBeads":
        """Return the loose beads of the latest game; `ticked` are its finished lines, from 1."""
        found = cls()
        if game is not None and game.running:
            found.before.update(game.drawn)
            found.inside.subtract(game.drawn)
        elif game is not None and game.end and not game.confirmed:
            for line, change in enumerate(game.tick_list, start=1):
                if line not in ticked:
                    found.add(change)
        return found

    def add(self, change: Adjustment) -> None:
        """Add an open line; except in a game of others, its bead is in front of the box."""
        bead, before = DrawnBead(change.box, change.colour), int(change.why is not Why.WATCHED)
        self.before[bead] += before
        self.inside[bead] -= before + change.change

    def moves_to(
        self, after: "LooseBeads", changed: Mapping[DrawnBead, int] | None = None
    ) -> tuple[BeadMove, ...]:
        """Return how beads must be moved to be as in `after`.

        `changed` is what belongs in the boxes in addition.
        """
        changed = changed or {}
        beads = dict.fromkeys([*after.before, *after.inside, *self.before, *self.inside, *changed])
        return tuple(
            BeadMove(*bead, count, out_of, into)
            for bead in beads
            for out_of, into, count in _ways(
                after.inside[bead] - self.inside[bead] + changed.get(bead, 0),
                after.before[bead] - self.before[bead],
            )
        )


def _ways(inside: int, before: int) -> Iterator[tuple[BeadPlace, BeadPlace, int]]:
    """Yield the moves that add so many beads to the box and in front of it.

    The pot of the colour takes the rest, or supplies what is missing.
    """
    more = {BeadPlace.BOX: inside, BeadPlace.BEFORE: before, BeadPlace.POT: -inside - before}
    for out_of in BeadPlace:
        for into in BeadPlace:
            count = min(-more[out_of], more[into])
            if count > 0:
                more[out_of] += count
                more[into] -= count
                yield out_of, into, count


def by_line(change: Adjustment, done: bool = True) -> tuple[BeadMove, ...]:
    """Return what a line of an update means for the real beads; with `done=False`, its undoing."""
    due, is_done = LooseBeads(), LooseBeads()
    due.add(change)
    return due.moves_to(is_done) if done else is_done.moves_to(due)
