"""The audit finds everything that was done to a book behind the program's back."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from menace_kit.errors import JournalError
from menace_kit.guide import audit as audit_of_acts
from menace_kit.guide.audit import acts_are_the_rules
from menace_kit.journal import audit as audit_module
from menace_kit.journal.schema import seal_all, seal_rows
from menace_kit.journal.store import Journal
from tests.examples import some_of
from tests.journal.audited import audit_of, damage
from tests.journal.games import kit_named, quick_folder

LISTS = ("FILE_CHECKS", "ENTRY_CHECKS", "GAME_CHECKS", "BOOK_CHECKS")


def only(check: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the audit do this check alone."""
    for name in LISTS:
        checks = getattr(audit_module, name)
        monkeypatch.setattr(audit_module, name, tuple(each for each in checks if each is check))
    if check is not acts_are_the_rules:
        monkeypatch.setattr(audit_of_acts, "acts_are_the_rules", lambda *_: ())


def insert(number: int, **facts: object) -> str:
    """Return the statement that puts an entry into the journal, an action by itself."""
    facts = {"number": number, "action": number, "at": "2999-01-01T00:00:00.000+00:00", **facts}
    values = ", ".join(repr(value) for value in facts.values())
    return f"INSERT INTO entry ({', '.join(facts)}) VALUES ({values})"


ACTS: list[tuple[list[str], str, str]] = [
    (["UPDATE entry SET game = 9 WHERE number = 39"], "game 9", "the rules give start (game 4,"),
    (["DELETE FROM entry WHERE kind = 'abandon'"], "game 5", "game 4 still goes on"),
    (["UPDATE entry SET side = 'second' WHERE number = 1"], "game 1", "always moves first"),
    (["UPDATE entry SET undoes = 14 WHERE number = 18"], "game 2", "give undo (game 2, undoes 17)"),
    (
        ["UPDATE entry SET undoes = 13 WHERE number = 18"],
        "game 2",
        "undo (game 2, undoes 13) is entered",
    ),
    ([insert(44, kind="undo", game=5, undoes=42)], "game 5", "give undo (game 5, undoes 43)"),
    ([insert(44, kind="confirm", game=5)], "game 5", "but the opponent's reply is due"),
    (
        ["UPDATE entry SET game = 1 WHERE number = 15"],
        "game 1",
        "the rules give reply (game 2, move 2)",
    ),
    (
        ["UPDATE entry SET game = 1 WHERE number = 22"],
        "game 2",
        "the rules give adjust (game 2, box 1",
    ),
    (
        ["UPDATE entry SET kind = 'empty', colour = NULL WHERE number = 11"],
        "game 1",
        "game 1 is over",
    ),
    (
        ["UPDATE entry SET action = 7 WHERE number IN (7, 8, 9, 10)"],
        "game 1",
        "nothing more is entered",
    ),
    (
        ["UPDATE entry SET kind = 'undo', undoes = 6, game = 1 WHERE number = 12"],
        "game 1",
        "are put right already",
    ),
    (["DELETE FROM entry WHERE number = 1"], "game 1", "no game was begun"),
    (
        ["UPDATE entry SET box = 999 WHERE number = 2"],
        "game 1",
        "the rules give draw (game 1, box 1,",
    ),
    (["UPDATE entry SET colour = 'green' WHERE number = 2"], "game 1", "box 1 never holds green"),
    (
        ["UPDATE entry SET colour = 'green' WHERE number = 8"],
        "game 1",
        "box 1, colour white, change 3",
    ),
    (["UPDATE entry SET change = -4 WHERE number = 26"], "entry 26", "white=-1: a count is from 0"),
    (["UPDATE entry SET change = -4 WHERE number = 8"], "game 2", "box 1 has no white left"),
    (["UPDATE entry SET kind = 'forced' WHERE number = 3"], "game 1", "it stands by itself"),
    (["DELETE FROM entry WHERE number = 3"], "game 1", "the opponent's reply is due"),
    (
        ["UPDATE entry SET box = 9 WHERE number = 4"],
        "game 1",
        "the rules give draw (game 1, box 8,",
    ),
    (
        ["UPDATE entry SET move = '2' WHERE number = 2"],
        "game 1",
        "white means square 1 or 3 or 9 or 7",
    ),
    (["UPDATE entry SET move = '12' WHERE number = 3"], "game 1", "12 cannot be played now"),
    (["UPDATE entry SET move = 'x' WHERE number = 3"], "game 1", "'x' is not a move"),
    (["UPDATE entry SET kind = 'lot' WHERE number = 4"], "game 1", "it stands by itself"),
    (
        ["UPDATE entry SET kind = 'empty', move = NULL WHERE number = 4"],
        "game 1",
        "box 8 still holds",
    ),
    (["UPDATE entry SET kind = 'reply' WHERE number = 7"], "game 1", "the rules give end (game 1,"),
    (
        ["UPDATE entry SET why = 'outcome-only' WHERE number = 1"],
        "game 1",
        "no result stands with it",
    ),
    (["UPDATE entry SET action = 1 WHERE number = 2"], "game 1", "the rules give nothing"),
    (["UPDATE entry SET why = 'boredom' WHERE number = 1"], "game 1", "boredom"),
    (
        ["UPDATE entry SET result = 'draw' WHERE number = 7"],
        "game 1",
        "give end (game 1, result win)",
    ),
    (["UPDATE entry SET why = 'empty-box' WHERE number = 7"], "game 1", "why empty-box"),
    (["DELETE FROM entry WHERE number = 7"], "game 1", "the rules give end (game 1, result win)"),
    (
        ["UPDATE entry SET kind = 'end', result = 'win' WHERE number = 43"],
        "game 5",
        "stands by itself",
    ),
    (["UPDATE entry SET change = 4 WHERE number = 8"], "game 1", "white, change 3, why result)"),
    (
        ["UPDATE entry SET box = 9 WHERE number = 9"],
        "game 1",
        "the rules give adjust (game 1, box 8",
    ),
    (["UPDATE entry SET why = 'refill' WHERE number = 8"], "game 1", "why refill) is entered"),
    (
        ["DELETE FROM entry WHERE number IN (8, 9, 10)"],
        "game 1",
        "the rules give adjust (game 1, box 1",
    ),
    (["UPDATE entry SET change = NULL WHERE number = 26"], "entry 26", "a difference"),
    (["UPDATE entry SET colour = NULL WHERE number = 26"], "entry 26", "a difference"),
]
"""Acts that the session would not write so: statements, and where the audit finds what."""

