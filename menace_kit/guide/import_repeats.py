"""Games that were entered before."""

from functools import cached_property

from menace_kit.errors import GuideError
from menace_kit.logbook import GameRecord, GameRow, Logbook
from menace_kit.text.words import clock_time


class Repeats:
    """Recognises games that are in the logbook already: same time, names and moves.

    A game without a time is never a repeat. If one of them has only a day, equal games of that day
    are repeats.
    """

    def __init__(self, logbook: Logbook) -> None:
        self._logbook = logbook
        self._there: dict[_Day, _Gone] = {}

    def check(self, game: GameRecord) -> None:
        """Raise GuideError, with its number, if a game was entered before."""
        start = game.start
        if not start.played_at:
            return
        time = _wall_time(start.played_at)
        same = self._on((time[:10], start.operator, start.opponent)).get(_went(game), [])
        for before, number in same:
            if before == time or min(len(before), len(time)) == 10:
                raise GuideError(
                    f"this is game {number} of the logbook; where it is meant, add --again"
                )

    def _on(self, day: "_Day") -> "_Gone":
        """Return the games that the same people played on a day; each day is read once."""
        if day not in self._there:
            found = self._there.setdefault(day, {})
            for row in self._rows.get(day, []):
                if game := self._logbook.game(row.number):
                    found.setdefault(_went(game), []).append(
                        (_wall_time(row.started_at), row.number)
                    )
        return self._there[day]

    @cached_property
    def _rows(self) -> dict["_Day", list[GameRow]]:
        found: dict[_Day, list[GameRow]] = {}
        for row in self._logbook.games():
            day = (_wall_time(row.started_at)[:10], row.operator, row.opponent)
            if row.state in ("ended", "abandoned"):
                found.setdefault(day, []).append(row)
        return found


_Day = tuple[str, str | None, str | None]
"""A day, and who played: operator and opponent."""


_Gone = dict[tuple[object, ...], list[tuple[str, int]]]
"""How games went -> time and number of each."""


def _wall_time(text: str) -> str:
    """Return a time as local time to the minute; a day alone stays as it is."""
    return text if len(text) <= 10 else clock_time(text)


def _went(game: GameRecord) -> tuple[object, ...]:
    """Return how a game went: its result, and its moves or first bead."""
    return (
        game.result,
        *(game.drawn if game.outcome_only else (entry.move for entry in game.moves)),
    )
