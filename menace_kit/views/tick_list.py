"""The tick-list: what to do with the beads after a game."""

from typing import Literal

from menace_kit.guide import wording
from menace_kit.guide.desk import Desk
from menace_kit.logbook import GameRecord
from menace_kit.machine import Kit
from menace_kit.text.kit_words import page_words
from menace_kit.text.phrases import Capital
from menace_kit.views.elements import Colour, Place, colour_shape, place_shape
from menace_kit.views.shape import Shape


class Line(Shape):
    """A line of the tick-list: a box, what to do there, and what it should hold afterwards.

    `box_name` is what is written on the box, `side` the machine that owns the line. `deed` is what
    to do and what the box then holds; `words` says the same with the box's name.
    """

    line: int
    box: int
    box_name: str
    side: Literal["first", "second"]
    place: Place | None
    colour: Colour
    change: int
    why: str
    deed: str
    words: str
    expected: dict[str, int]
    total: int
    ticked: bool


class TickListHead(Shape):
    """A machine with a tick-list; `head` is the list's heading, empty unless both are machines."""

    side: Literal["first", "second"]
    head: str


def lines_of(desk: Desk, game: GameRecord) -> list[Line]:
    kit, contents, ticked = desk.session.kit, desk.session.contents, desk.ticked
    tell = page_words(kit).tell
    return [
        Line.of(
            change,
            line=number,
            box_name=kit.box(change.box).name,
            side=side.value,
            place=place_shape(kit, kit.box(change.box)),
            colour=colour_shape(kit, change.colour),
            why=change.why.value,
            deed=tell(Capital(wording.deed_and_rest(change, contents[change.box]))),
            words=tell(wording.adjustment(kit, change, contents[change.box])),
            expected=contents[change.box],
            total=sum(contents[change.box].values()),
            ticked=number in ticked,
        )
        for number, (change, side) in enumerate(game.tick_lines, start=1)
    ]


def heads_of(kit: Kit, game: GameRecord) -> list[TickListHead]:
    """Return the machines whose boxes are to be updated, with headings if there are two."""
    heads = {side: wording.list_head(kit, side) if game.both else "" for side in game.sides}
    return [
        TickListHead(side=side.value, head=page_words(kit).tell(head))
        for side, head in heads.items()
    ]
