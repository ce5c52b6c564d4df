"""What is worth a cheer: round numbers of games, firsts, and the first box growing."""

from threading import Lock
from typing import NamedTuple

from menace_kit.games import Side
from menace_kit.logbook.entries import BOTH
from menace_kit.logbook.queries import anything_undone
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result
from menace_kit.text.phrases import Text, Whole, say

ROUND = (10, 25, 50, 75)
"""Games that are told besides every hundredth."""

UNBEATEN = (10, 20, 50, 100)
"""How many games in a row without a defeat are told."""

FULLER = (2, 3, 5, 10, 20, 50, 100, 200, 500)
"""How many times as full as at the start the first box has to be."""


class Fared(NamedTuple):
    """How the finished games ended for the machine, those told apart left out,
    and how for the first player, no matter who was the machine; `game` is the last one's number.
    """

    game: int = 0
    results: tuple[Result, ...] = ()
    firsts: tuple[Result, ...] = ()


class Milestones:
    """What the finished games of a logbook have reached, and how they ended.

    Each is read once, and again where any was taken back.
    Threads may share one, each with its own logbook of the file.
    """

    def __init__(self, kit: Kit) -> None:
        self._kit, self._reading = kit, Lock()
        self._entry = 0
        self._forget()

    def reached_by(self, logbook: Logbook, game: int) -> list[Text]:
        """Return what a finished game reached; nothing of one that was taken back since."""
        self.fared(logbook)
        return self._reached.get(game, [])

    def fared(self, logbook: Logbook) -> Fared:
        """Return how the finished games ended."""
        with logbook.one_moment():
            # Read before the lock is taken: else one who has the file and waits for the lock,
            # and one who has the lock and waits for the file, would wait for each other as soon
            # as a third wants to write.
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
                # It goes on, was broken off or is told apart: what it changed counts with the next.
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
    """A machine's games as far as they are known, and what is still to be reached."""

    def __init__(self, kit: Kit) -> None:
        """Begin before the first game."""
        firsts = [box.start_total for box in kit.opening_boxes]
        self._start = sum(firsts)
        # Of two machines the line has the sum, which is no news of either.
        is_one = len(kit.openings) == 1
        self._growth = list(FULLER) if self._start and is_one else []
        self._seen: set[Result] = set()
        self._games = self._unbeaten = 0

    def reach(self, result: Result, change: int, both: bool = False) -> list[Text]:
        """Return what the next finished game has reached, by its result and the place on
        Michie's line after it.

        Where `both` players were machines, that one of them won or lost is no news.
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
        """Return what the next game's result has reached."""
        found: list[Text] = []
        if result not in self._seen and result is not Result.LOSS:
            found.append(say("milestone.win" if result is Result.WIN else "milestone.draw"))
        self._seen.add(result)
        self._unbeaten = 0 if result is Result.LOSS else self._unbeaten + 1
        if self._unbeaten in UNBEATEN:
            found.append(say("milestone.unbeaten", games=self._unbeaten))
        return found
