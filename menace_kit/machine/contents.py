"""What is in the boxes, and how a game changes it: the only arithmetic of beads there is."""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from menace_kit.games import Side
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.rules import EmptyBox, Teaches, at_stage

Contents = Mapping[int, Mapping[str, int]]
"""Box number -> colour name -> beads that belong in the box; one that is drawn and lies before its box still does."""


class Result(Enum):
    """How a game ended for the machine; a tie is a draw in what is stored, in kit files and in what is said."""

    WIN = "win"
    TIE = "draw"
    LOSS = "loss"

    @classmethod
    def of(cls, winner: Side | None, side: Side) -> "Result":
        """Return how a game ended for the machine of this side; nobody has won a tie."""
        if winner is None:
            return cls.TIE
        return cls.WIN if winner is side else cls.LOSS

    def winner(self, side: Side) -> Side | None:
        """Return who won a game that ended like this for the machine of this side; None in a tie."""
        if self is Result.TIE:
            return None
        return side if self is Result.WIN else side.other


class Why(Enum):
    """Why beads are put in or taken out.

    RESULT: reinforcement after a game. LAST_BEAD: the same, but less is taken out so that a bead stays in. PUNISHED: a
    defeat at an empty box, with one bead more taken out. REFILL: an empty box gets its starting beads. RECOUNT: the
    beads were counted, and the count wins.
    """

    RESULT = "result"
    LAST_BEAD = "last-bead"
    PUNISHED = "punished"
    REFILL = "refill"
    RECOUNT = "recount"


class DrawnBead(NamedTuple):
    """A bead that was drawn in a game: the number of its box, and its colour."""

    box: int
    colour: str


class Adjustment(NamedTuple):
    """A change of what belongs in a box: so many beads of a colour more (or fewer), and why."""

    box: int
    colour: str
    change: int
    why: Why


def starting_contents(kit: Kit) -> dict[int, dict[str, int]]:
    """Return what every box holds before the first game."""
    return {box.number: dict(box.start) for box in kit.boxes}


def keeps_last_bead(kit: Kit, box: Box) -> bool:
    """Return whether the kit's rules leave the last bead of this box in it, whatever happens."""
    learning = kit.spec.learning
    return learning.empty_box is EmptyBox.KEEP_LAST or (learning.protect_first_box and box.stage == 1)


def gives_up_when_empty(kit: Kit) -> bool:
    """Return whether an empty box ends the game, as a defeat."""
    return kit.spec.learning.empty_box in (EmptyBox.RESIGN, EmptyBox.PUNISH_PREVIOUS)


def change_by(kit: Kit, result: Result, stage: int) -> int:
    """Return how many beads of the drawn colour a result adds to a box of this stage, from before it was drawn."""
    return at_stage(getattr(kit.spec.learning, result.value), stage)


def adjustments(
    kit: Kit, contents: Contents, drawn: Sequence[DrawnBead], result: Result, at_empty_box: bool = False
) -> tuple[Adjustment, ...]:
    """Return what a game does to the boxes it used, in the order in which they were used.

    `contents` is from before it; `at_empty_box` where the machine gave up because a box was empty. Never more is taken
    out than a box has of a colour.
    """
    found = []
    for place, (number, colour) in enumerate(drawn):
        box, counts = kit.box(number), contents[number]
        last = place == len(drawn) - 1
        taught = last or kit.spec.learning.teaches is Teaches.EVERY_MOVE
        change = change_by(kit, result, box.stage) if taught else 0
        why = Why.RESULT
        if last and at_empty_box and kit.spec.learning.empty_box is EmptyBox.PUNISH_PREVIOUS:
            change, why = change - 1, Why.PUNISHED
        change = max(change, -counts[colour])
        total = sum(counts.values())
        if keeps_last_bead(kit, box) and total + change < 1:
            change, why = min(0, 1 - total), Why.LAST_BEAD
        found.append(Adjustment(number, colour, change, why))
    return tuple(found)


def adjust(contents: Mapping[int, dict[str, int]], changes: Iterable[Adjustment], times: int = 1) -> None:
    """Put beads in and take them out as the changes say; with `times` -1 the changes are taken back."""
    for box, colour, change, _ in changes:
        contents[box][colour] += times * change


def refill(box: Box) -> tuple[Adjustment, ...]:
    """Return what an empty box gets where the rule is to refill it: its starting beads."""
    return tuple(Adjustment(box.number, colour, count, Why.REFILL) for colour, count in box.start.items())
