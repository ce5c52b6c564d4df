"""Any step can be taken back until the list of its game is confirmed, and the book is as it was."""

import pytest

from menace_kit.guide import wording
from menace_kit.guide.desk import Desk
from tests.guide.scripts import (
    ABANDON,
    CONFIRM,
    LOST,
    NONE_LEFT,
    UNDO,
    WON,
    act_of,
    play,
    refused,
)
from tests.journal.games import check_book, desk_of, kit_of


@pytest.fixture
def desk() -> Desk:
    return desk_of(kit_of(""))


@pytest.mark.parametrize(
    ("rule", "script"),
    [
        ("resign", "1"),
        ("resign", "1 5"),
        ("resign", WON),
        ("resign", LOST),
        ("resign", f"{NONE_LEFT} 1 5 empty"),
        ("punish-previous", f"{NONE_LEFT} 1 5 empty"),
        ("refill", f"{NONE_LEFT} 1 5 empty"),
        ("keep-last", f"1:white=1,lilac=0,gold=0 {LOST}"),
    ],
)
def test_any_last_step_can_be_taken_back_and_made_again(rule: str, script: str) -> None:
    desk = desk_of(kit_of(f"learning.empty-box = '{rule}'"))
    *steps, last = script.split()
    play(desk, " ".join(steps))
    before = desk.session
    assert before.game is not None
    repeat = act_of(last)
    desk.act(repeat)
    after = desk.session
    assert after != before
    desk.act(UNDO)
    assert desk.session == before
    desk.act(repeat)
    assert desk.session.contents == after.contents
    assert desk.session.due is after.due
    check_book(desk.journal)


def test_a_breaking_off_can_be_taken_back(desk: Desk) -> None:
    play(desk, "1 5")
    before = desk.session
    desk.act(ABANDON)
    desk.act(UNDO)
    assert desk.session == before


def test_a_whole_game_can_be_taken_back_step_by_step_but_not_its_beginning(desk: Desk) -> None:
    play(desk, WON)
    for _ in WON.split():
        desk.act(UNDO)
    refused(desk, UNDO, "game 1 has only begun; there is nothing to take back but the game itself (abandon)")
    assert desk.session.contents == desk_of(desk.session.kit).session.contents


def test_without_a_game_there_is_nothing_to_take_back(desk: Desk) -> None:
    refused(desk, UNDO, "there is no game yet, so there is nothing to take back")


def test_once_the_list_is_confirmed_nothing_is_taken_back(desk: Desk) -> None:
    play(desk, WON)
    desk.act(CONFIRM)
    refused(desk, UNDO, "the beads of game 1 are put right already, so it cannot be taken back")


@pytest.mark.parametrize(
    ("rule", "script", "counted"),
    [
        ("resign", WON, {"white": 3}),
        ("refill", "1:white=0,lilac=0,gold=0 empty", {"white": 0}),
    ],
)
def test_a_step_whose_beads_a_count_has_found_missing_is_not_taken_back(
    rule: str, script: str, counted: dict[str, int]
) -> None:
    desk = desk_of(kit_of(f"learning.empty-box = '{rule}'"))
    play(desk, script)
    desk.act(lambda session: session.recount(1, counted))
    refused(
        desk,
        UNDO,
        "box 1 was counted since, and by that count it has too few white for the step to be taken back",
    )
    desk.act(lambda session: session.recount(1, {"white": 7}))
    desk.act(UNDO)
    check_book(desk.journal)


def test_a_game_that_is_broken_off_changes_nothing() -> None:
    desk = desk_of(kit_of(""))
    before = desk.session.contents
    play(desk, "1 5 2")
    desk.act(lambda session: session.abandon())
    assert desk.session.game is not None
    assert desk.session.game.adjustments == ()
    assert desk.session.contents == before
    assert str(wording.ended(desk.session.kit, desk.session.game)) == "The game was broken off."
