"""`menace-kit operator undo`: the last step, the last game, or the last import."""

from typing import Annotated

import typer
from typer import Option

from menace_kit.cli.operator import options
from menace_kit.cli.operator.status import facts_of, say_before_boxes, say_due
from menace_kit.cli.options import JsonOption
from menace_kit.cli.terminal import echo_json, echo_lines
from menace_kit.guide import taking_back, wording
from menace_kit.guide.desk import Desk
from menace_kit.guide.imports import TakenBack, games_named, take_back_import
from menace_kit.views.json_output.games import taken_back_facts


def undo(
    whole: Annotated[
        bool,
        Option("--game", help="Undo the whole last game, also after the boxes were updated."),
    ] = False,
    of_import: Annotated[bool, Option("--import", help="Undo the whole last import.")] = False,
    as_json: JsonOption = False,
    *,
    logbook: options.LogbookOptions,
) -> None:
    """Undo the last step, the last game or the last import.

    A step can also be the end of a game, as long as its beads are not put right.

    \b
    Example:  menace-kit operator undo
    Example:  menace-kit operator undo --game
    Example:  menace-kit operator undo --import
    """
    if whole and of_import:
        raise typer.BadParameter("--game and --import exclude each other; give one of them")
    with logbook.desk(check=True) as desk:
        if of_import:
            _undo_import(desk, as_json)
            return
        kit, before = desk.session.kit, desk.session.game
        undone = wording.last_action(before)
        written = desk.act(taking_back.take_back if whole else taking_back.undo)
        if as_json:
            echo_json(facts_of(desk))
            return
        undone = before.entries if before and len(written) > 1 else undone
        echo_lines(wording.undone(kit, before, undone, desk.by_hand))
        say_before_boxes(desk.session)
        say_due(desk.session)


def _undo_import(desk: Desk, as_json: bool) -> None:
    taken = take_back_import(desk)
    if as_json:
        echo_json(taken_back_facts(desk.session.kit, taken))
    else:
        _say_taken_back(desk, taken)


def _say_taken_back(desk: Desk, taken: TakenBack) -> None:
    """Say what was taken back, and which beads are to be moved by hand."""
    named = games_named(taken.games[::-1]) if taken.games else "what it counted"
    typer.echo(f"The last import is undone: {named}.")
    if taken.beads:
        typer.echo("If the boxes were updated after these games, move these beads:")
    for deed in wording.moved(desk.session.kit, taken.beads):
        typer.echo(f"[ ] {deed}")
    for box, colour, beads in taken.counts:
        name = desk.session.kit.box(box).name
        typer.echo(f"[ ] Box {name}: the logbook says {beads} {colour} again; count the box.")
    for box in taken.kept:
        typer.echo(
            f"Box {desk.session.kit.box(box).name} was counted after the import; that count stands."
        )
