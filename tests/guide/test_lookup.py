"""Any of the eight ways to hold any position leads to its box,
and every bead to the square that the box promises.
"""

from collections import Counter
from collections.abc import Iterator

import pytest

from menace_kit.errors import PositionError
from menace_kit.games import Side, position_text
from menace_kit.guide.look_up import LookUp, look_up
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from tests.games.reachable import GAME, all_positions
from tests.guide.boards import drawn_form, put, ways_to_hold
from tests.guide.spoken_walks import MATCHES
from tests.logbook.games import kit_named, kit_of

FIRST = kit_named("michie")
SECOND = kit_of("side = 'second'")


def some_way(kit: Kit) -> Iterator[tuple[Box, str]]:
    """Yield each box with its board held in one of the eight ways, another than the box before."""
    for place, box in enumerate(kit.boxes):
        yield box, ways_to_hold(kit.board(box))[place % 8]


@pytest.mark.parametrize(("kit", "mark"), [(FIRST, "O"), (SECOND, "X")], ids=["304", "289"])
def test_any_way_leads_to_the_same_box_and_each_bead_where_the_box_says(
    kit: Kit, mark: str
) -> None:
    for box, board in some_way(kit):
        found = look_up(kit, board)
        assert {reading.box for reading in found.readings} == {box}
        assert len(found.readings) == ways_to_hold(board).count(board)
        meant = {move for reading in found.readings for move in reading.moves.values()}
        assert meant == {(square,) for square, sign in enumerate(board) if sign == "."}
        for reading in found.readings:
            assert list(reading.moves) == list(box.moves)
            assert len(set(reading.moves.values())) == len(box.moves)
            for colour, (square,) in reading.moves.items():
                (promised,) = box.moves[colour]
                drawn = put(kit.board(box), promised, mark)
                assert drawn_form(put(board, square, mark)) == drawn_form(drawn)


def test_the_reading_that_is_shown_turns_least() -> None:
    for box in FIRST.boxes:
        assert look_up(FIRST, FIRST.board(box)).readings[0].symmetry.name == "identity"


def test_every_position_of_the_game_is_answered() -> None:
    answers: Counter[str] = Counter()
    for position in all_positions():
        found = look_up(FIRST, position_text(position, FIRST.spec.marks))
        ended = GAME.outcome(position) is not None
        assert bool(found.readings) == (
            not ended and position.to_move is Side.FIRST and found.forced is None
        )
        if found.readings:
            answers["box"] += 1
        elif ended:
            answers["over"] += str(found.reason).startswith("The game is over: ")
        elif position.to_move is Side.SECOND:
            answers["opponent"] += str(found.reason).startswith("It is the opponent's turn (X)")
        else:
            answers["forced"] += str(found.reason).startswith(
                "Only one move is left, so there is no box: square "
            )
            assert found.forced == GAME.legal_moves(position)[0]
    assert answers == {"box": 2201, "over": 958, "opponent": 2097, "forced": 222}


@pytest.mark.parametrize(
    ("board", "reason"),
    [
        ("OXOXOX.OX", "Only one move is left, so there is no box: square 7 (bottom left)."),
        ("OOOXX....", "The game is over: O has won."),
        ("XXXOO.O..", "The game is over: X has won."),
        ("OXOOXXXOO", "The game is over: a draw."),
        ("O........", "It is the opponent's turn (X); the machine has no box for it."),
    ],
)
def test_where_there_is_no_box_the_reason_is_said(board: str, reason: str) -> None:
    found = look_up(FIRST, board)
    assert str(found.reason) == reason
    assert not found.readings


@pytest.mark.parametrize("side", Side)
def test_where_it_may_be_either_players_turn_it_is_that_of_the_machine(side: Side) -> None:
    kit = kit_of(f"game = 'nim'\nside = '{side.value}'\nmarks = ['I', 'J']\nbeads.start = 1")
    found = look_up(kit, "IIIII...")
    assert (found.position.to_move, found.reason) == (side, "")
    assert kit.board(found.readings[0].box) == "IIIII..."


def test_where_the_board_does_not_tell_a_kit_for_both_sides_asks_whose_turn_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kits = {side: kit_of(f"{MATCHES}side = '{side}'\n") for side in ("first", "both")}
    # As of pieces that belong to a player.
    monkeypatch.setattr(type(kits["both"].game), "impartial", False)
    assert look_up(kits["first"], "IIIII...").position.to_move is Side.FIRST
    with pytest.raises(PositionError, match="it may be either player's turn; say whose it is"):
        look_up(kits["both"], "IIIII...")


def test_matches_have_the_same_box_whoever_takes_them() -> None:
    kit = kit_of("game = 'nim'\nside = 'both'\nmarks = ['I', 'J']\nbeads.start = 1")
    found = {side: look_up(kit, "IIIII...", side) for side in (None, *Side)}
    assert {kit.board(each.readings[0].box) for each in found.values()} == {"IIIII..."}
    assert [found[side].position.to_move for side in Side] == list(Side)


def test_a_kit_without_lost_positions_says_that_the_machine_gives_up() -> None:
    kit = kit_named("287")
    without: list[LookUp] = [look_up(kit, FIRST.board(box)) for box in FIRST.boxes]
    reasons = [str(found.reason) for found in without if not found.readings]
    assert (
        reasons
        == ["This kit has no box here: every move loses at once, so the machine gives up."] * 17
    )
