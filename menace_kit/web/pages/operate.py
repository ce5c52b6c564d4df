"""The page of a game: what is due, with acts as forms, so that it works without JavaScript."""

import asyncio
from contextlib import suppress
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import ValidationError

from menace_kit.errors import DoubtfulCountError, GuideError, UnknownNameError
from menace_kit.logbook import Logbook
from menace_kit.logbook.suspicion import suspicion
from menace_kit.text.kit_words import page_words
from menace_kit.text.phrases import paragraph
from menace_kit.views.state import Moment
from menace_kit.views.suspects import suspicion_told
from menace_kit.web.companion import Companion, companion_of
from menace_kit.web.language import words_of
from menace_kit.web.page import ALREADY, forward, notice_for, page
from menace_kit.web.pages.coach import coach_for
from menace_kit.web.pages.login import local_path
from menace_kit.web.problem import sentence_for
from menace_kit.web.request import form_of
from menace_kit.web.taps import ACTS, form_facts

router = APIRouter(include_in_schema=False)


@router.get("/")
async def game(request: Request) -> Response:
    """Show what is due, to be entered; to devices without the PIN, what visitors see."""
    if not request.state.may_change:
        return forward(request, "/watch")
    companion = companion_of(request)
    now = await companion.state()
    return page(
        request,
        "operate.html",
        now=now,
        notice=notice_for(request),
        teach=await coach_for(request, now),
        in_squares=all(len(reply.squares) == 1 for reply in now.replies),
        suspicion=await suspicion_of(companion, now),
    )


WAIT_FOR_SUSPICION = 1.5
"""Seconds that the page between two games waits for the box to count; then it comes without."""


async def suspicion_of(companion: Companion, now: Moment) -> str:
    """Return, between two games, where the draws don't fit the logbook and what to count then."""
    if now.due not in ("start", "adjust") or not now.entry:
        return ""

    def line_of(logbook: Logbook) -> str:
        found = suspicion(logbook)
        if found.fits and not found.suspected:
            return ""
        return page_words(logbook.kit).tell(paragraph(suspicion_told(logbook.kit, found)))

    with suppress(TimeoutError):
        return await asyncio.wait_for(
            companion.reading_once("suspicion", now.entry, line_of), WAIT_FOR_SUSPICION
        )
    return ""


@router.post("/act/{name}")
async def act(request: Request, name: str) -> Response:
    """Record what a form says, and show the page it came from (its field `next`, or the game)."""
    if name not in ACTS:
        raise UnknownNameError(f"there is no act {name!r}; choose from: {', '.join(ACTS)}")
    fields = await form_of(request)
    went = local_path(request, fields.pop("next", ""))
    try:
        wanted = ACTS[name].model_validate(form_facts(fields))
    except ValidationError as error:
        raise GuideError(sentence_for(words_of(request), error.errors(), is_api=False)) from error
    try:
        answer = await companion_of(request).do(wanted)
    except DoubtfulCountError:
        # The box's page asks to confirm the typed counts.
        return RedirectResponse(f"{urlsplit(went).path}?{urlencode(fields)}#count", 303)
    if not answer.recorded:
        parts = urlsplit(went)
        went = urlunsplit(parts._replace(query=urlencode([*parse_qsl(parts.query), ALREADY])))
    return RedirectResponse(went, 303)
