"""`lab league`, and machines in files as opponents, as typed: against games that were played."""

import json
from math import sqrt
from pathlib import Path

import pytest

from menace_kit.games import Side
from menace_kit.lab.engine.match import Match, roles_for
from menace_kit.lab.engine.tables import GameTable, machine_table
from menace_kit.lab.exact import machine_policy, policy_player
from menace_kit.lab.machine_file import load_machine
from menace_kit.lab.players import Player
from tests.cli.conftest import Menace
from tests.cli.running import complaint
from tests.examples import all_to_prove, preset

MICHIE, SECOND = preset("michie-1961"), preset("second-player")


@pytest.fixture
def trained(menace: Menace) -> Menace:
    """Two trained machines, one for each side."""
    menace("lab", "train", "--games", "500", "--machine", "one.json")
    menace("lab", "train", "--preset", "second-player", "--games", "500", "--machine", "two.json")
    menace("lab", "evaluate", "--opponent", "random")  # compiled, if it was not
    return menace


def test_all_play_all_as_the_exact_chances_say(trained: Menace) -> None:
    names = ["one.json", "two.json", "two.json:greedy", "michie-1961", "random", "perfect"]
    facts = json.loads(trained("lab", "league", *names, "--json").out)
    games = {(each["first"], each["second"]): each for each in facts["games"]}
    # Two machines play first only, two second only: each of them meets two others, and both players.
    assert len(games) == 2 * 2 + 4 * 2 + 2
    assert games["random", "perfect"]["win"] == pytest.approx(0.0, abs=0.02)
    assert games["michie-1961", "random"]["win"] == pytest.approx(391477 / 645120)
    assert games["michie-1961", "perfect"]["draw"] == pytest.approx(42793 / 181440)
    against = json.loads(
        trained("lab", "evaluate", "--machine", "one.json", "--opponent", "two.json", "--json").out
    )
    back = json.loads(
        trained(
            "lab",
            "evaluate",
            "--preset",
            "second-player",
            "--machine",
            "two.json",
            "--opponent",
            "one.json",
            "--json",
        ).out
    )
    one_two = games["one.json", "two.json"]
    assert [one_two[end] for end in ("win", "draw", "loss")] == [
        against[end] for end in ("win", "draw", "loss")
    ]
    assert [back[end] for end in ("loss", "draw", "win")] == pytest.approx(
        [against[end] for end in ("win", "draw", "loss")]
    )
    assert games["one.json", "two.json:greedy"] != one_two
    points = {each["name"]: each["points"] for each in facts["standings"]}
    assert sum(points.values()) == pytest.approx(len(games))
    own = [(each["win"], each["draw"]) for (first, _), each in games.items() if first == "one.json"]
    assert points["one.json"] == pytest.approx(sum(won + drawn / 2 for won, drawn in own))
    said = trained("lab", "league", *names).out
    assert "points a game" in said
    assert len(said.splitlines()) == 1 + len(games) + 2 + len(names) + 3


@pytest.mark.parametrize("games", [20_000, pytest.param(1_000_000, marks=pytest.mark.prove)])
@pytest.mark.parametrize("way", ["", ":greedy"])
def test_as_many_games_come_to_the_same(trained: Menace, games: int, way: str) -> None:
    facts = json.loads(trained("lab", "league", "one.json", f"two.json{way}", "--json").out)
    two = load_machine(Path("two.json"), SECOND)

    def other(table: GameTable) -> Player:
        boxes = machine_table(SECOND, table)
        return policy_player("two", machine_policy(boxes, boxes.weights(two.weights), bool(way)))

    match = Match(MICHIE, (roles_for(Side.FIRST),), function=other, learns=False)
    run = match.run(1961, load_machine(Path("one.json"), MICHIE).contents)
    run.play(games)
    for end, count in zip(("win", "draw", "loss"), run.tally, strict=True):
        chance = facts["games"][0][end]
        assert abs(count / games - chance) <= 3 * sqrt(chance * (1 - chance) / games) + 1e-12


def test_a_machine_learns_from_another_that_learns_nothing(trained: Menace) -> None:
    before = Path("two.json").read_bytes()
    train = json.loads(trained("lab", "train", "--games", "80", "--opponent", "two.json", "--json").out)
    assert train["opponents"] == {"two.json": 1.0}
    assert train["games"] == train["won"] + train["drawn"] + train["lost"] == 80
    curve = ["lab", "curve", "--games", "20", "--runs", "2", "--opponent"]
    by_lot, greedy = (json.loads(trained(*curve, f"two.json{way}", "--json").out) for way in ("", ":greedy"))
    assert by_lot["results"] != greedy["results"]
    assert Path("two.json").read_bytes() == before


