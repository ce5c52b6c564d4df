"""`menace-kit lab reproduce`: what others have published, played again."""

import json
import sys
from dataclasses import asdict
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from menace_kit.cli.lab.options import INTERRUPTED, JobsOption, SeedOption, game_count
from menace_kit.cli.options import JsonOption

if TYPE_CHECKING:
    from menace_kit.lab.reproduction import Compared


def reproduce(
    runs: Annotated[
        int, typer.Option("--runs", metavar="N", parser=game_count, help="Runs of each experiment.")
    ] = 1000,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE.md", help="Write it as Markdown.")
    ] = None,
    as_json: JsonOption = False,
    seed: SeedOption = 1961,
    jobs: JobsOption = None,
) -> None:
    """Play again what others have published about their machines, and compare.

    Ctrl-C shows the experiments that are finished, and writes no file.

    \b
    Example:  menace-kit lab reproduce --runs 1000
    """
    figures, stopped = _played_again(runs, seed, jobs)
    if output is not None:
        if stopped:
            print(f"{output} is not written: it is for all of the experiments.", file=sys.stderr)
        else:
            _write(output, figures, runs, seed)
            typer.echo(f"{output}  (what others published, and {runs:,} runs of ours)", err=as_json)
    if as_json:
        facts = {
            "runs": runs,
            "seed": seed,
            "stopped": stopped,
            "figures": [_facts(each) for each in figures],
        }
        typer.echo(json.dumps(facts, ensure_ascii=False, indent=1))
    elif figures and (stopped or output is None):
        _show(figures, runs, seed)
    if stopped:
        raise typer.Exit(INTERRUPTED)


def _played_again(runs: int, seed: int, jobs: int | None) -> "tuple[list[Compared], bool]":
    """Return the figures of the experiments that were finished, and whether the user stopped it."""
    from menace_kit.cli.lab.work import progress, told_of_compiling
    from menace_kit.lab.reproduction import reproduce as reproduced
    from menace_kit.lab.reproduction import total_runs

    figures: list[Compared] = []
    try:
        with told_of_compiling(), progress("Runs", total_runs(runs)) as done:
            for figure in reproduced(runs, seed, jobs, done):
                figures.append(figure)
    except KeyboardInterrupt:
        titles = len({figure.title for figure in figures})
        print(f"Stopped after {titles} experiment{'s' if titles != 1 else ''}.", file=sys.stderr)
        return figures, True
    return figures, False


def _write(path: Path, figures: "list[Compared]", runs: int, seed: int) -> None:
    from menace_kit.files import write_file
    from menace_kit.lab.reproduction import reproduction_markdown

    write_file(path, reproduction_markdown(figures, runs, seed).encode())


def _facts(figure: "Compared") -> dict[str, Any]:
    """Return a figure as JSON has it: null where there is no number."""
    facts = {
        name: None if isinstance(value, float) and isnan(value) else value
        for name, value in asdict(figure).items()
    }
    return {**facts, "agrees": figure.agrees}


def _show(figures: "list[Compared]", runs: int, seed: int) -> None:
    from menace_kit.lab.reproduction import band, disagreements, number

    title = ""
    for figure in figures:
        if figure.title != title:
            title = figure.title
            typer.echo(f"\n{figure.source}  {title}")
            typer.echo(f"   {'':<40} {'published':>9} {'our mean':>9} {'5 to 95 %':>18} {'percentile':>10}")
        published = "" if figure.published is None else number(figure.published)
        place = "" if figure.percentile is None else f"{figure.percentile:.0f}"
        star = "*" if figure.agrees is False else " "
        typer.echo(
            f"   {figure.figure:<40} {published:>9} {number(figure.mean):>9} {band(figure):>18} {place:>9}{star}"
        )
    typer.echo(
        f"\n{runs:,} runs, seed {seed}. A star: the published number, as it was rounded, lies outside our band."
    )
    if figures and sys.stdout.isatty():
        typer.echo(disagreements(figures)[0])
