"""Any step can be undone until its game's list is confirmed, and the logbook is as it was."""

from itertools import permutations

import pytest

from menace_kit.errors import GuideError
from menace_kit.guide import counting, taking_back, wording
from menace_kit.guide.desk import Desk
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.guide.situation import Due
from menace_kit.logbook.game_record import GameRecord
from menace_kit.logbook.loose_beads import BeadMove, BeadPlace
from menace_kit.text import load_words
from tests.guide.scripts import (
    LOST,
    NONE_LEFT,
    WON,
    do,
    play,
    refused,
)
from tests.logbook.audited import check_in_order
from tests.logbook.games import check_logbook, desk_of, kit_of


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
    do(desk, last)
    after = desk.session
    assert after != before
    do(desk, "undo")
    assert desk.session == before
    do(desk, last)
    assert desk.session.contents == after.contents
    assert desk.session.due is after.due
    check_logbook(desk.logbook)


def test_a_whole_game_can_be_taken_back_step_by_step_but_not_its_beginning(desk: Desk) -> None:
    play(desk, WON)
    for _ in WON.split():
        do(desk, "undo")
    refused(
        desk,
        "undo",
        "game 1 has only started; to undo it, end it early (end)",
    )
    assert desk.session.contents == desk_of(desk.session.kit).session.contents


def test_without_a_game_there_is_nothing_to_take_back(desk: Desk) -> None:
    refused(desk, "undo", "there is no game yet, so there is nothing to undo")


def test_once_the_list_is_confirmed_no_step_is_taken_back_but_the_game_is_until_the_next_one(
    desk: Desk,
) -> None:
    begun = desk.session.contents
    play(desk, f"{WON} confirm")
    refused(
        desk,
        "undo",
        "the boxes are updated after game 1, so its single steps can't be undone; ",
    )
    do(desk, "undo-game")
    assert desk.session.contents == begun
    refused(desk, "undo-game", "game 1 is undone already")
    refused(desk, "undo", "game 1 is undone already")
    play(desk, WON)
    assert desk.session.game is not None
    assert desk.session.game.number == 2
    do(desk, "confirm start 1 5")
    refused(desk, "undo-game", "game 3 is still going; finish it, or end it early")
    check_in_order(desk.logbook)


@pytest.mark.parametrize(("is_quick", "is_confirmed"), [(True, False), (False, True)])
def test_a_count_is_no_step_to_undo_and_the_game_before_it_stands(
    desk: Desk, is_quick: bool, is_confirmed: bool
) -> None:
    if is_quick:
        do(desk, "quick:win:white")
    else:
        play(desk, WON)
    if is_confirmed:
        do(desk, "confirm")
    there = desk.session.game
    do(desk, "1:white=7")
    refused(desk, "undo", "the last step was a count; to correct it, count again")
    refused(desk, "undo", "the whole last game can be undone (undo --game)")
    assert desk.session.game == there
    do(desk, "undo-game")
    assert desk.session.game is not None
    assert desk.session.game.taken_back
    check_in_order(desk.logbook)


def test_a_stocktake_is_no_step_to_undo(desk: Desk) -> None:
    do(desk, "stocktake")
    refused(desk, "undo", "the last step was a count; to correct it, count again")


def test_a_count_while_a_game_goes_on_keeps_no_step_from_being_undone(desk: Desk) -> None:
    play(desk, "1 5 1:white=3 undo")
    assert desk.session.due is Due.REPLY


def test_no_game_is_taken_back_before_those_after_it(desk: Desk) -> None:
    for _ in range(2):
        play(desk, f"{WON} confirm")
    first = desk.logbook.game(1)
    refused(
        desk,
        lambda session: taking_back.take_back(session, first),
        "game 1 can't be undone because game 2 came after",
    )
    with pytest.raises(GuideError, match="game 2 came after it"):
        Rehearsal(desk.session).take_back(first or GameRecord(()))
    rehearsal = Rehearsal(desk.session)
    for number in (2, 1):
        rehearsal.take_back(desk.logbook.game(number) or GameRecord(()))
    assert rehearsal.session.contents == {box.number: box.start for box in desk.session.kit.boxes}


