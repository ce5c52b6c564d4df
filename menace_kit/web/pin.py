"""The PIN: who has given it, and how long somebody who guesses has to wait."""

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
"""From the third wrong PIN in a row on, an address has to wait."""

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

MOST_ADDRESSES = 2000


def new_pin() -> str:
    """Return eight digits by chance."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"


def without_gaps(pin: str) -> str:
    """Return a PIN without the blanks and hyphens between its groups of digits."""
    return re.sub(r"[\s-]", "", pin)


def checked_pin(text: str) -> str:
    """Return a PIN that somebody chose, without blanks;
    SelectionError where it is too short or guessed at once.
    """
    pin = without_gaps(text)
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
        self._clock = clock
        self._secure = secure
        self._sessions = Sessions() if sessions is None else sessions
        self._pin = pin
        self._is_locked = pin is not None or sessions is not None
        self._known: tuple[Sessions, ...] = (self._sessions,)
        self._code = ""
        self.when_code_used: Callable[[str], None] = lambda _: None
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._again = _Budget(WRONG_A_MINUTE)
        self._first = _Budget(FIRST_WRONG_A_MINUTE)

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
        """Return whether the holder of this token has given the PIN;
        everybody where there is none.
        """
        return self.left(token) > 0

    def left(self, token: str | None) -> float:
        """Return for how many seconds the holder of this token is still let in;
        for ever where there is no PIN.
        """
        if not self.is_locked:
            return math.inf
        return max(sessions.left(token or "") for sessions in self._known)

    def gave_pin(self, token: str | None) -> bool:
        """Return whether there is a PIN, and the holder of this token gave it;
        members of a group did not.
        """
        return self.is_locked and self._sessions.hold(token or "")

    def watch(self, when_ended: Callable[[], None]) -> None:
        """Call something whenever somebody is let in no longer, before the time."""
        for sessions in self._known:
            sessions.when_ended.append(when_ended)

    def wait(self, address: str) -> float:
        """Return how many seconds an address has to wait until its next PIN is looked at."""
        sender = sender_of(address)
        now = self._clock()
        return max(0.0, self._wrong.get(sender, (0, 0.0))[1] - now, self._budget(sender).wait(now))

    def open(self, pin: str, address: str) -> str | None:
        """Return a new token where the PIN is right and the address need not wait; None otherwise.

        After the third wrong PIN in a row each makes the address wait twice
        as long as the one before.
        """
        is_open = self.is_locked and self._passes(address, lambda: self._is_pin(pin))
        return self.begin(self._sessions) if is_open else None

    def _is_pin(self, pin: str) -> bool:
        typed = without_gaps(pin)
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
        as an answer to a device that gives it.
        """
        return self._tried(address, lambda: self._is_pin(pin))

    def judge(self, address: str, is_right: Callable[[], bool]) -> "TriedPin":
        """Return what comes of anything secret that is given from an address;
        nobody is let in by it yet.
        """
        if not self.is_locked:
            return TriedPin(200, {})
        if wait := math.ceil(self.wait(address)):
            return TriedPin(429, {"Retry-After": str(wait)}, _with_wait("login.too-many", wait))
        if self._passes(address, is_right):
            return TriedPin(200, {})
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


def _with_wait(key: str, seconds: int) -> Text:
    """Return what was wrong, and when one may try again."""
    return paragraph([say(key), say("class.wait", n=seconds)])
