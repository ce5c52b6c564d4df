"""The command `lab sweep`: the same rows whoever plays them, and whole machines after Ctrl-C."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.conftest import Menace
from tests.cli.lab.timer import interrupted_in, needs_interval_timers
from tests.cli.running import PROGRAM, complaint, environment, run, run_here

GRID = (
    *(
        "lab",
        "sweep",
        "--preset",
        "michie-1961",
        "--start",
        "4,3,2,1",
        "--start",
        "2",
        "--reward",
        "3,1,-1",
    ),
    *(
        "--reward",
        "2,0,-1",
        "--empty-box",
        "resign",
        "--opponent",
        "random",
        "--opponent",
        "perfect",
    ),
    *("--runs", "6", "--games", "100"),
)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the CSV that GRID gives."""
    folder = tmp_path_factory.mktemp("plain")
    assert run_here(*GRID, "-o", folder / "plain.csv").code == 0
    assert [path.name for path in folder.iterdir()] == ["plain.csv"]
    return (folder / "plain.csv").read_bytes()


def test_there_is_a_row_for_each_run_and_a_line_for_each_cell(menace: Menace, plain: bytes) -> None:
    rows = list(csv.DictReader(plain.decode().splitlines()))
    assert len(rows) == 8 * 6
    assert {(row["start"], row["win"], row["draw"], row["opponent"]) for row in rows} == {
        (start, win, draw, opponent)
        for start in ("4,3,2,1", "2")
        for win, draw in (("3", "1"), ("2", "0"))
        for opponent in ("random", "perfect")
    }
    result = menace(*GRID)
    assert result.code == 0
    assert Path("sweep.csv").read_bytes() == plain
    table = result.out.split("\n\n")[0].splitlines()
    assert table[0].split()[:4] == ["start", "win", "draw", "opponent"]
    assert len(table) == 1 + 8
    assert "In all: loss -1, empty box resign." in result.out
    assert "sweep.csv  (48 rows, one for each run; seed 1961)" in result.out


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[str]:
    """Run a Dask scheduler and so many worker processes; give its address."""
    programs: list[subprocess.Popen[bytes]] = []
    surroundings = environment(DASK_TEMPORARY_DIRECTORY=str(folder))

    def start(name: str, *arguments: str) -> None:
        command = [sys.executable, "-m", f"distributed.cli.{name}", *arguments, "--no-dashboard"]
        with (folder / f"{name}.log").open("ab") as log:
            programs.append(
                subprocess.Popen(command, cwd=folder, env=surroundings, stdout=log, stderr=log)
            )

    try:
        start(
            "dask_scheduler",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--scheduler-file",
            "scheduler.json",
        )
        wait_until((folder / "scheduler.json").exists)
        address = str(json.loads((folder / "scheduler.json").read_text())["address"])
        for _ in range(workers):
            start("dask_worker", address, "--nthreads", "1", "--no-nanny")
        yield address
    finally:
        for program in reversed(programs):
            program.kill()
            program.wait()


def wait_until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 90
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.prove
def test_a_dask_cluster_of_two_processes_gives_the_same_rows(tmp_path: Path, plain: bytes) -> None:
    with cluster(tmp_path, 2) as address:
        result = run(*GRID, "--scheduler", address, "-o", "cluster.csv", folder=tmp_path)
        log = (tmp_path / "dask_scheduler.log").read_text()
    assert (result.code, result.err) == (0, "")
    assert (tmp_path / "cluster.csv").read_bytes() == plain
    assert log.count("Register worker") == 2


@pytest.mark.prove
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "no such place", "carrier-pigeon://here"])
def test_a_scheduler_that_does_not_answer(tmp_path: Path, address: str) -> None:
    said = complaint(run(*GRID, "--scheduler", address, folder=tmp_path), 1)
    assert said.startswith(f"no Dask scheduler answers at {address}; start one with")


DEAD_AND_ALIVE = (
    *("lab", "sweep", "--preset", "nim-8", "--opponent", "perfect"),
    *("--empty-box", "resign", "--empty-box", "refill"),
)
"""Nobody wins of the perfect player: a machine that resigns is soon dead, the other plays on."""


def kept(folder: Path) -> list[str]:
    """Return the rules of the rows in the file, and nothing else is there."""
    assert [path.name for path in folder.iterdir()] == ["sweep.csv"]
    rows = csv.DictReader((folder / "sweep.csv").read_text(encoding="utf-8").splitlines())
    return [row["empty_box"] for row in rows]


@needs_interval_timers
def test_ctrl_c_leaves_the_machines_that_are_finished(menace: Menace, tmp_path: Path) -> None:
    asked = (*DEAD_AND_ALIVE, "--runs", "50", "--games", "10_000_000", "--json")
    with interrupted_in("played", visits=40):
        done = menace(*asked)
    assert done.code == 130
    assert done.err == "Stopped: sweep.csv has 1 of 2 machines, all that are finished.\n"
    assert kept(tmp_path) == 50 * ["resign"]
    facts = json.loads(done.out)
    assert facts["stopped"] is True
    assert [cell["dead"] for cell in facts["cells"]] == [50]


@needs_interval_timers
def test_ctrl_c_before_a_machine_is_finished_leaves_the_old_file(
    menace: Menace, tmp_path: Path
) -> None:
    (tmp_path / "sweep.csv").write_text("empty_box\nmine\n", encoding="utf-8")
    with interrupted_in("played", visits=2):
        done = menace(*DEAD_AND_ALIVE[:-2], "--runs", "100000")
    assert (done.code, done.out) == (130, "")
    assert done.err == "Stopped before the first machine was finished: sweep.csv is not written.\n"
    assert kept(tmp_path) == ["mine"]


@pytest.mark.prove
@pytest.mark.skipif(os.name != "posix", reason="sends Ctrl-C as POSIX does")
def test_after_ctrl_c_no_thread_plays_on(tmp_path: Path) -> None:
    asked = [*DEAD_AND_ALIVE, "--runs", "2", "--games", "10_000_000_000"]
    run(*DEAD_AND_ALIVE, "--games", "1", folder=tmp_path)  # compiles what is not yet
    program = subprocess.Popen(
        [*PROGRAM, *asked],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    time.sleep(8)
    os.killpg(program.pid, signal.SIGINT)
    out, err = program.communicate(timeout=30)
    assert program.returncode == 130
    assert err == "Stopped: sweep.csv has 1 of 2 machines, all that are finished.\n"
    assert "sweep.csv  (2 rows, one for each run; seed 1961)" in out
    assert kept(tmp_path) == 2 * ["resign"]
