"""Two trained machines in files, one for each side."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from menace_kit.lab.learners import contest
from menace_kit.lab.machine_file import machine_bytes
from menace_kit.lab.training import Training
from tests.cli.conftest import Menace
from tests.examples import preset


def taught(name: str, games: int = 500) -> bytes:
    """Return the machine file of a preset after some games against random, as `lab train`
    saves it.
    """
    training = Training(contest(preset(name), "random"))
    training.play(games)
    return machine_bytes(training.machine)


@pytest.fixture(scope="module")
def files() -> Mapping[str, bytes]:
    return {"one.json": taught("michie-1961"), "two.json": taught("second-player")}


@pytest.fixture
def trained(menace: Menace, files: Mapping[str, bytes]) -> Menace:
    """Return `menace` in a folder with both files."""
    for name, content in files.items():
        Path(name).write_bytes(content)
    return menace
