"""Games of a machine with boxes for its first moves alone: what the guide does,
the logbook keeps and paper tells.
"""

import re
from collections.abc import Iterable, Sequence
from operator import methodcaller

import pytest

from menace_kit.errors import GuideError
from menace_kit.games import Move
from menace_kit.guide import wording
from menace_kit.guide.audit import audit
from menace_kit.guide.desk import Desk
from menace_kit.guide.look_up import look_up
from menace_kit.guide.paper import parse_game
from menace_kit.guide.paper_entry import enter_game
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.logbook.entries import Draft, Entry, Kind
from menace_kit.logbook.game_record import GameRecord
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, starting_contents
from menace_kit.machine.turns import Turn
from menace_kit.views.json_output.games import look_up_facts
from menace_kit.views.open_box import look_up_shape
from tests.examples import preset
from tests.guide.scripts import do
from tests.logbook.games import desk_of, kit_named, kit_of

RANDOM = preset("starter")
CHART = kit_of("boxes.stages = 3\nboxes.later = 'chart'")
BOTH = kit_named("later, both")


def move(desk: Desk, typed: str, fallen: str = "") -> list[Entry]:
    """Make the move that is due; where the machine's next one is by lot,
    it falls on the square that is `fallen`.
    """

    def lot(_: Turn, moves: Sequence[Move]) -> Move:
        return next(move for move in moves if move == (int(fallen) - 1,))

    deed = "reply" if desk.session.due is Due.REPLY else "draw_for"
    return desk.act(methodcaller(deed, typed, lot))


def begun(kit: Kit, moves: str, both: bool = False) -> Desk:
    """Return a desk at which these moves were made, all of them with a bead or the opponent's."""
    desk = desk_of(kit)
    desk.act(lambda session: session.start("Ada", both=both))
    for typed in moves.split():
        move(desk, typed)
    return desk


def game_of(desk: Desk) -> GameRecord:
    assert desk.session.game is not None
    return desk.session.game


def told(entries: Iterable[Draft]) -> list[tuple[Kind, str | None]]:
    return [(entry.kind, entry.move) for entry in entries if entry.move]


def test_behind_the_reply_the_lot_falls_at_once_and_only_boxes_that_were_opened_learn() -> None:
    desk = begun(RANDOM, "1 5 2 3 4")
    assert told(move(desk, "9", fallen="8")) == [(Kind.REPLY, "9"), (Kind.LOT, "8")]
    assert desk.session.due is Due.REPLY
    assert game_of(desk).written_moves(RANDOM.game) == "1 5 2 3 4 9 8"
    move(desk, "7")  # a line of X
    game = game_of(desk)
    assert (game.result, [bead.box for bead in game.drawn]) == (Result.LOSS, [1, 7, 96])
    assert [change.box for change in game.tick_list] == [1, 7, 96]
    changed = [
        number
        for number, counts in desk.session.contents.items()
        if counts != RANDOM.box(number).start
    ]
    assert changed == [1, 7, 96]


def test_the_chart_leaves_one_square_or_asks_the_lot_among_its_own() -> None:
    win = begun(CHART, "1 5 2 9 6")
    assert told(move(win, "7")) == [(Kind.REPLY, "7"), (Kind.FORCED, "3")]
    assert win.session.due is Due.ADJUST
    corners = begun(kit_of("boxes.stages = 1\nboxes.later = 'chart'"), "5")
    fallen = {told(corners.session.reply("2"))[1] for _ in range(99)}
    assert fallen == {(Kind.LOT, corner) for corner in "1379"}


def test_an_undo_takes_reply_and_lot_back_and_the_lot_may_fall_anew() -> None:
    desk = begun(RANDOM, "1 5 2 3 4")
    move(desk, "9", fallen="8")
    do(desk, "undo")
    assert desk.session.moves_made == ["1", "5", "2", "3", "4"]
    assert told(move(desk, "8", fallen="7")) == [(Kind.REPLY, "8"), (Kind.LOT, "7")]
    assert audit(desk.logbook) == []


@pytest.mark.parametrize(
    ("kit", "moves", "message"),
    [
        (
            RANDOM,
            "1 5 2 3 4 9",
            "then the machine has no box and moves at random, but none of 6, 7, 8 is written",
        ),
        (RANDOM, "1 5 2 3 4 9 abandon", "none of 6, 7, 8 is written"),
        (RANDOM, "1 5 2 3 4 9 9 8 7", r"move 7 \(9\): no lot falls on it for the machine"),
        (CHART, "1 5 2 9 6 7 4", r"move 7 \(4\): only 3 is left to the machine"),
    ],
)
def test_paper_has_to_say_where_the_lot_fell(kit: Kit, moves: str, message: str) -> None:
    rehearsal = Rehearsal(Session(kit, starting_contents(kit), None))
    with pytest.raises(GuideError, match=message):
        enter_game(rehearsal, parse_game(moves))


def test_paper_tells_the_lots_and_what_the_chart_left() -> None:
    for kit, moves, kind in (
        (RANDOM, "1 5 2 3 4 9 8 7", Kind.LOT),
        (CHART, "1 5 2 9 6 7 3", Kind.FORCED),
    ):
        rehearsal = Rehearsal(Session(kit, starting_contents(kit), None))
        enter_game(rehearsal, parse_game(moves))
        game = rehearsal.session.game
        assert game is not None
        assert kind in {entry.kind for entry in game.moves}
        assert game.written_moves(kit.game) == moves


def test_the_screen_the_story_and_a_look_up_say_how_the_move_came_about() -> None:
    desk = begun(CHART, "1 5 2 9 6")
    made, game = move(desk, "7"), game_of(desk)
    said = str(wording.happened(CHART, game, made))
    assert (
        "There are no boxes for moves this late; the chart says: complete a line. "
        "The machine plays square 3"
    ) in said
    assert str(wording.move_made(CHART, game, made[1])) == (
        "O plays square 3 (top right). The chart decided; no bead was drawn."
    )
    assert "no bead was drawn" in str(wording.without_bead(CHART, made[1], game.entries))
    told_by_the_chart = look_up(CHART, "OO./XX./O.X")
    assert look_up_facts(CHART, told_by_the_chart)["later"] == {"chart": "win", "moves": [3]}
    assert [move.move for move in look_up_shape(desk.session, told_by_the_chart).later] == ["3"]
    found = look_up(RANDOM, "OOX/XX./O..")
    assert look_up_facts(RANDOM, found)["later"] == {"chart": None, "moves": [6, 8, 9]}
    assert found.later is not None
    assert re.search(
        r"Choose at random among these: square 6 .*square 8 .*square 9", str(found.reason)
    )
