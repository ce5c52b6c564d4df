"""Beads that the operator moves by hand because of an act."""

from collections.abc import Iterable, Sequence

from menace_kit.guide.wording.updates import deed
from menace_kit.logbook import Entry, GameRecord, Kind
from menace_kit.logbook.loose_beads import BeadMove, by_line
from menace_kit.machine import Kit
from menace_kit.machine.learning import Adjustment
from menace_kit.text.kit_words import box_and_place
from menace_kit.text.phrases import Called, Capitals, Text, joined, listed, paragraph, say

HEADS = {
    Kind.UNDO: "by-hand.move",
    Kind.ABANDON: "by-hand.move",
    Kind.START: "by-hand.left",
}
"""The heading of the beads to move, by what was done; other acts say it themselves."""


def by_hand(kit: Kit, done: Kind, moves: Sequence[BeadMove]) -> list[Text]:
    """Return what to do with the real beads after an act, under a heading, if anything."""
    return [say(HEADS[done]), *moved(kit, moves)] if moves and done in HEADS else []


def is_whole(entries: Iterable[Entry]) -> bool:
    """Return whether these undone entries are a whole game."""
    return any(entry.kind is Kind.START for entry in entries)


def moved(kit: Kit, moves: Iterable[BeadMove]) -> list[Text]:
    """Return which beads to move from where to where, a sentence for each box."""
    deeds: dict[int, list[Text]] = {}
    for move in moves:
        way, colour = (
            f"by-hand.{move.out_of.value}-{move.into.value}",
            Capitals(Called(move.colour)),
        )
        deeds.setdefault(move.box, []).append(say(way, n=move.beads, colour=colour))
    return [
        say("beads.deed", box=box_and_place(kit, kit.box(box)), deed=joined(*own, between="; "))
        for box, own in deeds.items()
    ]


def before_boxes(kit: Kit, game: GameRecord | None) -> Text:
    """Return which beads of a running game are in front of their boxes, or ""."""
    if game is None or not game.running or not game.drawn:
        return ""
    lie = [
        say("by-hand.bead", colour=Capitals(Called(bead.colour)), box=kit.box(bead.box).name)
        for bead in game.drawn
    ]
    return say("by-hand.lie-before", n=len(lie), beads=listed(lie))


def ticked(kit: Kit, line: int, change: Adjustment, done: bool) -> Text:
    """Return that a line of an update list is done, or isn't after all, and what to do then."""
    if not done:
        return say(
            "by-hand.not-done", line=line, deeds=paragraph(moved(kit, by_line(change, done=False)))
        )
    where = box_and_place(kit, kit.box(change.box))
    return say("by-hand.done", line=line, deed=say("beads.deed", box=where, deed=deed(change)))


def left_open(numbers: Sequence[int]) -> Text:
    """Return that updates of earlier games were left, and how to see which boxes to count."""
    return say("beads.left-open", n=len(numbers), games=listed(numbers))
