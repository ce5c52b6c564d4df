"""A machine's turn: how it comes to its move, what follows at once,
how a game ends and what that does to the boxes.
"""

import pytest

from menace_kit.errors import MoveError
from menace_kit.games import Side, parse_move, parse_position
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import DrawnBead, Result, starting_contents
from menace_kit.machine.turns import (
    Ending,
    GaveUp,
    How,
    Turn,
    Unchosen,
    UnchosenMove,
    changes_at_end,
    drawn_by_lot,
)
from tests.logbook.games import kit_of

MICHIE = kit_of("")
WITHOUT_LOST = kit_of("boxes.lost-positions = false")
NOUGHTS, CROSSES, BOTH = (Side.FIRST,), (Side.SECOND,), tuple(Side)
EMPTY, FULL = {"white": 0, "lilac": 0, "gold": 0}, {"white": 0, "lilac": 1, "gold": 0}


def at(kit: Kit, board: str) -> Turn:
    return Turn(kit, parse_position(kit.game, board, kit.spec.marks))


@pytest.mark.parametrize(
    ("rule", "how"),
    [
        ("resign", How.EMPTY),
        ("punish-previous", How.EMPTY),
        ("keep-last", How.EMPTY),
        ("refill", How.REFILLED),
        ("random", How.LOT),
    ],
)
def test_an_empty_box_is_treated_by_the_rule_and_one_with_a_bead_is_drawn_from(
    rule: str, how: How
) -> None:
    start = at(kit_of(f"learning.empty-box = '{rule}'"), ".........")
    assert start.how(EMPTY) is how
    assert start.how(FULL) is How.DRAWN
    assert start.how(dict.fromkeys(EMPTY, 0.5)) is How.DRAWN


def test_a_box_is_opened_and_can_be_held_in_several_ways() -> None:
    turn = at(MICHIE, "O...X....")
    assert turn.box is not None
    assert (turn.box.number, len(turn.readings), turn.side) == (7, 2, Side.FIRST)
    assert (turn.forced, turn.is_lost) == (None, False)
    assert turn.ending(NOUGHTS) is None
    assert turn.unchosen_from_here(NOUGHTS, drawn_by_lot) == Unchosen((), None)


def test_the_last_square_needs_no_box() -> None:
    turn = at(MICHIE, "OXOXOX.OX")
    assert (turn.box, turn.readings) == (None, ())
    assert (turn.forced, turn.is_lost) == ((6,), False)
    assert turn.how({}) is How.FORCED
    assert turn.ending(NOUGHTS) is None
    assert turn.unchosen_from_here(NOUGHTS, drawn_by_lot) == Unchosen(
        (UnchosenMove(Side.FIRST, (6,)),), Ending(Side.FIRST)
    )
    # Nobody plays for an opponent, even where but one move is left.
    assert turn.unchosen_from_here(CROSSES, drawn_by_lot) == Unchosen((), None)


LOST = "OXOXX.O.."
"""O is to move, and X takes a row or a column whatever O does."""


def test_where_every_move_loses_a_kit_may_have_no_box_and_the_machine_gives_up() -> None:
    turn = at(WITHOUT_LOST, LOST)
    assert (turn.box, turn.forced, turn.is_lost) == (None, None, True)
    assert turn.how({}) is How.LOST
    assert turn.ending(NOUGHTS) == Ending(Side.SECOND, GaveUp.LOST_POSITION)
    assert turn.ending(CROSSES) is None  # an opponent plays on
    before = at(WITHOUT_LOST, "OXO.X.O..")
    assert before.after((3,)).unchosen_from_here(BOTH, drawn_by_lot) == Unchosen(
        (), Ending(Side.SECOND, GaveUp.LOST_POSITION)
    )
    assert at(MICHIE, LOST).ending(NOUGHTS) is None


