"""The boxes with their beads, and how these came about."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from menace_kit.errors import UnknownNameError
from menace_kit.guide import wording
from menace_kit.guide.session import Session
from menace_kit.logbook.box_changes import last_changes
from menace_kit.logbook.career import openings
from menace_kit.logbook.entries import Entry, Kind
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.text.kit_words import page_words
from menace_kit.text.phrases import Text, say
from menace_kit.views.elements import (
    Board,
    Colour,
    MoveShape,
    Place,
    Shape,
    board_shape,
    colour_shape,
    move_shape,
    place_shape,
)

CHANGES = 50
"""Changes of a box that its page shows."""


class BoxInList(Shape):
    """A box among all: where it is, the beads that belong in it now and at the start,
    how often it was opened.
    """

    number: int
    name: str
    side: str
    stage: int
    place: Place | None
    total: int
    start_total: int
    opened: int


class BeadsOfColour(Shape):
    """A colour of a box: its move on the label, beads at the start, by the logbook,
    and those that lie in it now.
    """

    colour: Colour
    on_label: MoveShape
    start: int
    beads: int
    in_box: int


class BoxChange(Shape):
    """A change of a box, in words too; a count, of however many colours, is one,
    without game and colour.

    `whose` says whose box it is in the tale of a game of both machines, else nothing.
    """

    entry: int
    at: str
    when: str
    game: int | None
    colour: Colour | None
    change: int
    why: str
    words: str
    whose: str


class BoxShape(Shape):
    """A box: its label, what belongs in it now, and how that came about, the newest change first.

    `is_open` says whether it is the one that is due, `to_count` the sentence that nobody
    knows what is in it, where that is so; `entry` is what a recount says as `on`;
    `counted` is what a count found, where that was the last thing that was recorded.
    """

    entry: int
    number: int
    name: str
    side: str
    stage: int
    place: Place | None
    label: Board
    beads: list[BeadsOfColour]
    total: int
    start_total: int
    opened: int
    is_open: bool
    to_count: str
    counted: str
    changes: list[BoxChange]


def box_list(logbook: Logbook) -> list[BoxInList]:
    """Return all boxes, in the order of their numbers."""
    kit = logbook.kit
    with logbook.one_moment():
        held, opened = logbook.contents(), openings(logbook)
    return [
        BoxInList.of(
            box,
            side=box.side.value,
            place=place_shape(kit, box),
            total=sum(held[box.number].values()),
            opened=opened[box.number],
        )
        for box in kit.boxes
    ]


def box_shape(logbook: Logbook, number: int) -> BoxShape:
    """Return a box; UnknownNameError where there is none of that number."""
    kit = logbook.kit
    box = kit.box(number)
    with logbook.one_moment():
        entry = logbook.last_entry
        session = Session(kit, logbook.contents(), logbook.latest_game(), logbook.to_count)
        opened = openings(logbook)[number]
        changes = last_changes(logbook, number, CHANGES)
    held, inside = session.contents[number], session.in_box(number)
    return BoxShape.of(
        box,
        entry=entry,
        side=box.side.value,
        place=place_shape(kit, box),
        label=board_shape(kit, box.position, box.moves),
        beads=[
            BeadsOfColour.of(
                bead,
                colour=colour_shape(kit, bead.colour),
                on_label=move_shape(kit, bead.move, box.position),
                beads=held[bead.colour],
                in_box=inside[bead.colour],
            )
            for bead in box.beads
        ],
        total=sum(held.values()),
        opened=opened,
        is_open=session.box is not None and session.box.number == number,
        to_count=page_words(kit).tell(wording.to_be_counted(kit, {number} & set(session.to_count))),
        counted=_counted(kit, changes, entry),
        changes=list(_changes(kit, changes))[::-1],
    )


def box_number(kit: Kit, text: str) -> int:
    """Return the number of a box that an address names by it, or by what is written on the box.

    UnknownNameError where there is no such box.
    """
    is_number = text.isascii() and text.isdigit() and len(text) < 10
    if is_number and int(text) in kit.indices:
        return int(text)
    ends = {"first": kit.boxes[0].name, "last": kit.boxes[-1].name}
    try:
        return kit.box_named(text).number
    except UnknownNameError:
        if is_number:
            raise UnknownNameError(say("mistake.box", number=int(text), **ends)) from None
        raise UnknownNameError(say("mistake.box", number=repr(text[:20]), **ends)) from None


def change_shape(kit: Kit, entry: Entry, whose: Text = "") -> BoxChange:
    """Return a change of a box; `whose` says whose box it is, if that is shown."""
    words = page_words(kit)
    return BoxChange.of(
        entry,
        entry=entry.number,
        when=words.time(entry.at),
        colour=colour_shape(kit, entry.colour) if entry.colour else None,
        change=entry.change or 0,
        why=entry.why or "",
        words=words.tell(wording.change(entry)),
        whose=words.tell(whose),
    )


def _counted(kit: Kit, changes: Sequence[Entry], last: int) -> str:
    """Return what a count of a box found whose last change is the logbook's
    last entry; else nothing.
    """
    if not changes or changes[-1].number != last or changes[-1].kind is not Kind.RECOUNT:
        return ""
    made = [entry for entry in changes if entry.action == changes[-1].action]
    return page_words(kit).tell(wording.count_recorded(kit, made))


def _changes(kit: Kit, entries: Sequence[Entry]) -> Iterator[BoxChange]:
    """Yield the changes of a box, in order: a count writes an entry for each
    colour, and is one change.
    """
    for (_, kind), group in groupby(entries, key=lambda entry: (entry.action, entry.kind)):
        made = list(group)
        if kind is not Kind.RECOUNT:
            yield from (change_shape(kit, entry) for entry in made)
            continue
        yield replace(
            change_shape(kit, made[0]),
            colour=None,
            change=sum(entry.change or 0 for entry in made),
            words=page_words(kit).tell(wording.counted_in_short(made)),
        )
