"""`operator play` as an operator drives it: through a terminal, a key at a time."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Due
from menace_kit.journal.entries import Kind
from menace_kit.journal.store import Journal
from menace_kit.machine import Kit

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

from tests.cli.operator.played import (
    ALTERNATE_SCREEN,
    BACKSPACE,
    BEAD_OF_BOX_1,
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
    ROOT,
    UP,
    Played,
    act,
    session_of,
)


@pytest.fixture(name="played")
def fixture_played(journal: Path) -> Iterator[Played]:
    """Return a program with a game that has begun."""
    with Played(journal, "--operator", "Ada", "--opponent", "Bob") as played:
        played.shows("press Enter to begin", "Operator: Ada", "Opponent: Bob_")
        played.press(ENTER, BEAD_OF_BOX_1)
        yield played


def kinds(path: Path, kit: Kit) -> list[Kind]:
    with Journal(path, kit) as journal:
        return [entry.kind for entry in journal.entries()]


def test_a_game_from_the_first_bead_to_the_next_game(played: Played, journal: Path, kit: Kit) -> None:
    played.press("d", "The machine plays", "lay the bead before it", "Bob moves")
    played.press("1", "Bob plays square 1 (top left).", "Box 11", "row 2", "drawer 3", "L S G P")
    played.press("L", "LILAC: the machine plays square 2 (top middle).")
    played.press("3", "Draw a bead from box")
    played.press(
        "r", "RED: the machine plays square 8 (bottom middle).", "The machine won.", "Ticked: 0 of 3"
    )
    session = session_of(journal, kit)
    assert session.due is Due.ADJUST
    played.shows("put the RED bead back and add 3 RED; it should now hold 5 red")
    played.press(" ", "Ticked: 1 of 3", "[x] 1", "[ ] 2")
    played.press("3", "Ticked: 2 of 3", "[ ] 2", "[x] 3")
    played.press(ENTER, "1 line is not ticked. Enter again")
    played.press("n", "Nothing was changed.")
    played.press(" ", "Ticked: 3 of 3")
    played.press(BACKSPACE, "Ticked: 2 of 3")
    played.press(" ", "Ticked: 3 of 3")
    played.press(ENTER, "Game 1: The machine won. The beads are put right.", "Operator: Ada", "Opponent: _")
    played.press("C", "Opponent: C_")
    played.press("x", "Opponent: Cx_")
    played.press(BACKSPACE, "Opponent: C_")
    played.press("y", "Opponent: Cy_")
    played.press(ENTER, BEAD_OF_BOX_1, "game 2", "operator: Ada", "against Cy")
    played.press(CTRL_Q)
    assert played.ends() == 0
    assert b"Game 2 is kept as it stands" in played.written
    session = session_of(journal, kit)
    assert session.contents[1]["gold"] == 7
    assert session.game is not None
    assert (session.game.start.operator, session.game.start.opponent) == ("Ada", "Cy")


@pytest.mark.prove
def test_every_step_can_be_taken_back(played: Played, journal: Path, kit: Kit) -> None:
    played.press("d", "Bob moves")
    played.press("2", "Bob plays square 2")
    played.press(BACKSPACE, "Taken back: take the mark off square 2.", "Bob moves")
    played.press(CTRL_Z, "Taken back: put the GOLD bead back into box 1, and take the mark off square 5.")
    played.press(BACKSPACE, "Break game 1 off?")
    played.press("x", "Nothing was changed.")
    assert session_of(journal, kit).due is Due.BEAD
    for key, told in zip(
        "d1l3", ("Bob moves", "Box 11", "square 2 (top middle)", "Bob plays square 3"), strict=True
    ):
        played.press(key, told)
    played.press("r", "Ticked: 0 of 3")
    played.press(BACKSPACE, "Taken back: put the RED bead back into box", "Draw a bead from box")
    assert session_of(journal, kit).contents == session_of(journal.with_name("new.sqlite"), kit).contents


@pytest.mark.prove
def test_wrong_keys_are_answered_and_harmless(played: Played, journal: Path, kit: Kit) -> None:
    begun = kinds(journal, kit)
    expected = "type the bead's letter, W L D, or - if the box is empty"
    played.press("k", f"Not k: {expected}")
    played.press(UP, f"Not that key: {expected}")
    played.press("7", f"Not 7: {expected}")
    played.press(CTRL_UP, f"Not that key: {expected}")
    played.press("r", "Box 1 never holds red")
    played.press("-", "The book says that box 1 still holds 4 white, 4 lilac, 4 gold.")
    played.press("?", "The keys", "Any key goes back")
    played.press("d", BEAD_OF_BOX_1)
    played.press(F1, "The keys")
    played.press(ENTER, BEAD_OF_BOX_1)
    assert kinds(journal, kit) == begun
    played.press("d", "Bob moves")
    played.press("5", "5 cannot be played now; free: 1, 2, 3, 4, 6, 7, 8, 9")
    played.press("w", "Not w: type a free square")
    played.press(CTRL_UP, "Not that key: type a free square")
    played.press("0", "Not 0: type a free square")
    assert kinds(journal, kit) == [*begun, Kind.BEAD]


@pytest.mark.prove
def test_escape_is_no_key_and_swallows_none(played: Played) -> None:
    played.press(ESCAPE)
    time.sleep(0.5)
    played.press("d", "Bob moves")


@pytest.mark.prove
def test_breaking_off_asks_and_can_be_taken_back(played: Played, journal: Path, kit: Kit) -> None:
    played.press("d", "Bob moves")
    played.press("!", "Break game 1 off?")
    played.press("1", "Nothing was changed.")
    assert Kind.ABANDON not in kinds(journal, kit)
    played.press(DELETE, "Break game 1 off?")
    played.press(ENTER, "Box 1, row 1, drawer 1: put the GOLD bead back.", "is broken off")
    played.press(BACKSPACE, "Taken back", "Bob moves")
    played.press("!", "Break game 1 off?")
    played.press(ENTER, "press Enter to begin")
    played.press(ENTER, BEAD_OF_BOX_1, "game 2", "operator: Ada")
    assert session_of(journal, kit).contents[1] == kit.box(1).start


@pytest.mark.prove
def test_quit_and_go_on_in_a_game_and_in_the_list(played: Played, journal: Path) -> None:
    played.press("d", "Bob moves")
    played.press(CTRL_C)
    assert played.ends() == 130
    assert played.written.count(ALTERNATE_SCREEN) == played.written.count(NORMAL_SCREEN) == 1
    with Played(journal) as again:
        again.shows("The machine plays", "square 5", "Bob moves", "operator: Ada")
        for key, told in zip("1l3r", ("Box 11", "square 2", "Draw a bead", "Ticked: 0 of 3"), strict=True):
            again.press(key, told)
        again.press(" ", "Ticked: 1 of 3")
        again.press(CTRL_Q)
        assert again.ends() == 0
        assert b"still to be put right" in again.written
    with Played(journal) as again:
        again.shows("Put the beads right", "Ticked: 1 of 3", "[x] 1", "it should now hold 7 gold")
        again.press(ENTER, "2 lines are not ticked. Enter again")
        again.press(ENTER, "The beads are put right.", "Operator: Ada")


@pytest.mark.prove
@pytest.mark.parametrize("moment", ["bead", "reply", "list"])
def test_sigkill_loses_nothing_that_was_answered(played: Played, journal: Path, moment: str) -> None:
    steps = {"bead": "d1", "reply": "d1l", "list": "d1l3r"}[moment]
    answers = {"d": "Bob moves", "1": "Box 11", "l": "square 2", "3": "Draw a bead", "r": "Ticked: 0 of 3"}
    for key in steps:
        played.press(key, answers[key])
    if moment == "list":
        played.press("2", "Ticked: 1 of 3", "[x] 2")
        answers["r"] = "Ticked: 1 of 3"
    before = played.text
    played.child.kill(signal.SIGKILL)
    assert played.ends() == -signal.SIGKILL
    with Played(journal) as again:
        again.shows(answers[steps[-1]])
        assert again.text == before


@pytest.mark.prove
def test_ticks_of_another_program_are_taken_over(played: Played, journal: Path, kit: Kit) -> None:
    for key, told in zip("d1l3r", ("Bob moves", "Box", "square 2", "Draw a bead", "Ticked: 0"), strict=True):
        played.press(key, told)
    with Journal(journal, kit) as phones:
        phone = Desk(phones)
        phone.tick(1)
        played.press(" ", "Ticked: 2 of 3", "[x] 1", "[x] 2", "[ ] 3")
        assert phone.ticked == {1, 2}
        phone.tick(2, done=False)
        played.press(CTRL_L, "Ticked: 1 of 3", "[x] 1", "[ ] 2")
        phone.act(lambda session: session.confirm())
        played.press(" ", "Another program wrote to this journal")
        assert phone.ticked == frozenset()


@pytest.mark.prove
def test_the_terminal_is_given_back_after_a_crash(journal: Path) -> None:
    program = """
