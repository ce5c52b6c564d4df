"""The games there are: found by their names, fit for a machine,
and brought by other packages too.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from menace_kit import games
from menace_kit.cli import main
from menace_kit.errors import GameError, MenaceKitError, UnknownNameError
from menace_kit.games import (
    GAMES,
    Game,
    described,
    game_named,
    package_of,
    parameters_of,
)


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


def test_a_game_with_parameters_is_always_the_same_object_and_is_described_by_them() -> None:
    usual, misere = game_named("nim"), game_named("nim", {"matches": 13, "last": "loses"})
    assert misere is game_named("nim", {"last": "loses", "most": 3, "matches": 13})
    assert game_named("nim", {"matches": 8}) is usual is not misere
    assert parameters_of(misere) == {"matches": 13, "most": 3, "last": "loses"}
    assert (described(usual), described(misere)) == ("nim", "nim matches=13 last=loses")
    assert described(game_named("hexapawn", {"columns": 4})) == "hexapawn columns=4"
    assert described(game_named("noughts-and-crosses")) == "noughts-and-crosses"


@pytest.mark.parametrize(
    ("name", "parameters", "said"),
    [
        ("nim", {"heaps": 3}, "nim has no heaps; it has: matches, most, last"),
        (
            "noughts-and-crosses",
            {"rows": 4},
            "noughts-and-crosses has no rows; it has no parameters",
        ),
        ("nim", {"matches": 3}, "a move takes at most 3 of 3 matches"),
        ("nim", {"last": "draws"}, "taking the last match 'draws': choose wins or loses"),
        ("nim", {"last": 13}, "last must be a word, such as wins, not 13"),
        ("hexapawn", {"rows": "four"}, "rows must be a whole number, such as 3, not 'four'"),
        ("hexapawn", {"rows": 2}, "it needs at least 3 rows and 2 columns"),
    ],
)
def test_a_game_that_there_is_not_is_refused(
    name: str, parameters: dict[str, int | str], said: str
) -> None:
    with pytest.raises((UnknownNameError, GameError), match=said):
        game_named(name, parameters)


LONG_NIM = """
from menace_kit.games.nim import Nim

class LastMatchLoses(Nim):
    name = "misere-nim"

    def outcome(self, position):
        from menace_kit.games import Outcome
        ended = super().outcome(position)
        return ended and Outcome(position.to_move)

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
    """Return a folder in which a package is installed, as pip leaves it,
    that brings games of its own.
    """
    folder = tmp_path_factory.mktemp("site")
    (folder / "some_games.py").write_text(LONG_NIM, encoding="utf-8")
    about = folder / "some_games-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: some-games\nVersion: 1.0\n", encoding="utf-8"
    )
    (about / "entry_points.txt").write_text(POINTS, encoding="utf-8")
    return folder


class Said(NamedTuple):
    """How the program ended, and what it said."""

    code: int
    out: str
    err: str


Run = Callable[..., Said]


@pytest.fixture
def run(
    installed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """Return `run(*words)`, which runs the program where that package is installed."""
    monkeypatch.syspath_prepend(installed)
    monkeypatch.chdir(installed)
    monkeypatch.setattr(games, "GAMES", dict(GAMES))  # what is loaded is forgotten

    def call(*words: str) -> Said:
        with pytest.raises(SystemExit) as ended:
            main(words)
        return Said(int(ended.value.code or 0), *capsys.readouterr())

    return call


def test_a_game_is_checked_as_it_is_chosen(run: Run) -> None:
    listed = {
        fact["name"]: fact["parameters"] for fact in json.loads(run("list", "games", "--json").out)
    }
    assert listed["nim"] == {"matches": 8, "most": 3, "last": "wins"}
    assert listed["noughts-and-crosses"] == {}
    assert "matches=8 most=3 last=wins" in run("list", "games").out
    made = run("dev", "check-game", "nim", "matches=13", "last=loses")
    assert (made.code, made.err) == (0, "")
    assert made.out.endswith("nim matches=13 last=loses is fit for a machine.\n")
    assert (
        json.loads(run("dev", "check-game", "nim", "most=2", "--json").out)["name"] == "nim most=2"
    )
    too_large = run("dev", "check-game", "nim", "matches=99")
    assert too_large.code == 1
    assert "the board has 100 squares; at most 64" in too_large.out


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("13", "'13' chooses nothing; write matches=8 most=3 last=wins"),
        ("matches=", "chooses nothing"),
        ("matches=1000", "at most 2 digits"),
        ("matches=-1", "matches must be a whole number, such as 8, not '-1'"),
        ("heaps=3", "nim has no heaps; it has: matches, most, last"),
    ],
)
def test_what_chooses_no_game_is_one_sentence(run: Run, word: str, said: str) -> None:
    made = run("dev", "check-game", "nim", word)
    assert made.code == 2
    assert said in made.err
    assert made.err.count("\n") == 1


