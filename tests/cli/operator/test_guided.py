"""The guided game: what each key does, and where the rules of a kit matter:
at an empty box, with a dead machine ...
"""

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from rich.console import Console

from menace_kit.cli.operator.guided.keys import (
    BACKSPACE,
    DELETE,
    ENTER,
    ESCAPE,
    HELP,
    LOOK_AGAIN,
    NO_KEY,
    TAB,
    UNDO,
)
from menace_kit.cli.operator.guided.view import Asking
from menace_kit.cli.operator.large_signs import big, marks
from menace_kit.cli.terminal import board_lines, text_of
from menace_kit.games import Position, Side
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Due, Session
from menace_kit.logbook.entries import Action, Kind
from menace_kit.logbook.store import Logbook
from menace_kit.machine import Kit, load_kit, load_preset
from menace_kit.machine.learning import Result
from tests.cli.operator.pressed import BEAD_OF_BOX_1, Pressed, act, session_of
from tests.guide.scripts import WON
from tests.logbook.audited import step_for
from tests.logbook.games import kit_of


@pytest.fixture(name="pressed")
def fixture_pressed(logbook: Path, kit: Kit) -> Iterator[Pressed]:
    with Pressed(logbook, kit, operator="Ada", opponent="Bob") as pressed:
        pressed.press(ENTER, BEAD_OF_BOX_1)
        yield pressed


def kinds(path: Path, kit: Kit) -> list[Kind]:
    with Logbook(path, kit) as logbook:
        return [entry.kind for entry in logbook.entries()]


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
        pressed.press(ENTER, "Opponent: B")


def test_wrong_keys_are_answered_and_harmless(pressed: Pressed, logbook: Path, kit: Kit) -> None:
    begun = kinds(logbook, kit)
    expected = "type the bead's letter, W L D, or - if the box is empty"
    pressed.press("k", f"Not k: {expected}")
    pressed.press(NO_KEY, f"Not that key: {expected}")
    pressed.press("7", f"Not 7: {expected}")
    pressed.press(NO_KEY, f"Not that key: {expected}")
    pressed.press("r", "Box 1 never holds red")
    pressed.press("-", "The logbook says that box 1 still holds 4 white, 4 lilac, 4 gold.")
    pressed.press("?", "The keys", "Any key goes back")
    pressed.press("d", BEAD_OF_BOX_1)
    pressed.press(HELP, "The keys")
    pressed.press(ENTER, BEAD_OF_BOX_1)
    assert kinds(logbook, kit) == begun
    pressed.press("d", "Bob moves")
    pressed.press("5", "5 cannot be played now; free: 1, 2, 3, 4, 6, 7, 8, 9")
    pressed.press("w", "Not w: type a free square")
    pressed.press(NO_KEY, "Not that key: type a free square")
    pressed.press("0", "Not 0: type a free square")
    assert kinds(logbook, kit) == [*begun, Kind.BEAD]


def test_breaking_off_asks_and_can_be_taken_back(pressed: Pressed, logbook: Path, kit: Kit) -> None:
    pressed.press("d", "Bob moves")
    pressed.press("!", "End game 1 early?")
    pressed.press("1", "Nothing was changed.")
    assert Kind.ABANDON not in kinds(logbook, kit)
    pressed.press(DELETE, "End game 1 early?")
    pressed.press(
        ENTER,
        "Box 1: put the GOLD bead in front of it back in.",
        "was ended early",
    )
    pressed.press("x", "Not yet: first do what the list says")
    pressed.press(ENTER, "press Enter to start")
    pressed.press(BACKSPACE, "Undone", "Bob moves")
    pressed.press("!", "End game 1 early?")
    pressed.press(ENTER, "put the GOLD bead in front of it back in.")
    pressed.press(ENTER, "press Enter to start")
    pressed.press(ENTER, BEAD_OF_BOX_1, "game 2", "operator: Ada")
    assert session_of(logbook, kit).contents[1] == kit.box(1).start


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
        pressed.press(" ", "Another program wrote to this logbook")
        assert phone.ticked == frozenset()


