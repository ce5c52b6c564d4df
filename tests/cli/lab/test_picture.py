"""`lab picture`, as it is typed."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from menace_kit.cli.lab.drawing import rules_text
from tests.cli.conftest import Menace
from tests.cli.lab.timer import interrupted_in, needs_interval_timers
from tests.cli.running import pdf_texts
from tests.examples import preset

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("options", [(), ("--counts",)])
def test_numbers_of_beads_are_written_where_they_are_asked_for(
    menace: Menace, tmp_path: Path, options: tuple[str, ...]
) -> None:
    menace("lab", "picture", "--preset", "nim-8", "--games", "5", "-o", "h.svg", *options)
    drawing = ElementTree.parse(tmp_path / "h.svg").getroot()
    texts = ["".join(text.itertext()) for text in drawing.iter(f"{SVG}text")]
    numbers = [text for text in texts if text.isdigit()]
    of_boxes = 2 * len(preset("nim-8").boxes)  # before and after
    assert (len(numbers) > of_boxes) is bool(options)


def test_a_png(menace: Menace, tmp_path: Path) -> None:
    said = menace("lab", "picture", "--preset", "nim-8", "--games", "50", "-o", "h.png")
    width, height = (float(size) for size in re.findall(r"sheet (\S+) x (\S+) mm", said.out)[0])
    with Image.open(tmp_path / "h.png") as image:
        assert image.size == (round(width * 192 / 25.4), round(height * 192 / 25.4))
        assert image.convert("L").getextrema() == (0, 255)


def test_the_default_is_a_pdf_on_a3(menace: Menace, tmp_path: Path) -> None:
    said = menace("lab", "picture")
    assert said.out.startswith("heatmap.pdf  (304 boxes, ")
    assert "After 10,000 games" in said.out
    assert "420 x 297 mm" in said.out
    (page,) = pdf_texts(tmp_path / "heatmap.pdf")
    assert "MENACE 1961: all boxes, before and after" in page
    assert page.count("304") >= 2


@needs_interval_timers
def test_ctrl_c_draws_what_was_learned_so_far(menace: Menace, tmp_path: Path) -> None:
    her = ("--preset", "her-19", "-o", "h.svg")
    # What is compiled is loaded here: in the interrupted run that would pass for games.
    menace("lab", "picture", "--games", "1", *her)
    with interrupted_in("pieces", visits=10):
        said = menace("lab", "picture", "--games", "1e11", *her)
    assert said.code == 130
    assert "of 100,000,000,000 games." in said.err
    games = said.err.split("after ")[1].split()[0]
    assert f"After {games} games against a random player" in (tmp_path / "h.svg").read_text(
        encoding="utf-8"
    )


def test_a_game_without_draws_has_none_in_its_title() -> None:
    assert rules_text(preset("her-19")) == "start 1-1-1, won 0, lost −1"
    assert "drawn +1" in rules_text(preset("michie-1961"))
