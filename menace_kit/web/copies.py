"""The copies of the machine that visitors play: in memory only, and their number is limited."""

import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from menace_kit.guide.twin import Copy
from menace_kit.web.pin import sender_of

MOST_COPIES = 500
"""Copies kept; a new one replaces one of the address that has the most."""

MOST_OF_ONE_SENDER = 100
"""Copies kept for one address: enough for a school behind it, and at most a fifth of all."""

IDLE = 3600.0
"""Seconds after which an unused copy is forgotten."""


class _Kept(NamedTuple):
    copy: Copy
    sender: str
    touched: float


class Copies:
    """The copies of all visitors, by their browsers' tokens.

    If one address has too many, or all addresses together, the address with the most loses the one
    left alone longest.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._kept: OrderedDict[str, _Kept] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, token: str | None) -> Copy | None:
        """Return the copy of this token's holder, or None."""
        self._forget()
        kept = self._kept.get(token or "")
        if kept is None:
            return None
        self._put(token or "", kept.copy, kept.sender)
        return kept.copy

    def keep(self, token: str | None, copy: Copy, address: str) -> str:
        """Keep a copy, and return its token, which stays the same for a known copy."""
        self._forget()
        if token is None or token not in self._kept:
            token = secrets.token_urlsafe(16)
        sender = sender_of(address)
        self._put(token, copy, sender)
        senders = Counter(kept.sender for kept in self._kept.values())
        if senders[sender] > MOST_OF_ONE_SENDER:
            self._drop_one_of(sender)
        elif len(self._kept) > MOST_COPIES:
            ((most, _),) = senders.most_common(1)
            self._drop_one_of(most)
        return token

    def _put(self, token: str, copy: Copy, sender: str) -> None:
        self._kept[token] = _Kept(copy, sender, self._clock())
        self._kept.move_to_end(token)

    def _drop_one_of(self, sender: str) -> None:
        del self._kept[next(token for token, kept in self._kept.items() if kept.sender == sender)]

    def _forget(self) -> None:
        while self._kept and next(iter(self._kept.values())).touched < self._clock() - IDLE:
            self._kept.popitem(last=False)
