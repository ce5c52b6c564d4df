"""`lab evaluate`, as typed."""

import json
from pathlib import Path

import pytest

from menace_kit.lab.engine.match import Match
from menace_kit.lab.machine_file import SavedMachine, TrainingState, machine_bytes
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit_files import both_sides, load_preset
from menace_kit.machine.learning import starting_contents
from tests.cli.conftest import Menace
from tests.cli.running import run
from tests.logbook.games import play_random_games

KIT = load_preset("michie-1961")
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


def test_machines_by_odds_and_for_both_sides(menace: Menace, tmp_path: Path) -> None:
    kit = both_sides(KIT)
    even = {
        box.number: {bead.colour: 1 / len(box.beads) for bead in box.beads} for box in kit.boxes
    }
    (tmp_path / "odds.json").write_bytes(machine_bytes(SavedMachine(kit, "odds", even, (), STATE)))
    asked = ("lab", "evaluate", "--machine", "odds.json", "--opponent", "random", "--json")
    facts = json.loads(menace(*asked).out)
    assert facts["fingerprint"] == kit.fingerprint
    untouched = chances(menace("lab", "evaluate", "--opponent", "random", "--json").out)
    assert [facts[chance] for chance in CHANCES] == pytest.approx(untouched)


def test_the_real_machine_as_its_logbook_has_it(menace: Menace, tmp_path: Path) -> None:
    with Logbook(tmp_path / "logbook.sqlite", KIT) as logbook:
        play_random_games(logbook, 25, seed=1961)
        assert logbook.contents() != starting_contents(KIT)
        saved = SavedMachine(KIT, "beads", logbook.contents(), (), STATE)
    (tmp_path / "copy.json").write_bytes(machine_bytes(saved))
    asked = ("lab", "evaluate", "--opponent", "random", "--json")
    real = chances(menace(*asked, "--machine", "logbook.sqlite").out)
    assert real == chances(menace(*asked, "--machine", "copy.json").out)
    assert real != chances(menace(*asked).out)


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
