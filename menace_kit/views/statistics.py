"""A machine's career: its chart, the same at the terminal and on the pages, its milestones, and what is suspicious."""

from typing import TYPE_CHECKING

from menace_kit.journal.entries import BOTH
from menace_kit.journal.queries import (
    WINDOW,
    Statistics,
    anything_undone,
    changes_by_game,
    games_after,
    told_apart,
)
from menace_kit.journal.store import Journal
from menace_kit.layout.charts.career import changes_of_first_boxes, progress_document
from menace_kit.layout.marks import Document
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result
from menace_kit.text import paper_words
from menace_kit.text.kit_words import place
from menace_kit.text.words import Called, Capitals, Text, Whole, joined, say

if TYPE_CHECKING:
    from menace_kit.journal.suspicion import Suspect, Suspicion

AVERAGED = 20
"""The chart's average looks back over a 20th part of many games: over a few of them it would be a mere blur."""


def progress_chart(journal: Journal, found: Statistics, narrow: bool = False) -> Document:
    """Return the chart of a machine's career, not drawn yet; `narrow` for a phone.

    Where no game can add a bead to a box for the first move, as with HER and Nim, Michie's line would only ever lie
    or fall a little: there the chart has the moves that are left in all boxes.
    """
    kit = journal.kit
    rises = any(max(changes_of_first_boxes(kit, side).values()) > 0 for side in kit.openings)
    left = None if rises else moves_left(journal)
    window = max(WINDOW, found.games // AVERAGED)
    totals = dict(zip((Result.WIN, Result.TIE, Result.LOSS), found.tally, strict=True))
    shares = {result: found.share(result, window) for result in Result}
    words = paper_words(kit)
    return progress_document(kit, words, found.first_box, totals, shares, window, narrow, left)


def moves_left(journal: Journal) -> list[int]:
    """Return how many moves the machine can still make: at the start, and after each finished game that taught it.

    A move is left as long as its box has a bead for it; added up over all boxes.
    """
    held = {(box.number, bead.colour): bead.start for box in journal.kit.boxes for bead in box.beads}
    with journal.one_moment():
        apart = told_apart(journal)
        finished = [row.number for row in journal.games() if row.result is not None]
        changes = changes_by_game(journal)
    found = [sum(count > 0 for count in held.values())]
    for number, changed in zip(
        finished, changes, strict=False
    ):  # last comes what changed since the last game
        for box, colour, change in changed:
            held[box, colour] += change
        if number not in apart:
            found.append(sum(count > 0 for count in held.values()))
    return found


# What is worth a cheer: round numbers of games, firsts, and the first box growing.

ROUND = (10, 25, 50, 75)
"""Games that are told besides every hundredth."""

UNBEATEN = (10, 20, 50, 100)
"""How many games in a row without a defeat are told."""

FULLER = (2, 3, 5, 10, 20, 50, 100, 200, 500)
"""How many times as full as at the start the first box has to be."""


class Milestones:
    """What the games of a journal have reached, game by game: each is read once, and again where any was taken back."""

    def __init__(self, kit: Kit) -> None:
        """Begin with nothing read."""
        self._kit = kit
        self._entry = 0
        self._forget()

    def reached_by(self, journal: Journal, game: int) -> list[Text]:
        """Return what a finished game reached; nothing of one that was taken back since."""
        last = journal.last_entry
        if last != self._entry:
            if last < self._entry or anything_undone(journal, self._entry, self._game):
                self._forget()
            self._read_on(journal)
            self._entry = last
        return self._reached.get(game, [])

    def _forget(self) -> None:
        self._ahead, self._game, self._change = MilestonesAhead(self._kit), 0, 0
        self._reached: dict[int, list[Text]] = {}

    def _read_on(self, journal: Journal) -> None:
        change, apart = self._change, told_apart(journal)
        for game in games_after(journal, self._game):
            change += game.first_change
            if (
                game.result is None or game.number in apart
            ):  # it goes on, or was broken off: what it changed counts with the next
                continue
            self._game, self._change = game.number, change
            if words := self._ahead.reach(Result(game.result), change, game.side == BOTH):
                self._reached[self._game] = words


class MilestonesAhead:
    """A machine's games as far as they are known, and what is still to be reached."""

    def __init__(self, kit: Kit) -> None:
        """Begin before the first game."""
        firsts = [box.start_total for box in kit.opening_boxes]
        self._boxes, self._start = len(firsts), sum(firsts)
        self._growth = list(FULLER) if self._start else []
        self._seen: set[Result] = set()
        self._games = self._unbeaten = 0

    def reach(self, result: Result, change: int, both: bool = False) -> list[Text]:
        """Return what the next finished game has reached, by its result and the place on Michie's line after it.

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
            found.append(_grown(self._boxes, reached[-1]))
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


def _grown(boxes: int, times: int) -> Text:
    if times == 2:
        return say("milestone.twice" if boxes == 1 else "milestone.twice-all")
    return say("milestone.grown" if boxes == 1 else "milestone.grown-all", times=times)


# What the draws say of the book


def suspicion_told(kit: Kit, found: "Suspicion") -> list[Text]:
    """Return which boxes to count, the first of them first; or that nothing is suspicious, and how much that says."""
    if found.suspected:
        told = ("suspect.first", *["suspect.next"] * (len(found.suspected) - 1))
        return [_suspected(kit, key, box) for key, box in zip(told, found.suspected, strict=True)]
    if found.power is None:
        return [say("suspect.none")]
    seen, name = found.power, kit.box(found.power.box).name
    tenths = round(10 * seen.share)
    power = "suspect.power" if tenths else "suspect.power-none"
    return [say("suspect.nothing", n=found.draws), say(power, n=seen.draws, box=name, tenths=tenths)]


def _suspected(kit: Kit, key: str, suspect: "Suspect") -> Text:
    box, worst = kit.box(suspect.box), suspect.colours[0]
    where = place(kit, box)
    name = joined(box.name, " (", where, ")") if where else box.name
    colour = joined(*map(Called, worst.colours), between=say("piece.or"))
    due = say("suspect.due", n=round(worst.due))
    kind = "came-found" if suspect.was_found else "came"
    came = say(f"suspect.{kind}", colour=Capitals(colour), n=worst.drawn, due=due)
    return say(key, box=name, came=came, slip=say(f"suspect.{suspect.slip.value}"))
