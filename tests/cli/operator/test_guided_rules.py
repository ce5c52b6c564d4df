"""Guided play where the rules of a kit matter."""

from pathlib import Path

from menace_kit.cli.operator.guided.keys import BACKSPACE, ENTER, LOOK_AGAIN, TAB
from menace_kit.machine import Kit
from tests.cli.operator.pressed import BEAD_OF_BOX_1, Pressed, act, session_of
from tests.examples import preset


def begun_before_box_11(path: Path, kit: Kit) -> None:
    """Begin a game in which box 11 is due, and has been counted empty."""
    act(path, kit, "start:Ada:Bob gold 1 11:none")


def test_the_machine_gives_up_at_an_empty_box(logbook: Path, kit: Kit) -> None:
    begun_before_box_11(logbook, kit)
    with Pressed(logbook, kit) as pressed:
        pressed.shows("Box 11 should be empty. Look: if it is, press - (the machine gives up).")
        pressed.press("l", "By the logbook box 11 has no lilac left.")
        pressed.press(
            "-",
            "The machine lost. It gave up because its box was empty.",
            "GOLD stays out -> 3 of 11",
        )
        pressed.press(BACKSPACE, "Box 11 should be empty")
        pressed.press("-", "Box 11 is empty: by this kit's rule the machine gives up.")
        pressed.press(" ", "Ticked: 1 of 1")
        pressed.press(ENTER, "Who operates the machine?")
    assert session_of(logbook, kit).contents[1]["gold"] == 3


def test_a_dead_machine_says_what_can_be_done(logbook: Path, kit: Kit) -> None:
    act(logbook, kit, "1:none")
    with Pressed(logbook, kit) as pressed:
        pressed.shows(
            "This machine can no longer make its first move.",
            "No bead is left for the first move, in box 1:",
            "machine with a new logbook.",
        )
        pressed.press(ENTER, "No bead is left for the first move, in box 1")
        act(logbook, kit, "1:gold=1")
        pressed.press(LOOK_AGAIN, "press Enter to start")
        pressed.press(ENTER, BEAD_OF_BOX_1)


def test_a_machine_for_both_sides_moves_second(logbook: Path) -> None:
    with Pressed(logbook, preset("both-players"), machine_first=False) as pressed:
        pressed.shows("Who moves first? the opponent (Tab: another)")
        pressed.press(TAB, "Both players are machines.", "Press Enter to start the game.")
        pressed.press("x", "That key does nothing here.")
        pressed.press(TAB, "Who moves first? the machine")
        pressed.press(TAB, "Who moves first? the opponent")
        pressed.press(
            ENTER, "The machine moves second.", "The opponent moves: type the move, 1 2 3"
        )
        pressed.press(
            "5", "The opponent plays square 5 (centre).", "the machine is X", "Draw a bead from box"
        )
        pressed.press("w", ": the machine plays square 1 (top left).")


def test_a_machine_for_one_side_says_so(pressed: Pressed) -> None:
    pressed.press("!", "End game 1 early?")
    pressed.press(ENTER, "press Enter to start")
    pressed.press(TAB, "This kit's machine always plays the same side")
