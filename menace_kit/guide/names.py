"""Names of people, as the journal takes them."""

import unicodedata

from menace_kit.errors import GuideError
from menace_kit.guide import refusals

NAME_LENGTH = 80

REFUSED = {"Cc", "Cs", "Zl", "Zp"}
"""Control characters, half characters, ends of lines and paragraphs; joiners stay, for scripts and emoji need them."""


UNSEEN = {"Zs", "Cf"}
"""Spaces, and signs that only join or direct others: a name of nothing else is blank."""


def checked_name(name: str | None) -> str | None:
    """Return a person's name without blanks around it, None for a blank one.

    GuideError where it is no line of up to 80 characters.
    """
    if name is None:
        return None
    kinds = {unicodedata.category(sign) for sign in name}
    if len(name) > NAME_LENGTH or kinds & REFUSED:
        raise GuideError(refusals.no_name(NAME_LENGTH))
    return name.strip() if kinds - UNSEEN else None
