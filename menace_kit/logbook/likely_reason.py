"""The story that makes the draws most likely, if one stands out clearly."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import log

from menace_kit.logbook.box_draws import BoxDraw, Past, drawn_of
from menace_kit.logbook.redrawing import Columns, Key
from menace_kit.logbook.stories import (
    FACTORS,
    LISTS,
    Believed,
    Story,
    in_the_other,
    times,
    with_swapped_colours,
)
from menace_kit.machine import Kit

MISTYPED = 1 / 100
"""Share of entries with another colour than was drawn; assumed when stories are weighed."""


CERTAIN, AHEAD = log(100), log(10)
"""How much likelier (as a logarithm) a story must make the draws to be told.

CERTAIN compares it with the logbook, AHEAD with every other story.
"""

FAR = 3.0
"""Standard deviations from which a colour counts as drawn too easily or too rarely."""


@dataclass(frozen=True)
class LikelyReason:
    """The story that the draws point to, with its colours or boxes.

    `times` is how often its colours were drawn, compared with how often they should have been.
    """

    story: Story
    colours: tuple[str, ...] = ()
    boxes: tuple[int, ...] = ()
    times: float = 1.0


def reason_for(
    kit: Kit, pasts: Mapping[int, Past], found: Mapping[Key, Columns]
) -> LikelyReason | None:
    """Return the one story that makes the draws by far the most likely, or None."""
    draws = [draw for past in pasts.values() for draw in past.all_draws]
    weighed = [
        (_log_ratio(kit, draws, believed), place, reason)
        for place, (reason, believed) in enumerate(_stories(pasts, draws, found))
    ]
    weighed.sort(reverse=True)
    if not weighed or weighed[0][0] < CERTAIN:
        return None
    best = weighed[0][2]
    others = [ratio for ratio, _, reason in weighed if reason.story is not best.story]
    return None if others and others[0] > weighed[0][0] - AHEAD else best


def _stories(
    pasts: Mapping[int, Past], draws: Sequence[BoxDraw], found: Mapping[Key, Columns]
) -> Iterable[tuple[LikelyReason, Believed]]:
    """Yield the stories to weigh, each with what it believes."""
    for story, believed in LISTS.items():
        yield LikelyReason(story), believed
    refused = [draw for draw in draws if draw.is_refused]
    pairs = Counter(
        (min(draw.colour, colour), max(draw.colour, colour))
        for draw in refused
        for colour, count in draw.held.items()
        if count
    )
    for (one, other), _ in pairs.most_common(3):
        yield LikelyReason(Story.COLOURS, (one, other)), partial(with_swapped_colours, one, other)
    often = Counter(draw.box for draw in refused).most_common(4)
    for both in combinations(sorted(number for number, _ in often), 2):
        swapped = dict(zip(both, (pasts[number].inside for number in reversed(both)), strict=True))
        yield LikelyReason(Story.BOXES, boxes=both), partial(in_the_other, swapped)
    for sign, story in ((1, Story.EASILY), (-1, Story.RARELY)):
        far = {str(key[1]): sign * own[0] for key, own in found.items() if key[0] == "colours"}
        colours = tuple(colour for colour in far if far[colour] >= FAR)
        drawn = drawn_of(draws, colours)
        if drawn.surprise() * sign >= FAR and _is_everywhere(draws, colours, sign):
            for factor in FACTORS:
                yield (
                    LikelyReason(story, colours, times=drawn.drawn / drawn.due),
                    partial(times, colours, factor),
                )


def _is_everywhere(draws: Sequence[BoxDraw], colours: Sequence[str], sign: int) -> bool:
    """Return whether the colours are as odd in the other boxes as in the oddest one."""
    of_boxes = {draw.box: list[BoxDraw]() for draw in draws}
    for draw in draws:
        of_boxes[draw.box].append(draw)
    oddest = max(
        of_boxes, key=lambda box: sign * drawn_of(of_boxes[box], colours).difference, default=0
    )
    others = [draw for draw in draws if draw.box != oddest]
    return sign * drawn_of(others, colours).surprise() >= FAR - 1


def _log_ratio(kit: Kit, draws: Iterable[BoxDraw], believed: Believed) -> float:
    """Return how much likelier a story makes the draws than the logbook does, as a logarithm."""
    slip = MISTYPED / len(kit.colours)
    ratio = 0.0
    for draw in draws:
        inside = believed(draw)
        if inside is not draw.held:
            ratio += log(_chance(inside, draw.colour, slip) / _chance(draw.held, draw.colour, slip))
    return ratio


def _chance(inside: Mapping[str, float], colour: str, slip: float) -> float:
    total = sum(inside.values())
    return slip + (1 - MISTYPED) * (inside.get(colour, 0) / total if total else 0)
