"""What to do with the real beads, apart from the tick-list."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal

from menace_kit.guide import wording
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Session
from menace_kit.logbook import imported, queries
from menace_kit.logbook.loose_beads import BeadMove
from menace_kit.machine import Box, Kit
from menace_kit.machine.learning import full_above, out_of_half
from menace_kit.machine.schema import FullBox
from menace_kit.text.kit_words import page_words
from menace_kit.text.phrases import say
from menace_kit.views.elements import Colour, Place, colour_shape, place_shape
from menace_kit.views.shape import Shape


class BeadMoveShape(Shape):
    """Beads of one colour to move by hand.

    They go from `out_of` to `into`: the box, the space in front of it, or the pot of their colour.
    """

    colour: Colour
    beads: int
    out_of: Literal["box", "before", "pot"]
    into: Literal["box", "before", "pot"]


class BoxByHand(Shape):
    """What to do by hand at a box because of the last act: bead by bead, and as a sentence."""

    box: int
    box_name: str
    place: Place | None
    moves: list[BeadMoveShape]
    words: str


class FullBoxShape(Shape):
    """A box with more beads than the kit's rule allows.

    Halving it takes `out` these beads and leaves `left`. `words` says so in a sentence. `act` is
    the button's text, empty if the rule leaves full boxes alone.
    """

    box: int
    box_name: str
    place: Place | None
    total: int
    most: int
    out: dict[str, int]
    left: int
    words: str
    act: str


def done_by_hand(desk: Desk) -> dict[str, Any]:
    """Return what to do with the real beads because of the last act, and its heading."""
    kit, tell = desk.session.kit, page_words(desk.session.kit).tell
    done = desk.last_done
    moves = desk.by_hand if done in wording.HEADS else ()
    boxes = {move.box: [each for each in moves if each.box == move.box] for move in moves}
    head = say(wording.HEADS[done]) if done and moves else ""
    if not moves and wording.is_whole(
        queries.taken_back_by(desk.logbook, imported.last_act(desk.logbook))
    ):
        head = say("by-hand.none")
    return {
        "by_hand_head": tell(head),
        "by_hand": [_box_by_hand(kit, kit.box(number), own) for number, own in boxes.items()],
    }


def full_box(session: Session, number: int) -> FullBoxShape:
    return _full_box(session.kit, number, tuple(session.in_box(number).items()))


# An old machine may have dozens of full boxes, and each step changes hardly any of them.
@lru_cache(maxsize=1024)
def _full_box(kit: Kit, number: int, beads: tuple[tuple[str, int], ...]) -> FullBoxShape:
    inside, tell = dict(beads), page_words(kit).tell
    box, total = kit.box(number), sum(inside.values())
    out = out_of_half(inside)
    halves = kit.spec.learning.full_box is FullBox.HALVE
    return FullBoxShape(
        box=number,
        box_name=box.name,
        place=place_shape(kit, box),
        total=total,
        most=full_above(kit, box) or 0,
        out=out,
        left=total - sum(out.values()),
        words=tell(wording.too_full(kit, number, inside)),
        act=tell(say("full.act", box=box.name)) if halves else "",
    )


def _box_by_hand(kit: Kit, box: Box, moves: Sequence[BeadMove]) -> BoxByHand:
    (words,) = wording.moved(kit, moves)
    return BoxByHand(
        box=box.number,
        box_name=box.name,
        place=place_shape(kit, box),
        moves=[
            BeadMoveShape(
                colour=colour_shape(kit, move.colour),
                beads=move.beads,
                out_of=move.out_of.value,
                into=move.into.value,
            )
            for move in moves
        ],
        words=page_words(kit).tell(words),
    )
