"""The coach at the table: which reply to make and why, on the screen of `operator play`
and after step commands.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from menace_kit.cli.operator.guided.keys import ENTER
from menace_kit.games import Position, Side
from menace_kit.lab.advice import advice
from menace_kit.machine import Kit, load_preset
from menace_kit.machine.learning import Contents
from tests.cli.conftest import Menace
from tests.cli.operator.pressed import Pressed, painted, session_of
from tests.cli.test_reserve import WITHOUT_THE_EXTRA


def test_the_screen_says_and_marks_the_reply_that_is_due(logbook: Path, kit: Kit) -> None:
    with Pressed(logbook, kit, teach=True) as pressed:
        pressed.press(ENTER)
        assert "Coach" not in "".join(pressed.lines)
        for key in "l", "w":
            pressed.press(key)
            told = advice(kit, Side.FIRST, *facts(logbook, kit))
            square = str(told.move[0] + 1)
            pressed.shows(f"Coach: square {square} (", f"[{square}]")
            pressed.press("?")
            assert "Coach" not in "".join(pressed.lines)  # the help is all there is
            pressed.press("?")
            pressed.press(square)
            assert "Coach" not in "".join(pressed.lines)  # now it is the machine's turn
            pressed.press("backspace", f"Coach: square {square} (")
            pressed.press("backspace")


def facts(logbook: Path, kit: Kit) -> tuple[Contents, Position]:
    session = session_of(logbook, kit)
    return session.contents, session.position


@pytest.mark.parametrize("size", [(80, 24), (60, 18), (160, 60)])
def test_the_advice_has_room(logbook: Path, kit: Kit, size: tuple[int, int]) -> None:
    with Pressed(logbook, kit, teach=True) as pressed:
        pressed.press(ENTER)
        pressed.press("w")
        lines = [line.plain.strip() for line in painted(pressed.game, *size)[1]]
        assert "Coach: square 5 (centre). Then comes box 7:" in " ".join(lines)


@pytest.mark.parametrize(("preset", "said"), [("nim-8", "Coach: "), ("him-18", "Coach: move ")])
def test_games_of_other_kinds(tmp_path: Path, preset: str, said: str) -> None:
    with Pressed(tmp_path / "logbook.sqlite", load_preset(preset), teach=True) as pressed:
        pressed.press(ENTER)
        box = pressed.game.session.box
        assert box is not None
        pressed.press(pressed.game.session.kit.colour(next(iter(box.moves))).key.lower())
        pressed.shows(said)


def test_the_step_commands_say_it(menace: Menace) -> None:
    menace("operator", "start", "--preset", "michie-1961")
    assert "Coach" not in menace("operator", "status", "--teach").out
    assert "Coach" not in menace("operator", "draw", "white").out
    out = menace("operator", "status", "--teach").out
    assert "Coach: square 5 (centre). Then comes box 7: from there it loses " in out
    assert "   |[5]|   " in out
    assert "Coach" not in menace("operator", "status").out
    told = json.loads(menace("operator", "status", "--teach", "--json").out)["advice"]
    assert told["move"] == 5
    assert told["why"] == "weak"
    assert out.splitlines()[-1] == told["words"]
    menace("operator", "reply", "5")
    assert json.loads(menace("operator", "status", "--teach", "--json").out)["advice"] is None
    assert "advice" not in json.loads(menace("operator", "status", "--json").out)


def test_before_the_machine_that_moves_second(menace: Menace) -> None:
    second = ("--preset", "second-player")
    menace("operator", "start", *second)
    assert "Coach: square " in menace("operator", "status", "--teach", *second).out


def test_without_the_lab_nothing_is_recorded_and_it_says_how_to_install_it(
    menace: Menace, tmp_path: Path
) -> None:
    menace("operator", "start", "--preset", "michie-1961")
    arguments = [sys.executable, "-c", WITHOUT_THE_EXTRA, "operator", "status", "--teach"]
    done = subprocess.run(arguments, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 2
    assert "the extra 'lab' installs; type" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Draw a bead" in menace("operator", "status").out
