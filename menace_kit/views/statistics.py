"""A machine's career: its chart, the same everywhere, its milestones, each day of it,
and what is suspicious in it.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import zip_longest
from statistics import fmean
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from menace_kit.errors import UnknownNameError, quoted
from menace_kit.games import Side
from menace_kit.layout.charts.career import (
    BoxOnPoster,
    DayOnPoster,
    MachineLine,
    class_document,
    line_rises,
    progress_document,
)
from menace_kit.layout.marks import Document
from menace_kit.logbook.entries import BOTH, MOVES, WATCHED, GameRow, Kind, adjustments_in
from menace_kit.logbook.queries import (
    LONGEST_LIST,
    WINDOW,
    BoxCount,
    Statistics,
    Tally,
    Winners,
    anything_undone,
    changes_by_game,
    contents_behind,
    entries_of_games,
    finished_games,
    games_after,
    holding,
    moving_share,
    tally,
    told_apart,
)
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result
from menace_kit.machine.prospects import good_moves, has_ties
from menace_kit.text import paper_words
from menace_kit.text.kit_words import page_words, place, player_called
from menace_kit.text.typed_words import day_meant, today
from menace_kit.text.words import (
    Called,
    Capital,
    Capitals,
    Share,
    Text,
    Time,
    Whole,
    clock_time,
    joined,
    say,
)

if TYPE_CHECKING:
    from menace_kit.logbook.suspicion import Suspect, Suspicion

AVERAGED = 20
"""The chart's average looks back over a 20th part of many games:
over a few of them it would be a mere blur.
"""


def progress_chart(logbook: Logbook, found: Statistics, narrow: bool = False) -> Document:
    """Return the chart of a machine's career, not drawn yet; `narrow` for a phone.

    Where no game can add a bead to a box for the first move, as with HER and Nim, Michie's line
    would only ever lie or fall a little: there the chart has the moves that are left in all boxes.
    """
    left = None if line_rises(logbook.kit) else moves_left(logbook)
    return _chart(logbook.kit, found.results, found.first_box, left, narrow)


def _chart(
    kit: Kit,
    results: Sequence[Result],
    first_box: Sequence[int],
    left: Sequence[int] | None,
    narrow: bool,
    title: str = "",
) -> Document:
    window = max(WINDOW, len(results) // AVERAGED)
    totals = dict(zip((Result.WIN, Result.TIE, Result.LOSS), tally(results), strict=True))
    shares = {
        result: moving_share([each is result for each in results], window) for result in Result
    }
    words = paper_words(kit)
    return progress_document(kit, words, first_box, totals, shares, window, narrow, left, title)


def moves_left(logbook: Logbook) -> list[int]:
    """Return how many moves the machine can still make:
    at the start, and after each finished game that taught it.

    A move is left as long as its box has a bead for it; added up over all boxes.
    """
    held = {
        (box.number, bead.colour): bead.start for box in logbook.kit.boxes for bead in box.beads
    }
    with logbook.one_moment():
        apart = told_apart(logbook)
        finished = [row.number for row in logbook.games() if row.result is not None]
        changes = changes_by_game(logbook)
    found = [sum(count > 0 for count in held.values())]
    # The last changes are of no finished game.
    for number, changed in zip(finished, changes, strict=False):
        for box, colour, change in changed:
            held[box, colour] += change
        if number not in apart:
            found.append(sum(count > 0 for count in held.values()))
    return found


# All machines of a class.


class Career(NamedTuple):
    """A machine's finished games: how each ended, and its line at the start and after each of them.

    The line is Michie's; where that could not rise, the moves that are left in the boxes.
    """

    results: tuple[Result, ...]
    line: tuple[int, ...]


def career_of(logbook: Logbook) -> Career:
    """Return the career of one machine of a class."""
    with logbook.one_moment():
        found, line = finished_games(logbook)
        return Career(found, (0, *line) if line_rises(logbook.kit) else tuple(moves_left(logbook)))


def class_chart(
    kit: Kit, careers: Mapping[str, Career], unbeatable: Collection[str], narrow: bool
) -> Document:
    """Return the chart of all machines of a class, not drawn yet;
    those that are `unbeatable` are told so.

    What all of them have in common is drawn as far as half of those that have
    played at all have come.
    """
    results = [found.results for found in careers.values()]
    played = sorted(filter(None, map(len, results)))
    games = played[len(played) // 2] if played else 0
    window = max(1, min(games, max(-(-WINDOW // max(1, len(played))), games // AVERAGED)))
    told = [result for found in results for result in found]
    heights = zip_longest(*(found.line[: games + 1] for found in careers.values()))
    return class_document(
        kit,
        paper_words(kit),
        [MachineLine(name, found.line, name in unbeatable) for name, found in careers.items()],
        [fmean(height for height in each if height is not None) for each in heights],
        {result: told.count(result) for result in Result},
        together([found[:games] for found in results], window),
        window,
        narrow,
    )


def together(results: Sequence[Sequence[Result]], window: int) -> dict[Result, list[float]]:
    """Return for each number of games which share of all machines' last `window`
    games up to it ended how.

    At game 12 and of the last two games, those are the 11th and the 12th of each machine
    that has played so many.
    """
    shares: dict[Result, list[float]] = {result: [] for result in Result}
    for game in range(1, max(map(len, results), default=0) + 1):
        last = Counter(each for found in results for each in found[max(0, game - window) : game])
        for result, share in shares.items():
            share.append(last[result] / last.total())
    return shares


# What is worth a cheer: round numbers of games, firsts, and the first box growing.

ROUND = (10, 25, 50, 75)
"""Games that are told besides every hundredth."""

UNBEATEN = (10, 20, 50, 100)
"""How many games in a row without a defeat are told."""

FULLER = (2, 3, 5, 10, 20, 50, 100, 200, 500)
"""How many times as full as at the start the first box has to be."""


class Fared(NamedTuple):
    """How the finished games ended, those told apart left out, and Michie's line;
    `game` is the last one's number.
    """

    game: int = 0
    results: tuple[Result, ...] = ()
    line: tuple[int, ...] = ()


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
        change, apart = self._change, told_apart(logbook)
        last, results, line = self._fared.game, list[Result](), list[int]()
        for game in games_after(logbook, last):
            change += game.first_change
            if game.result is None or game.number in apart:
                # It goes on, was broken off or is told apart: what it changed counts with the next.
                continue
            last, self._change = game.number, change
            results.append(Result(game.result))
            line.append(change)
            if words := self._ahead.reach(results[-1], change, game.side == BOTH):
                self._reached[last] = words
        if results:
            self._fared = Fared(last, (*self._fared.results, *results), (*self._fared.line, *line))


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


# The days on which games were played, by the clock of the place where the program runs.


@dataclass
class Day:
    """A day on which games were begun, as `2026-11-22`, and how these went.

    `numbers`, `results` and `first_box` have one element a finished game from which the machine
    learned, in the order of the logbook: its number, its result, and by how many beads the day's
    games had changed the boxes for the first move after it. The rest is told as in `Statistics`;
    `change` is by how many beads all games of the day changed those boxes, `every` the numbers
    of all of them, `first_win` that of the first that the machine won against somebody who is none,
    and `begun` the times at which the first and the last was begun, where that is known.
    """

    date: str
    every: list[int] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    first_box: list[int] = field(default_factory=list)
    change: int = 0
    outcome_only: int = 0
    both: int = 0
    won_by: Counter[Side | None] = field(default_factory=Counter)
    exhibited: list[Result] = field(default_factory=list)
    watched: int = 0
    running: int = 0
    abandoned: int = 0
    first_win: int | None = None
    begun: tuple[str, str] | None = None

    @property
    def games(self) -> int:
        """Return how many games were finished from which the machine learned."""
        return len(self.numbers)

    @property
    def tally(self) -> Tally:
        """Return how these ended for the machine; of a game of both machines,
        for the first player's.
        """
        return tally(self.results)

    @property
    def exhibitions(self) -> Tally:
        """Return how exhibitions ended, which are none of them."""
        return tally(self.exhibited)

    @property
    def any_ended(self) -> bool:
        """Return whether any game of the day ended, those told apart among them."""
        return bool(self.games or self.exhibited or self.watched)

    @property
    def winners(self) -> Winners:
        """Return who won them, whoever was the machine."""
        return Winners(self.won_by[Side.FIRST], self.won_by[Side.SECOND], self.won_by[None])

    def add(self, row: GameRow, time: str, why: str | None) -> None:
        """Add a game that was not taken back, and was begun at this time if
        it is known; `why` it is told apart.
        """
        self.every.append(row.number)
        self.change += row.first_change
        self.running += row.state == "running"
        self.abandoned += row.state == "abandoned"
        if time:
            first, last = self.begun or (time, time)
            self.begun = min(first, time), max(last, time)
        if row.result is None:
            return
        result = Result(row.result)
        if why == WATCHED:
            self.watched += 1
        elif why is not None:
            self.exhibited.append(result)
        else:
            self.numbers.append(row.number)
            self.results.append(result)
            self.first_box.append(self.change)
            self.outcome_only += row.outcome_only
            self.both += row.side == BOTH
            if result is Result.WIN and row.side != BOTH:
                self.first_win = self.first_win or row.number
            self.won_by[result.winner(Side.FIRST if row.side == BOTH else Side(row.side))] += 1


def days(logbook: Logbook) -> dict[str, Day]:
    """Return the days on which games were begun, by their dates, in order;
    what was taken back was not played.
    """
    with logbook.one_moment():
        apart, rows = told_apart(logbook), games_after(logbook, 0)
    found: dict[str, Day] = {}
    for row in rows:
        if row.state != "taken-back":
            date, _, time = clock_time(row.started_at).partition(" ")
            if date not in found:
                found[date] = Day(date)
            found[date].add(row, time, apart.get(row.number))
    return dict(sorted(found.items()))


class GameOfDay(NamedTuple):
    """A game that is told of a day: its number, when it began, as the logbook has it,
    and how many moves were made.
    """

    number: int
    began: str
    moves: int


class BoxOfDay(NamedTuple):
    """A box that came closer to its good moves: colour -> beads in it before the day's first
    change of it, and after.

    `good` are the colours whose moves keep what its position is worth.
    """

    number: int
    good: tuple[str, ...]
    before: Mapping[str, int]
    after: Mapping[str, int]

    def chances(self) -> tuple[Fraction, Fraction] | None:
        """Return how likely a good move was and is; None where the box was or is empty."""
        held = [
            (sum(box[colour] for colour in self.good), sum(box.values()))
            for box in (self.before, self.after)
        ]
        if not all(total for _, total in held):
            return None
        before, after = (Fraction(*pair) for pair in held)
        return before, after


@dataclass(frozen=True)
class DayFacts:
    """What there is to tell of a day, without anybody's name; `day` has its games and results.

    `first_win` is the first game that the machine won, against somebody who is none;
    `longest` that with most moves, the earlier of two. `learned` is the box whose good
    moves have become likelier by most, through games alone; None where none have.
    `moves_left` is how many moves the machine could make: at first, and after each of its games.
    `previous` and `following` are the days with games beside it, None for none.
    """

    day: Day
    first_win: GameOfDay | None
    longest: GameOfDay | None
    boxes_opened: int
    most_opened: tuple[BoxCount, ...]
    learned: BoxOfDay | None
    moves_left: tuple[int, ...]
    previous: str | None
    following: str | None


def day_facts(logbook: Logbook, date: str) -> DayFacts:
    """Return what there is to tell of a day, `2026-11-22`, also of one without games."""
    with logbook.one_moment():
        every = days(logbook)
        day = every.get(date) or Day(date)
        played = _Played(logbook, set(day.every))
        longest = max(day.numbers, key=lambda number: (played.moves[number], -number), default=None)
        told = {
            row.number: GameOfDay(row.number, row.started_at, played.moves[row.number])
            for number in (day.first_win, longest)
            if number is not None
            for row in games_after(logbook, number - 1, number)
        }
    opened = sorted((+played.opened).items(), key=lambda each: (-each[1], each[0]))
    return DayFacts(
        day=day,
        first_win=told.get(day.first_win or 0),
        longest=told[longest] if longest and played.moves[longest] else None,
        boxes_opened=len(opened),
        most_opened=tuple(BoxCount(*pair) for pair in opened[:LONGEST_LIST]),
        learned=played.learned_most(),
        moves_left=(played.left_at_first, *(played.left[number] for number in day.numbers)),
        previous=max((each for each in every if each < date), default=None),
        following=min((each for each in every if each > date), default=None),
    )


class _Played:
    """What the entries about some games tell: moves and moves left by game,
    openings by box, and what was learned.

    Of games in between it is read what they changed, for the day's own go on from there.
    """

    def __init__(self, logbook: Logbook, games: set[int]) -> None:
        self._kit, self.moves, self.opened = logbook.kit, Counter[int](), Counter[int]()
        self.left: dict[int, int] = {}
        self._before: dict[int, dict[str, int]] = {}
        self._after: dict[int, dict[str, int]] = {}
        first, last = (
            entries_of_games(logbook, min(games), max(games))
            if games
            else (logbook.last_entry + 1, 0)
        )
        held = contents_behind(logbook, first - 1)
        left = self.left_at_first = sum(
            count > 0 for inside in held.values() for count in inside.values()
        )
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
                self.moves[entry.game] += times * (entry.kind in MOVES and entry.move is not None)
                self.left[entry.game] = left
                if entry.kind in (Kind.BEAD, Kind.EMPTY) and entry.box is not None:
                    self.opened[entry.box] += times

    def learned_most(self) -> BoxOfDay | None:
        """Return the box whose good moves have become likelier by most;
        one that others changed meanwhile is none.
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
    """Return the chart of a day, not drawn yet: Michie's line as its games changed it,
    or the moves that are left.
    """
    left = None if line_rises(kit) else found.moves_left
    words = paper_words(kit)
    title = words("day.chart-title", name=kit.spec.name, day=words.time(found.day.date))
    return _chart(kit, found.day.results, found.day.first_box, left, narrow, title)


