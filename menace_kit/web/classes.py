"""A class: a machine and a logbook for each group in one program,
and a teacher whom all of them are open to.

Each group has a companion of its own, as if it were alone, below /g/C/ for group C;
what a page of it says of addresses is put below that on its way out, so that no page needs to know.
One process, one port, one PIN: the teacher's. A group is let into its own machine by a code, once;
its phones are known by their cookie from then on.
"""

import re
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import RedirectResponse
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from menace_kit.errors import LogbookBusyError, LogbookError, OutputError, UnknownNameError
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit, kit_of_set, set_letters
from menace_kit.text.words import paragraph, say
from menace_kit.views.elements import kit_shape
from menace_kit.web.commands import Companion
from menace_kit.web.guard import (
    CODE_SIGNS,
    COOKIE,
    PinLock,
    Sessions,
    Settings,
    TriedPin,
    is_loopback,
    token_in,
)
from menace_kit.web.page import form_of, page, sender, square_code, words_of

CODE_OF_CLASS, CODE_OF_GROUP = 4, 5
"""Signs of the code by which a free group is taken, and of that which lets
a second phone into one.
"""


MakeCompanion = Callable[[Kit, Path, Settings, PinLock], FastAPI]


@dataclass(frozen=True)
class ClassGroup:
    """A group: its letters, its companion as an application, who is in it,
    and the code for another phone of it.
    """

    letters: str
    app: FastAPI
    members: Sessions
    code: str

    @property
    def companion(self) -> Companion:
        """Return what does everything for its phones."""
        found: Companion = self.app.state.companion
        return found

    @property
    def path(self) -> str:
        """Return what all its addresses begin with."""
        return f"/g/{self.letters}"

    @property
    def is_taken(self) -> bool:
        return bool(self.members)


class Classroom:
    """The groups of a class by their letters, the codes by which they are joined,
    and the teacher's lock.

    It has what pages ask of a companion: kit, machine, settings and lock.
    `address` is where phones find it.
    """

    def __init__(
        self,
        kit: Kit,
        folder: Path,
        count: int,
        settings: Settings,
        lock: PinLock,
        make: MakeCompanion,
    ) -> None:
        """Prepare for so many groups whose logbooks are in a folder;
        they are opened when the application starts.

        `make` makes the companion of one of them.
        """
        self.kit, self.folder, self.settings, self.lock = (
            kit,
            folder,
            replace(settings, is_class=True),
            lock,
        )
        self.machine = kit_shape(kit)
        self.code, self.address = new_word(CODE_OF_CLASS), ""
        self.when_code_new: Callable[[], None] = lambda: None
        self.groups = {letters: self._group(letters, make) for letters in set_letters(count)}
        companions = [group.companion for group in self.groups.values()]
        self.hubs = [companion.hub for companion in companions]
        for companion in companions:
            companion.hub.beside = self.hubs
            companion.made_once.turn = companions[0].made_once.turn

    def _group(self, letters: str, make: MakeCompanion) -> ClassGroup:
        logbook = logbook_of(self.folder, letters)
        members = Sessions(logbook.with_name(f"{logbook.name}.sessions"))
        app = make(
            kit_of_set(self.kit, letters),
            logbook,
            replace(self.settings, group=letters, is_class=False),
            self.lock.with_members(members),
        )
        return ClassGroup(letters, app, members, new_word(CODE_OF_GROUP))

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open all logbooks, and close them at the end."""
        async with AsyncExitStack() as stack:
            for group in self.groups.values():
                await stack.enter_async_context(group.app.router.lifespan_context(group.app))
            yield

    def dismiss(self) -> None:
        """End every listener's stream."""
        for hub in self.hubs:
            hub.dismiss()

    def group_of(self, token: str | None) -> ClassGroup | None:
        groups = self.groups.values()
        return next((group for group in groups if token and group.members.hold(token)), None)

    def is_teacher(self, token: str | None) -> bool:
        """Return whether all groups are open to whoever shows this token."""
        return self.lock.lets_in(token)

    def group_called(self, letters: str) -> ClassGroup:
        """Return the group of these letters; UnknownNameError where there is none."""
        if letters not in self.groups:
            raise UnknownNameError(
                say("class.no-group", group=repr(letters), known=", ".join(self.groups))
            )
        return self.groups[letters]

    def send_away(self, letters: str) -> None:
        """End the sessions of all phones of a group; it has another code then,
        for they know the old one.
        """
        group = self.group_called(letters)
        group.members.end_all()
        self.groups[letters] = replace(group, code=new_word(CODE_OF_GROUP))

    def send_all_away(self) -> None:
        """Send the phones of all groups away; the class has another code then, too."""
        for letters in self.groups:
            self.send_away(letters)
        self.code = new_word(CODE_OF_CLASS)
        self.when_code_new()

    def try_code(self, code: str, letters: str, address: str) -> tuple[TriedPin, ClassGroup | None]:
        """Return what comes of a code: whether it is right,
        and the group that it lets into, if any.

        A group's own code lets into that; the code of the class into the group of these letters
        as long as nobody else is in it. Wrong codes count as wrong PINs do.
        """
        typed = "".join(code.split()).lower().encode("utf-8", "replace")
        own = [
            group
            for group in self.groups.values()
            if secrets.compare_digest(typed, group.code.encode())
        ]
        of_class = secrets.compare_digest(typed, self.code.encode())
        tried = self.lock.judge(address, lambda: bool(own) or of_class)
        if tried.status != 200:
            return tried, None
        chosen = own[0] if own else self.groups.get(letters)
        return tried, chosen if own or (chosen and not chosen.is_taken) else None


