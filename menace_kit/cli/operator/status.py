"""`menace-kit operator status`, and what each step says: what happened, and what is due."""

import shlex
from typing import TYPE_CHECKING

import typer

from menace_kit.cli.operator import options
from menace_kit.cli.operator.lookup import show_reading
from menace_kit.cli.options import JsonOption
from menace_kit.cli.terminal import Part, board_lines, echo_json, echo_lines, print_lines
from menace_kit.games import NamesMoves, Pieces
from menace_kit.guide import wording
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Due, Session
from menace_kit.logbook.entries import Entry, Kind
from menace_kit.machine.schema import FullBox
from menace_kit.text import kit_words
from menace_kit.text.words import Capital, say
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
        if as_json:
            advised = options.coach_of(desk.session.kit)(desk.session) if teach else None
            facts = {"advice": advised and _advice_facts(desk.session, advised)} if teach else {}
            echo_json(facts_of(desk) | facts)
            return
        if desk.last_done:
            say_by_hand(desk, desk.last_done)
        say_before_boxes(desk.session)
        session = desk.session
        if session.to_count:
            typer.echo(wording.to_be_counted(session.kit, session.to_count))
        if session.exhibition and session.due in (Due.BEAD, Due.REPLY):
            typer.echo(say("exhibition.is"))
        say_due(session, teach)


def facts_of(desk: Desk) -> dict[str, object]:
    """Return where things stand, for programs: what is due, board, box, beads and list."""
    return status_facts(desk.session, desk.by_hand, desk.ticked)


def _advice_facts(session: Session, advised: "Advice") -> dict[str, object]:
    move = move_fact(session.kit.game, session.position, advised.move)
    said = wording.advice(session.kit, session.position, *advised.told)
    return {"move": move, "why": advised.why.value, "words": str(said)}


def say_happened(written: list[Entry], session: Session, teach: bool = False) -> None:
    """Say what an act brought about, and what is due then."""
    typer.echo(wording.happened(session.kit, session.game, written))
    say_due(session, teach)


def say_due(session: Session, teach: bool = False) -> None:
    if session.due is Due.BEAD:
        _say_box(session)
        return
    if session.due is Due.START:
        echo_lines(too_full_lines(session))
    advised = options.coach_of(session.kit)(session) if teach and session.due is Due.REPLY else None
    print_lines(board_lines(session.kit, session.position, {}, _marked(session, advised)))
    if session.due is Due.REPLY:
        named = isinstance(session.kit.game, NamesMoves)
        arrow = len(session.kit.game.legal_moves(session.position)[0]) > 1
        square = "NUMBER" if named else "FROM-TO" if arrow else "SQUARE"
        typer.echo(f"{wording.replies(session)}: menace-kit operator reply {square}")
        if advised:
            typer.echo(wording.advice(session.kit, session.position, *advised.told))
    elif session.due is Due.ADJUST and session.game:
        typer.echo(wording.ended(session.kit, session.game))
        typer.echo("Now put the beads right: menace-kit operator adjust")
    else:
        typer.echo("No game goes on. Begin one: menace-kit operator start")


def _say_box(session: Session) -> None:
    """Say which box is to be opened, and what to do with its beads."""
    game = session.game
    if game and game.both:
        whose = wording.to_move(session.kit, session.position.to_move)
        typer.echo(f"{Capital(whose)}.")
    show_reading(session.kit, session.readings[0], len(session.readings))
    number = session.readings[0].box.number
    inside = session.in_box(number)
    if number in session.too_full:
        echo_lines([wording.too_full(session.kit, number, inside)])
    if not any(inside.values()):
        rule = wording.empty_rule(
            session.kit.spec.learning.empty_box, *wording.kinds_of(session.kit, game)
        )
        typer.echo(f"The box should be empty. If it is, {rule}: menace-kit operator empty")
        return
    typer.echo(f"In the box: {kit_words.counts(inside)}.")
    if game and game.greedy:
        typer.echo(session.exhibition)
    typer.echo("Draw a bead and enter its colour: menace-kit operator draw COLOUR")


def _marked(session: Session, advised: "Advice | None") -> dict[int, Part]:
    """Return for the board the square that is advised, where a move is a mark on a free square."""
    if advised is None or session.kit.game.pieces is not Pieces.MARKS:
        return {}
    return {advised.move[0]: (f"[{session.written(advised.move)}]", "bold reverse")}


def say_by_hand(desk: Desk, done: Kind) -> None:
    """Say which beads are to be moved because of an act."""
    echo_lines(wording.by_hand(desk.session.kit, done, desk.by_hand))


def say_before_boxes(session: Session) -> None:
    """Say which beads lie before their boxes, if any."""
    if lie := wording.before_boxes(session.kit, session.game):
        typer.echo(lie)


def say_operator(said: str | None, operator: str | None) -> None:
    """Say whose name was taken from the game before, where none was said."""
    if said is None and operator:
        typer.echo(
            f"Operator: {operator}, as in the game before (another: --operator NAME, "
            'nobody: --operator "").'
        )


def too_full_lines(session: Session) -> list[str]:
    """Return which boxes are too full, and how to record that half of a box is out."""
    lines = list(map(str, wording.boxes_too_full(session)))
    if lines and session.kit.spec.learning.full_box is FullBox.HALVE:
        name = session.kit.box(session.too_full[0]).name
        lines.append(f"When half is out: menace-kit operator halve {shlex.quote(name)}")
        lines.append(str(say("full.later")))
    return lines
