"""The screen behind the boxes: the whole of it without a script, and what it needs to follow by itself."""

from typing import NamedTuple

from fastapi import APIRouter, Request, Response

from menace_kit.journal.queries import action_of, finished_games, last_finished_game
from menace_kit.journal.store import Journal
from menace_kit.layout.charts.career import LOOKS, WIDEST, WIDTH, first_box_strip
from menace_kit.render import rendered
from menace_kit.text import load_words
from menace_kit.text.kit_words import page_words
from menace_kit.views.game import Milestones, Step, steps_after
from menace_kit.web.api import companion_of
from menace_kit.web.live import kept_by
from menace_kit.web.page import page
from menace_kit.web.pages.operate import machine_of

SHOWN = 2
"""Milestones that the screen shows."""

router = APIRouter(include_in_schema=False)


class Latest(NamedTuple):
    """What a screen begins with: the step that was recorded last, and what the last finished game reached."""

    step: Step | None
    milestones: list[str]


@router.get("/screen")
async def screen(request: Request, look: str = "dark") -> Response:
    """Show the game to an audience; `look` is dark, or light for a bright room."""
    companion = companion_of(request)
    chosen = look if look in LOOKS else "dark"
    now = await companion.moment()
    latest = await kept_by(request).fetch(
        "latest", now.entry, lambda: companion.reading(lambda journal: latest_of(journal, now.entry))
    )
    return page(
        request,
        "screen.html",
        now=now,
        step=latest.step,
        milestones=latest.milestones,
        look=chosen,
        kit=companion.kit.spec.name,
        machine=machine_of(request),
    )


@router.get("/charts/first-box.svg")
async def first_box(request: Request, look: str = "dark", wide: bool = False) -> Response:
    """Return Michie's line for the screen, as a picture; wide where no milestone stands beside it."""
    companion = companion_of(request)
    chosen = look if look in LOOKS else "dark"
    totals = (await companion.moment()).totals
    drawn = await kept_by(request).fetch(
        ("first-box", chosen, wide),
        totals,
        lambda: companion.reading(lambda journal: first_box_svg(journal, chosen, WIDEST if wide else WIDTH)),
    )
    return Response(drawn, media_type="image/svg+xml")


def latest_of(journal: Journal, entry: int) -> Latest:
    """Return what a screen begins with on an entry."""
    action = action_of(journal, entry)
    milestones = Milestones(journal.kit)
    steps = steps_after(journal, action - 1, entry, milestones) if action else []
    reached = milestones.reached_by(journal, last_finished_game(journal))
    told = map(page_words(journal.kit).tell, reached[::-1][:SHOWN])
    return Latest(steps[-1] if steps else None, list(told))


def first_box_svg(journal: Journal, look: str, width: float) -> bytes:
    """Return Michie's line, drawn for a screen."""
    kit = journal.kit
    words = load_words(kit.spec.print.language)
    _, line = finished_games(journal)
    return rendered(first_box_strip(kit, words, line, LOOKS[look], width), "svg")[0]
