"""`menace-kit operator box N` and `contents`: what belongs in the boxes by the book."""

import csv
import json
import sys
from collections.abc import Sequence
from itertools import groupby
from typing import Annotated, Any

import typer

from menace_kit.cli.operator.lookup import move_fact, name_fact
from menace_kit.cli.operator.options import JournalOptions
from menace_kit.cli.options import JsonOption
from menace_kit.games.notation import move_text
from menace_kit.guide import book_wording, wording
from menace_kit.guide.session import Session
from menace_kit.journal.entries import Entry, Kind
from menace_kit.journal.queries import last_changes, times_opened
from menace_kit.machine.boxes import Box
from menace_kit.text.messages import listed
from menace_kit.text.words import clock_time

CHANGES_SHOWN = 8


def box(
    name: Annotated[str, typer.Argument(help="The number on the box, or its name.", metavar="N")],
    as_json: JsonOption = False,
    *,
    journal: JournalOptions,
) -> None:
    """Show what belongs in a box now, how that came about, and how often it was opened.

    Example:  menace-kit operator box 137
    """
    with journal.desk() as desk:
        shown = desk.session.kit.box_named(name)
        opened = times_opened(desk.journal, shown.number)
        changes = last_changes(desk.journal, shown.number, CHANGES_SHOWN)
        session = desk.session
    if as_json:
        typer.echo(json.dumps(box_facts(session, shown, opened, changes), ensure_ascii=False))
    else:
        _show(session, shown, opened, changes)


def box_facts(session: Session, box: Box, opened: int, changes: list[Entry]) -> dict[str, Any]:
    """Return a box as JSON has it; `in_box` is what lies in it, less a bead that is drawn and lies before it."""
    return {
        "number": box.number,
        **name_fact(box),
        "beads": dict(session.contents[box.number]),
        "in_box": session.in_box(box.number),
        "start": dict(box.start),
        "moves": {colour: move_fact(move) for colour, move in box.moves.items()},
        "opened": opened,
        "last_changes": [
            {
                "entry": entry.number,
                "at": entry.at,
                "game": entry.game,
                "colour": entry.colour,
                "change": entry.change,
                "why": entry.why,
            }
            for entry in changes
        ],
    }


def _show(session: Session, box: Box, opened: int, changes: list[Entry]) -> None:
    from rich.console import Console
    from rich.text import Text

    from menace_kit.cli.operator.board import board_lines

    kit, now = session.kit, session.contents[box.number]
    console = Console(highlight=False)
    stage = f"  (move {box.stage})" if kit.tells_stages else ""
    console.print(f"[bold]{wording.box_and_place(kit, box)}[/bold]{stage}", soft_wrap=True)
    for line in board_lines(kit, box.position, box.moves):
        console.print(line)
    typer.echo(f"  {'':<15} {'start':>5} {'now':>5}")
    for name, start in box.start.items():
        colour = kit.colour(name)
        line = Text("  ")
        line.append(f" {colour.key} ", style=f"{colour.ink} on {colour.hex}")
        change = f"  ({now[name] - start:+d})" if now[name] != start else ""
        where = f"  {move_text(box.moves[name])}" if kit.has_arrows else ""
        line.append(f" {name:<11} {start:>5} {now[name]:>5}{change}{where}")
        console.print(line, soft_wrap=True)
    typer.echo(f"  {'in all':<15} {box.start_total:>5} {sum(now.values()):>5}")
    for name, count in session.in_box(box.number).items():
        if session.game and count != now[name]:
            typer.echo(book_wording.before_its_box(session.game.number, name))
    typer.echo(book_wording.opened(opened))
    if changes:
        typer.echo("Last changes:")
    for _, action in groupby(changes, key=lambda entry: entry.action):
        typer.echo(f"  {_change_line(tuple(action))}")


def _change_line(entries: Sequence[Entry]) -> str:
    """Return a line for what one action changed in a box."""
    first = entries[0]
    if first.kind is Kind.RECOUNT:
        told = str(book_wording.counted_in_short(entries))
    else:
        told = f"game {first.game}: {listed(map(book_wording.change, entries))}"
    return f"{clock_time(first.at)}  {told}"


def contents(
    as_json: JsonOption = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="As CSV, for spreadsheets.")] = False,
    *,
    journal: JournalOptions,
) -> None:
    """List what belongs in every box now; a star marks what differs from the start.

    Example:  menace-kit operator contents --csv
    """
    if as_json and as_csv:
        raise typer.BadParameter("--json and --csv exclude each other")
    with journal.opened() as book:
        held, boxes, colours = book.contents(), book.kit.boxes, [colour.name for colour in book.kit.colours]
    if as_json:
        facts = [{"number": box.number, **name_fact(box), "beads": held[box.number]} for box in boxes]
        typer.echo(json.dumps(facts, ensure_ascii=False, indent=1))
    elif as_csv:
        table = csv.writer(sys.stdout, lineterminator="\n")
        table.writerow(["number", *colours, "total"])
        for number, beads in held.items():
            # A colour that a box can never hold is left blank: 0 would say that there are none left.
            table.writerow([number, *(beads.get(colour, "") for colour in colours), sum(beads.values())])
    else:
        width = max(4, *(len(each.name) for each in boxes))
        for each in boxes:
            beads = held[each.number]
            star = " " if beads == each.start else "*"
            typer.echo(f"{each.name:>{width}} {star} {sum(beads.values()):>4}:  {wording.counts(beads)}")
