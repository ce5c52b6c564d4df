"""The pages of days: what they tell, to whom, and what they say of days without games."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from fastapi.testclient import TestClient

from menace_kit.cli import main
from menace_kit.guide.desk import Desk
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.logbook.entries import Action, Kind
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.render import rendered
from menace_kit.text.typed_days import today
from menace_kit.views.days import day_chart, day_facts, days
from menace_kit.web.app import create_app
from menace_kit.web.settings import Settings
from tests.logbook.games import random_step
from tests.web.conftest import HOME, KIT, done, played_out
from tests.web.page import Page
from tests.web.test_statistics_page import cells

LAN = Settings(any_address=True, pin="123456")
DATES = tuple(f"2026-05-{day:02}" for day in range(1, 13))


def play_on_days(path: Path, games: int, kit: Kit = KIT, dates: Sequence[str] = DATES) -> None:
    """Play so many games on each of the days, in a logbook of their own."""
    random = Random(12)
    with Logbook(path, kit) as logbook:
        rehearsal = Rehearsal(Desk(logbook).session)
        for date in dates:
            left = games

            def dated(action: Action, date: str = date) -> Action:
                when = f"{date}T10:{len(action):02}"
                return tuple(
                    replace(each, played_at=when) if each.kind is Kind.START else each
                    for each in action
                )

            while left:
                done = rehearsal.act(lambda session: dated(random_step(session, random)))
                left -= done[0].kind is Kind.CONFIRM
        logbook.append(rehearsal.actions, 0)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a logbook of three games a day; its pages are only looked at."""
    path = tmp_path_factory.mktemp("days") / "logbook.sqlite"
    play_on_days(path, 3)
    return path


@pytest.fixture(scope="module")
def browser(played: Path) -> Iterator[TestClient]:
    with TestClient(create_app(KIT, played, Settings()), base_url=HOME) as client:
        yield client


def test_a_day_has_the_facts_of_the_logbook(played: Path, browser: TestClient) -> None:
    with Logbook(played, KIT) as logbook:
        found = day_facts(logbook, DATES[4])
        drawn = rendered(day_chart(KIT, found), "svg")[0]
    page = browser.get(f"/day/{DATES[4]}")
    day = found.day
    row = [
        DATES[4],
        "3",
        *map(str, day.tally),
        f"{day.change:+}".replace("-", "−") if day.change else "0",
    ]
    assert row in cells(page.text)
    for box, times in found.most_opened:
        assert [KIT.box(box).name, str(times)] in cells(page.text)
    assert found.learned
    number = found.learned.number
    assert f'<a href="/box/{number}">Box {number} learned most' in page.text
    assert f"/label/{number}.svg" in page.text
    assert re.findall(r'href="(/day/\S+)" rel="(\w+)"', page.text) == [
        (f"/day/{DATES[3]}", "prev"),
        (f"/day/{DATES[5]}", "next"),
    ]
    assert browser.get(f"/charts/day-{DATES[4]}.svg").content == drawn
    assert "Michie" in drawn.decode() or "Beads that games added" in drawn.decode()


def test_the_last_days_stand_in_the_statistics_and_all_of_them_are_a_tap_away(
    played: Path, browser: TestClient
) -> None:
    with Logbook(played, KIT) as logbook:
        rows = [[each.date, "3", *map(str, each.tally)] for each in days(logbook).values()]
    assert len(rows) == 12

    def listed(page: str) -> list[list[str]]:
        return [row[:-1] for row in cells(page) if row and row[0] in DATES]

    last, every = (browser.get(f"/statistics{more}").text for more in ("", "?days=all"))
    assert listed(last) == rows[:-8:-1]
    assert 'href="/statistics?days=all#days"' in last
    assert listed(every) == rows[::-1]
    assert "All days" not in every
    assert browser.get("/day").url.path == f"/day/{DATES[-1]}"
    assert 'href="/statistics?days=all#days"' in browser.get("/history").text


