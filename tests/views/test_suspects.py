"""What is told of the draws: the verdict, the reason, and the boxes in the order to count them."""

import pytest

from menace_kit.logbook.likely_reason import LikelyReason
from menace_kit.logbook.stories import Story
from menace_kit.logbook.suspicion import Suspect, Suspicion
from menace_kit.views.suspects import suspicion_told
from tests.examples import preset

KIT = preset("michie-1961")
BOXES = tuple(Suspect(number, 40, 1.0, ()) for number in (82, 13, 7, 1))


def told(
    *, level: float, reason: LikelyReason | None = None, full: dict[int, int] | None = None
) -> str:
    found = Suspicion(300, 1145, level, {}, reason, BOXES, full or {})
    return " ".join(map(str, suspicion_told(KIT, found)))


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (
            LikelyReason(Story.EASILY, ("green",), times=1.44),
            "GREEN comes 1.4 times as often as it should, in all boxes: are these beads larger?",
        ),
        (
            LikelyReason(Story.EASILY, ("green", "pink"), times=1.3),
            "GREEN, PINK come 1.3 times as often",
        ),
        (LikelyReason(Story.RARELY, ("red",), times=0.6), "RED comes only 0.6 times as often"),
        (LikelyReason(Story.KEPT), "do losing beads stay in?"),
        (LikelyReason(Story.FORGOTTEN), "are rewards forgotten now and then?"),
        (LikelyReason(Story.COLOURS, ("amber", "red")), "AMBER and RED come in each other's place"),
        (LikelyReason(Story.BOXES, boxes=(2, 7)), "What comes out of box 2 fits box 7"),
    ],
)
def test_a_reason_is_told_behind_the_verdict(reason: LikelyReason, words: str) -> None:
    said = told(level=0.01, reason=reason)
    assert said.startswith("What was drawn does not fit the logbook: 1145 draws, taken together.")
    assert words in said


def test_where_no_box_stands_out_it_is_said_which_to_count_first_all_the_same() -> None:
    assert told(level=0.01).endswith(
        "No single box stands out. Count box 82 first. Then count boxes 13, 7."
    )
    assert told(level=0.5).endswith("fits the logbook: 1145 draws.")


def test_the_fullest_box_that_did_not_mix_is_told_first() -> None:
    assert told(level=0.5, full={1: 80, 7: 90}).startswith("Box 7 was too full to mix: it held 90")
