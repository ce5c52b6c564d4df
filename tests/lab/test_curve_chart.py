"""The chart of curves: its lines are the runs, and its files are whole,
still, and the same each time.
"""

from functools import cache
from io import BytesIO
from itertools import combinations

import numpy as np
import pytest
from PIL import Image

from menace_kit.lab.engine.random_stream import stream_seeds
from menace_kit.lab.learners import contest
from menace_kit.lab.studies.curve_chart import (
    DEATH_COLOUR,
    MOST_DRAWN,
    CurveWords,
    curve_chart,
    curve_document,
)
from menace_kit.lab.studies.curve_sums import (
    FEW,
    good_means,
    mean_line,
    outlook_means,
    recent_shares,
)
from menace_kit.lab.studies.curves import NONE, RunLines
from menace_kit.layout.charts.chart import Panel, slide
from menace_kit.layout.marks import Anchor, Document, Text
from menace_kit.machine.first_choice import first_choices
from menace_kit.machine.learning import Result
from menace_kit.render import rendered
from menace_kit.text import load_words
from tests.conftest import Golden
from tests.examples import preset
from tests.lab.test_curves import played
from tests.layout.text_box import text_box
from tests.render.trace import document_trace

KIT, ENGLISH = preset("michie-1961"), load_words("en")
WORDS = CurveWords(
    *("A $title$ <1>", "below", "results", "beads", "games", "a run", "mean", ("one", "two")),
    number=ENGLISH.number,
    signed=ENGLISH.signed,
    alive="alive",
    died="died",
    outlook=("against", "worst"),
    ends={Result.WIN: "won", Result.TIE: "drawn", Result.LOSS: "lost"},
)


@cache
def runs_of(
    games: int, runs: int, learner: str = "beads", opponent: str = "perfect"
) -> list[RunLines]:
    return played(contest(KIT, opponent, learner), games, runs)


def texts(document: Document) -> list[Text]:
    return [mark for mark in document.pages[0].marks if isinstance(mark, Text)]


def test_the_lines_are_the_runs_and_their_mean() -> None:
    runs = runs_of(200, 12)
    assert any(run.dead for run in runs)
    chart = curve_chart(runs, 200, WORDS)
    for panel, beads in zip(chart.panels, (False, True), strict=False):
        lines = [run.beads if beads else run.results for run in runs]
        *drawn, mean, deaths = panel.series
        ends = [(run.games, line[-1]) for run, line in zip(runs, lines, strict=True) if run.dead]
        assert (deaths.points, deaths.dots, deaths.stroke) == (ends, True, DEATH_COLOUR)
        for series, run, line in zip(drawn, runs, lines, strict=True):
            assert len(series.points) < len(line)  # where it goes on straight there is no point
            x, y = zip(*series.points, strict=True)
            assert np.interp(run.places, x, y) == pytest.approx(line)
        found = mean_line(runs, 200, beads=beads)
        assert np.array_equal([x for x, _ in mean.points], found.places)
        assert np.array_equal([y for _, y in mean.points], found.mean)
        assert isinstance(panel, Panel)
        assert panel.y_range
        assert panel.y_range[0] <= min(int(line.min()) for line in lines)
        assert panel.y_range[1] >= max(int(line.max()) for line in lines)
        assert panel.y_range[0] <= panel.ticks[0] < panel.ticks[-1] <= panel.y_range[1]
    assert chart.last_x == 200


def test_a_strip_has_the_machines_alive_where_any_died() -> None:
    runs = runs_of(200, 12)
    *_, strip = curve_chart(runs, 200, WORDS).panels
    deaths = [run.games for run in runs if run.dead]
    assert strip.title == "alive"
    assert [left for _, left in strip.series[0].points] == [
        12 - sum(death <= game for death in deaths) for game in range(201)
    ]
    (died,) = [
        mark
        for mark in slide(curve_chart(runs, 200, WORDS)).marks
        if isinstance(mark, Text) and mark.text == "died"
    ]
    assert died.size > 0
    safe = runs_of(20, 3, opponent="random")
    assert len(curve_chart(safe, 20, WORDS).panels) == 2


@pytest.mark.parametrize(("opponent", "panels"), [("perfect", 2), ("q-learning", 1)])
def test_runs_with_chances_are_drawn_by_the_mean_of_all_dead_ones_too(
    opponent: str, panels: int
) -> None:
    found = contest(KIT, opponent)
    runs = played(found, 60, 6, exact=True)
    drawn = [panel for panel in curve_chart(runs, 60, WORDS).panels if panel.title != "alive"]
    assert [panel.title for panel in drawn] == ["against", "worst"][-panels:]
    means = outlook_means(runs)
    for panel, expected in zip(drawn, means[-panels:], strict=True):
        assert [series.name for series in panel.series] == (
            ["won", "drawn", "lost"] if panel is drawn[0] else [""] * 3
        )
        for place, series in enumerate(panel.series):
            assert [y for _, y in series.points] == pytest.approx(100 * expected[:, place])


