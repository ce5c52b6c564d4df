"""`lab league`, and machines in files as opponents, as typed: against games that were played."""

import csv
import json
from collections.abc import Mapping
from math import sqrt
from pathlib import Path

import pytest

from menace_kit.games import Side
from menace_kit.lab.engine.match import Match, roles_for
from menace_kit.lab.engine.tables import GameTable, game_table, machine_table
from menace_kit.lab.exact import (
    MachinePlayer,
    exact_chances,
    machine_policy,
    player_policy,
    policy_player,
)
from menace_kit.lab.learners import contest
from menace_kit.lab.machine_file import load_machine, machine_bytes
from menace_kit.lab.players import Player, player_named
from menace_kit.lab.training import Training
from tests.cli.conftest import Menace
from tests.cli.running import complaint
from tests.examples import all_to_prove, preset

MICHIE, SECOND = preset("michie-1961"), preset("second-player")


def taught(name: str, games: int = 500) -> bytes:
    """Return the file of a preset's machine after some games against random,
    as `lab train` keeps it.
    """
    training = Training(contest(preset(name), "random"))
    training.play(games)
    return machine_bytes(training.machine)


@pytest.fixture(scope="module")
def files() -> Mapping[str, bytes]:
    """The files of two trained machines, one for each side;
    what sums chances is compiled, if it was not.
    """
    game = game_table(MICHIE.game)
    policy = player_policy(player_named("random", game))
    exact_chances(game, policy, policy, Side.FIRST)
    return {"one.json": taught("michie-1961"), "two.json": taught("second-player")}


@pytest.fixture
def trained(menace: Menace, files: Mapping[str, bytes]) -> Menace:
    """Both of them in the folder."""
    for name, content in files.items():
        Path(name).write_bytes(content)
    return menace


def test_all_play_all_as_the_exact_chances_say(trained: Menace) -> None:
    names = ["one.json", "two.json", "two.json:greedy", "michie-1961", "random", "perfect"]
    facts = json.loads(trained("lab", "league", *names, "--json").out)
    games = {(each["first"], each["second"]): each for each in facts["games"]}
    # Two machines play first only, two second only:
    # each of them meets two others, and both players.
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
    said = trained("lab", "league", "one.json", "two.json", "random").out
    assert "points a game" in said
    assert len(said.splitlines()) == 1 + 3 + 2 + 3 + 3


@pytest.mark.parametrize("games", [20_000, pytest.param(1_000_000, marks=pytest.mark.prove)])
@pytest.mark.parametrize("way", ["", ":greedy"])
def test_as_many_games_come_to_the_same(trained: Menace, games: int, way: str) -> None:
    facts = json.loads(trained("lab", "league", "one.json", f"two.json{way}", "--json").out)
    two = load_machine(Path("two.json"), SECOND)

    def other(table: GameTable) -> Player:
        boxes = machine_table(SECOND, table)
        return policy_player("two", machine_policy(boxes, boxes.weights(two.weights), bool(way)))

    match = Match(
        MICHIE, (roles_for(Side.FIRST),), opponents=("two",), makers={"two": other}, learns=False
    )
    run = match.run(1961, load_machine(Path("one.json"), MICHIE).contents)
    run.play(games)
    for end, count in zip(("win", "draw", "loss"), run.tally, strict=True):
        chance = facts["games"][0][end]
        assert abs(count / games - chance) <= 3 * sqrt(chance * (1 - chance) / games) + 1e-12


def test_a_machine_learns_from_another_that_learns_nothing(trained: Menace) -> None:
    before = Path("two.json").read_bytes()
    train = json.loads(
        trained("lab", "train", "--games", "80", "--opponent", "two.json", "--json").out
    )
    assert train["opponents"] == {"two.json": 1.0}
    assert train["games"] == train["won"] + train["drawn"] + train["lost"] == 80
    curve = ["lab", "curve", "--games", "20", "--runs", "2", "--opponent"]
    by_lot, greedy = (
        json.loads(trained(*curve, f"two.json{way}", "--json").out) for way in ("", ":greedy")
    )
    assert by_lot["results"] != greedy["results"]
    assert Path("two.json").read_bytes() == before


