"""`boxes [N]`: what is listed is what the machine is."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from menace_kit.games import Pieces, parse_position, position_text, square_count
from menace_kit.machine.toml_files import TemplateKind, template_names
from tests.cli.conftest import Menace
from tests.examples import all_to_prove, preset

PRESETS = template_names(TemplateKind.MACHINES)
QUICK_PRESETS = ("michie-1961", "him-18", "nim-8")


def listed(menace: Menace, *arguments: str) -> list[dict[str, Any]]:
    result = menace("boxes", "--json", *arguments)
    assert (result.code, result.err) == (0, "")
    boxes: list[dict[str, Any]] = json.loads(result.out)
    return boxes


@pytest.mark.parametrize("name", all_to_prove(PRESETS, quick=QUICK_PRESETS))
def test_the_json_of_a_preset_is_its_boxes_and_agrees_with_itself(
    menace: Menace, name: str
) -> None:
    kit = preset(name)
    boxes = listed(menace, "--preset", name)
    assert [box["number"] for box in boxes] == list(range(1, len(kit.boxes) + 1))
    for facts, box in zip(boxes, kit.boxes, strict=True):
        board = facts["board"]
        assert len(board) == square_count(kit.game) <= kit.game.rows * kit.game.columns
        assert set(board) <= {*kit.spec.marks, "."}
        assert board == position_text(box.position, kit.spec.marks)
        if not kit.game.impartial:  # matches do not tell whose turn it is
            assert parse_position(kit.game, board, kit.spec.marks) == box.position
        assert (facts["stage"], facts["side"]) == (box.stage, box.side.value)
        assert list(facts["beads"]) == list(facts["moves"])
        assert all(count >= 1 for count in facts["beads"].values())
        assert len(set(facts["moves"].values())) == len(facts["moves"])
        if kit.game.pieces is Pieces.MARKS:
            assert (9 - board.count(".")) // 2 + 1 == facts["stage"]
            free = (board[square - 1] == "." for square in facts["moves"].values())
            assert all(free) != kit.spec.boxes.taken_squares or not board.strip(".")
    totals = {
        colour.name: sum(box["beads"].get(colour.name, 0) for box in boxes)
        for colour in kit.colours
    }
    assert totals == kit.start_by_colour()


@pytest.mark.parametrize("name", all_to_prove(PRESETS, quick=["nim-8"]))
def test_the_csv_is_the_filling_table(menace: Menace, tmp_path: Path, name: str) -> None:
    out = menace("boxes", "--csv", "--preset", name).out
    rows = list(csv.DictReader(out.splitlines()))
    kit = preset(name)
    assert len(rows) == len(kit.boxes)
    assert {
        name: sum(int(row[name]) for row in rows) for name in kit.start_by_colour()
    } == kit.start_by_colour()
    menace("print", "filling", "--preset", name)
    assert (tmp_path / "output" / "filling.csv").read_bytes() == out.encode()
