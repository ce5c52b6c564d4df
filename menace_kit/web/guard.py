"""Who may reach the companion, and who may change anything.

`Settings` says by which names it may be called and whether there is a PIN; `PinLock` who has
given it, and how long somebody who guesses has to wait. `Guard` stands in front of everything:
who calls, from where, how much they send, and what a browser may do with the answer.
An attacker is another page in the same browser or somebody on the same network.
"""

import asyncio
import hashlib
import ipaddress
import json
import logging
import math
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from menace_kit.errors import MenaceKitError, OutputError, SelectionError, quoted
from menace_kit.files import read_text, write_file
from menace_kit.text import Words
from menace_kit.text.words import Text, say
from menace_kit.web.page import is_api, problem

LOG = logging.getLogger("uvicorn.error")

# What the companion was started with.

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
"""The names by which a program on the same machine calls it."""


@dataclass(frozen=True)
class Settings:
    """Who may reach the companion, and what for.

    `names` are the host names, in lower case, that a browser may have called it by;
    with `any_address` a bare address will do as well: to point a name of their own at our address
    is what an attacker from outside does, and a bare address is no name. Where there is a `pin`,
    changing anything needs it and seeing who played before, and with `watch_pin` seeing anything.
    It is `alone` where no other device reaches it. It is `secure` over HTTPS:
    then a browser sends its cookie in no other way. `group` are the letters of the machine where
    it is one of a class, and `is_class` says that it is the class itself.
    """

    names: frozenset[str] = LOOPBACK
    any_address: bool = False
    pin: str | None = None
    watch_pin: bool = False
    secure: bool = False
    alone: bool = False
    group: str = ""
    is_class: bool = False

    def is_called(self, host: str) -> bool:
        """Return whether a request's Host header names this server; the port is not looked at."""
        name = host_name(host)
        return name in self.names or (self.any_address and is_address(name))


def host_name(host: str) -> str:
    """Return the name in a Host header, without its port, in lower case:
    `localhost` of `Localhost:1961`.
    """
    name = host.strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.partition(":")[0].removesuffix(".")


def is_loopback(name: str) -> bool:
    """Return whether a host name reaches this machine alone."""
    return name in LOOPBACK or (is_address(name) and ipaddress.ip_address(name).is_loopback)


def is_address(name: str) -> bool:
    """Return whether a host name is a bare IP address."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


# The PIN.

COOKIE = "menace_kit_session"
DIGITS = 8
MOST_DIGITS = 12
SESSION = 43_200.0
"""Seconds that whoever gave the PIN is let in for: half a day, which a fair does not outlast."""

FREE_TRIES = 3
"""Wrong PINs that cost an address nothing."""

LONGEST_WAIT = 300.0
"""Seconds."""

WRONG_A_MINUTE = 20
"""Wrong PINs that are looked at from all addresses that gave a wrong one before, taken together."""

FIRST_WRONG_A_MINUTE = 60
"""The same for those that did not: a reserve, so that nobody who guesses keeps the others out.

Together they try less than one PIN in two thousand in ten hours.
"""

CODE_SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"
CODE_LENGTH = 12
"""Signs of the operator's code; none of them looks like another, for it may be typed. 59 bits."""

MINUTE = 60.0
MOST_SESSIONS = 200
MOST_ADDRESSES = 2000


