"""The audit finds everything that was done to a logbook behind the program's back."""

import shutil
import sqlite3
from contextlib import closing
from itertools import chain
from pathlib import Path

import pytest

from menace_kit.guide import audit as audit_module
from menace_kit.logbook.schema import digest
from menace_kit.logbook.store import Logbook
from tests.examples import some_of
from tests.logbook.audited import audit_of, damage
from tests.logbook.games import kit_named, quick_folder


def insert(number: int, **facts: object) -> str:
    """Return the statement that puts an entry into the logbook, an action by itself."""
    facts = {"number": number, "action": number, "at": "2999-01-01T00:00:00.000+00:00", **facts}
    facts |= {"digest": 0}
    values = ", ".join(repr(value) for value in facts.values())
    return f"INSERT INTO entry ({', '.join(facts)}) VALUES ({values})"


AT = "UPDATE entry SET at ="

RULES = [
    ("UPDATE entry SET game = 9 WHERE number = 39", "game 9", "the rules give start (game 4,"),
    ("UPDATE entry SET side = 'second' WHERE number = 1", "game 1", "always plays the same side"),
    ("UPDATE entry SET undoes = 14 WHERE number = 18", "game 2", "give undo (game 2, undoes 17)"),
    (insert(44, kind="confirm", game=5), "game 5", "but the opponent's reply is due"),
    (
        "UPDATE entry SET game = 1 WHERE number = 15",
        "game 1",
        "the rules give reply (game 2, move 2)",
    ),
    (
        "UPDATE entry SET action = 7 WHERE number IN (7, 8, 9, 10)",
        "game 1",
        "nothing more is entered",
    ),
    (
        "UPDATE entry SET kind = 'undo', undoes = 6, game = 1 WHERE number = 12",
        "game 1",
        "the boxes are updated after game 1",
    ),
    (
        "UPDATE entry SET change = -4 WHERE number = 26",
        "entry 26",
        "white=-1: a count is from 0",
    ),
    ("UPDATE entry SET kind = 'forced' WHERE number = 3", "game 1", "it stands by itself"),
    ("UPDATE entry SET box = 9 WHERE number = 4", "game 1", "the rules give draw (game 1, box 8,"),
    (
        "UPDATE entry SET move = '2' WHERE number = 2",
        "game 1",
        "white means square 1 (top left) or square 3 (top right) or",
    ),
    ("UPDATE entry SET move = '12' WHERE number = 3", "game 1", "12 cannot be played now"),
    ("UPDATE entry SET move = 'x' WHERE number = 3", "game 1", "'x' is not a move"),
    (
        "UPDATE entry SET kind = 'empty', move = NULL WHERE number = 4",
        "game 1",
        "box 8 still holds",
    ),
    (
        "UPDATE entry SET why = 'outcome-only' WHERE number = 1",
        "game 1",
        "no result stands with it",
    ),
    ("UPDATE entry SET action = 1 WHERE number = 2", "game 1", "the rules give nothing"),
    ("UPDATE entry SET why = 'boredom' WHERE number = 1", "game 1", "boredom"),
    (
        "UPDATE entry SET result = 'draw' WHERE number = 7",
        "game 1",
        "give end (game 1, result win)",
    ),
    ("UPDATE entry SET why = 'empty-box' WHERE number = 7", "game 1", "why empty-box"),
    ("UPDATE entry SET change = 4 WHERE number = 8", "game 1", "white, change 3, why result)"),
    ("UPDATE entry SET change = NULL WHERE number = 26", "entry 26", "a difference"),
    ("UPDATE entry SET colour = NULL WHERE number = 26", "entry 26", "a difference"),
]
CASES = {
    "acts_are_the_rules": RULES,
    "actions_run_on": [
        ("UPDATE entry SET action = 5 WHERE number = 7", "entry 7", "action 5"),
        ("UPDATE entry SET action = 14 WHERE number = 16", "entry 16", "action 14"),
    ],
    "times_run_on": [
        (f"{AT} '2020-01-01T00:00:00.000+00:00' WHERE number = 9", "entry 9", "clock"),
        (f"{AT} '1 January, in the morning' WHERE number = 9", "entry 9", "no time"),
    ],
    "counts_agree": [
        ("UPDATE entry SET count = 9 WHERE number = 8", "entry 8", "9 white are left"),
    ],
    "adjustments_were_confirmed": [
        (
            "UPDATE entry SET kind = 'abandon' WHERE number = 25",
            "game 2",
            "count boxes 1, 8, 120",
        ),
    ],
    "ticks_are_of_the_open_list": [
        ("INSERT INTO tick VALUES (7, 1, 0), (7, 2, 0)", "entry 7", "no tick-list"),
    ],
}
"""Check -> what it finds where, after a statement."""

