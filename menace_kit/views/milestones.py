"""What is worth a cheer: round numbers of games, firsts, and the first box growing."""

from threading import Lock
from typing import NamedTuple

from menace_kit.games import Side
from menace_kit.logbook import Logbook
from menace_kit.logbook.entries import BOTH
from menace_kit.logbook.queries import anything_undone
from menace_kit.machine import Kit
from menace_kit.machine.learning import Result
from menace_kit.text.phrases import Text, Whole, say

ROUND = (10, 25, 50, 75)
"""Numbers of games that are announced, besides every hundredth."""

UNBEATEN = (10, 20, 50, 100)
"""Numbers of games in a row without a loss that are announced."""

FULLER = (2, 3, 5, 10, 20, 50, 100, 200, 500)
"""How many times the beads of the start the first box must hold for a milestone."""


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

    def __init__(self, kit: Kit) -> None:
        self._kit, self._reading = kit, Lock()
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
        self._ahead, self._fared, self._change = MilestonesAhead(self._kit), Fared(), 0
        self._reached: dict[int, list[Text]] = {}

    def _read_on(self, logbook: Logbook) -> None:
        change = self._change
        last, results, firsts = self._fared.game, list[Result](), list[Result]()
        for game in logbook.games(last):
            change += game.first_change
            if game.result is None or game.is_apart:
                # Running, ended early or not counted: its changes count with the next game.
                continue
            last, self._change = game.number, change
            results.append(Result(game.result))
            machine = Side.FIRST if game.side == BOTH else Side(game.side)
            firsts.append(Result.of(results[-1].winner(machine), Side.FIRST))
            if words := self._ahead.reach(results[-1], change, game.side == BOTH):
                self._reached[last] = words
        if results:
            before = self._fared
            self._fared = Fared(last, (*before.results, *results), (*before.firsts, *firsts))


class MilestonesAhead:
    """The milestones still to be reached, given the games so far."""

    def __init__(self, kit: Kit) -> None:
        firsts = [box.start_total for box in kit.opening_boxes]
        self._start = sum(firsts)
        # For two machines the line is a sum, which says nothing about either.
        is_one = len(kit.openings) == 1
        self._growth = list(FULLER) if self._start and is_one else []
        self._seen: set[Result] = set()
        self._games = self._unbeaten = 0

    def reach(self, result: Result, change: int, both: bool = False) -> list[Text]:
        """Return what the next finished game has reached.

        `change` is the place on Michie's line after it. If `both` players are machines, it is not
        news that one of them won or lost.
        """
        found: list[Text] = []
        self._games += 1
        if self._games in ROUND or self._games % 100 == 0:
            found.append(say("milestone.games", games=Whole(self._games)))
        if not both:
            found += self._of_result(result)
        reached = [times for times in self._growth if self._start + change >= times * self._start]
        if reached:
            found.append(say("milestone.grown", times=reached[-1]))
            self._growth = self._growth[len(reached) :]
        return found

    def _of_result(self, result: Result) -> list[Text]:
        found: list[Text] = []
        if result not in self._seen and result is not Result.LOSS:
            found.append(say("milestone.win" if result is Result.WIN else "milestone.draw"))
        self._seen.add(result)
        self._unbeaten = 0 if result is Result.LOSS else self._unbeaten + 1
        if self._unbeaten in UNBEATEN:
            found.append(say("milestone.unbeaten", games=self._unbeaten))
        return found
