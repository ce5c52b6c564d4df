"""The command `lab sweep`: the same rows whoever plays them, however often it was stopped."""

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
from pyarrow import parquet

from menace_kit.cli import main
from menace_kit.errors import LabError, OutputError
from tests.cli.conftest import Menace
from tests.cli.running import PROGRAM, complaint, environment, run

GRID = (
    *("lab", "sweep", "--preset", "michie-1961", "--start", "4,3,2,1", "--start", "2", "--reward", "3,1,-1"),
    *("--reward", "2,0,-1", "--empty-box", "resign", "--opponent", "random", "--opponent", "perfect"),
    *("--runs", "6", "--games", "100"),
)
LONG = (*("lab", "sweep", "--preset", "scroggs", "--runs", "12", "--games", "4_000_000", "-o", "long.csv"),)
PART = "long.csv.part.csv"


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the CSV that GRID gives when one thread plays it."""
    folder = tmp_path_factory.mktemp("plain")
    with pytest.raises(SystemExit, match="0"):
        main([*GRID, "--jobs", "1", "-o", str(folder / "plain.csv")])
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
    result = menace(*GRID, "--jobs", "1")
    assert result.code == 0
    assert Path("sweep.csv").read_bytes() == plain
    table = result.out.split("\n\n")[0].splitlines()
    assert table[0].split()[:4] == ["start", "win", "draw", "opponent"]
    assert len(table) == 1 + 8
    assert "In all: loss -1, empty box resign." in result.out
    assert "sweep.csv  (48 rows, one for each run; seed 1961)" in result.out


def test_json_and_parquet_say_the_same_as_the_csv(menace: Menace, plain: bytes) -> None:
    facts = json.loads(menace(*GRID, "--jobs", "1", "--json", "-o", "all.parquet").out)
    rows = list(csv.DictReader(plain.decode().splitlines()))
    assert [
        {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in row.items()}
        for row in parquet.read_table("all.parquet").to_pylist()
    ] == rows
    assert (facts["runs"], facts["games"], facts["seed"], facts["already_done"]) == (6, 100, 1961, 0)
    assert len(facts["cells"]) == 8
    for number, cell in enumerate(facts["cells"]):
        own = rows[6 * number : 6 * (number + 1)]
        assert cell["won"]["mean"] == pytest.approx(sum(int(row["won"]) for row in own) / 6, abs=1e-4)
        assert cell["dead"] == sum(row["dead"] == "true" for row in own)


def test_two_threads_give_the_same_rows(tmp_path: Path, plain: bytes) -> None:
    assert run(*GRID, "--jobs", "2", "-o", "two.csv", folder=tmp_path).code == 0
    assert (tmp_path / "two.csv").read_bytes() == plain


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[str]:
    """Run a Dask scheduler and so many worker processes; give its address."""
    programs: list[subprocess.Popen[bytes]] = []
    surroundings = environment(DASK_TEMPORARY_DIRECTORY=str(folder))

    def start(name: str, *arguments: str) -> None:
        command = [sys.executable, "-m", f"distributed.cli.{name}", *arguments, "--no-dashboard"]
        with (folder / f"{name}.log").open("ab") as log:
            programs.append(subprocess.Popen(command, cwd=folder, env=surroundings, stdout=log, stderr=log))

    try:
        start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", "scheduler.json")
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


def begun(folder: Path, *options: str) -> "subprocess.Popen[bytes]":
    """Start LONG in a process of its own, and return it when its first runs are on the disk."""
    with (folder / "said.txt").open("wb") as said:
        program = subprocess.Popen(
            [*PROGRAM, *LONG, *options],
            cwd=folder,
            env=environment(),
            stdout=said,
            stderr=said,
            start_new_session=True,
        )
    part = folder / PART
    wait_until(lambda: (part.exists() and part.read_bytes().count(b"\n") > 3) or program.poll() is not None)
    return program


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the CSV that LONG gives."""
    folder = tmp_path_factory.mktemp("uninterrupted")
    assert run(*LONG, folder=folder).code == 0
    return (folder / "long.csv").read_bytes()


@pytest.mark.prove
@pytest.mark.skipif(os.name != "posix", reason="kills as POSIX does")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_killed_sweep_goes_on_where_it_was(tmp_path: Path, uninterrupted: bytes, jobs: str) -> None:
    program = begun(tmp_path, "--jobs", jobs)
    program.kill()
    assert program.wait() == -signal.SIGKILL
    with (tmp_path / PART).open("ab") as part:
        part.write(b'"8,4,2,1",3,1,-1,resign,random,12,99')  # a line that was being written
    done = (tmp_path / PART).read_bytes().count(b"\n") - 2
    assert 0 < done < 12
    result = run(*LONG, folder=tmp_path)
    assert result.code == 0
    assert f"{done} of 12 runs were already done ({PART})." in result.err
    assert (tmp_path / "long.csv").read_bytes() == uninterrupted
    assert not (tmp_path / PART).exists()


