"""`menace-kit lab reproduce` as a whole."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Menace
from tests.cli.lab.timer import interrupted_in, needs_interval_timers


def test_the_table_as_json_and_as_a_file(menace: Menace, tmp_path: Path) -> None:
    done = menace("lab", "reproduce", "--runs", "2", "--json", "--jobs", "1", "-o", "table.md")
    assert done.code == 0
    facts = json.loads(done.out)
    assert (facts["runs"], facts["seed"]) == (2, 1961)
    assert {figure["source"] for figure in facts["figures"]} == {"A", "B", "C", "D", "E"}
    counts = [figure["mean"] for figure in facts["figures"] if " less " not in figure["figure"]]
    assert len(counts) == 48
    assert all(mean is None or mean >= 0 for mean in counts)
    assert "| 197 |" in (tmp_path / "table.md").read_text(encoding="utf-8")


def test_the_table_on_the_screen(menace: Menace) -> None:
    out = menace("lab", "reproduce", "--runs", "1", "--jobs", "1").out
    assert "B  M(1,2,1) against random, 300 games" in out
    assert max(map(len, out.splitlines())) <= 100


@pytest.mark.parametrize("runs", ["0", "-3", "many", "1.5"])
def test_runs_that_cannot_be(menace: Menace, runs: str) -> None:
    done = menace("lab", "reproduce", "--runs", runs)
    assert done.code == 2
    assert "--runs" in done.err


@needs_interval_timers
def test_ctrl_c_shows_the_experiments_that_were_finished(menace: Menace, tmp_path: Path) -> None:
    with interrupted_in("compared", visits=40):
        done = menace("lab", "reproduce", "--runs", "200", "--json", "--jobs", "1", "-o", "table.md")
    assert done.code == 130
    facts = json.loads(done.out)
    assert facts["stopped"] is True
    titles = list(dict.fromkeys(figure["title"] for figure in facts["figures"]))
    number = len(titles)
    assert f"Stopped after {number} experiment{'s' if number != 1 else ''}." in done.err.splitlines()
    assert "table.md is not written: it is for all of the experiments." in done.err.splitlines()
    assert list(tmp_path.iterdir()) == []


@needs_interval_timers
def test_ctrl_c_at_once_shows_no_table(menace: Menace) -> None:
    with interrupted_in("compared", visits=1):
        done = menace("lab", "reproduce", "--runs", "100000", "--jobs", "1")
    assert (done.code, done.out) == (130, "")
    assert done.err == "Stopped after 0 experiments.\n"
