"""The guard before everything: who calls, from where, how much, and what browsers may do.

An attacker is another page in the same browser, or somebody on the same network.
"""

import asyncio
import math
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from menace_kit.machine import Kit
from menace_kit.text.kit_words import page_words
from menace_kit.text.phrases import Text, say
from menace_kit.web.language import visitors_kit
from menace_kit.web.pin import PinLock
from menace_kit.web.problem import is_api, problem
from menace_kit.web.request import path_of, root_of
from menace_kit.web.sessions import token_in
from menace_kit.web.settings import Settings

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

MOST_BYTES = 16 * 1024
"""Bytes that a request may send."""

SENDING_TIME = 10.0
"""Seconds within which it must send them."""

FILES = ("/static/", "/colours.css")
"""What the sign-in page needs; none of it shows anything of a game."""

LOGIN = frozenset({"/login", "/logout", "/api/login", "/class/join"})

VISITORS = ("/watch", "/play")
"""Where visitors guess or play a copy; nothing there reaches the logbook, so no PIN is needed."""

OPERATORS = ("/history", "/api/history", "/api/game", "/class")
"""Past games with players' names, and a class's pages: only for devices that gave the PIN."""

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
    "frame-ancestors 'none'; base-uri 'none'"
)

HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # no-referrer would also hide the origin of our own forms.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Refusal(NamedTuple):
    """Why a request is refused: the HTTP status, and one sentence."""

    status: int
    detail: Text


class Guard:
    """Passes allowed requests on, with their whole body, and answers all others itself.

    It sets in the request's state `may_change`: whether the sender may change anything; `gave_pin`:
    whether by PIN; and `left()`: for how many seconds an answer, such as a stream, may continue.
    """

    def __init__(self, app: ASGIApp, settings: Settings, lock: PinLock, kit: Kit) -> None:
        self._app = app
        self._settings = settings
        self._lock = lock
        self._kit = kit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
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
                await self._problem(scope, 500, say("mistake.ours"))(scope, receive, careful)
            raise  # the server writes it to the terminal

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = self._refused(scope)
        if answer is None and scope["method"] not in SAFE_METHODS:
            body = await _body(receive)
            if body is None:
                return
            if isinstance(body, Refusal):
                answer = self._problem(scope, *body)
            else:
                receive = _sent_again(body, receive)
        if scope["method"] == "HEAD":  # answered like GET; _CarefulSend leaves the body out
            scope = {**scope, "method": "GET"}
        await (answer or self._app)(scope, receive, send)

    def _problem(self, scope: Scope, status: int, detail: Text, **more: Any) -> Response:
        """Return the answer to a refused request, in the language that the sender reads."""
        works_it = scope.get("state", {}).get("may_change", False) or self._settings.is_class
        kit = self._kit if works_it else visitors_kit(self._kit, HTTPConnection(scope))
        is_class = self._settings.is_class
        return problem(page_words(kit), scope, status, detail, is_class=is_class, **more)

    def _refused(self, scope: Scope) -> Response | None:
        """Return the answer to a request that its head alone rules out, or None."""
        headers = Headers(scope=scope)
        path = path_of(scope)
        # Set this before refusing anything: the page that says why has a menu and a language.
        token = token_in(headers.get("cookie", ""))
        may_change = self._lock.lets_in(token)
        scope.setdefault("state", {}).update(
            may_change=may_change,
            gave_pin=self._lock.gave_pin(token),
            # Without the PIN you see only public pages, and there is no session to end.
            left=partial(self._lock.left, token) if may_change else lambda: math.inf,
        )
        refusal = (
            host_refusal(self._settings, headers)
            or (scope["method"] not in SAFE_METHODS and origin_refusal(scope, headers))
            or size_refusal(headers)
        )
        if refusal:
            return self._problem(scope, *refusal)
        if may_change or path in LOGIN or path.startswith(FILES):
            return None
        is_safe = scope["method"] in SAFE_METHODS
        is_open = is_among(path, VISITORS) or (is_safe and not is_among(path, OPERATORS))
        if is_open and not self._settings.watch_pin:
            return None
        if is_safe and not is_api(path):
            query = scope["query_string"].decode("latin-1")
            asked = f"{scope['path']}?{query}" if query else scope["path"]
            return RedirectResponse(login_address(root_of(scope), asked), 303)
        way_on = login_address(root_of(scope), _path_in(headers.get("referer", "")))
        if not is_safe:
            way_on += f"{'&' if '?' in way_on else '?'}refused=true"
        return self._problem(scope, 403, say("companion.watching"), pin_needed=True, login=way_on)


