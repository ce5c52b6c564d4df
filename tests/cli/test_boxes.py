"""`boxes [N]`: what is listed is what the machine is."""

import json
from pathlib import Path

import pytest

from menace_kit.games import position_text, written_move
from menace_kit.machine.toml_files import TemplateKind, template_names
from tests.cli.conftest import Menace
from tests.examples import all_to_prove, preset

PRESETS = template_names(TemplateKind.MACHINES)
QUICK_PRESETS = ("michie-1961", "him-18", "nim-8")


@pytest.mark.parametrize("name", all_to_prove(PRESETS, quick=QUICK_PRESETS))
def test_the_json_of_a_preset_is_its_boxes(menace: Menace, name: str) -> None:
    kit = preset(name)
    result = menace("boxes", "--json", "--preset", name)
    assert (result.code, result.err) == (0, "")
    for facts, box in zip(json.loads(result.out), kit.boxes, strict=True):
        assert (facts["number"], facts["stage"], facts["side"]) == (
            box.number,
            box.stage,
            box.side.value,
        )
        assert facts["board"] == position_text(box.position, kit.spec.marks)
        assert facts["beads"] == box.start
        moves = {
            colour: written_move(kit.game, box.position, move) for colour, move in box.moves.items()
        }
        assert {colour: str(move) for colour, move in facts["moves"].items()} == moves


@pytest.mark.parametrize("name", all_to_prove(PRESETS, quick=["nim-8"]))
def test_the_csv_is_the_filling_table(menace: Menace, tmp_path: Path, name: str) -> None:
    out = menace("boxes", "--csv", "--preset", name).out
    menace("print", "filling", "--preset", name)
    assert (tmp_path / "output" / "filling.csv").read_bytes() == out.encode()
