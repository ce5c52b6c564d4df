"""The companion below an address of the site."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextlib import suppress
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import unquote, urlsplit

from menace_kit.logbook.copies import TwoCopies
from menace_kit.site.logbook_folder import LogbookFolder
from menace_kit.text import Words
from menace_kit.text.phrases import say

Head = Callable[[int, list[list[str]]], None]

Send = Callable[[bytes], Awaitable[bool]]

Answering = Callable[..., Awaitable[None]]
"""An ASGI application."""


class OnSite:
    """The application as the site shows it: below an address, in a frame, with its own cookies.

    A service worker cannot see or set cookies. All tabs belong to one browser, so they share them.
    """

    def __init__(self, app: Answering, root: str, origin: str) -> None:
        """Put an application at the path `root`, with no final slash, of an `origin`."""
        self._app = app
        self._root = root
        self._scheme, _, self._host = origin.partition("://")
        self._cookies: dict[str, str] = {}

    async def answer(self, request: Mapping[str, Any], head: Head, send: Send) -> None:
        """Answer a request, as `Pocket.answer` describes it."""
        body = bytes(request.get("body") or b"")
        is_gone = False
        unread = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> dict[str, Any]:
            return unread.pop() if unread else await asyncio.Event().wait() and {}

        async def outwards(message: Mapping[str, Any]) -> None:
            nonlocal is_gone
            if message["type"] == "http.response.start":
                head(message["status"], self._told(message["headers"]))
            elif message.get("body") and not await send(message["body"]):
                is_gone = True
                raise asyncio.CancelledError  # as a server does when the client has left

        try:
            await self._app(self._scope(request, len(body)), receive, outwards)
        except asyncio.CancelledError:
            if not is_gone:
                raise

    def _scope(self, request: Mapping[str, Any], length: int) -> dict[str, Any]:
        # Add what the service worker cannot know; these headers override the page's own.
        ours = {"host": self._host, "content-length": str(length)}
        if self._cookies:
            ours["cookie"] = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        given = {name.lower(): value for name, value in request.get("headers") or ()}
        told = {**given, **ours}
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "method": request["method"],
            "scheme": self._scheme,
            "path": self._root + unquote(request["path"]),
            "raw_path": (self._root + request["path"]).encode(),
            "query_string": (request.get("query") or "").encode(),
            "root_path": self._root,
            "headers": [
                (name.encode("latin-1"), value.encode("latin-1", "replace"))
                for name, value in told.items()
            ],
            "client": ("127.0.0.1", 0),
            "server": (urlsplit(f"//{self._host}").hostname, None),
        }

    def _told(self, headers: list[tuple[bytes, bytes]]) -> list[list[str]]:
        """Return the headers for the browser: no cookies, and the site's own frame is allowed."""
        told = []
        for name, value in (
            (name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in headers
        ):
            if name == "set-cookie":
                self._keep(value)
            elif name == "x-frame-options":
                told.append([name, "SAMEORIGIN"])
            else:
                told.append(
                    [name, value.replace("frame-ancestors 'none'", "frame-ancestors 'self'")]
                )
        return told

    def _keep(self, header: str) -> None:
        with suppress(CookieError):
            for name, cookie in SimpleCookie(header).items():
                if cookie["max-age"] == "0":
                    self._cookies.pop(name, None)
                else:
                    self._cookies[name] = cookie.coded_value


def how_alike(found: TwoCopies, forgot: int) -> str:
    """Return whether their logbook may replace ours, `ahead`, or why not.

    `forgot` is how many more names have been erased from theirs; if any, theirs is the one to keep.
    """
    if found.ours and found.theirs:
        return "apart" if found.alike else "other"
    if found.ours or (not found.theirs and forgot < 0):
        return "behind"
    return "ahead" if found.theirs or forgot else "same"


class ReadOnly:
    """An application that changes nothing but visitors' copies while its logbook is elsewhere."""

    def __init__(self, app: Answering, logbook: LogbookFolder, words: Words) -> None:
        """Guard an application; refusals use `words`."""
        self._app, self._logbook, self._words = app, logbook, words

    async def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        from menace_kit.web.guard import SAFE_METHODS, VISITORS, is_among
        from menace_kit.web.problem import problem
        from menace_kit.web.request import path_of

        answer: Answering = self._app
        is_change = scope["method"] not in SAFE_METHODS and not is_among(path_of(scope), VISITORS)
        if is_change and self._logbook.handed_over:
            answer = problem(self._words, scope, 409, say("pocket.read-only"))
        await answer(scope, receive, send)


def run_in_line() -> None:
    """Run at once what libraries would run in a thread, as a browser has none.

    Python's own executors need no change: Pyodide's loop runs their work in line.
    """
    from anyio import to_thread

    async def run_sync(work: Callable[..., Any], *args: Any, **_: Any) -> Any:
        return work(*args)

    # Same signature as the original; there is nothing to cancel.
    to_thread.run_sync = run_sync  # type: ignore[assignment]
