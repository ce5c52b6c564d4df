"""How many games there are of each kind, and who won them."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from menace_kit.games import Side
from menace_kit.logbook.entries import BOTH, KINDS_OF_GAME, OUTCOME_ONLY
from menace_kit.logbook.store import Logbook
from menace_kit.machine.learning import Result


class GamesAlike(NamedTuple):
    """How many games of a kind there are, and how many beads they changed in the opening boxes.

    `result` is None if there is none yet; `why` is that of the games' start.
    """

    state: str
    confirmed: int
    side: str
    result: str | None
    why: str | None
    games: int
    first_change: int


def tallies(logbook: Logbook) -> list[GamesAlike]:
    """Return how many games of each kind there are."""
    found = logbook.balance()
    return [
        GamesAlike._make((*kind, games, found.first_change[kind]))
        for kind, games in found.tally.items()
    ]


def taught(logbook: Logbook) -> list[GamesAlike]:
    """Return the same without exhibitions and games of others that are finished."""
    return [row for row in tallies(logbook) if row.state != "ended" or row.why not in KINDS_OF_GAME]


def results(logbook: Logbook) -> dict[Result, int]:
    """Return result -> number of finished games, without those counted apart."""
    found = taught(logbook)
    return {
        result: sum(row.games for row in found if row.result == result.value) for result in Result
    }


def first_change(logbook: Logbook) -> int:
    """Return where Michie's line is: how many beads all games added to the opening boxes."""
    return sum(row.first_change for row in tallies(logbook))


def has_both_machines(logbook: Logbook) -> bool:
    """Return whether any finished game had two machines."""
    return any(row.games and row.side == BOTH and row.state == "ended" for row in tallies(logbook))


def has_outcomes_only(logbook: Logbook) -> bool:
    """Return whether any finished game has only its outcome."""
    return any(
        row.games and row.why == OUTCOME_ONLY and row.state == "ended" for row in tallies(logbook)
    )


def has_told_apart(logbook: Logbook) -> bool:
    """Return whether there is an exhibition or a game of others."""
    return any(row.games and row.why in KINDS_OF_GAME for row in tallies(logbook))


class Tally(NamedTuple):
    """How many games the machine won, drew and lost."""

    wins: int
    draws: int
    losses: int


class Winners(NamedTuple):
    """How many games the first player won, the second player won, and nobody won."""

    first: int
    second: int
    draws: int


def tally(results: Iterable[Result]) -> Tally:
    count = Counter(results)
    return Tally(count[Result.WIN], count[Result.TIE], count[Result.LOSS])


def winners(logbook: Logbook) -> Winners:
    """Return who won the finished games, whichever side was the machine."""
    return winners_of(taught(logbook))


def winners_of(games: Iterable[GamesAlike]) -> Winners:
    found: Counter[Side | None] = Counter()
    for row in games:
        if row.games and row.state == "ended":
            machine = Side.FIRST if row.side == BOTH else Side(row.side)
            found[Result(row.result).winner(machine)] += row.games
    return Winners(found[Side.FIRST], found[Side.SECOND], found[None])
