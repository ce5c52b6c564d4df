"""How a machine learns: what a game changes in its boxes.

Together with `turns`, this is the only arithmetic of beads: the guide, games from paper, the audit,
games against a copy of the machine and the printed example all use it. The lab's compiled loops and
the tests' plain reference implement the same rules again, on purpose: tests compare them.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from menace_kit.games import Side
from menace_kit.machine.boxes import Box
from menace_kit.machine.containers import ContainerKind
from menace_kit.machine.kit import Kit
from menace_kit.machine.schema import EmptyBox, FullBox, Teaches, at_stage
from menace_kit.machine.sizes import shakeable_beads

Contents = Mapping[int, Mapping[str, int]]
"""Box number -> colour name -> beads that belong in the box, drawn ones in front of it included."""


class Result(Enum):
    """How a game ended for the machine; TIE is a drawn game, `draw` in files and texts."""

    WIN = "win"
    TIE = "draw"
    LOSS = "loss"

    @classmethod
    def of(cls, winner: Side | None, side: Side) -> "Result":
        """Return how a game ended for this side's machine; `winner` is None if nobody won."""
        if winner is None:
            return cls.TIE
        return cls.WIN if winner is side else cls.LOSS

    def winner(self, side: Side) -> Side | None:
        """Return who won a game that ended so for this side's machine; None for a drawn game."""
        if self is Result.TIE:
            return None
        return side if self is Result.WIN else side.other


RESULT_WORDS = {Result.WIN: "won", Result.TIE: "drawn", Result.LOSS: "lost"}
"""The results in commands and files; `text.typed_words` reads what people type."""


class Why(Enum):
    """Why beads are added or removed.

    RESULT: reward or punishment after a game. LAST_BEAD: the same, but reduced so that a bead stays
    in the box. PUNISHED: a loss at an empty box, with one more bead removed. REFILL: an empty box
    gets its starting beads. TAKEN: the bead of a taken square was drawn, which is a loss for
    that box alone. WATCHED: others played, so no bead is in front of the box. RECOUNT: the beads
    were counted, and the count was saved. HALVED: the box was too full to mix, and half of each
    colour was removed.
    """

    RESULT = "result"
    LAST_BEAD = "last-bead"
    PUNISHED = "punished"
    REFILL = "refill"
    TAKEN = "taken"
    WATCHED = "watched"
    RECOUNT = "recount"
    HALVED = "halved"


AT_ONCE = (Why.REFILL, Why.TAKEN, Why.HALVED)
"""Reasons for adjustments that are acts of their own, not the result of a game."""


class DrawnBead(NamedTuple):
    """A bead drawn in a game: the number of its box, and its colour."""

    box: int
    colour: str


class Adjustment(NamedTuple):
    """A change to the contents of a box: colour, how many beads more (or fewer), and why."""

    box: int
    colour: str
    change: int
    why: Why


def starting_contents(kit: Kit) -> dict[int, dict[str, int]]:
    """Return the contents of all boxes before the first game."""
    return {box.number: dict(box.start) for box in kit.boxes}


def keeps_last_bead(kit: Kit, box: Box) -> bool:
    """Return whether the kit's rules never remove the last bead of this box."""
    learning = kit.spec.learning
    return learning.empty_box is EmptyBox.KEEP_LAST or (
        learning.protect_first_box and box.stage == 1
    )


def gives_up_when_empty(kit: Kit) -> bool:
    """Return whether an empty box ends the game with a loss."""
    return kit.spec.learning.empty_box in (EmptyBox.RESIGN, EmptyBox.PUNISH_PREVIOUS)


def is_dead(kit: Kit, contents: Mapping[int, Mapping[str, float]], side: Side) -> bool:
    """Return whether this side's machine has no bead left for its first move, and gives up."""
    firsts = kit.first_boxes(side)
    beads = any(sum(contents[box.number].values()) for box in firsts)
    return gives_up_when_empty(kit) and bool(firsts) and not beads


def change_by(kit: Kit, result: Result, side: Side, stage: int) -> int:
    """Return how many beads of the drawn colour a result adds to a box, negative to remove.

    The count before the draw is the base, so 0 puts the drawn bead back.
    """
    return at_stage(kit.spec.learning.by(result.value, side), stage)


def deed(change: int) -> tuple[str, int]:
    """Return what is done with a drawn bead for this change, as part of a text key, and a number.

    The kinds are `add` (with so many more), `back` (it just goes back), `out` (only it stays out)
    and `take` (so many others are removed, too).
    """
    if change >= 0:
        return ("add" if change else "back"), change
    return ("out" if change == -1 else "take"), -1 - change


