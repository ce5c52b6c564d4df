"""`menace-kit operator adjust`: what to do with the beads after a game, by hand."""

from typing import Annotated

import typer

from menace_kit.cli.operator.options import JournalOptions
from menace_kit.guide import wording
from menace_kit.guide.session import Due, Session
from menace_kit.journal.queries import games_left_open
from menace_kit.text import Phrase


def adjust(
    done: Annotated[bool, typer.Option("--done", help="Confirm that all of it was done.")] = False,
    *,
    journal: JournalOptions,
) -> None:
    """Print what to do by hand with the beads of the last game; confirm it with --done.

    Example:  menace-kit operator adjust --done
    """
    with journal.desk() as desk:
        if done:
            desk.act(lambda session: session.confirm())
            typer.echo("Confirmed. The next game may begin: menace-kit operator start")
            return
        if desk.session.due is not Due.ADJUST:
            typer.echo(wording.no_adjustments_due(desk.session.due))
            if left := games_left_open(desk.journal):
                typer.echo(wording.left_open(left))
            return
        for line in adjustment_lines(desk.session):
            typer.echo(line)
        typer.echo("When all of it is done: menace-kit operator adjust --done")


def adjustment_lines(session: Session) -> list[str]:
    """Return how the last game ended, and the tick-list for its beads: one for each machine that played."""
    game = session.game
    if game is None:
        return []
    lines: list[Phrase | str] = [wording.ended(session.kit, game)]
    for side, changes in game.tick_lists:
        if game.both:
            lines += ["", wording.list_head(session.kit, game, side)]
        lines += [
            f"[ ] {wording.adjustment(session.kit, change, session.contents[change.box])}"
            for change in changes
        ]
        if game.both and not changes:
            lines.append(wording.nothing_drawn())
    if not game.adjustments and not game.both:
        lines.append(
            "No bead was named; no box changes."
            if game.outcome_only
            else "No bead was drawn; there is nothing to do."
        )
    return list(map(str, lines))