class LineOfDay(NamedTuple):
    """A sentence that is told of a day, and the number of the game or of the box
    that it is about, None for none.
    """

    said: Text
    game: int | None = None
    box: int | None = None


def told_of_day(kit: Kit, found: DayFacts) -> list[LineOfDay]:
    """Return what there is to tell of a day with games besides its results,
    without anybody's name.
    """
    day, lines = found.day, list[LineOfDay]()
    if day.begun:
        first, last = day.begun
        key = "day.begun-at" if len(day.every) == 1 else "day.begun-between"
        lines.append(LineOfDay(say(key, first=first, last=last)))
    if won := found.first_win:
        time = clock_time(won.began, "%H:%M")
        key = "day.first-win-at" if time else "day.first-win"
        lines.append(LineOfDay(say(key, game=won.number, time=time), won.number))
    elif day.games > day.both:
        lines.append(LineOfDay(say("day.no-win")))
    if far := found.longest:
        lines.append(LineOfDay(say("day.longest", game=far.number, n=far.moves), far.number))
    if found.most_opened:
        box, times = found.most_opened[0]
        lines.append(LineOfDay(say("day.opened", n=found.boxes_opened, boxes=len(kit.boxes))))
        lines.append(LineOfDay(say("day.most-opened", box=kit.box(box).name, n=times), box=box))
    if day.games + day.watched:
        lines.append(_learned(kit, found.learned))
    return lines


