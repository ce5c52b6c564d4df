"""The pages that tell how the machine gets on: its statistics, what it has learned,
and the machines of a class.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Hashable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from menace_kit.errors import ExtraError, LogbookError, UnknownNameError, check_extra
from menace_kit.games import Side
from menace_kit.guide.desk import Desk
from menace_kit.layout.charts import career as charts
from menace_kit.layout.marks import Document
from menace_kit.logbook import queries
from menace_kit.logbook.entries import time_of
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, results, starting_contents
from menace_kit.render import rendered
from menace_kit.text import Words, paper_words
from menace_kit.text.kit_words import page_words, player_called, side_named
from menace_kit.text.typed_words import today
from menace_kit.text.words import clock_time, say
from menace_kit.views.elements import ClassMoment, Standing, board_shape, class_moment, colour_shape
from menace_kit.views.logbook import box_number, box_shape
from menace_kit.views.state import Moment, standing
from menace_kit.views.statistics import (
    Career,
    career_of,
    class_chart,
    day_chart,
    day_named,
    progress_chart,
    told_of_day,
    without_games,
)
from menace_kit.web.commands import Companion, companion_of
from menace_kit.web.page import (
    INSTALLS_LAB,
    LAB,
    Hub,
    Look,
    MadeOnce,
    in_language,
    page,
    stream,
    words_of,
)

if TYPE_CHECKING:  # numpy and numba, which may not be installed
    from menace_kit.lab.engine.arrays import Array
    from menace_kit.lab.engine.tables import GameTable, MachineTable
    from menace_kit.lab.exact import Chances
    from menace_kit.lab.plain import PlainChances

WAIT_FOR_CHANCES = 1.0
"""Seconds that the page of what it has learned waits for the chances;
then it comes without, and asks again.
"""

router = APIRouter(include_in_schema=False)


LAST_DAYS = 7
"""Days that the statistics show of many; of all of them where one more or two would be hidden."""


@router.get("/statistics")
async def career(request: Request, days: str = "") -> Response:
    """Show how the machine has fared; with `days=all` day by day since the first."""
    companion = companion_of(request)
    entry, found = await companion.statistics()
    _, by_day = await companion.days()
    newest = list(by_day.values())[::-1]
    many = len(newest) > LAST_DAYS + 2 and days != "all"
    return page(
        request,
        "statistics.html",
        found=found,
        last=queries.tally(found.last),
        beads=[(colour_shape(companion.kit, name), stock) for name, stock in found.beads.items()],
        entry=entry,
        days=newest[:LAST_DAYS] if many else newest,
        many=many,
        firsts=len(companion.kit.opening_boxes),
        players=players_of(request),
    )


def players_of(request: Request) -> list[str]:
    kit = companion_of(request).kit
    return [words_of(request).tell(player_called(kit, side)) for side in Side]


@router.get("/day")
async def last_day(request: Request) -> Response:
    """Go on to the last day on which there were games; to this one where there was none."""
    _, found = await companion_of(request).days()
    return RedirectResponse(f"/day/{next(reversed(found), today())}", 303)


@router.get("/day/{date}")
async def one_day(request: Request, date: str) -> Response:
    """Show what there is to tell of a day, without anybody's name."""
    companion = companion_of(request)
    entry, found = await companion.day(day_named(date))
    words, day = words_of(request), found.day
    learned = companion.kit.box(found.learned.number) if found.learned else None
    return page(
        request,
        "day.html",
        found=found,
        day=day,
        goes_on=day.date == today(),
        games=(await companion.state()).totals.games,
        missing=words.tell(without_games(found)) if not day.every else "",
        learned=learned,
        label=board_shape(companion.kit, learned.position).text if learned else "",
        lines=[(words.tell(line.said), line) for line in told_of_day(companion.kit, found)],
        entry=entry,
        firsts=len(companion.kit.opening_boxes),
        players=players_of(request),
    )


