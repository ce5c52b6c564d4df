"""What was drawn from each box, and how likely that is."""

from collections import Counter, defaultdict
from functools import partial
from itertools import product
from math import prod
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menace_kit.errors import GuideError
from menace_kit.guide import counting, taking_back
from menace_kit.guide.situation import Due
from menace_kit.logbook.box_draws import drawn_of, pasts_of
from menace_kit.logbook.entries import Kind, is_taken_square
from menace_kit.logbook.queries import entries_that_hold
from menace_kit.logbook.redrawing import REDRAWN, scores, stepped_down
from menace_kit.logbook.suspicion import FEWEST, suspicion, weighed
from tests.examples import all_to_prove
from tests.guide.scripts import do
from tests.logbook.audited import play
from tests.logbook.careers import (
    FIRST,
    LOST,
    MICHIE,
    STAYED_IN,
    TIED,
    WON,
    drawn_and_done,
    first_box,
    logged,
)
from tests.logbook.games import KITS, desk_of, kit_named, kit_of, random_quick, random_step

LOST_AND_WON = (("white", -1), ("lilac", 3), ("white", -1), ("lilac", 1), ("gold", 3))


def test_what_lists_did_is_kept_beside_what_the_logbook_says() -> None:
    past = drawn_and_done(*LOST_AND_WON)
    last = past.draws[-1]
    assert last.held == {"white": 0, "lilac": 8, "gold": 1}
    assert (last.kept, last.added) == ({"white": 2}, {"lilac": 4})
    past.change("lilac", -4)
    past.draw("lilac")
    assert past.draws[-1].added["lilac"] == pytest.approx(2)  # halved with the box


def test_how_far_it_comes_by_chance_is_what_every_way_to_draw_says() -> None:
    """All ways to draw from these boxes, each as likely as it is by the logbook."""
    past = drawn_and_done(*LOST_AND_WON, ("lilac", 0), ("gold", 0))
    chances = [
        {colour: count / sum(draw.held.values()) for colour, count in draw.held.items()}
        for draw in past.draws
    ]
    ways = defaultdict[int, float](float)
    for colours in product(FIRST.moves, repeat=len(chances)):
        ways[colours.count("lilac")] += prod(
            own[colour] for own, colour in zip(chances, colours, strict=True)
        )
    columns = scores({1: past}, Random(1))["box", 1, "lilac"]
    came = drawn_of(past.draws, ["lilac"])
    assert columns[0] == pytest.approx(came.surprise())
    assert came.drawn == 3
    assert came.due == pytest.approx(sum(own["lilac"] for own in chances))
    for many, chance in ways.items():
        at = (many - came.due) / came.variance**0.5
        share = sum(each == pytest.approx(at) for each in columns[1:]) / REDRAWN
        assert share == pytest.approx(chance, abs=4 * (chance * (1 - chance) / REDRAWN) ** 0.5)


@given(st.lists(st.lists(st.integers(0, 9), min_size=20, max_size=20), min_size=1, max_size=6))
def test_many_boxes_are_corrected_for_step_by_step(heights: list[list[int]]) -> None:
    """Each box by the highest of those that came no higher: alone by its own redrawings,
    the first by all of them.
    """
    columns = {number: list(map(float, own)) for number, own in enumerate(heights)}
    levels = stepped_down(columns)
    order = list(levels)
    assert sorted(order, key=lambda number: -columns[number][0]) == order
    reached = 0.0
    for place, number in enumerate(order):
        as_high = sum(
            any(columns[other][time] >= columns[number][0] for other in order[place:])
            for time in range(1, 20)
        )
        reached = max(reached, (1 + as_high) / 20)
        assert levels[number] == pytest.approx(reached)


@pytest.mark.parametrize("name", all_to_prove(KITS, quick=["later, both"]))
def test_what_happened_is_what_the_logbook_says(name: str) -> None:
    """Steps, undos, counts and outcome-only games by chance:
    going through the events, a box ends as it is now.
    """
    kit, random = kit_named(name), Random(name)
    desk = desk_of(kit)
    while desk.logbook.last_game < 25:
        chosen = random.random()
        choose = taking_back.undo if chosen < 0.1 else None
        if choose is None and chosen < 0.15 and desk.session.due is not Due.ADJUST:
            choose = partial(random_quick, random=random)
        try:
            desk.act(choose or partial(random_step, random=random))
        except GuideError:
            desk.act(partial(random_step, random=random))
    for games in (25, 7):
        pasts, now = pasts_of(desk.logbook, games), desk.session.contents
        assert {number: past.inside for number, past in pasts.items()} == now
        held = entries_that_hold(desk.logbook, games)
        beads = [entry for entry in held if entry.kind is Kind.BEAD or is_taken_square(entry)]
        empty = {entry.box for entry in held if entry.kind is Kind.EMPTY}
        drawn = Counter({number: len(past.all_draws) for number, past in pasts.items()})
        counted = {entry.box for entry in held if entry.kind is Kind.RECOUNT}
        whole = [entry for entry in beads if entry.box not in counted | empty]
        expected = Counter(entry.box or 0 for entry in whole)
        assert all(drawn[box] == many for box, many in expected.items())
        assert len(beads) > games


