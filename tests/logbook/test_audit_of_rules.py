"""The audit finds nothing in a logbook that the program kept, under any rules,
and what does not agree with them.
"""

from functools import cache
from pathlib import Path

import pytest

from menace_kit.guide import counting
from menace_kit.guide.audit import audit
from menace_kit.guide.desk import Desk
from menace_kit.logbook.box_changes import touched_boxes
from menace_kit.logbook.store import Logbook
from menace_kit.machine import Kit
from tests.examples import preset
from tests.guide.scripts import do
from tests.logbook.audited import audit_of, damage, play
from tests.logbook.games import kit_named, kit_of, quick_folder

MICHIE, NIM, TAKEN = kit_named("michie"), preset("nim-8"), kit_named("taken, both")
CHART = kit_of("boxes.stages = 3\nboxes.later = 'chart'")
MORE = (
    "INSERT INTO entry (number, action, at, digest, kind, game, undoes) SELECT max(number) + 1, "
    "max(number) + 1, '2999-01-01T00:00:00.000+00:00', 0, {} FROM entry"
)
WATCHED = "watch:1,2,5,3,9"
OUTCOMES = (
    "quick:win:white:+confirmed quick:loss:gold:1 confirm quick:draw "
    "quick:win:lilac:+confirmed undo quick:draw:gold"
)
"""Entries 1 to 5 are game 1, 6 to 10 game 2, 11 to 13 game 3, 14 to 18 game 4, undone by 19."""

BOTH = "start:Ada:+both bead:8 bead:7 bead:5 bead:3 bead:1 confirm"
"""Entry 1 is the start, 2 to 6 are beads, by turns; 7 is the end, 8 to 10 and 11, 12 the lists."""

