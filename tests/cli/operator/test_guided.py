"""Guided play: a game by keys, wrong keys, and undo."""

from pathlib import Path

import pytest

from menace_kit.cli.operator.guided.keys import (
    BACKSPACE,
    ENTER,
    ESCAPE,
    HELP,
    LOOK_AGAIN,
    NO_KEY,
    UNDO,
)
from menace_kit.cli.operator.guided.view import Asking
from menace_kit.guide.desk import Desk
from menace_kit.guide.situation import Due
from menace_kit.logbook.entries import Kind
from menace_kit.logbook.store import Logbook
from menace_kit.machine import Kit
from tests import one_game
from tests.cli.operator.pressed import BEAD_OF_BOX_1, Pressed, act, kinds, session_of


def test_every_step_can_be_taken_back(pressed: Pressed, logbook: Path, kit: Kit) -> None:
    pressed.press("d", "Bob moves")
    pressed.press("2", "Bob plays square 2")
    pressed.press(BACKSPACE, "Take the mark off square 2.", "Bob moves")
    pressed.press(UNDO, "put the GOLD bead in front of it back in.")
    pressed.press(BACKSPACE, "End game 1 early?")
    pressed.press("x", "Nothing was changed.")
    assert session_of(logbook, kit).due is Due.BEAD
    for key, told in zip(
        "d1l3",
        ("Bob moves", "from box 11", "square 2 (top middle)", "Bob plays square 3"),
        strict=True,
    ):
        pressed.press(key, told)
    pressed.press("r", "Ticked: 0 of 3")
    pressed.press(BACKSPACE, "put the RED bead in front of it back in", "Draw a bead from box")
    assert (
        session_of(logbook, kit).contents
        == session_of(logbook.with_name("new.sqlite"), kit).contents
    )


def test_help_is_one_key_away_while_a_name_is_typed(logbook: Path, kit: Kit) -> None:
    with Pressed(logbook, kit) as pressed:
        pressed.press("B", "press Enter to start the game")
        pressed.press("?", "The keys")
        pressed.press(ENTER, "Who plays against the machine? B")


def test_wrong_keys_are_answered_and_harmless(pressed: Pressed, logbook: Path, kit: Kit) -> None:
    begun = kinds(logbook, kit)
    pressed.press("k", "That key does nothing here.")
    pressed.press(NO_KEY, "That key does nothing here.")
    pressed.press("7", "That key does nothing here.")
    pressed.press(NO_KEY, "That key does nothing here.")
    pressed.press("r", "Box 1 never holds red")
    pressed.press("-", "The logbook says that box 1 still holds 4 white, 4 lilac, 4 gold.")
    pressed.shows("count it first Draw a bead", "# count a box")
    pressed.press("?", "The keys. Any key goes back")
    pressed.press("d", BEAD_OF_BOX_1)
    pressed.press(HELP, "The keys")
    pressed.press(ENTER, BEAD_OF_BOX_1)
    assert kinds(logbook, kit) == begun
    pressed.press("d", "Bob moves")
    pressed.press("5", "5 cannot be played now; possible: 1, 2, 3, 4, 6, 7, 8, 9")
    pressed.press("w", "That key does nothing here.")
    pressed.press(NO_KEY, "That key does nothing here.")
    pressed.press("0", "That key does nothing here.")
    assert kinds(logbook, kit) == [*begun, Kind.BEAD]


def test_ticks_of_another_program_are_taken_over(pressed: Pressed, logbook: Path, kit: Kit) -> None:
    for key, told in zip(
        "d1l3r", ("Bob moves", "Draw a bead", "square 2", "Draw a bead", "Ticked: 0"), strict=True
    ):
        pressed.press(key, told)
    with Logbook(logbook, kit) as phones:
        phone = Desk(phones)
        phone.tick(1)
        pressed.press(" ", "Ticked: 2 of 3", "[x] 1", "[x] 2", "[ ] 3")
        assert phone.ticked == {1, 2}
        phone.tick(2, done=False)
        pressed.press(LOOK_AGAIN, "Ticked: 1 of 3", "[x] 1", "[ ] 2")
        phone.act(lambda session: session.confirm())
        pressed.press(" ", "Someone recorded another step first")
        assert phone.ticked == frozenset()


@pytest.mark.parametrize(
    ("keys", "question", "what_then"),
    [
        ("?", "The keys", BEAD_OF_BOX_1),
        ("!", "End game 1 early?", BEAD_OF_BOX_1),
        ("/", "Another right way", BEAD_OF_BOX_1),
        ("/d", "GOLD may mean 5.", BEAD_OF_BOX_1),
        ("#", "Count which box?", BEAD_OF_BOX_1),
        ("#12", "box 1: 12_", BEAD_OF_BOX_1),
        ("#*", "how many WHITE?", BEAD_OF_BOX_1),
        ("#*2*", "how many LILAC?", BEAD_OF_BOX_1),
        ("#*999***", "About 104 fill it to the brim", BEAD_OF_BOX_1),
        (
            "#*40***",
            "Box 1 had 4 white beads by the logbook; did you really count 40?",
            BEAD_OF_BOX_1,
        ),
        ("d1l3r *", "2 lines are not ticked. Confirm game 1 all the same?", "Ticked: 1 of 3"),
        ("d1l3r*<", "Undo game 1", "press Enter to start"),
        ("!*+", "A game by its result only", "press Enter to start"),
        ("!*+-", "The first bead", "press Enter to start"),
    ],
)
def test_escape_leaves_every_question(
    pressed: Pressed, logbook: Path, kit: Kit, keys: str, question: str, what_then: str
) -> None:
    for key in keys:
        pressed.press({"*": ENTER, "<": BACKSPACE}.get(key, key))
    pressed.shows(question)
    written = kinds(logbook, kit)
    pressed.press(ESCAPE, what_then)
    assert kinds(logbook, kit) == written
    assert pressed.game.view.asking is Asking.NOTHING


