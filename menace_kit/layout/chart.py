"""Charts: panels of lines over a common level axis, one below the other, on a page as wide as a screen. In mm."""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from menace_kit.layout.marks import (
    BLACK,
    GREY,
    LIGHT_GREY,
    MM_PER_POINT,
    THIN,
    Anchor,
    Circle,
    Curve,
    Line,
    Mark,
    Page,
    Text,
)
from menace_kit.layout.text import cap_height, shortened, text_width

WIDTH, HEIGHT = 254.0, 142.875
"""A screen of 16 to 9, as a page 10 inches wide: text has the size that it would have on a slide."""

BORDER = 10.0
TITLE, HEAD, BODY = 22.0, 14.0, 12.0
TOP = 29.0
"""Where the first panel begins, below the title and the line under it."""

FOOT = 18.0
"""What the numbers and the title of the level axis need below the last panel."""

GAP = 7.0
HEAD_HEIGHT = 8.5
SAMPLE = 14.0
"""Length of the piece of line that stands before a name."""

MOST_BINS = 500
"""A line of more points than four times this is thinned out: nobody could see them."""

Point = tuple[float, float]


class Series(NamedTuple):
    """A line of a chart: its name (none needs no legend), its points in order, and how it looks."""

    name: str
    points: Sequence[Point]
    stroke: str = BLACK
    width: float = 0.7
    dash: float = 0.0


class Panel(NamedTuple):
    """A field of a chart: what it shows, its lines, its share of the height, and its upright axis.

    `ticks` are the numbers on that axis, which reaches from the first to the last of them; `label` writes one.
    """

    title: str
    series: Sequence[Series]
    ticks: Sequence[float]
    label: Callable[[float], str]
    share: float = 1.0


class Field(NamedTuple):
    """Where a panel's lines go: the rectangle on the page, and the numbers at its edges."""

    left: float
    top: float
    right: float
    bottom: float
    x_range: tuple[float, float]
    y_range: tuple[float, float]

    def x(self, value: float) -> float:
        """Return where a number of the level axis stands."""
        low, high = self.x_range
        return self.left + (value - low) / (high - low) * (self.right - self.left)

    def y(self, value: float) -> float:
        """Return where a number of the upright axis stands."""
        low, high = self.y_range
        return self.bottom - (value - low) / (high - low) * (self.bottom - self.top)


def ticks(low: float, high: float, most: int, step: float = 1) -> list[float]:
    """Return at most `most` + 2 round numbers from `low` or below to `high` or above, at least `step` apart.

    They are 1, 2 or 5 times a power of ten apart; two at the least, where there is nothing to show too.
    """
    wanted = max((high - low) / most, step)
    power = 10 ** math.floor(math.log10(wanted))
    apart = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= wanted * (1 - 1e-9))
    first, last = math.floor(low / apart + 1e-9), math.ceil(high / apart - 1e-9)
    return [number * apart for number in range(first, max(last, first + 1) + 1)]


def chart_page(
    title: str,
    below_title: str,
    x_title: str,
    last_x: float,
    panels: Sequence[Panel],
    x_label: Callable[[int], str],
) -> Page:
    """Return the page of a chart whose level axis goes from 0 to `last_x`; a text too long is shortened.

    `x_label` writes a number of that axis.
    """
    width = WIDTH - 2 * BORDER
    marks: list[Mark] = [
        Text(BORDER, 16, shortened(title, width, TITLE, bold=True), TITLE, bold=True),
        Text(BORDER, 23.5, shortened(below_title, width, HEAD), HEAD),
    ]
    widest = max(text_width(panel.label(tick), BODY) for panel in panels for tick in panel.ticks)
    left, right = BORDER + widest + 2, WIDTH - BORDER - text_width(x_label(round(last_x)), BODY) / 2
    room = HEIGHT - TOP - FOOT - GAP * (len(panels) - 1)
    top = TOP
    for panel in panels:
        bottom = top + room * panel.share / sum(panel.share for panel in panels)
        y_range = panel.ticks[0], panel.ticks[-1]
        field = Field(left, top + HEAD_HEIGHT, right, bottom, (0, last_x), y_range)
        marks += [*_head(panel, left, right, top), *axes(panel, field), *lines(panel, field)]
        top = bottom + GAP
    marks += level_numbers(field, x_title, x_label)
    return Page(WIDTH, HEIGHT, tuple(marks))


def _head(panel: Panel, left: float, right: float, top: float) -> Iterator[Mark]:
    """Yield a panel's title, and to the right of it a sample of each line with its name."""
    baseline = top + cap_height(HEAD) + 0.5
    x = right
    for series in reversed([series for series in panel.series if series.name]):
        yield Text(x, baseline, series.name, HEAD, anchor=Anchor.END)
        x -= text_width(series.name, HEAD) + 2
        y = baseline - cap_height(HEAD) / 2
        yield Curve(((x - SAMPLE, y), (x, y)), series.width, series.stroke, series.dash)
        x -= SAMPLE + 8
    yield Text(left, baseline, shortened(panel.title, x - left, HEAD, bold=True), HEAD, bold=True)


def axes(panel: Panel, field: Field) -> Iterator[Mark]:
    """Yield a panel's level lines with their numbers; that of 0 is the strongest."""
    for tick in panel.ticks:
        y = field.y(tick)
        yield Line(field.left, y, field.right, y, THIN if tick else 0.35, LIGHT_GREY if tick else GREY)
        yield Text(field.left - 2, y + cap_height(BODY) / 2, panel.label(tick), BODY, anchor=Anchor.END)


def level_numbers(field: Field, title: str, label: Callable[[int], str], most: int = 10) -> Iterator[Mark]:
    """Yield the numbers below the last panel as far as its axis goes, about `most` of them, and what they count."""
    baseline = field.bottom + cap_height(BODY) + 3
    for tick in ticks(*field.x_range, most=most):
        if tick <= field.x_range[1]:
            x = field.x(tick)
            yield Line(x, field.bottom, x, field.bottom + 1.5, 0.35, GREY)
            yield Text(x, baseline, label(round(tick)), BODY, anchor=Anchor.MIDDLE)
    middle = (field.left + field.right) / 2
    yield Text(middle, baseline + BODY * MM_PER_POINT * 1.3, title, BODY, anchor=Anchor.MIDDLE)


def lines(panel: Panel, field: Field) -> Iterator[Mark]:
    """Yield a panel's lines; a single point is a dot."""
    for series in panel.series:
        points = tuple((field.x(x), field.y(y)) for x, y in thinned(series.points))
        if len(points) > 1:
            yield Curve(points, series.width, series.stroke, series.dash)
        elif points:
            yield Circle(*points[0], series.width, stroke=None, fill=series.stroke)


def thinned(points: Sequence[Point]) -> list[Point]:
    """Return the points, or of very many the first, lowest, highest and last of each of MOST_BINS equal parts."""
    if len(points) <= 4 * MOST_BINS:
        return list(points)
    kept: list[Point] = []
    for part in range(MOST_BINS):
        start, end = (len(points) * place // MOST_BINS for place in (part, part + 1))
        heights = range(start, end)
        low = min(heights, key=lambda place: points[place][1])
        high = max(heights, key=lambda place: points[place][1])
        kept += [points[place] for place in sorted({start, low, high, end - 1})]
    return kept
