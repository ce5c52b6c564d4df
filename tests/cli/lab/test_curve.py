"""`lab curve`, as it is typed."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Menace
from tests.cli.lab.timer import interrupted_in, needs_interval_timers

SVG = "{http://www.w3.org/2000/svg}"


def texts(path: Path) -> set[str]:
    return {
        "".join(text.itertext()) for text in ElementTree.parse(path).getroot().iter(f"{SVG}text")
    }


def test_title_and_line_below_say_what_was_done(menace: Menace, tmp_path: Path) -> None:
    rules = ("--games", "1000", "--runs", "20", "--opponent", "perfect", "--seed", "7")
    facts = json.loads(menace("lab", "curve", *rules, "-o", "c.svg", "--json").out)
    found = texts(tmp_path / "c.svg")
    assert "MENACE 1961 learns against a perfect player" in found
    assert "Chance that move 2 is good" in found  # and no sums, which --sums draws
    assert (
        "start 4-3-2-1, won +3, drawn +1, lost −1  ·  games 1,000  ·  runs 20  ·  seed 7" in found
    )
    (note,) = [text for text in found if "ended early" in text]
    early = f"{facts['dead']} of 20 runs ended early"
    assert note.startswith(f"{early}: the machine could no longer make its first move.")
    assert "The mean is that of the runs that still go on." in note
    assert facts["results"]["runs"][0] == 20
    assert facts["results"]["runs"][-1] == 20 - facts["dead"]


@pytest.mark.parametrize("learner", ["odds"])
def test_learners_without_beads_have_one_panel(
    learner: str, menace: Menace, tmp_path: Path
) -> None:
    arguments = ("lab", "curve", "--learner", learner, "--games", "30", "--runs", "3")
    facts = json.loads(menace(*arguments, "--sums", "-o", "c.svg", "--json").out)
    found = texts(tmp_path / "c.svg")
    assert "Games won less games lost" in found
    assert not any("first box" in text for text in found)
    assert facts["first_box"] is None


@needs_interval_timers
def test_ctrl_c_draws_the_runs_so_far(menace: Menace, tmp_path: Path) -> None:
    # What is compiled is loaded here: in the interrupted run that would pass for games.
    menace("lab", "curve", "--games", "1", "--runs", "1", "--sums", "-o", "c.svg")
    with interrupted_in("_lines_of", visits=40):
        said = menace("lab", "curve", "--games", "300", "--runs", "10000", "--sums", "-o", "c.svg")
    assert said.code == 130
    assert "of 10,000 runs were finished." in said.err
    finished = said.err.split()[1]
    assert 0 < int(finished.replace(",", "")) < 10_000
    found = texts(tmp_path / "c.svg")
    assert f"Stopped after {finished} of 10,000 runs." in found
    assert any(text.endswith(f"runs {finished}  ·  seed 1961") for text in found)


@needs_interval_timers
def test_ctrl_c_before_the_first_run_draws_nothing(menace: Menace, tmp_path: Path) -> None:
    with interrupted_in("_lines_of", visits=10):
        said = menace("lab", "curve", "--games", "1e9", "--runs", "2")
    assert said.code == 130
    assert "nothing to draw" in said.err
    assert list(tmp_path.iterdir()) == []


def test_only_the_first_boxes_of_the_side_that_learns_count(menace: Menace, tmp_path: Path) -> None:
    arguments = ("lab", "curve", "--games", "5", "--runs", "2", "--sums", "-o", "c.svg")
    menace(*arguments, "--preset", "both-players")
    assert "Beads that games added to the first box" in texts(tmp_path / "c.svg")
    menace(*arguments, "--preset", "second-player")
    assert "Beads that games added to the 3 first boxes" in texts(tmp_path / "c.svg")


def test_exact_chances_and_sums_exclude_each_other(menace: Menace) -> None:
    said = menace("lab", "curve", "--exact", "--sums")
    assert said.code == 2
    assert "--exact and --sums exclude each other" in said.err
