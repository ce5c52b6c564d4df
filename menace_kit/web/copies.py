"""The copies of the machine that visitors play; their number is limited.

They are in memory, and each also in a small file beside the logbook, so that a restart of the
server ends nobody's game. Nothing in a file says whose it is: its name is a digest of the visitor's
cookie.
"""

import hashlib
import json
import logging
import os
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from menace_kit.errors import MenaceKitError, OutputError
from menace_kit.files import read_text, write_file
from menace_kit.guide.twin import Copy
from menace_kit.machine import Kit
from menace_kit.web.pin import sender_of
from menace_kit.web.sessions import BEYOND

LOG = logging.getLogger("uvicorn.error")

MOST_COPIES = 500
"""Copies kept; a new one replaces the one left alone longest."""

MOST_OF_ONE_SENDER = 100
"""Copies kept for one address: enough for a school behind it, and at most a fifth of all.

A new one replaces one of the same address.
"""

IDLE = 3600.0
"""Seconds after which an unused copy is forgotten."""

MOST_FILE_BYTES = 1_000_000


class CopyFiles:
    """The copies of a kit's visitors as files in a folder, which exists while there are any."""

    def __init__(self, folder: Path, kit: Kit, now: Callable[[], float] = time.time) -> None:
        self._folder = folder
        self._kit = kit
        self._now = now
        self._warned = False

    def write(self, token: str, copy: Copy) -> None:
        """Write a copy. If that fails, the terminal says so once; the visitor can still play on."""
        facts = {"kit": self._kit.fingerprint, "copy": copy.facts()}
        text = json.dumps(facts, separators=(",", ":"))
        try:
            write_file(self._path(token), text.encode(), private=True)
        except OutputError as error:
            if not self._warned:
                LOG.warning("Visitors' copies are not kept over a restart: %s", error)
            self._warned = True

    def read(self, token: str) -> Copy | None:
        """Return a copy; None if there is none of this kit that was used in the last hour."""
        path = self._path(token)
        with suppress(MenaceKitError, OSError, ValueError, TypeError, KeyError, *BEYOND):
            if not self._is_old(path):
                found = json.loads(read_text(path, MOST_FILE_BYTES))
                if found["kit"] == self._kit.fingerprint:
                    return Copy.of_facts(self._kit, found["copy"])
        return None

    def date(self, token: str, idle: float) -> None:
        """Set the time of a copy's file, if there is one, to when the copy was last used."""
        touched = self._now() - idle
        with suppress(OSError):
            os.utime(self._path(token), (touched, touched))

    def drop(self, token: str) -> None:
        with suppress(OSError):
            self._path(token).unlink()

    def sweep(self) -> None:
        """Delete copies unused for an hour, copies beyond the limit, and an empty folder."""
        with suppress(OSError):
            found = sorted(self._folder.iterdir(), key=lambda path: path.stat().st_mtime)
            for place, path in enumerate(reversed(found)):
                if place >= MOST_COPIES or self._is_old(path):
                    path.unlink(missing_ok=True)
            self._folder.rmdir()  # fails unless it is empty

    def _is_old(self, path: Path) -> bool:
        return path.stat().st_mtime < self._now() - IDLE

    def _path(self, token: str) -> Path:
        digest = hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
        return self._folder / f"{digest}.json"


class _Kept(NamedTuple):
    copy: Copy
    sender: str
    touched: float
    came_back: bool


class Copies:
    """The copies of all visitors, by their browsers' tokens.

    If one address has too many, or all addresses together, the address with the most loses one:
    first a copy that was never looked at again, otherwise the one left alone longest.
    """

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, files: CopyFiles | None = None
    ) -> None:
        """Start with the copies in the files; without files they are in memory only."""
        self._clock = clock
        self._files = files
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self.sweep()

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, token: str | None, address: str = "") -> Copy | None:
        """Return the copy of this token's holder, or None."""
        self._forget()
        if not token:
            return None
        kept = self._kept.get(token)
        if kept:
            self._put(token, kept.copy, kept.sender)
            return kept.copy
        copy = self._files.read(token) if self._files else None
        if copy:
            self._put(token, copy, sender_of(address))
            self._make_room(sender_of(address))
        return copy

    def keep(self, token: str | None, copy: Copy, address: str) -> str:
        """Keep a copy, and return its token, which stays the same for a known copy."""
        self._forget()
        is_known = token is not None and token in self._kept
        if token is None or not is_known:
            token = secrets.token_urlsafe(16)
        self._put(token, copy, sender_of(address), is_known)
        self._make_room(sender_of(address))
        return token

    def save(self, token: str) -> None:
        """Write a kept copy to its file; one dropped in the meantime gets none."""
        if self._files and (kept := self._kept.get(token)):
            self._files.write(token, kept.copy)
            if token not in self._kept:
                self._files.drop(token)

    def sweep(self) -> None:
        """Forget copies that nobody used for an hour, in files as well.

        Looking at a copy counts as use but writes nothing; the file's time is set here.
        """
        self._forget()
        if self._files:
            for token, kept in self._kept.items():
                self._files.date(token, self._clock() - kept.touched)
            self._files.sweep()

    def _put(self, token: str, copy: Copy, sender: str, came_back: bool = True) -> None:
        self._kept[token] = _Kept(copy, sender, self._clock(), came_back)
        self._kept.move_to_end(token)

    def _make_room(self, sender: str) -> None:
        own = self._of(sender)
        if len(own) > MOST_OF_ONE_SENDER:
            self._drop(self._least_dear(own))
        if len(self._kept) > MOST_COPIES:
            ((most, _),) = Counter(kept.sender for kept in self._kept.values()).most_common(1)
            self._drop(self._least_dear(self._of(most)))

    def _of(self, sender: str) -> list[str]:
        return [token for token, kept in self._kept.items() if kept.sender == sender]

    def _least_dear(self, tokens: Sequence[str]) -> str:
        """Return which of one sender's copies to drop; the last one was used just now."""
        unseen = (token for token in tokens[:-1] if not self._kept[token].came_back)
        return next(unseen, tokens[0])

    def _drop(self, token: str) -> None:
        del self._kept[token]
        if self._files:
            self._files.drop(token)

    def _forget(self) -> None:
        while self._kept and next(iter(self._kept.values())).touched < self._clock() - IDLE:
            self._drop(next(iter(self._kept)))
