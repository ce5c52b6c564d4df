"""Guided play of both machines, and on boards of other games."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from menace_kit.cli.operator.guided.keys import BACKSPACE, DELETE, ENTER
from menace_kit.machine import Kit
from tests.cli.operator.pressed import Pressed, act, session_of
from tests.examples import preset
from tests.guide.scripts import WON
from tests.logbook.games import kit_of


def test_the_screen_leads_through_both_sides_and_gives_two_lists(logbook: Path) -> None:
    kit = preset("nim-8")
    with Pressed(logbook, kit, both=True) as pressed:
        pressed.shows("Both players are machines.", "Press Enter to start the game.")
        pressed.press(
            ENTER,
            "Game 1 both machines",
            "The first player is to move. Draw a bead from box 8",
        )
        pressed.press(
            "y", "The second player is to move. Draw a bead from box 5", "takes 3 matches"
        )
        pressed.press(BACKSPACE, "put the YELLOW bead in front of it back in.")
        pressed.press("y", "The second player is to move")
        pressed.press("b", "The first player is to move. Draw a bead from box 3")
        pressed.press(
            "y",
            "The first player's machine:",
            "The second player's machine:",
            "of 3.",
        )
        pressed.press(" ", "Ticked: 1 of 3")
        pressed.press("3", "Ticked: 2 of 3")
        pressed.press("2", "Ticked: 3 of 3")
        pressed.press(ENTER, "Who operates the machine?", "Both players are machines.")
    session = session_of(logbook, kit)
    assert session.game is not None
    assert (session.game.both, session.game.confirmed) == (True, True)


def test_a_square_of_two_digits_is_typed_as_they_stand(logbook: Path) -> None:
    kit = preset("her-3x4")
    with Pressed(logbook, kit) as pressed:
        pressed.shows("press Enter to start")
        pressed.press(ENTER, "type the move, 9-5 10-6 11-7 12-8")
        pressed.press("1", "1 …: type on. Possible: 10-6 11-7 12-8.")
        pressed.press("0", "From 10 to which square?")
        pressed.press("6", "The opponent plays move 10-6.", "from box 1")
        pressed.press("g", ": the machine plays move 3-7.", "type the move")
    assert session_of(logbook, kit).position.cells == "22.2.12.1.11"


def test_an_arrow_is_typed_as_its_two_squares(logbook: Path) -> None:
    kit = preset("her-19")
    with Pressed(logbook, kit) as pressed:
        pressed.shows("press Enter to start")
        pressed.press(ENTER, "type the move, 7-4 8-5 9-6")
        pressed.press("7", "From 7 to which square?")
        pressed.press(BACKSPACE, "The machine moves second.")
        for key, told, asks_anew in (
            ("7", "From 7 to which square?", False),  # so 7 and 4 may be typed at once
            ("5", "7-5 cannot be played now; possible: 7-4, 8-5, 9-6", True),
        ):
            pressed.press(key, told)
            assert pressed.game.asks_anew is asks_anew
        pressed.press("1", "1 cannot be played now")
        pressed.press("7", "From 7 to which square?")
        pressed.press("-", "From 7 to which square?")
        pressed.press("4", "The opponent plays move 7-4.", "from box 2")
        pressed.press("b", ": the machine plays move 2-5.", "type the move")
        pressed.press(BACKSPACE, "put the BLUE bead in front of it back in.")
    assert session_of(logbook, kit).position.cells == "2221...11"


def test_matches_are_taken_by_how_many(logbook: Path) -> None:
    with Pressed(logbook, preset("nim-8"), machine_first=False) as pressed:
        pressed.shows("press Enter to start")
        pressed.press(ENTER, "type the move, 3 2 1")
        assert re.findall(r"[1-9]", pressed.lines[1]) == ["3", "2", "1"]
        pressed.press("5", "5 cannot be played now; possible: 3, 2, 1")
        pressed.press("1", "takes 1 match", "from box 7")


def test_a_letter_that_can_mean_two_colours_of_the_box_is_asked_about(
    logbook: Path, kit: Kit
) -> None:
    with Pressed(logbook, kit) as pressed:
        pressed.press(ENTER, "box 1")
        pressed.press("w")
        pressed.press("2")
        box = pressed.game.session.box
        assert box is not None
        assert {"gold", "green"} <= set(box.moves)
        entries = pressed.logbook.last_entry
        pressed.press("g", "G can mean green or gold; type gr or go")
        pressed.press("x", "That key does nothing here.")
        pressed.press("g", "G can mean green or gold")
        pressed.press(BACKSPACE)
        assert pressed.logbook.last_entry == entries
        pressed.press("G", "G can mean green or gold")
        pressed.press("o", "GOLD")
        assert pressed.game.session.game is not None
        assert pressed.game.session.game.drawn[-1].colour == "gold"
        pressed.press(BACKSPACE)
        pressed.press("d", "GOLD")
        pressed.press(BACKSPACE)
        pressed.press("g")
        pressed.press("d", "GOLD")


@pytest.fixture(name="full")
def fixture_full(logbook: Path) -> Iterator[Pressed]:
    """Return a game that was won, its list open: box 1 will hold 15 beads,
    box 8 24, 3 more than they may.
    """
    kit = kit_of("learning.full-above = 14")
    act(logbook, kit, f"start {WON}")
    with Pressed(logbook, kit) as pressed:
        pressed.shows("The machine won. Ticked: 0 of 4.")
        yield pressed


FULL_BOX_1 = "Take half of each colour out: 4 white, 2 lilac, 2 gold; it should now hold 7."


def test_half_of_a_box_that_is_too_full_is_asked_for_behind_the_list(full: Pressed) -> None:
    full.press("1", "Ticked: 1 of 4")
    full.press(ENTER)
    later = ("It can wait while there is still room in it.", "Delete to do it later.")
    full.press(ENTER, "Box 1 has 15 beads, and at most 14 should be in", FULL_BOX_1, *later)
    assert "1 Box 1" not in " ".join(full.lines)
    full.press("x", FULL_BOX_1)
    full.press(ENTER, "Box 8 has 24 beads")
    full.press(DELETE, "Box 1 was halved: 4 white, 2 lilac, 2 gold taken out.")
    assert sum(full.game.session.contents[1].values()) == 7
    full.press(BACKSPACE, "Box 1 is no longer halved.")
    assert sum(full.game.session.contents[1].values()) == 15


def test_half_of_a_box_can_be_taken_out_later(full: Pressed) -> None:
    for _ in range(3):
        full.press(" ")
    full.press(" ", "Ticked: 4 of 4")
    full.press(ENTER, FULL_BOX_1)
    full.press(DELETE, "Box 8 has 24 beads")
    full.press(DELETE, "% halve a box")
    assert sum(full.game.session.contents[1].values()) == 15
    full.press(ENTER, "Box 1 has 15 beads, and at most 14 should be in", "% halve a box")
    full.press("%", FULL_BOX_1)
    full.press(ENTER, "Box 1 was halved", "Draw a bead from box 1")
