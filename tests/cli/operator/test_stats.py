"""`operator stats`, as typed at the table."""

import os
import re
import shutil
from pathlib import Path

import pytest

from menace_kit.cli import main
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit_files import load_preset
from tests.examples import preset
from tests.logbook.games import play_random_games


@pytest.fixture(scope="module")
def of_25_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a logbook of 25 games of the default machine, which is not to be changed."""
    path = tmp_path_factory.mktemp("games") / "logbook.sqlite"
    with Logbook(path, preset("michie-1961")) as kept:
        play_random_games(kept, 25, seed=1961)
    return path


@pytest.fixture
def logbook(of_25_games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of that logbook, in the working folder."""
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copyfile(of_25_games, tmp_path / "logbook.sqlite"))


def said(capsys: pytest.CaptureFixture[str], *words: str, exit_code: int = 0) -> str:
    with pytest.raises(SystemExit) as ended:
        main(["operator", "stats", *words])
    out, err = capsys.readouterr()
    assert ended.value.code == exit_code, err
    return out + err


@pytest.mark.usefixtures("logbook")
def test_the_screen_fits_a_small_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys).splitlines()
    assert len(lines) <= 23
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith("Games   25: ")
    assert len([word for word in lines[1].split() if word in {"W", "D", "L"}]) == 20
    assert any(re.match(r"All +1,720 ", line) for line in lines)
    assert any(
        re.fullmatch(r"Michie's line: games have \w+ \d+ beads? \w+ the first box", line)
        for line in lines
    )


@pytest.mark.parametrize("preset", ["both-players", "second-player"])
def test_other_machines_fit_too(
    preset: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with Logbook(tmp_path / "logbook.sqlite", load_preset(preset)) as kept:
        play_random_games(kept, 5, seed=1961)
    lines = said(capsys, "--preset", preset).splitlines()
    assert len(lines) <= 23
    assert max(map(len, lines)) <= 80
    assert any(line.startswith("Michie's line: games have ") for line in lines)


@pytest.mark.usefixtures("logbook")
def test_a_plot_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    Path("plots").mkdir()
    assert "plots/progress.SVG" in said(capsys, "--plot", "plots/progress.SVG").replace(os.sep, "/")
    content = Path("plots/progress.SVG").read_text(encoding="utf-8")
    assert content.startswith("<?xml")
    assert content.count("<polyline") == 4 + 3
    assert "games of the machine: " in content
