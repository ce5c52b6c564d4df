"""The logbooks that tests read, and that nothing stays open after a test."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.logbook.audited import keep_logbook
from tests.logbook.games import close_lent_logbooks, quick_folder


@pytest.fixture(autouse=True)
def _closed_after_the_test() -> Iterator[None]:
    yield
    close_lent_logbooks()


@pytest.fixture(scope="module")
def kept() -> Iterator[Path]:
    """Lend the path of the logbook that `keep_logbook` writes; it is not to be changed."""
    with quick_folder() as folder:
        path = folder / "kept.sqlite"
        keep_logbook(path)
        yield path


@pytest.fixture
def logbook(kept: Path) -> Iterator[Path]:
    with quick_folder() as folder:
        yield Path(shutil.copy(kept, folder / "logbook.sqlite"))
