"""Times of entries and games, in ISO format."""

from datetime import UTC, datetime

from menace_kit.errors import GuideError, quoted

EARLIEST, LATEST = 1961, 2199
"""The years that a logbook can have; the first matchbox machine was built in 1961."""


def check_time(text: str, future: bool = False) -> None:
    """Check that a game can have been played at this ISO date, with or without time and zone.

    Raises GuideError if it is not a time, too early, or in the future by this computer's clock
    unless `future` allows it.
    """
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        raise GuideError(f"{quoted(text)} is not a date and time like 2026-05-01T14:30") from None
    if not EARLIEST <= when.year <= LATEST:
        raise GuideError(f"{text} is not between {EARLIEST} and {LATEST}; when was it played?")
    now = datetime.now(when.tzinfo)  # without a zone: local time, as on the clock on the wall
    if when > now and not future:
        raise GuideError(
            f"{text} is in the future, by this computer's clock ({now:%Y-%m-%d %H:%M}); where "
            "it is meant, add --future"
        )


def time_of(text: str) -> datetime:
    """Return a time as written, in UTC if it has no zone.

    Raises ValueError if it is not a time, or outside a logbook's years.
    """
    time = datetime.fromisoformat(text)
    if not EARLIEST <= time.year <= LATEST:
        raise ValueError(f"{text} is not between {EARLIEST} and {LATEST}")
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def is_time(text: str) -> bool:
    """Return whether a text is a time that an entry or game can have."""
    try:
        time_of(text)
    except ValueError:
        return False
    return True
