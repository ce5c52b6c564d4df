"""The guard in front of everything: who calls, from where, how much they send, and what a browser may do with it."""

import asyncio
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from menace_kit.text import Words
from menace_kit.text.messages import Text, say
from menace_kit.web.gate import Gate, Settings, token_in
from menace_kit.web.page import is_api, problem

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
MOST_BYTES = 16 * 1024
"""What a request may send."""

SENDING_TIME = 10.0
"""Seconds that it may take to send it."""

FILES = ("/static/", "/colours.css")
"""What the page needs on which the PIN is given; nothing of it tells of a game."""

LOGIN = frozenset({"/login", "/api/login"})

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # With no-referrer browsers would hide where our own forms come from as well.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Refusal(NamedTuple):
    """Why a request is not let through: the HTTP status, and one sentence."""

    status: int
    detail: Text


class Guard:
    """Lets through to the application what may pass, with its body read whole; answers everything else itself.

    What passes has `may_change` in its state: whether whoever sent it may change anything.
    """

    def __init__(self, app: ASGIApp, settings: Settings, gate: Gate, words: Words) -> None:
        """Stand before an application; what is refused is told in these words."""
        self._app, self._settings, self._gate, self._words = app, settings, gate, words

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        careful = _CarefulSend(scope, send)
        try:
            await self._answer(scope, receive, careful)
        except Exception:
            if not careful.begun:
                await problem(self._words, scope["path"], 500, say("mistake.ours"))(scope, receive, careful)
            raise  # the server writes it to the terminal

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = self._refused(scope)
        if answer is None and scope["method"] not in SAFE_METHODS:
            body = await _body(receive)
            if isinstance(body, Refusal):
                answer = problem(self._words, scope["path"], *body)
            else:
                receive = _sent_again(body, receive)
        if scope["method"] == "HEAD":  # what GET would be answered; the sender leaves the body out
            scope = {**scope, "method": "GET"}
        await (answer or self._app)(scope, receive, send)

    def _refused(self, scope: Scope) -> Response | None:
        """Return the answer to a request that may not pass, by its head alone; None where it may."""
        headers, path = Headers(scope=scope), scope["path"]
        refusal = (
            host_refusal(self._settings, headers)
            or (scope["method"] not in SAFE_METHODS and origin_refusal(scope, headers))
            or size_refusal(headers)
        )
        if refusal:
            return problem(self._words, path, *refusal)
        may_change = self._gate.lets_in(token_in(headers.get("cookie", "")))
        scope.setdefault("state", {})["may_change"] = may_change
        if may_change or path in LOGIN or path.startswith(FILES):
            return None
        if scope["method"] in SAFE_METHODS:
            if not self._settings.watch_pin:
                return None
            if not is_api(path):
                query = scope["query_string"].decode("latin-1")
                return RedirectResponse(login_address(f"{path}?{query}" if query else path), 303)
        way_on = login_address(_path_in(headers.get("referer", "")))
        if scope["method"] not in SAFE_METHODS:
            way_on += f"{'&' if '?' in way_on else '?'}refused=true"
        return problem(self._words, path, 403, say("guard.pin"), pin_needed=True, login=way_on)


def login_address(way_on: str) -> str:
    """Return where the PIN is given, to go on from there to a path on this server."""
    return f"/login?next={quote(way_on)}" if way_on else "/login"


def host_refusal(settings: Settings, headers: Headers) -> Refusal | None:
    """Return why a request is not for this server, or None.

    A page from elsewhere can make its own name point at our address (DNS rebinding); the browser then still says the
    name.
    """
    hosts = headers.getlist("host")
    if len(hosts) == 1 and settings.is_called(hosts[0]):
        return None
    return Refusal(403, say("guard.name"))


def origin_refusal(scope: Scope, headers: Headers) -> Refusal | None:
    """Return why a change may come from a page of somebody else's, or None.

    Every browser of today says where a change comes from. What says nothing is a program; it must send JSON, which a
    form on another site cannot. The API takes JSON only.
    """
    elsewhere = Refusal(403, say("guard.elsewhere"))
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return elsewhere
    origin = headers.get("origin")
    if origin is not None and origin.lower() != f"{scope.get('scheme', 'http')}://{headers['host']}".lower():
        return elsewhere
    is_json = headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json"
    if is_api(scope["path"]) and not is_json:
        return Refusal(415, say("guard.json"))
    if origin is None and "sec-fetch-site" not in headers and not is_json:
        return elsewhere
    return None


def size_refusal(headers: Headers) -> Refusal | None:
    """Return why what is announced is too much, or None."""
    length = headers.get("content-length", "0")
    if length.isascii() and length.isdigit() and int(length[:12]) <= MOST_BYTES:
        return None
    return Refusal(413, say("guard.too-much", bytes=MOST_BYTES))


async def _body(receive: Receive) -> bytes | Refusal:
    """Return what a request sends, all of it."""
    body = bytearray()
    try:
        async with asyncio.timeout(SENDING_TIME):
            while True:
                message = await receive()
                body += message.get("body", b"")
                if len(body) > MOST_BYTES:
                    return Refusal(413, say("guard.too-much", bytes=MOST_BYTES))
                if not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        return Refusal(408, say("guard.too-slow", seconds=round(SENDING_TIME)))


def _sent_again(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives the body first, and then what really comes."""
    messages: Iterable[Message] = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def again() -> Message:
        for message in messages:
            return message
        return await receive()

    return again


def _path_in(address: str) -> str:
    """Return the path in an address; nothing where it is none."""
    try:
        return urlsplit(address).path
    except ValueError:
        return ""


class _CarefulSend:
    """A `send` that adds what tells browsers to be careful, and knows whether the answer was begun."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._send, self.begun = send, False
        self._is_head = scope["method"] == "HEAD"
        self._caching = "no-cache" if scope["path"].startswith(FILES) else "no-store"

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            headers.setdefault("Cache-Control", self._caching)
            await self._send(message)
            if self._is_head:  # ended at once, for the body may be a stream without an end
                await self._send({"type": "http.response.body", "body": b"", "more_body": False})
        elif not self._is_head:
            await self._send(message)
