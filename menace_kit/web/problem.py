"""What is answered when something will not do: JSON for programs, a plain page for people.

Each mistake has its HTTP status and one sentence.
"""

import json
import re
from collections.abc import Callable, Coroutine, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse

from menace_kit import errors
from menace_kit.text import Words
from menace_kit.text.phrases import Text, say
from menace_kit.text.words import capital
from menace_kit.views.json_output.values import plain
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
    """Return the answer to a request that will not do, in the language of these words.

    JSON (RFC 9457: `title`, `status`, `detail`, and what `more` has) under /api, elsewhere
    the page problem.html. `detail` is one sentence; `state` in `more` is how things stand now.
    With `is_class` the page is a class's own.
    """
    title = HTTPStatus(status).phrase
    told = words.tell(detail)
    if is_api(path_of(scope)):
        facts = {"title": title, "status": status, "detail": told, **more}
        # ASCII, for what somebody sent may hold half characters, which UTF-8 cannot write.
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
        # Where there is no guard, as before a site's own companion, nobody only watches.
        may_change=scope.get("state", {}).get("may_change", True),
    )
    return HTMLResponse(text, status, headers)


SAID = {404: "mistake.page", 400: "mistake.unreadable"}
"""HTTP status -> what is said of it."""

TROUBLE = {
    errors.LogbookBusyError: "mistake.logbook-busy",
    errors.LogbookGoneError: "mistake.logbook-gone",
    errors.LogbookUnwritableError: "mistake.logbook-unwritable",
}
"""Trouble with the logbook -> what is said of it; the rest is said in general."""


LABELS = {
    "opponent": "operate.opponent",
    "operator": "operate.operator",
    "box": "common.box",
}
"""Field of a form -> the label that people see beside it."""


def sentence_for(words: Words, found: Sequence[Mapping[str, Any]], *, is_api: bool) -> str:
    """Return in one sentence where something is wrong with what was sent.

    A person reads the field's label; a program its name, and pydantic's English.
    """
    first = found[0]
    names = [str(part) for part in first["loc"] if part not in ("body", "query", "path", "header")]
    where = ".".join(map(words.colour_called, names)) or "body"
    if is_api:
        return f"{where}: {first['msg']}"[:300]
    is_count = len(names) > 1 and names[0] == "counts"
    if is_count:
        where = capital(words.colour_called(names[1]))
    elif where in LABELS:
        where = words(LABELS[where])
    sentence = words("mistake.sent", where=where[:100])
    # A label may be a question: what follows is a sentence of its own.
    return re.sub(r"\?\s?: (\w)", lambda found: f"? {found[1].upper()}", sentence)


async def _late(request: Request, error: Exception) -> Response:
    """Answer a change that came too late: with why, and how things stand now."""
    state = await request.app.state.companion.state()
    return refuse(request, 409, _told(request, error), state=plain(state))


async def _trouble(request: Request, error: Exception) -> Response:
    """Answer trouble with the logbook; the terminal shows all of it, with the file's path.

    Only where it is busy for the moment does the answer say that the same may be sent again.
    """
    headers = {"Retry-After": "1"} if isinstance(error, errors.LogbookBusyError) else None
    told = next(
        (key for kind, key in TROUBLE.items() if isinstance(error, kind)), "mistake.logbook"
    )
    if request.app.state.companion.settings.alone:  # there is no terminal that would say more
        told = "alone.trouble"
    return refuse(request, 503, say(told), headers)


async def _mistake(request: Request, error: Exception) -> Response:
    unknown = isinstance(error, errors.UnknownNameError) and request.method in ("GET", "HEAD")
    # What is wrong with a kit begins with its file; where that lies is for the terminal alone.
    told = _told(request, error).removeprefix(f"{request.app.state.companion.kit.source}: ")
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
    """Answer a mistake of the program's own; the terminal shows it."""
    return refuse(request, 500, say("mistake.ours"))


def refuse(
    request: Request,
    status: int,
    detail: Text,
    headers: Mapping[str, str] | None = None,
    **more: Any,
) -> Response:
    """Return the answer to a request that will not do, as `problem` makes it."""
    is_class = request.app.state.companion.settings.is_class
    return problem(
        words_of(request), request.scope, status, detail, headers, is_class=is_class, **more
    )


def _told(request: Request, error: Exception) -> str:
    """Return what an error says: a message in the language of the pages, a sentence as it is."""
    return words_of(request).tell(error.args[0] if error.args else error)


ANSWERS: dict[int | type[Exception], Callable[[Request, Any], Coroutine[Any, Any, Response]]] = {
    errors.LogbookMovedOnError: _late,
    errors.LogbookError: _trouble,
    errors.MenaceKitError: _mistake,
    RequestValidationError: _unreadable,
    HTTPException: _refused,
    Exception: _ours,
}
"""What goes wrong -> what answers it."""