def _learned(kit: Kit, found: BoxOfDay | None) -> LineOfDay:
    chances = found.chances() if found else None
    if found is None or chances is None:
        return LineOfDay(say("day.learned-nothing"))
    colour = joined(*map(Called, found.good), between=say("piece.or"))
    before, after = (Share(float(each)) for each in chances)
    name = kit.box(found.number).name
    told = say("day.learned", box=name, colour=colour, before=before, after=after)
    return LineOfDay(told, box=found.number)


def without_games(found: DayFacts) -> Text:
    """Return why there is nothing to tell of a day without games."""
    if found.previous is None and found.following is None:
        return say("history.none")
    if found.day.date > today():
        return say("day.not-yet")
    if found.day.date == today():
        return say("day.none-yet")
    if found.previous is None:
        return say("day.before", day=Time(found.following or ""))
    return say("day.none")


def day_named(text: str) -> str:
    """Return a day of an address, where it is always written `2026-11-22`;
    UnknownNameError where it is none.
    """
    if text != day_meant(text):
        raise _no_day(text)
    return text


def day_typed(kit: Kit, text: str) -> str:
    """Return a day as people type it, `22.11.2026` or `yesterday`;
    UnknownNameError where it is none.
    """
    if found := day_meant(text, kit.spec.print.language):
        return found
    raise _no_day(text)