def test_the_share_of_recent_games_is_that_of_the_window() -> None:
    places = np.arange(61)
    won = np.minimum(places, 30)  # it wins 30 games, then loses 30
    results = won - (places - won)
    run = RunLines(60, False, places, results, NONE, won=won)
    found = recent_shares([run], 60)
    assert found.window == 20
    assert found.places.tolist() == list(range(20, 61))
    of = dict(zip(found.places.tolist(), found.shares.tolist(), strict=True))
    assert of[30] == [1, 0, 0]
    assert of[40] == [0.5, 0, 0.5]
    assert of[60] == [0, 0, 1]


@pytest.mark.parametrize(("runs", "first"), [(FEW - 1, 20), (FEW, 1)])
def test_of_few_runs_recent_games_begin_with_a_whole_window(runs: int, first: int) -> None:
    places = np.arange(61)
    run = RunLines(60, False, places, places, NONE, won=places)
    assert recent_shares([run] * runs, 60).places[0] == first


def test_a_good_move_is_as_likely_as_the_boxes_of_the_run_say() -> None:
    """The lab's sum, in arrays, is that of the room of the machine."""
    found = contest(KIT, "perfect")
    (line,) = played(found, 30, 1, recent=True)
    (choice,) = first_choices(KIT)
    run = found.match.run(stream_seeds(1961, 1)[0])
    expected = [choice.chance(run.contents)]
    for _ in range(line.games - line.dead):
        run.play(1)
        expected.append(choice.chance(run.contents))
    assert line.good[~np.isnan(line.good)] == pytest.approx(expected[: len(line.good)])


def test_dead_machines_are_left_out_of_the_mean_of_good_moves() -> None:
    runs = played(contest(KIT, "perfect"), 60, 6, recent=True)
    dead = [run for run in runs if run.dead]
    assert dead
    for run in dead:
        assert int((~np.isnan(run.good)).sum()) == run.games
    assert len(good_means(runs)) == 61
    assert len(good_means(dead)) == max(run.games for run in dead)


def test_a_chart_of_two_runs(golden: Golden) -> None:
    places = np.array([0, 1, 2, 3])
    runs = [
        RunLines(3, False, places, np.array([0, 1, 2, 2]), np.array([0, 3, 6, 7])),
        RunLines(2, True, places[:3], np.array([0, -1, -2]), np.array([0, -1, -12])),
    ]
    document = curve_document(KIT, runs, 3, WORDS._replace(title="A title of many words " * 100))
    golden("chart-curve.txt", document_trace(document))


def test_runs_that_were_all_drawn_have_an_axis_too() -> None:
    run = RunLines(2, False, np.array([0, 1, 2]), np.zeros(3, np.int64), np.zeros(0, np.int64))
    ((panel,), document) = curve_chart([run], 2, WORDS).panels, curve_document(KIT, [run], 2, WORDS)
    assert isinstance(panel, Panel)
    assert (panel.ticks, panel.y_range) == ([0, 1], (-1, 1))
    assert {"0", "+1"} <= {mark.text for mark in texts(document)}


def test_only_beads_have_a_first_box() -> None:
    assert len(curve_chart(runs_of(20, 2, "odds", "random"), 20, WORDS).panels) == 1


def test_more_runs_than_can_be_told_apart_are_not_drawn() -> None:
    runs = runs_of(5, MOST_DRAWN + 5)
    assert len(curve_chart(runs, 5, WORDS).panels[0].series) == MOST_DRAWN + 1
    dead = [run._replace(dead=True) for run in runs]
    assert len(curve_chart(dead, 5, WORDS).panels[0].series[-1].points) == MOST_DRAWN


def test_the_png_is_a_projectors_size_and_not_blank() -> None:
    (png,) = rendered(curve_document(KIT, runs_of(60, 7), 60, WORDS), "png")
    image = Image.open(BytesIO(png))
    assert image.size == (1920, 1080)
    grey = image.convert("L")
    assert grey.getextrema() == (0, 255)
    assert 0.01 < np.mean(np.asarray(grey) < 230) < 0.5


def test_every_word_is_on_the_page() -> None:
    title, below = "A very long name of a machine " * 5, "rules " * 40
    document = curve_document(KIT, runs_of(10, 2), 10, WORDS._replace(title=title, below=below))
    assert {title, below} <= {mark.text for mark in texts(document)}
    for mark in texts(document):
        left, _, right, bottom = text_box(mark)
        assert 0 <= left < right <= document.pages[0].width, mark.text
        assert bottom <= document.pages[0].height


def test_large_numbers_have_room() -> None:
    huge = np.array([0, -2_500_000_000])
    run = RunLines(10**10, False, np.array([0, 10**10]), huge, huge)
    document = curve_document(KIT, [run], 10**10, WORDS)
    for one, other in combinations(map(text_box, texts(document)), 2):
        assert one[0] > other[2] or other[0] > one[2] or one[1] > other[3] or other[1] > one[3]
    assert all(text_box(mark)[0] >= 0 for mark in texts(document))
    games = [mark.text for mark in texts(document) if mark.anchor is Anchor.MIDDLE]
    assert games == ["0", *(f"{billions},000,000,000" for billions in (2, 4, 6, 8, 10)), "games"]