def adjustments(
    kit: Kit,
    contents: Contents,
    drawn: Sequence[DrawnBead],
    result: Result,
    at_empty_box: bool = False,
) -> tuple[Adjustment, ...]:
    """Return what a game does to the boxes it used, in the order in which they were used.

    `contents` is from before the game; `at_empty_box` is whether the machine gave up at an empty
    box. No more beads are removed than the box has of a colour.
    """
    found = []
    for place, (number, colour) in enumerate(drawn):
        box, counts = kit.box(number), contents[number]
        last = place == len(drawn) - 1
        taught = last or kit.spec.learning.teaches is Teaches.EVERY_MOVE
        change = change_by(kit, result, box.side, box.stage) if taught else 0
        why = Why.RESULT
        if last and at_empty_box and kit.spec.learning.empty_box is EmptyBox.PUNISH_PREVIOUS:
            change, why = change - 1, Why.PUNISHED
        change = max(change, -counts[colour])
        total = sum(counts.values())
        if keeps_last_bead(kit, box) and total + change < 1:
            change, why = min(0, 1 - total), Why.LAST_BEAD
        found.append(Adjustment(number, colour, change, why))
    return tuple(found)


def taken_square(kit: Kit, contents: Contents, drawn: DrawnBead) -> Adjustment:
    """Return what drawing the bead of a taken square does to its box: a loss, at once.

    The machine then draws again from the changed box. `contents` is from before, with that bead in
    it.
    """
    box = kit.box(drawn.box)
    change = change_by(kit, Result.LOSS, box.side, box.stage)
    return Adjustment(*drawn, max(change, -contents[drawn.box][drawn.colour]), Why.TAKEN)


def adjust(
    contents: Mapping[int, dict[str, int]], changes: Iterable[Adjustment], times: int = 1
) -> None:
    """Apply changes to contents; `times=-1` undoes them."""
    for box, colour, change, _ in changes:
        contents[box][colour] += times * change


def halved(inside: Mapping[str, int]) -> dict[str, int]:
    """Return the box with half of each colour removed: the larger half, but never the last bead."""
    return {colour: max(count // 2, min(count, 1)) for colour, count in inside.items()}


def allowed_in_boxes(kit: Kit) -> int | None:
    """Return how many beads the kit allows in a box; None for no limit, as on a mat."""
    learning = kit.spec.learning
    if learning.full_box is FullBox.IGNORE:
        return None
    if learning.full_above is not None:
        return learning.full_above
    if kit.container.kind is ContainerKind.MAT:
        return None
    return shakeable_beads(kit.container.tray, kit.bead)


def full_above(kit: Kit, box: Box) -> int | None:
    """Return the number of beads above which a box is too full, or None if there is no limit.

    A box is never too full with its starting beads.
    """
    allowed = allowed_in_boxes(kit)
    return None if allowed is None else max(allowed, box.start_total)


def is_too_full(kit: Kit, number: int, inside: Mapping[str, int]) -> bool:
    """Return whether a box with these beads is too full by the kit's rule and can be halved."""
    most = full_above(kit, kit.box(number))
    return most is not None and sum(inside.values()) > most and max(inside.values()) > 1


def mixes_well(kit: Kit) -> int:
    """Return how many beads need no halving: as many as mix when shaken, or the kit's limit."""
    mixes, allowed = shakeable_beads(kit.container.tray, kit.bead), kit.spec.learning.full_above
    return mixes if allowed is None else min(mixes, allowed)


def out_of_half(inside: Mapping[str, int]) -> dict[str, int]:
    """Return colour -> how many beads halving removes from a box with these contents."""
    return {
        colour: inside[colour] - left
        for colour, left in halved(inside).items()
        if left < inside[colour]
    }


def halving(number: int, inside: Mapping[str, int]) -> tuple[Adjustment, ...]:
    """Return what halving a box removes, as adjustments."""
    return tuple(
        Adjustment(number, colour, -count, Why.HALVED)
        for colour, count in out_of_half(inside).items()
    )


def mixing(kit: Kit, contents: Contents) -> dict[int, dict[str, int]]:
    """Return the contents after halving overfull boxes until shaking mixes the rest.

    A box with at most one bead of each colour cannot be halved.
    """
    mixes, found = shakeable_beads(kit.container.tray, kit.bead), {}
    for number, inside in contents.items():
        rest = dict(inside)
        while sum(rest.values()) > mixes and max(rest.values()) > 1:
            rest = halved(rest)
        found[number] = rest
    return found


def too_full_to_mix(kit: Kit, contents: Contents) -> list[Box]:
    """Return the boxes that `mixing` halves, the fullest first."""
    mixed = mixing(kit, contents)
    full = [box for box in kit.boxes if mixed[box.number] != contents[box.number]]
    return sorted(
        full, key=lambda box: (sum(contents[box.number].values()), box.name), reverse=True
    )


def empty_boxes(contents: Contents) -> tuple[int, ...]:
    """Return the numbers of the boxes without a bead, in order."""
    return tuple(sorted(number for number, inside in contents.items() if not any(inside.values())))


def refill(box: Box) -> tuple[Adjustment, ...]:
    """Return what refilling an empty box adds: its starting beads."""
    return tuple(
        Adjustment(box.number, colour, count, Why.REFILL) for colour, count in box.start.items()
    )
