"""`lab compare`, as typed: kits that learn, and all play all, against games that were played."""

import json
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from menace_kit.games import Side
from menace_kit.lab.engine.arrays import stream_seeds
from menace_kit.lab.engine.match import Match, roles_for
from menace_kit.lab.engine.tables import GameTable, machine_table
from menace_kit.lab.exact import (
    exact_chances,
    machine_policy,
    player_policy,
    policy_player,
    worst_case,
)
from menace_kit.lab.machine_file import load_machine
from menace_kit.lab.players import Player, player_named
from tests.cli.conftest import Menace
from tests.cli.lab.timer import interrupted_in, needs_interval_timers
from tests.cli.running import complaint
from tests.examples import preset
from tests.logbook.games import kit_of

MICHIE, SECOND = preset("michie-1961"), preset("second-player")

CHART = """[boxes]
stages = 3
later = "chart"
[beads]
start = [4, 3, 2]
"""


def test_machines_of_several_kits_are_compared_by_the_chances_of_their_next_game(
    menace: Menace,
) -> None:
    Path("chart.toml").write_text(CHART, encoding="utf-8")
    kits = ("michie-1961", "starter", "chart.toml")
    rules = ("--games", "60", "--runs", "5", "--seed", "9", "--opponent", "perfect:0.3")
    facts = json.loads(menace("lab", "compare", *kits, *rules, "--json").out)
    assert [each["boxes"] for each in facts["machines"]] == [304, 121, 121]
    for each, kit in zip(
        facts["machines"], (preset("michie-1961"), preset("starter"), kit_of(CHART)), strict=True
    ):
        assert (each["fingerprint"], each["side"], each["dead"]) == (kit.fingerprint, "first", 0)
        match = Match(kit, opponents=("perfect:0.3",))
        sums = {judge: np.zeros(3) for judge in ("random", "perfect", "worst-case")}
        for seed in stream_seeds(9, 5):
            run = match.run(seed)
            run.play(60)
            policy = machine_policy(match.machine, match.machine.weights(run.contents))
            for judge, total in sums.items():
                if judge == "worst-case":
                    sums[judge] = total + worst_case(match.game, policy, Side.FIRST)
                else:
                    other = player_policy(player_named(judge, match.game))
                    sums[judge] = total + exact_chances(match.game, policy, other, Side.FIRST)
        for judge, total in sums.items():
            told = each["next_game"][judge]
            assert [told[end] for end in ("win", "draw", "loss")] == pytest.approx(
                (total / 5).tolist()
            )
    lines = menace("lab", "compare", *kits, *rules).out.splitlines()
    assert lines[0] == "after 60 games against perfect:0.3: 5 machines of each kit"
    own, starter = facts["machines"][:2]
    assert lines[4].split()[-6::2] == [
        f"{100 * chance:.1f}" for chance in own["next_game"]["random"].values()
    ]
    assert [line.split()[0] for line in lines[4:]] == [
        "michie-1961",
        "perfect",
        "worst-case",
        "starter",
        "perfect",
        "worst-case",
        "chart.toml",
        "perfect",
        "worst-case",
    ]
    assert max(map(len, lines)) <= 80
    assert starter["name"] == "starter"


def test_dead_machines_lose_their_next_game(menace: Menace) -> None:
    facts = json.loads(
        menace("lab", "compare", "him-18", "--preset", "him-18", "--runs", "50", "--json").out
    )
    for each in facts["machines"]:
        lost = each["next_game"]["random"]["loss"]
        assert 0 < each["dead"] / 50 <= lost
    assert facts["machines"][0]["next_game"] == facts["machines"][1]["next_game"]


def test_all_play_all_as_the_exact_chances_say(trained: Menace) -> None:
    names = ["one.json", "two.json", "two.json:greedy", "michie-1961", "random", "perfect"]
    facts = json.loads(trained("lab", "compare", *names, "--json").out)
    games = {(each["first"], each["second"]): each for each in facts["pairings"]}
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
    said = trained("lab", "compare", "one.json", "two.json", "random").out
    assert "points a game" in said
    assert len(said.splitlines()) == 1 + 3 + 2 + 3 + 3


