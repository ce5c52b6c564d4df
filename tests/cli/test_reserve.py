"""The reserve of beads on the shopping list: one number everywhere, with the lab and without it."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Menace
from tests.cli.running import as_text, contents, environment, words_of

WITHOUT_THE_EXTRA = """
import sys
from importlib.machinery import PathFinder

class WithoutTheExtra:
    '''Finds everything but the libraries of the extra, as where they are not installed.'''

    @staticmethod
    def find_spec(name, path=None, target=None):
        hidden = name.partition(".")[0] in ("numba", "numpy")
        return None if hidden else PathFinder.find_spec(name, path, target)

sys.meta_path = [WithoutTheExtra if finder is PathFinder else finder for finder in sys.meta_path]
from menace_kit.cli import main
main(sys.argv[1:])
"""


NIM = """
game = "nim"
side = "both"
marks = ["I", "J"]
beads.palette = "four-arrows"
learning = {win = 2, loss = -1}
"""
"""A kit file of eight boxes, with rules of its own: it is quickly simulated."""


def words(text: str) -> str:
    return " ".join(text.split())


def test_the_games_and_the_players_can_be_chosen(menace: Menace, tmp_path: Path) -> None:
    (tmp_path / "kit.toml").write_text(NIM, encoding="utf-8")
    games = ("--games", "20")
    for options in ([], [*games], [*games, "--mix", "perfect=1"]):
        assert menace("print", "shopping", *options).code == 0
    folder = tmp_path / "output"
    listed = words_of(folder / "shopping-a4-20-games-perfect-1.pdf")
    assert {path.name for path in folder.glob("*.csv")} == {
        "shopping-a4.csv",
        "shopping-a4-20-games.csv",
        "shopping-a4-20-games-perfect-1.csv",
    }
    assert "20 games each, against a crowd (100 % a perfect player)" in listed


@pytest.fixture
def without_the_extra(tmp_path: Path) -> Callable[..., str]:
    """Return `without_the_extra(*arguments)`:
    what a command says where the lab is not installed.
    """

    def run(*arguments: str, code: int = 0) -> str:
        done = subprocess.run(
            [sys.executable, "-c", WITHOUT_THE_EXTRA, *arguments],
            cwd=tmp_path,
            env=environment(),
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert (done.returncode, not done.stderr) == (code, code == 0)
        return words(as_text(done.stderr if code else done.stdout))

    return run


def test_a_preset_needs_as_many_beads_without_the_extra(
    menace: Menace, tmp_path: Path, without_the_extra: Callable[..., str]
) -> None:
    told = without_the_extra("print", "shopping", "--preset", "starter", "-o", "without")
    assert "(enough for 95 machines in 100)" in told
    menace("print", "shopping", "--preset", "starter")
    assert contents(tmp_path / "without") == contents(tmp_path / "output")


def test_rules_of_ones_own_go_by_the_rule_of_thumb_where_nothing_can_simulate_them(
    tmp_path: Path, without_the_extra: Callable[..., str]
) -> None:
    (tmp_path / "kit.toml").write_text(NIM, encoding="utf-8")
    told = without_the_extra("print", "shopping")
    assert "spare by a rule of thumb; this machine was not simulated." in told
    page = words_of(tmp_path / "output" / "shopping-a4.pdf")
    assert "what 20 wins in a row add" in page
    assert "We simulated" not in page


def test_rules_of_ones_own_are_simulated_once_and_kept(
    menace: Menace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # code that was only just written is believed.
    monkeypatch.setattr("menace_kit.kept._BEGUN", 1e11)
    (tmp_path / "kit.toml").write_text(f"{NIM}[shopping]\ngames = 20", encoding="utf-8")
    first = menace("print", "shopping").out
    assert "spare for 20 games (enough for 95 machines in 100)." in words(first)

    def never(*_: object) -> None:
        raise AssertionError("it was simulated again")

    monkeypatch.setattr("menace_kit.lab.studies.forecast.simulated_need", never)
    assert menace("print", "shopping").code == 0
