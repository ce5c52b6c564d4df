"""The days on which games were played, by the local clock."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from menace_kit.errors import UnknownNameError, quoted
from menace_kit.frozen import Frozen
from menace_kit.games import Side
from menace_kit.layout.marks import Document
from menace_kit.logbook import GameRow, Logbook
from menace_kit.logbook.box_changes import contents_behind, holding
from menace_kit.logbook.career import LONGEST_LIST, BoxCount
from menace_kit.logbook.entries import BOTH, WATCHED, Kind, adjustments_in
from menace_kit.logbook.game_counts import Tally, Winners, tally
from menace_kit.logbook.queries import entries_of_games
from menace_kit.machine import Kit
from menace_kit.machine.learning import Result
from menace_kit.machine.prospects import good_moves, line_rises
from menace_kit.text import paper_words
from menace_kit.text.phrases import Called, Share, Text, joined, say
from menace_kit.text.typed_days import day_meant
from menace_kit.text.words import clock_time
from menace_kit.views.career import career_chart, moves_in


@dataclass
class Day:
    """A day on which games were begun, such as `2026-11-22`, and how they went.

    `numbers`, `results`, `first_box` and `won_by` have one element a finished game from which the
    machine learned, in the order of the logbook: its number, its result, by how many beads the
    day's games had changed the boxes for the first move after it, and who won it. The rest is as
    in `Statistics`;
    `change` is by how many beads all games of the day changed those boxes, `every` the numbers
    of all of them, and `first_win` that of the first that the machine won against somebody who is
    none.
    """

    date: str
    every: list[int] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    first_box: list[int] = field(default_factory=list)
    change: int = 0
    outcome_only: int = 0
    both: int = 0
    won_by: list[Side | None] = field(default_factory=list)
    exhibited: list[Result] = field(default_factory=list)
    watched: int = 0
    running: int = 0
    abandoned: int = 0
    first_win: int | None = None

    @property
    def games(self) -> int:
        """Return how many finished games taught the machine."""
        return len(self.numbers)

    @property
    def tally(self) -> Tally:
        """Return how those games ended, for the machine; if both were machines, for the first."""
        return tally(self.results)

    @property
    def won_share(self) -> float | None:
        """Return the share of those games that the machine won, or None if there are none."""
        return self.tally.wins / self.games if self.games else None

    @property
    def exhibitions(self) -> Tally:
        """Return how the exhibitions ended, which are not among `games`."""
        return tally(self.exhibited)

    @property
    def any_ended(self) -> bool:
        """Return whether any game of the day ended, including exhibitions and watched games."""
        return bool(self.games or self.exhibited or self.watched)

    @property
    def winners(self) -> Winners:
        """Return how many of the games each player won, whichever of them was the machine."""
        return Winners(*map(self.won_by.count, (Side.FIRST, Side.SECOND, None)))

    def add(self, row: GameRow) -> None:
        """Add a game that was not taken back."""
        self.every.append(row.number)
        self.change += row.first_change
        self.running += row.state == "running"
        self.abandoned += row.state == "abandoned"
        if row.result is None:
            return
        result = Result(row.result)
        if row.why == WATCHED:
            self.watched += 1
        elif row.is_apart:
            self.exhibited.append(result)
        else:
            self.numbers.append(row.number)
            self.results.append(result)
            self.first_box.append(self.change)
            self.outcome_only += row.outcome_only
            self.both += row.side == BOTH
            if result is Result.WIN and row.side != BOTH:
                self.first_win = self.first_win or row.number
            machine = Side.FIRST if row.side == BOTH else Side(row.side)
            self.won_by.append(result.winner(machine))


def days(logbook: Logbook) -> dict[str, Day]:
    """Return the days on which games were begun, by date and in order; undone games don't count."""
    found: dict[str, Day] = {}
    for row in logbook.games():
        if row.state != "taken-back":
            date = clock_time(row.started_at).partition(" ")[0]
            if date not in found:
                found[date] = Day(date)
            found[date].add(row)
    return dict(sorted(found.items()))


class BoxOfDay(NamedTuple):
    """What a box held before the day's first change to it, and after the last, by colour.

    `good` are the colours whose moves keep the value of the position.
    """

    number: int
    good: tuple[str, ...]
    before: Mapping[str, int]
    after: Mapping[str, int]

    def chances(self) -> tuple[Fraction, Fraction] | None:
        """Return how likely a good move was and is, or None if the box was or is empty."""
        held = [
            (sum(box[colour] for colour in self.good), sum(box.values()))
            for box in (self.before, self.after)
        ]
        if not all(total for _, total in held):
            return None
        before, after = (Fraction(*pair) for pair in held)
        return before, after


class DayFacts(Frozen):
    """What there is to say about a day, with nobody's name; `day` has its games and results.

    `learned` is the box whose good moves have become likelier by most, through games alone; None
    where none have.
    `moves_left` is how many moves the machine could make: at first, and after each of its games.
    `previous` and `following` are the days with games beside it, None for none.
    """

    day: Day
    most_opened: tuple[BoxCount, ...]
    learned: BoxOfDay | None
    moves_left: tuple[int, ...]
    previous: str | None
    following: str | None