@pytest.mark.parametrize("games", [20_000, pytest.param(1_000_000, marks=pytest.mark.prove)])
@pytest.mark.parametrize("way", ["", ":greedy"])
def test_as_many_games_come_to_the_same(trained: Menace, games: int, way: str) -> None:
    facts = json.loads(trained("lab", "compare", "one.json", f"two.json{way}", "--json").out)
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
        chance = facts["pairings"][0][end]
        assert abs(count / games - chance) <= 3 * sqrt(chance * (1 - chance) / games) + 1e-12


def test_one_name_alone_is_compared_with_the_chosen_kit(menace: Menace) -> None:
    facts = json.loads(menace("lab", "compare", "random", "--json").out)
    assert [each["name"] for each in facts["standings"]] == ["MENACE 1961", "random"]


def test_kits_that_have_played_no_games_play_as_they_are_filled(menace: Menace) -> None:
    kits = ("lab", "compare", "michie-1961", "second-player")
    facts = json.loads(menace(*kits, "--games", "0", "--json").out)
    (game,) = facts["pairings"]
    played = json.loads(menace(*kits, "random", "--json").out)["pairings"]
    assert game in played


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["random", "random"], "a name is there twice; name each once"),
        (
            ["her-19"],
            "they play different games: MENACE 1961 noughts-and-crosses, her-19 hexapawn",
        ),
        (
            ["michie-1961", "her-19", "random"],
            "they play different games: michie-1961 noughts-and-crosses, her-19 hexapawn",
        ),
        (["michie-1961", "one.json"], "nobody here has boxes to play anybody else"),
        (["kasparov"], "there is no kit, machine or player 'kasparov'; name a file, a preset"),
        (["none.json", "random"], "there is no file none.json"),
        (["no/kit.toml"], "there is no file "),
        (["adaptive", "random"], "adaptive plays differently as time goes on"),
        (["scroggs", "--mix", "random=1", "--opponent", "perfect"], "--mix and --opponent exclude"),
        (["one.json", "--games", "5"], "--games: one.json learns no more; leave --games out"),
        (["one.json", "--runs", "5"], "--opponent, --mix and --runs are for kits that learn"),
        (["scroggs", "--games", "10_000_001"], "it should be 0 to 10,000,000"),
    ],
)
def test_who_cannot_be_compared(trained: Menace, names: list[str], said: str) -> None:
    assert said in complaint(trained("lab", "compare", *names), 2)


FUNCTIONS = """\
from menace_kit.games import Hexapawn, move_text, parse_position
from menace_kit.machine import load_preset

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
def test_a_function_is_asked_about_boards_of_the_game_that_all_play(
    menace: Menace, names: list[str], games: int
) -> None:
    Path("own.py").write_text(FUNCTIONS, encoding="utf-8")
    facts = json.loads(menace("lab", "compare", *names, "--json").out)
    assert len(facts["pairings"]) == games
    assert all(each["win"] + each["loss"] == pytest.approx(1) for each in facts["pairings"])


def test_a_function_is_not_asked_with_marks_that_differ(menace: Menace) -> None:
    Path("own.py").write_text(FUNCTIONS, encoding="utf-8")
    names = ("van-woudenberg", "second-player", "own.py:square")
    said = complaint(menace("lab", "compare", *names), 2)
    assert "these differ: van-woudenberg X O, second-player O X" in said


def test_standings_say_who_plays_one_side_only(menace: Menace) -> None:
    names = ("lab", "compare", "michie-1961", "second-player", "random")
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
    assert "compare those" not in menace("lab", "compare", "random", "perfect").out


@needs_interval_timers
def test_ctrl_c_tells_of_the_kits_so_far(menace: Menace) -> None:
    # Compiles what is not yet.
    menace("lab", "compare", "her-37", "--preset", "her-19", "--runs", "1")
    with interrupted_in("strength", visits=30):
        done = menace("lab", "compare", "her-37", "--preset", "her-19", "--runs", "5000", "--json")
    assert done.code == 130
    facts = json.loads(done.out) if done.out else {"machines": []}
    assert done.err == f"Stopped: {len(facts['machines'])} of 2 kits were played.\n"
