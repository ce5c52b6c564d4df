"""`lab picture --output FILE.gif`, as it is typed."""

import json
import re
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

from tests.cli.conftest import Menace
from tests.cli.lab.timer import interrupted_in, needs_interval_timers

FILM = ("lab", "picture")


def film_of(path: Path) -> tuple[int, list[int], tuple[int, int]]:
    """Return the number of pictures, how long each stands, and their size."""
    with Image.open(path) as image:
        durations = [frame.info["duration"] for frame in ImageSequence.Iterator(image)]
        assert "loop" not in image.info
        return len(durations), durations, image.size


def test_a_gif_lasts_ten_seconds_and_its_pictures_are_small(menace: Menace, tmp_path: Path) -> None:
    said = menace(*FILM, "--games", "12", "-o", "learning.gif")
    assert said.code == 0
    assert re.match(
        r"learning\.gif  \(12 games: \d+ won, \d+ drawn, \d+ lost; seed 1961\)", said.out
    )
    pictures, durations, size = film_of(tmp_path / "learning.gif")
    assert (pictures, size) == (13, (960, 540))
    assert sum(durations) == pytest.approx(10_000, abs=100)
    assert (tmp_path / "learning.gif").stat().st_size / pictures < 2_000_000 / 126


def test_a_machine_that_dies_is_filmed_to_its_end_and_alike_each_time(menace: Menace) -> None:
    for name in ("one.gif", "other.gif"):
        said = menace(*FILM, "--preset", "nim-8", "--games", "200", "-o", name, "--json")
        assert said.code == 0
    assert Path("one.gif").read_bytes() == Path("other.gif").read_bytes()
    found = re.search(r"After (\d+) games the machine can no longer make its first move", said.err)
    assert found
    assert json.loads(said.out)["games"] == int(found[1])


@needs_interval_timers
def test_ctrl_c_before_the_first_game_films_nothing(menace: Menace, tmp_path: Path) -> None:
    (tmp_path / "c.gif").write_bytes(b"the film of yesterday")
    with interrupted_in("moments", visits=1):
        said = menace(*FILM, "--games", "1e12", "-o", "c.gif")
    assert (said.code, said.out) == (130, "")
    assert said.err == "Stopped before the first game was played: there is nothing to film.\n"
    assert (tmp_path / "c.gif").read_bytes() == b"the film of yesterday"
