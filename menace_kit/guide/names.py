"""Names of people, as the journal takes them."""

import unicodedata

from menace_kit.errors import GuideError
from menace_kit.guide import refusals

NAME_LENGTH = 80

REFUSED = {"Cc", "Cs", "Zl", "Zp"}
"""Control characters, half characters, ends of lines and paragraphs; joiners stay, for scripts and emoji need them."""


def checked_name(name: str | None) -> str | None:
    """Return a person's name as it is given; GuideError where it is no line of up to 80 characters."""
    if name is not None and (
        len(name) > NAME_LENGTH or any(unicodedata.category(sign) in REFUSED for sign in name)
    ):
        raise GuideError(refusals.no_name(NAME_LENGTH))
    return name
