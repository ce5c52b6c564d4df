"""Who plays a game: names, and the machine's side."""

import unicodedata

from menace_kit.errors import GuideError
from menace_kit.games import Side
from menace_kit.logbook.entries import BOTH
from menace_kit.machine import Kit
from menace_kit.text.phrases import say

NAME_LENGTH = 80

REFUSED = {"Cc", "Cs", "Zl", "Zp"}
"""Control characters, surrogates, line and paragraph separators.

Joiners are allowed, because scripts and emoji need them.
"""

UNSEEN = {"Zs", "Cf"}
"""Spaces and invisible joiners; a name of nothing else is blank."""


def checked_name(name: str | None) -> str | None:
    """Return a person's name, stripped, or None if it is blank.

    Raises GuideError if it isn't a single line of up to 80 characters.
    """
    if name is None:
        return None
    signs = {unicodedata.category(sign) for sign in name}
    if len(name) > NAME_LENGTH or signs & REFUSED:
        raise GuideError(say("refused.name", n=NAME_LENGTH))
    return name.strip() if signs - UNSEEN else None


def check_players(kit: Kit, opponent: str | None, machine_first: bool | None, both: bool) -> None:
    """Raise GuideError if the kit can't have these players.

    That is: two machines if it has one, an opponent against both machines, or its only machine on
    the other side.
    """
    side = kit.spec.side
    if both and side != BOTH:
        raise GuideError(say("refused.one-side"))
    if both and (opponent is not None or machine_first is not None):
        raise GuideError(say("refused.no-opponent"))
    if side != BOTH and machine_first not in (None, side == Side.FIRST.value):
        raise GuideError(say("refused.one-side"))


def next_side(kit: Kit, machine_first: bool | None) -> Side:
    """Return the machine's side in the next game: the kit's, or as chosen, by default first."""
    if kit.spec.side != BOTH:
        return Side(kit.spec.side)
    return Side.SECOND if machine_first is False else Side.FIRST
