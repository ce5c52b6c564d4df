"""What the lab tells people of draws: nothing where a game cannot be drawn.

Files and JSON have their number anyway.
"""

import json
import re
from pathlib import Path

from menace_kit.cli.output_paths import endings
from menace_kit.games import GAMES
from tests.cli.conftest import Menace

TRAIN = ("lab", "train", "--games", "30", "--json")
FILM = ("lab", "picture", "--games", "30", "-o", "film.html")
SWEEP = ("lab", "sweep", "--games", "30", "--runs", "2", "--jobs", "1", "--json")


def test_only_noughts_and_crosses_can_be_drawn() -> None:
    assert {name: endings(game) for name, game in GAMES.items()} == {
        "noughts-and-crosses": ("won", "drawn", "lost"),
        "hexapawn": ("won", "lost"),
        "nim": ("won", "lost"),
    }


def test_files_and_json_count_them_all_the_same(menace: Menace) -> None:
    nim = ("--preset", "nim-8")
    assert json.loads(menace(*TRAIN, *nim).out)["drawn"] == 0
    film = json.loads(menace(*FILM, "--json", *nim).out)
    assert {moment["drawn"] for moment in film["moments"]} == {0}
    (cell,) = json.loads(menace(*SWEEP, *nim).out)["cells"]
    assert cell["drawn"]["mean"] == 0
    assert ",drawn," in Path("sweep.csv").read_text(encoding="utf-8")


def test_a_film_without_draws_has_two_lines(menace: Menace, tmp_path: Path) -> None:
    menace(*FILM, "--preset", "her-19")
    page = (tmp_path / "film.html").read_text(encoding="utf-8")
    # The lines of the key have their two ends alone.
    lines = [found.split() for found in re.findall(r'<polyline[^>]*points="(.*?)"', page)]
    drawn = [points for points in lines if len(points) > 2]
    assert len(drawn) == 2
    assert re.search(r"After game 30: \d+ won, \d+ lost<", page)
    found = re.search(r'id="film">(.*)</script>', page)
    assert found
    film = json.loads(found[1])
    assert len(film["lines"]) == 2
    ends = [[float(length) for length in line[-1].split(",")] for line in film["lines"]]
    assert ends == [[float(length) for length in points[-1].split(",")] for points in drawn]
