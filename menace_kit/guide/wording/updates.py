"""How the boxes are updated after a game, and which are too full."""

from collections.abc import Mapping

from menace_kit.games import Side
from menace_kit.guide.session import Session
from menace_kit.logbook import GameRecord
from menace_kit.machine import Kit, learning
from menace_kit.machine.learning import Adjustment, Why, full_above, out_of_half
from menace_kit.machine.schema import FullBox
from menace_kit.text.kit_words import beads, box_and_place, counts, machine
from menace_kit.text.phrases import Called, Capital, Capitals, Change, Text, paragraph, say


def list_head(kit: Kit, side: Side) -> Text:
    """Return the heading of one machine's update list, such as `O's machine:`."""
    return say("common.head", name=Capital(machine(kit, side)))


def adjustment(kit: Kit, change: Adjustment, after: Mapping[str, int]) -> Text:
    """Return a line of an update list: `Box 1, row 1, drawer 1: GOLD back +3 -> 7 of 15`."""
    where = box_and_place(kit, kit.box(change.box))
    return say("common.named", name=where, told=deed_and_rest(change, after))


def deed_and_rest(change: Adjustment, after: Mapping[str, int]) -> Text:
    """Return what to do with a bead, and what the box then holds: `GOLD back +3 -> 7 of 15`.

    The numbers are the beads of its colour, and all beads.
    """
    total = sum(after.values())
    told = "beads.then" if total else "beads.then-empty"
    return say(told, deed=deed(change), n=after[change.colour], total=total)


def deed(change: Adjustment) -> Text:
    """Return what to do with the bead in front of a box, such as `GOLD back +3`.

    The drawn bead goes back or stays out; the number is that of other beads. In a game of others
    there is no drawn bead, and all of the beads go in or out.
    """
    colour = Capitals(Called(change.colour))
    if change.why is Why.WATCHED:
        return say("beads.put", change=Change(change.change), colour=colour)
    kind, others = learning.deed(change.change)
    if kind == "back" and change.why is Why.LAST_BEAD:
        kind = "last-bead"
    done = say(f"beads.{kind}", change=Change(others if kind == "add" else -others), colour=colour)
    return say("beads.punished", deed=done) if change.why is Why.PUNISHED else done


def refilled(kit: Kit, game: GameRecord) -> list[Text]:
    """Return what was put into empty boxes during a game, a sentence for each box.

    There is nothing left to do for these.
    """
    put_in: dict[int, dict[str, int]] = {}
    for change in game.refills:
        put_in.setdefault(change.box, {})[change.colour] = change.change
    return [
        say("beads.refilled", box=box_and_place(kit, kit.box(box)), beads=counts(inside))
        for box, inside in put_in.items()
    ]


def how_full(kit: Kit, number: int, inside: Mapping[str, int]) -> Text:
    """Return that a box with these beads is too full, and how many it may hold."""
    total, box = sum(inside.values()), kit.box(number)
    facts = {"box": box_and_place(kit, box), "beads": beads(total), "most": full_above(kit, box)}
    return say("full.mixing", **facts)


def half_of(inside: Mapping[str, int]) -> Text:
    """Return what to take out of a box to halve it, and what it should hold then."""
    out = out_of_half(inside)
    return say("full.half", out=counts(out), left=sum(inside.values()) - sum(out.values()))


def too_full(kit: Kit, number: int, inside: Mapping[str, int]) -> Text:
    """Return that a box is too full, and what to take out if the kit halves boxes."""
    halves = kit.spec.learning.full_box is FullBox.HALVE
    return paragraph([how_full(kit, number, inside), half_of(inside) if halves else ""])


def boxes_too_full(session: Session) -> list[Text]:
    return [too_full(session.kit, number, session.in_box(number)) for number in session.too_full]
