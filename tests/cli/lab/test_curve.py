"""`lab curve`, as it is typed."""

import csv
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from tests.cli.conftest import Menace
from tests.cli.lab.timer import interrupted_in, needs_interval_timers

SVG = "{http://www.w3.org/2000/svg}"


def texts(path: Path) -> set[str]:
    return {
        "".join(text.itertext()) for text in ElementTree.parse(path).getroot().iter(f"{SVG}text")
    }


def test_it_draws_a_png_where_nothing_is_named(menace: Menace, tmp_path: Path) -> None:
    said = menace("lab", "curve", "--games", "20", "--runs", "5")
    assert said.code == 0
    assert said.out.startswith("curve.png  (5 runs of 20 games; ")
    assert "seed 1961" in said.out
    with Image.open(tmp_path / "curve.png") as image:
        assert image.size == (1920, 1080)


def test_title_and_line_below_say_what_was_done(menace: Menace, tmp_path: Path) -> None:
    menace(
        "lab",
        "curve",
        "--games",
        "1000",
        "--runs",
        "20",
        "--opponent",
        "perfect",
        "--seed",
        "7",
        "-o",
        "c.svg",
    )
    found = texts(tmp_path / "c.svg")
    assert "MENACE 1961 against a perfect player" in found
    assert (
        "start 4-3-2-1, won +3, drawn +1, lost −1  ·  games 1,000  ·  runs 20  ·  seed 7" in found
    )
    (note,) = [text for text in found if "ended early" in text]
    facts = json.loads(
        menace(
            "lab",
            "curve",
            "--games",
            "1000",
            "--runs",
            "20",
            "--opponent",
            "perfect",
            "--seed",
            "7",
            "--json",
        ).out
    )
    early = f"{facts['dead']} of 20 runs ended early"
    assert note.startswith(f"{early}: the machine could no longer make its first move.")
    assert "The mean is that of the runs that still go on." in note
    assert facts["results"]["runs"][0] == 20
    assert facts["results"]["runs"][-1] == 20 - facts["dead"]


def test_chances_and_machines_alive_as_json_and_csv(menace: Menace, tmp_path: Path) -> None:
    arguments = (
        "lab",
        "curve",
        "--games",
        "60",
        "--runs",
        "12",
        "--opponent",
        "perfect",
        "--exact",
    )
    facts = json.loads(menace(*arguments, "--json").out)
    rows = list(csv.DictReader(menace(*arguments, "--csv").out.splitlines()))
    assert [int(row["games"]) for row in rows] == list(range(61)) == facts["alive"]["games"]
    assert [int(row["alive_runs"]) for row in rows] == facts["alive"]["runs"]
    assert facts["alive"]["runs"][-1] == 12 - facts["dead"] < 12
    for name in ("next_game", "next_game_worst_case"):
        for column in ("win", "draw", "loss"):
            assert [float(row[f"{name}_{column}"]) for row in rows] == facts[name][column]
    # As it is filled.
    assert facts["next_game"]["loss"][0] == pytest.approx(138647 / 181440, abs=1e-6)
    assert [float(row["results_mean"]) for row in rows if row["results_mean"]] == facts["results"][
        "mean"
    ]
    assert list(tmp_path.iterdir()) == []
    without = json.loads(menace(*arguments[:-1], "--json").out)
    assert without.pop("recent")["games"] == list(range(20, 61))
    assert without.pop("good_move")["games"][-1] <= 60
    assert facts.pop("recent") is facts.pop("good_move") is None
    assert without == facts | {"next_game": None, "next_game_worst_case": None}
    menace(*arguments, "-o", "c.svg")
    found = texts(tmp_path / "c.svg")
    assert {"The next game", "Machines alive", "won", "drawn", "lost"} <= found
    assert (
        f"{facts['dead']} of 12 machines could no longer make their first move, "
        "and count as losing every game from then on." in found
    )


