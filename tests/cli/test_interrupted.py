"""Ctrl-C, whenever it comes: no traceback, exit code 130, and a step that says truly
whether it was recorded.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from menace_kit.cli.mistakes import NOT_BEGUN
from menace_kit.logbook.store import Logbook
from tests.cli.conftest import Menace
from tests.cli.running import environment, run
from tests.examples import preset

pytestmark = pytest.mark.skipif(os.name != "posix", reason="interrupts as POSIX does")

PROGRAM = "from menace_kit.__main__ import main; print('up', flush=True); main()"
RECORDED = (
    "menace-kit: interrupted, but the step was recorded; what is due now: "
    "menace-kit operator status"
)
NOT_RECORDED = "menace-kit: interrupted; nothing was recorded"
BEFORE = f"menace-kit: {NOT_BEGUN}"


def interrupted(folder: Path, seconds: float, *arguments: str) -> tuple[int, str]:
    """Return exit code and complaint of a command that Ctrl-C comes to,
    so long after Python is up.
    """
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments],
        cwd=folder,
        env=environment() | {"PYTHONDONTWRITEBYTECODE": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "up\n"
        time.sleep(0.001 + seconds)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    return process.returncode, err.strip()


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a logbook in which a game was begun."""
    folder = tmp_path_factory.mktemp("started")
    assert run("operator", "start", "--preset", "michie-1961", folder=folder).code == 0
    return folder


def last_entry(folder: Path) -> int:
    with Logbook(folder / "logbook.sqlite", preset("michie-1961")) as logbook:
        return logbook.last_entry


@pytest.mark.prove
def test_a_step_that_is_interrupted_says_whether_it_was_recorded(
    tmp_path: Path, started: Path
) -> None:
    moments = random.Random(130)
    begun = time.perf_counter()
    shutil.copy(started / "logbook.sqlite", tmp_path)
    assert run("operator", "draw", "gold", folder=tmp_path).code == 0
    whole = time.perf_counter() - begun
    said = set()
    for _ in range(100):
        shutil.copy(started / "logbook.sqlite", tmp_path)
        before = last_entry(tmp_path)
        code, err = interrupted(
            tmp_path, moments.uniform(0, 1.1 * whole), "operator", "draw", "gold"
        )
        recorded = last_entry(tmp_path) > before
        if code == 0:
            assert (recorded, err) == (True, "")
        else:
            assert code == 130, err
            assert err in ((RECORDED,) if recorded else (NOT_RECORDED, BEFORE)), (recorded, err)
        said.add(err)
    assert len(said) >= 2, said


@pytest.mark.prove
@pytest.mark.parametrize(
    "command",
    ["--version", "--help", "boxes 5", "print labels --only 1-20", "lab train --games 500"],
)
def test_any_command_ends_without_a_traceback_whenever_it_is_interrupted(
    tmp_path: Path, command: str
) -> None:
    for _ in range(2):  # the first time it may have to compile, and would take many times as long
        begun = time.perf_counter()
        assert run(*command.split(), folder=tmp_path).code == 0
        whole = time.perf_counter() - begun
    for step in range(24):
        shutil.rmtree(tmp_path / "output", ignore_errors=True)
        code, err = interrupted(tmp_path, whole * step / 24, *command.split())
        assert "Traceback" not in err, err
        # Before `main` is there Python ends itself by the signal, which shells call 130, too.
        assert code in (0, 130, -signal.SIGINT), err
        kept = "Stopped after "  # so many games, which a training keeps
        assert code == 0 or "interrupted" in err.lower() or err.startswith(kept), err


@pytest.mark.parametrize("after", [False, True])
def test_what_the_logbook_has_decides_what_is_said(
    menace: Menace, monkeypatch: pytest.MonkeyPatch, after: bool
) -> None:
    """At the two moments that matter most: just before the step is on the disk, and just after."""
    menace("operator", "start", "--preset", "michie-1961")
    append = Logbook.append

    def interrupt(logbook: Logbook, *given: object) -> object:
        if after:
            append(logbook, *given)  # type: ignore[arg-type]  # as it was called
        raise KeyboardInterrupt

    monkeypatch.setattr(Logbook, "append", interrupt)
    said = menace("operator", "draw", "gold")
    assert (said.code, said.out) == (130, "")
    assert said.err.splitlines() == [RECORDED if after else NOT_RECORDED]


@pytest.mark.parametrize("command", ["operator status", "boxes 1 --now"])
def test_whoever_asks_the_logbook_hears_that_nothing_was_recorded_while_it_is_opened(
    menace: Menace, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    menace("operator", "start", "--preset", "michie-1961")

    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Logbook, "__init__", interrupt)
    said = menace(*command.split(), "--preset", "michie-1961")
    assert (said.code, said.out) == (130, "")
    assert said.err.splitlines() == [NOT_RECORDED]


def test_ctrl_c_before_the_guard_is_told_in_the_same_sentence(tmp_path: Path) -> None:
    """Until then nothing is loaded from a file but the two modules that have the guard."""
    loads = (
        "import sys; before = set(sys.modules); import menace_kit.__main__; "
        "print(*sorted(set(sys.modules) - before - set(sys.builtin_module_names)), flush=True); "
        "raise KeyboardInterrupt"
    )
    done = subprocess.run(
        [sys.executable, "-c", loads],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert set(done.stdout.split()) <= {"menace_kit", "menace_kit.__main__", "gc", "__future__"}
    assert done.stderr.splitlines() == [BEFORE]
    assert done.returncode not in (0, 1)
