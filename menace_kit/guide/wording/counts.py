"""Counts of boxes, and how they differ from the logbook."""

from collections.abc import Mapping, Sequence

from menace_kit.guide.counting import count, has_room, is_far_off
from menace_kit.guide.session import Session
from menace_kit.guide.wording.parts import WHYS
from menace_kit.logbook import Entry
from menace_kit.machine import Box, Kit
from menace_kit.machine.sizes import tray_capacity
from menace_kit.text.kit_words import amount, beads, box_and_place, counts
from menace_kit.text.phrases import Called, Change, Joined, Text, joined, listed, paragraph, say


def opened(times: int) -> Text:
    return say("logbook.opened", n=times) if times else say("logbook.never-opened")


def change(entry: Entry) -> Text:
    """Return what an adjustment changed, such as `+3 green`.

    With a reason: `no change of green (the last bead stays in)`.
    """
    changed = (
        _changed(entry)
        if entry.change
        else say("logbook.no-change", colour=Called(entry.colour or ""))
    )
    return joined(changed, " (", say(f"why.{entry.why}"), ")") if entry.why in WHYS else changed


def _changed(entry: Entry) -> Text:
    return say(
        "logbook.change", change=Change(entry.change or 0), colour=Called(entry.colour or "")
    )


def changes_of_count(entries: Sequence[Entry]) -> Joined:
    """Return what a count of one box changed (`-2 green, +1 white`); empty if it agrees."""
    return listed(_changed(entry) for entry in entries if entry.change)


def counted_in_short(entries: Sequence[Entry]) -> Text:
    """Return what a count of one box found, such as `counted: -2 green`."""
    return say("logbook.counted", changes=changes_of_count(entries) or say("count.as-said"))


def count_recorded(kit: Kit, entries: Sequence[Entry]) -> Text:
    found, box = changes_of_count(entries), kit.box(entries[0].box or 0).name
    return say("recorded.counted", box=box, found=found or say("count.as-said"))


def counted(kit: Kit, box: Box, before: Mapping[str, int], count: Mapping[str, int]) -> list[Text]:
    """Return what a count of a box found, colour by colour, compared with the logbook."""
    lines: list[Text] = [say("common.head", name=box_and_place(kit, box))]
    lines += [joined("  ", _found(colour, before[colour], now)) for colour, now in count.items()]
    after = {**before, **count}
    return [*lines, say("count.holds", beads=counts(after), total=beads(sum(after.values())))]


def _found(colour: str, before: int, now: int) -> Text:
    found = amount(colour, now)
    if now == before:
        return say("count.the-same", amount=found)
    return say("count.differs", amount=found, before=before)


def doubt(session: Session, box: Box, counted: Mapping[str, int]) -> Text:
    """Return why a count is hard to believe, or "".

    The box has no room for so many beads, or the count is far from the logbook's.
    """
    kit, held = session.kit, session.in_box(box.number)
    drafts = count(session, box.number, counted)
    found = {draft.colour or "": held[draft.colour or ""] + (draft.change or 0) for draft in drafts}
    if not has_room(session, box, found):
        total = sum({**held, **found}.values())
        capacity = tray_capacity(kit.container.tray, kit.bead)
        return say("count.more-than-fits", number=box.name, beads=beads(total), capacity=capacity)
    return paragraph(
        say("count.far-off", n=held[colour], number=box.name, colour=Called(colour), count=there)
        for colour, there in found.items()
        if is_far_off(held[colour], there)
    )
