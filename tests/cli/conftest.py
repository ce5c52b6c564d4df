"""The program called within the tests' own process, which is quicker than a process for each."""

from collections.abc import Callable
from pathlib import Path

import pytest

from menace_kit.cli import main
from menace_kit.cli.reserve import simulated_need_of
from menace_kit.machine import load_preset
from tests.cli.running import Result, as_text

Menace = Callable[..., Result]


@pytest.fixture(scope="session", autouse=True)
def _compiled_lab() -> None:
    """Compile the lab before anything else: the first command that simulates does it, and says so."""
    simulated_need_of(load_preset("michie-1961"))


@pytest.fixture
def menace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Menace:
    """Return `menace(*arguments)`, which runs the program in an empty folder and an 80-column terminal."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)

    def call(*arguments: str | Path) -> Result:
        capfdbinary.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        out, err = capfdbinary.readouterr()
        code = ended.value.code
        return Result(code if isinstance(code, int) else 0, as_text(out), as_text(err))

    return call
