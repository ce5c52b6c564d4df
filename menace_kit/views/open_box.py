"""A box, and what its beads mean on the table."""

from collections.abc import Sequence

from menace_kit.games import position_text, written_move
from menace_kit.guide import wording
from menace_kit.guide.look_up import LookUp, how_to_turn
from menace_kit.guide.session import Session
from menace_kit.machine import Reading
from menace_kit.text.kit_words import machine, page_words
from menace_kit.text.phrases import Capital, Text
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


class BeadShape(Shape):
    """A colour of the open box: its move on the label and on the table, and how many are inside.

    `others` are its moves if the box is held another right way. `taken` means that its square has a
    mark: put the bead aside and draw another.
    """

    colour: Colour
    on_label: str
    move: MoveShape
    others: list[MoveShape]
    in_box: int
    taken: bool


class OpenBox(Shape):
    """The box to open: its label, how to hold it, and what its beads mean on the table.

    `name` is what is written on it: its number, or its owner's name for it. `whose` says whose box
    it is in a game of two machines, else it is empty. `is_turned` means that the label must be
    turned to match the board. `ways` counts the right ways to hold the box. `is_empty` is what the
    logbook says; `empty_rule` is what happens then.
    """

    number: int
    name: str
    whose: str
    stage: int
    place: Place | None
    label: Board
    turn: str
    is_turned: bool
    ways: int
    beads: list[BeadShape]
    total: int
    is_empty: bool
    empty_rule: str


class LookedUp(Shape):
    """What to do in a position: open a box, make a forced move, or follow the rule for later moves.

    If there is no box, `reason` says why. `later` are the moves from which the rule picks at
    random.
    """

    board: str
    box: OpenBox | None
    forced: MoveShape | None
    later: list[MoveShape]
    reason: str


def open_box(session: Session) -> OpenBox:
    """Return the box to open now, with what is in it."""
    kit, game = session.kit, session.game
    whose = Capital(machine(kit, session.position.to_move)) if game and game.both else ""
    return _read_box(session, session.readings, whose)


def look_up_shape(session: Session, found: LookUp) -> LookedUp:
    """Return the result of a look-up, with the box's contents as the session has them."""
    kit = session.kit
    return LookedUp(
        board=position_text(found.position, kit.spec.marks),
        box=_read_box(session, found.readings) if found.readings else None,
        forced=move_shape(kit, found.forced, found.position) if found.forced is not None else None,
        later=[
            move_shape(kit, move, found.position)
            for move in (found.later.moves if found.later else ())
        ],
        reason=page_words(kit).tell(found.reason),
    )


def _read_box(session: Session, ways: Sequence[Reading], whose: Text = "") -> OpenBox:
    """Return a box as held in the first of its right ways."""
    kit, box = session.kit, ways[0].box
    table = ways[0].symmetry.position(box.position)
    in_box, tell = session.in_box(box.number), page_words(kit).tell
    total = sum(in_box.values())
    beads = []
    for colour, on_label in box.moves.items():
        taken = colour in box.taken
        first, *others = dict.fromkeys(
            way.on_table(colour) for way in (ways[:1] if taken else ways)
        )
        beads.append(
            BeadShape(
                colour=colour_shape(kit, colour),
                on_label=written_move(kit.game, box.position, on_label),
                move=move_shape(kit, first, table),
                others=[move_shape(kit, move, table) for move in others],
                in_box=in_box[colour],
                taken=taken,
            )
        )
    return OpenBox.of(
        box,
        whose=tell(whose),
        place=place_shape(kit, box),
        label=board_shape(kit, box.position, box.moves),
        turn=tell(Capital(how_to_turn(ways[0]))),
        is_turned=ways[0].is_turned,
        ways=len(ways),
        beads=beads,
        total=total,
        is_empty=not total,
        empty_rule=tell(wording.empty_rule(kit.spec.learning.empty_box)),
    )