def _no_day(text: str) -> UnknownNameError:
    return UnknownNameError(say("mistake.day", text=quoted(text[:20])))


# The poster of a day.


def day_on_poster(logbook: Logbook, text: str | None = None) -> tuple[str, DayOnPoster]:
    """Return a day, `2026-11-22` or `today`, or the last on which a game ended,
    and what its poster tells.

    UnknownNameError where it is none, or no game ended on it.
    """
    kit, words = logbook.kit, page_words(logbook.kit)
    with logbook.one_moment():
        if text is None:
            date = max(
                (each.date for each in days(logbook).values() if each.any_ended), default=today()
            )
        else:
            date = day_typed(kit, text)
        found = day_facts(logbook, date)
    if not found.day.any_ended:
        raise UnknownNameError(say("day.none-ended") if found.day.every else without_games(found))
    lines = told_of_day(kit, found)
    said = [line.said for line in lines if line.box is None] + list(_told_apart(found.day))
    boxes = [BoxOnPoster(line.box, words.tell(line.said)) for line in lines if line.box is not None]
    if found.learned and (chances := found.learned.chances()):
        rows = zip((found.learned.before, found.learned.after), map(float, chances), strict=True)
        boxes[-1] = boxes[-1]._replace(good=found.learned.good, rows=tuple(rows))
        if boxes[0].number == boxes[-1].number:  # the one that was opened most
            said += [box.said for box in boxes[:-1]]
            del boxes[:-1]
    return date, DayOnPoster(
        title=words("day.chart-title", name=kit.spec.name, day=words.time(date)),
        counts=tuple((words.tell(told), count) for told, count in _counted(kit, found.day)),
        first_box=tuple(found.day.first_box),
        moves_left=None if line_rises(kit) else found.moves_left,
        said=tuple(map(words.tell, said)),
        boxes=tuple(boxes),
        explained=words("day.good") if found.learned else "",
    )


