"""Whether the draws fit the logbook, and which box to count first.

If the logbook is right, every bead in a box is equally likely to be drawn. So each draw has known
chances, and every sum over draws has a known mean and spread. All draws are repeated at random by
these chances, many times; the first column of every sum is what was really drawn.
docs/studies/suspect.md says which sums there are and how much they find.
"""

from collections.abc import Mapping
from random import Random

from menace_kit.frozen import Frozen
from menace_kit.logbook.box_draws import GAMES, ColourDrawn, Past, pasts_of
from menace_kit.logbook.likely_reason import LikelyReason, reason_for
from menace_kit.logbook.redrawing import (
    Columns,
    Key,
    highest,
    refusals,
    scores,
    shares_as_high,
    stepped_down,
    together,
)
from menace_kit.logbook.store import Logbook
from menace_kit.machine import Kit
from menace_kit.machine.learning import mixes_well

LEVEL = 0.05
"""The share of correct logbooks that are wrongly said not to fit, at most."""

FEWEST = 10
"""A box with fewer draws cannot stand out: they say too little."""

FEW = 50
"""With fewer draws in all, nothing is said to fit."""


class Suspect(Frozen):
    """A box, how often it was drawn from since it was counted, and what that shows.

    `level` is corrected for the number of boxes; up to 5 % the box stands out. `colours` begin with
    the most surprising one; `refused` are draws that the logbook refused.
    """

    box: int
    draws: int
    level: float
    colours: tuple[ColourDrawn, ...]
    refused: tuple[str, ...] = ()

    @property
    def stands_out(self) -> bool:
        return self.level <= LEVEL


class Suspicion(Frozen):
    """What the last games say about the logbook.

    `level` combines all `levels`, one for each kind of score; up to 5 % the draws don't fit.
    `boxes` are in the order in which to count them. `too_full` are boxes that were drawn from while
    they held more beads than shaking mixes, and how many they held.
    """

    games: int
    draws: int
    level: float
    levels: Mapping[str, float]
    reason: LikelyReason | None
    boxes: tuple[Suspect, ...]
    too_full: Mapping[int, int]

    @property
    def fits(self) -> bool:
        return self.level > LEVEL

    @property
    def suspected(self) -> tuple[Suspect, ...]:
        """Return the boxes that stand out, those to count first coming first."""
        return tuple(box for box in self.boxes if box.stands_out)


def suspicion(logbook: Logbook, games: int = GAMES) -> Suspicion:
    """Return whether the last games' draws fit the logbook, and which boxes to count.

    The result is the same every time for the same logbook.
    """
    with logbook.one_moment():
        pasts, last = pasts_of(logbook, games), logbook.last_game
    return weighed(logbook.kit, pasts, min(games, last))


def weighed(kit: Kit, pasts: Mapping[int, Past], games: int) -> Suspicion:
    """Return what the pasts of all boxes say after so many games."""
    all_draws = [draw for past in pasts.values() for draw in past.all_draws]
    draws = [draw for draw in all_draws if not draw.is_refused]
    refused = len(all_draws) - len(draws)
    random = Random(" ".join(f"{draw.box} {draw.colour}" for draw in all_draws))
    found = scores(pasts, random)
    of_boxes = _boxes_scored(pasts, found)
    kinds: dict[str, list[Columns]] = {"refusals": [refusals(len(draws), refused, random)]}
    for key, own in found.items():
        columns = own if key[0] == "lists" else [abs(each) for each in own]
        if key[0] != "box":
            kinds.setdefault(str(key[0]), []).append(columns)
    kinds["all-colours"] = [together(kinds.get("colours", ()))]
    kinds["boxes"] = list(of_boxes.values())
    levels = {kind: shares_as_high(highest(own)) for kind, own in kinds.items() if any(own)}
    lowest = [-min(own) for own in zip(*levels.values(), strict=True)]
    level = shares_as_high(lowest)[0]
    return Suspicion(
        games,
        len(draws),
        level,
        {kind: own[0] for kind, own in levels.items()},
        reason_for(kit, pasts, found) if level <= LEVEL else None,
        _in_order(pasts, of_boxes, level <= LEVEL),
        {number: past.fullest for number, past in pasts.items() if past.fullest > mixes_well(kit)},
    )


def _boxes_scored(pasts: Mapping[int, Past], found: Mapping[Key, Columns]) -> dict[int, Columns]:
    """Return box number -> how far its oddest colour is off, for boxes that can stand out."""
    of_boxes: dict[int, list[Columns]] = {}
    for key, own in found.items():
        if key[0] == "box" and len(pasts[number := int(str(key[1]))].draws) >= FEWEST:
            of_boxes.setdefault(number, []).append([abs(each) for each in own])
    return {number: highest(own) for number, own in of_boxes.items()}


def _in_order(
    pasts: Mapping[int, Past], of_boxes: Mapping[int, Columns], doubted: bool
) -> tuple[Suspect, ...]:
    """Return the boxes in the order in which to count them.

    One stands out only if the draws don't fit (`doubted`).
    """
    levels = stepped_down(of_boxes)
    boxes = [
        Suspect(
            number,
            len(past.draws),
            levels.get(number, 1.0) if doubted else 1.0,
            past.colours(),
            tuple(draw.colour for draw in past.refused),
        )
        for number, past in sorted(pasts.items())
        if past.draws or past.refused
    ]

    def urgent(box: Suspect) -> tuple[object, ...]:
        off = abs(box.colours[0].surprise()) if box.colours else 0.0
        return (-len(box.refused), box.level, box.draws < FEWEST, -off, box.box)

    return tuple(sorted(boxes, key=urgent))
