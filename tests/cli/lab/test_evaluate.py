"""`lab evaluate`, as typed."""

import json
from pathlib import Path

import pytest

from menace_kit.lab.engine.match import Match
from menace_kit.lab.machine_file import SavedMachine, TrainingState, machine_bytes
from tests.cli.conftest import Menace
from tests.cli.running import run
from tests.examples import preset

KIT = preset("michie-1961")
STATE = TrainingState(stream=1)
CHANCES = ("win", "draw", "loss")


def chances(said: str) -> tuple[float, ...]:
    facts = json.loads(said)
    return tuple(facts[chance] for chance in CHANCES)


def test_greedy_play_differs(menace: Menace, tmp_path: Path) -> None:
    run = Match(KIT).run(1)
    run.play(1_000)
    path = tmp_path / "m.json"
    path.write_bytes(machine_bytes(SavedMachine(KIT, "beads", run.contents, (), STATE)))
    asked = ("lab", "evaluate", "--machine", "m.json", "--opponent", "random", "--json")
    drawn, greedy = chances(menace(*asked).out), chances(menace(*asked, "--greedy").out)
    untouched = chances(menace("lab", "evaluate", "--opponent", "random", "--json").out)
    assert greedy[0] > drawn[0] > untouched[0]


@pytest.mark.prove
def test_who_cannot_be_summed_is_refused_before_anything_is_compiled(tmp_path: Path) -> None:
    (tmp_path / "lots.py").write_text(
        "import random\n\n\ndef lots(board):\n    return random.choice([place for place, "
        "cell in enumerate(board, 1) if cell == '.'])\n",
        encoding="utf-8",
    )
    new = {"NUMBA_CACHE_DIR": str(tmp_path / "new")}  # as if nothing was compiled ever
    done = run("lab", "evaluate", "--opponent", "lots.py:lots", folder=tmp_path, variables=new)
    assert done.code == 2
    assert "draws lots" in done.err
    assert "Compiling" not in done.err
