"""What many tests of the operator's commands begin with: a kit, where its journal will lie, and a book to read."""

from pathlib import Path

import pytest

from menace_kit.machine import Kit, load_preset
from tests.cli.operator.kept_book import WON, Book


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Book:
    """Lend a folder with a journal of one game, won and confirmed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TZ", "UTC")
    made = Book(tmp_path, capsys)
    made.run("record", WON, "--operator", "Ada", "--opponent", "[bold]Bob", "--done")
    return made


@pytest.fixture(name="kit", scope="module")
def fixture_kit() -> Kit:
    return load_preset("michie-1961")


@pytest.fixture(name="journal")
def fixture_journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"
