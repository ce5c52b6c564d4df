"""The copies of the machine that visitors play: in memory, so many and no more."""

import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from menace_kit.guide.twin import Copy
from menace_kit.web.pin import sender_of

MOST_COPIES = 500
"""Copies that are kept; whoever takes one more takes the place of the one that was left longest."""

IDLE = 3600.0
"""Seconds after which a copy that nobody touches is forgotten."""


class _Kept(NamedTuple):
    copy: Copy
    sender: str
    touched: float


class Copies:
    """The copies of all visitors, by the tokens that their browsers keep;
    nothing of them outlasts the server.

    Where there are too many, the one goes that was left longest,
    of those of the sender that has most: so nobody takes all places for himself.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._kept: OrderedDict[str, _Kept] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, token: str | None) -> Copy | None:
        """Return the copy of whoever shows this token;
        None where there is none, or none any more.
        """
        self._forget()
        kept = self._kept.get(token or "")
        if kept is None or token is None:
            return None
        self._put(token, kept.copy, kept.sender)
        return kept.copy

    def keep(self, token: str | None, copy: Copy, address: str) -> str:
        """Keep a copy, and return its token: the same, where there is one already."""
        self._forget()
        if token is None or token not in self._kept:
            token = secrets.token_urlsafe(16)
        self._put(token, copy, sender_of(address))
        if len(self._kept) > MOST_COPIES:
            ((most, _),) = Counter(kept.sender for kept in self._kept.values()).most_common(1)
            del self._kept[next(each for each, kept in self._kept.items() if kept.sender == most)]
        return token

    def _put(self, token: str, copy: Copy, sender: str) -> None:
        self._kept[token] = _Kept(copy, sender, self._clock())
        self._kept.move_to_end(token)

    def _forget(self) -> None:
        while self._kept and next(iter(self._kept.values())).touched < self._clock() - IDLE:
            self._kept.popitem(last=False)
