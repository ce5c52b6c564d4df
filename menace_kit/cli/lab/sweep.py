"""`menace-kit lab sweep`: compare other beads, rewards and rules over many runs."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from menace_kit.cli.lab.options import (
    BY_NAME,
    DEFAULT_SEED,
    MOST_RUNS,
    AlternateOption,
    SeedOption,
    contest_sides,
    count_option,
    kit_facts,
    machines_among,
    played_to_the_end,
)
from menace_kit.cli.mistakes import INTERRUPTED
from menace_kit.cli.options import JsonOption, KitOptions, choice_of, whole_between
from menace_kit.cli.output_paths import check_file, endings
from menace_kit.cli.report import Report
from menace_kit.errors import KitError, check_extra
from menace_kit.lab import A_MACHINE, COACH, LEARNERS, MENACE, OF_ONES_OWN, in_help
from menace_kit.machine.schema import BeadsSpec, EmptyBox, Learning, Spec
from menace_kit.machine.tables import Table, parse_table
from menace_kit.views.json_output.values import picked

if TYPE_CHECKING:  # numpy is slow to import, and --help needs none of it
    from menace_kit.lab.studies.sweep import CellRuns, Sweep, Value


def _start_value(text: str) -> "Value":
    """Parse starting beads: one number, or several with commas."""
    value = _numbers(text, ",", "--start", "4,3,2,1")
    _check("beads", {"start": value}, text, "--start")
    return value


def _reward_values(text: str) -> "tuple[Value, Value, Value]":
    """Parse the rewards for a win, a draw and a loss."""
    parts = text.split(",")
    if len(parts) != 3:
        raise typer.BadParameter(
            f"{text!r} is not three numbers, for a win, a draw and a loss, such as 3,1,-1",
            param_hint="--reward",
        )
    win, draw, loss = (_numbers(part, "/", "--reward", "3,1,-1") for part in parts)
    _check("learning", {"win": win, "draw": draw, "loss": loss}, text, "--reward")
    return win, draw, loss


def _numbers(text: str, separator: str, option: str, example: str) -> "Value":
    parts = [part.strip() for part in text.split(separator)]
    if not all(re.fullmatch("[+-]?[0-9]{1,9}", part) for part in parts):
        raise typer.BadParameter(
            f"{text!r} is not whole numbers; they are written like {example}", param_hint=option
        )
    numbers = tuple(map(int, parts))
    return numbers[0] if len(numbers) == 1 else numbers


def _check(
    table: Literal["beads", "learning"], data: dict[str, Any], text: str, option: str
) -> None:
    """Validate a table as in a kit file. Raises BadParameter with the first mistake."""
    kinds: dict[str, type[Table]] = {"beads": BeadsSpec, "learning": Learning}
    inherited = Spec.completed({})[table]
    try:
        parse_table(kinds[table], {**inherited, **data}, text)
    except KitError as error:
        raise typer.BadParameter(str(error).splitlines()[0], param_hint=option) from error


def sweep(
    start: Annotated[
        list[str] | None,
        typer.Option(
            metavar="N,N,...", help="Starting beads by stage, such as 4,3,2,1; or one number."
        ),
    ] = None,
    reward: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WIN,DRAW,LOSS",
            help="Beads added, such as 3,1,-1; by stage with strokes: 1/2/3/3,1,-1.",
        ),
    ] = None,
    empty_box: Annotated[
        list[EmptyBox] | None, choice_of(EmptyBox, "What happens at an empty box.")
    ] = None,
    opponent: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help=f"{in_help('adaptive', COACH, MENACE)}, a learner's name, {OF_ONES_OWN}, "
            f"or {A_MACHINE}.  [default: random]",
        ),
    ] = None,
    learner: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help=f"Who learns: {', '.join(LEARNERS)}; {BY_NAME}  [default: beads]"
        ),
    ] = None,
    alternate: AlternateOption = False,
    runs: Annotated[
        int,
        count_option(f"Runs of each machine, up to {MOST_RUNS:,}.", whole_between(1, MOST_RUNS)),
    ] = 100,
    games: Annotated[int, count_option("Games in each run.")] = 1000,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE.csv", help="A row for each run.")
    ] = Path("sweep.csv"),
    seed: SeedOption = DEFAULT_SEED,
    scheduler: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="Play on a Dask cluster instead, such as tcp://host:8786."
        ),
    ] = None,
    as_json: JsonOption = False,
    *,
    kit: KitOptions,
) -> None:
    """Try many rules, and compare what machines learn.

    There is a machine for each way to combine what you name. Give --start, --reward, --empty-box,
    --opponent and --learner several times; what you don't name is as in the kit.
    The file is written at the end; after Ctrl-C with the machines that are finished.

    Example:  menace-kit lab sweep --start 4,3,2,1 --start 8,4,2,1
    """
    from menace_kit.files import write_file
    from menace_kit.lab.studies.sweep import Sweep, grid, played, sweep_csv

    check_file(output, ("csv",))
    if scheduler is not None:
        check_extra(("distributed",), "cluster")
    machine = kit.chosen()
    makers = machines_among(opponent or (), kit, contest_sides(machine, None, alternate))
    cells = grid(
        machine,
        [_start_value(text) for text in start or ()],
        [_reward_values(text) for text in reward or ()],
        empty_box or (),
        opponent or ("random",),
        learner or ("beads",),
        alternate,
        makers,
    )
    asked = Sweep(machine, cells, games, runs, seed, makers)

    def how_far(done: "Sequence[CellRuns]") -> str:
        how_many = f"{len(done):,} of {len(cells):,} machines"
        return f": {output} has {how_many}, all that are finished." if done else ""

    steps = played(asked, scheduler=scheduler)
    nothing = f" before the first machine was finished: {output} is not written."
    found, finished = played_to_the_end(steps, "Runs", len(cells) * runs, how_far, nothing)
    write_file(output, sweep_csv(found))
    facts = _facts(asked, found) | {"stopped": not finished, "output": output}
    last = f"\n{output}  ({len(found) * runs:,} rows, one for each run; seed {seed})"
    report = _report(facts, asked, found, last)
    report.tell(as_json, exit_code=0 if finished else INTERRUPTED)


def _facts(asked: "Sweep", found: "Sequence[CellRuns]") -> dict[str, Any]:
    """Return a summary of each cell for JSON."""
    cells = [
        {
            **each.cell._asdict(),
            **{
                name: dict(
                    zip(("mean", "p5", "p95"), (round(x, 4) for x in each.band(name)), strict=True)
                )
                for name in ("won", "drawn", "lost", "first_box_beads")
            },
            **{name: each.count(name) for name in ("dead", "saturated")},
        }
        for each in found
    ]
    return {**kit_facts(asked.kit), **picked(asked, "seed", "games", "runs"), "cells": cells}


CELL = ("start", "win", "draw", "loss", "empty box", "opponent", "learner", "alternate")
"""The columns that name a cell."""

USUAL = {"learner": "beads", "alternate": "false"}
"""Values left out when every cell has them."""


def _report(facts: object, asked: "Sweep", found: "Sequence[CellRuns]", file: str) -> Report:
    """Return a table with a row for each cell: means, and the range of nine runs in ten.

    Values that all cells share are below, once; the reward for draws only if there are draws.
    """
    ended = endings(asked.kit.game)
    texts = [dict(zip(CELL, each.cell.texts, strict=True)) for each in found]
    differing = [name for name in CELL if len({text[name] for text in texts}) > 1]
    rows = []
    for each, text in zip(found, texts, strict=True):
        bands = (each.band(name) for name in (*ended, "first_box_beads"))
        shown = (f"{mean:,.0f} ({low:,.0f}-{high:,.0f})" for mean, low, high in bands)
        rows.append([*(text[name] for name in differing), *shown, each.count("dead")])
    told = ", ".join(
        f"{name} {text}"
        for name, text in texts[0].items()
        if name not in differing
        and USUAL.get(name) != text
        and (name != "draw" or "drawn" in ended)
    )
    runs = f"{asked.runs:,} runs of {asked.games:,} games each"
    notes = [f"\n{runs}: the mean, and the 5th to the 95th percentile.", f"In all: {told}."]
    if saturated := sum(each.count("saturated") for each in found):
        notes.append(
            f"In {saturated:,} runs a count of beads came up to the most "
            "that is counted, and stayed there."
        )
    columns = (*differing, *ended, "first box", "dead")
    return Report(facts, columns=columns, rows=rows, notes=[*notes, file])
