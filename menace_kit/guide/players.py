"""Who plays a game: their names, and which side is the machine's."""

import unicodedata

from menace_kit.errors import GuideError
from menace_kit.games import Side
from menace_kit.logbook.entries import BOTH
from menace_kit.machine.kit import Kit
from menace_kit.text.phrases import say

NAME_LENGTH = 80

REFUSED = {"Cc", "Cs", "Zl", "Zp"}
"""Control characters, half characters, ends of lines and paragraphs;
joiners stay, for scripts and emoji need them.
"""

UNSEEN = {"Zs", "Cf"}
"""Spaces, and signs that only join or direct others: a name of nothing else is blank."""


def checked_name(name: str | None) -> str | None:
    """Return a person's name without blanks around it, None for a blank one.

    GuideError where it is no line of up to 80 characters.
    """
    if name is None:
        return None
    signs = {unicodedata.category(sign) for sign in name}
    if len(name) > NAME_LENGTH or signs & REFUSED:
        raise GuideError(say("refused.name", n=NAME_LENGTH))
    return name.strip() if signs - UNSEEN else None


def check_players(kit: Kit, opponent: str | None, machine_first: bool | None, both: bool) -> None:
    """Refuse players that the kit cannot have, GuideError.

    Both machines where it has one, or an opponent of theirs;
    or its one machine on the other side.
    """
    side = kit.spec.side
    if both and side != BOTH:
        raise GuideError(say("refused.one-side"))
    if both and (opponent is not None or machine_first is not None):
        raise GuideError(say("refused.no-opponent"))
    if side != BOTH and machine_first not in (None, side == Side.FIRST.value):
        raise GuideError(say("refused.one-side"))


def next_side(kit: Kit, machine_first: bool | None) -> Side:
    """Return which side the machine has in the next game;
    where the kit leaves the choice, as is said, or first.
    """
    if kit.spec.side != BOTH:
        return Side(kit.spec.side)
    return Side.SECOND if machine_first is False else Side.FIRST
