"""What may have gone wrong with all boxes, and what would then really be in them."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum

from menace_kit.logbook.box_draws import BoxDraw


class Story(Enum):
    """What may have gone wrong with all boxes.

    EASILY, RARELY: one colour is drawn too often or too seldom. KEPT: losing beads stay in the box.
    FORGOTTEN: rewards aren't added. COLOURS, BOXES: two colours or two boxes are swapped.
    """

    EASILY = "easily"
    RARELY = "rarely"
    KEPT = "kept"
    FORGOTTEN = "forgotten"
    COLOURS = "colours"
    BOXES = "boxes"


Believed = Callable[[BoxDraw], Mapping[str, float]]
"""What a story says was really in the box at a draw."""


def _kept(draw: BoxDraw) -> Mapping[str, float]:
    return {colour: count + draw.kept.get(colour, 0) for colour, count in draw.held.items()}


def _forgotten(draw: BoxDraw) -> Mapping[str, float]:
    return {
        colour: max(count - draw.added.get(colour, 0) / 3, count / 10)
        for colour, count in draw.held.items()
    }


LISTS: Mapping[Story, Believed] = {Story.KEPT: _kept, Story.FORGOTTEN: _forgotten}


def times(colours: Sequence[str], factor: float, draw: BoxDraw) -> Mapping[str, float]:
    return {
        colour: count * (factor if colour in colours else 1) for colour, count in draw.held.items()
    }


def with_swapped_colours(one: str, other: str, draw: BoxDraw) -> Mapping[str, float]:
    names = {one: other, other: one}
    return {names.get(colour, colour): count for colour, count in draw.held.items()}


def in_the_other(inside: Mapping[int, Mapping[str, int]], draw: BoxDraw) -> Mapping[str, float]:
    return inside.get(draw.box, draw.held)


FACTORS = (0.3, 0.5, 0.7, 1.5, 2.0, 3.0, 4.0)
"""How many times as easily a colour may be drawn."""
