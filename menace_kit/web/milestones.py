"""What is worth a cheer: round numbers of games, firsts, and the first box growing."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from menace_kit.guide.language import whole
from menace_kit.journal.statistics import finished_games
from menace_kit.journal.store import Journal
from menace_kit.machine.contents import Result
from menace_kit.machine.kit import Kit
from menace_kit.web.page_words import say

ROUND = (10, 25, 50, 75)
"""Games that are told besides every hundredth."""

UNBEATEN = (10, 20, 50, 100)
"""How many games in a row without a defeat are told."""

FULLER = (2, 3, 5, 10, 20, 50, 100, 200, 500)
"""How many times as full as at the start the first box has to be."""


class Milestone(NamedTuple):
    """A milestone: after how many finished games it was reached, and what it is."""

    games: int
    words: str


def milestones_of(journal: Journal, until: int | None = None) -> list[Milestone]:
    """Return what was reached up to game `until` (None: all), in order."""
    return list(milestones(journal.kit, *finished_games(journal, until)))


def milestones(kit: Kit, results: Sequence[Result], first_box: Sequence[int]) -> Iterator[Milestone]:
    """Yield what was reached, in order, by the results of the games and Michie's line."""
    firsts = [box.start_total for box in kit.boxes if box.stage == 1]
    growth, unbeaten = list(FULLER), 0
    seen: set[Result] = set()
    for number, (result, change) in enumerate(zip(results, first_box, strict=True), start=1):
        if number in ROUND or number % 100 == 0:
            yield Milestone(number, say("milestone.games", games=whole(number)))
        if result not in seen and result is not Result.LOSS:
            yield Milestone(number, say("milestone.win" if result is Result.WIN else "milestone.draw"))
        seen.add(result)
        unbeaten = 0 if result is Result.LOSS else unbeaten + 1
        if unbeaten in UNBEATEN:
            yield Milestone(number, say("milestone.unbeaten", games=unbeaten))
        reached = [times for times in growth if sum(firsts) and sum(firsts) + change >= times * sum(firsts)]
        if reached:
            yield Milestone(number, _grown(len(firsts), reached[-1]))
            growth = growth[len(reached) :]


def _grown(boxes: int, times: int) -> str:
    if times == 2:
        return say("milestone.twice" if boxes == 1 else "milestone.twice-all")
    return say("milestone.grown" if boxes == 1 else "milestone.grown-all", times=times)
