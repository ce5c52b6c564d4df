"""The pages of the twin: anybody plays a copy of the machine on a phone.

Only the copy learns, and nothing reaches the logbook. `guide/twin.py` says how a copy plays. A
cookie with no other meaning links a browser to its copy.
"""

from dataclasses import replace
from random import SystemRandom
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, ConfigDict, ValidationError

from menace_kit.errors import GuideError
from menace_kit.guide.players import check_players, next_side
from menace_kit.guide.twin import Copy, packed
from menace_kit.logbook import Logbook
from menace_kit.machine import Kit
from menace_kit.machine.learning import Result
from menace_kit.text.kit_words import page_words, player_called
from menace_kit.views.boxes import box_number
from menace_kit.views.twin import box_facts, changed_boxes, game_facts
from menace_kit.web.companion import companion_of
from menace_kit.web.copies import IDLE, Copies
from menace_kit.web.language import visitors_kit, words_of
from menace_kit.web.page import forward, page
from menace_kit.web.problem import sentence_for
from menace_kit.web.request import form_of, root_of, sender

router = APIRouter(include_in_schema=False)

COOKIE = "menace_kit_twin"


class NewGame(BaseModel):
    """A new game: who moves first, how beads are chosen, and whether to copy the machine anew."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    first_mover: Literal["machine", "opponent"] | None = None
    how: Literal["lot", "greedy"] = "lot"
    anew: bool = False


@router.get("/play")
async def play(request: Request, begun: bool = False) -> Response:
    """Show the game against a copy, or how to start one."""
    kit = _visitors_kit(request)
    copy = _copy_of(request)
    is_gone = copy is None and (begun or COOKIE in request.cookies)
    session = copy.session(kit) if copy else None
    return page(
        request,
        "twin.html",
        read_as=kit,
        copy=copy,
        first=kit.boxes[0].name,
        sides=[(side, page_words(kit).tell(player_called(kit, side))) for side in kit.sides],
        dead=[side for side in kit.sides if session and session.is_dead(side)],
        results=[(result.value, copy.fared.get(result, 0)) for result in Result] if copy else [],
        changed=changed_boxes(kit, copy) if copy else [],
        notice=page_words(kit)("twin.gone") if is_gone else "",
        **(game_facts(kit, copy) if copy else {"game": None}),
    )


@router.post("/play/begin")
async def begin(request: Request) -> Response:
    """Start a game, with a new copy if there is none or if one is asked for."""
    companion = companion_of(request)
    copies = _copies(request)
    token = request.cookies.get(COOKIE)
    try:
        wanted = NewGame.model_validate(await form_of(request))
    except ValidationError as error:
        raise GuideError(sentence_for(words_of(request), error.errors(), is_api=False)) from error
    kit = companion.kit
    copy = _copy_of(request)
    if copy is None or wanted.anew:
        now = await companion.state()
        contents = await companion.reading_once("contents", now.entry, Logbook.contents)
        copy = Copy.of(kit, contents, now.totals.games)
    machine_first = None if wanted.first_mover is None else wanted.first_mover == "machine"
    session = copy.session(kit)
    check_players(session.kit, None, machine_first, both=False)
    if not session.is_dead(next_side(session.kit, machine_first)):
        copy = copy.begin(kit, machine_first, wanted.how == "greedy", SystemRandom())
    elif copy.game and copy.game.running:
        copy = replace(copy, game=None, held=packed(kit, session.contents))
    token = copies.keep(token, copy, sender(request))
    answer = _back(request, is_begun=True)
    answer.set_cookie(
        COOKIE,
        token,
        max_age=round(IDLE),
        path=f"{root_of(request.scope)}/",
        secure=companion.settings.secure,
        httponly=True,
        samesite="strict",
    )
    return answer


@router.post("/play/move")
async def move(request: Request) -> Response:
    """Make the visitor's move and then the machine's; a tap on an outdated page does nothing."""
    fields = await form_of(request)
    copy = _copy_of(request)
    if copy is None:
        return _back(request, is_begun=True)
    if fields.get("on") == copy.step:
        kit = _visitors_kit(request)
        after = copy.reply(kit, fields.get("square", "")[:40], SystemRandom())
        _copies(request).keep(request.cookies.get(COOKIE), after, sender(request))
    return _back(request)


@router.get("/play/box")
async def box(request: Request, box: Annotated[str, Query(max_length=80)]) -> Response:
    """Show a box of the copy."""
    copy = _copy_of(request)
    if copy is None:
        return _back(request, is_begun=True)
    kit = _visitors_kit(request)
    facts = box_facts(kit, copy, box_number(kit, box))
    return page(request, "twin_box.html", read_as=kit, **facts)


def _copies(request: Request) -> Copies:
    found: Copies = request.app.state.copies
    return found


def _copy_of(request: Request) -> Copy | None:
    return _copies(request).find(request.cookies.get(COOKIE))


def _visitors_kit(request: Request) -> Kit:
    return visitors_kit(companion_of(request).kit, request)


def _back(request: Request, is_begun: bool = False) -> RedirectResponse:
    return forward(request, "/play?begun=true" if is_begun else "/play")