def test_a_day_is_for_all_to_see_and_its_games_are_for_whoever_gave_the_pin(
    played: Path,
) -> None:
    with TestClient(create_app(KIT, played, LAN), base_url=HOME) as client:
        seen = client.get(f"/day/{DATES[0]}").text
        assert "On 20" in seen
        assert "/history" not in seen
        for path in (f"/day/{DATES[0]}", f"/api/day/{DATES[0]}"):
            told = client.get(path)
            assert told.status_code == 200
            assert not {"Ada", "Bob"} & set(re.findall(r"\w+", told.text)), path
        client.post("/api/login", json={"pin": "123456"})
        page = client.get(f"/day/{DATES[1]}").text
        (before,) = re.findall(r'href="(/history\?before=\d+)"', page)
        games = re.findall(r'<li value="(\d+)">', client.get(before).text)
        assert games[:3] == ["6", "5", "4"]
        assert re.findall(r'href="/history/[456]"', page)


def test_a_day_without_games_says_so(browser: TestClient) -> None:
    for date in ("2026-04-30", "2026-05-13", today(), "2190-01-01"):
        page = browser.get(f"/day/{date}")
        assert page.status_code == 200
        assert "No game was finished on this day." in page.text
        assert "<table" not in page.text
        assert 'rel="prev"' in page.text or 'rel="next"' in page.text


def test_an_empty_logbook_has_days(client: TestClient) -> None:
    page = client.get("/day")
    assert page.url.path == f"/day/{today()}"
    assert "No game was finished on this day." in page.text
    assert client.get("/api/days").json() == []
    assert "Day by day" not in client.get("/statistics").text
    assert client.get(f"/charts/day-{today()}.svg").status_code == 200


@pytest.mark.parametrize("text", ["2026-02-30", "20260501", "2026-5-1", "٢026-05-01"])
def test_what_is_no_day_is_told_so(browser: TestClient, text: str) -> None:
    for path in (f"/day/{text}", f"/api/day/{text}", f"/charts/day-{text}.svg"):
        answer = browser.get(path)
        assert answer.status_code == 404
        told = (
            answer.json()["detail"]
            if path.startswith("/api")
            else " ".join(Page(answer.text).words.split())
        )
        assert "is no day; write it as 2026-11-22: year, month, day" in told


def test_the_day_that_goes_on_says_so_and_how_many_games_there_are(client: TestClient) -> None:
    done(client, "quick", result="win", colour="gold", confirmed=True)
    now = done(client, "start")
    page = client.get("/day").text
    assert 'data-stamp="1:"' in page
    words = " ".join(Page(page).words.split())
    assert "Of 1 game only the result is known. The game goes on." in words
    now = played_out(client, now)
    assert 'data-stamp="2:"' in client.get("/day").text
    # After midnight this would be another day's: a poster is asked for by its date.
    assert client.get("/day/today/poster.pdf").status_code == 404


def test_the_api_has_what_the_command_prints(
    played: Path,
    browser: TestClient,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(played.parent)
    for call, words in (("days", ["--by-day"]), (f"day/{DATES[3]}", ["--day", DATES[3]])):
        with pytest.raises(SystemExit):
            main(["operator", "stats", *words, "--json"])
        assert browser.get(f"/api/{call}").json() == json.loads(capsys.readouterr().out)


def test_the_poster_of_a_day_is_for_everybody_and_names_nobody(browser: TestClient) -> None:
    page = browser.get(f"/day/{DATES[4]}").text
    assert f'<a href="/day/{DATES[4]}/poster.pdf" download>' in page
    answer = browser.get(f"/day/{DATES[4]}/poster.pdf")
    assert answer.headers["content-disposition"] == f'attachment; filename="day-a4-{DATES[4]}.pdf"'
    assert answer.content.startswith(b"%PDF")
    for date in ("2026-06-01", "2026-02-30"):
        assert browser.get(f"/day/{date}/poster.pdf").status_code == 404
    assert "poster.pdf" not in browser.get("/day/2026-06-01").text
