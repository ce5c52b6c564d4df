"""The likely reason that a machine and its logbook differ."""

from menace_kit.logbook.box_draws import Past
from menace_kit.logbook.stories import Story
from menace_kit.logbook.suspicion import weighed
from tests.logbook.careers import MICHIE, first_box


def test_two_boxes_that_are_swapped_are_named() -> None:
    """Boxes 2 and 7 have other colours; each gives what lies in the other."""
    pasts = {
        number: Past(MICHIE, MICHIE.box(number), MICHIE.box(number).start) for number in (2, 7)
    }
    for colour in ("lilac", "silver", "green", "pink"):
        pasts[2].refuse(colour)
    for colour in ("white", "black", "amber", "red"):
        pasts[7].refuse(colour)
    found = weighed(MICHIE, pasts, 8)
    assert found.reason is not None
    assert (found.reason.story, found.reason.boxes) == (Story.BOXES, (2, 7))


def test_a_box_that_was_too_full_to_mix_is_told_until_it_is_counted() -> None:
    past = first_box(30, 30, 30)
    past.draw("white")
    past.do("white", 3)
    assert weighed(MICHIE, {1: past}, 1).too_full == {1: 90}
    past.count(agrees=True)
    assert weighed(MICHIE, {1: past}, 1).too_full == {}
