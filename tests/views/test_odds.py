"""The chances that are written on a board can all be read."""

from itertools import combinations
from random import Random

from menace_kit.guide.situation import Due
from menace_kit.text.kit_words import page_words
from menace_kit.views.machine import kit_shape
from menace_kit.views.odds import odds_of
from menace_kit.views.state import read_state
from tests.examples import preset
from tests.logbook.games import desk_of, random_step

WIDE, HIGH = 66, 26
"""How broad and high the widest of them is, as templates/pages/screen_parts.html draws it."""


def test_no_chance_is_written_over_another_where_arrows_cross_or_end_on_one_square() -> None:
    kit = preset("her-19")
    desk, random, boxes = desk_of(kit), Random(1962), set[int]()
    for _ in range(300):
        desk.act(lambda session: random_step(session, random))
        if desk.session.due is not Due.BEAD:
            continue
        now = read_state(desk)
        assert now.box
        boxes.add(now.box.number)
        for one, other in combinations(odds_of(now, kit_shape(kit), page_words(kit)), 2):
            assert abs(one.x - other.x) > WIDE or abs(one.y - other.y) > HIGH, now.box.number
    assert {6, 11} <= boxes  # where two end on one square, and where two cross


def test_a_chance_is_in_the_middle_of_its_square() -> None:
    kit = preset("michie-1961")
    desk = desk_of(kit)
    desk.act(lambda session: session.start())
    places = {
        each.move.move: (each.x, each.y)
        for each in odds_of(read_state(desk), kit_shape(kit), page_words(kit))
    }
    assert places == {"1": (50, 50), "2": (150, 50), "5": (150, 150)}
