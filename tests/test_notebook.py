"""The interface for Python: what is shown in a notebook, learns, is kept and printed."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from menace_kit import Machine, show
from menace_kit.errors import LabError, SelectionError, UnknownNameError
from menace_kit.games import Side
from menace_kit.lab.learners import contest
from menace_kit.logbook.store import Logbook
from menace_kit.machine.learning import starting_contents
from menace_kit.machine.next_game import Chances
from menace_kit.notebook import Picture, Rows
from tests.cli.running import run_here
from tests.examples import preset

pytestmark = pytest.mark.usefixtures("compiled_lab")


def drawn(svg: str) -> int:
    """Return how many shapes an SVG has that can be read."""
    shapes = ("line", "circle", "text", "path", "rect", "polygon", "polyline")
    return sum(each.tag.rpartition("}")[2] in shapes for each in ElementTree.fromstring(svg).iter())


@pytest.mark.parametrize("name", ["her-37", "nim-8"])
def test_machines_boxes_labels_kits_and_boards_show_themselves(name: str) -> None:
    machine = Machine.of(name)
    first = machine.kit.boxes[0]
    board = show(machine.kit.board(machine.kit.boxes[-1]), machine.kit)
    assert isinstance(board, Picture)
    for picture in (board, machine.label(first.number)):
        assert drawn(picture._repr_svg_()) > 3
    for shown in (
        machine,
        machine.box(first.number),
        show(machine.kit),
        show(first, machine.kit),
        show(machine),
    ):
        html = shown._repr_html_()  # type: ignore[union-attr]
        assert "<svg" in html
        assert html.count("<tr>") > 1
    assert machine.kit.fingerprint in machine._repr_html_()


def test_a_box_is_found_by_its_board_and_says_its_chances() -> None:
    machine = Machine.of("michie-1961")
    for box in machine.kit.boxes[::150]:
        shown = machine.box(machine.kit.board(box))
        assert shown.title == f"Box {box.name}"
        assert {row["colour"]: row["beads"] for row in shown.rows} == dict(box.start)
        assert sum(row["chance"] for row in shown.rows) == pytest.approx(1)
    with pytest.raises(SelectionError, match="The game is over"):
        machine.box("OOOXX....")
    with pytest.raises(UnknownNameError, match="no box 999"):
        machine.box(999)


def test_it_trains_as_the_command_does_in_one_piece_or_in_several(tmp_path: Path) -> None:
    asked = ("--games", "60", "--opponent", "perfect:0.3", "--seed", "7", "--preset", "her-37")
    assert run_here("lab", "train", *asked, "--machine", "m.json", folder=tmp_path).code == 0
    start = Machine.of("her-37")
    whole = start.train(60, "perfect:0.3", seed=7)
    assert Machine.load(tmp_path / "m.json", "her-37") == whole
    assert start.train(25, "perfect:0.3", seed=7).train(35, "perfect:0.3", seed=7) == whole
    assert start.beads == starting_contents(start.kit)  # what learns is a new machine
    assert start.train(5).saved.lessons[0].seed == 1
    assert Machine.load(whole.save(tmp_path / "kept.json"), "her-37") == whole


def test_it_is_evaluated_exactly_and_as_a_frame() -> None:
    rows = Machine.of("pulles").evaluate("random")
    chances = Chances(rows[0]["win"], rows[0]["draw"], rows[0]["loss"])
    assert chances == pytest.approx((737 / 1260, 8 / 63, 121 / 420))
    names = [row["opponent"] for row in Machine.of("her-37").evaluate()]
    assert names == ["random", "first-free", "win-or-block", "perfect", "perfect:0.1", "worst-case"]
    both = Machine.of("both-players")
    first, second = (both.evaluate("random", side=side)[0] for side in Side)
    assert first != second
    with pytest.raises(LabError, match="nobody"):
        Machine.of("her-37").evaluate("nobody")


def test_a_curve_has_a_point_for_each_number_of_games_and_is_saved(tmp_path: Path) -> None:
    machine = Machine.of("her-37")
    curve = machine.curve(20, "perfect", seed=3, against=["perfect"])
    assert [row["games"] for row in curve.rows] == list(range(21))
    assert {key: curve.rows[20][key] for key in ("win", "loss")} == {
        key: machine.train(20, "perfect", seed=3).evaluate("perfect")[0][key]
        for key in ("win", "loss")
    }
    assert drawn(curve._repr_svg_()) > 10
    begins = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}
    for ending, begin in begins.items():
        assert curve.save(tmp_path / f"curve.{ending}").read_bytes().startswith(begin)
    with pytest.raises(SelectionError, match=r"one of \.svg, \.png, \.pdf"):
        curve.save("curve.jpg")
    assert [row["games"] for row in machine.curve(1000, against=["random"]).rows][-1] == 1000


def test_it_is_printed_and_travels(tmp_path: Path) -> None:
    machine = Machine.of("her-37").train(30, "perfect")
    assert [path.name for path in machine.print("filling", tmp_path)] == [
        "filling-a4.pdf",
        "filling.csv",
    ]
    assert Machine.load(machine.save(tmp_path / "m.json"), "her-37").beads == machine.beads
    assert machine.print("key-card", tmp_path, ["svg"])[0].exists()
    with pytest.raises(
        SelectionError, match="there is no sheet 'lables'; choose from: shopping, building, labels"
    ):
        machine.print("lables")


def test_the_real_machine_is_read_from_its_logbook(tmp_path: Path) -> None:
    kit = preset("her-37")
    with Logbook(tmp_path / "j.sqlite", kit) as logbook:
        assert Machine.of_logbook(tmp_path / "j.sqlite", kit).beads == logbook.contents()


def test_rows_are_a_table() -> None:
    rows = Rows([{"name": "a<b", "share": 0.25}, {"name": "c", "share": 1.0}])
    assert re.findall("<td>(.*?)</td>", rows._repr_html_()) == ["a&lt;b", "0.2500", "c", "1.0000"]
    assert [row["name"] for row in rows[:1]] == ["a<b"]


@pytest.mark.parametrize(
    "ask",
    [
        *(partial(Machine.train, games=games) for games in (0, 10**12 + 1)),
        *(partial(Machine.train, games=5, seed=seed) for seed in (-1, 2**64)),
        partial(Machine.train, games=5, opponent="nobody"),
        *(partial(Machine.curve, games=5, against=names) for names in ([], ["nobody"])),
        partial(Machine.evaluate, side="second"),
    ],
)
def test_what_no_command_takes_is_refused_in_a_sentence(ask: Callable[[Machine], object]) -> None:
    with pytest.raises(LabError, match=r"should be|choose from|plays first only"):
        ask(Machine.of("michie-1961"))


def test_no_engine_plays_less_than_no_games() -> None:
    run = contest(preset("her-37"), "random").match.run(1)
    with pytest.raises(LabError, match="-5 games cannot be played"):
        run.play(-5)
    assert run.play(0).games == 0


def test_one_player_and_numbers_of_numpy_are_taken_as_they_are_meant() -> None:
    machine: Any = Machine.of("her-37")
    assert {row["opponent"] for row in machine.curve(5, against="random").rows} == {"random"}
    assert machine.train(np.int64(5)) == machine.train(5)
    both = Machine.of("both-players")
    assert list(both.evaluate("random", side="second")) == list(
        both.evaluate("random", side=Side.SECOND)
    )