@pytest.mark.parametrize(
    ("keys", "question", "what_then"),
    [
        ("?", "The keys", BEAD_OF_BOX_1),
        ("!", "End game 1 early?", BEAD_OF_BOX_1),
        ("/", "Another right way", BEAD_OF_BOX_1),
        ("/d", "GOLD may be played on 5.", BEAD_OF_BOX_1),
        ("#", "Count which box?", BEAD_OF_BOX_1),
        ("#12", "box 1: 12_", BEAD_OF_BOX_1),
        ("#*", "how many WHITE?", BEAD_OF_BOX_1),
        ("#*2*", "how many LILAC?", BEAD_OF_BOX_1),
        ("#*999***", "About 104 fill it to the brim", BEAD_OF_BOX_1),
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
    pressed.press(
        ESCAPE, "Not yet: first do what the list says", "put the GOLD bead in front of it back in"
    )


def test_a_list_is_done_with_one_key_where_no_line_is_ticked(
    pressed: Pressed, logbook: Path, kit: Kit
) -> None:
    for key in "d1l3r":
        pressed.press(key)
    pressed.press(ENTER, "The boxes are updated.")
    assert session_of(logbook, kit).due is Due.START


def test_what_another_program_writes_is_followed_without_a_key(
    pressed: Pressed, logbook: Path, kit: Kit
) -> None:
    assert not pressed.game.follow()
    pressed.press("!", "End game 1 early?")
    act(logbook, kit, lambda s: s.draw("gold"))
    assert pressed.game.follow()
    pressed.shows("GOLD from box 1", "Bob moves")
    assert pressed.game.asks_anew
    assert pressed.game.view.asking is Asking.NOTHING
    assert not pressed.game.follow()
    pressed.press("#", "Count which box?")
    act(logbook, kit, lambda s: s.reply((0,)), lambda s: s.draw("lilac"), lambda s: s.reply((2,)))
    assert pressed.game.follow()
    pressed.shows("Count which box?")  # a box is counted whatever is played
    pressed.press(ESCAPE, "from box 99")
    act(logbook, kit, lambda s: s.draw("red"))
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


def test_another_program_writes_in_between(pressed: Pressed, logbook: Path, kit: Kit) -> None:
    act(logbook, kit, lambda s: s.draw("white"), lambda s: s.reply((4,)))
    before = kinds(logbook, kit)
    pressed.press(
        "d",
        "Another program wrote to this logbook first, so your step was not saved.",
        "from box 7",
    )
    assert kinds(logbook, kit) == before
    act(logbook, kit, lambda s: s.undo())
    pressed.press(LOOK_AGAIN, "Bob moves", ": the machine plays square 1")
    pressed.press("9", "Bob plays square 9")


def test_a_bead_played_in_another_right_way(pressed: Pressed, logbook: Path, kit: Kit) -> None:
    pressed.press("/", "Another right way: first the bead's letter")
    pressed.press("x", "Nothing was changed.")
    pressed.press("/", "Another right way")
    pressed.press("d", "GOLD may be played on 5.")
    pressed.press("9", "Nothing was changed.")
    assert kinds(logbook, kit) == [Kind.START]
    pressed.press("/", "Another right way")
    pressed.press("w", "WHITE may be played on 1 3 9 7.")
    pressed.press("9", ": the machine plays square 9 (bottom right).", "Bob moves")
    pressed.press("1", "Draw a bead from box")
    game = session_of(logbook, kit).game
    assert game is not None
    assert [move.move for move in game.moves] == ["9", "1"]
    pressed.press("!", "End game 1 early?")


def test_a_box_with_one_right_way_says_so(logbook: Path, kit: Kit) -> None:
    act(
        logbook,
        kit,
        lambda s: s.start(),
        lambda s: s.draw("gold"),
        lambda s: s.reply((0,)),
        lambda s: s.draw("lilac"),
        lambda s: s.reply((7,)),
    )
    with Pressed(logbook, kit) as pressed:
        pressed.shows("Draw a bead from box")
        pressed.press("/", "There is only one right way to hold this box here.")


def test_who_works_the_boxes_is_remembered(pressed: Pressed, logbook: Path, kit: Kit) -> None:
    for key in ("!", ENTER):
        pressed.press(key)
    with Pressed(logbook, kit) as again:
        again.shows("Operator: Ada", "Opponent: _")
    with Pressed(logbook, kit, operator="") as nobody:
        nobody.shows("Operator: -")
        nobody.press(ENTER, BEAD_OF_BOX_1)
    game = session_of(logbook, kit).game
    assert game is not None
    assert game.start.operator is None


# What is done besides


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
        pressed.press("d", "The machine lost (only the result was recorded).", "Ticked: 0 of 1")
        pressed.press(" ", "Ticked: 1 of 1")
        pressed.press(ENTER, "The boxes are updated.", "Opponent: _")
        pressed.press("+", "A game by its result only")
        pressed.press("=", "The first bead")
        pressed.press(
            ENTER, "Game 2: A draw (only the result was recorded).", "press Enter to start"
        )
        pressed.press(BACKSPACE, "Undo game 2, although the boxes are updated?")
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
        act(logbook, kit, lambda session: session.recount(2, {"white": 2}))
        pressed.press(LOOK_AGAIN)
        pressed.press(
            BACKSPACE,
            "The last step was a count of box 2; to correct a count, count the box again",
            "Undo game 1 anyway?",
        )
        pressed.press("n", "Nothing was changed.")
        pressed.press(BACKSPACE, "Undo game 1 anyway?")
        pressed.press(ENTER, "Game 1 is undone.")


def test_a_game_whose_beads_are_put_right_can_be_taken_back(
    pressed: Pressed, logbook: Path, kit: Kit
) -> None:
    for key in ("d", "1", "l", "3", "r", " ", " ", " ", ENTER, BACKSPACE):
        pressed.press(key)
    pressed.shows("Undo game 1, although the boxes are updated?", "Enter undo it")
    pressed.press("n", "Nothing was changed.")
    pressed.press(BACKSPACE, "Undo game 1")
    pressed.press(ENTER, "Game 1 is undone.", "Box 11: take 3 LILAC beads")
    pressed.press("n", "Not yet: first do what the list says")
    pressed.press(ENTER, "press Enter to start")
    session = session_of(logbook, kit)
    assert session.contents == {box.number: box.start for box in kit.boxes}
    assert session.game is not None
    assert session.game.taken_back
    pressed.press(BACKSPACE, "Game 1 is undone already")


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
        again.shows(told, "If you haven't done this with the beads yet, do it now")
        again.press(ENTER, "press Enter to start")
        assert str(again.game.farewell) == "No game is open; the logbook is up to date."
        again.press(LOOK_AGAIN, told)


def test_beads_that_another_program_made_to_be_moved_are_asked_for(
    pressed: Pressed, logbook: Path, kit: Kit
) -> None:
    pressed.press("d", "Bob moves")
    act(logbook, kit, lambda session: session.abandon())
    pressed.press("2", "Another program wrote", "put the GOLD bead in front of it back in")
    pressed.press("x", "Not yet: first do what the list says")


def test_nim_has_no_draws_to_log(logbook: Path) -> None:
    with Pressed(logbook, load_preset("nim-8"), machine_first=True) as pressed:
        pressed.press("+", "A game by its result only")
        pressed.press("=", "draw")
    assert session_of(logbook, load_preset("nim-8")).game is None


# Where the rules of a kit matter


def emptied(number: int, kit: Kit) -> Callable[[Session], Action]:
    """Return the act that counts a box as empty."""
    return lambda session: session.recount(number, dict.fromkeys(kit.box(number).moves, 0))


def kit_with(folder: Path, rule: str) -> Path:
    path = folder / "kit.toml"
    path.write_text(f'[learning]\nempty-box = "{rule}"\n', encoding="utf-8")
    return path


def begun_before_box_11(path: Path, kit: Kit) -> None:
    """Begin a game in which box 11 is due, and has been counted empty."""
    act(
        path,
        kit,
        lambda s: s.start("Ada", "Bob"),
        lambda s: s.draw("gold"),
        lambda s: s.reply((0,)),
        emptied(11, kit),
    )


def test_the_machine_gives_up_at_an_empty_box(logbook: Path, kit: Kit) -> None:
    begun_before_box_11(logbook, kit)
    with Pressed(logbook, kit) as pressed:
        pressed.shows("Box 11 should be empty. Look: if it is, press - (the machine gives up).")
        pressed.press("l", "The logbook says that box 11 has no lilac left.")
        pressed.press(
            "-",
            "The machine lost: it gave up because its box was empty. Bob wins.",
            "GOLD stays out -> 3 of 11",
        )
        pressed.press(BACKSPACE, "Box 11 should be empty")
        pressed.press("-", "Box 11 is empty: by this kit's rule the machine gives up.")
        pressed.press(" ", "Ticked: 1 of 1")
        pressed.press(ENTER, "The boxes are updated.")
    assert session_of(logbook, kit).contents[1]["gold"] == 3


def test_an_empty_box_is_refilled(tmp_path: Path, logbook: Path) -> None:
    kit = load_kit(kit_with(tmp_path, "refill"))
    begun_before_box_11(logbook, kit)
    with Pressed(logbook, kit) as pressed:
        pressed.shows("press - (it gets its starting beads again)")
        pressed.press("-", "Put in 3 lilac, 3 silver, 3 green, 3 pink.", "Draw a bead from box 11")
        pressed.press(BACKSPACE, "beads out, into their pot")
        pressed.press("-", "Put in 3 lilac")
        pressed.press("p", ": the machine plays")
    assert session_of(logbook, kit).contents[11] == {"lilac": 3, "silver": 3, "green": 3, "pink": 3}


def test_the_last_bead_cannot_be_gone(tmp_path: Path, logbook: Path) -> None:
    kit = load_kit(kit_with(tmp_path, "keep-last"))
    begun_before_box_11(logbook, kit)
    with Pressed(logbook, kit) as pressed:
        pressed.shows("Box 11 should be empty")
        pressed.press("-", "so a bead is lost: put one in and say so (operator count 11 COLOUR=1)")
        act(logbook, kit, lambda s: s.recount(11, {"pink": 1}))
        pressed.press(LOOK_AGAIN, "Draw a bead from box 11")
        pressed.press("p", ": the machine plays")


def test_a_lot_decides_at_an_empty_box(tmp_path: Path, logbook: Path) -> None:
    kit = load_kit(kit_with(tmp_path, "random"))
    begun_before_box_11(logbook, kit)
    with Pressed(logbook, kit) as pressed:
        pressed.shows("press - (the move is random)")
        pressed.press(
            "-",
            "At random: the machine plays square",
            "It was chosen at random; no bead was drawn.",
            "Bob moves",
        )
    session = session_of(logbook, kit)
    assert session.game is not None
    assert session.game.moves[-1].kind is Kind.LOT


def test_an_empty_box_punishes_the_box_before_it(tmp_path: Path, logbook: Path) -> None:
    kit = load_kit(kit_with(tmp_path, "punish-previous"))
    begun_before_box_11(logbook, kit)
    with Pressed(logbook, kit) as pressed:
        pressed.shows("press - (the machine gives up, and the box before it loses one bead more)")
        pressed.press("-", "GOLD stays out -1 (the box after it was empty) -> 2 of 10")


def test_a_dead_machine_says_what_can_be_done(logbook: Path, kit: Kit) -> None:
    act(logbook, kit, emptied(1, kit))
    with Pressed(logbook, kit) as pressed:
        pressed.shows(
            "This machine can no longer make its first move: no game can start.",
            "its first move: box 1 is empty.",
            "operator count 1 COLOUR=N",
            "a new logbook",
        )
        pressed.press(ENTER, "This machine can no longer make its first move: box 1 is empty")
        act(logbook, kit, lambda s: s.recount(1, {"gold": 1}))
        pressed.press(LOOK_AGAIN, "press Enter to start")
        pressed.press(ENTER, BEAD_OF_BOX_1)


def test_a_machine_for_both_sides_moves_second(logbook: Path) -> None:
    with Pressed(logbook, load_preset("both-players"), machine_first=False) as pressed:
        pressed.shows("Moves first: the opponent (Tab: another)")
        pressed.press(TAB, "Players: both are machines", "Press Enter to start the game.")
        pressed.press("x", "Not x: both players are machines, so no name is needed")
        pressed.press(TAB, "Moves first: the machine")
        pressed.press(TAB, "Moves first: the opponent")
        pressed.press(
            ENTER, "The opponent moves first.", "The opponent moves: type the square, 1 2 3"
        )
        pressed.press(
            "5", "The opponent plays square 5 (centre).", "the machine is X", "Draw a bead from box"
        )
        pressed.press("w", ": the machine plays square 1 (top left).")


def test_a_machine_for_one_side_says_so(pressed: Pressed) -> None:
    pressed.press("!", "End game 1 early?")
    pressed.press(ENTER, "press Enter to start")
    pressed.press(TAB, "This kit's machine always moves first")


# Both players at one table, and boards of other games


def test_the_screen_leads_through_both_sides_and_gives_two_lists(logbook: Path) -> None:
    kit = load_preset("nim-8")
    with Pressed(logbook, kit, both=True) as pressed:
        pressed.shows("Players: both are machines", "Press Enter to start the game.")
        pressed.press(
            ENTER,
            "game 1 both players are machines",
            "The first player is to move: draw a bead from box 8",
        )
        pressed.press(
            "y", "The second player is to move: draw a bead from box 5", "takes 3 matches"
        )
        pressed.press(BACKSPACE, "put the YELLOW bead in front of it back in.")
        pressed.press("y", "The second player is to move")
        pressed.press("b", "The first player is to move: draw a bead from box 3")
        pressed.press(
            "y",
            "The first player's machine, which won:",
            "The second player's machine, which lost:",
            "of 3.",
        )
        pressed.press(" ", "Ticked: 1 of 3")
        pressed.press("3", "Ticked: 2 of 3")
        pressed.press("2", "Ticked: 3 of 3")
        pressed.press(ENTER, "The boxes are updated.", "Players: both are machines")
    session = session_of(logbook, kit)
    assert session.game is not None
    assert (session.game.both, session.game.confirmed) == (True, True)


def test_a_square_of_two_digits_is_typed_as_they_stand(logbook: Path) -> None:
    kit = load_preset("her-3x4")
    with Pressed(logbook, kit) as pressed:
        pressed.shows("press Enter to start")
        pressed.press(ENTER, "type the move, 9-5 10-6 11-7 12-8")
        pressed.press("1", "1 …: type on. Possible: 10-6 11-7 12-8.")
        pressed.press("0", "From 10 to which square?")
        pressed.press("6", "The opponent plays move 10-6.", "from box 1")
        pressed.press("g", ": the machine plays move 3-7.", "type the move")
    assert session_of(logbook, kit).position.cells == "22.2.12.1.11"


def test_the_other_square_of_an_arrow_is_expected_and_what_answers_a_mistake_is_not(
    logbook: Path,
) -> None:
    """So 7 and 4 may be typed at once, and what was typed before a refusal was seen is left out."""
    with Pressed(logbook, load_preset("her-19")) as pressed:
        pressed.press(ENTER)
        pressed.press("7", "From 7 to which square?")
        assert not pressed.game.asks_anew
        pressed.press("5", "7-5 cannot be played now")
        assert pressed.game.asks_anew


def test_an_arrow_is_typed_as_its_two_squares(logbook: Path) -> None:
    kit = load_preset("her-19")
    with Pressed(logbook, kit) as pressed:
        pressed.shows("press Enter to start")
        pressed.press(ENTER, "type the move, 7-4 8-5 9-6")
        pressed.press("7", "From 7 to which square?")
        pressed.press(BACKSPACE, "The opponent moves first.")
        pressed.press("7", "From 7 to which square?")
        pressed.press("5", "7-5 cannot be played now; possible: 7-4, 8-5, 9-6")
        pressed.press("1", "1 cannot be played now")
        pressed.press("7", "From 7 to which square?")
        pressed.press("-", "From 7 to which square?")
        pressed.press("4", "The opponent plays move 7-4.", "from box 2")
        pressed.press("b", ": the machine plays move 2-5.", "type the move")
        pressed.press(BACKSPACE, "put the BLUE bead in front of it back in.")
    assert session_of(logbook, kit).position.cells == "2221...11"


def test_matches_are_taken_by_how_many(logbook: Path) -> None:
    with Pressed(logbook, load_preset("nim-8"), machine_first=False) as pressed:
        pressed.shows("press Enter to start")
        pressed.press(ENTER, "type how many matches are taken, 3 2 1")
        assert re.findall(r"[1-9]", pressed.lines[1]) == ["3", "2", "1"]
        pressed.press("5", "5 cannot be taken now; possible: 3, 2, 1")
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
        pressed.press("g", "G: green or gold? Type the next letter: gr or go.")
        pressed.press("x", "Not x")
        pressed.press("g", "G: green or gold?")
        pressed.press(BACKSPACE)
        assert pressed.logbook.last_entry == entries
        pressed.press("G", "G: green or gold?")
        pressed.press("o", "GOLD")
        assert pressed.game.session.game is not None
        assert pressed.game.session.game.drawn[-1].colour == "gold"
        pressed.press(BACKSPACE)
        pressed.press("d", "GOLD")
        pressed.press(BACKSPACE)
        pressed.press("g")
        pressed.press("d", "GOLD")


@pytest.mark.parametrize("preset", ["her-19", "her-37", "gardner-her-24", "him-18"])
def test_no_sign_of_a_pawn_is_the_letter_of_a_bead(preset: str) -> None:
    kit = load_preset(preset)
    letters = {colour.key for colour in kit.colours}
    pawns = Position("2.2.1...1", Side.FIRST)
    lines = map(text_of, board_lines(kit, pawns, {}))
    small = {sign for line in lines for sign in line if sign.isalpha()}
    assert small == {"w", "b"}
    assert not small & letters
    drawn = {"\n".join(rows) for rows in marks(kit, Console()).values()}
    assert len(drawn) == 2
    assert not drawn & {big(letter, 1, Console()).plain for letter in letters}


def test_an_exhibition_says_so_and_teaches_nothing(logbook: Path, kit: Kit) -> None:
    with Pressed(logbook, kit, opponent="Bob", exhibition=True, greedy=True) as pressed:
        pressed.shows("This is an exhibition: the machine learns nothing from it.")
        pressed.press(
            ENTER,
            (
                "Exhibition: no random draw; play a bead of the most common colour in the box: "
                "white or lilac or gold"
            ),
        )
        for key in "d1l3r":
            pressed.press(key)
        pressed.shows("every bead goes back into its box", "Ticked: 0 of 3")
    session = session_of(logbook, kit)
    assert session.game is not None
    assert session.game.greedy
    assert {change.change for change in session.game.adjustments} <= {0, 1}


@pytest.fixture(name="full")
def fixture_full(logbook: Path) -> Iterator[Pressed]:
    """Return a game that was won, its list open: box 1 will hold 15 beads,
    box 8 24, 3 more than they may.
    """
    kit = kit_of("learning.full-above = 14")
    act(
        logbook,
        kit,
        *(partial(step_for, move=move) if move else Session.start for move in ("", *WON.split())),
    )
    with Pressed(logbook, kit) as pressed:
        pressed.shows("The machine won. Ticked: 0 of 4.")
        yield pressed


FULL_BOX_1 = "Take half of each colour out: 4 white, 2 lilac, 2 gold; it should now hold 7."


def test_half_of_a_box_that_is_too_full_is_asked_for_behind_the_list(full: Pressed) -> None:
    full.press("1", "Ticked: 1 of 4")
    full.press(ENTER)
    later = ("It can wait while the box still shuts.", "Delete to do it later.")
    full.press(ENTER, "Box 1 has 15 beads; this kit allows 14.", FULL_BOX_1, *later)
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
    full.press(ENTER, "Box 1 has 15 beads; this kit allows 14.", "% halve a box")
    full.press("%", FULL_BOX_1)
    full.press(ENTER, "Box 1 was halved", "Draw a bead from box 1")
