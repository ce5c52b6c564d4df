"""`operator record --outcome`, as typed, and what the other commands say of such games."""

import csv
from io import StringIO
from pathlib import Path

import pytest

from tests.cli.operator.kept_logbook import Kept


@pytest.fixture
def kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Kept:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TZ", "UTC")
    (tmp_path / "kit.toml").touch()
    return Kept(tmp_path, capsys)


def log(kept: Kept, result: str, *words: str, exit_code: int = 0) -> str:
    """Enter a game by its outcome."""
    return kept.run("record", "--outcome", result, *words, exit_code=exit_code)


def test_outcomes_and_games_are_exported_and_imported_again(kept: Kept) -> None:
    kept.run("record", "1 2 5 3 9", "--done")
    before = kept.run("export", "--games", "--format", "csv").splitlines()[0]
    assert (
        before == "moves,played_at,operator,opponent"
    )  # the columns of outcomes are there where they are needed
    log(kept, "won", "--first-bead", "white", "--opponent", "Bob", "--done")
    log(kept, "drawn")
    kept.run("export", "--games", "--format", "csv", "games.csv")
    rows = list(csv.DictReader(StringIO(kept.run("export", "--games", "--format", "csv"))))
    assert [(row["moves"], row["result"], row["bead"], row["box"]) for row in rows] == [
        ("1 2 5 3 9", "", "", ""),
        ("", "win", "white", "1"),
        ("", "draw", "", ""),
    ]
    assert "Entered 3 games." in kept.run("import", "games.csv", "--logbook", "again.sqlite")
    for command in (["export", "--games"], ["boxes", "--now"]):
        assert kept.run(*command, "--logbook", "again.sqlite") == kept.run(*command)
    assert "In order" in kept.run("verify", "--logbook", "again.sqlite")
