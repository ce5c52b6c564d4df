"""What the draws say of the logbook."""

from typing import TYPE_CHECKING

from menace_kit.machine.kit import Kit
from menace_kit.text.kit_words import place
from menace_kit.text.words import Called, Capitals, Text, joined, say

if TYPE_CHECKING:
    from menace_kit.logbook.suspicion import Suspect, Suspicion


def suspicion_told(kit: Kit, found: "Suspicion") -> list[Text]:
    """Return which boxes to count, the first of them first;
    or that nothing is suspicious, and how much that says; nothing of it where that is too little.
    """
    if found.suspected:
        told = ("suspect.first", *["suspect.next"] * (len(found.suspected) - 1))
        return [_suspected(kit, key, box) for key, box in zip(told, found.suspected, strict=True)]
    if found.power is None:
        return [say("suspect.none")]
    seen, name = found.power, kit.box(found.power.box).name
    tenths = round(10 * seen.share)
    if not tenths:
        return [say("suspect.few", n=found.draws), say("suspect.power-none", box=name)]
    return [
        say("suspect.nothing", n=found.draws),
        say("suspect.power", n=seen.draws, box=name, tenths=tenths),
    ]


def _suspected(kit: Kit, key: str, suspect: "Suspect") -> Text:
    box, worst = kit.box(suspect.box), suspect.colours[0]
    where = place(kit, box)
    name = joined(box.name, " (", where, ")") if where else box.name
    colour = joined(*map(Called, worst.colours), between=say("piece.or"))
    due = say("suspect.due", n=round(worst.due))
    kind = "came-found" if suspect.was_found else "came"
    came = say(f"suspect.{kind}", colour=Capitals(colour), n=worst.drawn, due=due)
    return say(key, box=name, came=came, slip=say(f"suspect.{suspect.slip.value}"))