def new_word(signs: int) -> str:
    """Return a code by chance, of signs that look like no others."""
    return "".join(secrets.choice(CODE_SIGNS) for _ in range(signs))


def logbook_of(folder: Path, letters: str) -> Path:
    return folder / f"{letters}.sqlite"


def without_lights(kit: Kit) -> Kit:
    """Return a kit whose drawers have no lights behind them; the same where it has none."""
    cabinet = kit.spec.cabinet
    if cabinet is None or cabinet.lights is None:
        return kit
    dark = cabinet.model_copy(update={"lights": None})
    return replace(kit, spec=kit.spec.model_copy(update={"cabinet": dark}))


def check_logbooks(kit: Kit, folder: Path, count: int) -> None:
    """Make the folder and the logbooks that are not there, and read the others;
    LogbookError names all that are bad.
    """
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise OutputError(
            f"--folder: {folder} cannot be made: {error.strerror}; "
            "name a folder for the logbooks of the class"
        ) from error
    told, are_bad = [], False
    for letters in set_letters(count):
        try:
            Logbook(logbook_of(folder, letters), kit_of_set(kit, letters)).close()
        except LogbookError as error:
            told.append(str(error))
            are_bad |= not isinstance(error, LogbookBusyError)
    if are_bad:
        told.append(f"Where one is moved out of {folder}, its group begins with a new logbook.")
    if told:
        raise LogbookError("\n".join(told))


# A companion below a path.

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


# Pages.

router = APIRouter(include_in_schema=False)


def classroom_of(request: Request) -> Classroom:
    found: Classroom = request.app.state.classroom
    return found


def token_of(request: Request) -> str | None:
    return token_in(request.headers.get("cookie", ""))


def address_of(request: Request) -> str:
    """Return where phones find the class: as this browser does,
    unless it is on the machine itself.
    """
    here = is_loopback(request.url.hostname or "localhost")
    return (classroom_of(request).address if here else "") or str(request.base_url)


@router.get("/")
async def begin(request: Request) -> Response:
    """Lead a phone to its group, the teacher to the groups,
    and everybody else to where one joins.
    """
    classroom, token = classroom_of(request), token_of(request)
    if group := classroom.group_of(token):
        return RedirectResponse(f"{group.path}/", 303)
    return RedirectResponse(
        "/class/overview" if classroom.is_teacher(token) else "/class/join", 303
    )


