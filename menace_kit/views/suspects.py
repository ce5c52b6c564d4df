"""What the draws say of the logbook."""

from typing import TYPE_CHECKING

from menace_kit.logbook.suspicion import FEW, Story
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import mixes_well
from menace_kit.text.kit_words import beads, place
from menace_kit.text.words import Called, Capitals, Joined, Text, joined, listed, say

if TYPE_CHECKING:
    from menace_kit.logbook.suspicion import Reason, Suspect, Suspicion

THEN = 2
"""Boxes that are named behind the first where none stands out alone."""


def suspicion_told(kit: Kit, found: "Suspicion") -> list[Text]:
    """Return whether what was drawn fits the logbook, what may have happened,
    and which boxes to count, the first of them first.
    """
    told = [*_too_full(kit, found), *_verdict(kit, found)]
    if found.suspected:
        keys = ("suspect.first", *["suspect.next"] * (len(found.suspected) - 1))
        told += [_counted(kit, *each) for each in zip(keys, found.suspected, strict=True)]
        told += [say("suspect.found")] if found.suspected[0].found else []
    elif found.boxes and not found.fits:
        names = [kit.box(each.box).name for each in found.boxes[: 1 + THEN]]
        told.append(say("suspect.none-alone", box=names[0]))
        told += [say("suspect.then", n=len(names) - 1, boxes=listed(names[1:]))] * (len(names) > 1)
    elif found.boxes and found.draws >= FEW:
        first = found.boxes[0]
        told.append(
            _counted(kit, "suspect.check-refused", first)
            if first.refused
            else say("suspect.check", box=kit.box(first.box).name)
        )
    return told


def _too_full(kit: Kit, found: "Suspicion") -> list[Text]:
    """Return which box was too full to mix, the fullest, if any was, and how many others."""
    if not found.too_full:
        return []
    number, held = max(found.too_full.items(), key=lambda each: each[1])
    facts = {"box": kit.box(number).name, "beads": beads(held), "mixes": mixes_well(kit)}
    others = len(found.too_full) - 1
    more = [say("suspect.too-full-others", n=others)] if others else []
    return [say("suspect.too-full", **facts), *more]


def _verdict(kit: Kit, found: "Suspicion") -> list[Text]:
    if not found.draws and found.fits:
        return [] if found.suspected else [say("suspect.none")]
    if not found.fits:
        reason = [_reason(kit, found.reason)] if found.reason else []
        return [say("suspect.misfit", n=found.draws), *reason]
    if found.draws < FEW:
        return [say("suspect.few", n=found.draws)]
    return [say("suspect.fits", n=found.draws), say("suspect.hidden")]


def _reason(kit: Kit, reason: "Reason") -> Text:
    key = f"suspect.{reason.story.value}"
    if reason.story is Story.BOXES:
        one, other = (kit.box(number).name for number in reason.boxes)
        return say(key, one=one, other=other)
    if reason.story is Story.COLOURS:
        one, other = map(_called, reason.colours)
        return say(key, one=one, other=other)
    colours = listed(map(_called, reason.colours))
    return say(key, n=len(reason.colours), colours=colours, times=f"{reason.times:.1f}")


def _called(colour: str) -> Capitals:
    return Capitals(Called(colour))


def _counted(kit: Kit, key: str, suspect: "Suspect") -> Text:
    """Return that a box is to be counted, and what the figures show of it."""
    box = kit.box(suspect.box)
    where = place(kit, box)
    name = joined(box.name, " (", where, ")") if where else box.name
    return say(key, box=name, came=_came(suspect))


def _came(suspect: "Suspect") -> Text:
    if suspect.found:
        return say("suspect.came-found", colour=_any_of(suspect.found))
    if suspect.refused:
        return say("suspect.came-refused", colour=_called(suspect.refused[-1]))
    worst = suspect.colours[0]
    due = say("suspect.due", n=round(worst.due))
    return say("suspect.came", colour=_any_of(worst.colours), n=worst.drawn, due=due)


def _any_of(colours: tuple[str, ...]) -> Capitals:
    either: Joined = joined(*map(Called, colours), between=say("piece.or"))
    return Capitals(either)
