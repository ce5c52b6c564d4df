"""The PIN: who has given it, and how long somebody who guesses has to wait."""

import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from http.cookies import CookieError, SimpleCookie
from typing import Any

COOKIE = "menace_kit_session"
FREE_TRIES = 3
"""Wrong PINs that cost an address nothing."""

LONGEST_WAIT = 300.0
"""Seconds."""

MOST_SESSIONS = 200
MOST_ADDRESSES = 2000


def new_pin() -> str:
    """Return six digits by chance."""
    return f"{secrets.randbelow(10**6):06d}"


class Gate:
    """Keeps who has given the PIN, in memory: after a restart it is asked for again, and it is another one."""

    def __init__(self, pin: str | None, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with nobody let in; without a PIN everybody is."""
        self._pin, self._clock = pin, clock
        self._sessions: OrderedDict[str, None] = OrderedDict()
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()

    @property
    def is_locked(self) -> bool:
        """Return whether there is a PIN at all."""
        return self._pin is not None

    def lets_in(self, token: str | None) -> bool:
        """Return whether whoever shows this token has given the PIN; everybody where there is none."""
        return not self.is_locked or (token is not None and _digest(token) in self._sessions)

    def wait(self, address: str) -> float:
        """Return how many seconds an address has to wait until its next PIN is looked at."""
        return max(0.0, self._wrong.get(address, (0, 0.0))[1] - self._clock())

    def open(self, pin: str, address: str) -> str | None:
        """Return a new token where the PIN is right and the address need not wait; None otherwise.

        After the third wrong PIN in a row each makes the address wait twice as long as the one before.
        """
        if self._pin is None or self.wait(address):
            return None
        if not secrets.compare_digest(pin.strip().encode("utf-8", "replace"), self._pin.encode()):
            tries = self._wrong.pop(address, (0, 0.0))[0] + 1
            delay = min(2.0 ** (tries - FREE_TRIES), LONGEST_WAIT) if tries >= FREE_TRIES else 0.0
            self._wrong[address] = (tries, self._clock() + delay)
            _shorten(self._wrong, MOST_ADDRESSES)
            return None
        self._wrong.pop(address, None)
        token = secrets.token_urlsafe(32)
        self._sessions[_digest(token)] = None
        _shorten(self._sessions, MOST_SESSIONS)
        return token

    def close(self, token: str | None) -> None:
        """Forget whoever shows this token."""
        self._sessions.pop(_digest(token or ""), None)


def token_in(cookies: str) -> str | None:
    """Return the token in a Cookie header, or None."""
    try:
        found = SimpleCookie(cookies).get(COOKIE)
    except CookieError:
        return None
    return found.value if found else None


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