CASES: list[tuple[str, list[str], str, str]] = [
    ("file_is_sound", ["UPDATE contents SET count = -3 WHERE box = 7"], "file", "CHECK constraint"),
    (
        "file_is_sound",
        ["UPDATE entry SET kind = 'gift' WHERE number = 3"],
        "file",
        "CHECK constraint",
    ),
    (
        "entries_point_at_something",
        ["UPDATE entry SET box = 999 WHERE number = 2"],
        "entry 2",
        "contents",
    ),
    (
        "entries_point_at_something",
        ["UPDATE entry SET game = 77 WHERE number = 2"],
        "entry 2",
        "game",
    ),
    ("numbers_run_on", ["DELETE FROM entry WHERE number = 3"], "entry 4", "entry 3 is missing"),
    (
        "numbers_run_on",
        ["DELETE FROM entry WHERE number < 12"],
        "entry 12",
        "entries 1 to 11 are missing",
    ),
    ("numbers_run_on", ["UPDATE entry SET action = 5 WHERE number = 7"], "entry 7", "action 5"),
    ("numbers_run_on", ["UPDATE entry SET action = 14 WHERE number = 16"], "entry 16", "action 14"),
    (
        "times_run_on",
        ["UPDATE entry SET at = '2020-01-01T00:00:00.000+00:00' WHERE number = 9"],
        "entry 9",
        "clock",
    ),
    (
        "times_run_on",
        ["UPDATE entry SET at = '1 January, in the morning' WHERE number = 9"],
        "entry 9",
        "no time",
    ),
    ("game_row_agrees", ["DELETE FROM game WHERE number = 2"], "game 2", "missing"),
    (
        "game_row_agrees",
        ["UPDATE game SET confirmed = 0 WHERE number = 1"],
        "game 1",
        "confirmed 0",
    ),
    (
        "game_row_agrees",
        ["UPDATE game SET result = 'draw' WHERE number = 1"],
        "game 1",
        "result 'draw'",
    ),
    ("game_row_agrees", ["UPDATE game SET opponent = 'Eve' WHERE number = 3"], "game 3", "'Bob'"),
    (
        "game_row_agrees",
        ["UPDATE game SET first_change = 0 WHERE number = 3"],
        "game 3",
        "first_change 0",
    ),
    (
        "game_row_agrees",
        ["UPDATE game SET state = 'ended', result = 'win' WHERE number = 4"],
        "game 4",
        "'abandoned'",
    ),
    (
        "game_row_agrees",
        ["UPDATE game SET side = 'second' WHERE number = 5"],
        "game 5",
        "side 'second'",
    ),
    (
        "contents_agree",
        ["UPDATE contents SET count = 99 WHERE box = 1 AND colour = 'white'"],
        "box 1",
        "99 white",
    ),
    (
        "contents_agree",
        ["UPDATE contents SET start = 9 WHERE box = 5"],
        "box 5",
        "9 white to start with",
    ),
    (
        "contents_agree",
        ["DELETE FROM contents WHERE box = 5 AND colour = 'white'"],
        "box 5",
        "white is missing",
    ),
    ("contents_agree", ["INSERT INTO contents VALUES (1, 'green', 0, 0)"], "box 1", "never holds"),
    ("contents_agree", ["DELETE FROM entry WHERE number = 26"], "box 2", "the entries give 3"),
    (
        "boxes_agree",
        ["UPDATE box SET opened = 0 WHERE number = 1"],
        "box 1",
        "how often it was opened",
    ),
    ("boxes_agree", ["DELETE FROM box WHERE number = 1"], "box 1", "missing in the table of boxes"),
    (
        "games_are_counted",
        ["UPDATE game SET entries = 3 WHERE number = 1"],
        "game 1",
        "3 entries are noted",
    ),
    (
        "games_are_counted",
        ["UPDATE tally SET games = games + 1"],
        "games",
        "how many there are of each kind",
    ),
    (
        "games_were_begun",
        [
            "INSERT INTO game (number, state, confirmed, side, started_at, first_change, "
            "outcome_only) VALUES (6, 'running', 0, 'first', '2999', 0, 0)"
        ],
        "game 6",
        "no entry begins it",
    ),
    (
        "adjustments_were_confirmed",
        ["DELETE FROM entry WHERE number = 25"],
        "game 2",
        "count boxes 1, 8, 120",
    ),
    (
        "ticks_are_of_the_open_list",
        ["INSERT INTO tick VALUES (7, 1), (7, 2)"],
        "entry 7",
        "no tick-list",
    ),
    (
        "ticks_are_of_the_open_list",
        [
            "DELETE FROM entry WHERE number > 24",
            "INSERT INTO tick SELECT max(number), 2 FROM entry WHERE kind = 'end'",
            "INSERT INTO tick SELECT max(number), 99 FROM entry WHERE kind = 'end'",
        ],
        "entry 21",
        "line 99 of its tick-list is ticked, which has 3",
    ),
]


