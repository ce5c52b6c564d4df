"""The audit finds nothing in a logbook that the program kept, under any rules,
and what does not agree with them.
"""

from pathlib import Path

import pytest

from menace_kit.games import parse_move
from menace_kit.guide import counting
from menace_kit.guide.audit import audit
from menace_kit.guide.desk import Desk
from menace_kit.guide.situation import Due
from menace_kit.logbook.box_changes import touched_boxes
from menace_kit.logbook.store import Logbook
from tests.guide.scripts import do
from tests.logbook.audited import audit_of, damage, play
from tests.logbook.games import kit_named


def empty_box(desk: Desk) -> None:
    """Begin a game whose first box is empty, and say so."""
    do(desk, "start")
    box = desk.session.box
    assert box is not None
    do(desk, f"{box.number}:none")
    desk.act(lambda session: session.empty(lambda _, moves: moves[0]))


@pytest.mark.parametrize(
    ("kit", "statement", "message"),
    [
        ("refill", "UPDATE entry SET change = change + 1 WHERE kind = 'adjust'", "the rules give"),
        ("refill", "DELETE FROM entry WHERE kind = 'adjust'", "the rules give adjust"),
        ("refill", "UPDATE entry SET why = 'random' WHERE kind = 'empty'", "why refill"),
        ("random", "UPDATE entry SET move = '5' WHERE kind = 'lot'", "cannot be played now"),
    ],
)
def test_the_rule_for_an_empty_box_is_checked(
    tmp_path: Path, kit: str, statement: str, message: str
) -> None:
    path = tmp_path / "logbook.sqlite"
    with Logbook(path, kit_named(kit)) as logbook:
        desk = Desk(logbook)
        empty_box(desk)
        if desk.session.due is Due.REPLY:
            desk.act(lambda session: session.reply(parse_move("5")))
    assert audit_of(path, kit_named(kit)) == []
    damage(path, statement)
    assert any(message in finding.message for finding in audit_of(path, kit_named(kit)))


def test_a_list_left_open_is_found_until_its_boxes_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "logbook.sqlite"
    with Logbook(path, kit_named("michie")) as logbook:
        desk = Desk(logbook)
        play(desk, "1 2 5 3 9")
        assert audit(logbook) == []  # it is due, and nothing is wrong yet
        do(desk, "start:+unconfirmed")
        assert [finding.message for finding in audit(logbook)] == [
            "its adjustments were never confirmed; count boxes 1, 8, 120 (count, or a stocktake)"
        ]
        do(desk, "8:gold=6")
        assert "count boxes 1, 120 " in audit(logbook)[0].message
        do(desk, "end")
        desk.act(
            lambda session: counting.take_stock(session, touched_boxes(logbook), {1: {"white": 4}})
        )
        assert audit(logbook) == []


def test_entries_are_the_same_however_many_entries_are_read_at_a_time(
    logbook: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Logbook(logbook, kit_named("michie")) as opened:
        entries = list(opened.entries())
        for at_a_time in (1, 7):
            monkeypatch.setattr("menace_kit.logbook.reader.AT_A_TIME", at_a_time)
            assert list(opened.entries()) == entries
            assert list(opened.entries(5)) == entries[5:]
            assert audit(opened) == []
