"""`menace-kit operator status`, and the answer to each step: what happened, what is due."""

import shlex
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from menace_kit.cli.operator import options
from menace_kit.cli.operator.lookup import reading_lines
from menace_kit.cli.options import JsonOption
from menace_kit.cli.report import Report
from menace_kit.cli.terminal import Line, Part, board_lines
from menace_kit.games import NamesMoves, Pieces
from menace_kit.guide import wording
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.logbook import Kind
from menace_kit.machine.schema import FullBox
from menace_kit.text import kit_words
from menace_kit.text.phrases import Text, say
from menace_kit.views.json_output.games import status_facts
from menace_kit.views.json_output.values import move_fact

if TYPE_CHECKING:
    from menace_kit.lab.advice import Advice


def status(
    as_json: JsonOption = False,
    teach: options.TeachOption = False,
    *,
    logbook: options.LogbookOptions,
) -> None:
    """Show where the game stands and what is due now.

    With --json: what is due, board, box and beads, and the list of what to do after a game.

    Example:  menace-kit operator status --json
    """
    with logbook.desk(read_only=True) as desk:
        session = desk.session
        Report(
            lambda: (
                status_facts(session, desk.by_hand, desk.ticked)
                | ({"advice": _advice_facts(session)} if teach else {})
            ),
            _status_lines(desk),
            notes=due_lines(session, teach),
        ).tell(as_json)


def _status_lines(desk: Desk) -> Iterator[Text]:
    session = desk.session
    if desk.last_done:
        yield from by_hand_lines(desk, desk.last_done)
    yield from before_boxes_lines(session)
    if session.to_count:
        yield wording.to_be_counted(session.kit, session.to_count)
    if wording.exhibition(session) and session.running:
        yield say("exhibition.is")


def _advice_of(session: Session) -> "Advice | None":
    return options.coach_of(session.kit)(session) if session.due is Due.REPLY else None


def _advice_facts(session: Session) -> dict[str, object] | None:
    if (advised := _advice_of(session)) is None:
        return None
    move = move_fact(session.kit.game, session.position, advised.move)
    said = wording.advice(session.kit, session.position, *advised.facts)
    return {"move": move, "why": advised.why, "words": said}


def due_lines(session: Session, teach: bool = False) -> Iterator[Text | Line]:
    """Yield what is due: the box and its beads, or the board and what to type."""
    if session.due is Due.BEAD:
        yield from _box_lines(session)
        return
    if session.due is Due.START:
        yield from too_full_lines(session)
    advised = _advice_of(session) if teach else None
    yield from board_lines(session.kit, session.position, {}, _marked(session, advised))
    if session.due is Due.REPLY:
        named = isinstance(session.kit.game, NamesMoves)
        arrow = len(session.kit.game.legal_moves(session.position)[0]) > 1
        square = "NUMBER" if named else "FROM-TO" if arrow else "SQUARE"
        yield f"{wording.replies(session)}: menace-kit operator reply {square}"
        if advised:
            yield wording.advice(session.kit, session.position, *advised.facts)
    elif session.due is Due.ADJUST and session.game:
        yield wording.ended(session.kit, session.game)
        yield "Now put the beads right: menace-kit operator adjust"
    else:
        yield "No game goes on. Begin one: menace-kit operator start"


def _box_lines(session: Session) -> Iterator[Text | Line]:
    """Yield which box to open, and what to do with its beads."""
    kit, game, number = session.kit, session.game, session.readings[0].box.number
    if game and game.both:
        yield wording.to_move(kit, session.position.to_move)
    yield from reading_lines(kit, session.readings[0], len(session.readings))
    inside = session.inside
    if number in session.too_full:
        yield wording.too_full(kit, number, inside)
    if not any(inside.values()):
        rule = wording.empty_rule(kit.spec.learning.empty_box)
        yield f"The box should be empty. If it is, {rule}: menace-kit operator empty"
        return
    yield f"In the box: {kit_words.counts(inside)}."
    if game and game.greedy:
        yield wording.exhibition(session)
    yield "Draw a bead and enter its colour: menace-kit operator draw COLOUR"


def _marked(session: Session, advised: "Advice | None") -> dict[int, Part]:
    """Return the advised square for the board, in games where a move marks a free square."""
    if advised is None or session.kit.game.pieces is not Pieces.MARKS:
        return {}
    return {advised.move[0]: (f"[{session.written(advised.move)}]", "bold reverse")}


def by_hand_lines(desk: Desk, done: Kind) -> Iterable[Text]:
    """Return which beads to move because of an act."""
    return wording.by_hand(desk.session.kit, done, desk.by_hand)


def before_boxes_lines(session: Session) -> Iterator[Text]:
    """Yield which beads lie before their boxes, if any."""
    if lie := wording.before_boxes(session.kit, session.game):
        yield lie


def operator_lines(said: str | None, operator: str | None) -> Iterator[str]:
    """Yield whose name was taken from the game before, if none was given."""
    if said is None and operator:
        yield (
            f"Operator: {operator}, as in the game before (another: --operator NAME, "
            'nobody: --operator "").'
        )


def too_full_lines(session: Session) -> list[str]:
    """Return which boxes are too full, and how to record that half is out."""
    lines = list(map(str, wording.boxes_too_full(session)))
    if lines and session.kit.spec.learning.full_box is FullBox.HALVE:
        name = session.kit.box(session.too_full[0]).name
        lines.append(f"When half is out: menace-kit operator halve {shlex.quote(name)}")
        lines.append(str(say("full.later")))
    return lines