@pytest.mark.parametrize(
    ("rule", "script", "counted", "undo"),
    [
        ("resign", WON, {"white": 2}, "undo-game"),
        ("refill", "1:white=0,lilac=0,gold=0 empty", {"white": 0}, "undo"),
    ],
)
def test_a_step_whose_beads_a_count_has_found_missing_is_not_taken_back(
    rule: str, script: str, counted: dict[str, int], undo: str
) -> None:
    desk = desk_of(kit_of(f"learning.empty-box = '{rule}'"))
    play(desk, script)
    desk.act(lambda session: counting.count(session, 1, counted))
    refused(
        desk,
        undo,
        ("box 1 was counted since, and your count leaves too few white to undo this step"),
    )
    do(desk, "1:white=7")
    do(desk, undo)
    check_logbook(desk.logbook)


def to_do(desk: Desk) -> list[str]:
    """Return what is to be moved by hand because of the last act, a line for each box."""
    return list(map(str, wording.moved(desk.session.kit, desk.by_hand)))


def test_an_end_that_is_taken_back_takes_what_was_ticked_out_of_the_boxes_again(desk: Desk) -> None:
    play(desk, WON)
    desk.tick(1)
    desk.tick(3)
    do(desk, "undo")
    assert to_do(desk) == [
        (
            "Box 1: take 1 WHITE bead out and put it in front of the box; "
            "take 3 WHITE beads out, into their pot."
        ),
        (
            "Box 48: take 1 AMBER bead out and put it in front of the box; "
            "take 3 AMBER beads out, into their pot."
        ),
        "Box 144: put the AMBER bead in front of it back in.",
    ]


@pytest.mark.parametrize(
    ("ticked", "told"),
    [
        ([], ["Box 1", "Box 7", "Box 96"]),
        ([2], ["Box 1", "Box 96"]),
        ([1, 2, 3], []),
    ],
)
def test_a_list_that_is_left_is_told_as_far_as_it_was_not_ticked(
    desk: Desk, ticked: list[int], told: list[str]
) -> None:
    play(desk, LOST)
    for line in ticked:
        desk.tick(line)
    do(desk, "start:+unconfirmed")
    assert [line.partition(":")[0] for line in to_do(desk)] == told
    assert all("put the GREEN bead" in line or "into its pot" in line for line in to_do(desk))


def test_a_breaking_off_and_its_undo_move_the_drawn_beads_back_and_forth(desk: Desk) -> None:
    play(desk, "1 5 2 end")
    assert to_do(desk) == [
        "Box 1: put the WHITE bead in front of it back in.",
        "Box 7: put the LILAC bead in front of it back in.",
    ]
    do(desk, "undo")
    assert to_do(desk) == [
        "Box 1: take 1 WHITE bead out and put it in front of the box.",
        "Box 7: take 1 LILAC bead out and put it in front of the box.",
    ]
    assert str(wording.before_boxes(desk.session.kit, desk.session.game)) == (
        "In front of the boxes are: WHITE (box 1), LILAC (box 7)."
    )


def test_a_line_whose_box_was_counted_since_cannot_be_not_done_after_all(desk: Desk) -> None:
    play(desk, WON)
    desk.tick(1)
    do(desk, "1:white=3")
    with pytest.raises(
        GuideError, match="box 1 was counted since, and your count leaves too few white"
    ):
        desk.tick(1, done=False)
    assert desk.ticked == {1}


@pytest.mark.parametrize("language", ["en", "de", "fr", "nl"])
def test_every_way_of_a_bead_is_said_in_every_language(language: str) -> None:
    tell = load_words(language).tell
    moves = [
        BeadMove(7, "lilac", beads, *ways)
        for beads in (1, 3)
        for ways in permutations(BeadPlace, 2)
    ]
    said = [tell(sentence) for move in moves for sentence in wording.moved(kit_of(""), [move])]
    assert len(set(said)) == len(moves) == 12
    assert all("3" in sentence for sentence in said[6:])
