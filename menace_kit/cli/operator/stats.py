"""`menace-kit operator stats`: results of the machine and its visitors."""

from pathlib import Path
from typing import Annotated

import typer

from menace_kit.cli.operator.career import career_report
from menace_kit.cli.operator.days import show_day, show_days
from menace_kit.cli.operator.options import LogbookOptions
from menace_kit.cli.operator.visitors import show_visitors
from menace_kit.cli.options import JsonOption, check_at_most_one, check_goes_with
from menace_kit.cli.output_paths import check_file, draw
from menace_kit.cli.report import Report
from menace_kit.guide import wording
from menace_kit.logbook.career import statistics
from menace_kit.views.json_output.career import career_figures

PLOT_FORMATS = ("png", "svg", "pdf")


def stats(
    as_json: JsonOption = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw it into a file: .png, .svg or .pdf.")
    ] = None,
    sums: Annotated[
        bool,
        typer.Option(
            "--sums", help="With --plot: the line that Michie drew, instead of good moves."
        ),
    ] = False,
    visitors: Annotated[
        bool,
        typer.Option(
            "--visitors", help="How each visitor fared against the machine, the best first."
        ),
    ] = False,
    by_day: Annotated[
        bool, typer.Option("--by-day", help="How the games of each day went, the newest day last.")
    ] = False,
    day: Annotated[
        str | None, typer.Option(metavar="DATE", help="One day alone, 2026-11-22 or today.")
    ] = None,
    *,
    logbook: LogbookOptions,
) -> None:
    """Show how the machine has fared, all in all or by day.

    Games, beads and boxes. A day is one by the clock of this computer.
    --plot draws how recent games ended, and how likely the machine's first move that can be bad is
    good; with --day that day's games.

    \b
    Example:  menace-kit operator stats --plot progress.png
    Example:  menace-kit operator stats --by-day
    Example:  menace-kit operator stats --day today
    """
    check_at_most_one({"--visitors": visitors, "--by-day": by_day, "--day": day})
    check_at_most_one({"--visitors": visitors, "--by-day": by_day, "--plot": plot})
    check_at_most_one({"--sums": sums, "--day": day})
    check_goes_with("--plot", plot is not None, {"--sums": sums})
    if plot is not None:
        check_file(plot, PLOT_FORMATS, "--plot", "drawn")
    with logbook.opened() as opened:
        if visitors:
            show_visitors(opened, as_json)
            return
        if by_day:
            show_days(opened, as_json)
            return
        if day is not None:
            show_day(opened, day, plot, as_json)
            return
        found, chosen, to_count = statistics(opened), opened.kit, opened.to_count
        if plot is not None:
            from menace_kit.views.career import progress_chart

            draw(progress_chart(opened, found, sums=sums), plot)
    report = career_report(chosen, found)
    if plot is not None:
        report = Report(head=[f"{plot}  (how the machine learned)"])
    report._replace(facts=lambda: career_figures(chosen, found)).tell(as_json)
    typer.echo(wording.to_be_counted(chosen, to_count), err=True, nl=bool(to_count))
