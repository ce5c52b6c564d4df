"""How the games of each day went, and one day alone."""

import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from menace_kit.cli.operator.bars import bar_lines, ink_for, signed
from menace_kit.cli.operator.career import CHART_HEIGHT, first_box, results_told, unusual
from menace_kit.cli.output_paths import ending_of
from menace_kit.cli.terminal import SCREEN, echo_json, echo_lines, table_lines
from menace_kit.errors import SelectionError
from menace_kit.logbook.store import Logbook
from menace_kit.machine.prospects import has_ties
from menace_kit.views.json_output.career import day_facts_told, day_line_facts

if TYPE_CHECKING:
    from menace_kit.layout.marks import Document


def show_days(logbook: Logbook, as_json: bool) -> None:
    from menace_kit.views.days import days

    found = days(logbook).values()
    if as_json:
        echo_json(list(map(day_line_facts, found)))
    elif not found:
        typer.echo("No game was played yet.")
    else:
        both = any(day.both for day in found)
        ties = ["drawn"] if has_ties(logbook.kit.game) else []
        ends = ["first", "second", *ties] if both else ["won", *ties, "lost"]
        head = ["day", "games", *ends, *([] if both else ["won %"]), "line", "others"]
        rows = []
        for day in found:
            wins, draws, losses = day.tally
            first, second, _ = day.winners
            ended = [first, second, draws] if both else [wins, draws, losses]
            if not ties:
                del ended[2 if both else 1]
            share = [] if both else [f"{100 * wins / day.games:.0f} %" if day.games else ""]
            numbers = [f"{number:,}" for number in (day.games, *ended)]
            others = f"{len(day.every) - day.games:,}"
            rows.append([day.date, *numbers, *share, signed(day.change), others])
        echo_lines(table_lines([head, *rows], right=set(range(1, len(head)))))
        which = "boxes" if len(logbook.kit.opening_boxes) > 1 else "box"
        typer.echo(f"line: by how many beads the games changed the first {which} (Michie's line)")
        if any(row[-1] != "0" for row in rows):
            typer.echo("others: going on, ended early, as an exhibition, or that others played")


def show_day(logbook: Logbook, text: str, plot: Path | None, as_json: bool) -> None:
    from menace_kit.views.days import day_chart, day_facts, day_typed, told_of_day, without_games

    kit = logbook.kit
    found = day_facts(logbook, day_typed(kit, text))
    if plot is not None:
        if not found.day.games:
            raise SelectionError(
                f"{found.day.date}: no game was finished, so there is nothing to draw"
            )
        write_plot(day_chart(kit, found), plot)
    if as_json:
        echo_json(day_facts_told(kit, found))
    elif plot is not None:
        typer.echo(f"{plot}  (how {found.day.date} went)")
    elif not found.day.every:
        beside = " and ".join(filter(None, (found.previous, found.following)))
        next_to = f" Nearest with games: {beside}." if beside else ""
        typer.echo(f"{without_games(found)}{next_to}")
    else:
        day = found.day
        ended = (
            f"{day.games:,}: {results_told(kit, day.results)}" if day.games else "none was finished"
        )
        typer.echo(f"{day.date}  {ended}")
        if told := unusual(day):
            typer.echo(f"{'':12}{told}")
        for line in told_of_day(kit, found):
            whole = str(line.said).replace(" %", "\u00a0%")  # no line ends inside a percentage
            echo_lines(part.replace("\u00a0", " ") for part in textwrap.wrap(whole, SCREEN))
        if day.games:
            typer.echo(first_box(kit, day.first_box[-1], of_a_day=True))
            echo_lines(bar_lines(day.first_box, SCREEN, CHART_HEIGHT, ink_for(sys.stdout.encoding)))


def write_plot(chart: "Document", path: Path) -> None:
    """Draw a chart into a file."""
    from menace_kit.files import write_file
    from menace_kit.render import rendered

    (content,) = rendered(chart, ending_of(path))
    write_file(path, content)
