"""The careers of all machines of a class."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import zip_longest
from statistics import fmean
from typing import NamedTuple

from menace_kit.layout.charts.class_chart import MachineLine, class_document
from menace_kit.layout.marks import Document
from menace_kit.logbook.career import finished_games
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result
from menace_kit.machine.prospects import line_rises
from menace_kit.machine.recent_games import AVERAGED, WINDOW
from menace_kit.views.career import moves_left


class Career(NamedTuple):
    """A machine's finished games: how each ended, and its line at the start and after each of them.

    The line is Michie's; where that could not rise, the moves that are left in the boxes.
    """

    results: tuple[Result, ...]
    line: tuple[int, ...]


def career_of(logbook: Logbook) -> Career:
    """Return the career of one machine of a class."""
    with logbook.one_moment():
        found, line = finished_games(logbook)
        return Career(found, (0, *line) if line_rises(logbook.kit) else tuple(moves_left(logbook)))


def class_chart(
    kit: Kit, careers: Mapping[str, Career], unbeatable: Collection[str], narrow: bool
) -> Document:
    """Return the chart of all machines of a class, not drawn yet;
    `unbeatable` ones are marked.

    What all of them have in common is drawn as far as half of those that have
    played at all have come.
    """
    results = [found.results for found in careers.values()]
    played = sorted(filter(None, map(len, results)))
    games = played[len(played) // 2] if played else 0
    window = max(1, min(games, max(-(-WINDOW // max(1, len(played))), games // AVERAGED)))
    told = [result for found in results for result in found]
    heights = zip_longest(*(found.line[: games + 1] for found in careers.values()))
    return class_document(
        kit,
        [MachineLine(name, found.line, name in unbeatable) for name, found in careers.items()],
        [fmean(height for height in each if height is not None) for each in heights],
        {result: told.count(result) for result in Result},
        together([found[:games] for found in results], window),
        window,
        narrow,
    )


def together(results: Sequence[Sequence[Result]], window: int) -> dict[Result, list[float]]:
    """Return for each number of games which share of all machines' last `window`
    games up to it ended how.

    At game 12 and of the last two games, those are the 11th and the 12th of each machine
    that has played so many.
    """
    shares: dict[Result, list[float]] = {result: [] for result in Result}
    for game in range(1, max(map(len, results), default=0) + 1):
        last = Counter(each for found in results for each in found[max(0, game - window) : game])
        for result, share in shares.items():
            share.append(last[result] / last.total())
    return shares
