"""`menace-kit operator export` and `backup`: the journal for other programs, and for the drawer."""

import sys
from collections.abc import Iterable
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from menace_kit.cli.operator.options import JournalOptions
from menace_kit.errors import JournalError, OutputError
from menace_kit.journal.export import (
    ENTRY_FIELDS,
    csv_lines,
    entry_facts,
    game_facts,
    game_fields,
    json_lines,
)


class ExportFormat(Enum):
    """The formats, as choices."""

    JSONL = "jsonl"
    CSV = "csv"


def export(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="Where to; one that is there is never overwritten."),
    ] = None,
    format: Annotated[
        ExportFormat, typer.Option("--format", help="JSON lines, or CSV for spreadsheets.")
    ] = ExportFormat.JSONL,
    games: Annotated[
        bool, typer.Option("--games", help="Only the games and their moves, as `operator import` reads them.")
    ] = False,
    *,
    journal: JournalOptions,
) -> None:
    """Write every entry of the journal, or every game, a line each.

    Example:  menace-kit operator export --games games.jsonl
    """
    with journal.opened() as book:
        rows = game_facts(book) if games else entry_facts(book)
        fields = game_fields(book) if games else ENTRY_FIELDS
        lines = json_lines(rows) if format is ExportFormat.JSONL else csv_lines(rows, fields)
        if file is None:
            _print(lines)
        else:
            count = _write(file, lines)
            typer.echo(f"{file}  ({count} line{'' if count == 1 else 's'})")


def _print(lines: Iterable[str]) -> None:
    """Print in UTF-8, whatever the terminal's encoding: names are passed on as they are."""
    sys.stdout.flush()
    out = typer.get_binary_stream("stdout")
    for line in lines:
        out.write(line.encode())
    out.flush()


def _write(path: Path, lines: Iterable[str]) -> int:
    """Write a new file line by line, whole or not at all, and return how many."""
    if path.exists():
        raise OutputError(f"{path} is already there; an export never overwrites a file")
    part = path.with_name(f".{path.name}.part")
    count = 0
    try:
        with part.open("w", encoding="utf-8", newline="") as out:
            for line in lines:
                out.write(line)
                count += 1
        part.replace(path)
    except JournalError:
        raise
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return count


def backup(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The copy; one that is there is never overwritten.")
    ],
    journal: JournalOptions,
) -> None:
    """Copy the journal as it is at one moment, also while a game goes on.

    Example:  menace-kit operator backup monday.sqlite
    """
    with journal.opened() as book:
        book.backup(file)
        typer.echo(f"{file}  (the journal up to entry {book.last_entry})")
