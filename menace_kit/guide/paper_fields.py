"""What a game from paper says beside its moves, read and checked."""

from datetime import datetime

from menace_kit.errors import GuideError
from menace_kit.journal.entries import BOTH


def checked_time(text: str | None) -> str | None:
    """Return when a game was played, or None where nothing is said; GuideError where it is no time."""
    if not text:
        return None
    try:
        datetime.fromisoformat(text)
    except ValueError:
        raise GuideError(f"played_at is a date and time like 2026-05-01T14:30, not {text!r}") from None
    return text


def both_machines(first_mover: str | None) -> bool:
    """Return whether it is said in the place of who moved first that both players were machines."""
    return first_mover == BOTH


def machine_begins(first_mover: str | None) -> bool | None:
    """Return whether the machine moved first, or None where nothing or `both` is said; GuideError for other words."""
    if both_machines(first_mover):
        return None
    if first_mover not in (None, "", "machine", "opponent"):
        raise GuideError(f"first_mover is machine or opponent, or both, not {first_mover!r}")
    return first_mover == "machine" if first_mover else None
