"""`operator play` where the rules of a kit matter: at an empty box, with a dead machine, with one side or both."""

import sys
from pathlib import Path

import pytest

from menace_kit.journal.entries import Kind
from menace_kit.machine import Kit, load_kit

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

from tests.cli.operator.played import (
    ALTERNATE_SCREEN,
    BACKSPACE,
    BEAD_OF_BOX_1,
    CTRL_L,
    CTRL_Q,
    ENTER,
    Played,
    act,
    emptied,
    session_of,
)


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


@pytest.mark.prove
def test_the_machine_gives_up_at_an_empty_box(journal: Path, kit: Kit) -> None:
    begun_before_box_11(journal, kit)
    with Played(journal) as played:
        played.shows("Box 11 should be empty. Look: if it is, press - (the machine gives up).")
        played.press("l", "The book says that box 11 has no lilac left.")
        played.press(
            "-", "The machine lost: it gave up, for its box was empty. Bob wins.", "keep the GOLD bead out"
        )
        played.press(BACKSPACE, "Box 11 should be empty")
        played.press("-", "Box 11 is empty: by this kit's rule the machine gives up.")
        played.press(" ", "Ticked: 1 of 1")
        played.press(ENTER, "The beads are put right.")
    assert session_of(journal, kit).contents[1]["gold"] == 3


@pytest.mark.prove
def test_an_empty_box_is_refilled(tmp_path: Path, journal: Path) -> None:
    kit = load_kit(kit_with(tmp_path, "refill"))
    begun_before_box_11(journal, kit)
    with Played(journal) as played:
        played.shows("press - (it gets its starting beads again)")
        played.press("-", "Put in 3 lilac, 3 silver, 3 green, 3 pink.", "Draw a bead from box 11")
        played.press(BACKSPACE, "Taken back: take the new beads out of box 11 again.")
        played.press("-", "Put in 3 lilac")
        played.press("p", "PINK: the machine plays")
    assert session_of(journal, kit).contents[11] == {"lilac": 3, "silver": 3, "green": 3, "pink": 3}


@pytest.mark.prove
def test_the_last_bead_cannot_be_gone(tmp_path: Path, journal: Path) -> None:
    kit = load_kit(kit_with(tmp_path, "keep-last"))
    begun_before_box_11(journal, kit)
    with Played(journal) as played:
        played.shows("Box 11 should be empty")
        played.press("-", "so a bead is lost: put one in and say so (operator recount 11 COLOUR=1)")
        act(journal, kit, lambda s: s.recount(11, {"pink": 1}))
        played.press(CTRL_L, "Draw a bead from box 11")
        played.press("p", "PINK: the machine plays")


@pytest.mark.prove
def test_a_lot_decides_at_an_empty_box(tmp_path: Path, journal: Path) -> None:
    kit = load_kit(kit_with(tmp_path, "random"))
    begun_before_box_11(journal, kit)
    with Played(journal) as played:
        played.shows("press - (a lot decides the move)")
        played.press("-", "The lot falls on square", "The lot chose it; no bead was drawn.", "Bob moves")
    session = session_of(journal, kit)
    assert session.game is not None
    assert session.game.moves[-1].kind is Kind.LOT


@pytest.mark.prove
def test_an_empty_box_punishes_the_box_before_it(tmp_path: Path, journal: Path) -> None:
    kit = load_kit(kit_with(tmp_path, "punish-previous"))
    begun_before_box_11(journal, kit)
    with Played(journal) as played:
        played.shows("press - (the machine gives up, and the box before it loses one bead more)")
        played.press("-", "keep the GOLD bead out and take out 1 GOLD more (the box after it was empty)")


@pytest.mark.prove
def test_a_dead_machine_says_what_can_be_done(journal: Path, kit: Kit) -> None:
    act(journal, kit, emptied(1, kit))
    with Played(journal) as played:
        played.shows(
            "This machine is dead: no game can begin.", "operator recount 1 COLOUR=N", "a new journal"
        )
        played.press(ENTER, "This machine is dead: box 1 is empty")
        act(journal, kit, lambda s: s.recount(1, {"gold": 1}))
        played.press(CTRL_L, "press Enter to begin")
        played.press(ENTER, BEAD_OF_BOX_1)


@pytest.mark.prove
def test_a_machine_for_both_sides_moves_second(journal: Path) -> None:
    with Played(journal, "--preset", "both-players", "--first-mover", "opponent") as played:
        played.shows("Moves first: the opponent (Tab: another)")
        played.press("\t", "Players: both are machines", "Press Enter to begin the game.")
        played.press("x", "Not x: both players are machines, so no name is needed")
        played.press("\t", "Moves first: the machine")
        played.press("\t", "Moves first: the opponent")
        played.press(ENTER, "The opponent begins.", "The opponent moves: type the square, 1 2 3")
        played.press("5", "The opponent plays square 5 (centre).", "the machine is X", "Draw a bead from box")
        played.press("w", "WHITE: the machine plays square 1 (top left).")
        played.press(CTRL_Q)
        assert played.ends() == 0


@pytest.mark.prove
def test_a_machine_for_one_side_says_so(journal: Path) -> None:
    with Played(journal, "--first-mover", "opponent") as played:
        assert played.ends() == 2
        assert b"this kit's machine always moves first" in played.written
        assert ALTERNATE_SCREEN not in played.written
    with Played(journal) as played:
        played.shows("press Enter to begin")
        played.press("\t", "This kit's machine always moves first")
