"""`menace-kit lab sweep`: what other beads, rewards and rules would do, over many runs each."""

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from menace_kit.cli.lab.options import (
    BY_NAME,
    INTERRUPTED,
    MOST_RUNS,
    AlternateOption,
    JobsOption,
    SeedOption,
    contest_sides,
    count_option,
    count_to,
    kit_facts,
    machine_file,
    machines_among,
    played_to_the_end,
    tell,
    told_of_compiling,
)
from menace_kit.cli.lab.pictures import DEFAULT_SEED
from menace_kit.cli.options import JsonOption, KitOptions, check_file, ending_of, endings
from menace_kit.cli.terminal import progress, table_lines
from menace_kit.errors import KitError, SelectionError
from menace_kit.games import Side
from menace_kit.lab import A_MACHINE, COACH, LEARNERS, MENACE, OF_ONES_OWN, in_help
from menace_kit.machine.schema import BeadsSpec, EmptyBox, Learning
from menace_kit.machine.toml_files import parse_model

if TYPE_CHECKING:  # numpy is slow to import, and --help needs none of it
    from menace_kit.lab.studies.reproduction import Compared
    from menace_kit.lab.studies.sweep import OwnPlayers, Summary, Sweep, SweepPart, Value

# A sweep's cells in short, as a table on the screen and as JSON.


def _sweep_facts(asked: "Sweep", found: "list[Summary]") -> dict[str, Any]:
    """Return a summary of each cell as JSON has it."""
    cells = [
        summary.cell._asdict()
        | {"empty_box": summary.cell.empty_box.value}
        | {
            name: {"mean": round(band.mean, 4), "p5": round(band.low, 4), "p95": round(band.high, 4)}
            for name, band in summary.bands.items()
        }
        | {"dead": summary.dead, "saturated": summary.saturated}
        for summary in found
    ]
    return {
        **kit_facts(asked.kit),
        "seed": asked.seed,
        "games": asked.games,
        "runs": asked.runs,
        "cells": cells,
    }


CELL = ("start", "win", "draw", "loss", "empty box", "opponent", "learner", "alternate")
"""What a cell is called by."""

USUAL = (("learner", "beads"), ("alternate", "false"))
"""What is not said where it is so in every cell."""


def _sweep_lines(asked: "Sweep", found: "list[Summary]") -> Iterator[str]:
    """Yield a table with a line for each cell: means, and where nine runs in ten lie."""
    ended = endings(asked.kit.game)
    heading = (*CELL, *ended, "first box", "dead")
    lines: list[tuple[str, ...]] = [heading]
    for summary in found:
        shown_bands = (summary.bands[name] for name in (*ended, "first_box_beads"))
        bands = (f"{band.mean:,.0f} ({band.low:,.0f}-{band.high:,.0f})" for band in shown_bands)
        lines.append((*summary.cell.texts, *bands, f"{summary.dead:,}"))
    # What is the same in every cell is said once, below; what a draw adds only where there are draws.
    same = [place for place in range(len(CELL)) if len({line[place] for line in lines[1:]}) == 1]
    usual = {place for place in same if (CELL[place], lines[1][place]) in USUAL}
    said = [place for place in same if place not in usual and (CELL[place] != "draw" or "drawn" in ended)]
    below = [] if len(found) == 1 else said
    shown = [place for place in range(len(heading)) if place not in same or (place in said and not below)]
    yield from table_lines([[line[place] for place in shown] for line in lines])
    yield ""
    yield f"{asked.runs:,} runs of {asked.games:,} games each: the mean, and the 5th to the 95th percentile."
    if below:
        yield f"In all: {', '.join(f'{CELL[place]} {lines[1][place]}' for place in below)}."
    saturated = sum(summary.saturated for summary in found)
    if saturated:
        yield f"In {saturated:,} runs a count of beads came up to the most that is counted, and stayed there."


RULES = ", ".join(rule.value for rule in EmptyBox)


