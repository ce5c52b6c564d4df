"""The poster of a day: how many games, the day's line, what there is to tell,
and the boxes that it is about. In mm.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from menace_kit.layout.changed_box import BAR_PITCH, changed_box
from menace_kit.layout.charts.chart import PEN, axes, level_numbers, lines
from menace_kit.layout.charts.panels import line_panel
from menace_kit.layout.marks import Anchor, Document, Mark
from menace_kit.layout.stacks import (
    Area,
    Part,
    down,
    fixed,
    layered,
    padded,
    put,
    text,
    text_lines,
    tiled,
)
from menace_kit.layout.text.pages import POSTER_PAGES, Flow
from menace_kit.layout.text.typesetting import (
    cap_height,
    fitted,
    fitted_together,
    size_within,
    text_width,
)
from menace_kit.layout.type_scale import HEADING, TEXT, WALL_TITLE
from menace_kit.machine.kit import Kit
from menace_kit.text.kit_words import paper_words
from menace_kit.text.words import Words


class BoxOnPoster(NamedTuple):
    """A box of a day: its number, a sentence on it, and of one that learned its good
    colours, and what was in it.

    `rows` have colour -> beads before and after, each with the chance of a good move.
    """

    number: int
    said: str
    good: tuple[str, ...] = ()
    rows: tuple[tuple[Mapping[str, int], float], ...] = ()


class DayOnPoster(NamedTuple):
    """A day for its poster, nobody named; all of it told already.

    `counts` are what is counted of it, and how many; `first_box` and `moves_left` are the day's,
    as of `progress_document`; `said` are sentences, `explained` is one for the foot.
    """

    title: str
    counts: tuple[tuple[str, int], ...]
    first_box: tuple[int, ...]
    moves_left: tuple[int, ...] | None
    said: tuple[str, ...]
    boxes: tuple[BoxOnPoster, ...]
    explained: str = ""


COUNT_SIZE, COUNT_ROOM = 41.0, 27.0
"""Size of the large numbers at the most, and the height that they have with their words."""

CURVE_SHARE = 0.42
"""The share of what is left of the page, below the numbers and sentences, that the curve has."""

BETWEEN = 10.0
"""From one box to the next."""

CAPTION = 15.0
"""The height of the sentence above a box."""


def day_poster_document(kit: Kit, name: str, day: DayOnPoster) -> Document:
    """Return a day on one page, for the wall."""
    words = paper_words(kit)
    poster = Flow(kit, day.title, POSTER_PAGES._replace(shown=True))
    heading = fitted(day.title, poster.width, 24, WALL_TITLE, bold=True)
    poster.y += 2
    put(poster, heading.height + 6, text_lines(heading, Anchor.MIDDLE))
    put(poster, COUNT_ROOM + 4, _counts(words, day.counts, poster.width))
    poster.items(day.said)
    poster.y += 3
    bottom = poster.bottom
    if day.explained:
        note = fitted(day.explained, poster.width, 10, TEXT)
        bottom -= note.height + 4
        poster.marks += note.marks(poster.left + poster.width / 2, bottom + 4, Anchor.MIDDLE)
    if day.first_box:
        room = bottom - poster.y
        put(poster, room * CURVE_SHARE if day.boxes else room, _day_curve(kit, day))
        poster.y += 5
    if day.boxes:
        wide = (poster.width + BETWEEN) / len(day.boxes) - BETWEEN
        bars = BAR_PITCH * max(len(box.rows) for box in day.boxes)
        parts = [_box_of_day(kit, box, wide, bars) for box in day.boxes]
        put(poster, bottom - poster.y, tiled(len(parts), parts, BETWEEN))
    return poster.document(name, day.title)


def _counts(words: Words, counts: Sequence[tuple[str, int]], width: float) -> Part:
    """Return what was counted: large numbers side by side, and below each what it is of."""
    room = width / len(counts) - 4
    numbers = [words.number(number) for _, number in counts]
    size = min(size_within(number, room, COUNT_SIZE, bold=True) for number in numbers)
    below = fitted_together([told for told, _ in counts], room, 9, 13)
    parts = [
        layered(
            text(number, size, True, Anchor.MIDDLE, Anchor.START, margin=2),
            padded(text_lines(told, Anchor.MIDDLE), above=cap_height(COUNT_SIZE) + 3),
        )
        for number, told in zip(numbers, below, strict=True)
    ]
    return tiled(len(parts), parts)


def _day_curve(kit: Kit, day: DayOnPoster) -> Part:
    """Return the day's line below its title, over an axis of its games."""
    words = paper_words(kit)
    panel = line_panel(kit, day.first_box, day.moves_left)
    games = len(day.first_box)
    before = max(text_width(panel.label(tick), PEN.size) for tick in panel.ticks) + 3
    behind = text_width(words.number(games), PEN.size) / 2

    def draw(area: Area) -> Iterator[Mark]:
        x, y, width, height = area
        field = panel.field(x, y + 9, x + width, y + height - 14, games)
        yield from (*axes(panel, field), *lines(panel.series, field))
        yield from level_numbers(field, words("chart.game"), words.number)

    title = text(panel.title, 13, True, level=Anchor.START, margin=0)
    return padded(layered(title, draw), left=before, right=behind)


def _box_of_day(kit: Kit, box: BoxOnPoster, width: float, bars: float) -> Part:
    """Return a box of a day below its sentence; without bars of its own it is no larger
    than one that has `bars` mm of them.
    """
    words = paper_words(kit)
    caption = fitted(box.said, width, CAPTION, HEADING, bold=True)
    heads = words("screen.before"), words("screen.after")
    rows = [
        (head, counts, words.percent(100 * chance))
        for head, (counts, chance) in zip(heads, box.rows, strict=False)
    ]
    drawn = changed_box(kit, kit.box(box.number), box.good, rows)
    free = fixed(0 if box.rows else bars)
    return down(fixed(CAPTION + 1, text_lines(caption, Anchor.MIDDLE)), drawn, free)
