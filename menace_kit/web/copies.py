"""The copies of the machine that visitors play: so many and no more.

They are in memory, and each in a small file of its own beside the logbook, so that a restart of the
server ends nobody's game. Nothing in a file says whose it is: it is named by a digest of what the
visitor's browser keeps.
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
from menace_kit.machine.kit import Kit
from menace_kit.web.pin import sender_of
from menace_kit.web.sessions import BEYOND

LOG = logging.getLogger("uvicorn.error")

MOST_COPIES = 500
"""Copies that are kept; whoever takes one more takes the place of the one that was left longest."""

MOST_OF_ONE_SENDER = 100
"""Copies that are kept of one address: a school may be behind one, and no more than a fifth of all.

One more takes the place of one of its own.
"""

IDLE = 3600.0
"""Seconds after which a copy that nobody touches is forgotten."""

MOST_FILE_BYTES = 1_000_000


class CopyFiles:
    """The copies of a kit's visitors as files in a folder, which is there as long as any is."""

    def __init__(self, folder: Path, kit: Kit, now: Callable[[], float] = time.time) -> None:
        self._folder = folder
        self._kit = kit
        self._now = now
        self._warned = False

    def write(self, token: str, copy: Copy) -> None:
        """Write a copy; the terminal shows once if that fails,
        for its visitor can play on all the same.
        """
        facts = {"kit": self._kit.fingerprint, "copy": copy.facts()}
        text = json.dumps(facts, separators=(",", ":"))
        try:
            write_file(self._path(token), text.encode(), private=True)
        except OutputError as error:
            if not self._warned:
                LOG.warning("Visitors' copies are not kept over a restart: %s", error)
            self._warned = True

    def read(self, token: str) -> Copy | None:
        """Return a copy; None where there is none of this kit that was touched within an hour."""
        path = self._path(token)
        with suppress(MenaceKitError, OSError, ValueError, TypeError, KeyError, *BEYOND):
            if not self._is_old(path):
                found = json.loads(read_text(path, MOST_FILE_BYTES))
                if found["kit"] == self._kit.fingerprint:
                    return Copy.of_facts(self._kit, found["copy"])
        return None

    def date(self, token: str, idle: float) -> None:
        """Say of a copy's file, where there is one, how many seconds ago the copy was touched."""
        touched = self._now() - idle
        with suppress(OSError):
            os.utime(self._path(token), (touched, touched))

    def drop(self, token: str) -> None:
        with suppress(OSError):
            self._path(token).unlink()

    def sweep(self) -> None:
        """Take away what nobody has touched for an hour, what is too many, and an empty folder."""
        with suppress(OSError):
            found = sorted(self._folder.iterdir(), key=lambda path: path.stat().st_mtime)
            for place, path in enumerate(reversed(found)):
                if place >= MOST_COPIES or self._is_old(path):
                    path.unlink(missing_ok=True)
            self._folder.rmdir()  # it stays where there is anything in it

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
    """The copies of all visitors, by the tokens that their browsers keep.

    Where one address has too many, or all together, one of the address that has most goes: first
    one that was taken and never looked at, else the one that was left longest.
    """

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, files: CopyFiles | None = None
    ) -> None:
        """Begin with those in the files; without files they are in memory alone."""
        self._clock = clock
        self._files = files
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self.sweep()

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, token: str | None, address: str = "") -> Copy | None:
        """Return the copy of the holder of this token at this address;
        None where there is none, or none any more.
        """
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
        """Keep a copy, and return its token: the same, where there is one already."""
        self._forget()
        is_known = token is not None and token in self._kept
        if token is None or not is_known:
            token = secrets.token_urlsafe(16)
        self._put(token, copy, sender_of(address), is_known)
        self._make_room(sender_of(address))
        return token

    def save(self, token: str) -> None:
        """Write a copy that is kept into its file; one that had to go meanwhile gets none."""
        if self._files and (kept := self._kept.get(token)):
            self._files.write(token, kept.copy)
            if token not in self._kept:
                self._files.drop(token)

    def sweep(self) -> None:
        """Forget what nobody has touched for an hour, in the files, too.

        Looking at a copy touches it, and writes nothing: its file hears of that here.
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
        """Return which of one sender's copies goes, of which the last was touched just now."""
        unseen = (token for token in tokens[:-1] if not self._kept[token].came_back)
        return next(unseen, tokens[0])

    def _drop(self, token: str) -> None:
        del self._kept[token]
        if self._files:
            self._files.drop(token)

    def _forget(self) -> None:
        while self._kept and next(iter(self._kept.values())).touched < self._clock() - IDLE:
            self._drop(next(iter(self._kept)))
