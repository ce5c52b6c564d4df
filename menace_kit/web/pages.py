"""The pages: plain HTML that works without JavaScript; scripts only make it quicker."""

from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import ValidationError

from menace_kit.errors import GuideError, UnknownNameError
from menace_kit.text.messages import say
from menace_kit.web import sentences
from menace_kit.web.acts import ACTS, form_facts
from menace_kit.web.api import companion_of, description, try_pin
from menace_kit.web.mistakes import sentence_for
from menace_kit.web.page_words import words_of
from menace_kit.web.templating import page

router = APIRouter(include_in_schema=False)

ALREADY = ("said", "already")
"""The part of an address that lets its page say that an act had been recorded already."""


@router.get("/login")
async def login_page(request: Request, next: str = "/", refused: bool = False) -> Response:
    """Show where the PIN is given; `refused` says that somebody comes from a tap that was not recorded."""
    return _login_page(request, local_path(next), words_of(request)("login.refused") if refused else "")


@router.post("/login")
async def login(request: Request) -> Response:
    """Take the PIN, and go on to where it was asked for."""
    fields = dict(await form_of(request))
    way_on = local_path(fields.get("next", "/"))
    tried = try_pin(request, fields.get("pin", ""))
    if tried.status == 200:
        return RedirectResponse(way_on, 303, tried.headers)
    answer = _login_page(request, way_on, words_of(request).tell(tried.detail), tried.status)
    answer.headers.update(tried.headers)
    return answer


@router.post("/act/{name}")
async def act(request: Request, name: str) -> Response:
    """Do what a form says, and show where it was sent from (its field `next`, or the game)."""
    if name not in ACTS:
        raise UnknownNameError(say("mistake.act", name=repr(name), known=", ".join(ACTS)))
    fields = dict(await form_of(request))
    went = local_path(fields.pop("next", "/"))
    try:
        wanted = ACTS[name].model_validate(form_facts(fields.items()))
    except ValidationError as error:
        raise GuideError(sentence_for(words_of(request), error.errors())) from error
    answer = await companion_of(request).do(wanted)
    return RedirectResponse(went if answer.recorded else _with_already(went), 303)


@router.get("/api/docs")
async def api_page(request: Request) -> Response:
    """List the calls of the API."""
    calls: list[dict[str, Any]] = [
        {"method": method.upper(), "path": path, "summary": facts.get("summary", "")}
        for path, methods in description(request.app)["paths"].items()
        for method, facts in methods.items()
    ]
    return page(request, "api.html", calls=calls)


def notice_for(request: Request) -> str:
    """Return what the page that follows an act says of it: that it had been recorded already, or nothing."""
    return (
        words_of(request).tell(sentences.already()) if ALREADY in request.query_params.multi_items() else ""
    )


def _with_already(path: str) -> str:
    """Return a path whose page says that the act had been recorded already."""
    parts = urlsplit(path)
    return urlunsplit(parts._replace(query=urlencode([*parse_qsl(parts.query), ALREADY])))


def _login_page(request: Request, way_on: str, message: str, status: int = 200) -> Response:
    companion = companion_of(request)
    return page(
        request,
        "login.html",
        status,
        next=way_on,
        message=message,
        is_locked=companion.gate.is_locked,
        may_watch=not companion.settings.watch_pin,
    )


async def form_of(request: Request) -> list[tuple[str, str]]:
    """Return the fields of a form, in order; GuideError where it is none."""
    try:
        return parse_qsl(
            (await request.body()).decode(), keep_blank_values=True, strict_parsing=False, max_num_fields=100
        )
    except ValueError as error:
        raise GuideError(say("mistake.form")) from error


def local_path(path: str) -> str:
    """Return a path on this server to go on to; the game's where it leads anywhere else."""
    safe = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if safe else "/"
