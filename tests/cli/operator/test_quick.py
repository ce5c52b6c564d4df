"""`operator record --outcome`, as typed, and what the other commands say of such games."""

import csv
from io import StringIO
from pathlib import Path

import pytest

from menace_kit.cli.operator.guided import GuidedGame, View, keys
from menace_kit.guide import whole_games
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Due
from menace_kit.logbook.store import Logbook
from menace_kit.machine.learning import Result
from tests.cli.operator.kept_logbook import Kept
from tests.cli.operator.pressed import flowing, painted
from tests.logbook.games import kit_named


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


def test_the_guided_game_takes_an_outcome_back_and_says_what_to_do_with_its_bead() -> None:
    with Logbook(Path(":memory:"), kit_named("michie")) as logbook:
        game = GuidedGame(Desk(logbook), View())
        game.desk.act(
            lambda session: whole_games.quick(session, Result.WIN, "white", confirmed=True)
        )
        shown = flowing([line.plain for line in painted(game, 90, 26)[1]])
        assert (
            "The first bead was WHITE, from box 1. The machine won (only the result was recorded)."
            in shown
        )
        game.press(keys.UNDO)
        game.press(keys.ENTER)
        assert str(game.view.message) == (
            "Game 1 is undone. Box 1: take 3 WHITE beads out, into their pot."
        )
        game.press(keys.UNDO)
        assert str(game.view.message).startswith("Game 1 is undone already")
        game.press(keys.ENTER)
        assert game.session.due is Due.BEAD
