"""Charts: lines go where the numbers say, texts overlap nothing,
and all of it stays on the page.
"""

from itertools import combinations

import pytest

from menace_kit.layout.charts.career import progress_document
from menace_kit.layout.charts.chart import (
    BODY,
    BORDER,
    HEAD,
    HEIGHT,
    TITLE,
    WIDTH,
    Chart,
    Panel,
    Series,
    slide,
    thinned,
    ticks,
)
from menace_kit.layout.charts.panels import LINES
from menace_kit.layout.marks import Anchor, Curve, Line, Page, Rectangle, Text
from menace_kit.machine.kit_files import load_preset
from menace_kit.machine.learning import Result
from menace_kit.machine.sets import set_letters
from menace_kit.text import load_words
from menace_kit.views.class_career import Career, class_chart
from menace_kit.web.language import in_language
from tests.conftest import Golden
from tests.examples import preset
from tests.layout.geometry import extent, marks_of
from tests.layout.kits import taking_turns
from tests.render.trace import document_trace

WORDS = load_words("en")

CAREERS = {
    "none": [],
    "one win": [3],
    "one loss": [-1],
    "falls": [-1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -11, -12],
    "up and down": [3, 2, 1, 0, -1, -2, 1, 4, 5, 6, 5, 8] * 20,
    "all draws at no gain": [0] * 30,
    "very many": [3 * game - 7 * (game % 5) for game in range(100_000)],
}


def chart(first_box: list[int], preset: str = "michie-1961") -> Page:
    """Return the chart of a career in which every second game is won and every
    third of the others drawn.
    """
    results = [
        Result.WIN if n % 2 else Result.TIE if n % 3 else Result.LOSS for n in range(len(first_box))
    ]
    shares = {result: [0.5 if found is result else 0.25 for found in results] for result in Result}
    totals = {result: results.count(result) for result in Result}
    document = progress_document(load_preset(preset), first_box, totals, shares, 20)
    return document.pages[0]


def test_a_career_on_a_slide_and_on_a_phone(golden: Golden) -> None:
    kit, line = preset("michie-1961"), [3, 4, 3, 2, 5, -1]
    shares = {Result.WIN: [1, 0.5, 0.5], Result.TIE: [0, 0.5, 0.25], Result.LOSS: [0, 0, 0.25]}
    totals = {Result.WIN: 2, Result.TIE: 1, Result.LOSS: 3}
    for name, narrow in (("slide", False), ("phone", True)):
        document = progress_document(kit, line, totals, shares, 2, narrow)
        golden(f"chart-{name}.txt", document_trace(document))


def texts_on(page: Page) -> list[Text]:
    return marks_of(Text, page.marks)


def check_texts(page: Page, beside: float, above: float, least: float) -> None:
    """Fail where texts overlap, lie on a curve, are too small, or come too near to an edge."""
    boxes = [(text, extent(text)) for text in texts_on(page)]
    for (one, box), (other, beyond) in combinations(boxes, 2):
        assert box.gap(beyond) > 0.5, (one.text, other.text)
    points = [point for curve in marks_of(Curve, page.marks) for point in curve.points]
    for text, (left, top, right, bottom) in boxes:
        assert left >= beside - 0.01
        assert top > above
        assert right <= page.width - beside + 0.01
        assert bottom < page.height - above
        assert text.size >= least
        assert not any(left <= x <= right and top <= y <= bottom for x, y in points), text.text


@pytest.mark.parametrize(
    ("career", "preset"),
    taking_turns(list(CAREERS), ["michie-1961", "second-player", "both-players"]),
)
def test_nothing_overlaps_or_leaves_the_page(career: str, preset: str) -> None:
    page = chart(CAREERS[career], preset)
    assert (page.width, page.height) == (WIDTH, HEIGHT)
    check_texts(page, beside=BORDER, above=5, least=12)
    lines = [extent(line) for line in marks_of(Line, page.marks)]
    for text in texts_on(page):
        assert all(extent(text).gap(line) > 0 for line in lines), text.text


