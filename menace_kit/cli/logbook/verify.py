"""`menace-kit logbook verify`: is the logbook in order?"""

from typing import Annotated

import typer
from typer import Option

from menace_kit.cli.operator.options import LogbookOptions, OperatorOption
from menace_kit.guide import wording
from menace_kit.guide.audit import CLOCK, FILE, audit, clock_notes
from menace_kit.guide.session import checked_name
from menace_kit.logbook.entries import lost_numbers
from menace_kit.logbook.file import advice
from menace_kit.logbook.names import forgotten
from menace_kit.logbook.queries import last_game
from menace_kit.logbook.runs import listed_runs, runs
from menace_kit.text.words import Whole, clock_time, say

SHOWN = 50


def verify(
    every: Annotated[
        bool, Option("--all", help=f"Name everything, not only the first {SHOWN}.")
    ] = False,
    clock_was_wrong: Annotated[
        bool,
        Option(
            "--clock-was-wrong",
            help="Note that the computer's clock was wrong up to now: times are not told.",
        ),
    ] = False,
    operator: OperatorOption = None,
    *,
    logbook: LogbookOptions,
) -> None:
    """Check that everything in the logbook is in order.

    The exit code is 1 where it is not.

    Example:  menace-kit logbook verify
    """
    with logbook.opened(read_only=not clock_was_wrong) as opened:
        found = audit(opened)
        if clock_was_wrong and any(finding.message.endswith(CLOCK) for finding in found):
            opened.note_clock(checked_name(operator))
            found = audit(opened)
        for clock in clock_notes(opened):
            who = f", says {clock.operator}" if clock.operator else ""
            typer.echo(
                f"Up to entry {clock.entry} the computer's clock was wrong{who} "
                f"({clock_time(clock.at)}):"
            )
            typer.echo(
                f"  {sum(finding.known for finding in found)} entries are not "
                "in the order of their times."
            )
        for note in forgotten(opened):
            entries = f"{note.entries} entr{'y' if note.entries == 1 else 'ies'}"
            typer.echo(f"A name was forgotten ({clock_time(note.at)}): {entries} had it.")
        findings = [finding for finding in found if not finding.known]
        lost = lost_numbers(opened.entries())
        if lost:
            typer.echo(f"Lost entries: {listed_runs(runs(lost))}.")
        if opened.to_count:
            typer.echo(wording.to_be_counted(opened.kit, opened.to_count))
        if not findings:
            typer.echo(
                wording.in_order(opened.last_entry, last_game(opened), len(opened.kit.boxes))
            )
            return
    typer.echo(say("logbook.not-in-order", n=len(findings), number=Whole(len(findings))))
    shown = findings if every else findings[:SHOWN]
    for finding in shown:
        entry = f" (entry {finding.entry})" if finding.entry is not None else ""
        typer.echo(f"  {finding.where}: {finding.message}{entry}")
    if len(shown) < len(findings):
        typer.echo(f"  ... and {len(findings) - len(shown)} more; --all names them")
    if any(finding.where == FILE for finding in findings):
        typer.echo(advice(logbook.path))
    raise typer.Exit(1)