CHECKS = {each.__name__ for each in (*audit_module.ENTRY_CHECKS, *audit_module.LOGBOOK_CHECKS)}


@pytest.mark.parametrize(("statement", "where", "message"), [*chain(*CASES.values())])
def test_what_is_written_wrong_is_found(
    logbook: Path, statement: str, where: str, message: str
) -> None:
    damage(logbook, statement)
    found = audit_of(logbook)
    assert any(finding.where == where and message in finding.message for finding in found), found


def test_every_check_has_a_logbook_that_it_must_find() -> None:
    assert CHECKS - {"kept_agrees"} <= CASES.keys()


def test_a_cache_that_is_wrong_by_our_own_fault_is_found(logbook: Path) -> None:
    fingerprint = kit_named("michie").fingerprint
    with closing(sqlite3.connect(logbook)) as db:
        *facts, value, _ = db.execute("SELECT * FROM cache").fetchone()
        assert '"contents":[[' in value
        first = value.index("[[") + 2
        wrong = f"{value[:first]}9{value[first:]}"
        db.execute(
            "UPDATE cache SET value = ?, digest = ?", (wrong, digest(fingerprint, *facts, wrong))
        )
        db.commit()
    assert [finding.where for finding in audit_of(logbook)] == ["box 1"]


def test_the_kept_logbook_is_in_order_and_is_as_the_cases_say(kept: Path) -> None:
    assert audit_of(kept) == []
    with Logbook(kept, kit_named("michie")) as logbook:
        kinds = [entry.kind.value for entry in logbook.entries()]
    told = {1: "start", 7: "end", 12: "stocktake", 13: "start", 18: "undo", 25: "confirm"}
    told |= {26: "recount", 39: "start", 40: "draw", 41: "abandon", 42: "start", 43: "draw"}
    assert {number: kinds[number - 1] for number in told} == told


@pytest.mark.parametrize("number", [1, 20, 43])
def test_no_entry_can_be_taken_out_unnoticed(logbook: Path, number: int) -> None:
    damage(logbook, f"DELETE FROM entry WHERE number = {number}", sealed=False)
    found = [finding.message for finding in audit_of(logbook)]
    assert f"entry {number} is not as it was written" in found


def test_no_entry_can_change_its_place_unnoticed(logbook: Path) -> None:
    damage(logbook, "UPDATE entry SET number = number + 100 WHERE number > 40", sealed=False)
    assert audit_of(logbook)


@pytest.mark.parametrize(
    "field",
    some_of(["box", "colour", "why", "change", "result", "opponent", "undoes", "game", "move"]),
)
def test_no_fact_can_be_changed_unnoticed(kept: Path, field: str) -> None:
    others = {
        "box": 3,
        "colour": "'black'",
        "move": "'8'",
        "change": "change + 1",
        "result": "'draw'",
    }
    # Where only the label of a reason changes on a recount, or its box or colour,
    # or which square a reply took that was undone, no rule is broken.
    free = {"why": 26, "move": 17, "box": 26, "colour": 26}
    others |= {"why": "'other'", "undoes": 15, "game": "game + 1", "opponent": "'Eve'"}
    with Logbook(kept, kit_named("michie")) as logbook:
        rows = logbook.select(
            f"SELECT number FROM entry WHERE {field} IS NOT NULL AND number <> ?",
            (free.get(field, 0),),
        )
    assert rows
    for (number,) in rows:
        with quick_folder() as folder:
            path = Path(shutil.copy(kept, folder / "logbook.sqlite"))
            changed = f"UPDATE entry SET {field} = {others[field]} WHERE number = {number}"
            # No rule says who plays, so only its digest shows that a name was changed.
            damage(path, changed, sealed=field != "opponent")
            assert audit_of(path), (number, field)
