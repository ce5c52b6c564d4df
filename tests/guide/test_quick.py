"""The quick log: an outcome and a first bead make a whole game, which one undo takes back."""

import pytest

from menace_kit.errors import GuideError, UnknownNameError
from menace_kit.guide import whole_games, wording
from menace_kit.guide.desk import Desk
from menace_kit.guide.situation import Due
from menace_kit.machine.learning import Result
from tests.examples import preset
from tests.guide.scripts import (
    Choice,
    do,
    enter_games,
    refused,
)
from tests.logbook.games import desk_of, kit_named, kit_of


@pytest.fixture
def desk() -> Desk:
    return desk_of(kit_of(""))


WON = "quick:win:white:+confirmed"
"""A tap whose bead is put right at once."""

OPEN = "quick:loss:gold"
"""A defeat with a gold bead that is still to be put right."""


def test_without_confirmation_its_list_is_due_as_after_any_game(desk: Desk) -> None:
    do(desk, OPEN)
    assert desk.session.due is Due.ADJUST
    assert desk.session.position == desk.session.kit.game.start()
    refused(desk, "start", "the boxes are not updated after game 1 yet")
    refused(desk, WON, "the boxes are not updated after game 1 yet")
    refused(desk, "end", "no game is open")
    do(desk, "confirm start")


def test_it_is_undone_as_a_whole_even_if_it_was_confirmed(desk: Desk) -> None:
    do(desk, f"{OPEN} confirm")
    game = desk.session.game
    do(desk, "undo")
    said = wording.undone(desk.session.kit, game, wording.last_action(game), desk.by_hand)
    assert list(map(str, said)) == [
        "Game 1 was undone.",
        "Now move these beads:",
        "Box 1: put 1 GOLD bead in from its pot.",
    ]


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


def test_a_drawn_game_is_refused_where_there_is_none() -> None:
    complaint = "no game of this machine can be drawn; it is won or lost"
    refused(desk_of(preset("nim-8")), "quick:draw", complaint)


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
