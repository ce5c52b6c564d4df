"""When a game from a file was played."""

from datetime import datetime, timedelta

import pytest

from menace_kit.errors import GuideError
from menace_kit.guide.paper import parse_game
from tests.guide.papers import DRAWN


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("2026-05-01", "2026-05-01"),
        (" 2026-05-01 14:30 ", "2026-05-01T14:30"),
        ("2026-05-01T14:30:59", "2026-05-01T14:30:59"),
        ("2026-05-01T14:30+02:00", "2026-05-01T14:30+02:00"),
        ("1.5.2026", "2026-05-01"),
        ("01.05.2026 9:05", "2026-05-01T09:05"),
        ("1.5.2026 14:30:59", "2026-05-01T14:30:59"),
        ("", None),
    ],
)
def test_a_day_is_written_year_first_or_with_points(text: str, meant: str | None) -> None:
    assert parse_game(DRAWN, text).played_at == meant


@pytest.mark.parametrize(
    "text",
    [
        *(
            "11/12/2025",
            "1-2-2025",
            "2026/5/2",
            "1.5.26",
            "20260501",
            "2026-W05",
            "2026",
        ),
        *(
            "tomorrow",
            "31.2.2026",
            "2026-13-01",
            "1.5.2026 2:30 pm",
            "1.5.2026 14h30",
            "1.5.2026 24:01",
            "٣.1.2026",
        ),
    ],
)
def test_what_is_no_day_or_could_be_two_is_refused(text: str) -> None:
    with pytest.raises(GuideError, match=r"played_at is a day like 2026-05-01 or 1\.5\.2026"):
        parse_game(DRAWN, text)


def test_a_time_in_the_future_is_asked_about_and_one_before_menace_refused() -> None:
    soon = datetime.now() + timedelta(hours=1)
    for text in (
        soon.isoformat(),
        soon.astimezone().isoformat(),
        f"{soon:%d.%m.%Y} 23:59:59",
        "1.1.2150",
    ):
        with pytest.raises(GuideError, match=r"in the future.*--future"):
            parse_game(DRAWN, text)
        assert parse_game(DRAWN, text, future=True).played_at
    assert parse_game(DRAWN, f"{datetime.now():%Y-%m-%d}").played_at
    for text in ("9999-12-31T23:59:59-12:00", "0001-01-01T00:00+12:00", "31.12.1960"):
        with pytest.raises(GuideError, match="not between 1961 and 2199"):
            parse_game(DRAWN, text, future=True)