@pytest.mark.prove
@pytest.mark.skipif(os.name != "posix", reason="sends Ctrl-C as POSIX does")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(
    tmp_path: Path, uninterrupted: bytes, jobs: str
) -> None:
    program = begun(tmp_path, "--jobs", jobs)
    os.killpg(program.pid, signal.SIGINT)
    assert program.wait(30) == 130
    done = (tmp_path / PART).read_bytes().count(b"\n") - 2
    said = (tmp_path / "said.txt").read_text()
    assert f"Stopped: {done} of 12 runs are kept in {PART}; the same command goes on" in said
    assert "Traceback" not in said
    assert "UserWarning" not in said
    assert not (tmp_path / "long.csv").exists()
    assert run(*LONG, folder=tmp_path).code == 0
    assert (tmp_path / "long.csv").read_bytes() == uninterrupted


def test_the_part_of_another_sweep_is_refused(menace: Menace) -> None:
    options = ("lab", "sweep", "--runs", "1", "--games", "1", "--preset", "michie-1961")
    assert menace(*options, "--jobs", "1").code == 0
    Path("sweep.csv.part.csv").write_text("some notes of mine\n")
    assert "is not the part of a sweep; it stays as it is" in complaint(menace(*options), 2)
    assert Path("sweep.csv.part.csv").read_text() == "some notes of mine\n"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--reward", "100,1,-1"], "100,1,-1: win: should be 99 or less"),
        (["--reward", "3,1"], "'3,1' is not three numbers"),
        (["--reward", "3,1,half"], "'half' is not whole numbers"),
        (["--reward", "1/2,1,-1"], "2 numbers for a machine with 4 stages"),
        (["--start", "0"], "0: start: should be 1 or more"),
        (["--start", "4,3,2,100"], "start.4: should be 99 or less"),
        (["--start", "4;3;2;1"], "'4;3;2;1' is not whole numbers"),
        (["--start", "4,3,2"], "3 numbers for a machine with 4 stages"),
        (["--start", ""], "is not whole numbers"),
        (["--start", "2", "--start", "2,2,2,2"], "--start: the same value stands there twice"),
        (["--empty-box", "cry"], "choose from: resign, refill, keep-last, random, punish-previous"),
        (["--opponent", "nobody"], "nobody"),
        (["--opponent", "perfect:2"], "from 0 to 1"),
        (["--games", "0"], "it should be 1 to "),
        (["--runs", "-3"], "it should be 1 to "),
        (["--runs", "1000000"], "1 to 100,000"),
        (["--seed", "-1"], "a seed is a whole number"),
        (["--jobs", "0"], "it should be 1 to 1,000, not 0"),
        (["--output", "sweep.xlsx"], "use one of .csv, .parquet"),
        (["--jobs", "2", "--scheduler", "tcp://127.0.0.1:1"], "give one of them"),
    ],
)
def test_what_cannot_be_swept(menace: Menace, tmp_path: Path, options: list[str], said: str) -> None:
    assert said in complaint(menace("lab", "sweep", "--preset", "michie-1961", *options), 2)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("preset", "most_beads"), [("her-19", 2), ("nim-8", 3)]
)  # what their first boxes start with, and only ever lose
def test_small_games_are_swept_as_well(menace: Menace, preset: str, most_beads: int) -> None:
    grid = ("--empty-box", "resign", "--empty-box", "refill", "--opponent", "random", "--opponent", "perfect")
    result = menace(
        *("lab", "sweep", "--preset", preset, *grid, "--runs", "4", "--games", "60", "--jobs", "1")
    )
    assert (result.code, result.err) == (0, "")
    rows = list(csv.DictReader(Path("sweep.csv").read_text(encoding="utf-8").splitlines()))
    assert len(rows) == 4 * 4
    for row in rows:
        played, won, lost = (int(row[name]) for name in ("games", "won", "lost"))
        assert (won + lost, int(row["drawn"])) == (played, 0)
        assert played == 60 or row["dead"] == "true"
        if row["empty_box"] == "resign":
            assert (int(row["first_box_beads"]) == 0) == (row["dead"] == "true")
        assert int(row["first_box_beads"]) <= most_beads or row["empty_box"] == "refill"
    assert any(int(row["won"]) > 30 for row in rows if row["opponent"] == "random")


def test_a_sweep_that_fails_before_its_first_run_leaves_no_part(
    menace: Menace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise LabError("nothing can be played")

    monkeypatch.setattr("menace_kit.lab.studies.sweep.on_this_machine", fail)
    assert complaint(menace(*GRID, "-o", "failed.csv"), 1 + 1) == "nothing can be played"
    assert list(tmp_path.iterdir()) == []


def test_a_sweep_that_fails_behind_its_first_run_says_where_the_runs_are(
    menace: Menace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OutputError("the disk is full")

    monkeypatch.setattr("menace_kit.files.write_file", fail)
    result = menace(*GRID, "--jobs", "1", "-o", "full.csv")
    assert result.code == 1
    assert "runs are kept in full.csv.part.csv; the same command goes on from there." in result.err
    assert [path.name for path in tmp_path.iterdir()] == ["full.csv.part.csv"]