def test_a_package_brings_a_game_that_is_listed_checked_and_built(
    run: Run, installed: Path
) -> None:
    listed = run("list", "games", "--json")
    assert listed.code == 0
    facts = {fact["name"]: fact for fact in json.loads(listed.out)}
    assert facts["misere-nim"]["package"] == "some-games"
    assert facts["misere-nim"]["positions"] == 16
    assert facts["nim"]["package"] == "menace-kit"  # no package takes a name of ours
    checked = run("dev", "check-game", "misere-nim")
    assert (checked.code, checked.err) == (0, "")
    assert checked.out.endswith("misere-nim is fit for a machine.\n")
    (installed / "kit.toml").write_text(
        'game = "misere-nim"\nboxes.forced-moves = true\nbeads.start = 1\n', encoding="utf-8"
    )
    boxes = run("boxes", "--kit", "kit.toml", "--json")
    assert boxes.code == 0, boxes.err
    assert len(json.loads(boxes.out)) == 7  # of the first player: eight, and six to one


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("no-game", "AttributeError: type object 'NoGame' has no attribute 'name'"),
        (
            "misnamed",
            "the game at some_games:Misnamed calls itself 'something-else', its package 'misnamed'",
        ),
        ("not-there", "(some_games:Nowhere) cannot be loaded: AttributeError"),
        ("no-module", "(no_such_module:Game) cannot be loaded: ModuleNotFoundError"),
    ],
)
def test_a_game_that_cannot_be_had_is_one_sentence(run: Run, name: str, said: str) -> None:
    made = run("dev", "check-game", name)
    assert made.code == 2
    assert made.out == ""
    assert said.replace("type object 'NoGame'", "'NoGame' object") in made.err
    assert len(made.err.splitlines()) == 1
    assert made.err.startswith("menace-kit: ")


def test_games_that_cannot_be_had_do_not_keep_the_others_from_the_list(run: Run) -> None:
    made = run("list", "games")
    assert made.code == 0
    names = [line.split()[0] for line in made.out.splitlines()[1:-1]]
    assert names[:3] == ["noughts-and-crosses", "hexapawn", "nim"]
    assert {"misere-nim", "no-game", "misnamed", "fails", "dies", "not-there", "no-module"} == set(
        names[3:]
    )
    assert "Traceback" not in made.err
    assert "dies cannot be played: RuntimeError: no matches; more says:  " in made.err
    assert "menace-kit dev check-game dies\n" in made.err


def test_a_game_with_a_fault_ends_with_exit_code_1_and_says_what_it_is(run: Run) -> None:
    made = run("dev", "check-game", "fails")
    assert made.code == 1
    assert "WRONG" in made.out
    assert "without repeats, lowest first" in made.out
    assert "not made" in made.out
    assert made.out.endswith("fails: something is wrong with it.\n")
    facts = json.loads(run("dev", "check-game", "fails", "--json").out)
    assert facts["fit"] is False
    wrong = [check for check in facts["checks"] if check["findings"]]
    assert [check["check"] for check in wrong] == ["moves"]
