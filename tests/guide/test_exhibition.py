"""Exhibition games: nothing is learned, every bead goes back,
and the logbook tells them from the others.
"""

from functools import partial
from itertools import product
from random import Random

import pytest

from menace_kit.errors import GuideError
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.logbook.loose_beads import BeadPlace, by_line
from menace_kit.logbook.suspicion import suspicion
from menace_kit.machine.learning import AT_ONCE
from tests.examples import all_to_prove, preset
from tests.guide.scripts import do
from tests.logbook.audited import check_in_order
from tests.logbook.games import KITS, desk_of, kit_named, random_step

MICHIE = kit_named("michie")
LEGAL = [name for name, text in KITS.items() if "taken-squares" not in text]


def show(desk: Desk, moves: str, *, greedy: bool = False) -> None:
    """Play an exhibition up to its end."""
    do(desk, f"start:Ada:Bob:+exhibition:{'+' if greedy else '-'}greedy {moves}")


@pytest.mark.parametrize(
    ("name", "greedy"),
    all_to_prove(product(LEGAL, [False, True]), quick=[("refill", True)]),
)
def test_nothing_is_learned_by_whatever_rule(name: str, greedy: bool) -> None:
    """What lies in the boxes stays, but for what a rule does in the midst
    of a game so that it can go on.
    """
    kit, random = kit_named(name), Random(name)
    desk = desk_of(kit)
    ended = 0
    while ended < 5 and not (
        desk.session.due is Due.START and any(map(desk.session.is_dead, kit.sides))
    ):
        before = desk.session.contents
        if desk.session.due is Due.START:
            desk.act(partial(Session.start, exhibition=True, greedy=greedy))
        elif desk.session.due is Due.BEAD and desk.session.playable:
            desk.act(partial(Session.draw, colour=random.choice(desk.session.playable)))
        else:
            desk.act(partial(random_step, random=random))
        game = desk.session.game
        assert game
        assert game.exhibition
        if desk.session.due is Due.ADJUST:
            ended += 1
            assert [(line.box, line.colour, line.change) for line in game.tick_list] == [
                (*bead, 0) for bead in game.drawn
            ]
        if not any(change.why in AT_ONCE for change in game.adjustments):
            assert desk.session.contents == before
    check_in_order(desk.logbook)


def test_a_greedy_machine_plays_a_bead_of_which_most_are_there() -> None:
    desk = desk_of(MICHIE)
    do(desk, "1:white=2,lilac=7,gold=7 start:+exhibition:+greedy")
    assert desk.session.playable == ("lilac", "gold")
    with pytest.raises(GuideError, match="most common colour in box 1: lilac or gold"):
        do(desk, "white")
    do(desk, "gold")
    assert suspicion(desk.logbook).draws == 0  # it was no lot
    do(desk, "end")
    show(desk, "5")
    assert suspicion(desk.logbook).draws == 1


def test_at_an_empty_box_a_greedy_machine_has_no_bead_to_play() -> None:
    desk = desk_of(MICHIE)
    do(desk, "start:+exhibition:+greedy 1:none")
    assert not desk.session.playable


def test_the_end_of_one_is_undone_like_any_other() -> None:
    desk = desk_of(MICHIE)
    show(desk, "1 2 5 3 9")
    do(desk, "undo")
    assert desk.session.due is Due.BEAD
    do(desk, "9")
    (move,) = by_line(desk.line(1))
    assert (move.box, move.out_of, move.into) == (1, BeadPlace.BEFORE, BeadPlace.BOX)


@pytest.mark.parametrize("greedy", [False, True])
def test_there_is_none_where_a_bead_of_a_taken_square_stays_out(greedy: bool) -> None:
    desk = desk_of(preset("gallmo-rules"))
    with pytest.raises(GuideError, match="this machine gives no exhibitions"):
        desk.act(partial(Session.start, exhibition=True, greedy=greedy))
    assert not desk.session.game
    do(desk, "start")
