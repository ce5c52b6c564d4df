"""Logbooks for tests to read; everything is closed after each test."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from menace_kit.logbook.store import Logbook
from tests.logbook.audited import keep_logbook
from tests.logbook.games import close_lent_logbooks, kit_of, play_random_games, quick_folder


@pytest.fixture(autouse=True)
def _closed_after_the_test() -> Iterator[None]:
    yield
    close_lent_logbooks()


@pytest.fixture(scope="module")
def kept() -> Iterator[Path]:
    """Yield the path of the logbook that `keep_logbook` writes; don't change it."""
    with quick_folder() as folder:
        path = folder / "kept.sqlite"
        keep_logbook(path)
        yield path


@pytest.fixture
def logbook(kept: Path) -> Iterator[Path]:
    with quick_folder() as folder:
        yield Path(shutil.copy(kept, folder / "logbook.sqlite"))


@pytest.fixture(scope="session")
def of_two_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a logbook; don't change it."""
    path = tmp_path_factory.mktemp("games") / "logbook.sqlite"
    with Logbook(path, kit_of("")) as logbook:
        play_random_games(logbook, 2, seed=7)
    return path


@pytest.fixture
def path(of_two_games: Path, tmp_path: Path) -> Path:
    return Path(shutil.copyfile(of_two_games, tmp_path / "logbook.sqlite"))