def test_escape_is_no_answer_where_nothing_is_asked_and_leaves_no_list_of_beads(
    pressed: Pressed,
) -> None:
    pressed.press(ESCAPE, BEAD_OF_BOX_1)
    assert "Not" not in "".join(pressed.lines)
    for key in ("d", "!", ENTER):
        pressed.press(key)
    pressed.press(ESCAPE, "That key does nothing here.", "put the GOLD bead in front of it back in")


def test_a_number_may_be_typed_at_any_speed_where_it_is_asked_for(pressed: Pressed) -> None:
    pressed.press("#", "Count which box?")
    assert pressed.game.asks_anew
    for digit in "137":
        pressed.press(digit)
        assert not pressed.game.asks_anew
    pressed.press(ENTER, "Box 137")
    assert pressed.game.asks_anew


def test_what_another_program_writes_is_followed_without_a_key(
    pressed: Pressed, logbook: Path, kit: Kit
) -> None:
    assert not pressed.game.follow()
    pressed.press("!", "End game 1 early?")
    act(logbook, kit, "gold")
    assert pressed.game.follow()
    pressed.shows("GOLD from box 1", "Bob moves")
    assert pressed.game.asks_anew
    assert pressed.game.view.asking is Asking.NOTHING
    assert not pressed.game.follow()
    pressed.press("#", "Count which box?")
    act(logbook, kit, "1 lilac 3")
    assert pressed.game.follow()
    pressed.shows("Count which box?")  # a box is counted whatever is played
    pressed.press(ESCAPE, "from box 99")
    act(logbook, kit, "red")
    assert pressed.game.follow()
    pressed.shows("Ticked: 0 of 3")
    with Logbook(logbook, kit) as phones:
        phone = Desk(phones)
        phone.tick(1)
        assert pressed.game.follow()
        pressed.press(ENTER, "2 lines are not ticked. Confirm game 1 all the same?")
        phone.tick(2)
        assert pressed.game.follow()
        pressed.shows("Ticked: 2 of 3", "Update the boxes, then Enter.")
        phone.tick(3)
        phone.act(lambda session: session.confirm())
    assert pressed.game.follow()
    pressed.shows("press Enter to start")


def test_a_count_that_has_no_room_in_the_box_is_asked_about(
    pressed: Pressed, logbook: Path, kit: Kit
) -> None:
    for key in ("#", ENTER, *"999", ENTER, ENTER, ENTER):
        pressed.press(key)
    pressed.shows("Box 1 with 1007 beads? About 104 fill it to the brim", "Enter saves the count")
    assert session_of(logbook, kit).contents[1]["white"] == 4
    pressed.press(ENTER, "Box 1 was counted: +995 white.")
    assert session_of(logbook, kit).contents[1]["white"] == 999
    for key in ("#", ENTER, *"99999", ENTER, ENTER, ENTER):
        pressed.press(key)
    pressed.shows("a count is from 0 to 9999", BEAD_OF_BOX_1)


def test_a_bead_played_in_another_right_way(pressed: Pressed, logbook: Path, kit: Kit) -> None:
    pressed.press("/", "Another right way: first the bead's letter")
    pressed.press("x", "Nothing was changed.")
    pressed.press("/", "Another right way")
    pressed.press("d", "GOLD may mean 5.")
    pressed.press("9", "Nothing was changed.")
    assert kinds(logbook, kit) == [Kind.START]
    pressed.press("/", "Another right way")
    pressed.press("w", "WHITE may mean 1 3 9 7.")
    pressed.press("9", ": the machine plays square 9 (bottom right).", "Bob moves")
    pressed.press("1", "Draw a bead from box")
    game = session_of(logbook, kit).game
    assert game is not None
    assert [move.move for move in game.moves] == ["9", "1"]
    pressed.press("!", "End game 1 early?")


def test_a_box_with_one_right_way_says_so(logbook: Path, kit: Kit) -> None:
    act(logbook, kit, "start gold 1 lilac 8")
    with Pressed(logbook, kit) as pressed:
        pressed.shows("Draw a bead from box")
        pressed.press("/", "There is only one right way to hold this box here.")


def test_who_works_the_boxes_is_remembered(pressed: Pressed, logbook: Path, kit: Kit) -> None:
    for key in ("!", ENTER):
        pressed.press(key)
    with Pressed(logbook, kit) as again:
        again.shows("Who operates the machine? Ada", "Who plays against the machine? _")
    with Pressed(logbook, kit, operator="") as nobody:
        nobody.shows("Who operates the machine? -")
        nobody.press(ENTER, BEAD_OF_BOX_1)
    game = session_of(logbook, kit).game
    assert game is not None
    assert game.start.operator is None


def test_a_game_by_keys_is_in_the_logbook_as_by_every_other_way(
    pressed: Pressed, logbook: Path
) -> None:
    for key in ("w", "2", "d", "3", "a", ENTER):
        pressed.press(key)
    assert one_game.entries_of(logbook) == one_game.ENTRIES
