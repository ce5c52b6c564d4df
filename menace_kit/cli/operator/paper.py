"""`menace-kit operator record` and `import`: games that were written on paper."""

from pathlib import Path
from typing import Annotated

import typer

from menace_kit.cli.operator.adjust import adjustment_lines
from menace_kit.cli.operator.options import (
    BothOption,
    DoneOption,
    FirstMoverOption,
    JournalOptions,
    OperatorOption,
    OpponentOption,
    UnconfirmedOption,
)
from menace_kit.errors import OutputError
from menace_kit.guide.paper import enter_game, enter_games, parse_game, read_games
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.journal.entries import BOTH


def record(
    moves: Annotated[
        str,
        typer.Argument(
            help='The squares in the order in which they were taken; "resign" last where a box was empty.'
        ),
    ],
    operator: OperatorOption = None,
    opponent: OpponentOption = None,
    played_at: Annotated[
        str | None,
        typer.Option("--played-at", metavar="WHEN", help="When it was played, as in 2026-05-01T14:30."),
    ] = None,
    first_mover: FirstMoverOption = None,
    both: BothOption = False,
    done: DoneOption = False,
    unconfirmed: UnconfirmedOption = False,
    *,
    journal: JournalOptions,
) -> None:
    """Enter a game that was written on paper; which beads were drawn is worked out.

    Example:  menace-kit operator record "5 1 3 7 4 6 2 8 9" --opponent Bob
    """
    if both and first_mover:
        raise typer.BadParameter("--both and --first-mover exclude each other")
    mover = BOTH if both else first_mover.value if first_mover else None
    game = parse_game(moves, played_at, operator, opponent, mover)
    with journal.desk(new=True) as desk:
        rehearsal = Rehearsal(desk.session)
        enter_game(rehearsal, game, unconfirmed)
        if done:
            rehearsal.act(lambda session: session.confirm())
        desk.act_all(rehearsal.actions)
        for line in adjustment_lines(desk.session):
            typer.echo(line.replace("[ ]", "[x]", 1) if done else line)
        typer.echo("Confirmed." if done else "When all of it is done: menace-kit operator adjust --done")


def import_games(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="CSV with a head line, or JSON lines; a game a line.")
    ],
    journal: JournalOptions,
) -> None:
    """Enter many games from a file, all or none; the boxes are taken to have been put right after each.

    The columns are moves, and if you like played_at, operator, opponent, first_mover (machine, opponent, or both where
    both were machines). Where only the outcome is known, a line has result (win, draw or loss) instead of moves, and
    bead and box for the first bead.

    Example:  menace-kit operator import games.csv
    """
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise OutputError(f"{file} is not a text file in UTF-8") from None
    except OSError as error:
        raise OutputError(f"cannot read {file}: {error.strerror}") from error
    with journal.desk(new=True) as desk:
        rehearsal, entered = enter_games(desk.session, read_games(text))
        desk.act_all(rehearsal.actions)
        typer.echo(f"Entered {entered} game{'' if entered == 1 else 's'}.")
