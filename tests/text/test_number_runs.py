"""Many boxes at once: their numbers, or how many they are."""

from menace_kit.text import load_words
from menace_kit.text.number_runs import numbers_of
from tests.examples import preset

KIT = preset("michie-1961")
WORDS = load_words("en")


def test_up_to_three_runs_are_told_and_of_more_how_many_boxes_they_are() -> None:
    assert numbers_of(KIT, KIT.boxes[2:5]) == "boxes 3 to 5"
    assert numbers_of(KIT, KIT.boxes[:6:2]) == "box 1, box 3, box 5"
    assert numbers_of(KIT, KIT.boxes[:8:2]) == "4 boxes"
    assert numbers_of(KIT, KIT.boxes[:8:2], most=None) == "box 1, box 3, box 5, box 7"
