"""`menace-kit operator start`, `draw`, `reply`, `empty`, `undo`, `abandon`, `status`: a game, a step a command."""

import json
from typing import Annotated, Any

import typer

from menace_kit.cli.operator.lookup import move_fact, name_fact, show_reading
from menace_kit.cli.operator.options import (
    BothOption,
    FirstMoverOption,
    JournalOptions,
    OperatorOption,
    OpponentOption,
    named_colour,
)
from menace_kit.cli.options import JsonOption
from menace_kit.games.notation import parse_move, position_text
from menace_kit.guide import prompts, wording
from menace_kit.guide.names import checked_name
from menace_kit.guide.session import Due, Session
from menace_kit.journal.entries import Entry, Kind
from menace_kit.text.messages import Capital


def start(
    operator: OperatorOption = None,
    opponent: OpponentOption = None,
    first_mover: FirstMoverOption = None,
    both: BothOption = False,
    unconfirmed: Annotated[
        bool, typer.Option("--unconfirmed", help="Begin though the beads of the last game are not put right.")
    ] = False,
    *,
    journal: JournalOptions,
) -> None:
    """Begin a game; the first one begins the journal too.

    Example:  menace-kit operator start --operator Ada --opponent Bob
    """
    machine_first = first_mover.machine_first if first_mover else None
    names = checked_name(operator), checked_name(opponent)
    with journal.desk(new=True) as desk:
        desk.act(lambda session: session.start(*names, machine_first, unconfirmed, both=both))
        _say_due(desk.session)


def draw(
    colour: Annotated[str, typer.Argument(help="The colour of the bead, or its letter.")],
    square: Annotated[
        str | None,
        typer.Option(
            "--square", help="Where it was played, if you held a symmetric box in another right way."
        ),
    ] = None,
    *,
    journal: JournalOptions,
) -> None:
    """Enter the bead that was drawn; the answer is the square that it means on the table.

    Example:  menace-kit operator draw green
    """
    with journal.desk() as desk:
        name = named_colour(desk.session.kit, colour)
        move = parse_move(square) if square is not None else None
        _say(desk.act(lambda session: session.draw(name, move)), desk.session)


def reply(
    square: Annotated[
        str,
        typer.Argument(
            help="The opponent's square, as one reads; 7-4 for an arrow; the leftmost match taken."
        ),
    ],
    journal: JournalOptions,
) -> None:
    """Enter the opponent's move; the answer is the next box.

    Example:  menace-kit operator reply 7
    """
    with journal.desk() as desk:
        move = parse_move(square)
        _say(desk.act(lambda session: session.reply(move)), desk.session)


def empty(journal: JournalOptions) -> None:
    """Say that the box is empty; the kit's rule is applied.

    Example:  menace-kit operator empty
    """
    with journal.desk() as desk:
        _say(desk.act(lambda session: session.empty()), desk.session)


def undo(journal: JournalOptions) -> None:
    """Take back the last step, also the end of a game whose beads are not put right yet.

    Example:  menace-kit operator undo
    """
    with journal.desk() as desk:
        before = desk.session.game
        desk.act(lambda session: session.undo())
        typer.echo("Taken back.")
        for line in wording.beads_taken_back(desk.session.kit, before, desk.session.game):
            typer.echo(line)
        _say_due(desk.session)


def abandon(journal: JournalOptions) -> None:
    """Break the game off: put the drawn beads back; nothing is learned.

    Example:  menace-kit operator abandon
    """
    with journal.desk() as desk:
        desk.act(lambda session: session.abandon())
        game = desk.session.game
        who = "neither machine learns anything" if game and game.both else "the machine learns nothing"
        typer.echo(f"Broken off; {who} from it.")
        for drawn in game.drawn if game else ():
            typer.echo(wording.put_back(desk.session.kit, drawn.box, drawn.colour))


def status(
    as_json: JsonOption = False,
    *,
    journal: JournalOptions,
) -> None:
    """Say where the game stands and what is due now.

    Example:  menace-kit operator status --json
    """
    with journal.desk() as desk:
        if as_json:
            typer.echo(json.dumps(status_facts(desk.session), ensure_ascii=False))
        else:
            _say_due(desk.session)


def status_facts(session: Session) -> dict[str, Any]:
    """Return where a game stands as JSON has it; `result` is the machine's, where both are the first player's."""
    game, box = session.game, session.box
    return {
        "due": session.due.value,
        "game": game.number if game else None,
        "both": game.both if game else None,
        "operator": game.start.operator if game else None,
        "opponent": game.start.opponent if game else None,
        "to_move": session.position.to_move.value if game and game.running else None,
        "board": position_text(session.position, session.kit.spec.marks),
        "result": game.result.value if game and game.result else None,
        "outcome_only": game.outcome_only if game else None,
        "confirmed": game.confirmed if game else None,
        "drawn": [drawn._asdict() for drawn in game.drawn] if game else [],
        "box": box.number if box else None,
        **(name_fact(box) if box else {}),
        "in_box": session.in_box(box.number) if box else None,
        "moves": {colour: move_fact(move) for colour, move in session.readings[0].moves.items()}
        if box
        else None,
    }


def _say(written: list[Entry], session: Session) -> None:
    """Say what an act brought about, and what is due then."""
    told = [entry for entry in written if entry.kind is not Kind.REPLY]
    if happened := prompts.happened(session.kit, session.game, told):
        typer.echo(happened)
    _say_due(session)


def _say_due(session: Session) -> None:
    from rich.console import Console

    from menace_kit.cli.operator.board import board_lines

    console = Console(highlight=False)
    game = session.game
    if session.due is Due.BEAD:
        if game and game.both:
            whose = prompts.to_move(session.kit, session.position.to_move)
            typer.echo(f"{Capital(whose)}.")
        show_reading(session.kit, session.readings[0], len(session.readings))
        typer.echo(f"In the box: {wording.counts(session.in_box(session.readings[0].box.number))}.")
        typer.echo("Draw a bead and enter its colour: menace-kit operator draw COLOUR")
        return
    for line in board_lines(session.kit, session.position, {}):
        console.print(line)
    if session.due is Due.REPLY:
        typer.echo(f"{prompts.replies(session)}: menace-kit operator reply {_reply_word(session)}")
    elif session.due is Due.ADJUST and game:
        typer.echo(wording.ended(session.kit, game))
        typer.echo("Now put the beads right: menace-kit operator adjust")
    else:
        typer.echo("No game goes on. Begin one: menace-kit operator start")


def _reply_word(session: Session) -> str:
    """Return what stands for the opponent's move in the command: its square, or for an arrow both."""
    return "FROM-TO" if len(session.kit.game.legal_moves(session.position)[0]) > 1 else "SQUARE"
