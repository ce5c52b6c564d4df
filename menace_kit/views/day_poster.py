"""The poster of a day."""

from collections.abc import Iterator

from menace_kit.errors import UnknownNameError
from menace_kit.games import Side
from menace_kit.layout.charts.day_poster import BoxOnPoster, DayOnPoster, ResultOnPoster
from menace_kit.logbook import Logbook
from menace_kit.machine import Kit
from menace_kit.machine.learning import Result
from menace_kit.machine.prospects import has_ties, results
from menace_kit.text.kit_words import page_words, player_called
from menace_kit.text.phrases import Capital, Text, say
from menace_kit.text.typed_days import today
from menace_kit.views.days import Day, day_facts, day_typed, days, told_of_day


def day_on_poster(logbook: Logbook, text: str | None = None) -> tuple[str, DayOnPoster]:
    """Return a date and what the poster of that day says.

    `text` is `2026-11-22`, `today` or the like; without it, the last day on which a game ended.
    Raises UnknownNameError if it is not a day, or no game ended on it.
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
        raise UnknownNameError(say("day.none"))
    lines = told_of_day(kit, found)
    said = [line.said for line in lines if line.box is None] + list(_told_apart(found.day))
    boxes = [BoxOnPoster(line.box, words.tell(line.said)) for line in lines if line.box is not None]
    if found.learned and (chances := found.learned.chances()):
        moments = (found.learned.before, found.learned.after)
        rows = tuple(zip(moments, map(float, chances), strict=True))
        boxes = [box._replace(good=found.learned.good, rows=rows) for box in boxes]
    return date, DayOnPoster(
        title=words("day.chart-title", name=words.title(kit.spec.name), day=words.time(date)),
        counts=tuple((words.tell(told), count) for told, count in _counted(kit, found.day)),
        results=tuple(_results(kit, found.day)),
        said=tuple(map(words.tell, said)),
        boxes=tuple(boxes),
        explained=words("day.good") if found.learned else "",
    )


def _counted(kit: Kit, day: Day) -> Iterator[tuple[Text, int]]:
    """Yield each figure of a day with its label: games, then results.

    If any game of the day was between two machines, the results are counted by who won.
    """
    yield say("common.one-game" if day.games == 1 else "common.games"), day.games
    if day.both:
        for side, won in zip(Side, day.winners, strict=False):
            yield Capital(say("operate.won-by", n=won, player=player_called(kit, side))), won
    else:
        yield say("common.win"), day.tally.wins
    if has_ties(kit.game):
        yield say("common.drawn"), day.winners.draws
    if not day.both:
        yield say("common.loss"), day.tally.losses


def _results(kit: Kit, day: Day) -> Iterator[ResultOnPoster]:
    """Yield how the games ended that taught the machine.

    Results are the machine's; if any game was between two machines, they are the first player's.
    """
    tell = page_words(kit).tell
    ended = day.results
    if day.both:
        ended = [Result.of(winner, Side.FIRST) for winner in day.won_by]
    for result in results(kit.game) if ended else ():
        games = tuple(game for game, each in enumerate(ended, start=1) if each is result)
        called: Text = say(f"went.{result.value}", "many")
        winner = result.winner(Side.FIRST)
        if day.both and winner is not None:
            called = say("operate.won-by", n=len(games), player=player_called(kit, winner))
        yield ResultOnPoster(result, tell(called), games)


def _told_apart(day: Day) -> Iterator[Text]:
    for key, n in (
        ("outcome-only", day.outcome_only),
        ("exhibitions", sum(day.exhibitions)),
        ("watched", day.watched),
    ):
        if n:
            yield say(f"career.{key}", n=n)