MACHINES = {
    "one, no game": [0],
    "two": [1, 3],
    "twelve": [*range(20, 32)],
    "forty": [*range(40)],
}
"""How many games each machine of a class has played."""


def of_class(machines: str, preset: str, language: str = "en", narrow: bool = False) -> Page:
    """Return the chart of a class; every third machine cannot be beaten."""
    games, start = MACHINES[machines], 45 if preset == "her-19" else 0
    names = set_letters(len(games))
    kit = load_preset(preset)
    kit = in_language(kit, language)
    careers = {
        name: Career(
            tuple(Result.WIN if (number + place) % 3 else Result.LOSS for number in range(count)),
            tuple(start - (number * (place + 3)) // 9 for number in range(count + 1)),
        )
        for place, (name, count) in enumerate(zip(names, games, strict=True))
    }
    return class_chart(kit, careers, names[::3], narrow).pages[0]


@pytest.mark.parametrize(
    ("machines", "preset", "language"),
    [
        ("twelve", "her-19", "de"),
        ("one, no game", "michie-1961", "fr"),
        ("forty", "her-19", "nl"),
    ],
)
def test_the_machines_of_a_class_overlap_nothing(machines: str, preset: str, language: str) -> None:
    for narrow in (False, True):
        page = of_class(machines, preset, language, narrow)
        check_texts(page, beside=0, above=0, least=10)


@pytest.mark.parametrize("machines", ["two", "twelve", "forty"])
def test_each_machine_of_a_class_has_its_line_below_its_name_in_a_frame_of_its_own(
    machines: str,
) -> None:
    page = of_class(machines, "her-19")
    legend, *frames = marks_of(Rectangle, page.marks)
    assert len(frames) == len(MACHINES[machines])
    assert all(extent(one).gap(extent(other)) > 1 for one, other in combinations(frames, 2))
    bold = [mark for mark in page.marks if isinstance(mark, Text) and mark.bold]
    names = {mark.text: mark for mark in bold}
    widths = set()
    for place, name in enumerate(set_letters(len(frames))):
        frame = frames[place]
        assert 0 < frame.y - names[name].y < 4  # its name stands on it
        assert abs(frame.x - names[name].x) < 1
        assert (frame.line == legend.line) == (place % 3 == 0)
        lines = [mark for mark in page.marks if isinstance(mark, Curve) and inside(mark, frame)]
        own = [mark for mark in lines if not mark.dash]
        assert len(own) == 1 if MACHINES[machines][place] else not own
        if own:
            assert len(own[0].points) == MACHINES[machines][place] + 1
            widths.add(
                round((own[0].points[-1][0] - own[0].points[0][0]) / (len(own[0].points) - 1), 4)
            )
    assert len(widths) == 1  # all have the same axis


def inside(curve: Curve, frame: Rectangle) -> bool:
    left, top, right, bottom = extent(frame)
    return all(left <= x <= right and top <= y <= bottom for x, y in curve.points)


def test_the_points_of_a_line_are_where_the_numbers_say() -> None:
    heights = [0, 3, 2, 5, -1, -2, 1]
    panel = Panel("beads", [Series("", list(enumerate(heights)))], (-2, 0, 2, 4, 6), WORDS.signed)
    page = slide(Chart("title", "below", "games", 6, [panel], WORDS.number))
    texts = [mark for mark in page.marks if isinstance(mark, Text) and mark.size == BODY]
    left = {mark.text: mark for mark in texts if mark.anchor is Anchor.END}
    below = {mark.text: mark for mark in texts if mark.anchor is Anchor.MIDDLE}
    lines = marks_of(Line, page.marks)
    level = dict(zip(panel.ticks, [mark.y1 for mark in lines if mark.y1 == mark.y2], strict=True))
    upright = dict(enumerate(mark.x1 for mark in lines if mark.x1 == mark.x2))
    (curve,) = marks_of(Curve, page.marks)
    bead = (level[0] - level[2]) / 2
    assert curve.points == tuple(
        pytest.approx((upright[game], level[0] - height * bead))
        for game, height in enumerate(heights)
    )
    for tick, y in level.items():
        _, top, _, bottom = extent(left[WORDS.signed(tick)])
        assert (top + bottom) / 2 == pytest.approx(y, abs=0.1)
    assert {game: below[str(game)].x for game in range(7)} == upright


def test_what_is_too_long_is_set_smaller() -> None:
    panel = Panel("beads", [Series("", [(0, 0), (1, 1)])], (0, 1), WORDS.signed)
    long = Chart("a title " * 12, "below it " * 15, "games", 1, [panel], WORDS.number)
    title, below, *_ = (mark for mark in slide(long).marks if isinstance(mark, Text))
    assert (title.text, below.text) == (long.title, long.below_title)
    assert title.size < TITLE
    assert below.size < HEAD


def test_notes_stand_at_the_foot_one_below_the_other() -> None:
    panel = Panel("beads", [Series("", [(0, 0), (1, 1)])], (0, 1), WORDS.signed)
    page = slide(
        Chart("title", "below", "games", 1, [panel], WORDS.number, notes=("first", "second"))
    )
    first, second = (
        mark for mark in page.marks if isinstance(mark, Text) and mark.text in ("first", "second")
    )
    assert extent(first)[3] < extent(second)[1]
    assert HEIGHT - BORDER < extent(second)[3] < HEIGHT
    (games,) = (mark for mark in page.marks if isinstance(mark, Text) and mark.text == "games")
    assert extent(games)[3] < extent(first)[1]


def test_the_lines_of_the_results_differ_without_their_colours() -> None:
    assert len({dash for _, _, dash in LINES.values()}) == len(LINES)


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 0, [0, 1]),
        (0, 3, [0, 1, 2, 3]),
        (-12, 0, [-15, -10, -5, 0]),
        (-2, 5, [-2, 0, 2, 4, 6]),
        (0, 100_000, [0, 20_000, 40_000, 60_000, 80_000, 100_000]),
    ],
)
def test_ticks_are_round_and_reach_round_the_numbers(
    low: int, high: int, expected: list[int]
) -> None:
    assert ticks(low, high, most=5) == expected