def test_two_moves_that_both_lose_are_enough_to_give_up() -> None:
    turn = at(kit_of("side = 'both'\nboxes.lost-positions = false"), "OX.XXO.OO")
    assert len(turn.legal) == 2
    assert turn.ending(BOTH) == Ending(Side.FIRST, GaveUp.LOST_POSITION)


@pytest.mark.parametrize(
    ("board", "winner"),
    [("OOOXX....", Side.FIRST), ("XXXOO.O..", Side.SECOND), ("OXOOXXXOO", None)],
)
def test_a_game_ends_by_its_rules(board: str, winner: Side | None) -> None:
    turn = at(MICHIE, board)
    assert turn.ending(NOUGHTS) == turn.ending(CROSSES) == Ending(winner)
    assert turn.unchosen_from_here(BOTH, drawn_by_lot) == Unchosen((), Ending(winner))
    assert (turn.legal, turn.forced, turn.is_lost) == ((), None, False)
    assert turn.ending(NOUGHTS) is not None
    assert Ending(winner).result(Side.FIRST) is Result.of(winner, Side.FIRST)


def test_a_forced_move_of_the_second_machine_is_made_and_ends_the_game() -> None:
    kit = kit_of("game = 'hexapawn'\nside = 'both'\nbeads.start = 1")
    turn = Turn(kit, kit.game.start())
    for move in ("7-4", "2-4", "8-4"):
        turn = turn.after(parse_move(move))
    last = parse_move("3-6")
    assert turn.unchosen_from_here(BOTH, drawn_by_lot) == Unchosen(
        (UnchosenMove(Side.SECOND, last),), Ending(Side.SECOND)
    )
    with pytest.raises(MoveError):
        turn.after(parse_move("7-4"))


def test_each_machine_learns_from_its_own_beads() -> None:
    kit = kit_of("side = 'both'")
    drawn = {
        Side.FIRST: [DrawnBead(1, "white")],
        Side.SECOND: [DrawnBead(305, "lilac"), DrawnBead(306, "white")],
    }
    changes = changes_at_end(kit, starting_contents(kit), drawn, Ending(Side.SECOND))
    assert list(changes) == list(Side)
    assert [change[:3] for change in changes[Side.FIRST]] == [(1, "white", -1)]
    assert [change[:3] for change in changes[Side.SECOND]] == [(305, "lilac", 3), (306, "white", 3)]


@pytest.mark.parametrize(
    ("gave_up", "change"), [(GaveUp.EMPTY_BOX, -2), (GaveUp.LOST_POSITION, -1), (None, -1)]
)
def test_the_loser_is_punished_where_its_box_was_empty_and_the_winner_never(
    gave_up: GaveUp | None, change: int
) -> None:
    kit = kit_of("side = 'both'\nlearning.empty-box = 'punish-previous'")
    drawn = {Side.FIRST: [DrawnBead(1, "white")], Side.SECOND: [DrawnBead(305, "lilac")]}
    for winner in Side:
        changes = changes_at_end(kit, starting_contents(kit), drawn, Ending(winner, gave_up))
        assert changes[winner][0].change == 3
        assert changes[winner.other][0].change == change


def test_machines_that_share_a_box_each_work_on_what_the_other_leaves() -> None:
    kit = kit_of("game = 'nim'\nside = 'both'\nbeads.start = 1\nlearning = {win = -1, loss = -1}")
    contents = starting_contents(kit) | {7: {"white": 0, "lilac": 1, "silver": 2}}
    drawn = {side: [DrawnBead(7, "lilac")] for side in Side}
    changes = changes_at_end(kit, contents, drawn, Ending(Side.FIRST))
    assert [changes[side][0].change for side in Side] == [-1, 0]
    assert contents[7] == {"white": 0, "lilac": 1, "silver": 2}


def test_a_machine_that_drew_nothing_changes_nothing() -> None:
    assert changes_at_end(
        MICHIE, starting_contents(MICHIE), {Side.FIRST: ()}, Ending(Side.SECOND, GaveUp.EMPTY_BOX)
    ) == {Side.FIRST: ()}
