"""`menace-kit operator verify`: is the journal in order?"""

from typing import Annotated

import typer

from menace_kit.cli.operator.options import JournalOptions
from menace_kit.guide import book_wording
from menace_kit.journal.audit import audit
from menace_kit.journal.queries import count_games

SHOWN = 50


def verify(
    every: Annotated[
        bool, typer.Option("--all", help=f"Name everything, not only the first {SHOWN}.")
    ] = False,
    *,
    journal: JournalOptions,
) -> None:
    """Read the whole journal and check that everything in it is in order; exit code 1 where it is not.

    Example:  menace-kit operator verify
    """
    with journal.opened() as book:
        findings = audit(book)
        if not findings:
            typer.echo(book_wording.in_order(book.last_entry, count_games(book), len(book.kit.boxes)))
            return
    typer.echo(book_wording.not_in_order(len(findings)))
    shown = findings if every else findings[:SHOWN]
    for finding in shown:
        entry = f" (entry {finding.entry})" if finding.entry is not None else ""
        typer.echo(f"  {finding.where}: {finding.message}{entry}")
    if len(shown) < len(findings):
        typer.echo(f"  ... and {len(findings) - len(shown)} more; --all names them")
    raise typer.Exit(1)
