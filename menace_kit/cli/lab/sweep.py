"""`menace-kit lab sweep`: what other beads, rewards and rules would do, over many runs each."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from menace_kit.cli.lab.options import INTERRUPTED, JobsOption, SeedOption, game_count
from menace_kit.cli.lab.pictures import DEFAULT_SEED, format_of
from menace_kit.cli.lab.sweep_summary import sweep_facts, sweep_lines
from menace_kit.cli.options import JsonOption, KitOptions
from menace_kit.errors import KitError, SelectionError
from menace_kit.lab.roster import MENACE, Q_LEARNING, in_help
from menace_kit.machine.model import parse_model
from menace_kit.machine.rules import EmptyBox, Learning
from menace_kit.machine.spec import BeadsSpec

if TYPE_CHECKING:  # numpy is slow to import, and --help needs none of it
    from menace_kit.lab.sweep import Cell, Row, Summary, Sweep, Value
    from menace_kit.lab.sweep_file import Part

RULES = ", ".join(rule.value for rule in EmptyBox)
MOST_RUNS = 100_000


def sweep(
    start: Annotated[
        list[str] | None,
        typer.Option(
            "--start", metavar="N,N,...", help="Starting beads by stage, such as 4,3,2,1; or one number."
        ),
    ] = None,
    reward: Annotated[
        list[str] | None,
        typer.Option(
            "--reward",
            metavar="WIN,DRAW,LOSS",
            help="Beads added, such as 3,1,-1; by stage with strokes: 1/2/3/3,1,-1.",
        ),
    ] = None,
    empty_box: Annotated[
        list[str] | None, typer.Option("--empty-box", metavar="RULE", help=f"{RULES}.")
    ] = None,
    opponent: Annotated[
        list[str] | None,
        typer.Option(
            "--opponent",
            metavar="NAME",
            help=f"{in_help('adaptive', MENACE)} or {Q_LEARNING}.  [default: random]",
        ),
    ] = None,
    runs: Annotated[
        int, typer.Option("--runs", metavar="N", parser=game_count, help="Runs of each machine.")
    ] = 100,
    games: Annotated[
        int, typer.Option("--games", metavar="N", parser=game_count, help="Games in each run.")
    ] = 1000,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="A row for each run: .csv or .parquet.")
    ] = Path("sweep.csv"),
    seed: SeedOption = DEFAULT_SEED,
    jobs: JobsOption = None,
    scheduler: Annotated[
        str | None,
        typer.Option(
            "--scheduler", metavar="ADDRESS", help="Play on a Dask cluster instead, such as tcp://host:8786."
        ),
    ] = None,
    as_json: JsonOption = False,
    *,
    kit: KitOptions,
) -> None:
    """Play many machines, one for each way to combine what is named, and compare them.

    --start, --reward, --empty-box and --opponent may each be given several times; what is not named is as in the kit.
    Ctrl-C keeps the runs that are finished, and the same command goes on from there.

    Example:  menace-kit lab sweep --start 4,3,2,1 --start 8,4,2,1 --opponent random --opponent perfect
    """
    from menace_kit.lab.sweep import Sweep, grid

    check_output(output)
    if scheduler is not None:
        check_scheduler(jobs)
    if runs > MOST_RUNS:
        raise typer.BadParameter(f"it should be 1 to {MOST_RUNS:,}, not {runs:,}", param_hint="--runs")
    machine = kit.chosen()
    cells = grid(
        machine,
        [start_value(text) for text in start or ()],
        [reward_values(text) for text in reward or ()],
        [empty_rule(text) for text in empty_box or ()],
        opponent or ("random",),
    )
    asked = Sweep(machine, cells, games, runs, seed)
    found, before = swept(asked, output, jobs, scheduler)
    if as_json:
        facts = sweep_facts(asked, found) | {"already_done": before, "output": str(output)}
        typer.echo(json.dumps(facts, ensure_ascii=False))
    else:
        for line in sweep_lines(asked, found):
            typer.echo(line)
        typer.echo(f"\n{output}  ({len(cells) * runs:,} rows, one for each run; seed {seed})")


def check_output(output: Path) -> None:
    """Go on where the file can be written as its ending says; SelectionError, ExtraError otherwise."""
    from menace_kit.cli.lab.extra import check_extra
    from menace_kit.lab.sweep_file import FORMATS

    if format_of(output) not in FORMATS:
        known = ", ".join(f".{name}" for name in FORMATS)
        raise SelectionError(f"--output {output}: the file's ending says what is written; use one of {known}")
    if output.is_dir():
        raise SelectionError(f"--output {output} is a folder; name a file")
    if format_of(output) == "parquet":
        check_extra(("pyarrow",))


def check_scheduler(jobs: int | None) -> None:
    """Go on where a cluster can be used; SelectionError, ExtraError otherwise."""
    from menace_kit.cli.lab.extra import check_extra

    if jobs is not None:
        raise SelectionError("--jobs is for this machine, and --scheduler for a cluster; give one of them")
    check_extra(("distributed",), "cluster")


def start_value(text: str) -> "Value":
    """Return starting beads as they were typed: one number, or some with commas; BadParameter says what is allowed."""
    value = _numbers(text, ",", "--start", "4,3,2,1")
    _check(BeadsSpec, {"start": value}, text, "--start")
    return value


def reward_values(text: str) -> "tuple[Value, Value, Value]":
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


def empty_rule(text: str) -> EmptyBox:
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


def swept(
    asked: "Sweep", output: Path, jobs: int | None, scheduler: str | None
) -> "tuple[list[Summary], int]":
    """Play what is not done yet, write the output, and return the summaries and how many runs were already done."""
    from menace_kit.files import write_file
    from menace_kit.lab.sweep import summaries
    from menace_kit.lab.sweep_file import Part, part_path, sweep_csv, sweep_parquet

    path, total = part_path(output), len(asked.cells) * asked.runs
    try:
        with Part(path, asked) as part:
            before = len(part.rows)
            if before:
                print(f"{before:,} of {total:,} runs were already done ({path}).", file=sys.stderr)
            _finish(asked, part, jobs, scheduler)
            write = sweep_csv if format_of(output) == "csv" else sweep_parquet
            write_file(output, write(asked, part.rows))
            part.remove()
    except KeyboardInterrupt:
        _say_what_is_kept(path, asked)
        raise typer.Exit(INTERRUPTED) from None
    return summaries(asked, part.rows), before


def _say_what_is_kept(path: Path, asked: "Sweep") -> None:
    from menace_kit.lab.sweep_file import Part

    with Part(path, asked) as part:  # read again: Ctrl-C may have come while rows were being written
        kept = f"{len(part.rows):,} of {len(asked.cells) * asked.runs:,} runs are kept in {path}"
    print(f"\nStopped: {kept}; the same command goes on from there.", file=sys.stderr)


def _finish(asked: "Sweep", part: "Part", jobs: int | None, scheduler: str | None) -> None:
    """Play all runs that the part does not have, and write them down as they come."""
    from menace_kit.cli.lab.work import progress, told_of_compiling
    from menace_kit.lab.sweep import compile_first

    if scheduler is None and len(part.rows) < len(asked.cells) * asked.runs:
        with told_of_compiling():
            compile_first(asked)
    with progress("Runs", len(asked.cells) * asked.runs) as advance:
        advance(len(part.rows))
        for cell, rows in _played(asked, part, jobs, scheduler):
            part.add(cell, rows)
            advance(len(rows))


def _played(
    asked: "Sweep", part: "Part", jobs: int | None, scheduler: str | None
) -> "Iterator[tuple[Cell, list[Row]]]":
    from menace_kit.lab.sweep import tasks
    from menace_kit.lab.sweep_work import on_cluster, on_this_machine

    todo = tasks(asked, frozenset(part.rows))
    return on_this_machine(asked, todo, jobs) if scheduler is None else on_cluster(asked, todo, scheduler)