def day_facts(logbook: Logbook, date: str) -> DayFacts:
    """Return what there is to say about a day, `2026-11-22`, even one without games."""
    with logbook.one_moment():
        every = days(logbook)
        day = every.get(date) or Day(date)
        played = _Played(logbook, set(day.every))
    opened = sorted((+played.opened).items(), key=lambda each: (-each[1], each[0]))
    return DayFacts(
        day=day,
        most_opened=tuple(BoxCount(*pair) for pair in opened[:LONGEST_LIST]),
        learned=played.learned_most(),
        moves_left=(played.left_at_first, *(played.left[number] for number in day.numbers)),
        previous=max((each for each in every if each < date), default=None),
        following=min((each for each in every if each > date), default=None),
    )


class _Played:
    """What the entries about some games tell: moves left by game, openings by box, and what was
    learned.

    Other games in between are read too, because the chosen games build on what they changed.
    """

    def __init__(self, logbook: Logbook, games: set[int]) -> None:
        self._kit, self.opened = logbook.kit, Counter[int]()
        self.left: dict[int, int] = {}
        self._before: dict[int, dict[str, int]] = {}
        self._after: dict[int, dict[str, int]] = {}
        first, last = (
            entries_of_games(logbook, min(games), max(games))
            if games
            else (logbook.last_entry + 1, 0)
        )
        held = contents_behind(logbook, first - 1)
        left = self.left_at_first = moves_in(held)
        others: dict[int, Counter[str]] = {}
        for _, times, entry in holding(logbook, first - 1, last):
            for change in adjustments_in((entry,)):
                if not change.change:
                    continue
                box, inside = change.box, held[change.box]
                before = dict(inside)
                inside[change.colour] += times * change.change
                left += (inside[change.colour] > 0) - (before[change.colour] > 0)
                if entry.game in games:
                    self._before.setdefault(box, before)
                    self._after[box] = dict(inside)
                    if any(others.setdefault(box, Counter()).values()):
                        del self._after[box]
                elif box in others:
                    others[box][change.colour] += times * change.change
            if entry.game in games:
                self.left[entry.game] = left
                if entry.kind in (Kind.BEAD, Kind.EMPTY) and entry.box is not None:
                    self.opened[entry.box] += times

    def learned_most(self) -> BoxOfDay | None:
        """Return the box whose good moves became likelier by most.

        Boxes that other games changed in between don't count.
        """
        most, found = Fraction(0), None
        for number, after in self._after.items():
            box = self._kit.box(number)
            good = good_moves(self._kit.game, box.position)
            colours = tuple(bead.colour for bead in box.playable if bead.move in good)
            one = BoxOfDay(number, colours, self._before[number], after)
            before, now = one.chances() or (Fraction(0), Fraction(0))
            if now - before > most:
                most, found = now - before, one
        return found


def day_chart(kit: Kit, found: DayFacts, narrow: bool = False) -> Document:
    """Return the chart of a day, not drawn yet: Michie's line, or moves left if it cannot rise."""
    left = None if line_rises(kit) else found.moves_left
    words = paper_words(kit)
    title = words(
        "day.chart-title", name=words.title(kit.spec.name), day=words.time(found.day.date)
    )
    return career_chart(kit, found.day.results, found.day.first_box, left, narrow, title)


class LineOfDay(NamedTuple):
    """A sentence about a day, and the number of its game or box, if it is about one."""

    said: Text
    game: int | None = None
    box: int | None = None


def told_of_day(kit: Kit, found: DayFacts) -> list[LineOfDay]:
    """Return the sentences about a day with games, apart from its results, with nobody's name."""
    lines = []
    if won := found.day.first_win:
        lines.append(LineOfDay(say("day.first-win", game=won), won))
    chances = found.learned.chances() if found.learned else None
    if found.learned and chances:
        colour = joined(*map(Called, found.learned.good), between=say("piece.or"))
        before, after = (Share(float(each)) for each in chances)
        name = kit.box(found.learned.number).name
        told = say("day.learned", box=name, colour=colour, before=before, after=after)
        lines.append(LineOfDay(told, box=found.learned.number))
    return lines


def day_named(text: str) -> str:
    """Return the day in an address, always `2026-11-22`.

    Raises UnknownNameError if it is not a day.
    """
    if text != day_meant(text):
        raise _no_day(text)
    return text


def day_typed(kit: Kit, text: str) -> str:
    """Return a day as people type it: `22.11.2026`, `yesterday`.

    Raises UnknownNameError if it is not a day.
    """
    if found := day_meant(text, kit.spec.print.language):
        return found
    raise _no_day(text)


def _no_day(text: str) -> UnknownNameError:
    return UnknownNameError(say("mistake.day", text=quoted(text[:20])))