def sweep(
    start: Annotated[
        list[str] | None,
        typer.Option(metavar="N,N,...", help="Starting beads by stage, such as 4,3,2,1; or one number."),
    ] = None,
    reward: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WIN,DRAW,LOSS", help="Beads added, such as 3,1,-1; by stage with strokes: 1/2/3/3,1,-1."
        ),
    ] = None,
    empty_box: Annotated[list[str] | None, typer.Option(metavar="RULE", help=f"{RULES}.")] = None,
    opponent: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help=f"{in_help('adaptive', COACH, MENACE)}, a learner's name, {OF_ONES_OWN}, or {A_MACHINE}.  [default: "
            "random]",
        ),
    ] = None,
    learner: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help=f"Who learns: {', '.join(LEARNERS)}; {BY_NAME}  [default: beads]"),
    ] = None,
    alternate: AlternateOption = False,
    runs: Annotated[
        int, count_option(f"Runs of each machine, up to {MOST_RUNS:,}.", count_to(MOST_RUNS))
    ] = 100,
    games: Annotated[int, count_option("Games in each run.")] = 1000,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="A row for each run: .csv or .parquet.")
    ] = Path("sweep.csv"),
    seed: SeedOption = DEFAULT_SEED,
    jobs: JobsOption = None,
    scheduler: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Play on a Dask cluster instead, such as tcp://host:8786."),
    ] = None,
    as_json: JsonOption = False,
    *,
    kit: KitOptions,
) -> None:
    """Play many machines, one for each way to combine what is named, and compare them.

    --start, --reward, --empty-box, --opponent and --learner may each be given several times; what is not named is as in
    the kit.
    Ctrl-C keeps the runs that are finished, and the same command goes on from there.

    Example:  menace-kit lab sweep --start 4,3,2,1 --start 8,4,2,1 --opponent random --opponent perfect
    """
    from menace_kit.lab.studies.sweep import Sweep, grid

    _check_output(output)
    if scheduler is not None:
        _check_scheduler(jobs)
    machine = kit.chosen()
    names = tuple(opponent or ("random",))
    own = _in_files(names, kit, contest_sides(machine, None, alternate))
    cells = grid(
        machine,
        [_start_value(text) for text in start or ()],
        [_reward_values(text) for text in reward or ()],
        [_empty_rule(text) for text in empty_box or ()],
        names,
        learner or ("beads",),
        alternate,
        own,
    )
    asked = Sweep(machine, cells, games, runs, seed, own)
    found, before = _swept(asked, output, jobs, scheduler)
    facts = _sweep_facts(asked, found) | {"already_done": before, "output": str(output)}
    last = f"\n{output}  ({len(cells) * runs:,} rows, one for each run; seed {seed})"
    tell(as_json, facts, (*_sweep_lines(asked, found), last))


def _in_files(names: Sequence[str], kit: KitOptions, sides: Sequence[Side]) -> "OwnPlayers":
    """Return the opponents that are in files: functions, and machines, which are read once for all runs."""
    from menace_kit.lab.studies.sweep import OwnPlayer, digest_of, function_files

    return function_files(names) | {
        name: OwnPlayer(digest_of(machine_file(name)), maker)
        for name, maker in machines_among(names, kit, sides).items()
    }


def _check_output(output: Path) -> None:
    """Go on where the file can be written as its ending says; SelectionError, ExtraError otherwise."""
    from menace_kit.errors import check_extra
    from menace_kit.lab.studies.sweep import FORMATS

    check_file(output, FORMATS)
    if ending_of(output) == "parquet":
        check_extra(("pyarrow",))


def _check_scheduler(jobs: int | None) -> None:
    """Go on where a cluster can be used; SelectionError, ExtraError otherwise."""
    from menace_kit.errors import check_extra

    if jobs is not None:
        raise SelectionError("--jobs is for this machine, and --scheduler for a cluster; give one of them")
    check_extra(("distributed",), "cluster")


def _start_value(text: str) -> "Value":
    """Return starting beads as they were typed: one number, or some with commas; BadParameter says what is allowed."""
    value = _numbers(text, ",", "--start", "4,3,2,1")
    _check(BeadsSpec, {"start": value}, text, "--start")
    return value


def _reward_values(text: str) -> "tuple[Value, Value, Value]":
    """Return what a win, a draw and a loss add, as it was typed; BadParameter says what is allowed."""
    parts = text.split(",")
    if len(parts) != 3:
        raise typer.BadParameter(
            f"{text!r} is not three numbers, for a win, a draw and a loss, such as 3,1,-1",
            param_hint="--reward",
        )
    win, draw, loss = (_numbers(part, "/", "--reward", "3,1,-1") for part in parts)
    _check(Learning, {"win": win, "draw": draw, "loss": loss}, text, "--reward")
    return win, draw, loss


def _empty_rule(text: str) -> EmptyBox:
    """Return the rule with this name; BadParameter names those that there are."""
    for rule in EmptyBox:
        if text.lower() == rule.value:
            return rule
    raise typer.BadParameter(f"there is no rule {text!r}; choose from: {RULES}", param_hint="--empty-box")


def _numbers(text: str, separator: str, option: str, example: str) -> "Value":
    parts = [part.strip() for part in text.split(separator)]
    if not all(re.fullmatch("[+-]?[0-9]{1,9}", part) for part in parts):
        raise typer.BadParameter(
            f"{text!r} is not whole numbers; they are written like {example}", param_hint=option
        )
    numbers = tuple(map(int, parts))
    return numbers[0] if len(numbers) == 1 else numbers


def _check(model: type[BeadsSpec] | type[Learning], data: dict[str, Any], text: str, option: str) -> None:
    """Go on where a kit file could say the same; BadParameter has its first mistake."""
    try:
        parse_model(model, data, text)
    except KitError as error:
        raise typer.BadParameter(str(error).splitlines()[0], param_hint=option) from error


