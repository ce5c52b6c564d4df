"""What `make bench` measures can be measured: each command runs, in the order it needs."""

from pathlib import Path

import pytest

from benchmarks.bench import CASES, Case, make_logbooks, measure_process

pytestmark = pytest.mark.prove


@pytest.fixture(scope="module")
def logbooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("logbooks")
    make_logbooks(folder, games=3)
    return folder


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_each_command_that_is_measured_runs(case: Case, logbooks: Path) -> None:
    measured = measure_process(case, runs=1, logbooks=logbooks)
    assert len(measured.times) == 1
    assert measured.times[0] > 0