@router.get("/charts/day-{date}.svg")
async def charted_day(
    request: Request, date: str, narrow: bool = False, dark: bool = False
) -> Response:
    """Return the chart of a day, as a picture."""
    entry, found = await companion_of(request).day(day_named(date))
    name = ("charted day", date, narrow, dark)
    return await _chart(
        request, name, entry, lambda logbook: day_chart(logbook.kit, found, narrow), dark
    )


@router.get("/charts/progress.svg")
async def progress(request: Request, narrow: bool = False, dark: bool = False) -> Response:
    """Return the chart of how the machine learned, as a picture;
    for a phone, and for a dark page.
    """
    entry, found = await companion_of(request).statistics()
    name = ("progress", narrow, dark)
    return await _chart(
        request, name, entry, lambda logbook: progress_chart(logbook, found, narrow), dark
    )


# What it has learned: the exact chances after every game, out of the logbook.
# Only who asks loads the extra `lab`.

OPPONENTS = ("random", "perfect")
MOST_POINTS = 400
"""Games after which the chances are summed; of more games some are left out, evenly."""


class Learned(NamedTuple):
    """What a machine has learned on one side:
    `games` are the numbers of finished games, 0 the start.

    `chances` has for each opponent one element a number in `games`;
    `now` is with what belongs in the boxes now.
    """

    side: Side
    games: tuple[int, ...]
    chances: "Mapping[str, Sequence[Chances | PlainChances]]"
    now: "Mapping[str, Chances | PlainChances]"


def learned(logbook: Logbook) -> list[Learned]:
    """Return what a machine has learned, for each side that it plays."""
    import numpy as np

    from menace_kit.lab.exact import exact_chances, machine_policy, player_policy
    from menace_kit.lab.players import player_named

    kit = logbook.kit
    game, machine = tables_of(kit)
    moments, last = _beads_after(logbook, machine)
    # Counted by hand there may be any number; fewer than none there are not.
    policies = [
        machine_policy(machine, np.maximum(beads, 0)) for _, beads in (*moments, (-1, last))
    ]
    players = {name: player_policy(player_named(name, game)) for name in OPPONENTS}
    found = []
    for side in dict.fromkeys(side for side, _ in kit.stages):
        chances = {
            name: tuple(exact_chances(game, policy, opponent, side) for policy in policies)
            for name, opponent in players.items()
        }
        found.append(
            Learned(
                side=side,
                games=tuple(number for number, _ in moments),
                chances={name: each[:-1] for name, each in chances.items()},
                now={name: each[-1] for name, each in chances.items()},
            )
        )
    return found


PLAIN_POINTS = 100
"""The same where the chances are summed in plain Python, so that a page takes
no longer than a second or two.
"""