def test_a_colour_that_comes_too_often_makes_its_box_suspect_until_that_is_counted() -> None:
    desk = desk_of(MICHIE)
    logged(desk, *STAYED_IN[:8])
    assert not suspicion(desk.logbook).suspected
    logged(desk, *STAYED_IN[8:])
    (suspect,) = suspicion(desk.logbook).suspected
    assert (suspect.box, suspect.draws, suspect.colours[0].colours) == (1, 13, ("white",))
    lost, won, tied = [(4, 12), (3, 11), (2, 10)], [(1, 9), (1, 12), (1, 15), (1, 18)], range(6)
    inside = [*lost, *won, *((1 + n, 21 + n) for n in tied)]
    assert suspect.colours[0].drawn == 9
    assert suspect.colours[0].due == pytest.approx(sum(white / every for white, every in inside))
    assert suspicion(desk.logbook) == suspicion(desk.logbook)
    desk.act(
        lambda session: counting.count(session, 1, {"white": 8})
    )  # in part: the others may be wrong
    assert suspicion(desk.logbook).suspected
    do(desk, "1:white=8,lilac=4,gold=16")
    assert suspicion(desk.logbook).boxes == ()
    logged(desk, TIED)
    (one,) = suspicion(desk.logbook).boxes
    assert (one.draws, one.stands_out) == (1, False)


def test_a_stocktake_and_a_box_found_empty_are_counts() -> None:
    desk = desk_of(MICHIE)
    logged(desk, *STAYED_IN)
    do(desk, "stocktake")
    assert suspicion(desk.logbook).boxes == ()
    desk, random = desk_of(kit_named("refill")), Random(1)
    while desk.act(partial(random_step, random=random))[0].kind is not Kind.EMPTY:
        pass
    empty = desk.session.box
    assert empty
    assert empty.number not in [each.box for each in suspicion(desk.logbook).boxes]


def test_a_box_with_a_bead_that_the_logbook_does_not_know_comes_first_until_it_is_counted() -> None:
    """To count that colour alone is not enough."""
    desk = desk_of(MICHIE)
    logged(desk, *[LOST] * 4)
    do(desk, "start")
    with pytest.raises(GuideError, match="count the box"):
        do(desk, "white")
    do(desk, "1:white=1")
    (first,) = suspicion(desk.logbook).boxes
    assert (first.box, first.refused) == (1, ("white",))
    do(desk, "1:white=1,lilac=4,gold=4")
    assert suspicion(desk.logbook).boxes == ()


def test_the_same_colour_again_and_again_makes_its_box_suspect() -> None:
    past = first_box(4, 4, 4)
    for _ in range(700):
        past.draw("white")
    found = weighed(MICHIE, {1: past}, 700)
    assert (found.draws, found.fits) == (700, False)
    (suspect,) = found.suspected
    assert (suspect.box, suspect.level) == (1, 1 / (1 + REDRAWN))


def test_of_fewer_than_ten_draws_no_box_stands_out() -> None:
    past = first_box(1, 8, 8)
    for draws in range(1, FEWEST + 1):
        past.draw("white")
        assert len(weighed(MICHIE, {1: past}, draws).suspected) == (draws == FEWEST)


def test_games_on_paper_do_not_tell_colours_apart_that_mean_the_same() -> None:
    """Each square has a colour of its own here, and a bead from paper is the first
    of those that may be meant.
    """
    kit = kit_of("boxes.merge-symmetric-moves = false")
    desk = desk_of(kit)
    for _ in range(12):
        play(desk, "1 2 5 3 9 confirm")
    play(desk, "1")
    (first,) = [box for box in suspicion(desk.logbook).boxes if box.box == 1]
    kinds = [colour.colours for colour in first.colours]
    assert sorted(map(len, kinds)) == [1, 4, 4]


def test_only_the_last_games_are_looked_at() -> None:
    desk = desk_of(MICHIE)
    logged(desk, *STAYED_IN)
    late = suspicion(desk.logbook, games=3)
    assert (late.games, late.boxes[0].draws, late.suspected) == (3, 3, ())
    games = [game for number in range(13, 8, -1) if (game := desk.logbook.game(number))]
    for game in games:
        desk.act(partial(taking_back.take_back, game=game))
    logged(desk, WON)
    assert [suspicion(desk.logbook, games).draws for games in (2, 100)] == [1, 8 + 1]
