"""What the draws say about the logbook."""

from typing import TYPE_CHECKING

from menace_kit.logbook.suspicion import FEW
from menace_kit.machine import Kit
from menace_kit.machine.learning import mixes_well
from menace_kit.text.kit_words import beads, place
from menace_kit.text.phrases import Called, Capitals, Decimal, Text, joined, listed, say

if TYPE_CHECKING:
    from menace_kit.logbook.likely_reason import LikelyReason
    from menace_kit.logbook.suspicion import Suspect, Suspicion

THEN = 2
"""How many more boxes are named after the first if none stands out alone."""


def suspicion_told(kit: Kit, found: "Suspicion") -> list[Text]:
    """Return whether the draws fit the logbook, what may have happened, and what to count first."""
    told = [*_too_full(kit, found), *_verdict(kit, found)]
    names = [kit.box(each.box).name for each in found.boxes[: 1 + THEN]]
    if found.suspected:
        told += [_counted(kit, each) for each in found.suspected]
    elif names and not found.fits:
        told.append(say("suspect.none-alone", box=names[0]))
        if len(names) > 1:
            told.append(say("suspect.then", n=len(names) - 1, boxes=listed(names[1:])))
    return told


def _too_full(kit: Kit, found: "Suspicion") -> list[Text]:
    """Return which box was too full to mix, the fullest only."""
    if not found.too_full:
        return []
    number = max(found.too_full, key=found.too_full.__getitem__)
    facts = {"beads": beads(found.too_full[number]), "mixes": mixes_well(kit)}
    return [say("suspect.too-full", box=kit.box(number).name, **facts)]


def _verdict(kit: Kit, found: "Suspicion") -> list[Text]:
    if not found.fits:
        reason = [_reason(kit, found.reason)] if found.reason else []
        return [say("suspect.misfit", n=found.draws), *reason]
    if found.draws < FEW:
        return [] if found.suspected else [say("suspect.none")]
    return [say("suspect.fits", n=found.draws)]


def _reason(kit: Kit, reason: "LikelyReason") -> Text:
    """Return what may have happened, with its colours or boxes."""
    named: list[Text] = [Capitals(Called(colour)) for colour in reason.colours]
    named += [kit.box(number).name for number in reason.boxes]
    return say(
        f"suspect.{reason.story.value}",
        n=len(named),
        colours=listed(named),
        one=named[0] if named else "",
        other=named[-1] if named else "",
        times=Decimal(round(reason.times, 1)),
    )


def _counted(kit: Kit, suspect: "Suspect") -> Text:
    """Return that a box is to be counted, and what the figures show of it."""
    box = kit.box(suspect.box)
    where = place(kit, box)
    name = joined(box.name, " (", where, ")") if where else box.name
    worst = suspect.colours[0]
    due = say("suspect.due", n=round(worst.due))
    came = say("suspect.came", colour=_any_of(worst.colours), n=worst.drawn, due=due)
    return say("suspect.first", box=name, came=came)


def _any_of(colours: tuple[str, ...]) -> Capitals:
    return Capitals(joined(*map(Called, colours), between=say("piece.or")))
