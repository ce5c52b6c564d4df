"""`operator play` as an operator drives it: through a terminal, a key at a time."""

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from menace_kit.guide.audit import audit
from menace_kit.guide.situation import Due
from menace_kit.logbook.store import Logbook
from menace_kit.machine import Kit, load_kit

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

from tests.cli.operator.played import (
    ALTERNATE_SCREEN,
    BACKSPACE,
    CTRL_C,
    CTRL_L,
    CTRL_Q,
    CTRL_UP,
    CTRL_Z,
    DELETE,
    ENTER,
    ESCAPE,
    F1,
    NORMAL_SCREEN,
    Played,
)
from tests.cli.operator.pressed import BEAD_OF_BOX_1, act, session_of
from tests.cli.running import run_here


@pytest.fixture(name="played")
def fixture_played(logbook: Path) -> Iterator[Played]:
    """Return a program with a game that has begun."""
    with Played(logbook, "--bell", "--operator", "Ada", "--opponent", "Bob") as played:
        played.shows(
            "press Enter to start",
            "Who operates the machine? Ada",
            "Who plays against the machine? Bob_",
        )
        played.press(ENTER, BEAD_OF_BOX_1)
        yield played


def test_a_game_from_the_first_bead_to_the_next_game(
    played: Played, logbook: Path, kit: Kit
) -> None:
    """A phone records the first bead, which the screen follows;
    the bell rings once for each box.
    """
    played.press("k", "That key does nothing here.")
    act(logbook, kit, "gold")
    played.shows("The machine plays square 5", "put the bead in front of the box", "Bob moves")
    played.press("1", "Bob plays square 1 (top left).", "from box 11", "Box 11", "L S G P")
    played.press("-", "The logbook says that box 11 still holds")
    assert played.written.count(b"\x07") == 2
    played.press("L", "LILAC from box 11: the machine plays square 2 (top middle).")
    played.press("3", "Draw a bead from box")
    played.press(
        "r",
        "RED from box 99: the machine plays square 8 (bottom middle).",
        "The machine won.",
        "Ticked: 0 of 3",
    )
    session = session_of(logbook, kit)
    assert session.due is Due.ADJUST
    played.shows("RED back +3 -> 5 of 9")
    played.press(" ", "Ticked: 1 of 3", "[x] 1", "[ ] 2")
    played.press("3", "Ticked: 2 of 3", "[ ] 2", "[x] 3")
    played.press(ENTER, "1 line is not ticked. Confirm game 1 all the same?")
    played.press("n", "Nothing was changed.")
    played.press(" ", "Ticked: 3 of 3")
    played.press(BACKSPACE, "Ticked: 2 of 3")
    played.press(" ", "Ticked: 3 of 3")
    played.press(
        ENTER,
        "Game 1: The machine won.",
        "Who operates the machine? Ada",
        "Who plays against the machine? _",
    )
    played.press("C", "Who plays against the machine? C_")
    played.press("x", "Who plays against the machine? Cx_")
    played.press(BACKSPACE, "Who plays against the machine? C_")
    played.press("y", "Who plays against the machine? Cy_")
    played.press(ENTER, BEAD_OF_BOX_1, "Game 2", "Ada at the boxes", "against Cy")
    played.press(CTRL_Q)
    assert played.ends() == 0
    assert b"Game 2 goes on from here" in played.written
    session = session_of(logbook, kit)
    assert session.contents[1]["gold"] == 7
    assert session.game is not None
    assert (session.game.start.operator, session.game.start.opponent) == ("Ada", "Cy")


def test_keys_typed_ahead_are_taken_in_turn_and_never_answer_what_was_not_shown_yet(
    played: Played, logbook: Path, kit: Kit
) -> None:
    played.press(
        f"d1l3r {ENTER}{ENTER}",
        "The machine won.",
        "Ticked: 0 of 3",
        "You typed 3 characters before this",
    )
    session = session_of(logbook, kit)
    assert session.game is not None
    assert session.game.written_moves(kit.game) == "5 1 2 3 8"
    assert session.due is Due.ADJUST
    played.press("   ", "Ticked: 3 of 3")
    played.press(
        f"{ENTER}Cy{ENTER}",
        "Who operates the machine?",
        "Who plays against the machine? _",
        "You typed 3 characters before this",
    )
    played.press(
        f"Cy{ENTER}wx7",
        "against Cy",
        "That key does nothing here.",
        "You typed 1 character before this",
    )


@pytest.mark.prove
def test_keys_of_several_signs_are_one_key_each(played: Played) -> None:
    played.press("\x1b[C", "That key does nothing here.")
    played.press(F1, "The keys. Any key goes back")
    played.press(ENTER, BEAD_OF_BOX_1)
    played.press("d", "Bob moves")
    played.press(CTRL_UP, "That key does nothing here.")
    played.press(CTRL_Z, "Undone")
    played.press(DELETE, "End game 1 early?")
    played.press(CTRL_L, "Nothing was changed.")


@pytest.mark.prove
def test_escape_leaves_a_question_and_swallows_no_key(played: Played) -> None:
    played.press("!", "End game 1 early?")
    played.press(ESCAPE, "Nothing was changed.", BEAD_OF_BOX_1)
    played.press("d", "Bob moves")


