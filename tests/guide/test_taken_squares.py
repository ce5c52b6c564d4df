"""At the table of a machine with beads for taken squares: such a bead stays out,
and another one is drawn.
"""

import pytest

from menace_kit.errors import GuideError
from menace_kit.guide import whole_games, wording
from menace_kit.guide.audit import audit
from menace_kit.guide.paper import parse_game
from menace_kit.guide.paper_entry import enter_game
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.guide.situation import Due
from menace_kit.logbook.entries import Kind
from menace_kit.logbook.export import game_facts
from menace_kit.logbook.loose_beads import BeadMove, BeadPlace
from menace_kit.machine.learning import Result, Why
from tests.guide.scripts import do
from tests.logbook.games import desk_of, kit_of

TEXT = (
    "boxes = {taken-squares = true, merge-symmetric-moves = false}\n"
    "beads.start = 1\nlearning = {win = 1, draw = 0, loss = -1, empty-box = 'resign'}"
)
KIT = kit_of(TEXT)


def test_such_a_bead_stays_out_and_another_is_drawn() -> None:
    desk = desk_of(KIT)
    do(desk, "start white 5")
    box = desk.session.box
    assert box is not None
    (written,) = do(desk, "gold")
    assert (written.kind, written.box, written.colour, written.change) == (
        Kind.ADJUST,
        box.number,
        "gold",
        -1,
    )
    assert written.why == Why.TAKEN.value
    assert (desk.session.due, desk.session.box) == (Due.BEAD, box)
    assert desk.session.contents[box.number]["gold"] == 0
    assert desk.by_hand == (BeadMove(box.number, "gold", 1, BeadPlace.BOX, BeadPlace.POT),)
    said = str(wording.happened(KIT, desk.session.game, [written]))
    assert said == (
        "GOLD means square 5 (centre), which is taken: GOLD stays out. "
        f"Draw again from box {box.number}."
    )
    with pytest.raises(GuideError, match="has no gold left"):
        do(desk, "gold")
    assert audit(desk.logbook) == []

    taken_back = do(desk, "undo")
    assert desk.session.contents[box.number]["gold"] == 1
    assert desk.by_hand == (BeadMove(box.number, "gold", 1, BeadPlace.POT, BeadPlace.BOX),)
    told = [
        str(sentence)
        for sentence in wording.undone(KIT, desk.session.game, [written], desk.by_hand)
    ]
    assert "GOLD means square 5 (centre), which is taken" in told[0]
    assert taken_back
    assert audit(desk.logbook) == []


def test_the_beads_that_a_game_ends_with_are_those_of_its_moves() -> None:
    desk = desk_of(KIT)
    rehearsal = Rehearsal(desk.session)
    enter_game(rehearsal, parse_game("1 5 taken=white taken=D 9 3 taken=gold 7 4 8"))
    desk.act_all(rehearsal.actions)
    game = desk.session.game
    assert game is not None
    assert game.result is Result.WIN
    assert [change.change for change in game.tick_list] == [1, 1, 1, 1]
    box = KIT.readings(game.positions(KIT.game)[2])[0].box
    assert desk.session.contents[box.number] == {
        **box.start,
        "white": 0,
        "gold": 0,
        game.drawn[1].colour: 2,
    }
    (told,) = game_facts(desk.logbook)
    assert told["moves"] == "1=white 5 taken=white taken=gold 9 3 taken=gold 7 4 8"
    assert audit(desk.logbook) == []


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        (
            "1 5 taken=red",
            "move 3 (taken=red): the square of red is free; write the move, or 8=red",
        ),
        ("1 taken=white 5", "the opponent's reply is due"),
        ("1 5 taken=white taken=white", "has no white left"),
    ],
)
def test_on_paper_it_is_refused_where_it_was_none(moves: str, why: str) -> None:
    with pytest.raises(GuideError) as caught:
        enter_game(Rehearsal(desk_of(KIT).session), parse_game(moves))
    assert why in str(caught.value)


def test_no_move_and_no_first_bead_is_one_of_a_taken_square() -> None:
    kit = kit_of(f"side = 'second'\n{TEXT}")
    desk, box = desk_of(kit), kit.boxes[0]
    (colour,) = box.taken
    with pytest.raises(GuideError, match="which is taken: no move was made with it"):
        desk.act(lambda session: whole_games.quick(session, Result.WIN, colour, box.number))
    do(desk, "start")
    desk.act(lambda session: session.reply(box.moves[colour]))
    with pytest.raises(GuideError, match="which is taken: no move was made with it"):
        desk.act(lambda session: session.draw(colour, (1,)))
