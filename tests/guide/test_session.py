"""What is not due, or cannot be, is refused with a sentence that says what is expected;
and nothing is written.
"""

from functools import partial

import pytest

from menace_kit.errors import GuideError, LogbookMovedOnError, MenaceKitError, UnknownNameError
from menace_kit.guide import counting
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.logbook.entries import Action, Kind
from menace_kit.logbook.queries import games_left_open, last_action
from tests.guide.scripts import (
    NONE_LEFT,
    WON,
    do,
    play,
    refused,
)
from tests.logbook.games import desk_of, kit_of


@pytest.fixture
def desk() -> Desk:
    return desk_of(kit_of(""))


@pytest.mark.parametrize(
    ("script", "choose", "expected"),
    [
        ("", "reply:5", "the machine's bead is due; draw one and enter its colour (draw)"),
        ("", "confirm", "the machine's bead is due"),
        ("", "start", "game 1 is still going; finish it, or end it early (end)"),
        ("1", "white", "the opponent's reply is due; enter it (reply)"),
        ("1", "bead:5", "the opponent's reply is due"),
        ("1", "empty", "the opponent's reply is due"),
        (WON, "white", "game 1 is over; its list is due (adjust), then a new game (start)"),
        (WON, "reply:5", "game 1 is over"),
        (WON, "empty", "game 1 is over"),
        (WON, "end", "no game is open; start one (start)"),
        (
            WON,
            "start",
            "work through the list (menace-kit operator adjust)",
        ),
    ],
)
def test_what_is_not_due_is_refused_with_what_is(
    desk: Desk, script: str, choose: str, expected: str
) -> None:
    play(desk, script)
    refused(desk, choose, expected)


@pytest.mark.parametrize("choose", ["white", "reply:5", "empty", "end", "confirm"])
def test_without_a_game_there_is_only_a_beginning(desk: Desk, choose: str) -> None:
    refused(desk, choose, "no game is open; start one (start)")
    play(desk, f"{WON} confirm")
    refused(desk, choose, "no game is open; start one (start)")


def test_a_new_game_begins_after_the_list_or_when_told_to(desk: Desk) -> None:
    play(desk, WON)
    refused(desk, "start", "or start anyway (--unconfirmed)")
    do(desk, "start:+unconfirmed")
    assert desk.session.game is not None
    assert desk.session.game.number == 2
    assert games_left_open(desk.logbook) == [1]


def test_a_kit_for_one_side_refuses_the_other(desk: Desk) -> None:
    refused(desk, "start:-machine_first", "this kit's machine always plays the same side")
    second = desk_of(kit_of("side = 'second'"))
    refused(second, "start:+machine_first", "this kit's machine always plays the same side")


def test_a_colour_that_the_box_never_holds_is_refused_with_those_that_it_does(desk: Desk) -> None:
    play(desk, "")
    expected = "box 1 never holds green; it holds: W white, L lilac, D gold. Is it the right box?"
    refused(desk, "green", expected)


def test_a_colour_that_is_used_up_is_taken_only_as_a_recount(desk: Desk) -> None:
    play(desk, "1:white=0")
    refused(
        desk,
        "white",
        "by the logbook box 1 has no white left. If you did draw one, put it back, count the box",
    )
    do(desk, "1:white=1 white")
    assert desk.session.in_box(1) == {"white": 0, "lilac": 4, "gold": 4}


def test_a_bead_means_no_other_square_than_its_own(desk: Desk) -> None:
    play(desk, "1 6")
    refused(
        desk,
        lambda session: session.draw("gold", (8,)),
        "here gold means square 5 (centre), not square 9 (bottom right)",
    )
    refused(desk, "6", "6 cannot be played now; possible: 2, 3")


@pytest.mark.parametrize(
    ("square", "free"), [(0, "2, 3, 4, 5, 6, 7, 8, 9"), (9, "2, 3"), (-1, "2, 3")]
)
def test_a_square_that_is_taken_or_is_none_is_refused_with_the_free_ones(
    desk: Desk, square: int, free: str
) -> None:
    play(desk, "1")
    refused(
        desk,
        lambda session: session.reply((square,)),
        f"{square + 1} cannot be played now; possible: {free}",
    )


def test_a_box_that_the_logbook_says_is_not_empty_must_be_counted_first(desk: Desk) -> None:
    play(desk, "")
    refused(desk, "empty", "the logbook says that box 1 still holds 4 white, 4 lilac, 4 gold.")
    refused(desk, "empty", "operator count 1 white=0 lilac=0 gold=0")
    do(desk, "1:white=0,lilac=0,gold=0 empty")
    assert desk.session.due is Due.ADJUST


def test_where_the_last_bead_stays_in_an_empty_box_has_lost_it() -> None:
    desk = desk_of(kit_of("learning.empty-box = 'keep-last'"))
    play(desk, f"{NONE_LEFT} 1 5")
    refused(
        desk,
        "empty",
        "the last bead of box 7 is never taken out, so a bead is lost: put one in and count",
    )