def learned_plainly(logbook: Logbook) -> list[Learned]:
    """Return what a machine has learned as `learned` does, of fewer games,
    without the extra `lab`.
    """
    from menace_kit.lab.plain import plain_chances

    kit = logbook.kit
    contents = {number: dict(inside) for number, inside in starting_contents(kit).items()}
    by_game = list(queries.changes_by_game(logbook))
    every = max(1, -(-(len(by_game) - 1) // PLAIN_POINTS))
    games = [0, *range(len(by_game) - 1, 0, -every)[::-1]]
    sides = dict.fromkeys(side for side, _ in kit.stages)
    found = {
        (side, name): [plain_chances(kit, contents, side, name)]
        for side in sides
        for name in OPPONENTS
    }
    for number, changes in enumerate(by_game, start=1):
        for box, colour, change in changes:
            contents[box][colour] += change
        # The last of them has what came since the last game.
        if number in games or number == len(by_game):
            for (side, name), chances in found.items():
                chances.append(plain_chances(kit, contents, side, name))
    return [
        Learned(
            side=side,
            games=tuple(games),
            chances={name: found[side, name][: len(games)] for name in OPPONENTS},
            now={name: found[side, name][-1] for name in OPPONENTS},
        )
        for side in sides
    ]


@cache
def tables_of(kit: Kit) -> "tuple[GameTable, MachineTable]":
    """Return the tables of a kit: positions that its boxes do not tell apart are one state."""
    from menace_kit.lab.engine.tables import kit_table, machine_table

    game = kit_table(kit)
    return game, machine_table(kit, game)


def _beads_after(
    logbook: Logbook, machine: "MachineTable"
) -> "tuple[list[tuple[int, Array]], Array]":
    """Return the beads at the start and after finished games,
    each with its number, and those of now.
    """
    import numpy as np

    beads = machine.start.copy()
    indices = logbook.kit.indices
    kinds = [
        {bead.colour: place for place, bead in enumerate(box.beads)} for box in logbook.kit.boxes
    ]
    # The last of them has what came since the last game.
    by_game = list(queries.changes_by_game(logbook))
    shown = set(np.linspace(0, len(by_game) - 1, MOST_POINTS).astype(int).tolist())
    found = [(0, beads.copy())]
    for number, changes in enumerate(by_game, start=1):
        for box, colour, change in changes:
            beads[indices[box], kinds[indices[box]][colour]] += change
        if number in shown:
            found.append((number, beads.copy()))
    return found, beads


@router.get("/learned")
async def what_it_learned(request: Request, box: str = "") -> Response:
    """Show the policy of a box, and the machine's chances in the next game
    where the lab is installed.
    """
    companion = companion_of(request)
    wanted = box_number(companion.kit, box) if box else companion.kit.boxes[0].number
    entry = (await companion.state()).entry
    shape = await companion.reading(lambda logbook: box_shape(logbook, wanted))
    missing, found, alone = "", [], companion.settings.alone
    try:
        if not alone:
            check_extra(LAB)
        # Until the lab's functions are loaded, the first time takes some seconds.
        with suppress(TimeoutError):
            found = await asyncio.wait_for(_learned(companion, entry), WAIT_FOR_CHANCES)
    except ExtraError:
        missing = INSTALLS_LAB
    return page(
        request,
        "learned.html",
        box=shape,
        results=[result.value for result in results(companion.kit.game)],
        last_box=companion.kit.boxes[-1].number,
        missing=missing,
        fewer=PLAIN_POINTS if alone else 0,
        sides=[(each, side_told(companion.kit, each.side)) for each in found],
        entry=entry,
    )


@router.get("/charts/learned-{side}.svg")
async def learned_chart(
    request: Request, side: str, narrow: bool = False, dark: bool = False
) -> Response:
    """Return the chart of what the machine has learned on one side, as a picture;
    ExtraError without the lab.
    """
    companion = companion_of(request)
    if not companion.settings.alone:
        check_extra(LAB)
    entry = (await companion.state()).entry
    found = await _learned(companion, entry)
    chosen = next((each for each in found if each.side.value == side), None)
    if chosen is None:
        raise UnknownNameError(say("mistake.side", side=repr(side[:20])))
    against = {
        name: {result: [getattr(each, result.value) for each in chances] for result in Result}
        for name, chances in chosen.chances.items()
    }
    told = side if len(found) > 1 else ""

    def draw(logbook: Logbook) -> Document:
        words = paper_words(logbook.kit)
        return charts.learned_document(logbook.kit, words, chosen.games, against, told, narrow)

    return await _chart(request, ("learned", side, narrow, dark), entry, draw, dark)


def side_told(kit: Kit, side: Side) -> str:
    return page_words(kit).tell(
        say("learning.side", *side_named(kit, side), mark=player_called(kit, side))
    )


async def _learned(companion: Companion, entry: int) -> list[Learned]:
    return await companion.reading_once(
        "learned", entry, learned_plainly if companion.settings.alone else learned
    )


async def _chart(
    request: Request,
    name: Hashable,
    version: Hashable,
    draw: Callable[[Logbook], Document],
    dark: bool = False,
) -> Response:
    """Return a chart as a picture, drawn once for all who ask for this version of it."""

    def work(logbook: Logbook) -> bytes:
        return rendered(charts.in_the_dark(draw(logbook)) if dark else draw(logbook), "svg")[0]

    drawn = await companion_of(request).reading_once(name, version, work)
    return Response(drawn, media_type="image/svg+xml")


@router.get("/charts/first-box.svg")
async def first_box(
    request: Request, look: str = "dark", wide: bool = False, lang: str = ""
) -> Response:
    """Return Michie's line for the screen, as a picture;
    wide where no milestone stands beside it.
    """
    chosen = look if look in charts.LOOKS else "dark"
    width = charts.WIDEST if wide else charts.WIDTH
    companion = companion_of(request)
    kit = in_language(companion.kit, lang)

    def draw(logbook: Logbook) -> Document:
        line = companion.milestones.fared(logbook).line
        return charts.first_box_strip(
            logbook.kit, paper_words(kit), line, charts.LOOKS[chosen], width
        )

    totals = (await companion.seen()).state.totals
    return await _chart(request, ("first-box", chosen, wide, kit.spec.print.language), totals, draw)


# A class at a glance: where each group stands, whose machine is unbeatable, and the curves of all.

FRESH = 2.0
"""Seconds for which what was found of a class is shown to those who watch it."""

IDLE = 5
"""Minutes without a step after which a group is told to be waiting for something."""

of_class = APIRouter(include_in_schema=False)


class Overview:
    """What a teacher is shown of a class, worked out once for all who look,
    and only while somebody does.

    One stream of events tells of all groups.
    """

    def __init__(self, kit: Kit, groups: Mapping[str, Companion]) -> None:
        """Prepare for the groups of a class, by their letters, and its kit; nothing is read yet."""
        self._kit, self._groups = kit, groups
        self.hub, self._made = Hub(self._look), MadeOnce()
        self._found: dict[str, Standing] = {}
        self._played: dict[str, tuple[int, ...]] = {}
        self.curves = 0  # another number whenever the curves are
        self._moment = class_moment(0, (), ())
        self._minute, self._again, self._turn = 0, 0.0, asyncio.Lock()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Watch the class as long as it runs."""
        await self.hub.start()
        try:
            yield
        finally:
            await self.hub.stop()
            await self._made.stop()

    async def moment(self) -> ClassMoment:
        """Return how the class stands now."""
        async with self._turn:
            told = await asyncio.gather(*map(self._stands, self._groups))
            found = {each.group: each for each in told if each}
            # For how long a group has been waiting is another thing then.
            minute = round(time.time() // 60)
            missing = [letters for letters in self._groups if letters not in found]
            if (found, minute, missing) != (self._found, self._minute, self._moment.missing):
                self._found, self._minute = found, minute
                self._moment = class_moment(self._moment.entry + 1, list(found.values()), missing)
            played = {letters: self._games_of(each) for letters, each in found.items()}
            if played != self._played:
                self._played, self.curves = played, self.curves + 1
            self._again = time.monotonic() + FRESH
            return self._moment

    def _games_of(self, each: Standing) -> tuple[int, ...]:
        """Return what is another where a group's finished games are:
        their sums, and when it was last between two.
        """
        *_, ended = self._played.get(each.group, (0,))
        between = each.due in ("start", "adjust")
        return each.games, each.wins, each.draws, each.losses, each.entry if between else ended

    async def _stands(self, letters: str) -> Standing | None:
        """Return where a group stands; None where its logbook cannot be read."""
        before = self._found.get(letters)

        def at_desk(desk: Desk, now: Moment) -> Standing:
            if before and before.entry == now.entry:
                return before
            return standing(desk, now, letters, self._kit)

        try:
            return await self._groups[letters].at_desk(at_desk)
        except LogbookError:  # the terminal was told
            return None

    async def _look(self, after: int | None) -> Look:
        """Return what those who watch the class are to be told."""
        if after is None or (self.hub.is_heard and time.monotonic() > self._again):
            await self.moment()
        entry = self._moment.entry
        return Look((entry, frozenset()), self._moment.model_dump_json().encode(), entry, ())

    async def chart(self, narrow: bool, dark: bool, suffix: str) -> bytes:
        """Return the picture of all curves, as a file of this kind,
        as they were when the class was looked at last.

        LogbookError where none of the logbooks can be read.
        """

        async def draw() -> bytes:
            shown, careers = dict(self._found), {}
            for letters, each in shown.items():
                with suppress(LogbookError):
                    found = await self._groups[letters].reading_once(
                        "career", self._games_of(each), career_of
                    )
                    # Of the moment that the table shows, too:
                    # a game that ended since comes with the next.
                    careers[letters] = Career(
                        found.results[: each.games], found.line[: each.games + 1]
                    )
            if not careers:
                raise LogbookError("none of the groups' logbooks can be read")
            unbeatable = {letters for letters, each in shown.items() if each.unbeatable}
            return await asyncio.to_thread(drawn, careers, unbeatable)

        def drawn(careers: dict[str, Career], unbeatable: set[str]) -> bytes:
            document = class_chart(self._kit, careers, unbeatable, narrow)
            return rendered(charts.in_the_dark(document) if dark else document, suffix)[0]

        return await self._made.fetch((narrow, dark, suffix), self.curves, draw)


def overview_of(request: Request) -> Overview:
    found: Overview = request.app.state.overview
    return found


@of_class.get("/class/overview")
async def class_page(request: Request, show: str = "") -> Response:
    """Show the teacher the class; with `show` "curves" these alone, as large as can be."""
    overview, words = overview_of(request), words_of(request)
    moment = await overview.moment()
    return page(
        request,
        "class_overview.html",
        class_now=moment,
        rows=[
            ClassRow(each, *_last_step(words, each.since), _at_most(words, each.loses))
            for each in moment.groups
        ],
        curves=overview.curves,
        show=show,
    )


class ClassRow(NamedTuple):
    """A group in the table: when its last step was and whether it waits since then,
    how likely it loses at most.
    """

    stands: Standing
    since: str
    waits: bool
    loses: str


def _last_step(words: Words, since: str | None) -> tuple[str, bool]:
    """Return when something was recorded last, in words, and whether that is long ago."""
    if since is None:
        return "–", False
    now, then = datetime.now(UTC), time_of(since)
    minutes = max(0, int((now - then).total_seconds() // 60))  # a clock may have been put back
    if minutes < 60:
        return words("overview.minutes", n=minutes or "< 1"), minutes >= IDLE
    same_day = now.astimezone().date() == then.astimezone().date()
    return clock_time(since, "%H:%M" if same_day else "%Y-%m-%d"), True


def _at_most(words: Words, chance: float) -> str:
    """Return a chance in whole percent; one that is neither 0 nor 1 is told as neither."""
    return words.percent(
        round(100 * chance) if chance in (0, 1) else min(max(round(100 * chance), 1), 99)
    )


@of_class.get("/class/state")
async def class_state(request: Request) -> ClassMoment:
    """Return how the class stands, for programs."""
    return await overview_of(request).moment()


@of_class.get("/class/events")
async def class_events(request: Request) -> Response:
    """Send how the class stands whenever it changes, as an event `state`."""
    return stream(request, overview_of(request).hub, None)


@of_class.get("/class/curves.{suffix}")
async def class_curves(
    request: Request, suffix: Literal["svg", "pdf"], narrow: bool = False, dark: bool = False
) -> Response:
    """Return the curves of all groups, as a picture, or to print."""
    overview = overview_of(request)
    if not overview.curves:  # nobody has looked yet
        await overview.moment()
    media = {"svg": "image/svg+xml", "pdf": "application/pdf"}[suffix]
    return Response(await overview.chart(narrow, dark, suffix), media_type=media)
