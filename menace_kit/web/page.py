"""What every answer is made with: pages from the templates in templates/pages/,
problems, and what is told live.

Whatever is put into a page is escaped. What takes a while (charts, statistics, exact chances,
printables) is made once for all who ask: `MadeOnce`.
"""

import asyncio
import json
import logging
import math
import re
from collections import OrderedDict, deque
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Coroutine,
    Hashable,
    Mapping,
    Sequence,
)
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from http import HTTPStatus
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar, cast
from urllib.parse import parse_qsl

import segno
from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, StreamingResponse

from menace_kit import errors
from menace_kit.files import pages_folder
from menace_kit.machine.kit import Kit
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.text import Words, load_words
from menace_kit.text.kit_words import page_words
from menace_kit.text.words import END_OF_ISOLATE, ISOLATE, Text, capital, isolated, say
from menace_kit.views.elements import KitShape, drawings, kit_shape


def words_of(request: Request) -> Words:
    return page_words(request.app.state.companion.kit)


def sender(request: Request) -> str:
    return request.client.host if request.client else ""


@cache
def environment(words: Words) -> Environment:
    """Return what makes pages in a language: autoescape always,
    and a name that is not there is an error.
    """
    made = Environment(
        loader=FileSystemLoader(pages_folder()),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals.update(
        say=words,
        language=words.language,
        capital=capital,
        whole=words.number,
        signed=words.signed,
        percent=words.percent,
        share=words.share,
        time=words.time,
        drawings=drawings,
    )
    made.filters.update(unbroken=unbroken, isolated=isolated)
    return made


@cache
def languages() -> dict[str, str]:
    """Return the languages that pages can have: code -> what it calls itself."""
    found = {code: load_words(code) for code in template_names(TemplateKind.TEXT)}
    return {
        code: words("screen.language")
        for code, words in found.items()
        if "screen.language" in words
    }


def in_language(kit: Kit, language: str) -> Kit:
    """Return the same machine, told in another language;
    one that is not there leaves it as it is.
    """
    is_other = language in languages() and language != kit.spec.print.language
    return _told_in(kit, language) if is_other else kit


@cache  # what an address says is no key of it: there are as many words as anybody makes up
def _told_in(kit: Kit, language: str) -> Kit:
    told = kit.spec.print.model_copy(update={"language": language})
    return replace(kit, spec=kit.spec.model_copy(update={"print": told}))


def visitors_kit(request: Request, chosen: str = "") -> Kit:
    """Return the machine in a visitor's language: the chosen one,
    else the first that the browser asks for.

    Where there is none of them, it speaks its own.
    """
    kit: Kit = request.app.state.companion.kit
    asked = [chosen, *asked_for(request.headers.get("accept-language", ""))]
    return in_language(kit, next((code for code in asked if code in languages()), ""))


def asked_for(header: str) -> list[str]:
    """Return the languages of an Accept-Language header by their codes, the dearest first:
    `de` of `de-CH;q=0.8`.
    """
    found = []
    for part in header.split(",")[:MOST_ASKED]:
        tag, _, weight = part.partition(";")
        is_number = re.fullmatch(r"\s*q=(0(\.\d{0,3})?|1(\.0{0,3})?)\s*", weight)
        found.append(
            (-float(is_number[1]) if is_number else -1.0, tag.strip().lower().partition("-")[0])
        )
    return [code for weight, code in sorted(found, key=itemgetter(0)) if code and weight]


MOST_ASKED = 20
"""Languages that a browser may ask for; more are not read."""


def unbroken(text: str) -> str:
    """Return a text in which no line breaks inside a move from square to square, `2-4`,
    a box of a class or `34 %`.
    """
    return re.sub(r"(?<=\d) (?=%)", "\u00a0", re.sub(r"(?<=[\dA-Z])-(?=\d)", "\u2060-\u2060", text))


def page_text(words: Words, template: str, **facts: Any) -> str:
    """Return a page as HTML, in which names that run the other way are isolated."""
    text = environment(words).get_template(template).render(**facts)
    return _ISOLATED.sub(_in_its_own_way, text) if ISOLATE in text else text


_ISOLATED = re.compile(f"(<[^>]*>)|{ISOLATE}([^<{END_OF_ISOLATE}]*){END_OF_ISOLATE}")
"""A tag, in which a name stays as it is, or a name in a text."""


def _in_its_own_way(found: re.Match[str]) -> str:
    return found[1] or f"<bdi>{found[2]}</bdi>"


def page(
    request: Request, template: str, status: int = 200, read_as: Kit | None = None, **facts: Any
) -> HTMLResponse:
    """Return a page as the answer to a request; each knows the machine, whose it is,
    and whether it may be changed.

    It is in the language of `read_as`, the same machine in a visitor's words.
    """
    companion, allowed = request.app.state.companion, request.state.may_change
    told = read_as or companion.kit
    everywhere = {
        "machine": machine_of(told),
        "may_change": allowed,
        "gave_pin": request.state.gave_pin,
        "group": companion.settings.group,
        "alone": companion.settings.alone,
        "is_class": companion.settings.is_class,
    }
    return HTMLResponse(page_text(page_words(told), template, **everywhere, **facts), status)


@cache
def machine_of(kit: Kit) -> KitShape:
    """Return what does not change of a machine while the companion runs, in its language."""
    return kit_shape(kit)


def stream(request: Request, hub: "Hub", after: int | None) -> Response:
    """Return the events of a hub as a stream, behind an entry; 503 where as many listen as can.

    It ends with the session of whoever asked, for what it tells may be for
    those who gave the PIN alone.
    """
    if hub.is_full:
        return refuse(request, 503, say("guard.full"), {"Retry-After": "10"})
    headers = {"X-Accel-Buffering": "no"}
    events = hub.listen(after, request.state.left)
    return StreamingResponse(events, media_type="text/event-stream", headers=headers)


async def form_of(request: Request) -> dict[str, str]:
    """Return the fields of a form; GuideError where it is none."""
    try:
        return dict(
            parse_qsl((await request.body()).decode(), keep_blank_values=True, max_num_fields=100)
        )
    except ValueError as error:
        raise errors.GuideError(say("mistake.form")) from error


def square_code(address: str) -> tuple[int, str]:
    """Return a square code of an address: how many squares it is wide,
    and its dark ones as a path.
    """
    rows = [list(row) for row in segno.make(address, error="m", micro=False).matrix]
    runs = []
    for y, row in enumerate(rows):
        x = 0
        for dark, cells in groupby(row):
            length = len(list(cells))
            if dark:
                runs.append(f"M{x} {y}h{length}v1h-{length}z")
            x += length
    return len(rows), "".join(runs)


LAB = ("numpy", "numba")
"""What the exact chances and the coach need of the extra `lab`."""

INSTALLS_LAB = 'pip install ".[lab]"'
"""What is typed in the project's folder to install it."""

ALREADY = ("said", "already")
"""The part of an address that lets its page say that an act had been recorded already."""


def notice_for(request: Request) -> str:
    """Return what the page that follows an act says of it:
    that it had been recorded already, or nothing.
    """
    return (
        words_of(request)("recorded.already")
        if ALREADY in request.query_params.multi_items()
        else ""
    )


# What is answered when something will not do: JSON for programs, a plain page for people.

JSON_TYPE = "application/problem+json"


def is_api(path: str) -> bool:
    """Return whether a path belongs to the API, which answers in JSON."""
    return path == "/api" or path.startswith("/api/")


def problem(
    words: Words,
    path: str,
    status: int,
    detail: Text,
    headers: Mapping[str, str] | None = None,
    *,
    is_class: bool = False,
    **more: Any,
) -> Response:
    """Return the answer to a request on `path` that will not do, in the language of these words.

    JSON (RFC 9457: `title`, `status`, `detail`, and what `more` has) under /api, elsewhere
    the page problem.html. `detail` is one sentence; `state` in `more` is how things stand now.
    With `is_class` the page is a class's own.
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
        is_class=is_class,
    )
    return HTMLResponse(text, status, headers)


# Mistakes as answers: each with its HTTP status and one sentence.

SAID = {404: "mistake.page", 405: "mistake.method", 400: "mistake.unreadable"}
"""HTTP status -> what is said of it."""

TROUBLE = {
    errors.LogbookBusyError: "mistake.logbook-busy",
    errors.LogbookGoneError: "mistake.logbook-gone",
    errors.LogbookUnwritableError: "mistake.logbook-unwritable",
}
"""Trouble with the logbook -> what is said of it; the rest is said in general."""


def sentence_for(words: Words, found: Sequence[Mapping[str, Any]]) -> str:
    """Return in one sentence what is wrong with what was sent: where, and what is allowed."""
    first = found[0]
    where = ".".join(
        words.colour_called(str(part))
        for part in first["loc"]
        if part not in ("body", "query", "path", "header")
    )
    kind = f"sent.{str(first['type']).replace('_', '-')}"
    told = kind if kind in words else "sent.other"
    return words(told, where=where or words("sent.what"), **first.get("ctx", {}))[:300]


async def _late(request: Request, error: Exception) -> Response:
    """Answer a change that came too late: with why, and how things stand now."""
    state = await request.app.state.companion.state()
    return refuse(request, 409, _told(request, error), state=state.model_dump(mode="json"))


async def _trouble(request: Request, error: Exception) -> Response:
    """Answer trouble with the logbook; the terminal is told all of it, with the file's path.

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
    return refuse(request, 404 if unknown else 422, capital(told))


async def _unreadable(request: Request, error: Exception) -> Response:
    found = error.errors() if isinstance(error, RequestValidationError) else ()
    return refuse(request, 422, sentence_for(words_of(request), found))


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
        words_of(request), request.url.path, status, detail, headers, is_class=is_class, **more
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


# Server-sent events: whatever is recorded, by this server or any other
# program, told to all who listen.
#
# One watcher looks at the logbook's last entry; listeners only wait for it. A step is sent as event
# `step` with the number of its last entry as its id, and after the steps comes event `state`,
# how things stand. A browser that was cut off comes back with the last id that it had,
# and is first sent what it missed, out of what is kept in memory; where that does not reach back so
# far it is told how things stand, so that nobody has old steps made for him alone.

POLL = 0.2
"""Seconds between two looks at the logbook, for what other programs write."""

HEARTBEAT = 15.0
"""Seconds after which a listener is sent something all the same,
so that a dead connection is noticed.
"""

KEPT = 500
"""Steps that are kept in memory for listeners who come back."""

MOST_LISTENERS = 400
"""Streams that are open at the same time; whoever asks for one more is asked to come back."""

ASKING = 2
"""Milliseconds for each listener: an answer takes one, and an operator's step
is to find the server idle.
"""

LOG = logging.getLogger("uvicorn.error")

RETRY = b"retry: 1000\n\n"
STILL_HERE = b": still here\n\n"


Key = tuple[int, frozenset[int]]
"""The last entry, and the lines that are ticked: where either differs,
there is something to tell.
"""


class Look(NamedTuple):
    """What a look at the logbook found: how things stand,
    and the steps that lie behind entry `begin`.

    A step is the number of its last entry, and its JSON; `state` is JSON too.

    `begin` is the entry that was asked for, unless the steps behind that are too many,
    or there is no such entry. Where all is told `anew`, what was kept is not to be told any more.
    """

    key: Key
    state: bytes
    begin: int
    steps: Sequence[tuple[int, bytes]]
    anew: bool = False


class Hub:
    """Watches the logbook for all listeners."""

    def __init__(self, look: Callable[[int | None], Awaitable[Look]], alone: bool = False) -> None:
        """Watch through `look`, which is told the last entry known (None: nothing is known yet).

        Where this program is `alone` with the logbook, it is looked at when something was recorded
        here, and hardly ever besides: a phone is to run all day.
        """
        self._look, self._poll = look, HEARTBEAT if alone else POLL
        self._key: Key = (0, frozenset())
        self._state, self._version = b"", 0
        self._begin = 0
        self._steps: deque[tuple[int, bytes]] = deque()
        self._news, self._woken = asyncio.Event(), asyncio.Event()
        self._watcher: asyncio.Task[None] | None = None
        self._stopped = False
        self._listeners = 0
        self.beside: Sequence[Hub] = (self,)

    async def start(self) -> None:
        """Begin to watch; a few steps that are there already are for listeners
        of a server that was stopped.
        """
        self._take(await self._look(None))
        self._watcher = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        """Stop watching, and end every listener's stream."""
        self.dismiss()
        if self._watcher is not None:
            self._watcher.cancel()
            with suppress(asyncio.CancelledError):
                await self._watcher

    def dismiss(self) -> None:
        """End every listener's stream, so that a server that waits for them can stop."""
        self._stopped = True
        self._tell()

    def look_round(self) -> None:
        """Let every listener's stream look whether it may still go on: somebody's session ended."""
        self._tell()

    def wake(self) -> None:
        """Look at once: something was recorded here."""
        self._woken.set()

    @property
    def spread(self) -> int:
        """Return over how many milliseconds those who listen are to spread what they ask
        when they are told of news.
        """
        return ASKING * self._listeners

    @property
    def is_heard(self) -> bool:
        return self._listeners > 0

    @property
    def is_full(self) -> bool:
        """Return whether as many listen as can, to this hub and those
        beside it in the same server.
        """
        return sum(hub._listeners for hub in self.beside) >= MOST_LISTENERS

    async def listen(
        self, after: int | None, left: Callable[[], float] = lambda: math.inf
    ) -> AsyncIterator[bytes]:
        """Yield events: the steps behind entry `after` (None: those to come),
        and the state after them.

        Where the steps that are kept do not reach back to `after`, the state alone.
        It goes on for ever, or as long as seconds are `left`.
        """
        self._listeners += 1
        try:
            async for event in self._events(after, left):
                yield event
        finally:
            self._listeners -= 1

    async def _events(self, after: int | None, left: Callable[[], float]) -> AsyncIterator[bytes]:
        yield RETRY
        entry = self._key[0] if after is None or after > self._key[0] else after
        told = 0
        while not self._stopped and (remaining := left()) > 0:
            news = self._news
            key, state, version = self._key, self._state, self._version
            events = []
            if self._begin <= entry < key[0]:
                events = [event for number, event in self._steps if entry < number <= key[0]]
            entry = key[0]
            if told != version:
                events.append(state)
                told = version
            if events:  # in one go: to send takes longer than all else that is done for a listener
                yield b"".join(events)
            try:
                await asyncio.wait_for(news.wait(), min(HEARTBEAT, remaining))
            except TimeoutError:
                if left() > 0:
                    yield STILL_HERE

    async def _watch(self) -> None:
        # Not for ever: Python 3.11's wait_for loses a cancellation that comes just
        # after what it waits for.
        while not self._stopped:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), self._poll)
            self._woken.clear()
            try:
                look = await self._look(self._key[0])
                if look.key != self._key or look.anew:
                    self._take(look)
                    self._tell()
            except errors.LogbookError:
                # The terminal was told; it is looked at again, and whoever wants to write is told.
                pass
            except Exception:
                LOG.exception("The screens cannot be told what was recorded")
                await asyncio.sleep(HEARTBEAT)

    def _take(self, look: Look) -> None:
        if look.begin != self._key[0] or look.anew:  # what is kept does not lead there
            self._steps.clear()
            self._begin = look.begin
        self._steps.extend((entry, _event("step", step, entry)) for entry, step in look.steps)
        while len(self._steps) > KEPT:
            self._begin = self._steps.popleft()[0]
        self._key, self._state = look.key, _event("state", look.state)
        self._version += 1

    def _tell(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()


def _event(name: str, data: bytes, number: int | None = None) -> bytes:
    """Return an event; JSON has no ends of lines in it."""
    head = f"event: {name}\n" if number is None else f"event: {name}\nid: {number}\n"
    return head.encode() + b"data: " + data + b"\n\n"


# Things that take a while to make: made once, in another thread, and kept for all who ask.

T = TypeVar("T")

MOST = 64
"""Things that are kept: what each language, look and size has of its own."""


class _Thing(NamedTuple):
    """The newest version of a thing, the task that makes it,
    and whose turn it is among its versions.
    """

    version: Hashable
    task: asyncio.Task[Any]
    turn: asyncio.Lock


class MadeOnce:
    """Keeps the newest version of each thing that was made, so many at the most;
    those asked for last stay.

    Of one thing only one version is made at a time, and then the newest:
    those in between are left out, and whoever asked for one of them is given the newest.

    `turn` is for what takes the whole processor: one at a time.
    """

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self._made: OrderedDict[Hashable, _Thing] = OrderedDict()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def stop(self) -> None:
        """Make no more; what nobody waits for any longer is not begun."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def fetch(self, name: Hashable, version: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """Return the thing of this name and version; it is made where there is none yet.

        Whoever asks while it is made waits for the same. It is made to its end though all who asked
        went away; what goes wrong is raised here, and not kept.
        """
        there = self._made.get(name)
        if there is None or there.version != version:
            turn = there.turn if there else asyncio.Lock()
            there = _Thing(version, asyncio.create_task(self._make(name, turn, make)), turn)
            self._made[name] = there
            self._tasks.add(there.task)
            there.task.add_done_callback(partial(self._done, name))
        self._made.move_to_end(name)
        if len(self._made) > MOST:
            self._made.popitem(last=False)
        return cast("T", await asyncio.shield(there.task))

    def _done(self, name: Hashable, task: asyncio.Task[Any]) -> None:
        """Forget what went wrong, also where nobody waits for it any longer."""
        self._tasks.discard(task)
        there = self._made.get(name)
        if (task.cancelled() or task.exception()) and there is not None and there.task is task:
            del self._made[name]

    async def _make(
        self, name: Hashable, turn: asyncio.Lock, make: Callable[[], Awaitable[T]]
    ) -> T:
        """Make a thing when no other version of it is being made;
        one that is no longer the newest gives the newest.
        """
        async with turn:
            newest = self._made.get(name)
            if newest is None or newest.task is asyncio.current_task():
                return await make()
        return cast("T", await asyncio.shield(newest.task))
