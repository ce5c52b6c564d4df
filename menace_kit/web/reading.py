"""A box and what its beads mean on the table, as plain values."""

from collections.abc import Mapping

from menace_kit.games import Move
from menace_kit.games.notation import move_text, position_text
from menace_kit.guide import prompts, wording
from menace_kit.guide.lookup import LookUp
from menace_kit.guide.players import kinds, machine
from menace_kit.guide.session import Session
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.reading import Reading
from menace_kit.text.messages import Capital
from menace_kit.web.drawing import board_shape, colour_shape, move_shape, place_shape
from menace_kit.web.page_words import page_words
from menace_kit.web.shapes import BeadShape, MoveShape, OpenBox, Shape


class LookedUp(Shape):
    """What a board asks for: a box, a forced move, or neither; `reason` says why there is no box."""

    board: str
    box: OpenBox | None
    forced: MoveShape | None
    reason: str


def open_box(session: Session) -> OpenBox:
    """Return the box that is due, with what is in it now."""
    box = session.readings[0].box
    kit, game = session.kit, session.game
    whose = Capital(machine(kit, session.position.to_move)) if game and game.both else ""
    found = read_box(kit, session.readings, session.in_box(box.number))
    rule = prompts.empty_rule(kit.spec.learning.empty_box, *kinds(kit, game))
    tell = page_words(kit).tell
    return found.model_copy(update={"whose": tell(whose), "empty_rule": tell(rule)})


def look_up_shape(session: Session, found: LookUp) -> LookedUp:
    """Return a look-up; what is in the box is as the session has it."""
    kit = session.kit
    box = None
    if found.readings:
        box = read_box(kit, found.readings, session.in_box(found.readings[0].box.number))
    return LookedUp(
        board=position_text(found.position, kit.spec.marks),
        box=box,
        forced=move_shape(kit, found.forced) if found.forced is not None else None,
        reason=page_words(kit).tell(found.reason),
    )


def read_box(kit: Kit, ways: tuple[Reading, ...], in_box: Mapping[str, int]) -> OpenBox:
    """Return a box as it is held in the first of its right ways."""
    reading = ways[0]
    box = reading.box
    total, tell = sum(in_box.values()), page_words(kit).tell
    return OpenBox(
        number=box.number,
        name=box.name,
        whose="",
        stage=box.stage,
        place=place_shape(kit, box),
        label=board_shape(kit, box.position, box.moves),
        turn=tell(Capital(wording.how_to_turn(reading))),
        ways=len(ways),
        beads=[
            _bead(kit, box, colour, [way.moves[colour] for way in ways], in_box[colour])
            for colour in box.moves
        ],
        total=total,
        is_empty=not total,
        empty_rule=tell(prompts.empty_rule(kit.spec.learning.empty_box)),
    )


def _bead(kit: Kit, box: Box, colour: str, meant: list[Move], in_box: int) -> BeadShape:
    first, *others = dict.fromkeys(meant)
    return BeadShape(
        colour=colour_shape(kit, colour),
        on_label=move_text(box.moves[colour]),
        move=move_shape(kit, first),
        others=[move_shape(kit, move) for move in others],
        in_box=in_box,
    )
