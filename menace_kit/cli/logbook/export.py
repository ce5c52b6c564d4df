"""`menace-kit logbook export` and `backup`."""

from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from menace_kit.cli.operator.options import LogbookOptions
from menace_kit.cli.options import check_at_most_one, choice
from menace_kit.cli.output_paths import check_file, check_no_pipe
from menace_kit.cli.report import echo_whole, number_of
from menace_kit.errors import OutputError, SelectionError
from menace_kit.files import write_file
from menace_kit.guide import wording
from menace_kit.logbook import Logbook
from menace_kit.logbook.backups import back_up
from menace_kit.logbook.entries import ENTRY_FIELDS
from menace_kit.logbook.export import (
    csv_lines,
    entry_facts,
    game_facts,
    game_fields,
    games_with_gaps,
    json_lines,
)


def export(
    file: Annotated[
        Path | None,
        Argument(metavar="FILE", help="Where to; one that is there is never overwritten."),
    ] = None,
    format: Annotated[
        str, choice(("jsonl", "csv"), "JSON lines, or CSV for spreadsheets.")
    ] = "jsonl",
    games: Annotated[
        bool,
        Option(
            "--games", help="Only the games and what was counted, as `operator import` reads them."
        ),
    ] = False,
    machine: Annotated[
        bool,
        Option(
            "--machine",
            help=(
                "Only what is in the boxes now, as a machine file (JSON): for "
                "--machine of other commands."
            ),
        ),
    ] = False,
    *,
    logbook: LogbookOptions,
) -> None:
    """Write entries, games or the machine into a file.

    Every entry of the logbook, or with --games every game and count, a line each.

    With --machine the file takes the machine along: `operator start --machine` begins another
    logbook with its beads, and `filling`, `build`, `boxes` and `lab` read it, too.

    \b
    Example:  menace-kit logbook export --games games.jsonl
    Example:  menace-kit logbook export --machine monday.json
    """
    check_at_most_one({"--machine": machine, "--games": games})
    check_at_most_one({"--machine": machine, "--format csv": format == "csv"})
    if file is not None:
        check_file(file, option="FILE")
    with logbook.opened() as opened:
        if machine:
            _export_machine(opened, file)
            return
        rows, fields = (
            (game_facts(opened), game_fields(opened))
            if games
            else (entry_facts(opened), ENTRY_FIELDS)
        )
        lines = csv_lines(rows, fields) if format == "csv" else json_lines(rows)
        running = games and opened.latest_game()
        if running and running.running:
            typer.echo(f"Game {running.number} goes on and is left out.", err=True)
        for number in games_with_gaps(opened) if games else ():
            typer.echo(f"Game {number} is damaged and is left out.", err=True)
        if file is None:
            for line in lines:
                echo_whole(line)
        else:
            whole = list(lines)
            _write(file, "".join(whole).encode())
            typer.echo(f"{file}  ({number_of(len(whole), 'line')})")


def _export_machine(logbook: Logbook, file: Path | None) -> None:
    """Write the contents of the boxes.

    Raises SelectionError if the contents of some boxes are unknown.
    """
    from menace_kit.lab.machine_file import machine_bytes, untaught

    with logbook.one_moment():
        contents, to_count = logbook.contents(), logbook.to_count
    if to_count:
        raise SelectionError(
            f"nobody knows what is in the machine. {wording.to_be_counted(logbook.kit, to_count)} "
            "Write down what is there, and export then:  menace-kit operator count"
        )
    content = machine_bytes(untaught(logbook.kit, contents))
    if file is None:
        echo_whole(content.decode())
        return
    _write(file, content)
    beads = sum(sum(inside.values()) for inside in contents.values())
    typer.echo(f"{file}  ({beads:,} beads in {len(contents):,} boxes)")


def _write(path: Path, content: bytes) -> None:
    """Write a new file, whole or not at all."""
    if path.exists():
        raise OutputError(f"{path} is already there; an export never overwrites a file")
    write_file(path, content)


def backup(
    file: Annotated[
        Path, Argument(metavar="FILE", help="The copy; one that is there is never overwritten.")
    ],
    logbook: LogbookOptions,
) -> None:
    """Copy the logbook, also while a game goes on.

    Example:  menace-kit logbook backup monday.sqlite
    """
    check_no_pipe(file, "FILE")
    with logbook.opened() as opened:
        typer.echo(f"{file}  (the logbook up to entry {back_up(opened, file)})")