def _counted(kit: Kit, day: Day) -> Iterator[tuple[Text, int]]:
    """Yield what is counted of a day: its games, and how they ended;
    by who won where both players were machines.
    """
    yield say("career.games"), day.games
    if day.both:
        for side, won in zip(Side, day.winners, strict=False):
            yield Capital(say("operate.won-by", n=won, player=player_called(kit, side))), won
    else:
        yield say("career.won"), day.tally.wins
    if has_ties(kit.game):
        yield say("career.drawn"), day.winners.draws
    if not day.both:
        yield say("career.lost"), day.tally.losses


def _told_apart(day: Day) -> Iterator[Text]:
    for key, n in (
        ("outcome-only", day.outcome_only),
        ("exhibitions", sum(day.exhibitions)),
        ("watched", day.watched),
    ):
        if n:
            yield say(f"career.{key}", n=n)


# What the draws say of the logbook


def suspicion_told(kit: Kit, found: "Suspicion") -> list[Text]:
    """Return which boxes to count, the first of them first;
    or that nothing is suspicious, and how much that says; nothing of it where that is too little.
    """
    if found.suspected:
        told = ("suspect.first", *["suspect.next"] * (len(found.suspected) - 1))
        return [_suspected(kit, key, box) for key, box in zip(told, found.suspected, strict=True)]
    if found.power is None:
        return [say("suspect.none")]
    seen, name = found.power, kit.box(found.power.box).name
    tenths = round(10 * seen.share)
    if not tenths:
        return [say("suspect.few", n=found.draws), say("suspect.power-none", box=name)]
    return [
        say("suspect.nothing", n=found.draws),
        say("suspect.power", n=seen.draws, box=name, tenths=tenths),
    ]


def _suspected(kit: Kit, key: str, suspect: "Suspect") -> Text:
    box, worst = kit.box(suspect.box), suspect.colours[0]
    where = place(kit, box)
    name = joined(box.name, " (", where, ")") if where else box.name
    colour = joined(*map(Called, worst.colours), between=say("piece.or"))
    due = say("suspect.due", n=round(worst.due))
    kind = "came-found" if suspect.was_found else "came"
    came = say(f"suspect.{kind}", colour=Capitals(colour), n=worst.drawn, due=due)
    return say(key, box=name, came=came, slip=say(f"suspect.{suspect.slip.value}"))
