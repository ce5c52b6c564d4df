"""The boxes, their beads, and how they came to hold them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from menace_kit.errors import UnknownNameError
from menace_kit.guide import wording
from menace_kit.guide.session import Session
from menace_kit.logbook import Entry, Kind, Logbook
from menace_kit.logbook.box_changes import last_changes
from menace_kit.logbook.career import openings
from menace_kit.machine import Kit
from menace_kit.text.kit_words import page_words
from menace_kit.text.phrases import Text, say
from menace_kit.views.elements import (
    Board,
    Colour,
    MoveShape,
    Place,
    board_shape,
    colour_shape,
    move_shape,
    place_shape,
)
from menace_kit.views.shape import Shape

CHANGES = 50
"""How many of a box's latest changes its page shows."""


class BoxInList(Shape):
    """A box in the list of all boxes.

    `total` beads belong in it now and `start_total` at the start; `opened` counts how often it was
    opened.
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
    """One colour of a box, with its move on the label.

    `start` and `beads` are what belongs in the box at the start and now; `in_box` is what is really
    in it, without a bead that is in front of it.
    """

    colour: Colour
    on_label: MoveShape
    start: int
    beads: int
    in_box: int


class BoxChange(Shape):
    """A change of a box, also in words.

    Counting a box is one change however many colours were counted, with no game and no colour.
    `whose` says whose box it is in a replay of a game of two machines; otherwise it is empty.
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
    """A box: its label, what belongs in it now, and its changes, newest first.

    `is_open` says whether it is the box to open now. If nobody knows what is in it, `to_count` says
    so in a sentence. Send `entry` back as `on` with a count. `counted` is what a count found, if
    that was the last thing recorded.
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
    """Return all boxes, in order of their numbers."""
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
    """Return a box. Raises UnknownNameError if there is no box of that number."""
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
    """Return the number of the box that an address gives by number or by name.

    Raises UnknownNameError if there is no such box.
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
    """Return what a count found if it is the logbook's last entry, else an empty text."""
    if not changes or changes[-1].number != last or changes[-1].kind is not Kind.RECOUNT:
        return ""
    made = [entry for entry in changes if entry.action == changes[-1].action]
    return page_words(kit).tell(wording.count_recorded(kit, made))


def _changes(kit: Kit, entries: Sequence[Entry]) -> Iterator[BoxChange]:
    """Yield the changes of a box in order, with all entries of a count as one change."""
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
