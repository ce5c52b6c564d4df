"""Scales, axes, lines and legends, on a slide or on a phone. In mm, text in points.

A slide and a phone show the same `Chart`. Other drawings (a film of the lab, a picture on a page)
put their own marks around a `Field` with axes and lines from here.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise
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
    Document,
    Line,
    Mark,
    Marks,
    Medium,
    Page,
    Rectangle,
    Text,
)
from menace_kit.layout.stacks import (
    Area,
    Part,
    Sized,
    across,
    apart,
    down,
    fixed,
    grow,
    in_lines,
    padded,
    put,
    text,
    text_lines,
    tiled,
)
from menace_kit.layout.text.typesetting import (
    LESSON,
    Column,
    cap_height,
    lined,
    on_middle,
    shortened,
    size_within,
    text_width,
    writable,
)
from menace_kit.layout.type_scale import SMALLEST
from menace_kit.machine import Kit

TITLE, HEAD, BODY, NOTE = 22.0, 14.0, 12.0, 10.0
"""Sizes of the chart's title, of panels' titles, of numbers, and of notes at the bottom."""

WIDTH, HEIGHT = 254.0, 142.875
"""A screen of 16:9, as a page 10 inches wide: text has the size it would have on a slide."""

BORDER = 10.0
TOP = 29.0
"""Where the first panel begins, below the title and the line under it."""

FOOT = 18.0
"""Space below the last panel, for the numbers and title of the horizontal axis."""

GAP = 7.0
HEAD_HEIGHT = 8.5
SAMPLE = 14.0
"""Length of the piece of line before a name."""

FRAME_SAMPLE = (6.0, 3.6)
"""Width and height of the frame before its meaning."""

NOTE_PITCH = NOTE * MM_PER_POINT * 1.3

PHONE_WIDTH = 104.0
"""Width on a phone.

Words of BODY points are a 25th of it high: more than 14 points on a phone 390 wide, more than 11 on
the narrowest.
"""

PHONE_BORDER = 2.0
PHONE_PANEL = 52.0
"""Height of a panel with a share of 1, without its words."""

PHONE_FOOT = 15.0
PHONE_GAP = 9.0
PHONE_PITCH = BODY * MM_PER_POINT * 1.25
PHONE_SAMPLE = 8.0

TILE_SHAPE = 1.6
"""Width of a chart's small fields as a multiple of their height, roughly."""

FRAME, STRONG = (THIN, GREY), (1.1, BLACK)
"""Width and colour of a small field's frame, and of one that should catch the eye."""

TILE_HEAD, TILE_GAP = 7.0, 3.5
"""Space for a small field's name above it, and between two fields."""

TILE_PHONE = 26.0
"""Height of a small field on a phone, with its name; there are three in a row."""

MOST_NUMBERS, MOST_ON_A_PHONE = 10, 4
"""About how many numbers are below the horizontal axis, if they fit side by side."""

AIR = 0.05
"""How far a close axis reaches past its lines, as a share of their span."""

MOST_BINS = 500
"""A line of more than four times this many points is thinned out: nobody could see them."""

Value = tuple[float, float]
"""A point of a line, in the units of the chart's axes."""


class Series(NamedTuple):
    """A line of a chart: its name (without one, no legend), its points in order, and how it looks.

    `dots` draws its points as dots with the width as radius, not joined. `frame` means that it
    explains the frame of a small field, in a legend.
    """

    name: str
    points: Sequence[Value]
    stroke: str = BLACK
    width: float = 0.7
    dash: float = 0.0
    dots: bool = False
    frame: bool = False


class Field(NamedTuple):
    """The area for a panel's lines: its rectangle on the page, and the numbers at its edges."""

    left: float
    top: float
    right: float
    bottom: float
    x_range: tuple[float, float]
    y_range: tuple[float, float]

    def x(self, value: float) -> float:
        """Return the position of a number on the horizontal axis."""
        low, high = self.x_range
        return self.left + (value - low) / (high - low) * (self.right - self.left)

    def y(self, value: float) -> float:
        """Return the position of a number on the vertical axis."""
        low, high = self.y_range
        return self.bottom - (value - low) / (high - low) * (self.bottom - self.top)


