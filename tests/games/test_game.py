"""The games there are: found by their names, fit for a machine, and brought by other packages too."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from menace_kit.errors import MenaceKitError, UnknownNameError
from menace_kit.games import GAMES, Game, game_named, game_names, package_of

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_is_found_by_its_name_and_is_always_the_same_object(game: Game) -> None:
    assert game_named(game.name) is game
    assert game_named(game.name) is game_named(game.name)
    assert package_of(game.name) is None


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    said = "no game 'chess'; choose from: noughts-and-crosses, hexapawn, nim"
    with pytest.raises(UnknownNameError, match=said) as caught:
        game_named("chess")
    assert isinstance(caught.value, MenaceKitError)
    assert isinstance(caught.value, LookupError)


LONG_NIM = """
from menace_kit.games.nim import Nim

class LastMatchLoses(Nim):
    name = "misere-nim"

    def outcome(self, position):
        from menace_kit.games import Outcome
        ended = super().outcome(position)
        return ended and Outcome(ended.termination, position.to_move)

class NoGame:
    pass

class Misnamed(Nim):
    name = "something-else"

class Fails(Nim):
    name = "fails"

    def legal_moves(self, position):
        return super().legal_moves(position)[::-1]

class Dies(Nim):
    name = "dies"

    def start(self):
        raise RuntimeError("no matches")
"""

POINTS = """[menace_kit.games]
misere-nim = some_games:LastMatchLoses
no-game = some_games:NoGame
misnamed = some_games:Misnamed
fails = some_games:Fails
dies = some_games:Dies
not-there = some_games:Nowhere
no-module = no_such_module:Game
nim = some_games:LastMatchLoses
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which a package is installed, as pip leaves it, that brings games of its own."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "some_games.py").write_text(LONG_NIM, encoding="utf-8")
    about = folder / "some_games-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: some-games\nVersion: 1.0\n", encoding="utf-8"
    )
    (about / "entry_points.txt").write_text(POINTS, encoding="utf-8")
    return folder


def run(installed: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Return what the program says where that package is installed."""
    path = os.pathsep.join([str(installed), str(ROOT)])
    return subprocess.run(
        [sys.executable, "-m", "menace_kit", *words],
        env={**os.environ, "PYTHONPATH": path},
        cwd=installed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def test_a_package_brings_a_game_that_is_listed_checked_and_built(installed: Path) -> None:
    listed = run(installed, "games", "--json")
    assert listed.returncode == 0
    facts = {fact["name"]: fact for fact in json.loads(listed.stdout)}
    assert facts["misere-nim"]["package"] == "some-games"
    assert facts["misere-nim"]["positions"] == 16
    assert facts["nim"]["package"] == "menace-kit"  # no package takes a name of ours
    checked = run(installed, "games", "check", "misere-nim")
    assert (checked.returncode, checked.stderr) == (0, "")
    assert checked.stdout.endswith("misere-nim is fit for a machine.\n")
    (installed / "kit.toml").write_text(
        'game = "misere-nim"\nboxes.forced-moves = true\nbeads.start = 1\n', encoding="utf-8"
    )
    boxes = run(installed, "boxes", "--kit", "kit.toml", "--json")
    assert boxes.returncode == 0, boxes.stderr
    assert len(json.loads(boxes.stdout)) == 7  # of the first player: eight, and six to one


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("no-game", "AttributeError: type object 'NoGame' has no attribute 'name'"),
        ("misnamed", "the game at some_games:Misnamed calls itself 'something-else', its package 'misnamed'"),
        ("not-there", "(some_games:Nowhere) cannot be loaded: AttributeError"),
        ("no-module", "(no_such_module:Game) cannot be loaded: ModuleNotFoundError"),
    ],
)
def test_a_game_that_cannot_be_had_is_one_sentence(installed: Path, name: str, said: str) -> None:
    made = run(installed, "games", "check", name)
    assert made.returncode == 2
    assert made.stdout == ""
    assert said.replace("type object 'NoGame'", "'NoGame' object") in made.stderr
    assert len(made.stderr.splitlines()) == 1
    assert made.stderr.startswith("menace-kit: ")


def test_games_that_cannot_be_had_do_not_keep_the_others_from_the_list(installed: Path) -> None:
    made = run(installed, "games")
    assert made.returncode == 0
    names = [line.split()[0] for line in made.stdout.splitlines()[1:]]
    assert names[:3] == ["noughts-and-crosses", "hexapawn", "nim"]
    assert {"misere-nim", "no-game", "misnamed", "fails", "dies", "not-there", "no-module"} == set(names[3:])
    assert "Traceback" not in made.stderr
    assert (
        "dies cannot be played: RuntimeError: no matches; more says:  menace-kit games check dies"
        in made.stderr
    )


def test_a_game_with_a_fault_ends_with_exit_code_1_and_says_what_it_is(installed: Path) -> None:
    made = run(installed, "games", "check", "fails")
    assert made.returncode == 1
    assert "WRONG" in made.stdout
    assert "are not in order, lowest first" in made.stdout
    assert "not made" in made.stdout
    assert made.stdout.endswith("fails: something is wrong with it.\n")
    facts = json.loads(run(installed, "games", "check", "fails", "--json").stdout)
    assert facts["fit"] is False
    wrong = [check for check in facts["checks"] if check["findings"]]
    assert [check["check"] for check in wrong] == ["moves"]


def test_our_own_games_come_first() -> None:
    assert game_names()[:3] == ["noughts-and-crosses", "hexapawn", "nim"]
