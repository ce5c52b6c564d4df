"""An application below a path, as the machines of a class are."""

import re

from fastapi.responses import RedirectResponse
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from menace_kit.web.classroom import Classroom
from menace_kit.web.sessions import COOKIE

ADDRESS = re.compile(
    rb'\b(href|src|srcset|action|formaction)="/(?!/|static/|colours\.css|class[/?"]|g/[A-Z])'
)
"""Where HTML names an address below which the group's are.
Quotes in a text are escaped, so it is none of those.
"""

EVERY_ADDRESS = re.compile(rb'\b(href|src|srcset|action|formaction)="/(?!/)')
"""The same where nothing but one application is below a path, its static files among it."""

GROUP_PATH = re.compile(r"/g/([A-Z]{1,2})(?=/|$)")


class Below:
    """An application below a path: what its pages, forwardings and cookies say
    of addresses leads below it, too.

    Of a class, static files and the class's own pages are not the application's:
    `named` says which addresses are.
    """

    def __init__(self, app: ASGIApp, path: str, named: re.Pattern[bytes] = ADDRESS) -> None:
        """Put an application below a path, such as `/g/C`."""
        self._app, self._path, self._named = app, path, named

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        inner = scope["path"].removeprefix(self._path)
        if not inner:
            await RedirectResponse(f"{self._path}/", 307)(scope, receive, send)
            return
        # No root_path: what stands before a guarded path in the address must not be
        # cut off behind the guard.
        below = {**scope, "path": inner, "raw_path": inner.encode(), "app_root_path": self._path}
        held: list[Message] = []

        async def outwards(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                self._put_below(headers)
                if headers.get("content-type", "").startswith("text/html"):
                    held.append(message)
                    return
            elif held:
                held.append(message)
                if message.get("more_body", False):
                    return
                await self._send_page(held, send, is_whole=scope["method"] != "HEAD")
                held.clear()
                return
            await send(message)

        await self._app(below, receive, outwards)

    def _put_below(self, headers: MutableHeaders) -> None:
        if place := headers.get("location"):
            headers["location"] = self._address(_SERVER.sub("", place))
        cookies = headers.getlist("set-cookie")
        del headers["set-cookie"]
        # Who somebody is holds for the whole class, the rest for this machine.
        for cookie in cookies:
            told = (
                cookie
                if cookie.startswith(f"{COOKIE}=")
                else _COOKIE_PATH.sub(f"; Path={self._path}/", cookie)
            )
            headers.append("set-cookie", told)

    def _address(self, place: str) -> str:
        return self._named.sub(self._prefix, f'href="{place}"'.encode()).decode()[
            len('href="') : -1
        ]

    def _prefix(self, found: re.Match[bytes]) -> bytes:
        return found[1] + b'="' + self._path.encode() + b"/"

    async def _send_page(self, held: list[Message], send: Send, is_whole: bool) -> None:
        start, *parts = held
        body = self._named.sub(self._prefix, b"".join(part.get("body", b"") for part in parts))
        headers = MutableHeaders(scope=start)
        del headers["content-length"]
        if is_whole:
            headers["content-length"] = str(len(body))
        await send(start)
        await send({"type": "http.response.body", "body": body, "more_body": False})


_SERVER = re.compile(r"^https?://[^/]+(?=/)")
"""Before a path to which is forwarded: a slash too much is taken away by a whole
address of this server.
"""

_COOKIE_PATH = re.compile(r"; *path=/(?=;|$)", re.IGNORECASE)


class ClassDoor:
    """Sends each request to the group that it is for, or to the pages of the class."""

    def __init__(self, app: ASGIApp, classroom: Classroom) -> None:
        """Stand before the guarded pages of a class."""
        self._app, self._classroom = app, classroom
        self._groups = {
            letters: Below(group.app, group.path) for letters, group in classroom.groups.items()
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer: ASGIApp = self._app
        if scope["type"] == "http":
            found = GROUP_PATH.match(scope["path"])
            if found and found[1] in self._groups:
                answer = self._groups[found[1]]
        await answer(scope, receive, send)
