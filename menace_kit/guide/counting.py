"""Counting and halving boxes: what each act writes, or why it is refused."""

from collections.abc import Mapping, Sequence

from menace_kit.errors import GuideError
from menace_kit.guide.players import checked_name
from menace_kit.guide.refusals import not_in_box
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.logbook.entries import Action, Draft, Kind, adjustment_drafts
from menace_kit.machine import Box, learning
from menace_kit.machine.learning import Why
from menace_kit.machine.sizes import tray_capacity
from menace_kit.text.kit_words import beads
from menace_kit.text.phrases import Called, say
from menace_kit.text.typed_colours import colour_meant

MOST_COUNTED = 9999
"""The most beads of a colour that a count may have."""


def count(session: Session, number: int, counted: Mapping[str, int]) -> Action:
    """Record a count of a box; colours that aren't named stay as they are.

    The count replaces what the logbook had.
    """
    box = session.kit.box(number)
    now, found = session.in_box(number), dict[str, int]()
    for typed, there in counted.items():
        colour = colour_meant(session.kit, typed, box.moves)
        if colour in found:
            raise GuideError(say("count.twice", what=Called(colour)))
        found[colour] = there
        if colour not in box.moves:
            raise GuideError(not_in_box(session.kit, box, colour))
        if not 0 <= there <= MOST_COUNTED:
            raise GuideError(say("refused.impossible-count", colour=Called(colour), count=there))
    return tuple(
        Draft(
            kind=Kind.RECOUNT,
            box=number,
            colour=colour,
            change=there - now[colour],
            why=Why.RECOUNT.value,
        )
        for colour, there in found.items()
    )


def take_stock(
    session: Session,
    touched: Sequence[int],
    differing: Mapping[int, Mapping[str, int]],
    operator: str | None = None,
) -> Action:
    """Record that the used boxes agree with the logbook, except those that are `differing`.

    Raises GuideError during a game or before its updates are confirmed, because the boxes don't yet
    hold what belongs in them, and if there was nothing to count.
    """
    if session.running:
        raise GuideError(say("refused.still-running", number=session.number))
    if session.due is Due.ADJUST:
        raise GuideError(say("count.list-first", game=session.number))
    if not touched and not differing:
        raise GuideError(say("count.nothing-touched"))
    recounts = [
        draft for number, counted in differing.items() for draft in count(session, number, counted)
    ]
    return (*recounts, Draft(kind=Kind.STOCKTAKE, operator=checked_name(operator)))


def halve(session: Session, number: int) -> Action:
    """Record that half of each colour was removed from a box, as it is now.

    It belongs to the latest game, and is undone before anything else in it. Raises GuideError
    before the first game, while an update list is open (nobody knows what is in the box then), and
    if the box mixes well.
    """
    box, inside = session.kit.box(number), session.in_box(number)
    if session.game is None or session.game.taken_back:
        raise GuideError(say("refused.halve-between", box=box.name))
    if session.due is Due.ADJUST:
        raise GuideError(say("count.list-first", game=session.game.number))
    changes = learning.halving(number, inside)
    if not changes or sum(inside.values()) <= learning.mixes_well(session.kit):
        facts = {"total": beads(sum(inside.values())), "most": learning.mixes_well(session.kit)}
        raise GuideError(say("refused.not-too-full", box=box.name, **facts))
    return adjustment_drafts(session.game.number, changes)


def has_room(session: Session, box: Box, counted: Mapping[str, int]) -> bool:
    """Return whether a box can hold what was counted in it (colour -> beads).

    The number of beads it starts with, or has by the logbook, is always believed.
    """
    held = session.in_box(box.number)
    most = tray_capacity(session.kit.container.tray, session.kit.bead)
    total = sum({**held, **counted}.values())
    return total <= max(most, box.start_total, sum(held.values()))


SPARE = 5
"""How many beads a count may differ by, beyond double or half."""


def is_far_off(held: int, counted: int) -> bool:
    """Return whether a count of a colour looks like a typing slip, such as 70 for 7 or 7 for 70.

    Nobody types 0 by mistake: a box is empty or it isn't.
    """
    fewer, more = sorted((held, counted))
    return counted > 0 and more > 2 * fewer + SPARE
