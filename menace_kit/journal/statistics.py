"""What a journal tells about a machine's career: from the checkpoint and the indexes, so that it needs no replay."""

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from menace_kit.games import Side
from menace_kit.journal.entries import BOTH
from menace_kit.journal.store import Journal
from menace_kit.machine.contents import Result

WINDOW = 20
"""Games that a moving average looks back over, and that are shown one by one."""

LONGEST_LIST = 10
"""Boxes in the lists of the fullest and of those opened most."""


class Tally(NamedTuple):
    """How many games the machine won, drew and lost."""

    wins: int
    draws: int
    losses: int


class Winners(NamedTuple):
    """How many games the first player won, how many the second, and how many nobody."""

    first: int
    second: int
    draws: int


class Stock(NamedTuple):
    """Beads of one colour in all the boxes: at the start, and now."""

    start: int
    now: int


class BoxCount(NamedTuple):
    """A box by its number, and how many there are of something: beads in it, or times that it was opened."""

    number: int
    amount: int


@dataclass(frozen=True)
class Statistics:
    """A machine's career.

    `results` and `first_box` have one element a finished game, in the order of the games: its result, and by how many
    beads the machine's boxes for its first move differ from their start after it (what was recounted left out: that is
    Michie's line). `boxes` is how many the kit has; `empty` are those that hold nothing now, by number. A game that
    goes on or was broken off is not a finished one, but the boxes opened in it count. Of the finished games,
    `outcome_only` are known by their outcome alone: they open a box only where the first bead was named. In `both`
    both players were machines; among the results such a game has that of the first player's. `winners` counts all
    finished games by who won, whoever was the machine.
    """

    results: tuple[Result, ...]
    first_box: tuple[int, ...]
    running: int
    abandoned: int
    boxes: int
    boxes_opened: int
    empty: tuple[int, ...]
    beads: Mapping[str, Stock]
    fullest: tuple[BoxCount, ...]
    most_opened: tuple[BoxCount, ...]
    outcome_only: int
    both: int
    winners: Winners

    @property
    def games(self) -> int:
        """Return how many games were finished."""
        return len(self.results)

    @cached_property
    def tally(self) -> Tally:
        """Return how the games ended for the machine."""
        return tally(self.results)

    @property
    def last(self) -> tuple[Result, ...]:
        """Return the results of the last 20 games, the newest last."""
        return self.results[-WINDOW:]

    def share(self, result: Result, window: int = WINDOW) -> list[float]:
        """Return, game by game, which share of the last `window` games up to it ended like this (of all, so far)."""
        return moving_share([found is result for found in self.results], window)


def tally(results: Iterable[Result]) -> Tally:
    """Return how many there are of each result."""
    count = Counter(results)
    return Tally(count[Result.WIN], count[Result.TIE], count[Result.LOSS])


def moving_share(hits: Sequence[bool], window: int) -> list[float]:
    """Return for each place the share of hits in the `window` places that end there, or in as many as there are."""
    recent: deque[bool] = deque(maxlen=window)
    found, shares = 0, []
    for hit in hits:
        found += hit - (recent[0] if len(recent) == window else 0)
        recent.append(hit)
        shares.append(found / len(recent))
    return shares


def statistics(journal: Journal) -> Statistics:
    """Return a machine's career as its journal has it, all of one moment."""
    with journal.one_moment():
        states = dict(_named(journal, "SELECT state, count(*) FROM game GROUP BY state"))
        results, first_box = finished_games(journal)
        beads = _beads(journal)
        inside = _pairs(journal, "SELECT box, sum(count) FROM contents GROUP BY box ORDER BY 2 DESC, box")
        opened = openings(journal)
        outcomes = journal.select("SELECT count(*) FROM game WHERE outcome_only AND state = 'ended'")
        endings = _endings(journal)
    return Statistics(
        results=results,
        first_box=first_box,
        running=states.get("running", 0),
        abandoned=states.get("abandoned", 0),
        boxes=len(journal.kit.boxes),
        boxes_opened=len(opened),
        empty=tuple(sorted(box for box, count in inside if not count)),
        beads=beads,
        fullest=tuple(BoxCount(*row) for row in inside[:LONGEST_LIST]),
        most_opened=tuple(BoxCount(*pair) for pair in opened.most_common(LONGEST_LIST)),
        outcome_only=int(outcomes[0][0] or 0),
        both=sum(count for side, _, count in endings if side == BOTH),
        winners=_winners(endings),
    )


def winners(journal: Journal) -> Winners:
    """Return who won the finished games, whoever was the machine."""
    return _winners(_endings(journal))


def _endings(journal: Journal) -> list[tuple[str, str, int]]:
    """Return how often a machine's side came to a result."""
    rows = journal.select(
        "SELECT side, result, count(*) FROM game WHERE state = 'ended' GROUP BY side, result"
    )
    return [(str(side), str(result), int(count or 0)) for side, result, count in rows]


def _winners(endings: Iterable[tuple[str, str, int]]) -> Winners:
    """Return who won, from how often a machine's side came to a result."""
    found: Counter[Side | None] = Counter()
    for side, result, count in endings:
        machine = Side.FIRST if side == BOTH else Side(side)
        found[Result(result).winner(machine)] += count
    return Winners(found[Side.FIRST], found[Side.SECOND], found[None])


def finished_games(journal: Journal) -> tuple[tuple[Result, ...], tuple[int, ...]]:
    """Return the results of the finished games, and Michie's line.

    A refill in a game that was broken off stays in the box, so the line takes it in with the next game.
    """
    named = {result.value: result for result in Result}
    found, line, change = [], [], 0
    for result, difference in journal.select("SELECT result, first_change FROM game ORDER BY number"):
        change += int(difference or 0)
        if result is not None:
            found.append(named[str(result)])
            line.append(change)
    return tuple(found), tuple(line)


def _beads(journal: Journal) -> dict[str, Stock]:
    """Return colour name -> its beads in all the boxes, in the order of the kit's colours."""
    rows = journal.select("SELECT colour, sum(start), sum(count) FROM contents GROUP BY colour")
    found = {colour: Stock(int(start or 0), int(now or 0)) for colour, start, now in rows}
    return {colour.name: found.get(colour.name, Stock(0, 0)) for colour in journal.kit.colours}


def openings(journal: Journal) -> Counter[int]:
    """Return box number -> how often it was opened: a bead drawn from it or found empty, and not taken back."""
    found = Counter(dict(_pairs(journal, OPENINGS)))
    for box, count in _pairs(journal, OPENINGS_TAKEN_BACK):
        found[box] -= count
    return +found


OPENINGS = "SELECT box, count(*) FROM entry WHERE box > 0 AND kind IN ('draw', 'empty') GROUP BY box"
OPENINGS_TAKEN_BACK = "SELECT box, count(*) FROM taken_back WHERE kind IN ('draw', 'empty') GROUP BY box"


def _named(journal: Journal, sql: str) -> list[tuple[str, int]]:
    """Return the rows of a query that asks for a name and a number."""
    return [(str(name), int(number or 0)) for name, number in journal.select(sql)]


def _pairs(journal: Journal, sql: str) -> list[tuple[int, int]]:
    """Return the rows of a query that asks for two numbers."""
    return [(int(first or 0), int(second or 0)) for first, second in journal.select(sql)]