class Panel(NamedTuple):
    """A field of a chart: what it shows, its lines, its share of the height, and its vertical axis.

    `ticks` are the numbers on that axis, which reaches from the first to the last of them, or over
    `y_range`; `label` formats a number.
    """

    title: str
    series: Sequence[Series]
    ticks: Sequence[float]
    label: Callable[[float], str]
    share: float = 1.0
    y_range: tuple[float, float] | None = None

    def field(self, area: Area, last_x: float) -> Field:
        """Return where its lines go in an area; its level axis ends at `last_x`."""
        y_range = self.y_range or (self.ticks[0], self.ticks[-1])
        return Field(*area.edges, (0, last_x), y_range)

    def part(self, last_x: float) -> Part:
        """Return its axes and its lines."""

        def draw(area: Area) -> Marks:
            field = self.field(area, last_x)
            yield from axes(self, field)
            yield from lines(self.series, field)

        return draw

    @property
    def on_a_phone(self) -> float:
        """Return its height on a phone, without its words."""
        return PHONE_PANEL * self.share


class Tile(NamedTuple):
    """One of many small fields: its name, its lines, and whether it has a strong frame."""

    name: str
    series: Sequence[Series]
    strong: bool = False


class Tiles(NamedTuple):
    """Many small fields instead of one panel, whose lines would be too many to tell apart.

    All have the axes given by `ticks` and the chart; the first and last tick are written beside the
    first field of each row. `series` is what the legend shows for all fields.
    """

    title: str
    tiles: Sequence[Tile]
    series: Sequence[Series]
    ticks: Sequence[float]
    label: Callable[[float], str]
    share: float = 1.0

    def columns(self, width: float, height: float) -> int:
        """Return how many fields in a row make them as large as possible."""

        def size(columns: int) -> float:
            rows = -(-len(self.tiles) // columns)
            return min(
                (width / columns - TILE_GAP) / TILE_SHAPE, height / rows - TILE_GAP - TILE_HEAD
            )

        return max(range(1, len(self.tiles) + 1), key=size)

    def part(self, last_x: float) -> Part:
        """Return the fields, three in a row on a phone."""

        def draw(area: Area) -> Marks:
            columns = 3 if area.width < PHONE_WIDTH else self.columns(area.width, area.height)
            tiles = [
                padded(partial(self._tile_marks, tile, last_x, not place % columns), 0, TILE_HEAD)
                for place, tile in enumerate(self.tiles)
            ]
            return tiled(columns, tiles, TILE_GAP, TILE_GAP)(area)

        return draw

    def _tile_marks(self, tile: Tile, last_x: float, numbered: bool, area: Area) -> Marks:
        """Yield a field with its name above it, and with numbers beside it if it is `numbered`."""
        ends = (self.ticks[0], self.ticks[-1])
        field = Field(*area.edges, (0, last_x), ends)
        yield Text(field.left, field.top - 2.4, tile.name, HEAD, bold=True)
        width, colour = STRONG if tile.strong else FRAME
        across, down = field.right - field.left + width, field.bottom - field.top + width
        yield Rectangle(field.left - width / 2, field.top - width / 2, across, down, width, colour)
        for tick in self.ticks:
            y = field.y(tick)
            if tick not in ends:
                yield Line(field.left, y, field.right, y, *(LEVEL if tick else ZERO))
            elif numbered:
                baseline = y + cap_height(BODY) * (tick == ends[1])
                yield Text(field.left - 2, baseline, self.label(tick), BODY, anchor=Anchor.END)
        yield from lines(tile.series, field)

    @property
    def on_a_phone(self) -> float:
        """Return its height on a phone, without its words, with three fields in a row."""
        return TILE_PHONE * -(-len(self.tiles) // 3)


class Chart(NamedTuple):
    """Panels one below the other over a horizontal axis from 0 to `last_x`, with words around them.

    `x_title` says what the axis counts, `x_label` formats a number on it. On a phone there are no
    title, line below it and notes, because the page around the chart has them.
    """

    title: str
    below_title: str
    x_title: str
    last_x: float
    panels: Sequence[Panel | Tiles]
    x_label: Callable[[int], str]
    notes: Sequence[str] = ()


LEVEL, ZERO = (THIN, LIGHT_GREY), (0.35, GREY)
"""Width and colour of a level line, and of that of 0."""


def span(values: Iterable[int]) -> tuple[int, int]:
    """Return the least and the greatest of some numbers and 0."""
    found = (0, *values)
    return min(found), max(found)


def ticks(low: float, high: float, most: int, step: float = 1) -> list[float]:
    """Return at most `most` + 2 round numbers that cover `low` to `high`, at least `step` apart.

    They are 1, 2 or 5 times a power of ten apart. There are at least two, even if there is nothing
    to show.
    """
    wanted = max((high - low) / most, step)
    power = 10 ** math.floor(math.log10(wanted))
    apart = next(
        factor * power for factor in (1, 2, 5, 10) if factor * power >= wanted * (1 - 1e-9)
    )
    first, last = math.floor(low / apart + 1e-9), math.ceil(high / apart - 1e-9)
    return [number * apart for number in range(first, max(last, first + 1) + 1)]


def close_axis(low: float, high: float, most: int) -> tuple[list[float], tuple[float, float]]:
    """Return about `most` round numbers, and the ends of an axis just beyond `low` and `high`."""
    air = AIR * (high - low) or 1.0
    ends = low - air, high + air
    return [tick for tick in ticks(low, high, most) if ends[0] <= tick <= ends[1]], ends


def thinned(points: Sequence[Value]) -> list[Value]:
    """Return the points; if very many, just some from each of MOST_BINS equal parts.

    These are the first, lowest, highest and last.
    """
    if len(points) <= 4 * MOST_BINS:
        return list(points)
    kept: list[Value] = []
    for part in range(MOST_BINS):
        start, end = (len(points) * place // MOST_BINS for place in (part, part + 1))
        heights = range(start, end)
        low = min(heights, key=lambda place: points[place][1])
        high = max(heights, key=lambda place: points[place][1])
        kept += [points[place] for place in sorted({start, low, high, end - 1})]
    return kept


def chart_document(kit: Kit, name: str, chart: Chart, narrow: bool = False) -> Document:
    """Return a kit's chart as a document of one page: a slide, or `narrow` for a phone."""
    page = phone(chart) if narrow else slide(chart)
    return Document(name, chart.title, kit.spec.name, kit.fingerprint, (page,), Medium.SCREEN)


def slide(chart: Chart) -> Page:
    """Return a chart as wide as a screen."""
    marks = list(heading(chart.title, chart.below_title))
    left, right = _edges(chart, WIDTH, BORDER)
    area = Area(left, TOP, right - left, HEIGHT - TOP - NOTE_PITCH * len(chart.notes))
    panels = [
        grow(panel.share, down(fixed(HEAD_HEIGHT, _head_beside(panel)), panel.part(chart.last_x)))
        for panel in chart.panels
    ]
    marks += down(*apart(fixed(GAP), panels), fixed(FOOT, partial(_level, chart, MOST_NUMBERS)))(
        area
    )
    y = HEIGHT - BORDER / 2 - NOTE_PITCH * (len(chart.notes) - 1)
    for number, note in enumerate(chart.notes):
        baseline = y + number * NOTE_PITCH
        marks.append(whole_line(BORDER, baseline, note, WIDTH - 2 * BORDER, NOTE, colour="#404040"))
    return Page(WIDTH, HEIGHT, tuple(marks))


def phone(chart: Chart) -> Page:
    """Return a chart narrow enough to be readable on a phone, as high as it needs to be."""
    left, right = _edges(chart, PHONE_WIDTH, PHONE_BORDER)
    page = Column(PHONE_BORDER, PHONE_BORDER, PHONE_WIDTH - 2 * PHONE_BORDER, BODY, LESSON)
    _, fields, _ = page.beside(0, left - page.left, right - left, 0)
    for place, panel in enumerate(chart.panels):
        page.y += PHONE_GAP if place else 0
        _set_head(page, panel)
        fields.y = page.y
        put(fields, panel.on_a_phone, panel.part(chart.last_x))
        page.y = fields.y
    put(fields, PHONE_FOOT, partial(_level, chart, MOST_ON_A_PHONE))
    page.below(fields)
    return Page(PHONE_WIDTH, page.y, tuple(page.marks))


def _level(chart: Chart, most: int, area: Area) -> Marks:
    """Yield the numbers of the level axis, with a line to each from the top of the area."""
    left, top, right, _ = area.edges
    field = Field(left, top, right, top, (0, chart.last_x), (0, 1))
    return level_numbers(field, chart.x_title, chart.x_label, most)


def _edges(chart: Chart, width: float, border: float) -> tuple[float, float]:
    """Return where the fields begin and end horizontally, so that the numbers have room."""
    widest = max(
        text_width(panel.label(tick), BODY) for panel in chart.panels for tick in panel.ticks
    )
    return border + widest + 2, width - border - text_width(
        chart.x_label(round(chart.last_x)), BODY
    ) / 2


def heading(title: str, below: str) -> Marks:
    """Yield a slide's title and the line under it, smaller where they are too long."""
    width = WIDTH - 2 * BORDER
    yield whole_line(BORDER, 16, title, width, TITLE, bold=True)
    yield whole_line(BORDER, 23.5, below, width, HEAD)


def whole_line(
    x: float,
    y: float,
    text: str,
    width: float,
    size: float,
    bold: bool = False,
    anchor: Anchor = Anchor.START,
    colour: str = BLACK,
) -> Text:
    """Return a text on its baseline y, smaller if too long, and shortened below SMALLEST.

    Names that others chose may have characters that the font lacks; they become question marks.
    """
    text = writable(text)
    size = max(size_within(text, width, size, bold), SMALLEST)
    return Text(x, y, shortened(text, width, size, bold), size, bold, anchor, colour)


def _head_beside(panel: Panel | Tiles) -> Part:
    """Return a panel's title, and to the right of it a sample of each line with its name."""

    def title(area: Area) -> Marks:
        yield whole_line(*area.at(0, 1), panel.title, area.width, HEAD, bold=True)

    named = [
        _named(series, FRAME_SAMPLE[0] if series.frame else SAMPLE, HEAD)
        for series in panel.series
        if series.name
    ]
    line = across(*apart(fixed(8), [title, *named]))
    return down(fixed(0.5), fixed(cap_height(HEAD), line), grow(1))


def _set_head(page: Column, panel: Panel | Tiles) -> None:
    """Set a panel's title in as many lines as it needs, and its legend."""
    title = lined(panel.title, page.width, BODY, bold=True)
    put(page, len(title.lines) * PHONE_PITCH, text_lines(title))
    named = [_named(series, PHONE_SAMPLE, BODY) for series in panel.series if series.name]
    for line in in_lines(named, page.width, 5):
        put(page, PHONE_PITCH, down(fixed(cap_height(BODY), line), grow(1)))
    page.y += cap_height(BODY)


def _named(series: Series, length: float, size: float) -> Sized:
    """Return a sample of a line with its name after it."""

    def drawn(area: Area) -> Marks:
        yield sample(series, *area.at(0, 0.5), length)

    name = fixed(text_width(series.name, size), text(series.name, size, margin=0))
    parts = [fixed(length, drawn), fixed(2), name]
    return fixed(sum(part.length for part in parts), across(*parts))


def sample(series: Series, x: float, y: float, length: float = SAMPLE) -> Mark:
    """Return the piece of line, dot or frame before a name."""
    if series.frame:
        return Rectangle(
            x + length - FRAME_SAMPLE[0], y - FRAME_SAMPLE[1] / 2, *FRAME_SAMPLE, *STRONG
        )
    if series.dots:
        return Circle(x + length - series.width, y, series.width, stroke=None, fill=series.stroke)
    return Curve(((x, y), (x + length, y)), series.width, series.stroke, series.dash)


def axes(panel: Panel, field: Field) -> Marks:
    """Yield a panel's level lines with their numbers, that of 0 the strongest,
    and the ground if no number is there.
    """
    if field.y_range[0] != panel.ticks[0]:
        yield Line(field.left, field.bottom, field.right, field.bottom, *LEVEL)
    for tick in panel.ticks:
        y = field.y(tick)
        yield Line(field.left, y, field.right, y, *(LEVEL if tick else ZERO))
        number = panel.label(tick)
        yield on_middle(field.left - 2, y, number, BODY, anchor=Anchor.END)


def level_numbers(
    field: Field, title: str, label: Callable[[int], str], most: int = MOST_NUMBERS
) -> Marks:
    """Yield about `most` numbers below a field, and what they count."""
    baseline = field.bottom + cap_height(BODY) + 3
    for tick in _numbers_with_room(field, label, most):
        x = field.x(tick)
        yield Line(x, field.bottom, x, field.bottom + 1.5, 0.35, GREY)
        yield Text(x, baseline, label(round(tick)), BODY, anchor=Anchor.MIDDLE)
    middle = (field.left + field.right) / 2
    yield Text(middle, baseline + BODY * MM_PER_POINT * 1.3, title, BODY, anchor=Anchor.MIDDLE)


def _numbers_with_room(field: Field, label: Callable[[int], str], most: int) -> list[float]:
    """Return about `most` round numbers of a horizontal axis, or fewer if they would overlap."""
    for number in range(most, 0, -1):
        found = [tick for tick in ticks(*field.x_range, most=number) if tick <= field.x_range[1]]
        widths = [text_width(label(round(tick)), BODY) for tick in found]
        places = [field.x(tick) for tick in found]
        steps = [after - before for before, after in pairwise(places)]
        if all(
            step > sum(pair) / 2 + 1 for step, pair in zip(steps, pairwise(widths), strict=True)
        ):
            return found
    return found


def lines(several: Iterable[Series], field: Field) -> Marks:
    """Yield the lines of a field; a single point is a dot."""
    for series in several:
        points = tuple((field.x(x), field.y(y)) for x, y in thinned(series.points))
        if len(points) > 1 and not series.dots:
            yield Curve(points, series.width, series.stroke, series.dash)
        else:
            yield from (
                Circle(*point, series.width, stroke=None, fill=series.stroke) for point in points
            )
