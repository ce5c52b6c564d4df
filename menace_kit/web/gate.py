"""The PIN: who has given it, and how long somebody who guesses has to wait."""

import hashlib
import ipaddress
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from starlette.requests import cookie_parser

COOKIE = "menace_kit_session"
DIGITS = 8
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

MINUTE = 60.0
MOST_SESSIONS = 200
MOST_ADDRESSES = 2000


def new_pin() -> str:
    """Return eight digits by chance."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"


class Gate:
    """Keeps who has given the PIN, in memory: after a restart it is asked for again, and it is another one.

    Whoever has given it is let in whatever others do.
    """

    def __init__(self, pin: str | None, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with nobody let in; without a PIN everybody is."""
        self._pin, self._clock = pin, clock
        self._sessions: OrderedDict[str, None] = OrderedDict()
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._again, self._first = _Budget(WRONG_A_MINUTE), _Budget(FIRST_WRONG_A_MINUTE)

    @property
    def is_locked(self) -> bool:
        """Return whether there is a PIN at all."""
        return self._pin is not None

    def lets_in(self, token: str | None) -> bool:
        """Return whether whoever shows this token has given the PIN; everybody where there is none."""
        return not self.is_locked or (token is not None and _digest(token) in self._sessions)

    def wait(self, address: str) -> float:
        """Return how many seconds an address has to wait until its next PIN is looked at."""
        sender, now = sender_of(address), self._clock()
        return max(0.0, self._wrong.get(sender, (0, 0.0))[1] - now, self._budget(sender).wait(now))

    def open(self, pin: str, address: str) -> str | None:
        """Return a new token where the PIN is right and the address need not wait; None otherwise.

        After the third wrong PIN in a row each makes the address wait twice as long as the one before.
        """
        if self._pin is None or self.wait(address):
            return None
        sender = sender_of(address)
        typed = "".join(pin.split()).encode("utf-8", "replace")  # the terminal shows it in groups
        if not secrets.compare_digest(typed, self._pin.encode()):
            self._note_wrong(sender)
            return None
        self._wrong.pop(sender, None)
        token = secrets.token_urlsafe(32)
        self._sessions[_digest(token)] = None
        _shorten(self._sessions, MOST_SESSIONS)
        return token

    def close(self, token: str | None) -> None:
        """Forget whoever shows this token."""
        self._sessions.pop(_digest(token or ""), None)

    def _note_wrong(self, sender: str) -> None:
        now = self._clock()
        self._budget(sender).spend(now)
        tries = self._wrong.pop(sender, (0, 0.0))[0] + 1
        # Beyond ten doublings it is the longest wait anyway, and a power of two may become too large for a float.
        delay = min(2.0 ** min(tries - FREE_TRIES, 10), LONGEST_WAIT) if tries >= FREE_TRIES else 0.0
        self._wrong[sender] = (tries, now + delay)
        _shorten(self._wrong, MOST_ADDRESSES)

    def _budget(self, sender: str) -> "_Budget":
        return self._again if sender in self._wrong else self._first


class _Budget:
    """So many wrong PINs in any minute."""

    def __init__(self, most: int) -> None:
        self._times: deque[float] = deque(maxlen=most)

    def wait(self, now: float) -> float:
        """Return how many seconds it is until there is one left; 0 or less where there is."""
        return self._times[0] + MINUTE - now if len(self._times) == self._times.maxlen else 0.0

    def spend(self, now: float) -> None:
        """Take one."""
        self._times.append(now)


def sender_of(address: str) -> str:
    """Return what counts as one sender: an IPv4 address, or the /64 of an IPv6 address, all of which one device has."""
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
    """Return the token in a Cookie header, or None; other programs on the same machine may set odd cookies."""
    return cookie_parser(cookies).get(COOKIE)


def cookie_with(token: str) -> str:
    """Return the Set-Cookie header that gives a browser its token; an empty token takes it away again."""
    age = 43_200 if token else 0  # seconds: half a day, which a fair does not outlast
    return f"{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/; Max-Age={age}"


def _digest(token: str) -> str:
    # Looking a digest up takes as long whatever is wrong with the token.
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _shorten(kept: OrderedDict[str, Any], most: int) -> None:
    while len(kept) > most:
        kept.popitem(last=False)


# What the companion was started with: who may reach it, and who may change anything.

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
"""The names by which a program on the same machine calls it."""


@dataclass(frozen=True)
class Settings:
    """Who may reach the companion, and what for.

    `names` are the host names, in lower case, that a browser may have called it by; with `any_address` a bare address
    will do as well: to point a name of their own at our address is what an attacker from outside does, and a bare
    address is no name. Where there is a `pin`, changing anything needs it, and with `watch_pin` seeing anything too.
    """

    names: frozenset[str] = LOOPBACK
    any_address: bool = False
    pin: str | None = None
    watch_pin: bool = False

    def is_called(self, host: str) -> bool:
        """Return whether a request's Host header names this server; the port is not looked at."""
        name = host_name(host)
        return name in self.names or (self.any_address and is_address(name))


def host_name(host: str) -> str:
    """Return the name in a Host header, without its port, in lower case: `localhost` of `Localhost:1961`."""
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
