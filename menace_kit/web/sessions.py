"""Who has entered the PIN: sessions, and the cookie that identifies a browser."""

import hashlib
import json
import logging
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from starlette.requests import cookie_parser

from menace_kit.errors import MenaceKitError, OutputError
from menace_kit.files import read_text, write_file

LOG = logging.getLogger("uvicorn.error")

COOKIE = "menace_kit_session"

SESSION = 43_200.0
"""Seconds for which the PIN lets a device in: half a day, longer than a fair."""

MOST_SESSIONS = 200
MOST_SESSIONS_BYTES = 100_000

BEYOND = (RecursionError, OverflowError)
"""Errors of reading a file with endless brackets or digits."""


class Sessions:
    """Who has entered the PIN: digests of browsers' tokens with their ends, and of the PIN.

    A file keeps them across restarts; nothing in it lets anybody in. A new PIN ends all of them.
    """

    def __init__(self, path: Path | None = None, now: Callable[[], float] = time.time) -> None:
        """Read the file, or without a path keep the sessions in memory.

        An unreadable or foreign file counts as empty.
        """
        self._path = path
        self._now = now
        self._pin, self._ends = self._read()
        self.when_ended: list[Callable[[], None]] = []
        """Called when a session ends early."""

    def __bool__(self) -> bool:
        """Return whether anybody is let in."""
        return any(end > self._now() for end in self._ends.values())

    def belong_to(self, pin: str) -> None:
        """Keep the sessions if this is their PIN; otherwise end all of them."""
        if not self.fit(pin):
            self._pin = _slow_digest(pin, secrets.token_hex(16))
            self.end_all()

    def fit(self, pin: str) -> bool:
        """Return whether this is the sessions' PIN."""
        salt = self._pin.partition(":")[0]
        if not salt:
            return False
        found, kept = (
            text.encode("utf-8", "replace") for text in (_slow_digest(pin, salt), self._pin)
        )
        return secrets.compare_digest(found, kept)

    def hold(self, token: str) -> bool:
        """Return whether a token has a session that hasn't ended."""
        return self.left(token) > 0

    def left(self, token: str) -> float:
        """Return the seconds left of a token's session; 0 if it has none."""
        return max(0.0, self._ends.get(_digest(token), 0.0) - self._now())

    def add(self, token: str) -> None:
        """Start a session; if there are too many, the oldest ends."""
        self._change(_digest(token), self._now() + SESSION)

    def end(self, token: str) -> None:
        """End a token's session, if it has one."""
        digest = _digest(token)
        if digest in self._ends:
            self._change(digest, 0.0)

    def end_all(self) -> None:
        self._ends = {}
        self._write()
        self._tell()

    def _tell(self) -> None:
        for tell in self.when_ended:
            tell()

    def _change(self, digest: str, end: float) -> None:
        held = {
            each: until
            for each, until in (self._ends | {digest: end}).items()
            if until > self._now()
        }
        self._ends = dict(sorted(held.items(), key=lambda each: each[1])[-MOST_SESSIONS:])
        self._write()
        self._tell()

    def _read(self) -> tuple[str, dict[str, float]]:
        with suppress(MenaceKitError, ValueError, TypeError, KeyError, AttributeError, *BEYOND):
            found = json.loads(read_text(self._path, MOST_SESSIONS_BYTES)) if self._path else {}
            ends = {str(digest): float(end) for digest, end in found["sessions"].items()}
            latest = self._now() + SESSION  # no endless sessions after the clock was wrong
            return str(found["pin"]), {digest: min(end, latest) for digest, end in ends.items()}
        return "", {}

    def _write(self) -> None:
        if self._path:
            text = json.dumps({"pin": self._pin, "sessions": self._ends}, indent=1)
            try:
                write_file(self._path, text.encode(), private=True)
            except OutputError as error:
                LOG.warning("Sign-ins will not survive a restart: %s", error)


def _slow_digest(pin: str, salt: str) -> str:
    """Return a digest of a PIN, slow to work out so that a stolen file doesn't give it away."""
    found = hashlib.scrypt(
        pin.encode("utf-8", "replace"), salt=salt.encode("utf-8", "replace"), n=2**13, r=8, p=1
    )
    return f"{salt}:{found.hex()}"


def token_in(cookies: str) -> str | None:
    """Return the token in a Cookie header, or None; ignores other programs' odd cookies."""
    return cookie_parser(cookies).get(COOKIE)


def _digest(token: str) -> str:
    # Hash before comparing: lookup time must not reveal how much of a token is right.
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
