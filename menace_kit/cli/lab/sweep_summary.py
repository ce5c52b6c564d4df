"""A sweep's cells in short, as a table on the screen and as JSON."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from menace_kit.cli.endings import ENDED, endings

if TYPE_CHECKING:  # numpy is slow to import, and --help needs none of it
    from menace_kit.lab.sweep import Band, Summary, Sweep


def sweep_facts(asked: "Sweep", found: "list[Summary]") -> dict[str, Any]:
    """Return a summary of each cell as JSON has it."""
    return {
        "kit": asked.kit.spec.name,
        "fingerprint": asked.kit.fingerprint,
        "seed": asked.seed,
        "games": asked.games,
        "runs": asked.runs,
        "cells": [_cell_facts(summary) for summary in found],
    }


def _cell_facts(summary: "Summary") -> dict[str, Any]:
    bands = {
        name: {"mean": round(band.mean, 4), "p5": round(band.low, 4), "p95": round(band.high, 4)}
        for name, band in _bands(summary, ENDED.values())
    }
    cell = summary.cell._asdict() | {"empty_box": summary.cell.empty_box.value}
    return cell | bands | {"dead": summary.dead, "saturated": summary.saturated}


def _bands(summary: "Summary", ended: Iterable[str]) -> "list[tuple[str, Band]]":
    return [(name, getattr(summary, name)) for name in (*ended, "first_box_beads")]


CELL = ("start", "win", "draw", "loss", "empty box", "opponent")
"""What a cell is called by."""


def sweep_lines(asked: "Sweep", found: "list[Summary]") -> Iterator[str]:
    """Yield a table with a line for each cell: means, and where nine runs in ten lie."""
    ended = endings(asked.kit.game)
    heading = (*CELL, *ended, "first box", "dead")
    lines: list[tuple[str, ...]] = [heading]
    for summary in found:
        bands = (f"{band.mean:,.0f} ({band.low:,.0f}-{band.high:,.0f})" for _, band in _bands(summary, ended))
        lines.append((*summary.cell.texts, *bands, f"{summary.dead:,}"))
    # What is the same in every cell is said once, below; what a draw adds only where there are draws.
    same = [place for place in range(len(CELL)) if len({line[place] for line in lines[1:]}) == 1]
    said = [place for place in same if CELL[place] != "draw" or "drawn" in ended]
    below = [] if len(found) == 1 else said
    shown = [place for place in range(len(heading)) if place not in same or (place in said and not below)]
    widths = {place: max(len(line[place]) for line in lines) for place in shown}
    for line in lines:
        yield "  ".join(line[place].ljust(widths[place]) for place in shown).rstrip()
    yield ""
    yield f"{asked.runs:,} runs of {asked.games:,} games each: the mean, and the 5th to the 95th percentile."
    if below:
        yield f"In all: {', '.join(f'{CELL[place]} {lines[1][place]}' for place in below)}."
    saturated = sum(summary.saturated for summary in found)
    if saturated:
        yield f"In {saturated:,} runs a count of beads came up to the most that is counted, and stayed there."