def is_among(path: str, begins: Iterable[str]) -> bool:
    """Return whether a path is one of these, or below one."""
    return any(path == begin or path.startswith(f"{begin}/") for begin in begins)


def login_address(root: str, way_on: str) -> str:
    """Return the address to sign in at, which continues to `way_on` on this server."""
    return f"{root}/login?next={quote(way_on)}" if way_on else f"{root}/login"


def host_refusal(settings: Settings, headers: Headers) -> Refusal | None:
    """Return why a request is not for this server, or None.

    A page from elsewhere can point its own name at our address (DNS rebinding), but the browser
    still sends that name.
    """
    hosts = headers.getlist("host")
    if len(hosts) == 1 and settings.is_called(hosts[0]):
        return None
    return Refusal(
        403, "This server doesn't have that name; use the address that its terminal shows."
    )


def origin_refusal(scope: Scope, headers: Headers) -> Refusal | None:
    """Return why a change may come from another site's page, or None.

    Every current browser says where a change comes from. A sender that doesn't is a program. It
    must send JSON, which a form on another site cannot do. The API accepts only JSON.
    """
    elsewhere = Refusal(403, "Only this server's own pages may change anything.")
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return elsewhere
    origin = headers.get("origin")
    if (
        origin is not None
        and origin.lower() != f"{scope.get('scheme', 'http')}://{headers['host']}".lower()
    ):
        return elsewhere
    is_json = (
        headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json"
    )
    if is_api(path_of(scope)) and not is_json:
        return Refusal(415, "The API takes JSON: send Content-Type: application/json.")
    if origin is None and "sec-fetch-site" not in headers and not is_json:
        return elsewhere
    return None


TOO_MUCH = f"That is too much to send at once: at most {MOST_BYTES} bytes."


def size_refusal(headers: Headers) -> Refusal | None:
    """Return why the announced length is too much, or None."""
    length = headers.get("content-length", "0")
    if length.isascii() and length.isdigit() and int(length[:12]) <= MOST_BYTES:
        return None
    return Refusal(413, TOO_MUCH)


async def _body(receive: Receive) -> bytes | Refusal | None:
    """Return the complete body of a request.

    Returns None if it broke off, because half a body may mean something else.
    """
    body = bytearray()
    try:
        async with asyncio.timeout(SENDING_TIME):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return None
                body += message.get("body", b"")
                if len(body) > MOST_BYTES:
                    return Refusal(413, TOO_MUCH)
                if not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        return Refusal(408, f"Sending took longer than {SENDING_TIME:.0f} seconds. Try again.")


def _sent_again(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that first gives the body, then what really comes."""
    messages: Iterator[Message] = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def again() -> Message:
        return next(messages, None) or await receive()

    return again


def _path_in(address: str) -> str:
    """Return the path in an address; empty if it has none."""
    try:
        return urlsplit(address).path
    except ValueError:
        return ""


class _CarefulSend:
    """A `send` that adds the security headers, and knows whether the answer has begun."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._send = send
        self.begun = False
        self._is_head = scope["method"] == "HEAD"
        self._caching = "no-cache" if path_of(scope).startswith(FILES) else "no-store"

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            headers.setdefault("Cache-Control", self._caching)
            await self._send(message)
            if self._is_head:  # end at once: the body may be an endless stream
                await self._send({"type": "http.response.body", "body": b"", "more_body": False})
        elif not self._is_head:
            await self._send(message)
