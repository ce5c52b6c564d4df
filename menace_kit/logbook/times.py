"""Times of entries and games, as ISO writes them."""

from datetime import UTC, datetime

from menace_kit.errors import GuideError, quoted

EARLIEST, LATEST = 1961, 2199
"""The years that a logbook can be of: those since the first machine of matchboxes."""


def check_time(text: str, future: bool = False) -> None:
    """Go on where a game may have been played at this time,
    an ISO date with or without time and zone.

    GuideError where it is no time, too early, or not yet, by this computer's clock,
    and `future` does not allow it.
    """
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        raise GuideError(f"{quoted(text)} is not a date and time like 2026-05-01T14:30") from None
    if not EARLIEST <= when.year <= LATEST:
        raise GuideError(f"{text} is not between {EARLIEST} and {LATEST}; when was it played?")
    now = datetime.now(when.tzinfo)  # without a zone it is what the clock on the wall shows
    if when > now and not future:
        raise GuideError(
            f"{text} is in the future, by this computer's clock ({now:%Y-%m-%d %H:%M}); where "
            "it is meant, add --future"
        )


def time_of(text: str) -> datetime:
    """Return a time as it is written; one that does not say by which clock is taken as UTC.

    ValueError where it is none, or of no year that a logbook can be of.
    """
    time = datetime.fromisoformat(text)
    if not EARLIEST <= time.year <= LATEST:
        raise ValueError(f"{text} is not between {EARLIEST} and {LATEST}")
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def is_time(text: str) -> bool:
    """Return whether a text is a time that an entry or a game can be of."""
    try:
        time_of(text)
    except ValueError:
        return False
    return True
