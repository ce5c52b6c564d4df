"""How the boxes are updated after a game, and which of them are too full."""

from collections.abc import Mapping

from menace_kit.games import Side
from menace_kit.guide.session import Session
from menace_kit.logbook.game_record import GameRecord
from menace_kit.machine import learning
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Adjustment, Why, full_above, out_of_half
from menace_kit.machine.schema import FullBox
from menace_kit.text.kit_words import beads, box_and_place, counts, machine
from menace_kit.text.phrases import Called, Capital, Capitals, Change, Text, paragraph, say


def list_head(kit: Kit, side: Side) -> Text:
    """Return the heading of one machine's tick-list in a game of both: `O's machine:`."""
    return say("both.list", machine=Capital(machine(kit, side)))


def adjustment(kit: Kit, change: Adjustment, after: Mapping[str, int]) -> Text:
    """Return a line of a tick-list: `Box 1, row 1, drawer 1: GOLD back +3 -> 7 of 15`."""
    where = box_and_place(kit, kit.box(change.box))
    return say("beads.adjustment", box=where, deed=deed_and_rest(change, after))


def deed_and_rest(change: Adjustment, after: Mapping[str, int]) -> Text:
    """Return what to do with a drawn bead, and how many of its colour and of all beads
    the box should hold then: `GOLD back +3 -> 7 of 15`.
    """
    total = sum(after.values())
    told = "beads.then" if total else "beads.then-empty"
    return say(told, deed=deed(change), n=after[change.colour], total=total)


def deed(change: Adjustment) -> Text:
    """Return what to do with the bead in front of a box: `GOLD back +3`.

    The drawn bead itself goes back or stays out; the number is that of the others.
    Where others played, none is there: all of the beads go in, or out.
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
    """Return what was put into empty boxes during a game, a sentence for each box;
    it is no work to do in its list.
    """
    put_in: dict[int, dict[str, int]] = {}
    for change in game.refills:
        put_in.setdefault(change.box, {})[change.colour] = change.change
    return [
        say("beads.refilled", box=box_and_place(kit, kit.box(box)), beads=counts(inside))
        for box, inside in put_in.items()
    ]


def how_full(kit: Kit, number: int, inside: Mapping[str, int]) -> Text:
    """Return that a box which holds these beads is too full, and how many would do."""
    total, box = sum(inside.values()), kit.box(number)
    facts = {"box": box_and_place(kit, box), "beads": beads(total), "most": full_above(kit, box)}
    return say("full.mixing", **facts)


def half_of(inside: Mapping[str, int]) -> Text:
    """Return what to take out of a box that is halved, and what it should hold then."""
    out = out_of_half(inside)
    return say("full.half", out=counts(out), left=sum(inside.values()) - sum(out.values()))


def too_full(kit: Kit, number: int, inside: Mapping[str, int]) -> Text:
    """Return that a box is too full, and what to take out where the kit's rule says so."""
    halves = kit.spec.learning.full_box is FullBox.HALVE
    return paragraph([how_full(kit, number, inside), half_of(inside) if halves else ""])


def boxes_too_full(session: Session) -> list[Text]:
    return [too_full(session.kit, number, session.in_box(number)) for number in session.too_full]
