"""What is worth a cheer: a first win or draw, and many games in a row without a loss."""

from threading import Lock
from typing import NamedTuple

from menace_kit.games import Side
from menace_kit.logbook import Logbook
from menace_kit.logbook.entries import BOTH
from menace_kit.logbook.queries import anything_undone
from menace_kit.machine.learning import Result
from menace_kit.text.phrases import Text, say

UNBEATEN = (10, 20, 50, 100)
"""Numbers of games in a row without a loss that are announced."""


class Fared(NamedTuple):
    """How the finished games ended for the machine, and for the first player whoever that was.

    Exhibitions and watched games are left out; `game` is the number of the last game.
    """

    game: int = 0
    results: tuple[Result, ...] = ()
    firsts: tuple[Result, ...] = ()


class Milestones:
    """What the finished games of a logbook have reached, and how they ended.

    Each game is read once, and all again after an undo. Threads may share an instance if each has a
    logbook of its own on the same file.
    """

    def __init__(self) -> None:
        self._reading = Lock()
        self._entry = 0
        self._forget()

    def reached_by(self, logbook: Logbook, game: int) -> list[Text]:
        """Return what a finished game reached; nothing if it was undone since."""
        self.fared(logbook)
        return self._reached.get(game, [])

    def fared(self, logbook: Logbook) -> Fared:
        """Return how the finished games ended."""
        with logbook.one_moment():
            # Read before taking the lock. Otherwise a thread that has the file and waits for the
            # lock and one that has the lock and waits for the file would wait for each other as
            # soon as a third wants to write.
            last = logbook.last_entry
            with self._reading:
                if last != self._entry:
                    if last < self._entry or anything_undone(
                        logbook, self._entry, self._fared.game
                    ):
                        self._forget()
                    self._read_on(logbook)
                    self._entry = last
                return self._fared

    def _forget(self) -> None:
        self._ahead, self._fared = MilestonesAhead(), Fared()
        self._reached: dict[int, list[Text]] = {}

    def _read_on(self, logbook: Logbook) -> None:
        last, results, firsts = self._fared.game, list[Result](), list[Result]()
        for game in logbook.games(last):
            if game.result is None or game.is_apart:
                continue
            last = game.number
            results.append(Result(game.result))
            both = game.side == BOTH
            machine = Side.FIRST if both else Side(game.side)
            firsts.append(Result.of(results[-1].winner(machine), Side.FIRST))
            # That one of two machines won or lost is no news.
            if not both and (words := self._ahead.reach(results[-1])):
                self._reached[last] = words
        if results:
            before = self._fared
            self._fared = Fared(last, (*before.results, *results), (*before.firsts, *firsts))


class MilestonesAhead:
    """The milestones still to be reached, given the games so far."""

    def __init__(self) -> None:
        self._seen: set[Result] = set()
        self._unbeaten = 0

    def reach(self, result: Result) -> list[Text]:
        """Return what the next finished game has reached."""
        found: list[Text] = []
        if result not in self._seen and result is not Result.LOSS:
            found.append(say("milestone.win" if result is Result.WIN else "milestone.draw"))
        self._seen.add(result)
        self._unbeaten = 0 if result is Result.LOSS else self._unbeaten + 1
        if self._unbeaten in UNBEATEN:
            found.append(say("milestone.unbeaten", games=self._unbeaten))
        return found
