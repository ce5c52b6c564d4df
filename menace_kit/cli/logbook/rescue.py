"""`menace-kit logbook rescue`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument

from menace_kit.cli.operator.options import LogbookOptions
from menace_kit.cli.output_paths import check_no_pipe
from menace_kit.cli.report import number_of
from menace_kit.cli.terminal import print_lines, wrapped
from menace_kit.errors import LogbookError
from menace_kit.guide import wording
from menace_kit.guide.imports import games_named
from menace_kit.logbook.rescue import Rescued
from menace_kit.logbook.rescue import rescue as rescue_logbook
from menace_kit.logbook.runs import listed_runs, runs
from menace_kit.machine import Kit


def rescue(
    file: Annotated[
        Path,
        Argument(metavar="NEW", help="The new logbook; one that is there is never overwritten."),
    ],
    logbook: LogbookOptions,
) -> None:
    """Save what is sound in a damaged logbook.

    It goes into a new logbook; the damaged one stays as it is.

    Example:  menace-kit logbook rescue saved.sqlite
    """
    check_no_pipe(file, "NEW")
    kit = logbook.chosen()
    if not logbook.path.exists():
        raise LogbookError(
            f"there is no logbook {logbook.path}; name the damaged one with --logbook FILE"
        )
    found = rescue_logbook(logbook.path, kit, file)
    typer.echo(f"{file}  (entries 1 to {found.entries}, {number_of(found.games, 'game')})")
    print_lines(wrapped(" ".join(_rescued(kit, found))))
    typer.echo(f"Go on with it by --logbook {file}, or put it in the place of {logbook.path}.")


def _rescued(kit: Kit, found: Rescued) -> Iterator[str]:
    """Yield sentences: what a backup supplied, what is missing, and which boxes to count."""
    if found.backup:
        yield f"Entries {listed_runs(runs(found.from_backup))} came from {found.backup}."
    if found.missing:
        many = len(found.missing) > 1
        yield f"Missing: entr{'ies' if many else 'y'} {listed_runs(runs(found.missing))}."
    if not found.has_end:
        yield f"Whatever was written after entry {found.entries} is missing."
    if found.lost_games:
        games = games_named(found.lost_games)
        yield f"{games[0].upper()}{games[1:]} cannot be told move by move any more."
    if not found.ticks:
        yield "Which lines of the last list were done is lost: look, and tick them again."
    if not (found.missing or not found.has_end or not found.ticks):
        yield "Nothing is missing."
    counts = wording.to_be_counted(kit, found.to_count)
    yield str(counts) or "The boxes hold what they should by it."
