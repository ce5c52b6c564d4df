"""Games that were entered before, in the logbook or in the same file."""

from datetime import datetime
from functools import cached_property

from menace_kit.errors import GuideError
from menace_kit.logbook import GameRecord, GameRow, Logbook
from menace_kit.text.words import clock_time


class Repeats:
    """Recognises games that were entered before: same time, names and moves.

    A game without a time is never a repeat. If one of them has only a day, equal games of that day
    are repeats, but not within one file, because a class may play the same game again and again.
    Nor are those within a file whose time has a zone: exports write it for games without a time of
    their own, and all games of one import were entered at the same moment.
    """

    def __init__(self, logbook: Logbook | None = None) -> None:
        self._logbook = logbook
        self._here: dict[tuple[object, ...], int] = {}
        self._there: dict[_Day, _Gone] = {}

    def check(self, line: int, game: GameRecord) -> None:
        """Remember a line's game; raises GuideError, with where it is, if it was entered before."""
        start, gone = game.start, _went(game)
        if not start.played_at:
            return
        time = _wall_time(start.played_at)
        for before, number in self._on((time[:10], start.operator, start.opponent)).get(gone, []):
            if before == time or min(len(before), len(time)) == 10:
                raise GuideError(
                    f"this is game {number} of the logbook; where it is meant, add --again"
                )
        if len(time) == 10 or game.outcome_only or datetime.fromisoformat(start.played_at).tzinfo:
            return
        if (
            first := self._here.setdefault((time, start.operator, start.opponent, gone), line)
        ) != line:
            raise GuideError(
                f"this is the same game as in line {first}; where it is meant, add --again"
            )

    def _on(self, day: "_Day") -> "_Gone":
        """Return the games that the same people played on a day; each day is read once."""
        if day not in self._there:
            found = self._there.setdefault(day, {})
            for row in self._rows.get(day, []):
                if self._logbook and (game := self._logbook.game(row.number)):
                    found.setdefault(_went(game), []).append(
                        (_wall_time(row.started_at), row.number)
                    )
        return self._there[day]

    @cached_property
    def _rows(self) -> dict["_Day", list[GameRow]]:
        found: dict[_Day, list[GameRow]] = {}
        for row in self._logbook.games() if self._logbook else []:
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
