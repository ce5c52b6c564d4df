"""The journals that tests read, and that nothing stays open after a test."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.journal.audited import keep_book
from tests.journal.games import close_lent_journals, quick_folder


@pytest.fixture(autouse=True)
def _closed_after_the_test() -> Iterator[None]:
    yield
    close_lent_journals()


@pytest.fixture(scope="module")
def kept() -> Iterator[Path]:
    """Lend the path of the journal that `keep_book` writes; it is not to be changed."""
    with quick_folder() as folder:
        path = folder / "kept.sqlite"
        keep_book(path)
        yield path


@pytest.fixture
def book(kept: Path) -> Iterator[Path]:
    with quick_folder() as folder:
        yield Path(shutil.copy(kept, folder / "journal.sqlite"))
