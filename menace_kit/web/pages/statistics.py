"""The pages of statistics: the machine's results, and each of its days."""

from fastapi import APIRouter, Request, Response

from menace_kit.games import Side
from menace_kit.logbook import game_counts
from menace_kit.machine import Kit
from menace_kit.machine.first_choice import first_choices
from menace_kit.machine.prospects import line_rises
from menace_kit.text.kit_words import player_called
from menace_kit.text.typed_days import today
from menace_kit.views.days import day_named, told_of_day
from menace_kit.views.elements import board_shape, colour_shape
from menace_kit.web.companion import companion_of
from menace_kit.web.language import told_kit, words_of
from menace_kit.web.page import forward, page

router = APIRouter(include_in_schema=False)

LAST_DAYS = 7
"""Days shown of many; if only one or two more would be hidden, all are shown."""


@router.get("/statistics")
async def career(request: Request, days: str = "", chart: str = "") -> Response:
    """Show the machine's results; `days=all` lists all its days.

    With `chart=sums` the chart is the cumulative one.
    """
    companion = companion_of(request)
    kit = told_kit(request)
    entry, found = await companion.statistics()
    _, by_day = await companion.days()
    newest = list(by_day.values())[::-1]
    many = len(newest) > LAST_DAYS + 2 and days != "all"
    return page(
        request,
        "statistics.html",
        found=found,
        last=game_counts.tally(found.last),
        beads=[(colour_shape(kit, name), stock) for name, stock in found.beads.items()],
        entry=entry,
        days=newest[:LAST_DAYS] if many else newest,
        many=many,
        sums=chart == "sums",
        choices=_charts(kit),
        firsts=len(kit.opening_boxes),
        players=players_of(request),
    )


def _charts(kit: Kit) -> list[tuple[str, bool]]:
    """Return the charts to choose from: the key of the title, and whether it is cumulative."""
    line = "chart.first-box" if line_rises(kit) else "chart.moves-left"
    return [("career.recent", False), (line, True)] if first_choices(kit) else []


def players_of(request: Request) -> list[str]:
    kit = told_kit(request)
    return [words_of(request).tell(player_called(kit, side)) for side in Side]


@router.get("/day")
async def last_day(request: Request) -> Response:
    """Go to the last day with games; to today if there was none."""
    _, found = await companion_of(request).days()
    return forward(request, f"/day/{next(reversed(found), today())}")


@router.get("/day/{date}")
async def one_day(request: Request, date: str) -> Response:
    """Show a day's facts, without names."""
    companion = companion_of(request)
    kit = told_kit(request)
    entry, found = await companion.day(day_named(date))
    words = words_of(request)
    day = found.day
    learned = kit.box(found.learned.number) if found.learned else None
    return page(
        request,
        "day.html",
        found=found,
        day=day,
        goes_on=day.date == today(),
        games=(await companion.state()).totals.games,
        missing=words("day.none") if not day.every else "",
        learned=learned,
        label=board_shape(kit, learned.position).text if learned else "",
        lines=[(words.tell(line.said), line) for line in told_of_day(kit, found)],
        entry=entry,
        firsts=len(kit.opening_boxes),
        players=players_of(request),
    )
