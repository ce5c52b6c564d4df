"""A process that is killed at any moment leaves whole files only,
and does not disturb the next one.
"""

import csv
import multiprocessing
import os
import random
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from menace_kit.cli import main
from tests.cli.running import PROGRAM, contents, environment, run

pytestmark = [
    pytest.mark.prove,
    pytest.mark.skipif(os.name != "posix", reason="kills as POSIX does"),
]


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()] if folder.exists() else []


def killed_after(command: list[str], output: Path, files: int, seconds: float) -> None:
    """Run the command in a process of its own, and kill it so long after it has
    begun the file after so many.
    """
    # The program is loaded once, for all of the processes, which saves most of the time.
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(
        ["menace_kit.cli", "menace_kit.printables.making", "menace_kit.render.pdf"]
    )
    before = len(names(output))
    process = processes.Process(target=main, args=([*command, "-o", str(output)],))
    process.start()
    while process.is_alive():
        time.sleep(0.0003)
        if len(names(output)) > before + files:
            time.sleep(seconds)
            process.kill()
            break
    process.join(60)


@pytest.fixture
def on_disk() -> Iterator[Path]:
    """Lend a folder on a disk: in memory everything is written before a process can be killed."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        yield Path(folder)


@pytest.mark.parametrize(
    ("command", "all_files", "kills"),
    [("print labels --by-stage --only 1,2,14,122", 4, 14), ("print shopping --format pdf", 2, 6)],
)
def test_a_killed_run_leaves_whole_files_only(
    on_disk: Path, command: str, all_files: int, kills: int
) -> None:
    moments = random.Random(304)
    survivors = []
    for number in range(kills):
        for name in names(on_disk / "output"):
            if not name.startswith("."):
                (on_disk / "output" / name).unlink()
        killed_after(
            command.split(), on_disk / "output", number % all_files, moments.uniform(0, 0.003)
        )
        files = {
            name: file for name, file in contents(on_disk / "output").items() if name[0] != "."
        }
        survivors.append(len(files))
        for name, file in files.items():
            if name.endswith(".pdf"):
                assert file.startswith(b"%PDF-")
                assert file.rstrip().endswith(b"%%EOF")
            elif name.endswith(".csv"):
                rows = list(csv.reader(StringIO(file.decode())))
                assert {len(row) for row in rows} == {10}
                assert rows[-1][1] == "pink"
    assert min(survivors) < all_files, "every run was ready before it was killed"

    for path in (on_disk / "output").glob(".*"):
        os.utime(path, (1_000_000_000, 1_000_000_000))
    assert run(*command.split(), "-o", "output", folder=on_disk).code == 0
    assert run(*command.split(), "-o", "fresh", folder=on_disk).code == 0
    assert contents(on_disk / "output") == contents(on_disk / "fresh")
    assert len(contents(on_disk / "fresh")) == all_files


def test_an_interrupted_run_says_little_and_clears_up(tmp_path: Path) -> None:
    output = tmp_path / "output"
    with subprocess.Popen(
        [*PROGRAM, "build", "--format", "all"],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as process:
        while process.poll() is None and not names(output):
            time.sleep(0.0003)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert b"Traceback" not in err
    assert not [name for name in names(output) if name.startswith(".")]