@pytest.mark.parametrize(
    "file", all_to_prove(["exported.json", "journal.sqlite"], quick=["exported.json"])
)
def test_wherever_the_opponent_lies_it_is_the_same_one(trained: Menace, file: str) -> None:
    Path("two.json").write_bytes(taught("her-19", 40))
    trained("operator", "start", "--preset", "her-19", "--machine", "two.json")
    trained("logbook", "export", "exported.json", "--machine", "--preset", "her-19")
    before = Path(file).read_bytes()
    own = ["--preset", "him-18", "--opponent", file, "--json"]
    small = ["--games", "30", *own]
    told = {
        "evaluate": own,
        "train": small,
        "curve": [*small, "--runs", "2"],
        "until": [*small, "--runs", "2", "--goal", "won=60"],
        "heatmap": small,
        "animate": small,
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


def test_a_machine_in_a_file_is_one_of_a_mix(trained: Menace) -> None:
    rules = ("--games", "40", "--json")
    mixed = {
        mix: json.loads(trained("lab", "train", "--mix", mix, *rules).out)
        for mix in ("two.json=1,random=1", "two.json:greedy=3,random=1", "perfect=1,random=1")
    }
    assert mixed["two.json:greedy=3,random=1"]["opponents"] == {
        "two.json:greedy": 0.75,
        "random": 0.25,
    }
    assert len({str(each["first_boxes"]) for each in mixed.values()}) == 3
    for command in ("until", "forecast"):
        arguments = ("--mix", "two.json=1,random=1", "--runs", "3", *rules)
        others = ("--goal", "won=40") if command == "until" else ()
        facts = json.loads(trained("lab", command, *arguments, *others).out)
        assert facts.get("opponents", facts.get("crowd")).keys() == {"two.json", "random"}
    said = complaint(trained("lab", "train", "--mix", "one.json=1,random=1"), 2)
    assert "one.json has no boxes for the second player" in said


def test_a_sweep_plays_a_machine_in_a_file(trained: Menace) -> None:
    trained(
        "lab",
        "sweep",
        "--opponent",
        "two.json",
        "--opponent",
        "random",
        "--games",
        "50",
        "--runs",
        "3",
    )
    rows = list(csv.DictReader(Path("sweep.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["opponent"] for row in rows] == ["two.json"] * 3 + ["random"] * 3
    maker = MachinePlayer("two.json", load_machine(Path("two.json"), SECOND), False, (Side.SECOND,))
    match = contest(MICHIE, "two.json", makers={"two.json": maker}).match
    for row in rows[:3]:
        run = match.run(int(row["seed"]))
        run.play(50)
        assert [int(row[end]) for end in ("won", "drawn", "lost")] == list(run.tally)
    said = complaint(trained("lab", "sweep", "--opponent", "one.json"), 2)
    assert "one.json has no boxes for the second player" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["league", "random"], "a league needs two or more names, each once"),
        (["league", "random", "random"], "a league needs two or more names, each once"),
        (
            ["league", "michie-1961", "her-19"],
            "they play different games: michie-1961 noughts-and-crosses",
        ),
        (["league", "michie-1961", "one.json"], "nobody here has boxes to play anybody else"),
        (
            ["league", "kasparov", "random"],
            "there is no machine or player 'kasparov'; name a file, a preset",
        ),
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
    assert plays == {
        "michie-1961": ["first"],
        "second-player": ["second"],
        "random": ["first", "second"],
    }
    out = menace(*names).out
    assert {
        line.split()[0]: line.split()[1:3] for line in out.split("\n\n")[1].splitlines()[1:]
    } == {
        "michie-1961": ["first", "only"],
        "second-player": ["second", "only"],
        "random": ["both", "sides"],
    }
    assert "compare those who play the same sides" in out
    assert "compare those" not in menace("lab", "league", "random", "perfect").out
