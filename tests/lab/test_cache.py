"""What is kept of compiled code is thrown away as soon as it is older than what it was made of."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from menace_kit.lab import exact, players
from menace_kit.lab.engine import compiling, draws, reinforcement, tables, trainer
from menace_kit.lab.engine.arrays import BEADS, MONTE_CARLO, ODDS, PLAYER, OddsRule, QRule
from menace_kit.lab.engine.compiling import forget_if_older, is_compiled
from menace_kit.lab.engine.match import Match
from menace_kit.lab.learners import contest
from menace_kit.machine import kit, next_game
from tests.examples import preset
from tests.logbook.games import kit_of

PROGRAM = """
from numba import njit
from tests.examples import preset

@njit(cache=True)
def double(number):
    return 2 * number
"""


def program(folder: Path) -> ModuleType:
    """Return a module with one compiled function, as if imported by a new process."""
    spec = importlib.util.spec_from_file_location("program", folder / "program.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def double(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    """A compiled function that was made of `number.py` as well, a minute ago."""
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    (tmp_path / "number.py").write_text("NUMBER = 2", encoding="utf-8")
    for name in ("program.py", "number.py"):
        long_ago = (tmp_path / name).stat().st_mtime - 60
        os.utime(tmp_path / name, (long_ago, long_ago))
    monkeypatch.setattr(compiling, "SOURCES", (tmp_path / "number.py",))
    return program(tmp_path).double


def is_loaded(folder: Path) -> bool:
    """Return whether a new process would find the function compiled, by numba's own count."""
    function = program(folder).double
    function(1)
    return bool(function.stats.cache_hits)


def test_what_was_never_used_is_not_compiled(double: Any) -> None:
    assert not is_compiled(double)


def test_what_was_used_is_kept(double: Any, tmp_path: Path) -> None:
    double(1)
    assert is_compiled(double)
    forget_if_older(double)
    assert is_compiled(double)
    assert is_loaded(tmp_path)


def test_a_change_in_a_file_that_numba_does_not_look_at_counts(double: Any, tmp_path: Path) -> None:
    double(1)
    later = (tmp_path / "program.py").stat().st_mtime + 3600
    os.utime(tmp_path / "number.py", (later, later))
    assert not is_compiled(double)
    assert is_loaded(tmp_path)  # so numba alone would go on with the old number
    forget_if_older(double)
    assert not is_loaded(tmp_path)


def test_a_change_of_the_function_itself_counts(double: Any, tmp_path: Path) -> None:
    double(1)
    (tmp_path / "program.py").write_text(
        PROGRAM.replace("2 * number", "number * 2"), encoding="utf-8"
    )
    assert not is_compiled(double)
    assert not is_loaded(tmp_path)


def test_a_newer_date_of_the_same_function_does_not_count(double: Any, tmp_path: Path) -> None:
    double(1)
    later = (tmp_path / "program.py").stat().st_mtime + 3600
    os.utime(tmp_path / "program.py", (later, later))
    assert is_compiled(double)
    assert is_loaded(tmp_path)


def test_another_numba_compiles_anew(double: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    double(1)
    monkeypatch.setattr("numba.__version__", "0.0")
    assert not is_compiled(double)


def test_every_file_that_compiled_code_takes_something_from_is_looked_at() -> None:
    # Of players and kits exact sums take what comes as an array, and no number; of chances a name.
    looked_at = {
        *compiling.SOURCES,
        *(Path(str(module.__file__)) for module in (players, tables, kit, next_game)),
    }
    for module in (trainer, draws, reinforcement, exact):
        path = Path(str(module.__file__))
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("from menace_kit.lab.engine import "):
                names = line.partition(" import ")[2].split(", ")
                sources = [sys.modules[f"menace_kit.lab.engine.{name}"] for name in names]
            elif line.startswith(("from menace_kit.lab.", "from menace_kit.machine.")):
                sources = [sys.modules[line.split()[1]]]
            else:
                continue
            for source in sources:
                assert Path(str(source.__file__)) in looked_at, line


def test_one_compiled_trainer_plays_everything() -> None:
    kit = preset("michie-1961")
    rules = (OddsRule(2, 1, 0, 0), QRule(1, 1, 0, 1, 2, 2, 1, -1))
    match = Match(kit, ((ODDS, MONTE_CARLO),), rules=rules)
    watching = Match(kit, ((PLAYER, PLAYER),), ("random", "perfect"), watched_by=BEADS)
    Match(kit).run(1).play(1)
    before = len(trainer.play_games.signatures)
    match.run(1).play(1, track=True)
    watching.run(1).play(1)
    Match(kit_of("boxes = {stages = 1, later = 'chart'}")).run(1).play(1)  # a single box
    assert len(trainer.play_games.signatures) == before
    assert is_compiled(trainer.play_games)


PAIRS = (("random", "beads"), ("adaptive", "odds"), ("monte-carlo", "q-learning"))


def games_of(one: str, other: str) -> list[object]:
    run = contest(preset("michie-1961"), one, other).match.run(1961)
    run.play(20, track=True)
    return [list(run.tally), str(run.contents), run.memory.stream.tolist()]


UNCOMPILED = """
import json
from tests.lab.test_cache import PAIRS, games_of

print(json.dumps([games_of(*pair) for pair in PAIRS]))
"""


@pytest.mark.parametrize(
    ("before", "environment"),
    [
        ('import sys; sys.modules["numba"] = None', {}),
        pytest.param("", {"NUMBA_DISABLE_JIT": "1"}, marks=pytest.mark.prove),
    ],
    ids=["missing", "switched off"],
)
def test_without_numba_the_same_games_are_played(before: str, environment: dict[str, str]) -> None:
    assert compiling.numba is not None
    said = subprocess.run(
        [sys.executable, "-W", "error", "-c", f"{before}\n{UNCOMPILED}"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **environment},
    ).stdout
    assert json.loads(said) == [games_of(*pair) for pair in PAIRS]
