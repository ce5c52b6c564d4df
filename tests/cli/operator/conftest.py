"""The book that most tests of the operator's commands read."""

from pathlib import Path

import pytest

from tests.cli.operator.kept_book import WON, Book


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Book:
    """Lend a folder with a journal of one game, won and confirmed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TZ", "UTC")
    made = Book(tmp_path, capsys)
    made.run("record", WON, "--operator", "Ada", "--opponent", "[bold]Bob", "--done")
    return made
