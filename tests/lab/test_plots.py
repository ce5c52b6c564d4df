"""The plot of curves: its lines are the runs, and its files are whole, still, and the same each time."""

import re
from io import BytesIO
from xml.etree import ElementTree

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from PIL import Image

from menace_kit.lab.curves import Career, bands, careers, contest
from menace_kit.lab.plots import DOTS_PER_INCH, MOST_DRAWN, SIZE, CurveWords, curve_figure, curve_plot
from menace_kit.machine.kit import load_preset

SVG = "{http://www.w3.org/2000/svg}"
WORDS = CurveWords("A $title$ <1>", "below", "results", "beads", "games", "a run", "mean", "one\ntwo")


def played(games: int, runs: int, learner: str = "beads", opponent: str = "perfect") -> list[Career]:
    found = contest(load_preset("michie-1961"), learner, opponent)
    return [step for step in careers(found, games, runs, 1961) if isinstance(step, Career)]


def drawn_runs(figure: Figure, panel: int) -> list[list[tuple[float, float]]]:
    (lines,) = [each for each in figure.axes[panel].collections if isinstance(each, LineCollection)]
    return [[(float(x), float(y)) for x, y in segment] for segment in lines.get_segments()]


def test_the_lines_are_the_runs_and_their_mean() -> None:
    runs = played(200, 12)
    assert any(run.dead for run in runs)
    figure = curve_figure(runs, 200, WORDS)
    for panel, beads in enumerate((False, True)):
        lines = [run.beads if beads else run.results for run in runs]
        expected = [
            list(zip(run.places.tolist(), line.tolist(), strict=True))
            for run, line in zip(runs, lines, strict=True)
        ]
        assert drawn_runs(figure, panel) == expected
        (mean,) = [line for line in figure.axes[panel].lines if line.get_gid() is not None]
        found = bands(runs, 200, beads=beads)
        assert np.array_equal(np.asarray(mean.get_xdata()), found.places)
        assert np.array_equal(np.asarray(mean.get_ydata()), found.mean)
        low, high = figure.axes[panel].get_ylim()
        assert low <= min(int(line.min()) for line in lines)
        assert high >= max(int(line.max()) for line in lines)
        assert figure.axes[panel].get_xlim() == (0, 200)


@pytest.mark.parametrize(("learner", "panels"), [("beads", 2), ("odds", 1), ("q-learning", 1)])
def test_only_beads_have_a_first_box(learner: str, panels: int) -> None:
    assert len(curve_figure(played(20, 2, learner), 20, WORDS).axes) == panels


def test_more_runs_than_can_be_told_apart_are_not_drawn() -> None:
    runs = played(5, MOST_DRAWN + 5)
    figure = curve_figure(runs, 5, WORDS)
    assert len(drawn_runs(figure, 0)) == MOST_DRAWN


def test_the_svg_has_the_lines_and_the_words() -> None:
    runs = played(60, 7)
    tree = ElementTree.fromstring(curve_plot(runs, 60, WORDS, "svg"))
    texts = {"".join(text.itertext()) for text in tree.iter(f"{SVG}text")}
    assert {"A $title$ <1>", "below", "results", "beads", "games", "a run", "mean", "one", "two"} <= texts
    groups = {group.get("id"): group for group in tree.iter(f"{SVG}g")}
    for name, count in (("runs-results", 7), ("mean-results", 1), ("runs-beads", 7), ("mean-beads", 1)):
        assert len(list(groups[name].iter(f"{SVG}path"))) == count
    ends = [path.get("d", "").split()[-2:] for path in groups["runs-beads"].iter(f"{SVG}path")]
    dead_last = max((float(x), run.games) for (x, _), run in zip(ends, runs, strict=True))
    assert dead_last[1] == max(run.games for run in runs)


def test_the_png_is_a_projectors_size_and_not_blank() -> None:
    image = Image.open(BytesIO(curve_plot(played(60, 7), 60, WORDS, "png")))
    assert image.size == tuple(round(side * DOTS_PER_INCH) for side in SIZE) == (1920, 1080)
    grey = image.convert("L")
    assert grey.getextrema() == (0, 255)
    assert 0.01 < np.mean(np.asarray(grey) < 230) < 0.5


@pytest.mark.parametrize("file_format", ["png", "svg", "pdf"])
def test_the_same_runs_give_the_same_file_whatever_the_users_settings(file_format: str) -> None:
    runs = played(60, 7)
    first = curve_plot(runs, 60, WORDS, file_format)
    with mpl.rc_context({"font.size": 30, "axes.facecolor": "red", "svg.hashsalt": None}):
        assert curve_plot(runs, 60, WORDS, file_format) == first
    assert not re.search(rb"20[0-9][0-9]-[0-9][0-9]-|D:20|CreationDate|dc:date", first)


def test_many_games_make_a_small_file() -> None:
    runs = played(10_000, 100, opponent="random")
    assert len(curve_plot(runs, 10_000, WORDS, "svg")) < 2_000_000


def test_every_word_is_on_the_page() -> None:
    long = WORDS._replace(title="A very long name of a machine " * 5, below="rules " * 40)
    figure = curve_figure(played(10, 2), 10, long)
    figure.canvas.draw()
    for text in figure.texts:
        box = text.get_window_extent()
        assert box.x0 >= 0
        assert box.x1 <= figure.bbox.x1, text.get_text()


def test_large_numbers_have_room() -> None:
    huge = np.array([0, -2_500_000_000])
    run = Career(10**10, False, np.array([0, 10**10]), huge, huge)
    figure = curve_figure([run], 10**10, WORDS)
    figure.canvas.draw()
    for axes in figure.axes:
        assert all(label.get_window_extent().x0 >= 0 for label in axes.get_yticklabels())
