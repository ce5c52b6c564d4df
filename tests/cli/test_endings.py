"""What the lab tells people of draws: nothing where a game cannot be drawn.

Files and JSON have their number anyway.
"""

import json
import re
from pathlib import Path

import pytest

from menace_kit.cli.options import endings
from menace_kit.games import GAMES
from tests.cli.conftest import Menace
from tests.examples import all_to_prove

COMMANDS = {
    "train": ("train", "--games", "30"),
    "sweep": (
        "sweep",
        "--games",
        "30",
        "--runs",
        "2",
        "--jobs",
        "1",
        "--opponent",
        "random",
        "--opponent",
        "perfect",
    ),
    "sweep of one cell": ("sweep", "--games", "30", "--runs", "2", "--jobs", "1"),
    "film": ("picture", "--games", "30", "-o", "film.html"),
    "evaluate": ("evaluate",),
    "until": ("curve", "--games", "30", "--runs", "2", "--until", "won=5"),
    "curve": (
        "curve",
        "--games",
        "30",
        "--runs",
        "2",
        "--learner",
        "q-learning",
        "-o",
        "curve.svg",
    ),
}


def test_only_noughts_and_crosses_can_be_drawn() -> None:
    assert {name: endings(game) for name, game in GAMES.items()} == {
        "noughts-and-crosses": ("won", "drawn", "lost"),
        "hexapawn": ("won", "lost"),
        "nim": ("won", "lost"),
    }


@pytest.mark.parametrize("preset", all_to_prove(["her-19", "nim-8"], quick=["nim-8"]))
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_no_draws_are_told_where_there_are_none(
    menace: Menace, tmp_path: Path, preset: str, command: tuple[str, ...]
) -> None:
    result = menace("lab", *command, "--preset", preset)
    assert result.code == 0
    assert re.search(r"\bwon\b|\bwin\b", result.out)
    assert re.search(r"\blost\b|\bloss\b", result.out)
    # A kit file has the rule for draws in every game.
    said = result.out.partition("in kit.toml:")[0]
    assert not re.search(r"\bdrawn?\b", said)
    for name in ("film.html", "curve.svg"):
        if (tmp_path / name).exists():
            text = (tmp_path / name).read_text(encoding="utf-8")
            assert not re.search(
                r"\bdrawn\b", re.sub("<script>.*?</script>", "", text, flags=re.DOTALL)
            )


@pytest.mark.parametrize(
    "name",
    all_to_prove((name for name in COMMANDS if name not in ("curve", "until")), quick=["train"]),
)
def test_draws_are_told_where_there_are_some(menace: Menace, name: str) -> None:
    assert re.search(r"\bdrawn?\b", menace("lab", *COMMANDS[name], "--preset", "michie-1961").out)


def test_a_draw_is_worth_a_column_where_it_is_what_cells_differ_in(menace: Menace) -> None:
    rewards = ("--reward", "1,0,-1", "--reward", "1,1,-1")
    sweep = menace(
        "lab", "sweep", "--preset", "nim-8", *rewards, "--games", "9", "--runs", "1", "--jobs", "1"
    )
    assert sweep.out.split("\n")[0].split()[:3] == ["draw", "won", "lost"]


@pytest.mark.parametrize("preset", ["her-19", "nim-8"])
def test_files_and_json_count_them_all_the_same(menace: Menace, preset: str) -> None:
    assert (
        json.loads(menace("lab", *COMMANDS["train"], "--preset", preset, "--json").out)["drawn"]
        == 0
    )
    film = json.loads(menace("lab", *COMMANDS["film"], "--preset", preset, "--json").out)
    assert {moment["drawn"] for moment in film["moments"]} == {0}
    (cell,) = json.loads(
        menace("lab", *COMMANDS["sweep of one cell"], "--preset", preset, "--json").out
    )["cells"]
    assert cell["drawn"]["mean"] == 0
    assert ",drawn," in Path("sweep.csv").read_text(encoding="utf-8")


def test_a_film_without_draws_has_two_lines(menace: Menace, tmp_path: Path) -> None:
    menace("lab", *COMMANDS["film"], "--preset", "her-19")
    page = (tmp_path / "film.html").read_text(encoding="utf-8")
    # The lines of the key have their two ends alone.
    lines = [found.split() for found in re.findall(r'<polyline[^>]*points="(.*?)"', page)]
    drawn = [points for points in lines if len(points) > 2]
    assert len(drawn) == 2
    assert re.search(r"After game 30: won \d+, lost \d+<", page)
    found = re.search(r'id="film">(.*)</script>', page)
    assert found
    film = json.loads(found[1])
    assert len(film["lines"]) == 2
    ends = [[float(length) for length in line[-1].split(",")] for line in film["lines"]]
    assert ends == [[float(length) for length in points[-1].split(",")] for points in drawn]