def new_pin() -> str:
    """Return eight digits by chance."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"


def checked_pin(text: str) -> str:
    """Return a PIN that somebody chose, without blanks;
    SelectionError where it is too short or guessed at once.
    """
    pin = "".join(text.split())
    if not (pin.isascii() and pin.isdigit() and DIGITS <= len(pin) <= MOST_DIGITS):
        raise SelectionError(
            f"--pin: {quoted(text)} is not a PIN; a PIN has {DIGITS} to {MOST_DIGITS} digits, "
            "such as 4815 1623, and `new` takes a random one"
        )
    if len({(int(later) - int(digit)) % 10 for digit, later in pairwise(pin)}) == 1:
        raise SelectionError(
            f"--pin: {quoted(text)} is among the first that anybody tries; take another one"
        )
    return pin


class Sessions:
    """Who has given the PIN: digests of what their browsers keep,
    each with its end, and a digest of the PIN.

    In a file they outlast the server; nothing that stands there lets anybody in.
    With another PIN all of them end.
    """

    def __init__(self, path: Path | None = None, now: Callable[[], float] = time.time) -> None:
        """Read what is there; in memory without a path.
        What cannot be read, or is not ours, tells of nobody.
        """
        self._path, self._now = path, now
        self._pin, self._ends = self._read()
        self.when_ended: list[Callable[[], None]] = []
        """Called when somebody is let in no longer, before the time."""

    def __bool__(self) -> bool:
        """Return whether anybody is let in."""
        return any(end > self._now() for end in self._ends.values())

    def belong_to(self, pin: str) -> None:
        """Go on with the sessions where this is the PIN that they belong
        to, else begin with none.
        """
        if not self.fit(pin):
            self._pin = _slow_digest(pin, secrets.token_hex(16))
            self.end_all()

    def fit(self, pin: str) -> bool:
        """Return whether this is the PIN that the sessions belong to."""
        salt = self._pin.partition(":")[0]
        found, kept = (
            text.encode("utf-8", "replace") for text in (_slow_digest(pin, salt), self._pin)
        )
        return bool(salt) and secrets.compare_digest(found, kept)

    def hold(self, token: str) -> bool:
        """Return whether a token is one of a session that has not ended."""
        return self.left(token) > 0

    def left(self, token: str) -> float:
        """Return how many seconds the session of a token still goes on; 0 where there is none."""
        return max(0.0, self._ends.get(_digest(token), 0.0) - self._now())

    def add(self, token: str) -> None:
        """Begin a session; where there are too many, the oldest ends."""
        self._change(_digest(token), self._now() + SESSION)

    def end(self, token: str) -> None:
        """End a session; a token of none changes nothing."""
        digest = _digest(token)
        if digest in self._ends or digest in self._read()[1]:
            self._change(digest, 0.0)

    def end_all(self) -> None:
        """End all of them."""
        self._ends = {}
        self._write()
        self._tell()

    def _tell(self) -> None:
        for tell in self.when_ended:
            tell()

    def _change(self, digest: str, end: float) -> None:
        pin, others = self._read()
        if pin and pin == self._pin:  # a second server of the same logbook has sessions, too
            self._ends |= others
        held = {
            each: until
            for each, until in (self._ends | {digest: end}).items()
            if until > self._now()
        }
        self._ends = dict(sorted(held.items(), key=lambda each: each[1])[-MOST_SESSIONS:])
        if not self._path or pin in ("", self._pin):
            self._write()
        self._tell()

    def _read(self) -> tuple[str, dict[str, float]]:
        with suppress(MenaceKitError, ValueError, TypeError, KeyError, AttributeError, *BEYOND):
            found = json.loads(read_text(self._path, MOST_SESSIONS_BYTES)) if self._path else {}
            ends = {str(digest): float(end) for digest, end in found["sessions"].items()}
            latest = self._now() + SESSION  # a clock that was wrong lets nobody in for ever
            return str(found["pin"]), {digest: min(end, latest) for digest, end in ends.items()}
        return "", {}

    def _write(self) -> None:
        if self._path:
            text = json.dumps({"pin": self._pin, "sessions": self._ends}, indent=1)
            try:
                write_file(self._path, text.encode(), private=True)
            except OutputError as error:
                LOG.warning("Who gave the PIN is not kept: %s", error)


MOST_SESSIONS_BYTES = 100_000
BEYOND = (RecursionError, OverflowError)
"""What a file ends in that has brackets or digits without end."""


def _slow_digest(pin: str, salt: str) -> str:
    """Return a digest of a PIN that takes a moment:
    whoever finds the file is not to try all PINs at once.
    """
    found = hashlib.scrypt(
        pin.encode("utf-8", "replace"), salt=salt.encode("utf-8", "replace"), n=2**13, r=8, p=1
    )
    return f"{salt}:{found.hex()}"


class PinLock:
    """Knows who has given the PIN, or came by the operator's code,
    which does once what the PIN does.

    Whoever has given it is let in whatever others do.
    """

    def __init__(
        self,
        pin: str | None,
        clock: Callable[[], float] = time.monotonic,
        sessions: Sessions | None = None,
        secure: bool = False,
    ) -> None:
        """Begin with who is let in by these sessions; without a PIN, here and there, everybody is.

        Where only the sessions know the PIN, it is theirs.
        """
        self._clock, self._secure = clock, secure
        self._sessions, self._pin = Sessions() if sessions is None else sessions, pin
        self._is_locked = pin is not None or sessions is not None
        self._known: tuple[Sessions, ...] = (self._sessions,)
        self._code = ""
        self.when_code_used: Callable[[str], None] = lambda _: None
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._again, self._first = _Budget(WRONG_A_MINUTE), _Budget(FIRST_WRONG_A_MINUTE)

    def with_members(self, members: Sessions) -> "PinLock":
        """Return the same lock for a part of what it locks:
        it lets in these members, too, who know no PIN.
        """
        lock = copy(self)  # wrong PINs, waits and sessions are one and the same
        lock._known = (self._sessions, members)
        return lock

    @property
    def is_locked(self) -> bool:
        return self._is_locked

    @property
    def shown_pin(self) -> str | None:
        """Return the PIN, None where there is none, or only its digest is known."""
        return self._pin

    def new_code(self) -> str:
        """Return a code that lets one browser in, and no second one;
        the one before it is good for nothing.
        """
        self._code = "".join(secrets.choice(CODE_SIGNS) for _ in range(CODE_LENGTH))
        return self._code

    def cookie(self, token: str) -> str:
        """Return the Set-Cookie header that gives a browser its token;
        an empty token takes it away again.
        """
        age = round(SESSION) if token else 0
        secure = "; Secure" if self._secure else ""
        return f"{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/; Max-Age={age}{secure}"

    def lets_in(self, token: str | None) -> bool:
        """Return whether whoever shows this token has given the PIN;
        everybody where there is none.
        """
        return self.left(token) > 0

    def left(self, token: str | None) -> float:
        """Return for how many seconds whoever shows this token is still let in;
        for ever where there is no PIN.
        """
        if not self.is_locked:
            return math.inf
        return max(sessions.left(token or "") for sessions in self._known)

    def gave_pin(self, token: str | None) -> bool:
        """Return whether there is a PIN, and whoever shows this token gave it;
        members of a group did not.
        """
        return self.is_locked and self._sessions.hold(token or "")

    def watch(self, when_ended: Callable[[], None]) -> None:
        """Call something whenever somebody is let in no longer, before the time."""
        for sessions in self._known:
            sessions.when_ended.append(when_ended)

    def wait(self, address: str) -> float:
        """Return how many seconds an address has to wait until its next PIN is looked at."""
        sender, now = sender_of(address), self._clock()
        return max(0.0, self._wrong.get(sender, (0, 0.0))[1] - now, self._budget(sender).wait(now))

    def open(self, pin: str, address: str) -> str | None:
        """Return a new token where the PIN is right and the address need not wait; None otherwise.

        After the third wrong PIN in a row each makes the address wait twice
        as long as the one before.
        """
        is_open = self.is_locked and self._passes(address, lambda: self._is_pin(pin))
        return self.begin(self._sessions) if is_open else None

    def _is_pin(self, pin: str) -> bool:
        typed = "".join(pin.split())  # the terminal shows it in groups
        if self._pin is None:
            return self._sessions.fit(typed)
        return secrets.compare_digest(typed.encode("utf-8", "replace"), self._pin.encode())

    def _is_code(self, code: str) -> bool:
        typed = code.encode("utf-8", "replace")
        return bool(self._code) and secrets.compare_digest(typed, self._code.encode())

    def _passes(self, address: str, is_right: Callable[[], bool]) -> bool:
        """Return whether what was given is right and the address need not wait;
        what is wrong makes it wait.
        """
        if self.wait(address):
            return False
        sender = sender_of(address)
        if is_right():
            self._wrong.pop(sender, None)
            return True
        self._note_wrong(sender)
        return False

    def begin(self, sessions: Sessions) -> str:
        """Return a new token, whose session began in these."""
        token = secrets.token_urlsafe(32)
        sessions.add(token)
        return token

    def try_code(self, code: str, address: str) -> "TriedPin":
        """Return what comes of the operator's code: a right one lets in, and is used up."""
        tried = self._tried(address, lambda: self._is_code(code))
        if tried.status == 200 and self.is_locked:
            self._code = ""
            self.when_code_used(address)
        return tried._replace(detail=say("login.used-code")) if tried.status == 403 else tried

    def try_pin(self, pin: str, address: str) -> "TriedPin":
        """Return what comes of a PIN that is given from an address:
        as an answer to whoever gives it.
        """
        return self._tried(address, lambda: self._is_pin(pin))

    def judge(self, address: str, is_right: Callable[[], bool]) -> "TriedPin":
        """Return what comes of anything secret that is given from an address;
        nobody is let in by it yet.
        """
        if not self.is_locked:
            return TriedPin(200, {})
        if wait := math.ceil(self.wait(address)):
            return TriedPin(429, {"Retry-After": str(wait)}, say("login.too-many", n=wait))
        if self._passes(address, is_right):
            return TriedPin(200, {})
        if wait := math.ceil(self.wait(address)):
            return TriedPin(403, {"Retry-After": str(wait)}, say("login.wrong-wait", n=wait))
        return TriedPin(403, {}, say("login.wrong"))

    def _tried(self, address: str, is_right: Callable[[], bool]) -> "TriedPin":
        tried = self.judge(address, is_right)
        if tried.status != 200 or not self.is_locked:
            return tried
        return tried._replace(headers={"Set-Cookie": self.cookie(self.begin(self._sessions))})

    def close(self, token: str | None) -> None:
        for sessions in self._known:
            sessions.end(token or "")

    def _note_wrong(self, sender: str) -> None:
        now = self._clock()
        self._budget(sender).spend(now)
        tries = self._wrong.pop(sender, (0, 0.0))[0] + 1
        # Beyond ten doublings it is the longest wait anyway, and a power of two may
        # become too large for a float.
        delay = (
            min(2.0 ** min(tries - FREE_TRIES, 10), LONGEST_WAIT) if tries >= FREE_TRIES else 0.0
        )
        self._wrong[sender] = (tries, now + delay)
        if len(self._wrong) > MOST_ADDRESSES:
            self._wrong.popitem(last=False)

    def _budget(self, sender: str) -> "_Budget":
        return self._again if sender in self._wrong else self._first