UNSEALED: dict[str, tuple[list[str], str, str]] = {
    "entries_are_as_they_were_written": (
        ["UPDATE entry SET at = '2020-01-01T00:00:00.000+00:00' WHERE number = 9"],
        "entry 9",
        "is not as it was written",
    ),
    "seals_agree": (
        ["UPDATE game SET opponent = 'Eve' WHERE number = 2"],
        "game 2",
        "is not as it was written",
    ),
}
"""Checks of what is not as the program wrote it, whatever it tells."""
NOTED = ("boxes_agree", "games_are_counted")
"""Checks of what is worked out anew when a journal is sealed as a whole."""
CASES += [(check, *case) for check, case in UNSEALED.items()]
CASES += [("acts_are_the_rules", *case) for case in ACTS]


@pytest.mark.parametrize(("check", "statements", "where", "message"), CASES)
def test_what_is_written_wrong_is_found_by_its_check(
    book: Path,
    monkeypatch: pytest.MonkeyPatch,
    check: str,
    statements: list[str],
    where: str,
    message: str,
) -> None:
    damage(
        book,
        *statements,
        sealed=None if check in UNSEALED else seal_rows if check in NOTED else seal_all,
    )
    everything = audit_of(book)
    only(next(each for each in all_checks() if each.__name__ == check), monkeypatch)
    found = audit_of(book)
    assert any(finding.where == where and message in finding.message for finding in found), found
    assert set(found) <= set(everything)


