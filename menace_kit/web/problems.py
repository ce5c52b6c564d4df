"""What is answered when something will not do: JSON for programs, a plain page for people."""

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from starlette.responses import HTMLResponse, Response

from menace_kit.text import Words
from menace_kit.text.messages import Text
from menace_kit.web.templating import page_text

JSON_TYPE = "application/problem+json"


def is_api(path: str) -> bool:
    """Return whether a path belongs to the API, which answers in JSON."""
    return path == "/api" or path.startswith("/api/")


def problem(
    words: Words, path: str, status: int, detail: Text, headers: Mapping[str, str] | None = None, **more: Any
) -> Response:
    """Return the answer to a request on `path` that will not do, in the language of these words.

    JSON (RFC 9457: `title`, `status`, `detail`, and what `more` has) under /api, elsewhere the page problem.html.
    `detail` is one sentence; `state` in `more` is how things stand now.
    """
    title, told = HTTPStatus(status).phrase, words.tell(detail)
    if is_api(path):
        facts = {"title": title, "status": status, "detail": told, **more}
        # ASCII, for what somebody sent may hold half characters, which UTF-8 cannot write.
        return Response(json.dumps(facts), status, headers, JSON_TYPE)
    shown = told.encode("utf-8", "replace").decode()
    key = f"status.{status}"
    text = page_text(
        words,
        "problem.html",
        title=words(key) if key in words else title,
        status=status,
        detail=shown,
        state=more.get("state"),
        pin_needed=more.get("pin_needed", False),
        login=more.get("login", ""),
    )
    return HTMLResponse(text, status, headers)
