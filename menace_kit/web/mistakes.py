"""Mistakes as answers: each with its HTTP status and one sentence."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from menace_kit.errors import (
    JournalBusyError,
    JournalError,
    JournalGoneError,
    JournalMovedOnError,
    JournalUnwritableError,
    MenaceKitError,
    UnknownNameError,
)
from menace_kit.text import Words
from menace_kit.text.messages import Text, capital, say
from menace_kit.web.page_words import words_of
from menace_kit.web.problems import problem

SAID = {404: "mistake.page", 405: "mistake.method", 400: "mistake.unreadable"}
"""HTTP status -> what is said of it."""

TROUBLE = {
    JournalBusyError: "mistake.journal-busy",
    JournalGoneError: "mistake.journal-gone",
    JournalUnwritableError: "mistake.journal-unwritable",
}
"""Trouble with the journal -> what is said of it; the rest is said in general."""


def sentence_for(words: Words, errors: Sequence[Mapping[str, Any]]) -> str:
    """Return in one sentence what is wrong with what was sent: where, and what is allowed."""
    first = errors[0]
    where = ".".join(
        words.colour_called(str(part))
        for part in first["loc"]
        if part not in ("body", "query", "path", "header")
    )
    kind = f"sent.{str(first['type']).replace('_', '-')}"
    told = kind if kind in words else "sent.other"
    return words(told, where=where or words("sent.what"), **first.get("ctx", {}))[:300]


def answer_mistakes(app: FastAPI) -> None:
    """Let an application answer whatever goes wrong with a problem."""
    app.add_exception_handler(JournalMovedOnError, _late)
    app.add_exception_handler(JournalError, _trouble)
    app.add_exception_handler(MenaceKitError, _mistake)
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(Exception, _ours)


async def _late(request: Request, error: Exception) -> Response:
    """Answer a change that came too late: with why, and how things stand now."""
    moment = await request.app.state.companion.moment()
    return _problem(request, 409, _told(request, error), state=moment.model_dump(mode="json"))


async def _trouble(request: Request, error: Exception) -> Response:
    """Answer trouble with the journal; the terminal is told all of it, with the file's path.

    Only where it is busy for the moment does the answer say that the same may be sent again.
    """
    headers = {"Retry-After": "1"} if isinstance(error, JournalBusyError) else None
    told = next((key for kind, key in TROUBLE.items() if isinstance(error, kind)), "mistake.journal")
    return _problem(request, 503, say(told), headers)


async def _mistake(request: Request, error: Exception) -> Response:
    unknown = isinstance(error, UnknownNameError) and request.method in ("GET", "HEAD")
    # What is wrong with a kit begins with its file; where that lies is for the terminal alone.
    told = _told(request, error).removeprefix(f"{request.app.state.companion.kit.source}: ")
    return _problem(request, 404 if unknown else 422, capital(told))


async def _unreadable(request: Request, error: Exception) -> Response:
    errors = error.errors() if isinstance(error, RequestValidationError) else ()
    return _problem(request, 422, sentence_for(words_of(request), errors))


async def _refused(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    detail = say(SAID[status]) if status in SAID else f"{HTTPStatus(status).phrase}."
    return _problem(request, status, detail, getattr(error, "headers", None))


async def _ours(request: Request, _error: Exception) -> Response:
    """Answer a mistake of the program's own; the terminal shows it."""
    return _problem(request, 500, say("mistake.ours"))


def _problem(request: Request, status: int, detail: Text, *headers: Any, **more: Any) -> Response:
    return problem(words_of(request), request.url.path, status, detail, *headers, **more)


def _told(request: Request, error: Exception) -> str:
    """Return what an error says: a message in the language of the pages, a sentence as it is."""
    return words_of(request).tell(error.args[0] if error.args else error)
