"""The quick log: an outcome and a first bead make a whole game, which one undo takes back."""

import pytest

from menace_kit.errors import GuideError, UnknownNameError
from menace_kit.guide import counting, whole_games, wording
from menace_kit.guide.audit import audit
from menace_kit.guide.desk import Desk
from menace_kit.guide.situation import Due
from menace_kit.logbook.box_changes import touched_boxes
from menace_kit.machine.learning import Result
from tests.guide.scripts import (
    Choice,
    do,
    enter_games,
    play,
    refused,
)
from tests.logbook.games import check_logbook, desk_of, kit_named, kit_of


@pytest.fixture
def desk() -> Desk:
    return desk_of(kit_of(""))


WON = "quick:win:white:+confirmed"
"""A tap whose bead is put right at once."""

OPEN = "quick:loss:gold"
"""A defeat with a gold bead that is still to be put right."""


def taken_back(desk: Desk) -> list[str]:
    """Take the last act back, and return what is to be done by hand."""
    before, undone = desk.session.game, wording.last_action(desk.session.game)
    do(desk, "undo")
    said = wording.undone(desk.session.kit, before, undone, desk.by_hand)
    return list(map(str, said))[1:]


def test_a_tap_is_one_action_and_the_next_may_follow(desk: Desk) -> None:
    for number, result in enumerate(Result, start=1):
        written = do(desk, f"quick:{result.value}:white:+confirmed")
        assert [entry.kind.value for entry in written] == [
            "start",
            "draw",
            "end",
            "adjust",
            "confirm",
        ]
        assert {entry.why for entry in written[:3]} == {"outcome-only"}
        assert all(entry.move is None for entry in written)
        assert desk.session.due is Due.START
        assert desk.session.game is not None
        assert (desk.session.game.number, desk.session.game.outcome_only) == (number, True)
    assert desk.session.contents[1] == {"white": 4 + 3 + 1 - 1, "lilac": 4, "gold": 4}


def test_without_confirmation_its_list_is_due_as_after_any_game(desk: Desk) -> None:
    do(desk, OPEN)
    assert desk.session.due is Due.ADJUST
    assert desk.session.position == desk.session.kit.game.start()
    refused(desk, "start", "the boxes are not updated after game 1 yet")
    refused(desk, WON, "the boxes are not updated after game 1 yet")
    refused(desk, "end", "no game is open")
    do(desk, "confirm start")


@pytest.mark.parametrize(
    ("script", "deeds"),
    [
        (WON, ["Box 1: take 3 WHITE beads out, into their pot."]),
        ("quick:loss:white:+confirmed", ["Box 1: put 1 WHITE bead in from its pot."]),
        (OPEN, ["Box 1: put the GOLD bead in front of it back in."]),
        (f"{OPEN} confirm", ["Box 1: put 1 GOLD bead in from its pot."]),
    ],
)
def test_a_slip_is_taken_back_whole_and_what_to_do_with_the_beads_is_said(
    desk: Desk, script: str, deeds: list[str]
) -> None:
    before = desk.session.contents
    do(desk, script)
    assert taken_back(desk) == ["Now move these beads:", *deeds]
    assert desk.session.contents == before
    assert desk.session.due is Due.START
    assert desk.session.game is not None
    assert str(wording.ended(desk.session.kit, desk.session.game)) == "Game 1 was undone."
    refused(desk, "undo", "game 1 is undone already")
    refused(desk, "confirm", "no game is open")
    do(desk, "start")
    assert desk.session.game.number == 2
    check_logbook(desk.logbook)


def test_a_bead_that_went_back_unchanged_is_left_as_it_is() -> None:
    desk = desk_of(kit_of("learning.draw = 0"))
    do(desk, "quick:draw:white:+confirmed")
    assert taken_back(desk) == ["You don't have to move any bead."]


