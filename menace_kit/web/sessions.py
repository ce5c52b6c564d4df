"""Who has given the PIN: sessions, and the cookie by which a browser is known."""

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
"""What a file ends in that has brackets or digits without end."""


class Sessions:
    """Who has given the PIN: digests of what their browsers keep,
    each with its end, and a digest of the PIN.

    In a file they outlast the server; nothing in it lets anybody in.
    With another PIN all of them end.
    """

    def __init__(self, path: Path | None = None, now: Callable[[], float] = time.time) -> None:
        """Read what is there; in memory without a path.
        What cannot be read, or is not ours, tells of nobody.
        """
        self._path = path
        self._now = now
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


def _slow_digest(pin: str, salt: str) -> str:
    """Return a digest of a PIN that takes a moment:
    a thief of the file must not be able to try all PINs quickly.
    """
    found = hashlib.scrypt(
        pin.encode("utf-8", "replace"), salt=salt.encode("utf-8", "replace"), n=2**13, r=8, p=1
    )
    return f"{salt}:{found.hex()}"


def token_in(cookies: str) -> str | None:
    """Return the token in a Cookie header, or None;
    other programs on the same machine may set odd cookies.
    """
    return cookie_parser(cookies).get(COOKIE)


def _digest(token: str) -> str:
    # Looking a digest up takes as long whatever is wrong with the token.
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