def _swept(
    asked: "Sweep", output: Path, jobs: int | None, scheduler: str | None
) -> "tuple[list[Summary], int]":
    """Play what is not done yet, write the output, and return the summaries and how many runs were already done."""
    from menace_kit.files import write_file
    from menace_kit.lab.studies.sweep import SweepPart, part_path, summaries, sweep_csv, sweep_parquet

    path, total = part_path(output), len(asked.cells) * asked.runs
    try:
        with closing(SweepPart(path, asked)) as part:
            before = len(part.rows)
            if before:
                print(f"{before:,} of {total:,} runs were already done ({path}).", file=sys.stderr)
            with _part_kept(part, total):
                _finish(asked, part, jobs, scheduler)
                write = sweep_csv if ending_of(output) == "csv" else sweep_parquet
                write_file(output, write(asked, part.rows))
            part.remove()
    except KeyboardInterrupt:
        with closing(
            SweepPart(path, asked)
        ) as part:  # read again: it may have come while rows were being written
            kept = f"{len(part.rows):,} of {total:,} runs are kept in {path}"
        print(f"\nStopped: {kept}; the same command goes on from there.", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    return summaries(asked, part.rows), before


@contextmanager
def _part_kept(part: "SweepPart", total: int) -> Iterator[None]:
    """Where what is done inside fails, leave no part without a run behind, and say where one is that has some."""
    try:
        yield
    except Exception:
        if part.rows:
            print(
                f"{len(part.rows):,} of {total:,} runs are kept in {part.path}; the same command goes on from there.",
                file=sys.stderr,
            )
        else:
            part.remove()
        raise


def _finish(asked: "Sweep", part: "SweepPart", jobs: int | None, scheduler: str | None) -> None:
    """Play all runs that the part does not have, and write them down as they come."""
    from menace_kit.lab.studies.sweep import compile_first, on_cluster, on_this_machine, tasks

    todo, total = tasks(asked, frozenset(part.rows)), len(asked.cells) * asked.runs
    if scheduler is None and len(part.rows) < total:
        with told_of_compiling():
            compile_first(asked)
    with progress("Runs", total) as advance:
        advance(len(part.rows))
        for cell, rows in (
            on_this_machine(asked, todo, jobs) if scheduler is None else on_cluster(asked, todo, scheduler)
        ):
            part.add(cell, rows)
            advance(len(rows))


# `menace-kit lab reproduce`: what others have published, played again.


def reproduce(
    runs: Annotated[
        int, count_option(f"Runs of each experiment, up to {MOST_RUNS:,}.", count_to(MOST_RUNS))
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
    if output is not None:
        check_file(output, ("md",))
    figures, finished = _played_again(runs, seed, jobs)
    if output is not None:
        if not finished:
            print(f"{output} is not written: it is for all of the experiments.", file=sys.stderr)
        else:
            from menace_kit.files import write_file
            from menace_kit.lab.studies.reproduction import reproduction_markdown

            write_file(output, reproduction_markdown(figures, runs, seed).encode())
            typer.echo(f"{output}  (what others published, and {runs:,} runs of ours)", err=as_json)
    facts = {
        "runs": runs,
        "seed": seed,
        "stopped": not finished,
        "figures": [_facts(each) for each in figures],
    }
    shown = figures if not finished or output is None else []
    tell(as_json, facts, _figure_lines(shown, runs, seed), not finished, indent=1)


def _played_again(runs: int, seed: int, jobs: int | None) -> "tuple[list[Compared], bool]":
    """Return the figures of the experiments that were finished, and whether the user let them all be played."""
    from menace_kit.lab.studies import reproduction

    def how_far(figures: "Sequence[Compared]") -> tuple[object, str]:
        titles = len({figure.title for figure in figures})
        return True, f" after {titles} experiment{'s' if titles != 1 else ''}."

    steps = reproduction.reproduce(runs, seed, jobs)
    return played_to_the_end(steps, "Runs", reproduction.total_runs(runs), how_far)


def _facts(figure: "Compared") -> dict[str, Any]:
    """Return a figure as JSON has it: null where there is no number."""
    facts = {
        name: None if isinstance(value, float) and isnan(value) else value
        for name, value in asdict(figure).items()
    }
    return {**facts, "agrees": figure.agrees}


def _figure_lines(figures: "Sequence[Compared]", runs: int, seed: int) -> Iterator[str]:
    """Yield a table for each experiment, and what the stars in it mean; nothing where there is no figure."""
    from menace_kit.lab.studies.reproduction import band, disagreements, number

    title = ""
    for figure in figures:
        if figure.title != title:
            title = figure.title
            yield f"\n{figure.source}  {title}"
            yield f"   {'':<40} {'published':>9} {'our mean':>9} {'5 to 95 %':>18} {'percentile':>10}"
        published = "" if figure.published is None else number(figure.published)
        place = "" if figure.percentile is None else f"{figure.percentile:.0f}"
        star = "*" if figure.agrees is False else " "
        yield f"   {figure.figure:<40} {published:>9} {number(figure.mean):>9} {band(figure):>18} {place:>9}{star}"
    if figures:
        yield f"\n{runs:,} runs, seed {seed}. A star: the published number, as it was rounded, lies outside our band."
        if sys.stdout.isatty():
            yield disagreements(figures)[0]