class TriedPin(NamedTuple):
    """What came of a PIN: the HTTP status, headers for the answer (a cookie,
    or how long to wait), and a sentence.
    """

    status: int
    headers: dict[str, str]
    detail: Text = ""


class _Budget:
    """So many wrong PINs in any minute."""

    def __init__(self, most: int) -> None:
        self._times: deque[float] = deque(maxlen=most)

    def wait(self, now: float) -> float:
        """Return how many seconds it is until there is one left; 0 or less where there is."""
        return self._times[0] + MINUTE - now if len(self._times) == self._times.maxlen else 0.0

    def spend(self, now: float) -> None:
        self._times.append(now)


def sender_of(address: str) -> str:
    """Return what counts as one sender: an IPv4 address, or the /64 of an IPv6 address,
    all of which one device has.
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((found, 64), strict=False))


def token_in(cookies: str) -> str | None:
    """Return the token in a Cookie header, or None;
    other programs on the same machine may set odd cookies.
    """
    return cookie_parser(cookies).get(COOKIE)


def _digest(token: str) -> str:
    # Looking a digest up takes as long whatever is wrong with the token.
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


# The guard.

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
MOST_BYTES = 16 * 1024
"""What a request may send."""

SENDING_TIME = 10.0
"""Seconds that it may take to send it."""

FILES = ("/static/", "/colours.css")
"""What the page needs on which the PIN is given; nothing of it tells of a game."""

LOGIN = frozenset({"/login", "/logout", "/api/login", "/class/join"})

VISITORS = ("/watch", "/play")
"""Where visitors guess, and play against a copy: nothing of it reaches the logbook,
so that sending there needs no PIN.
"""

OPERATORS = ("/history", "/api/history", "/api/game", "/class")
"""Where the games that were played stand, with the names of those who played them,
and the pages of a class: for whoever gave the PIN.
"""

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
    "frame-ancestors 'none'; base-uri 'none'"
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
    """Lets through to the application what may pass, with its body read whole;
    answers everything else itself.

    What passes has in its state `may_change`: whether whoever sent it may change anything;
    `gave_pin`: whether by the PIN; and `left()`: for how many seconds what it is answered
    may go on, as a stream does.
    """

    def __init__(self, app: ASGIApp, settings: Settings, lock: PinLock, words: Words) -> None:
        """Stand before an application; what is refused is told in these words."""
        self._app, self._settings, self._lock = app, settings, lock
        self._problem = partial(problem, words, is_class=settings.is_class)

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
                await self._problem(scope["path"], 500, say("mistake.ours"))(
                    scope, receive, careful
                )
            raise  # the server writes it to the terminal

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = self._refused(scope)
        if answer is None and scope["method"] not in SAFE_METHODS:
            body = await _body(receive)
            if body is None:
                return
            if isinstance(body, Refusal):
                answer = self._problem(scope["path"], *body)
            else:
                receive = _sent_again(body, receive)
        if scope["method"] == "HEAD":  # what GET would be answered; the sender leaves the body out
            scope = {**scope, "method": "GET"}
        await (answer or self._app)(scope, receive, send)

    def _refused(self, scope: Scope) -> Response | None:
        """Return the answer to a request that may not pass,
        by its head alone; None where it may.
        """
        headers, path = Headers(scope=scope), scope["path"]
        refusal = (
            host_refusal(self._settings, headers)
            or (scope["method"] not in SAFE_METHODS and origin_refusal(scope, headers))
            or size_refusal(headers)
        )
        if refusal:
            return self._problem(path, *refusal)
        token = token_in(headers.get("cookie", ""))
        may_change = self._lock.lets_in(token)
        scope.setdefault("state", {}).update(
            may_change=may_change,
            gave_pin=self._lock.gave_pin(token),
            # Whoever is shown only what everybody may see has no session that could end.
            left=partial(self._lock.left, token) if may_change else lambda: math.inf,
        )
        if may_change or path in LOGIN or path.startswith(FILES):
            return None
        is_safe = scope["method"] in SAFE_METHODS
        is_open = is_among(path, VISITORS) or (is_safe and not is_among(path, OPERATORS))
        if is_open and not self._settings.watch_pin:
            return None
        if is_safe and not is_api(path):
            query = scope["query_string"].decode("latin-1")
            return RedirectResponse(login_address(f"{path}?{query}" if query else path), 303)
        way_on = login_address(_path_in(headers.get("referer", "")))
        if not is_safe:
            way_on += f"{'&' if '?' in way_on else '?'}refused=true"
        return self._problem(path, 403, say("guard.pin"), pin_needed=True, login=way_on)


def is_among(path: str, begins: Iterable[str]) -> bool:
    """Return whether a path is one of these, or lies below one."""
    return any(path == begin or path.startswith(f"{begin}/") for begin in begins)


def login_address(way_on: str) -> str:
    """Return where the PIN is given, to go on from there to a path on this server."""
    return f"/login?next={quote(way_on)}" if way_on else "/login"


def host_refusal(settings: Settings, headers: Headers) -> Refusal | None:
    """Return why a request is not for this server, or None.

    A page from elsewhere can make its own name point at our address (DNS rebinding);
    the browser then still says the name.
    """
    hosts = headers.getlist("host")
    if len(hosts) == 1 and settings.is_called(hosts[0]):
        return None
    return Refusal(403, say("guard.name"))


def origin_refusal(scope: Scope, headers: Headers) -> Refusal | None:
    """Return why a change may come from a page of somebody else's, or None.

    Every browser of today says where a change comes from. What says nothing is a program;
    it must send JSON, which a form on another site cannot. The API takes JSON only.
    """
    elsewhere = Refusal(403, say("guard.elsewhere"))
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


async def _body(receive: Receive) -> bytes | Refusal | None:
    """Return what a request sends, all of it; None where it broke off,
    for half of it may mean something else.
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
                    return Refusal(413, say("guard.too-much", bytes=MOST_BYTES))
                if not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        return Refusal(408, say("guard.too-slow", seconds=round(SENDING_TIME)))


def _sent_again(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives the body first, and then what really comes."""
    messages: Iterator[Message] = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def again() -> Message:
        return next(messages, None) or await receive()

    return again


def _path_in(address: str) -> str:
    """Return the path in an address; nothing where it is none."""
    try:
        return urlsplit(address).path
    except ValueError:
        return ""


class _CarefulSend:
    """A `send` that adds what tells browsers to be careful,
    and knows whether the answer was begun.
    """

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
