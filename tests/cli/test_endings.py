"""What the lab tells people of draws: nothing where a game cannot be drawn.

Files and JSON have their number anyway.
"""

import json
from pathlib import Path

from menace_kit.cli.lab.film import _film_words
from menace_kit.cli.output_paths import endings
from menace_kit.games import GAMES
from menace_kit.lab.learners import contest
from tests.cli.conftest import Menace
from tests.examples import preset

TRAIN = ("lab", "train", "--games", "30", "--json")
FILM = ("lab", "picture", "--games", "30", "-o", "film.gif")
SWEEP = ("lab", "sweep", "--games", "30", "--runs", "2", "--json")


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


def test_a_film_without_draws_has_two_lines() -> None:
    found = contest(preset("her-19"), "random")
    words = _film_words(found, 30, 1961)
    assert set(words.results) == {"won", "lost"}
    assert words.state == "After game {game}: {won} won, {lost} lost"
