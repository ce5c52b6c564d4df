"""The reserve of beads on the shopping list: forecast where the lab is installed, and by the rule where it is not."""

import csv
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Build, Built, Menace
from tests.cli.running import as_text, contents, environment, pdf_texts
from tests.examples import all_to_prove

WITHOUT_THE_EXTRA = """
import sys
from importlib.machinery import PathFinder

class WithoutTheExtra:
    '''Finds everything but the libraries of the extra, as where they are not installed.'''

    @staticmethod
    def find_spec(name, path=None, target=None):
        hidden = name.partition(".")[0] in ("numba", "numpy", "joblib")
        return None if hidden else PathFinder.find_spec(name, path, target)

sys.meta_path = [WithoutTheExtra if finder is PathFinder else finder for finder in sys.meta_path]
from menace_kit.cli import main
main(sys.argv[1:])
"""


def reserves(folder: Path) -> dict[str, int]:
    with (folder / "shopping-a4.csv").open(encoding="utf-8", newline="") as file:
        return {row["item"]: int(row["reserve"]) for row in csv.DictReader(file) if row["kind"] == "bead"}


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture(params=all_to_prove(["build", "shopping"], quick=["shopping"]))
def made(
    menace: Menace, built: Built, tmp_path: Path, request: pytest.FixtureRequest
) -> Callable[..., Build]:
    """Return `made(*options)`: what a command makes in an empty folder, of those that make a shopping list."""

    def make(*options: str) -> Build:
        if request.param == "build":
            return built(*options)
        return Build(menace(request.param, *options), tmp_path / "output")

    return make


def test_the_list_is_forecast_and_says_so(made: Callable[..., Build]) -> None:
    result, folder = made()
    assert (result.code, result.err) == (0, "")
    assert (
        "Reserve of beads: simulated; it was enough for 95 of 100 machines in 300 games (seed 1961)."
        in words(result.out)
    )
    page = " ".join(pdf_texts(folder / "shopping-a4.pdf"))
    listed = (folder / "shopping-a4.md").read_text(encoding="utf-8")
    for text in (words(page), words(listed)):
        assert "1,000 machines like this one were simulated, 300 games each" in text
        assert "50 % a player who wins or else blocks" in text
        assert "In the forecast that the reserve is counted by, it ran empty in" in text
        assert '"In all", 95 of 100 had enough of every colour' in text
        assert "in 95 of 100 cases at most 2,531 of all colours together" in text
        assert "wins in a row" not in text
    assert reserves(folder)["gold"] > 103  # that of the rule


def test_without_a_forecast_the_list_goes_by_the_rule(made: Callable[..., Build]) -> None:
    result, folder = made("--no-forecast")
    assert "Reserve of beads: by the kit's rule." in result.out
    assert reserves(folder)["gold"] == 43 + 60
    page = " ".join(pdf_texts(folder / "shopping-a4.pdf"))
    assert "as many as 20 wins in a row add" in words(page)
    assert "simulated" not in page


def test_the_games_are_those_of_the_kit_file(menace: Menace, tmp_path: Path) -> None:
    (tmp_path / "kit.toml").write_text("[shopping]\ngames = 20", encoding="utf-8")
    assert "in 20 games" in words(menace("shopping").out)
    few = reserves(tmp_path / "output")
    (tmp_path / "kit.toml").write_text("[shopping]\ngames = 200", encoding="utf-8")
    menace("shopping")
    many = reserves(tmp_path / "output")
    assert all(few[colour] < many[colour] for colour in few)


def test_a_kit_to_which_nothing_is_ever_added_needs_no_reserve(menace: Menace, tmp_path: Path) -> None:
    (tmp_path / "kit.toml").write_text("[learning]\nwin = 0\ndraw = 0", encoding="utf-8")
    assert menace("shopping").code == 0
    assert set(reserves(tmp_path / "output").values()) == {0}


@pytest.mark.parametrize("command", all_to_prove(["build", "shopping"], quick=["shopping"]))
def test_where_the_extra_is_not_installed_the_rule_is_used_and_said(
    menace: Menace, built: Built, tmp_path: Path, command: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_THE_EXTRA, command, "--preset", "nim-8", "-o", "without"],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert "Reserve of beads: by the kit's rule; the extra lab would simulate what is needed." in words(
        as_text(done.stdout)
    )
    if command == "build":
        rule = built("--no-forecast", "--preset", "nim-8").folder
    else:
        menace(command, "--no-forecast", "--preset", "nim-8")
        rule = tmp_path / "output"
    assert contents(tmp_path / "without") == contents(rule)


@pytest.mark.prove
def test_the_same_kit_gives_the_same_list(menace: Menace, built: Built, tmp_path: Path) -> None:
    first = contents(built().copy_to(tmp_path / "output"))
    assert "written" not in menace("build").out
    assert contents(tmp_path / "output") == first
