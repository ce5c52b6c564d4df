"""`menace-kit operator quick`: a game of which only the outcome is known."""

from enum import Enum
from typing import Annotated

import typer

from menace_kit.cli.operator.adjust import adjustment_lines
from menace_kit.cli.operator.options import (
    DoneOption,
    FirstMoverOption,
    JournalOptions,
    OperatorOption,
    OpponentOption,
    UnconfirmedOption,
    named_colour,
)
from menace_kit.guide.names import checked_name
from menace_kit.guide.session import Due
from menace_kit.machine.contents import Result


class Outcome(Enum):
    """How a game ended for the machine, as a choice."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


RESULTS = {Outcome.WON: Result.WIN, Outcome.DRAWN: Result.TIE, Outcome.LOST: Result.LOSS}


def quick(
    outcome: Annotated[Outcome, typer.Argument(help="How it ended for the machine.", show_default=False)],
    bead: Annotated[
        str | None,
        typer.Option(
            "--bead", metavar="COLOUR", help="The first bead that was drawn: its colour, or its letter."
        ),
    ] = None,
    box: Annotated[
        str | None,
        typer.Option(
            "--box", metavar="N", help="The box it came from, where the first move has several boxes."
        ),
    ] = None,
    operator: OperatorOption = None,
    opponent: OpponentOption = None,
    first_mover: FirstMoverOption = None,
    done: DoneOption = False,
    unconfirmed: UnconfirmedOption = False,
    *,
    journal: JournalOptions,
) -> None:
    """Enter a game by its outcome alone, for a crowd; only the first bead's box changes, if you name it.

    Example:  menace-kit operator quick won --bead white --done
    """
    machine_first = first_mover.machine_first if first_mover else None
    names = {"operator": checked_name(operator), "opponent": checked_name(opponent)}
    with journal.desk(new=True) as desk:
        kit_here = desk.session.kit
        colour = named_colour(kit_here, bead) if bead is not None else None
        number = kit_here.box_named(box).number if box is not None else None
        desk.act(
            lambda session: session.quick(
                RESULTS[outcome],
                colour,
                number,
                **names,
                machine_first=machine_first,
                confirmed=done,
                unconfirmed=unconfirmed,
            )
        )
        session = desk.session
    head, *lines = adjustment_lines(session)
    typer.echo(f"Game {session.game.number if session.game else 0}: {head}")
    open_list = session.due is Due.ADJUST
    for line in lines:
        typer.echo(line if open_list else line.replace("[ ]", "[x]", 1))
    if open_list:
        typer.echo("When all of it is done: menace-kit operator adjust --done")
    typer.echo("Was it a slip? menace-kit operator undo")
