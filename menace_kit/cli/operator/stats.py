"""`menace-kit operator stats`: how the machine has fared."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from menace_kit.cli.operator.lookup import name_fact
from menace_kit.cli.operator.options import JournalOptions
from menace_kit.cli.options import JsonOption
from menace_kit.errors import SelectionError
from menace_kit.journal.statistics import WINDOW, Statistics, statistics, tally
from menace_kit.machine.contents import Result
from menace_kit.machine.kit import Kit

if TYPE_CHECKING:
    from menace_kit.layout.marks import Document

PLOT_FORMATS = ("png", "svg", "pdf")
AVERAGED = 20
"""A plot's average looks back over a 20th part of many games: over a few of them it would be a mere blur."""


def stats(
    as_json: JsonOption = False,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="Draw it into a file: .png, .svg or .pdf."),
    ] = None,
    *,
    journal: JournalOptions,
) -> None:
    """Show how the machine has fared: games, beads, boxes, and the line that Michie drew.

    Example:  menace-kit operator stats --plot progress.png
    """
    if plot is not None:
        plot_format(plot)
    with journal.opened() as book:
        found, chosen = statistics(book), book.kit
    if plot is not None:
        write_plot(chosen, found, plot)
    if as_json:
        typer.echo(json.dumps(stats_facts(chosen, found), ensure_ascii=False))
    elif plot is not None:
        typer.echo(f"{plot}  (how the machine learned)")
    else:
        from menace_kit.cli.operator.bars import ink_for
        from menace_kit.cli.operator.stats_screen import stats_lines

        for line in stats_lines(chosen, found, ink_for(sys.stdout.encoding)):
            typer.echo(line)


def stats_facts(kit: Kit, found: Statistics) -> dict[str, Any]:
    """Return a machine's career as JSON has it; `first_box` and `results` have one element a finished game."""
    return {
        "games": found.games,
        **found.tally._asdict(),
        "last_20": tally(found.last)._asdict(),
        "outcome_only": found.outcome_only,
        "both_machines": found.both,
        "winners": found.winners._asdict(),
        "running": found.running,
        "abandoned": found.abandoned,
        "boxes_opened": found.boxes_opened,
        "boxes": found.boxes,
        "empty": list(found.empty),
        "beads": {colour: stock._asdict() for colour, stock in found.beads.items()},
        "fullest": [
            {"number": number, **name_fact(kit.box(number)), "beads": count}
            for number, count in found.fullest
        ],
        "most_opened": [
            {"number": number, **name_fact(kit.box(number)), "times": count}
            for number, count in found.most_opened
        ],
        "first_box": list(found.first_box),
        "results": [result.value for result in found.results],
    }


def plot_format(path: Path) -> str:
    """Return the format that a file's ending names; SelectionError names those that there are."""
    ending = path.suffix.removeprefix(".").lower()
    if ending not in PLOT_FORMATS:
        known = ", ".join(f".{name}" for name in PLOT_FORMATS)
        raise SelectionError(f"--plot {path}: the file's ending says what is drawn; use one of {known}")
    return ending


def write_plot(kit: Kit, found: Statistics, path: Path) -> None:
    """Draw the chart of a machine's career into a file."""
    from menace_kit.files import write_file
    from menace_kit.render import rendered

    (content,) = rendered(progress_chart(kit, found), plot_format(path))
    write_file(path, content)


def progress_chart(kit: Kit, found: Statistics, narrow: bool = False) -> "Document":
    """Return the chart of a machine's career, not drawn yet; `narrow` for a phone."""
    from menace_kit.layout.progress import progress_document
    from menace_kit.text import load_words

    window = max(WINDOW, found.games // AVERAGED)
    totals = dict(zip((Result.WIN, Result.TIE, Result.LOSS), found.tally, strict=True))
    shares = {result: found.share(result, window) for result in Result}
    words = load_words(kit.spec.print.language)
    return progress_document(kit, words, found.first_box, totals, shares, window, narrow)
