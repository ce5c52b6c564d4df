"""Names of people, as the journal takes them."""

from menace_kit.errors import GuideError

NAME_LENGTH = 80


def checked_name(name: str | None) -> str | None:
    """Return a person's name as it is given; GuideError where it is no line of up to 80 characters."""
    if name is not None and (len(name) > NAME_LENGTH or not name.isprintable()):
        raise GuideError(f"a name is one line of up to {NAME_LENGTH} characters")
    return name