def all_checks() -> list[Callable[..., Any]]:
    return [*(check for name in LISTS for check in getattr(audit_module, name)), acts_are_the_rules]


def test_every_check_has_a_journal_that_it_must_find() -> None:
    assert {check.__name__ for check in all_checks()} == {check for check, *_ in CASES}


def test_the_kept_book_is_in_order_and_is_as_the_cases_say(kept: Path) -> None:
    assert audit_of(kept) == []
    with Journal(kept, kit_named("michie")) as journal:
        kinds = {entry.number: entry.kind.value for entry in journal.entries()}
    told = {
        1: "start",
        7: "end",
        12: "stocktake",
        13: "start",
        18: "undo",
        25: "confirm",
        26: "recount",
    }
    assert {number: kinds[number] for number in told} == told
    assert [kinds[number] for number in range(39, 44)] == [
        "start",
        "draw",
        "abandon",
        "start",
        "draw",
    ]


def test_no_entry_can_be_taken_out_unnoticed(kept: Path) -> None:
    with Journal(kept, kit_named("michie")) as journal:
        last = journal.last_entry
    for number in range(1, last):
        with quick_folder() as folder:
            path = Path(shutil.copy(kept, folder / "journal.sqlite"))
            damage(path, f"DELETE FROM entry WHERE number = {number}")
            assert audit_of(path), number


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
    # Where only the label of a reason changes on a recount, or which square a reply took that was
    # taken back, no rule is broken and nothing follows from it.
    free = {"why": 26, "move": 17}
    others |= {"why": "'other'", "undoes": 15, "game": "game + 1", "opponent": "'Eve'"}
    with Journal(kept, kit_named("michie")) as journal:
        rows = journal.select(
            f"SELECT number FROM entry WHERE {field} IS NOT NULL AND number <> ?",
            (free.get(field, 0),),
        )
    assert rows
    for (number,) in rows:
        with quick_folder() as folder:
            path = Path(shutil.copy(kept, folder / "journal.sqlite"))
            damage(path, f"UPDATE entry SET {field} = {others[field]} WHERE number = {number}")
            assert audit_of(path), (number, field)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entry SET side = 'third' WHERE number = 1",
        "UPDATE entry SET result = 'glory' WHERE number = 7",
        "UPDATE entry SET game = NULL WHERE number = 1",
    ],
)
def test_what_no_table_would_take_is_found_and_does_not_stop_the_audit(
    book: Path, statement: str
) -> None:
    damage(book, statement)
    assert audit_of(book)[0].where == "file"


def test_a_page_that_was_overwritten_is_found(kept: Path) -> None:
    whole, page = kept.read_bytes(), 4096
    found = 0
    for start in range(page, len(whole), page):
        with quick_folder() as folder:
            path = folder / "journal.sqlite"
            path.write_bytes(
                whole[:start] + bytes(range(256)) * (page // 256) + whole[start + page :]
            )
            try:
                findings = audit_of(path)
            except JournalError:
                continue  # so bad that it cannot even be opened
            assert findings[0].where == "file"
            found += 1
    assert found