import menace_kit.cli.operator.guided as guided
def crash(self, key):
    raise RuntimeError("a mistake of ours")
guided.GuidedGame.press = crash
from menace_kit.cli import main
main()
"""
    with Played(journal, program=program) as played:
        played.shows("press Enter to begin")
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
def test_another_program_writes_in_between(played: Played, journal: Path, kit: Kit) -> None:
    act(journal, kit, lambda s: s.draw("white"), lambda s: s.reply((4,)))
    before = kinds(journal, kit)
    played.press("d", "Another program wrote to this journal: nothing of yours was recorded.", "Box 7")
    assert kinds(journal, kit) == before
    act(journal, kit, lambda s: s.undo())
    played.press(CTRL_L, "Bob moves", "WHITE: the machine plays square 1")
    played.press("9", "Bob plays square 9")


@pytest.mark.prove
def test_a_bead_played_in_another_right_way(played: Played, journal: Path, kit: Kit) -> None:
    played.press("/", "Another right way: first the bead's letter")
    played.press("x", "Nothing was changed.")
    played.press("/", "Another right way")
    played.press("d", "GOLD may be played on 5.")
    played.press("9", "Nothing was changed.")
    assert kinds(journal, kit) == [Kind.START]
    played.press("/", "Another right way")
    played.press("w", "WHITE may be played on 1 3 9 7.")
    played.press("9", "WHITE: the machine plays square 9 (bottom right).", "Bob moves")
    played.press("1", "Draw a bead from box")
    game = session_of(journal, kit).game
    assert game is not None
    assert [move.move for move in game.moves] == ["9", "1"]
    played.press("!", "Break game 1 off?")


@pytest.mark.prove
def test_a_box_with_one_right_way_says_so(journal: Path, kit: Kit) -> None:
    act(
        journal,
        kit,
        lambda s: s.start(),
        lambda s: s.draw("gold"),
        lambda s: s.reply((0,)),
        lambda s: s.draw("lilac"),
        lambda s: s.reply((7,)),
    )
    with Played(journal) as played:
        played.shows("Draw a bead from box")
        played.press("/", "There is only one right way to hold this box here.")


@pytest.mark.prove
def test_the_window_changes_its_size(played: Played) -> None:
    played.resize(120, 40)
    played.shows("████████████")
    played.resize(30, 10)
    played.shows("game 1 the m…", "Box 1, row 1, drawer 1")
    played.resize(80, 24)
    played.shows(BEAD_OF_BOX_1)
    played.press("d", "Bob moves")


def test_a_pipe_is_pointed_to_the_step_commands(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from menace_kit.cli import main; main()", "operator", "play"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        input="d",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert "play needs a keyboard and a screen" in done.stderr
    assert "operator start, draw, reply" in done.stderr
    assert list(tmp_path.iterdir()) == []