def test_a_lot_must_fall_on_a_free_square() -> None:
    desk = desk_of(kit_of("learning.empty-box = 'random'"))
    play(desk, f"{NONE_LEFT} 1 5")
    refused(
        desk,
        lambda session: session.empty(lambda *_: (4,)),
        "5 cannot be played now; possible: 2, 3, 4, 6, 7, 8, 9",
    )
    written = desk.act(lambda session: session.empty(lambda _, moves: moves[-1]))
    assert [(entry.kind, entry.box, entry.move) for entry in written] == [
        (Kind.EMPTY, 7, None),
        (Kind.LOT, None, "9"),
    ]


def test_the_lot_falls_on_every_free_square_by_itself() -> None:
    desk = desk_of(kit_of("learning.empty-box = 'random'"))
    play(desk, f"{NONE_LEFT} 1 5")
    moves = {desk.session.empty()[1].move for _ in range(300)}
    assert moves == {"2", "3", "4", "6", "7", "8", "9"}


NO_BEAD = "no bead is left for the first move, in box"


@pytest.mark.parametrize(
    ("kit", "script", "complaint"),
    [
        ("learning.empty-box = 'resign'", "1:none", f"{NO_BEAD} 1: put beads in"),
        ("learning.empty-box = 'punish-previous'", "1:none", f"{NO_BEAD} 1: put beads in"),
        ("learning.empty-box = 'resign'", "1:none 1:gold=1", ""),
        ("learning.empty-box = 'refill'", "1:none", ""),
        ("learning.empty-box = 'random'", "1:none", ""),
        ("learning.empty-box = 'keep-last'", "1:none", ""),
        ("side = 'second'", "1:none 2:none", ""),
        ("side = 'second'", "1:none 2:none 3:none", f"{NO_BEAD}es 1, 2, 3"),
        ("side = 'both'", "1:none", f"{NO_BEAD} 1"),
        ("side = 'both'", "1:none start:-machine_first end", f"{NO_BEAD} 1"),
    ],
)
def test_a_machine_without_a_bead_for_its_first_move_is_dead_if_no_rule_helps(
    kit: str, script: str, complaint: str
) -> None:
    desk = desk_of(kit_of(kit))
    do(desk, script)
    if complaint:
        refused(desk, "start", complaint)
    else:
        do(desk, "start")


@pytest.mark.parametrize(
    ("number", "counted", "complaint", "error"),
    [
        (0, {}, "there is no box 0; this kit has boxes 1 to 304", UnknownNameError),
        (305, {}, "there is no box 305", UnknownNameError),
        (1, {"green": 1}, "box 1 never holds green", GuideError),
        (1, {"mauve": 1}, "no colour 'mauve'", UnknownNameError),
        (1, {"white": -1}, "white=-1: a count is from 0 to 9999", GuideError),
        (1, {"white": 10_000}, "white=10000: a count is from 0 to 9999", GuideError),
    ],
)
def test_an_impossible_count_is_refused(
    desk: Desk, number: int, counted: dict[str, int], complaint: str, error: type[MenaceKitError]
) -> None:
    refused(desk, lambda session: counting.count(session, number, counted), complaint, error)


def test_a_count_may_be_nothing_or_very_much(desk: Desk) -> None:
    do(desk, "1:white=9999,gold=0")
    assert desk.session.contents[1] == {"white": 9999, "lilac": 4, "gold": 0}


def test_a_count_during_a_game_leaves_out_the_bead_on_the_table(desk: Desk) -> None:
    play(desk, "1 1:white=3")
    assert desk.logbook.games()[0].first_change == 0
    assert desk.session.contents[1]["white"] == 4
    do(desk, "1:white=5")
    assert (desk.session.in_box(1)["white"], desk.session.contents[1]["white"]) == (5, 6)
    entry = last_action(desk.logbook)[-1]
    assert entry.kind is Kind.RECOUNT
    assert (entry.box, entry.colour, entry.change, entry.game) == (1, "white", 2, None)


def test_an_act_that_arrives_twice_is_written_once(desk: Desk) -> None:
    begun = desk.last_entry

    def start(session: Session) -> tuple[Action]:
        return (session.start("Ada"),)

    assert desk.act_once(start, begun, "start")
    written = desk.last_entry
    assert not desk.act_once(start, begun, "start")
    with pytest.raises(LogbookMovedOnError):
        desk.act_once(start, begun, "another start")
    with pytest.raises(GuideError):
        desk.act_once(start, written, "a third")
    assert desk.last_entry == desk.logbook.last_entry == written


def test_an_act_that_another_program_wrote_just_now_is_not_written_again(desk: Desk) -> None:
    other, begun = Desk(desk.logbook), desk.last_entry

    def start(session: Session) -> tuple[Action]:
        return (session.start("Ada"),)

    def start_behind_the_other(session: Session) -> tuple[Action]:
        other.act_once(start, begun, "start")
        return start(session)

    assert not desk.act_once(start_behind_the_other, begun, "start")
    assert desk.last_entry == desk.logbook.last_entry == other.last_entry


def test_a_count_as_large_as_the_logbook_says_is_always_believed(desk: Desk) -> None:
    desk.act(partial(counting.count, number=1, counted={"white": 400}))
    box = desk.session.kit.box(1)
    assert counting.has_room(desk.session, box, {"white": 400})
    assert not counting.has_room(desk.session, box, {"white": 401})
