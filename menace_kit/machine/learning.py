"""How a machine learns: what a game changes in its boxes.

The only arithmetic of beads there is, with `turns`. The guide at the table, games from paper,
the audit, a game against a machine's copy and the printed example all ask here.
The lab's compiled loops, and the tests' plain reference, have the same rules once more,
on purpose: they are held against each other.
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
"""Box number -> colour name -> beads that belong in the box;
one that is drawn and in front of its box still does.
"""


class Result(Enum):
    """How a game ended for the machine; a tie is a draw in what is stored,
    in kit files and in what is said.
    """

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
        """Return who won a game that ended like this for the machine
        of this side; None in a tie.
        """
        if self is Result.TIE:
            return None
        return side if self is Result.WIN else side.other


RESULT_WORDS = {Result.WIN: "won", Result.TIE: "drawn", Result.LOSS: "lost"}
"""The words for results that commands say and files have; what people type
`text.typed_words` reads.
"""


class Why(Enum):
    """Why beads are put in or taken out.

    RESULT: reinforcement after a game. LAST_BEAD: the same, but less is taken out so that a bead
    stays in. PUNISHED: a defeat at an empty box, with one bead more taken out. REFILL: an empty
    box gets its starting beads. TAKEN: the bead of a taken square was drawn, a defeat for that box
    alone. WATCHED: others played, so no bead is in front of the box. RECOUNT: the beads were
    counted, and the count wins. HALVED: the box was too full to mix, and half of each colour was
    taken out.
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
"""The reasons of adjustments that are made by an act of their own:
no result of a game brings them about.
"""


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
    return learning.empty_box is EmptyBox.KEEP_LAST or (
        learning.protect_first_box and box.stage == 1
    )


def gives_up_when_empty(kit: Kit) -> bool:
    """Return whether an empty box ends the game, as a defeat."""
    return kit.spec.learning.empty_box in (EmptyBox.RESIGN, EmptyBox.PUNISH_PREVIOUS)


def is_dead(kit: Kit, contents: Mapping[int, Mapping[str, float]], side: Side) -> bool:
    """Return whether a side's machine can never make its first move
    again: no bead is left for it.
    """
    firsts = kit.first_boxes(side)
    beads = any(sum(contents[box.number].values()) for box in firsts)
    return gives_up_when_empty(kit) and bool(firsts) and not beads


def change_by(kit: Kit, result: Result, side: Side, stage: int) -> int:
    """Return how many beads of the drawn colour a result adds to a side's box of a stage,
    from before it was drawn.
    """
    return at_stage(kit.spec.learning.by(result.value, side), stage)


def deed(change: int) -> tuple[str, int]:
    """Return what is done with a drawn bead that changes its box so, for a key of words,
    and with how many others.

    Kinds are `add`, `back` where it just goes back, `out` where it alone stays out, and `take`.
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

    `contents` is from before it; `at_empty_box` where the machine gave up because a box was empty.
    Never more is taken out than a box has of a colour.
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
    """Return what it does to a box that the bead of a taken square was drawn from it:
    what a defeat does, at once.

    The machine draws again from the box as it is then. `contents` is from before;
    the bead is one of those in it.
    """
    box = kit.box(drawn.box)
    change = change_by(kit, Result.LOSS, box.side, box.stage)
    return Adjustment(*drawn, max(change, -contents[drawn.box][drawn.colour]), Why.TAKEN)


def adjust(
    contents: Mapping[int, dict[str, int]], changes: Iterable[Adjustment], times: int = 1
) -> None:
    """Put beads in and take them out as the changes say;
    with `times` -1 the changes are taken back.
    """
    for box, colour, change, _ in changes:
        contents[box][colour] += times * change


def halved(inside: Mapping[str, int]) -> dict[str, int]:
    """Return a box with half of each colour taken out, of an odd number the larger half,
    but never the last bead.
    """
    return {colour: max(count // 2, min(count, 1)) for colour, count in inside.items()}


def allowed_in_boxes(kit: Kit) -> int | None:
    """Return how many beads the kit's rule allows in a box;
    None where it sets no limit, as on a mat.
    """
    learning = kit.spec.learning
    if learning.full_box is FullBox.IGNORE:
        return None
    if learning.full_above is not None:
        return learning.full_above
    if kit.container.kind is ContainerKind.MAT:
        return None
    return shakeable_beads(kit.container.tray, kit.bead)


def full_above(kit: Kit, box: Box) -> int | None:
    """Return with more than how many beads a box is too full; its own start never is.

    None where nothing is.
    """
    allowed = allowed_in_boxes(kit)
    return None if allowed is None else max(allowed, box.start_total)


def is_too_full(kit: Kit, number: int, inside: Mapping[str, int]) -> bool:
    """Return whether a box with these beads is too full by the kit's rule,
    and halving it would help.
    """
    most = full_above(kit, kit.box(number))
    return most is not None and sum(inside.values()) > most and max(inside.values()) > 1


def mixes_well(kit: Kit) -> int:
    """Return up to how many beads a box needs no halving: what shaking mixes,
    or less where the kit says so.
    """
    mixes, allowed = shakeable_beads(kit.container.tray, kit.bead), kit.spec.learning.full_above
    return mixes if allowed is None else min(mixes, allowed)


def out_of_half(inside: Mapping[str, int]) -> dict[str, int]:
    """Return how many beads of which colours halving takes out of a box that holds these."""
    return {
        colour: inside[colour] - left
        for colour, left in halved(inside).items()
        if left < inside[colour]
    }


def halving(number: int, inside: Mapping[str, int]) -> tuple[Adjustment, ...]:
    """Return the same as adjustments of a box."""
    return tuple(
        Adjustment(number, colour, -count, Why.HALVED)
        for colour, count in out_of_half(inside).items()
    )


def mixing(kit: Kit, contents: Contents) -> dict[int, dict[str, int]]:
    """Return what is in the boxes when those that are too full are halved until
    shaking mixes what is left.

    Where no colour has more than one bead, there is nothing to halve.
    """
    mixes, found = shakeable_beads(kit.container.tray, kit.bead), {}
    for number, inside in contents.items():
        rest = dict(inside)
        while sum(rest.values()) > mixes and max(rest.values()) > 1:
            rest = halved(rest)
        found[number] = rest
    return found


def refill(box: Box) -> tuple[Adjustment, ...]:
    """Return what an empty box gets where the rule is to refill it: its starting beads."""
    return tuple(
        Adjustment(box.number, colour, count, Why.REFILL) for colour, count in box.start.items()
    )
