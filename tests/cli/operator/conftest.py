"""What many tests of the operator's commands begin with:
a kit, where its journal will lie, and a book to read.
"""

import shutil
from pathlib import Path

import pytest

from menace_kit.cli import main
from menace_kit.machine import Kit, load_preset
from tests.cli.operator.kept_book import WON, Book


@pytest.fixture(scope="session")
def one_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a journal of one game, won and confirmed, that is not to be changed."""
    path = tmp_path_factory.mktemp("book") / "journal.sqlite"
    words = ("operator", "record", WON, "--operator", "Ada", "--opponent", "[bold]Bob", "--done")
    with pytest.raises(SystemExit, match="0"):
        main([*words, "--journal", str(path), "--preset", "michie-1961"])
    return path


@pytest.fixture
def book(
    one_game: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Book:
    """Lend a folder with a copy of that journal."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TZ", "UTC")
    shutil.copyfile(one_game, tmp_path / "journal.sqlite")
    return Book(tmp_path, capsys)


@pytest.fixture(name="kit", scope="module")
def fixture_kit() -> Kit:
    return load_preset("michie-1961")


@pytest.fixture(name="journal")
def fixture_journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"
