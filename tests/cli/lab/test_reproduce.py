"""`menace-kit lab reproduce` as a whole."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Menace


def test_the_table_as_json_and_as_a_file(menace: Menace, tmp_path: Path) -> None:
    done = menace("lab", "reproduce", "--runs", "4", "--json", "--jobs", "1", "-o", "table.md")
    assert done.code == 0
    facts = json.loads(done.out)
    assert (facts["runs"], facts["seed"]) == (4, 1961)
    assert {figure["source"] for figure in facts["figures"]} == {"B", "C", "D", "E"}
    assert all(figure["mean"] is None or figure["mean"] >= 0 for figure in facts["figures"])
    assert "| 197 |" in (tmp_path / "table.md").read_text(encoding="utf-8")


def test_the_table_on_the_screen(menace: Menace) -> None:
    out = menace("lab", "reproduce", "--runs", "4").out
    assert "B  M(1,2,1) against random, 300 games" in out
    assert max(map(len, out.splitlines())) <= 100


@pytest.mark.parametrize("runs", ["0", "-3", "many", "1.5"])
def test_runs_that_cannot_be(menace: Menace, runs: str) -> None:
    done = menace("lab", "reproduce", "--runs", runs)
    assert done.code == 2
    assert "--runs" in done.err
