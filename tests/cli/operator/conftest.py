"""What many tests of the operator's commands start with: a kit, and a logbook to write or read."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from menace_kit.cli.operator.guided.keys import ENTER
from menace_kit.machine import Kit
from tests.cli.operator.kept_logbook import WON, Kept
from tests.cli.operator.pressed import BEAD_OF_BOX_1, Pressed
from tests.cli.running import run_here
from tests.examples import preset


@pytest.fixture(scope="session")
def one_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a logbook of one game, won and confirmed; don't change it."""
    path = tmp_path_factory.mktemp("logbook") / "logbook.sqlite"
    words = ("operator", "record", WON, "--operator", "Ada", "--opponent", "[bold]Bob", "--done")
    assert run_here(*words, "--logbook", path, "--preset", "michie-1961").code == 0
    return path


@pytest.fixture
def kept(one_game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kept:
    """Yield a folder with a kit and a copy of that logbook."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TZ", "UTC")
    shutil.copyfile(one_game, tmp_path / "logbook.sqlite")
    (tmp_path / "kit.toml").touch()
    return Kept(tmp_path)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kept:
    """Yield a folder with a kit, the machine of 1961, and no logbook."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kit.toml").touch()
    return Kept(tmp_path)


@pytest.fixture(name="kit", scope="module")
def fixture_kit() -> Kit:
    return preset("michie-1961")


@pytest.fixture(name="logbook")
def fixture_logbook(tmp_path: Path) -> Path:
    (tmp_path / "kit.toml").touch()
    return tmp_path / "logbook.sqlite"


@pytest.fixture(name="pressed")
def fixture_pressed(logbook: Path, kit: Kit) -> Iterator[Pressed]:
    """Yield Bob's game at its first bead, on a screen."""
    with Pressed(logbook, kit, operator="Ada", opponent="Bob") as pressed:
        pressed.press(ENTER, BEAD_OF_BOX_1)
        yield pressed