@pytest.mark.parametrize("learner", ["odds"])
def test_learners_without_beads_have_one_panel(
    learner: str, menace: Menace, tmp_path: Path
) -> None:
    arguments = ("lab", "curve", "--learner", learner, "--games", "30", "--runs", "3")
    menace(*arguments, "--sums", "-o", "c.svg")
    found = texts(tmp_path / "c.svg")
    assert "Games won less games lost" in found
    assert not any("first box" in text for text in found)
    facts = json.loads(
        menace("lab", "curve", "--learner", learner, "--games", "3", "--runs", "3", "--json").out
    )
    assert facts["first_box"] is None


@needs_interval_timers
def test_ctrl_c_draws_the_runs_so_far(menace: Menace, tmp_path: Path) -> None:
    with interrupted_in("_lines_of", visits=20):
        said = menace("lab", "curve", "--games", "3000", "--runs", "10000", "--sums", "-o", "c.svg")
    assert said.code == 130
    assert "of 10,000 runs were finished." in said.err
    finished = said.err.split()[1]
    assert 0 < int(finished.replace(",", "")) < 10_000
    found = texts(tmp_path / "c.svg")
    assert f"Stopped after {finished} of 10,000 runs." in found
    assert any(text.endswith(f"runs {finished}  ·  seed 1961") for text in found)


@needs_interval_timers
def test_ctrl_c_before_the_first_run_draws_nothing(menace: Menace, tmp_path: Path) -> None:
    with interrupted_in("_lines_of", visits=2):
        said = menace("lab", "curve", "--games", "1e9", "--runs", "2")
    assert said.code == 130
    assert "nothing to draw" in said.err
    assert list(tmp_path.iterdir()) == []


def test_only_the_first_boxes_of_the_side_that_learns_count(menace: Menace, tmp_path: Path) -> None:
    arguments = ("lab", "curve", "--games", "5", "--runs", "2", "--sums", "-o", "c.svg")
    menace(*arguments, "--preset", "both-players")
    assert "Beads in the first box, against its start" in texts(tmp_path / "c.svg")
    menace(*arguments, "--preset", "second-player")
    assert "Beads in the 3 first boxes, against their start" in texts(tmp_path / "c.svg")


def test_recent_games_and_good_moves_are_drawn_unless_sums_are_asked_for(
    menace: Menace, tmp_path: Path
) -> None:
    arguments = ("lab", "curve", "--games", "40", "--runs", "5", "-o", "c.svg", "--json")
    facts = json.loads(menace(*arguments).out)
    found = texts(tmp_path / "c.svg")
    titles = {"Of the last 20 games", "Chance of a good second move"}
    assert titles | {"won", "drawn", "lost"} <= found
    assert "Games won less games lost" not in found
    recent = facts["recent"]
    assert recent["games"] == list(range(20, 41))  # of few runs from the first whole window on
    for shares in zip(recent["win"], recent["draw"], recent["loss"], strict=True):
        assert sum(shares) == pytest.approx(1, abs=1e-5)
    rows = list(csv.DictReader(menace(*arguments[:-3], "--csv").out.splitlines()))
    assert [row["recent_win"] for row in rows[:20]] == [""] * 20
    assert [float(row["recent_win"]) for row in rows[20:]] == recent["win"]
    assert facts["good_move"]["mean"][0] == pytest.approx(0.6071, abs=1e-4)
    sums = json.loads(menace(*arguments, "--sums").out)
    assert sums["recent"] is sums["good_move"] is None
    assert sums["results"] == facts["results"]
    assert not titles & texts(tmp_path / "c.svg")
    menace("lab", "curve", "--preset", "her-19", "--games", "4", "--runs", "2", "-o", "c.svg")
    assert "Chance of a good first move" in texts(tmp_path / "c.svg")


def test_exact_chances_and_sums_exclude_each_other(menace: Menace) -> None:
    said = menace("lab", "curve", "--exact", "--sums")
    assert said.code == 2
    assert "--exact and --sums exclude each other" in said.err
