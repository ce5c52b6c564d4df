"""Guided play: counts, results alone, and beads to move by hand."""

from pathlib import Path

import pytest

from menace_kit.cli.operator.guided.keys import BACKSPACE, ENTER, LOOK_AGAIN
from menace_kit.logbook.store import Logbook
from menace_kit.machine import Kit
from menace_kit.machine.learning import Result
from tests.cli.operator.pressed import BEAD_OF_BOX_1, Pressed, act, session_of


def test_a_box_is_counted_before_a_game_and_in_one(logbook: Path, kit: Kit) -> None:
    with Pressed(logbook, kit) as pressed:
        pressed.press("#", "Count which box? Type its number, then Enter: _")
        pressed.press(ENTER, "Count which box?")
        for key in "999":
            pressed.press(key)
        pressed.press(ENTER, "There is no box 999", "boxes 1 to 304")
        for key in "13":
            pressed.press(key)
        pressed.press(BACKSPACE, "then Enter: 1_")
        pressed.press("1", "then Enter: 11_")
        pressed.press(ENTER, "Box 11: how many LILAC?", "lilac: 3 by the logbook, counted _")
        pressed.press("x", "counted _")
        pressed.press("5", "counted 5_")
        pressed.press(ENTER, "how many SILVER?", "lilac: 3 by the logbook, counted 5")
        for _ in range(3):
            pressed.press(ENTER)
        pressed.shows("Box 11 was counted: +2 lilac.", "press Enter to start")
        pressed.press("#", "Count which box?")
        pressed.press(BACKSPACE, "Nothing was changed.")
        pressed.press(ENTER, BEAD_OF_BOX_1)
        pressed.press("#", "Enter alone is box 1")
        pressed.press(ENTER, "how many WHITE?")
        pressed.press("x", "That key does nothing here.")
        pressed.press("0", "counted 0_")
        pressed.press(ENTER, "how many LILAC?")
        pressed.press(BACKSPACE, "Nothing was changed.")
        assert session_of(logbook, kit).contents[1]["white"] == 4
        for key in ("#", ENTER, "0", ENTER, ENTER, ENTER):
            pressed.press(key)
        pressed.shows("Box 1 was counted: -4 white.", BEAD_OF_BOX_1)
    contents = session_of(logbook, kit).contents
    assert (contents[11]["lilac"], contents[1]["white"]) == (5, 0)


def test_a_game_is_logged_by_its_outcome(logbook: Path, kit: Kit) -> None:
    with Pressed(logbook, kit, operator="Ada", opponent="Bob") as pressed:
        pressed.press("+", "A game by its result only")
        pressed.press("x", "Nothing was changed.")
        pressed.press("+", "A game by its result only")
        pressed.press("-", "The first bead, from box 1: W L D")
        pressed.press("d", "The machine lost. Only the result was", "Ticked: 0 of 1")
        pressed.press(" ", "Ticked: 1 of 1")
        pressed.press(ENTER, "Who operates the machine?", "Who plays against the machine? _")
        pressed.press("+", "A game by its result only")
        pressed.press("=", "The first bead")
        pressed.press(ENTER, "Game 2: A draw. Only the result was", "press Enter to start")
        pressed.press(BACKSPACE, "Undo game 2?")
        pressed.press("n", "Nothing was changed.")
    session = session_of(logbook, kit)
    assert session.contents[1]["gold"] == 3
    assert session.game is not None
    assert (session.game.number, session.game.result) == (2, Result.TIE)
    with Logbook(logbook, kit) as kept:
        assert [game.opponent for game in kept.games()] == ["Bob", None]


def test_behind_a_count_the_game_before_it_is_taken_back_only_after_a_question(
    logbook: Path, kit: Kit
) -> None:
    with Pressed(logbook, kit, operator="Ada", opponent="Bob") as pressed:
        for key in ("+", "-", "d"):
            pressed.press(key)
        act(logbook, kit, "2:white=2")
        pressed.press(LOOK_AGAIN)
        pressed.press(
            BACKSPACE,
            "The last step was a count; to correct it, count again",
            "Undo game 1?",
        )
        pressed.press("n", "Nothing was changed.")
        pressed.press(BACKSPACE, "Undo game 1?")
        pressed.press(ENTER, "Game 1 was undone.")


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ("d1l3r   *<*", "Box 11: take 3 LILAC beads"),
        ("d1l!*", "Box 1: put the GOLD bead in front of it back in."),
    ],
)
def test_beads_that_are_to_be_moved_are_asked_for_again_when_their_list_was_left(
    pressed: Pressed, logbook: Path, kit: Kit, keys: str, told: str
) -> None:
    for key in keys:
        pressed.press({"*": ENTER, "<": BACKSPACE}.get(key, key))
    pressed.shows(told)
    assert str(pressed.game.farewell).startswith("You still have to move beads of ")
    with Pressed(logbook, kit) as again:
        again.shows(told, "Do this with the beads, if it isn't done yet")
        again.press(ENTER, "press Enter to start")
        assert str(again.game.farewell) == "No game is open; the logbook is up to date."
        again.press(LOOK_AGAIN, told)


def test_beads_that_another_program_made_to_be_moved_are_asked_for(
    pressed: Pressed, logbook: Path, kit: Kit
) -> None:
    pressed.press("d", "Bob moves")
    act(logbook, kit, "end")
    pressed.press(
        "2", "Someone recorded another step first", "put the GOLD bead in front of it back in"
    )
    pressed.press("x", "That key does nothing here.")
