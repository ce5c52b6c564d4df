"""Answers to mistakes: JSON for programs, a plain page for people.

Each mistake has an HTTP status and one sentence.
"""

import json
from collections.abc import Callable, Coroutine, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse

from menace_kit import errors
from menace_kit.text import Words
from menace_kit.text.grammar import capital
from menace_kit.text.phrases import Text, say
from menace_kit.views.shape import plain
from menace_kit.web.language import words_of
from menace_kit.web.page import page_text
from menace_kit.web.request import path_of, root_of

JSON_TYPE = "application/problem+json"


def is_api(path: str) -> bool:
    """Return whether a path belongs to the API, which answers in JSON."""
    return path == "/api" or path.startswith("/api/")


def problem(
    words: Words,
    scope: Mapping[str, Any],
    status: int,
    detail: Text,
    headers: Mapping[str, str] | None = None,
    *,
    is_class: bool = False,
    **more: Any,
) -> Response:
    """Return the answer to a mistake, in the language of `words`.

    Under /api it is JSON (RFC 9457: `title`, `status`, `detail`, and the fields in `more`),
    elsewhere the page problem.html. `detail` is one sentence; `state` in `more` is the present
    state. With `is_class` the page is a class's.
    """
    title = HTTPStatus(status).phrase
    told = words.tell(detail)
    if is_api(path_of(scope)):
        facts = {"title": title, "status": status, "detail": told, **more}
        # ASCII: text that was sent may have lone surrogates, which UTF-8 cannot encode.
        return Response(json.dumps(facts), status, headers, JSON_TYPE)
    shown = told.encode("utf-8", "replace").decode()
    text = page_text(
        words,
        "problem.html",
        root=root_of(scope),
        title=words("mistake.title"),
        status=status,
        detail=shown,
        state=more.get("state"),
        pin_needed=more.get("pin_needed", False),
        login=more.get("login", ""),
        is_class=is_class,
        # Without a guard, as on the site, every visitor may change everything.
        may_change=scope.get("state", {}).get("may_change", True),
    )
    return HTMLResponse(text, status, headers)


SAID = {404: "mistake.page", 400: "mistake.unreadable"}
"""HTTP status -> key of its sentence."""

TROUBLE = {
    errors.LogbookBusyError: "mistake.logbook-busy",
    errors.LogbookGoneError: "mistake.logbook-gone",
    errors.LogbookUnwritableError: "mistake.logbook-unwritable",
}
"""Error of the logbook -> key of its sentence; others have a general one."""


def sentence_for(words: Words, found: Sequence[Mapping[str, Any]], *, is_api: bool) -> str:
    """Return one sentence on what is wrong with what was sent, and where.

    Programs read pydantic's English. Forms ask browsers to check, so people hardly ever see it.
    """
    first = found[0]
    names = [str(part) for part in first["loc"] if part not in ("body", "query", "path", "header")]
    where = ".".join(names) or "body"
    if is_api:
        return f"{where}: {first['msg']}"[:300]
    return words("common.named", name=where[:100], told=words("mistake.sent"))


async def _late(request: Request, error: Exception) -> Response:
    """Answer a change that came too late: why, and the present state."""
    state = await request.app.state.companion.state()
    return refuse(request, 409, _told(request, error), state=plain(state))


async def _trouble(request: Request, error: Exception) -> Response:
    """Answer an error of the logbook; the terminal shows all of it, with the file's path.

    Only if the logbook is busy does the answer say that a retry may work.
    """
    headers = {"Retry-After": "1"} if isinstance(error, errors.LogbookBusyError) else None
    told = next(
        (key for kind, key in TROUBLE.items() if isinstance(error, kind)), "mistake.logbook"
    )
    if request.app.state.companion.settings.alone:  # no terminal could say more
        told = "alone.trouble"
    return refuse(request, 503, say(told), headers)


async def _mistake(request: Request, error: Exception) -> Response:
    unknown = isinstance(error, errors.UnknownNameError) and request.method in ("GET", "HEAD")
    told = _told(request, error)
    if isinstance(error, errors.DoubtfulCountError):
        return refuse(request, 422, capital(told), ask_sure=True)
    return refuse(request, 404 if unknown else 422, capital(told))


async def _unreadable(request: Request, error: Exception) -> Response:
    found = error.errors() if isinstance(error, RequestValidationError) else ()
    told = sentence_for(words_of(request), found, is_api=is_api(path_of(request.scope)))
    return refuse(request, 422, told)


async def _refused(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    detail = say(SAID[status]) if status in SAID else f"{HTTPStatus(status).phrase}."
    return refuse(request, status, detail, getattr(error, "headers", None))


async def _ours(request: Request, _error: Exception) -> Response:
    """Answer a mistake in the program; the terminal shows it."""
    return refuse(request, 500, say("mistake.ours"))


def refuse(
    request: Request,
    status: int,
    detail: Text,
    headers: Mapping[str, str] | None = None,
    **more: Any,
) -> Response:
    """Return the answer to a mistake, made by `problem`."""
    is_class = request.app.state.companion.settings.is_class
    return problem(
        words_of(request), request.scope, status, detail, headers, is_class=is_class, **more
    )


def _told(request: Request, error: Exception) -> str:
    """Return an error's text: a message in the pages' language, a plain sentence unchanged.

    Of a file's path, and of the key there, only the terminal may tell.
    """
    location = error.location if isinstance(error, errors.MenaceKitError) else None
    if location is not None:
        return location.said
    return words_of(request).tell(error.args[0] if error.args else error)


ANSWERS: dict[int | type[Exception], Callable[[Request, Any], Coroutine[Any, Any, Response]]] = {
    errors.LogbookMovedOnError: _late,
    errors.LogbookError: _trouble,
    errors.MenaceKitError: _mistake,
    RequestValidationError: _unreadable,
    HTTPException: _refused,
    Exception: _ours,
}
"""Error -> the function that answers it."""
