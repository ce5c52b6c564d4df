"""A small chart for the terminal: bars of block characters up and down from 0, or of #."""

from collections.abc import Sequence

from menace_kit.cli.terminal import BLOCKS, PLAIN, Ink
from menace_kit.layout.charts.chart import span

WIDEST = 4
"""Columns that a bar takes at the most."""


def ink_for(encoding: str | None) -> Ink:
    """Return blocks where a terminal's encoding has them, else plain characters."""
    try:
        "".join(BLOCKS).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return PLAIN
    return BLOCKS


def bar_lines(values: Sequence[int], width: int, height: int, ink: Ink = BLOCKS) -> list[str]:
    """Return `height` lines of up to `width` characters:
    a bar a value, and the numbers of top, 0 and bottom.

    Few bars are drawn wider; where there are more values than columns,
    they are thinned out evenly and the last stays.
    """
    low, high = span(values)
    margin = max(len(signed(value)) for value in (low, high))
    bars = _fitted(values, width - margin - 2)
    above, below = _shared_rows(low, high, height - 1)
    unit = max(high / max(above, 1), -low / max(below, 1), 1e-9)
    rows = [
        *((ink.down, _cells(bars, row, unit, ink.standing)) for row in reversed(range(above))),
        (ink.cross if below else ink.corner, ink.across * len(bars)),
        *(
            (ink.down, _cells([-bar for bar in bars], row, unit, ink.hanging))
            for row in range(below)
        ),
    ]
    numbers = {0: signed(high), height - 1: signed(low), above: "0"}
    return [
        f"{numbers.get(place, ''):>{margin}} {axis}{cells}".rstrip()
        for place, (axis, cells) in enumerate(rows)
    ]


def _cells(bars: Sequence[int], rows_before: int, unit: float, ink: str) -> str:
    """Return one row of cells, `rows_before` rows away from 0;
    a bar that is not 0 shows at least a trace.
    """
    full = len(ink) - 1
    filled = [round(min(max(bar / unit - rows_before, 0), 1) * full) for bar in bars]
    traces = [1 if rows_before == 0 and bar > 0 else 0 for bar in bars]
    return "".join(ink[max(pair)] for pair in zip(filled, traces, strict=True))


def _shared_rows(low: int, high: int, rows: int) -> tuple[int, int]:
    """Return how many rows go above 0 and below it: as the numbers need them,
    but one at the least where any do.
    """
    if low == high:
        return rows, 0
    above = round(rows * high / (high - low))
    above = min(max(above, high > 0), rows - (low < 0))
    return above, rows - above


def _fitted(values: Sequence[int], most: int) -> list[int]:
    """Return the value that each column shows."""
    if len(values) <= most:
        wide = min(WIDEST, most // max(len(values), 1))
        return [value for value in values for _ in range(wide)]
    return [values[(place + 1) * len(values) // most - 1] for place in range(most)]


def signed(value: int) -> str:
    return f"{value:+,}" if value else "0"