@pytest.mark.prove
def test_quit_and_go_on_in_a_game_and_in_the_list(played: Played, logbook: Path) -> None:
    played.press("d", "Bob moves")
    played.press(CTRL_C)
    assert played.ends() == 130
    assert played.written.count(ALTERNATE_SCREEN) == played.written.count(NORMAL_SCREEN) == 1
    with Played(logbook) as again:
        again.shows("The machine plays square 5", "Bob moves", "Ada at the boxes")
        for key, told in zip(
            "1l3r", ("from box 11", "square 2", "Draw a bead", "Ticked: 0 of 3"), strict=True
        ):
            again.press(key, told)
        again.press(" ", "Ticked: 1 of 3")
        again.press(CTRL_Q)
        assert again.ends() == 0
        assert b"The boxes are not updated after game 1 yet" in again.written
    with Played(logbook) as again:
        again.shows(
            "Update the boxes, then Enter.", "Ticked: 1 of 3", "[x] 1", "GOLD back +3 -> 7 of 15"
        )
        again.press(ENTER, "2 lines are not ticked. Confirm game 1 all the same?")
        again.press(ENTER, "Who operates the machine?", "Who operates the machine? Ada")


@pytest.mark.prove
@pytest.mark.parametrize("moment", ["bead", "reply", "list"])
def test_sigkill_loses_nothing_that_was_answered(
    played: Played, logbook: Path, moment: str
) -> None:
    steps = {"bead": "d1", "reply": "d1l", "list": "d1l3r"}[moment]
    answers = {
        "d": "Bob moves",
        "1": "from box 11",
        "l": "square 2",
        "3": "Draw a bead",
        "r": "Ticked: 0 of 3",
    }
    for key in steps:
        played.press(key, answers[key])
    if moment == "list":
        played.press("2", "Ticked: 1 of 3", "[x] 2")
        answers["r"] = "Ticked: 1 of 3"
    before = played.text
    played.child.kill(signal.SIGKILL)
    assert played.ends() == -signal.SIGKILL
    with Played(logbook) as again:
        again.shows(answers[steps[-1]])
        assert again.text == before


@pytest.mark.prove
def test_the_terminal_is_given_back_after_a_crash(logbook: Path) -> None:
    program = """
import menace_kit.cli.operator.guided as guided
def crash(self, key):
    raise RuntimeError("a mistake of ours")
guided.GuidedGame.press = crash
from menace_kit.cli import main
main()
"""
    with Played(logbook, program=program) as played:
        played.shows("press Enter to start")
        played.press("x")
        assert played.ends() == 1
        assert played.written.count(ALTERNATE_SCREEN) == played.written.count(NORMAL_SCREEN) == 1
        end = played.written.rpartition(NORMAL_SCREEN)[2]
        assert b"\x1b[?25h" in end
        assert b"a mistake of ours" in end


@pytest.mark.prove
def test_sigterm_gives_the_terminal_back(played: Played) -> None:
    played.child.kill(signal.SIGTERM)
    assert played.ends() == 143
    assert played.written.count(NORMAL_SCREEN) == 1


@pytest.mark.prove
def test_the_window_changes_its_size(played: Played) -> None:
    played.resize(60, 18)
    played.shows("Box 1", BEAD_OF_BOX_1)
    played.resize(59, 18)
    played.shows("This window is too small: the game needs 60 columns and 18 rows.")
    played.press("d")
    played.resize(80, 24)
    played.shows("██████", BEAD_OF_BOX_1)  # the key that nobody saw the answer to did nothing
    played.press("d", "Bob moves")


def test_a_pipe_is_pointed_to_the_step_commands(tmp_path: Path) -> None:
    done = run_here("operator", "play", folder=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert "play needs a keyboard and a screen" in done.err
    assert "operator start, draw, reply" in done.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.prove
def test_a_choice_that_the_kit_does_not_leave_is_refused_before_the_screen(logbook: Path) -> None:
    with Played(logbook, "--first-mover", "opponent") as played:
        assert played.ends() == 2
        assert b"this kit's machine always plays the same side" in played.written
        assert ALTERNATE_SCREEN not in played.written


@pytest.mark.prove
def test_a_game_whose_later_moves_have_no_boxes_is_played_taken_back_killed_and_gone_on_with(
    tmp_path: Path, logbook: Path
) -> None:
    """The last box is that of move 3; what the chart says comes behind
    the reply, and goes with it.
    """
    file = tmp_path / "kit.toml"
    file.write_text('name = "Starter"\n[boxes]\nstages = 3\nlater = "chart"\n', encoding="utf-8")
    with Played(logbook, "--kit", str(file)) as played:
        played.shows("press Enter to start")
        played.press(ENTER, BEAD_OF_BOX_1)
        for key in "d9g7":
            played.press(key, "The opponent moves" if key in "dg" else "Draw a bead from box")
        played.press("p", "the machine plays square 3 (top right)")
        played.press(
            "6",
            "the chart says: block the line.",
            "square 8",
            "The chart decided; no bead was drawn.",
        )
        played.press(BACKSPACE, "Take the marks off squares 6, 8.", "type the move, 1 2 6 8.")
        played.press("6", "The machine plays square 8 (bottom middle).", "type the move, 1 2.")
        played.child.kill(signal.SIGKILL)
        assert played.ends() == -signal.SIGKILL
    with Played(logbook, "--kit", str(file)) as played:
        played.shows("square 8", "The chart decided", "type the move, 1 2.")
        played.press("2", "It is the only move left", "A draw. Ticked: 0 of 3.")
        played.press(CTRL_Q)
        assert played.ends() == 0
    kit = load_kit(file)
    with Logbook(logbook, kit) as kept:
        assert audit(kept) == []
        game = kept.game(1)
        assert game is not None
        assert [entry.kind.value for entry in game.moves] == [
            *("draw", "reply") * 3,
            *("forced", "reply", "forced"),
        ]
        assert [change.box for change in game.tick_list] == [bead.box for bead in game.drawn]