@pytest.mark.parametrize(
    "file",
    all_to_prove(["two.json", "passport-two.txt", "journal.sqlite"], quick=["passport-two.txt"]),
)
def test_wherever_the_opponent_lies_it_is_the_same_one(trained: Menace, file: str) -> None:
    trained("passport", "--machine", "two.json", "--preset", "second-player", "-o", ".")
    if file == "journal.sqlite":
        trained("operator", "start", "--preset", "second-player", "--machine", "two.json")
    before = Path(file).read_bytes()
    small = ["--games", "30", "--opponent", file, "--json"]
    told = {
        "evaluate": ["--opponent", file, "--json"],
        "train": small,
        "curve": [*small, "--runs", "2"],
        "until": [*small, "--runs", "2"],
        "heatmap": small,
        "animate": small,
        "play": ["--opponent", file, "--seed", "1", "--json"],
    }
    for command, arguments in told.items():
        result, same = (
            trained("lab", command, *(name if word == file else word for word in arguments))
            for name in (file, "two.json")
        )
        assert result.code == 0, result.err
        assert result.out.replace(file, "two.json") == same.out
        untrained = [
            *(word for word in arguments if word not in ("--opponent", file)),
            "--opponent",
            "random",
        ]
        assert json.loads(trained("lab", command, *untrained).out) | {"opponent": ""} != json.loads(
            result.out
        ) | {"opponent": ""}
    assert Path(file).read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["league", "random"], "a league needs two or more names, each once"),
        (["league", "random", "random"], "a league needs two or more names, each once"),
        (["league", "michie-1961", "her-19"], "they play different games: michie-1961 noughts-and-crosses"),
        (["league", "michie-1961", "one.json"], "nobody here has boxes to play anybody else"),
        (["league", "kasparov", "random"], "there is no machine or player 'kasparov'; name a file, a preset"),
        (["league", "none.json", "random"], "there is no file none.json"),
        (["league", "adaptive", "random"], "adaptive plays differently as time goes on"),
        (["evaluate", "--opponent", "one.json"], "one.json has no boxes for the second player"),
        (["train", "--opponent", "one.json"], "one.json has no boxes for the second player"),
        *(
            ([command, "--opponent", "one.json"], "one.json has no boxes for the second player")
            for command in ("curve", "until", "heatmap", "animate")
        ),
        (
            ["evaluate", "--opponent", "two.json", "--preset", "her-19"],
            "two.json plays noughts-and-crosses, and",
        ),
        (["evaluate", "--opponent", "none.json"], "there is no file none.json"),
        (["train", "--opponent", "kasparov"], "there is no player 'kasparov'"),
    ],
)
def test_who_cannot_play(trained: Menace, arguments: list[str], said: str) -> None:
    assert said in complaint(trained("lab", *arguments), 2)


FUNCTIONS = """\
from menace_kit.games import Hexapawn, move_text, parse_position
from menace_kit.machine.kit import load_preset

def pawn(board):
    position = parse_position(Hexapawn(), board, load_preset("her-19").spec.marks)
    return move_text(Hexapawn().legal_moves(position)[0])

def token(board):
    assert len(board) == 8
    return 1

def square(board):
    return [number for number, sign in enumerate(board, 1) if sign == "."]
"""


@pytest.mark.parametrize(
    ("names", "games"), [(["her-19", "him-18", "own.py:pawn"], 3), (["nim-8", "own.py:token"], 2)]
)
def test_a_function_is_asked_about_boards_of_the_leagues_game(
    menace: Menace, names: list[str], games: int
) -> None:
    Path("own.py").write_text(FUNCTIONS, encoding="utf-8")
    facts = json.loads(menace("lab", "league", *names, "--json").out)
    assert len(facts["games"]) == games
    assert all(each["win"] + each["loss"] == pytest.approx(1) for each in facts["games"])


def test_a_function_is_not_asked_with_marks_that_differ(menace: Menace) -> None:
    Path("own.py").write_text(FUNCTIONS, encoding="utf-8")
    said = complaint(menace("lab", "league", "van-woudenberg", "second-player", "own.py:square"), 2)
    assert "these differ: van-woudenberg X O, second-player O X" in said


def test_standings_say_who_plays_one_side_only(menace: Menace) -> None:
    names = ("lab", "league", "michie-1961", "second-player", "random")
    facts = {each["name"]: each for each in json.loads(menace(*names, "--json").out)["standings"]}
    plays = {name: each["plays"] for name, each in facts.items()}
    assert plays == {"michie-1961": ["first"], "second-player": ["second"], "random": ["first", "second"]}
    out = menace(*names).out
    assert {line.split()[0]: line.split()[1:3] for line in out.split("\n\n")[1].splitlines()[1:]} == {
        "michie-1961": ["first", "only"],
        "second-player": ["second", "only"],
        "random": ["both", "sides"],
    }
    assert "compare those who play the same sides" in out
    assert "compare those" not in menace("lab", "league", "random", "perfect").out