def test_ticks_for_any_numbers() -> None:
    for low in range(0, -1000, -37):
        for high in range(0, 5000, 41):
            found = ticks(low, high, most=5)
            assert found[0] <= low
            assert found[-1] >= high
            assert 0 in found
            assert 2 <= len(found) <= 7


def test_numbers_have_the_thousands_of_the_language() -> None:
    games = [game if game < 2000 else 2000 for game in range(12_000)]
    shares = {result: [0.3] * len(games) for result in Result}
    kit = in_language(preset("michie-1961"), "de")
    document = progress_document(kit, games, dict.fromkeys(Result, 4000), shares, 20)
    said = {mark.text for mark in document.pages[0].marks if isinstance(mark, Text)}
    assert {"+2\u00a0000", "10\u00a0000"} <= said
    assert not any("," in text for text in said if text.strip("+−").replace(",", "").isdigit())


def test_a_thinned_line_keeps_its_ends_and_its_peaks() -> None:
    points = [(float(x), float(x % 1000)) for x in range(50_000)]
    # Neither the lowest nor the highest near them.
    points[0], points[-1] = (0.0, 50.0), (49_999.0, 950.0)
    points[12_345] = (12_345.0, 9999.0)
    points[44_444] = (44_444.0, -9999.0)
    kept = thinned(points)
    assert {points[0], points[-1], points[12_345], points[44_444]} <= set(kept)
    assert kept == sorted(kept)
    assert len(kept) <= 2000
    assert thinned(points[:2000]) == points[:2000]
