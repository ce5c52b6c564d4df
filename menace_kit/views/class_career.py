"""The careers of all machines of a class."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import zip_longest
from statistics import fmean
from typing import NamedTuple

from menace_kit.layout.charts.class_chart import MachineLine, class_document
from menace_kit.layout.marks import Document
from menace_kit.logbook import Logbook
from menace_kit.logbook.career import finished_games
from menace_kit.machine import Kit
from menace_kit.machine.learning import Result
from menace_kit.machine.prospects import line_rises
from menace_kit.machine.recent_games import AVERAGED, WINDOW
from menace_kit.views.career import moves_left


class Career(NamedTuple):
    """A machine's finished games, and its line at the start and after each of them.

    The line is Michie's; if that cannot rise, it is the number of moves left in the boxes.
    """

    results: tuple[Result, ...]
    line: tuple[int, ...]


def career_of(logbook: Logbook) -> Career:
    with logbook.one_moment():
        found, line = finished_games(logbook.games())
        return Career(found, (0, *line) if line_rises(logbook.kit) else tuple(moves_left(logbook)))


def class_chart(
    kit: Kit, careers: Mapping[str, Career], unbeatable: Collection[str], narrow: bool
) -> Document:
    """Return the chart of all machines of a class, not drawn yet, with `unbeatable` ones marked.

    The lines for the whole class end at the number of games that half of the machines have reached,
    not counting those that have never played.
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
    """Return the shares of results over the last `window` games of all machines, game by game.

    With a window of 2, the shares at game 12 are those of every machine's 11th and 12th game.
    """
    shares: dict[Result, list[float]] = {result: [] for result in Result}
    for game in range(1, max(map(len, results), default=0) + 1):
        last = Counter(each for found in results for each in found[max(0, game - window) : game])
        for result, share in shares.items():
            share.append(last[result] / last.total())
    return shares