CASES: dict[tuple[Kit, str], list[tuple[str, str]]] = {
    (kit_named("refill"), "start 1:none empty"): [
        ("UPDATE entry SET change = change + 1 WHERE kind = 'adjust'", "the rules give"),
        ("DELETE FROM entry WHERE kind = 'adjust'", "the rules give adjust"),
        ("UPDATE entry SET why = 'random' WHERE kind = 'empty'", "why refill"),
    ],
    (kit_named("random"), "start 1:none empty"): [
        ("UPDATE entry SET move = '12' WHERE kind = 'lot'", "a move at random is due: 1, 2, 3"),
    ],
    (preset("starter"), "start 1 5 2 3 4 9"): [
        ("UPDATE entry SET kind = 'forced' WHERE kind = 'lot'", "a move at random is due: 6, 7, 8"),
    ],
    (preset("starter"), "start 1 5"): [
        (
            "UPDATE entry SET kind = 'lot', box = NULL, colour = NULL WHERE kind = 'draw'",
            "it stands by itself",
        ),
    ],
    (CHART, "start 1 5 2 9 6 7"): [
        (
            "UPDATE entry SET kind = 'lot' WHERE kind = 'forced'",
            "the rules give forced (game 1, move 3)",
        ),
    ],
    (MICHIE, "start 1 2 5 3 9"): [
        ("INSERT INTO tick VALUES (7, 4, 0)", "line 4 of its tick-list is ticked, which has 3"),
    ],
    (MICHIE, "start:+exhibition 1 2 5 3 9 confirm"): [
        (
            "UPDATE entry SET change = 3 WHERE kind = 'adjust' AND box = 1",
            "the rules give adjust",
        ),
        ("UPDATE entry SET why = 'fun' WHERE kind = 'start'", "why fun"),
    ],
    (MICHIE, WATCHED): [
        (
            "UPDATE entry SET change = 2 WHERE kind = 'adjust' AND box = 1",
            "box 1, colour white, change 3",
        ),
        ("UPDATE entry SET side = 'first' WHERE kind = 'reply' AND number = 3", "side second)"),
        ("UPDATE entry SET move = '1' WHERE kind = 'reply' AND number = 4", "cannot be played"),
        (
            "UPDATE entry SET result = 'draw' WHERE kind = 'end'",
            "the rules give end (game 1, result win)",
        ),
        (
            "UPDATE entry SET side = 'second' WHERE kind = 'start'",
            "the rules give start (game 1, why watched",
        ),
        ("UPDATE entry SET why = NULL WHERE kind = 'start'", "is entered; the rules give nothing"),
    ],
    (kit_named("halved"), "start 1 4 5 9 3 2 7 confirm half:1"): [
        (
            "UPDATE entry SET change = -3 WHERE why = 'halved' AND colour = 'white'",
            "game 1: adjust (game 1, box 1, colour white, change -3, why halved) is entered; "
            "the rules give adjust (game 1, box 1",
        ),
        (
            "DELETE FROM entry WHERE why = 'halved' AND colour = 'gold'",
            "nothing more is entered; the rules give adjust (game 1, box 1",
        ),
    ],
    (TAKEN, "start white 5 gold"): [
        ("UPDATE entry SET colour = 'red' WHERE why = 'taken'", "the rules give draw"),
        (
            "UPDATE entry SET box = box + 1, colour = 'white' WHERE why = 'taken'",
            "why taken) is entered; the rules give adjust (game 1, box 7",
        ),
        ("UPDATE entry SET change = -2 WHERE why = 'taken'", "the rules give adjust"),
        (
            "UPDATE entry SET kind = 'draw', move = '9', change = NULL, why = NULL "
            "WHERE why = 'taken'",
            "is taken: no move was made with it",
        ),
    ],
    (MICHIE, OUTCOMES): [
        (
            "UPDATE entry SET move = '1' WHERE number = 2",
            "game 1: draw (game 1, box 1, colour white, move 1",
        ),
        (
            "UPDATE entry SET why = NULL WHERE number = 1",
            "outcome-only) is entered; the rules give nothing",
        ),
        (
            "UPDATE entry SET box = 2, colour = 'white' WHERE number = 2",
            "the first bead is drawn from box 1",
        ),
        (
            "UPDATE entry SET change = 9 WHERE number = 4",
            "box 1, colour white, change 3, why result)",
        ),
        (
            "UPDATE entry SET undoes = 15 WHERE number = 19",
            "the rules give undo (game 4, undoes 14)",
        ),
        (
            MORE.format("'undo', 4, 14"),
            "game 4: undo (game 4, undoes 14) is entered, but game 5 was begun last",
        ),
    ],
    (MICHIE, "quick:win:white undo"): [
        (MORE.format("'undo', 1, 1"), "is undone already"),
        (MORE.format("'confirm', 1, NULL"), "confirm (game 1) is entered"),
    ],
    (NIM, "quick:win"): [
        (
            "UPDATE entry SET result = 'draw' WHERE kind = 'end'",
            "no game of this machine can be drawn",
        ),
    ],
    (NIM, BOTH): [
        ("UPDATE entry SET side = 'first' WHERE number = 3", "move 7, side second)"),
        ("UPDATE entry SET side = NULL WHERE number = 4", "move 5, side first)"),
        ("UPDATE entry SET side = 'first' WHERE number = 12", "side second)"),
        ("UPDATE entry SET change = -1 WHERE number = 10", "side first)"),
        (
            "UPDATE entry SET result = 'loss' WHERE number = 7",
            "the rules give end (game 1, result win)",
        ),
        ("UPDATE entry SET side = 'first' WHERE number = 1", "red, move 8, side first) is entered"),
    ],
    (NIM, "start:+machine_first 8"): [
        (
            "UPDATE entry SET side = 'first' WHERE kind = 'draw'",
            "side first) is entered; the rules give draw (game 1, box 8, colour red, move 8)",
        ),
    ],
}
"""What a kit's program wrote -> what is done behind its back, and what the audit says of that."""


@cache
def written(kit: Kit, script: str) -> bytes:
    """Return the file of a logbook in which the audit finds nothing."""
    with quick_folder() as folder:
        path = folder / "logbook.sqlite"
        with Logbook(path, kit) as logbook:
            do(Desk(logbook), script)
        assert audit_of(path, kit) == []
        return path.read_bytes()


@pytest.mark.parametrize(
    ("kit", "script", "statement", "told"),
    [(*by, *case) for by, cases in CASES.items() for case in cases],
)
def test_what_the_rules_do_not_give_is_found(
    tmp_path: Path, kit: Kit, script: str, statement: str, told: str
) -> None:
    path = tmp_path / "logbook.sqlite"
    path.write_bytes(written(kit, script))
    damage(path, statement)
    found = [f"{finding.where}: {finding.message}" for finding in audit_of(path, kit)]
    assert any(told in each for each in found), found


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
