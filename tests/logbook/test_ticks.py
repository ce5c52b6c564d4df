"""Ticks of the tick-list: kept in the logbook's file,
no part of its history, gone with the list.
"""

from pathlib import Path

import pytest

from menace_kit.errors import GuideError, LogbookMovedOnError
from menace_kit.guide.audit import audit
from menace_kit.guide.desk import Desk
from menace_kit.guide.situation import Due
from menace_kit.logbook.store import Logbook
from tests.guide.scripts import do
from tests.logbook.audited import play
from tests.logbook.games import check_logbook, kit_named

KIT = kit_named("michie")
WON = "1 2 5 3 9"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a logbook in which a list of three lines is open."""
    path = tmp_path / "logbook.sqlite"
    with Logbook(path, KIT) as logbook:
        play(Desk(logbook), WON)
    return path


def audit_finds_no_tick(logbook: Logbook) -> bool:
    return not [finding for finding in audit(logbook) if "tick" in f"{finding}"]


def test_ticks_outlive_the_program_and_are_no_entries(path: Path) -> None:
    with Logbook(path, KIT) as logbook:
        desk, before = Desk(logbook), list(logbook.entries())
        desk.tick(1)
        desk.tick(3)
        desk.tick(3)
        desk.tick(2)
        desk.tick(1, done=False)
        assert list(logbook.entries()) == before
    with Logbook(path, KIT) as logbook:
        assert Desk(logbook).ticked == {2, 3}
        assert audit_finds_no_tick(logbook)
        check_logbook(logbook)


def test_every_program_at_the_logbook_has_the_same_ticks(path: Path) -> None:
    with Logbook(path, KIT) as first, Logbook(path, KIT) as second:
        terminal, phone = Desk(first), Desk(second)
        terminal.tick(1)
        phone.tick(2)
        assert terminal.ticked == phone.ticked == {1, 2}


@pytest.mark.parametrize(
    ("leave", "then"),
    [
        ("confirm", "start"),
        ("undo", "9"),
        ("start:+unconfirmed", "1"),
        ("quick:win:+unconfirmed", "start"),
    ],
)
def test_a_tick_is_gone_with_its_list_and_the_act_that_comes_then(
    path: Path, leave: str, then: str
) -> None:
    with Logbook(path, KIT) as logbook:
        desk = Desk(logbook)
        desk.tick(1)
        do(desk, leave)
        assert desk.ticked == frozenset()
        assert audit_finds_no_tick(logbook)
        do(desk, then)
        assert logbook.select("SELECT * FROM tick") == []


def test_a_tick_on_a_list_that_another_program_closed_is_late(path: Path) -> None:
    with Logbook(path, KIT) as first, Logbook(path, KIT) as second:
        late, desk = Desk(first), Desk(second)
        do(desk, "confirm")
        with pytest.raises(LogbookMovedOnError):
            late.tick(1)
        assert late.session.due is Due.START
        with pytest.raises(GuideError, match="No boxes"):
            late.tick(1)
        assert first.select("SELECT * FROM tick") == []
