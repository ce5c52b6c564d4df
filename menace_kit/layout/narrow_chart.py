"""Charts for a phone: the same panels as on a screen, narrower, so that their words can be read there. In mm."""

from collections.abc import Callable, Sequence

from menace_kit.layout.chart import BODY, Field, Panel, axes, level_numbers, lines
from menace_kit.layout.marks import MM_PER_POINT, Curve, Mark, Page, Text
from menace_kit.layout.text import cap_height, text_width, wrapped

WIDTH = 104.0
"""Words of BODY points are a 25th of it high: on a phone of 390 points more than 14, on the narrowest more than 11."""

BORDER = 2.0
PANEL_HEIGHT = 52.0
"""Of a panel whose share is 1, without its words."""

FOOT = 15.0
GAP = 9.0
LINE_HEIGHT = BODY * MM_PER_POINT * 1.25
SAMPLE = 8.0
"""Length of the piece of line that stands before a name."""

MOST_NUMBERS = 4


def narrow_chart_page(
    x_title: str, last_x: float, panels: Sequence[Panel], x_label: Callable[[int], str]
) -> Page:
    """Return the page of a chart whose level axis goes from 0 to `last_x`; the titles stand on the page around it."""
    widest = max(text_width(panel.label(tick), BODY) for panel in panels for tick in panel.ticks)
    left, right = BORDER + widest + 2, WIDTH - BORDER - text_width(x_label(round(last_x)), BODY) / 2
    marks: list[Mark] = []
    top = BORDER
    for panel in panels:
        head, under = _head(panel, top)
        bottom = under + PANEL_HEIGHT * panel.share
        field = Field(left, under, right, bottom, (0, last_x), (panel.ticks[0], panel.ticks[-1]))
        marks += [*head, *axes(panel, field), *lines(panel, field)]
        top = bottom + GAP
    marks += level_numbers(field, x_title, x_label, MOST_NUMBERS)
    return Page(WIDTH, field.bottom + FOOT, tuple(marks))


def _head(panel: Panel, top: float) -> tuple[list[Mark], float]:
    """Return a panel's title over as many lines as it needs, its legend below it, and where they end."""
    marks: list[Mark] = []
    y = top
    for line in wrapped(panel.title, WIDTH - 2 * BORDER, BODY, bold=True):
        marks.append(Text(BORDER, y + cap_height(BODY), line, BODY, bold=True))
        y += LINE_HEIGHT
    named = [series for series in panel.series if series.name]
    if named:
        x = BORDER
        for series in named:
            width = SAMPLE + 2 + text_width(series.name, BODY)
            if x > BORDER and x + width > WIDTH - BORDER:
                x, y = BORDER, y + LINE_HEIGHT
            level = y + cap_height(BODY) / 2
            marks.append(Curve(((x, level), (x + SAMPLE, level)), series.width, series.stroke, series.dash))
            marks.append(Text(x + SAMPLE + 2, y + cap_height(BODY), series.name, BODY))
            x += width + 5
        y += LINE_HEIGHT
    return marks, y + cap_height(BODY)
