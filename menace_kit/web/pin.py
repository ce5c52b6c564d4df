"""The PIN: who has entered it, and how long a wrong guess must wait."""

import ipaddress
import math
import re
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from copy import copy
from itertools import pairwise
from typing import NamedTuple

from menace_kit.errors import SelectionError, quoted
from menace_kit.text.phrases import Text, paragraph, say
from menace_kit.web.sessions import COOKIE, SESSION, Sessions

DIGITS = 8

MOST_DIGITS = 12

FREE_TRIES = 3
"""From the third wrong PIN in a row, an address has to wait."""

LONGEST_WAIT = 300.0
"""Seconds."""

WRONG_A_MINUTE = 60
"""Wrong PINs checked each minute from all addresses together.

They allow less than one PIN in two thousand to be tried in ten hours. To use them up, and so to
keep others from entering the PIN, a guesser needs hundreds of addresses.
"""

CODE_SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"

CODE_LENGTH = 12
"""Characters of the operator's code, none easily confused, as it may be typed. 59 bits."""

MINUTE = 60.0

MOST_ADDRESSES = 2000


def new_pin() -> str:
    """Return eight random digits."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"


def without_gaps(pin: str) -> str:
    """Return a PIN without spaces and hyphens."""
    return re.sub(r"[\s-]", "", pin)


def checked_pin(text: str) -> str:
    """Return a chosen PIN without spaces; raises SelectionError if it is too short or too easy."""
    pin = without_gaps(text)
    if not (pin.isascii() and pin.isdigit() and DIGITS <= len(pin) <= MOST_DIGITS):
        raise SelectionError(
            f"--pin: {quoted(text)} is not a PIN; a PIN has {DIGITS} to {MOST_DIGITS} digits, "
            "such as 4815 1623, and `new` takes a random one"
        )
    if len({(int(later) - int(digit)) % 10 for digit, later in pairwise(pin)}) == 1:
        raise SelectionError(
            f"--pin: {quoted(text)} is one of the first that anybody tries; choose another one"
        )
    return pin


class PinLock:
    """Knows who has entered the PIN, or used the operator's code, which works once instead.

    Wrong guesses never keep out anyone who has entered it.
    """

    def __init__(
        self,
        pin: str | None,
        clock: Callable[[], float] = time.monotonic,
        sessions: Sessions | None = None,
        secure: bool = False,
    ) -> None:
        """Start with these sessions. Without a PIN and without sessions, everybody is let in.

        If only the sessions know the PIN, theirs is used.
        """
        self._clock = clock
        self._secure = secure
        self._sessions = Sessions() if sessions is None else sessions
        self.pin = pin
        """The PIN; None if there is none, or if only its digest is known."""
        self.is_locked = pin is not None or sessions is not None
        self._known: tuple[Sessions, ...] = (self._sessions,)
        self._code = ""
        self.when_code_used: Callable[[str], None] = lambda _: None
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._latest: deque[float] = deque(maxlen=WRONG_A_MINUTE)

    def with_members(self, members: Sessions) -> "PinLock":
        """Return the same lock for one group: it also lets in these members, who know no PIN."""
        lock = copy(self)  # shallow: wrong PINs, waits and sessions are shared
        lock._known = (self._sessions, members)
        return lock

    def new_code(self) -> str:
        """Return a code that lets in a single browser; earlier codes stop working."""
        self._code = "".join(secrets.choice(CODE_SIGNS) for _ in range(CODE_LENGTH))
        return self._code

    def cookie(self, token: str) -> str:
        """Return the Set-Cookie header for a token; an empty token deletes the cookie."""
        age = round(SESSION) if token else 0
        secure = "; Secure" if self._secure else ""
        return f"{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/; Max-Age={age}{secure}"

    def lets_in(self, token: str | None) -> bool:
        """Return whether this token's holder has entered the PIN; always true if there is none."""
        return self.left(token) > 0

    def left(self, token: str | None) -> float:
        """Return for how many seconds this token is still valid; infinite if there is no PIN."""
        if not self.is_locked:
            return math.inf
        return max(sessions.left(token or "") for sessions in self._known)

    def gave_pin(self, token: str | None) -> bool:
        """Return whether this token's holder entered the PIN; False for a group's members."""
        return self.is_locked and self._sessions.hold(token or "")

    def watch(self, when_ended: Callable[[], None]) -> None:
        """Call `when_ended` whenever a session ends early."""
        for sessions in self._known:
            sessions.when_ended.append(when_ended)

    def wait(self, address: str) -> float:
        """Return how many seconds an address must wait before its next PIN is checked."""
        is_full = len(self._latest) == WRONG_A_MINUTE
        again = self._latest[0] + MINUTE if is_full else 0.0
        _, of_its_own = self._wrong.get(sender_of(address), (0, 0.0))
        return max(0.0, again - self._clock(), of_its_own - self._clock())

    def _is_pin(self, pin: str) -> bool:
        typed = without_gaps(pin)
        if self.pin is None:
            return self._sessions.fit(typed)
        return secrets.compare_digest(typed.encode("utf-8", "replace"), self.pin.encode())

    def _is_code(self, code: str) -> bool:
        typed = code.encode("utf-8", "replace")
        return bool(self._code) and secrets.compare_digest(typed, self._code.encode())

    def begin(self, sessions: Sessions) -> str:
        """Return a new token, and start its session in `sessions`."""
        token = secrets.token_urlsafe(32)
        sessions.add(token)
        return token

    def try_code(self, code: str, address: str) -> "TriedPin":
        """Try the operator's code; a right one lets in, and is then used up."""
        tried = self._tried(address, lambda: self._is_code(code))
        if tried.status == 200 and self.is_locked:
            self._code = ""
            self.when_code_used(address)
        return tried._replace(detail=say("login.used-code")) if tried.status == 403 else tried

    def try_pin(self, pin: str, address: str) -> "TriedPin":
        """Try a PIN from an address."""
        return self._tried(address, lambda: self._is_pin(pin))

    def judge(self, address: str, is_right: Callable[[], bool]) -> "TriedPin":
        """Check a secret from an address, without letting anybody in yet.

        From the third wrong one in a row, each doubles the address's wait.
        """
        if not self.is_locked:
            return TriedPin(200, {})
        if wait := math.ceil(self.wait(address)):
            return TriedPin(429, {"Retry-After": str(wait)}, _with_wait("login.too-many", wait))
        sender = sender_of(address)
        if is_right():
            self._wrong.pop(sender, None)
            return TriedPin(200, {})
        self._note_wrong(sender)
        if wait := math.ceil(self.wait(address)):
            return TriedPin(403, {"Retry-After": str(wait)}, _with_wait("login.wrong", wait))
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
        self._latest.append(now)
        tries = self._wrong.pop(sender, (0, 0.0))[0] + 1
        # Ten doublings exceed the longest wait anyway; more could overflow the float.
        delay = (
            min(2.0 ** min(tries - FREE_TRIES, 10), LONGEST_WAIT) if tries >= FREE_TRIES else 0.0
        )
        self._wrong[sender] = (tries, now + delay)
        if len(self._wrong) > MOST_ADDRESSES:
            self._wrong.popitem(last=False)


class TriedPin(NamedTuple):
    """The answer to a PIN: HTTP status, headers (a cookie, or how long to wait) and a sentence."""

    status: int
    headers: dict[str, str]
    detail: Text = ""


def sender_of(address: str) -> str:
    """Return what counts as one sender: an IPv4 address, or an IPv6 /64, which one device owns."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((found, 64), strict=False))


def _with_wait(key: str, seconds: int) -> Text:
    """Return what was wrong, and when to try again."""
    return paragraph([say(key), say("class.wait", n=seconds)])