@router.get("/class/join")
async def join_page(request: Request, code: str = "") -> Response:
    """Show where a code is typed; to a phone that is in a group, its group,
    and how another phone gets there.

    The teacher needs none, and is shown the groups.
    """
    classroom, token = classroom_of(request), token_of(request)
    group = classroom.group_of(token)
    if group is not None:
        return _join_page(request, group=group)
    if classroom.is_teacher(token):
        return RedirectResponse("/class/groups", 303)
    return _join_page(request, code=code[:MOST_CODE])


@router.post("/class/join")
async def join(request: Request) -> Response:
    """Take a code, and let the phone into the group, or let it choose one; `leave` lets it out."""
    classroom, token, fields = classroom_of(request), token_of(request), await form_of(request)
    before = classroom.group_of(token)
    if "leave" in fields:
        if before is not None:
            before.members.end(token or "")
        return RedirectResponse("/class/join", 303, {"Set-Cookie": classroom.lock.cookie("")})
    letters, code = fields.get("group", ""), fields.get("code", "")
    tried, group = classroom.try_code(code, letters, sender(request))
    if tried.status != 200:
        wrong = [say("class.wrong")] if tried.status == 403 else []
        if wait := tried.headers.get("Retry-After"):
            wrong.append(say("class.wait", n=int(wait)))
        message = words_of(request).tell(paragraph(wrong))
        answer = _join_page(request, message=message, status=tried.status)
        answer.headers.update(tried.headers)
        return answer
    if group is None:
        taken = letters and say("class.is-taken", group=classroom.group_called(letters).letters)
        return _join_page(request, code=code, is_right=True, message=words_of(request).tell(taken))
    answer = RedirectResponse(f"{group.path}/", 303)
    if not classroom.is_teacher(token):
        if before is not None:
            before.members.end(token or "")
        answer.headers["Set-Cookie"] = classroom.lock.cookie(classroom.lock.begin(group.members))
    return answer


MOST_CODE = 20
"""Signs of a code in an address that are looked at."""


def _join_page(
    request: Request,
    *,
    code: str = "",
    is_right: bool = False,
    group: ClassGroup | None = None,
    message: str = "",
    status: int = 200,
) -> Response:
    classroom, address = classroom_of(request), address_of(request)
    return page(
        request,
        "class_join.html",
        status,
        code=code,
        is_right=is_right,
        mine=group,
        groups=list(classroom.groups.values()),
        message=message,
        address=address,
        qr=square_code(f"{address}class/join?code={group.code}") if group else None,
    )


@router.get("/class/invite")
async def invite(request: Request) -> Response:
    """Show for a projector how one joins: an address, a code, and a square code of both."""
    classroom, address = classroom_of(request), address_of(request)
    return page(
        request,
        "class_invite.html",
        address=address,
        code=classroom.code,
        qr=square_code(f"{address}class/join?code={classroom.code}"),
        is_locked=classroom.lock.is_locked,
    )


@router.get("/class")
async def class_home() -> Response:
    """Show the class."""
    return RedirectResponse("/class/overview", 303)


@router.get("/class/groups")
async def groups(request: Request) -> Response:
    """Show the teacher the groups: who has joined, their codes, and the way to each."""
    classroom = classroom_of(request)
    return page(
        request,
        "class_groups.html",
        groups=list(classroom.groups.values()),
        is_locked=classroom.lock.is_locked,
    )


@router.post("/class/groups")
async def change_groups(request: Request) -> Response:
    """Send the phones of a group away, `free`, or of all, `free-all`."""
    classroom, fields = classroom_of(request), await form_of(request)
    if "free-all" in fields:
        classroom.send_all_away()
    else:
        classroom.send_away(fields.get("free", ""))
    return RedirectResponse("/class/groups", 303)


async def elsewhere(request: Request) -> Response:
    """Lead a phone to the same page of its own group:
    the square code on a box does not say which group's it is.
    """
    group = classroom_of(request).group_of(token_of(request))
    if group is None:
        raise HTTPException(404)
    return RedirectResponse(
        f"{group.path}{request.url.path}{request.url.query and '?'}{request.url.query}", 303
    )
