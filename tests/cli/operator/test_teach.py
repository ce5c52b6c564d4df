"""The coach at the table: which reply to make and why, on the screen of `operator play`
and after step commands.
"""

import json
from pathlib import Path

from menace_kit.cli.operator.guided.keys import ENTER
from menace_kit.games import Position, Side
from menace_kit.lab.advice import advice
from menace_kit.machine import Kit
from menace_kit.machine.learning import Contents
from tests.cli.conftest import Menace
from tests.cli.operator.pressed import Pressed, session_of


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
