"""The pages of a class at a glance, for its teacher."""

from datetime import UTC, datetime
from typing import Literal, NamedTuple

from fastapi import APIRouter, Request, Response

from menace_kit.logbook.times import time_of
from menace_kit.text import Words
from menace_kit.text.words import clock_time
from menace_kit.views.standing import ClassMoment, Standing
from menace_kit.web.language import words_of
from menace_kit.web.live import stream
from menace_kit.web.overview import Overview
from menace_kit.web.page import page

IDLE = 5
"""Minutes without a step after which a group is shown as waiting."""

router = APIRouter(include_in_schema=False)


def overview_of(request: Request) -> Overview:
    found: Overview = request.app.state.overview
    return found


@router.get("/class/overview")
async def class_page(request: Request, show: str = "") -> Response:
    """Show the teacher the class; `show=curves` shows only the curves, as large as possible."""
    overview = overview_of(request)
    words = words_of(request)
    moment = await overview.moment()
    return page(
        request,
        "class_overview.html",
        class_now=moment,
        rows=[
            ClassRow(each, *_last_step(words, each.since), words.share(each.loses, 0))
            for each in moment.groups
        ],
        curves=overview.curves,
        show=show,
    )


class ClassRow(NamedTuple):
    """A group in the table: its last step, whether it is long ago, and its chance to lose."""

    stands: Standing
    since: str
    waits: bool
    loses: str


def _last_step(words: Words, since: str | None) -> tuple[str, bool]:
    """Return when the last step was, in words, and whether that is long ago."""
    if since is None:
        return "–", False
    now = datetime.now(UTC)
    then = time_of(since)
    minutes = max(0, int((now - then).total_seconds() // 60))  # the clock may have been set back
    if minutes < 60:
        return words("overview.minutes", n=minutes or "< 1"), minutes >= IDLE
    same_day = now.astimezone().date() == then.astimezone().date()
    return clock_time(since, "%H:%M" if same_day else "%Y-%m-%d"), True


@router.get("/class/state")
async def class_state(request: Request) -> ClassMoment:
    """Return the state of the class, for programs."""
    return await overview_of(request).moment()


@router.get("/class/events")
async def class_events(request: Request) -> Response:
    """Send the state of the class whenever it changes, as an event `state`."""
    hub = overview_of(request).hub
    return stream(request, hub, hub.states())


@router.get("/class/curves.{suffix}")
async def class_curves(
    request: Request, suffix: Literal["svg", "pdf"], narrow: bool = False, dark: bool = False
) -> Response:
    """Return the curves of all groups, as a picture or to print."""
    overview = overview_of(request)
    if not overview.curves:  # nobody has looked yet
        await overview.moment()
    media = {"svg": "image/svg+xml", "pdf": "application/pdf"}[suffix]
    return Response(await overview.chart(narrow, dark, suffix), media_type=media)