def test_a_count_stands_when_the_game_before_it_is_taken_back(desk: Desk) -> None:
    do(desk, f"{WON} 1:white=2")
    refused(desk, "undo-game", "box 1 was counted since, and your count leaves too few white")
    do(desk, "1:white=6 undo-game")
    assert desk.session.contents[1]["white"] == 3
    assert audit(desk.logbook) == []


def test_a_box_counted_before_a_game_was_taken_back_is_to_be_counted_again(desk: Desk) -> None:
    do(desk, WON)
    desk.act(lambda session: counting.take_stock(session, touched_boxes(desk.logbook), {}))
    assert touched_boxes(desk.logbook) == []
    do(desk, "undo-game")
    assert touched_boxes(desk.logbook) == [1]


def test_no_outcome_is_logged_in_the_middle_of_a_game(desk: Desk) -> None:
    play(desk, "1 5")
    refused(desk, WON, "game 1 is still going")


@pytest.mark.parametrize(
    ("kit", "tap", "complaint"),
    [
        ("michie", "quick:win:green", "box 1 never holds green"),
        (
            "michie",
            "quick:win:white:2",
            "the first bead is drawn from box 1; name that box",
        ),
        ("michie", "quick:win::1", "box 1 is named, but not the bead drawn from it"),
        (
            "second",
            WON,
            "the first bead is drawn from box 1 or 2 or 3; name that box",
        ),
        ("second", "quick:win:white:4", "the first bead is drawn from box 1 or 2 or 3"),
        (
            "second",
            "quick:win:+machine_first",
            "always plays the same side",
        ),
        (
            "both",
            "quick:win:white:1:-machine_first",
            "the first bead is drawn from",
        ),
        (
            "michie",
            lambda session: whole_games.quick(session, Result.WIN, opponent="a\nb"),
            "a name is one line",
        ),
    ],
)
def test_what_does_not_go_together_is_refused(kit: str, tap: Choice | str, complaint: str) -> None:
    refused(desk_of(kit_named(kit)), tap, complaint)


def test_colours_and_boxes_that_are_not_there_are_refused(desk: Desk) -> None:
    refused(desk, "quick:win:mauve", "mauve", UnknownNameError)
    both = desk_of(kit_named("both"))
    refused(both, "quick:win:white:9999", "there is no box 9999", UnknownNameError)


def test_a_bead_that_is_not_there_and_a_dead_machine_are_refused(desk: Desk) -> None:
    do(desk, "1:white=0")
    refused(desk, WON, "by the logbook box 1 has no white left")
    do(desk, "1:lilac=0,gold=0")
    refused(
        desk,
        "quick:loss",
        "no bead is left for the first move",
    )


def test_the_box_says_which_of_two_machines_played() -> None:
    desk = desk_of(kit_named("both"))
    second = next(
        box for box in desk.session.kit.boxes if box.side.value == "second" and box.stage == 1
    )
    do(desk, f"quick:loss:{next(iter(second.moves))}:{second.number}:+confirmed")
    assert desk.session.game is not None
    assert desk.session.game.side is second.side


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('{"result": "one"}', "a result is won, drawn or lost, for the machine, not 'one'"),
        (
            '{"result": "loss", "moves": "1 5 9 3 7 4 8"}',
            "the result is lost, but the moves give won",
        ),
        ('{"moves": "1 5 9 3 7 4 8", "bead": "white"}', "the moves give the bead"),
        ('{"bead": "white"}', "the field moves is needed"),
        ('{"result": "win", "bead": "white", "box": "one"}', "there is no box 'one'"),
        ('{"result": "win", "box": true}', "the field box is a text"),
        ('{"result": "win", "bead": "mauve"}', "mauve"),
        ('{"result": "win", "played_at": "tomorrow"}', "is a day like"),
        ("result,bead\nwin,green\n", "box 1 never holds green"),
    ],
)
def test_a_line_that_tells_no_outcome_is_refused(desk: Desk, line: str, complaint: str) -> None:
    with pytest.raises(GuideError, match=complaint):
        enter_games(desk.session, line)
