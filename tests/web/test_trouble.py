"""Trouble with the logbook's file: the page says so, nothing is lost,
and it works again when the file is well.
"""

import logging
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import date, timedelta
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from menace_kit.logbook import backups
from menace_kit.logbook.file import daily_folder
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit_files import load_kit
from tests.logbook.games import check_logbook
from tests.web.conftest import KIT, Open, application, done, post, state
from tests.web.page import FORM, Page, visit

Trouble = Callable[[TestClient], AbstractContextManager[None]]

GONE = "The logbook is no longer in its place"
UNWRITABLE = "Can't save: the disk is full or the file is read-only."


def tell_sqlite(client: TestClient, pragma: str) -> None:
    """Tell the companion's own connection something."""
    assert client.portal
    clerk = application(client).state.companion._logbook
    client.portal.call(clerk.at_desk, lambda desk: desk.logbook.select(f"PRAGMA {pragma}"))


@contextmanager
def full(client: TestClient) -> Iterator[None]:
    """Let the file not grow any more, as on a full disk."""
    tell_sqlite(client, "max_page_count = 1")
    yield
    tell_sqlite(client, "max_page_count = 1000000")


@contextmanager
def read_only(client: TestClient) -> Iterator[None]:
    tell_sqlite(client, "query_only = 1")
    yield
    tell_sqlite(client, "query_only = 0")


def write_until_refused(client: TestClient) -> int:
    """Log games until one is refused; return the last entry that was recorded."""
    for _ in range(2000):
        on = int(state(client)["entry"])
        answer = post(client, "quick", on=on, result="win", opponent="x" * 80)
        if answer.status_code != 200:
            break
    assert answer.status_code == 503
    assert answer.json()["detail"].startswith(UNWRITABLE)
    assert "retry-after" not in answer.headers
    return on


@pytest.mark.parametrize("trouble", [full, read_only])
def test_a_logbook_that_cannot_be_written_is_told_and_goes_on_later(
    client: TestClient, logbook_file: Path, caplog: pytest.LogCaptureFixture, trouble: Trouble
) -> None:
    done(client, "quick", result="loss", opponent="Bob")
    with trouble(client):
        last = write_until_refused(client)
        assert str(logbook_file) in caplog.text
        before = state(client)
        assert before["entry"] == last
        answer = client.post(
            "/act/quick", content=f"on={last}&result=win&opponent={'x' * 80}", headers=FORM
        )
        assert answer.status_code == 503
        assert UNWRITABLE in Page(answer.text).words
        assert str(logbook_file.parent) not in answer.text
        assert visit(client, "/quick").acts("quick")
    assert state(client) == before
    assert done(client, "quick", result="win")["entry"] > last
    with Logbook(logbook_file, KIT) as logbook:
        check_logbook(logbook)


def test_a_logbook_that_is_moved_away_is_never_made_anew(
    client: TestClient, logbook_file: Path
) -> None:
    now = done(client, "start", opponent="Bob")
    away = logbook_file.with_name("away.sqlite")
    logbook_file.rename(away)
    for path in (
        "/",
        "/box/1",
        "/quick",
        "/cabinet",
        "/history",
        "/statistics",
        "/day",
        "/learned",
    ):
        answer = client.get(path)
        assert answer.status_code == 503, path
        assert GONE in Page(answer.text).words
        assert str(logbook_file.parent) not in answer.text
    for path in ("/api/state", "/api/boxes", "/api/box/1", "/api/history"):
        assert client.get(path).json()["detail"].startswith(GONE)
    assert post_on(client, now["entry"]) == 503
    assert not logbook_file.exists()
    away.rename(logbook_file)
    assert state(client) == now
    assert visit(client, "/box/1").forms
    assert post_on(client, now["entry"]) == 200


def post_on(client: TestClient, entry: int) -> int:
    return int(post(client, "draw", on=entry, colour=next(iter(KIT.box(1).moves))).status_code)


@pytest.mark.parametrize("other", ["empty", "copy", "new"])
def test_another_file_at_the_logbooks_place_is_left_alone(
    client: TestClient, logbook_file: Path, other: str
) -> None:
    now = done(client, "start", opponent="Bob")
    away = logbook_file.with_name("away.sqlite")
    logbook_file.rename(away)
    match other:
        case "empty":
            logbook_file.touch()
        case "copy":
            shutil.copy(away, logbook_file)
        case _:
            Logbook(logbook_file, KIT).close()
    before = logbook_file.read_bytes()
    assert client.get("/").status_code == client.get("/box/1").status_code == 503
    assert post_on(client, now["entry"]) == 503
    assert logbook_file.read_bytes() == before
    away.replace(logbook_file)
    assert post_on(client, now["entry"]) == 200


def test_the_terminal_is_told_once_with_the_path(
    client: TestClient, logbook_file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    away = logbook_file.with_name("away.sqlite")
    with caplog.at_level(logging.ERROR):
        for times in (1, 2):
            logbook_file.rename(away)
            for _ in range(5):
                assert client.get("/").status_code == 503
            told = [record for record in caplog.records if str(logbook_file) in record.getMessage()]
            assert len(told) == times
            away.rename(logbook_file)
            state(client)


def test_the_terminal_is_told_once_why_a_backup_failed(
    client: TestClient,
    logbook_file: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def move_to_day(days: int) -> None:
        class Later(date):
            @classmethod
            def today(cls) -> "Later":
                there = date.today() + timedelta(days=days)
                return cls(there.year, there.month, there.day)

        monkeypatch.setattr(backups, "date", Later)

    done(client, "quick", result="loss")
    daily_folder(logbook_file).write_text("in its place", encoding="utf-8")
    move_to_day(1)
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            done(client, "quick", result="loss")
            assert any("terminal says why" in told for told in state(client)["warnings"])
        told = [each for each in caplog.messages if "Today's backup was not made: " in each]
        assert len(told) == 1
    daily_folder(logbook_file).unlink()
    move_to_day(2)
    done(client, "quick", result="loss")
    assert not any("terminal says why" in told for told in state(client)["warnings"])


def test_a_printable_that_cannot_be_made_does_not_say_where_the_kit_lies(
    open_client: Open, tmp_path: Path
) -> None:
    file = tmp_path / "kit.toml"
    file.write_text("cabinet = {rows = 2, columns = 200}\n", encoding="utf-8")
    answer = open_client(load_kit(file)).get("/downloads/cabinet-map.pdf")
    assert answer.status_code == 422
    assert "A cabinet of 2 rows" in Page(answer.text).words
    assert str(tmp_path) not in answer.text
