"""Charts of the machine's games, as pictures."""

from collections.abc import Callable, Hashable

from fastapi import APIRouter, Request, Response

from menace_kit.layout.charts.dark import in_the_dark
from menace_kit.layout.marks import Document
from menace_kit.logbook import Logbook
from menace_kit.render import rendered
from menace_kit.views.career import progress_chart
from menace_kit.views.days import day_chart, day_named
from menace_kit.web.companion import companion_of
from menace_kit.web.language import told_kit

router = APIRouter(include_in_schema=False)


@router.get("/charts/day-{date}.svg")
async def charted_day(
    request: Request, date: str, narrow: bool = False, dark: bool = False
) -> Response:
    """Return the chart of a day."""
    entry, found = await companion_of(request).day(day_named(date))
    name = ("charted day", date, narrow, dark)
    return await chart_picture(
        request, name, entry, lambda logbook: day_chart(logbook.kit, found, narrow), dark
    )


@router.get("/charts/progress.svg")
async def progress(request: Request, narrow: bool = False, dark: bool = False) -> Response:
    """Return the chart of the machine's progress; `narrow` for a phone, `dark` for a dark page."""
    return await _career(request, narrow, dark, sums=False)


@router.get("/charts/sums.svg")
async def sums(request: Request, narrow: bool = False, dark: bool = False) -> Response:
    """Return the chart with Michie's cumulative line."""
    return await _career(request, narrow, dark, sums=True)


async def _career(request: Request, narrow: bool, dark: bool, sums: bool) -> Response:
    entry, found = await companion_of(request).statistics()
    name = ("career", narrow, dark, sums)
    return await chart_picture(
        request, name, entry, lambda logbook: progress_chart(logbook, found, narrow, sums), dark
    )


async def chart_picture(
    request: Request,
    name: Hashable,
    version: Hashable,
    draw: Callable[[Logbook], Document],
    dark: bool = False,
) -> Response:
    """Return a chart as a picture, drawn once for everyone who asks for this version."""

    def work(logbook: Logbook) -> bytes:
        return rendered(in_the_dark(draw(logbook)) if dark else draw(logbook), "svg")[0]

    drawn = await companion_of(request).reading_once(name, version, work, told_kit(request))
    return Response(drawn, media_type="image/svg+xml")
