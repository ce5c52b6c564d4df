"""Days and times as people type them."""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from menace_kit.text.typed_words import meaning
from menace_kit.text.words import clock_time, load_words

_YEAR_FIRST = re.compile(r"(\d{4}-\d\d-\d\d)(?:[T ](.+))?", re.ASCII)


_DAY_FIRST = re.compile(r"(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:,? +(\d{1,2})(:.*))?", re.ASCII)


_SERIAL = re.compile(r"(\d{5})(?:[.,](\d+))?", re.ASCII)


_FIRST_OF_EXCEL = datetime(1899, 12, 30)


def today() -> str:
    """Return today by this computer's clock, as `2026-11-22`."""
    return clock_time(datetime.now(UTC).isoformat())[:10]


def day_meant(text: str, language: str = "en") -> str | None:
    """Return the typed day as `2026-11-22`, or None."""
    found = time_meant(text, language)
    return found if found and len(found) == len("2026-11-22") else None


def time_meant(text: str, language: str = "en") -> str | None:
    """Return the typed day or time as `2026-11-22` or `2026-11-22T14:30`, or None.

    It also reads `22.11.2026`, `yesterday`, and Excel's day numbers. `5/1/2026` and `5-1-2026` are
    accepted only in a language that writes days like that; elsewhere they could mean January or
    May.
    """
    written = text.strip()
    if day := meaning("days", written) if written[:1].isalpha() else None:
        back = timedelta(days=int(day == "yesterday"))
        return (datetime.fromisoformat(today()) - back).date().isoformat()
    if found := _SERIAL.fullmatch(written):
        return _of_serial(found[1], found[2] or "")
    return next((time for time in _as_iso(written, language) if _is_time(time)), None)


def _as_iso(written: str, language: str) -> Iterator[str]:
    """Yield a time, written year first or day first, in ISO form."""
    if found := _YEAR_FIRST.fullmatch(written):
        yield f"{found[1]}T{found[2]}" if found[2] else found[1]
    elif found := _DAY_FIRST.fullmatch(written):
        day, between, month, year, hour, rest = found.groups()
        is_plain = between == "." or int(day) > 12 or int(day) == int(month)
        if is_plain or f"%d{between}%m" in load_words(language)("number.date"):
            yield f"{year}-{month:0>2}-{day:0>2}{f'T{hour:0>2}{rest}' if hour else ''}"


def _is_time(text: str) -> bool:
    with suppress(ValueError):
        return bool(datetime.fromisoformat(text))
    return False


def _of_serial(day: str, part: str) -> str:
    """Return the day of an Excel day number, with the time if it has decimals.

    Source: ECMA-376, part 1, 18.17.4.1; day 1 is 1900-01-01, and 1900 counts as a leap year.
    """
    date = _FIRST_OF_EXCEL + timedelta(days=int(day))
    if not part.strip("0"):
        return date.date().isoformat()
    minutes = round(float(f"0.{part}") * 24 * 60)
    return (date + timedelta(minutes=minutes)).isoformat(timespec="minutes")
