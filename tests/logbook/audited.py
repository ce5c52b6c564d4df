"""A logbook with a bit of everything, and ways to damage and audit one."""

import sqlite3
from contextlib import closing
from pathlib import Path

from menace_kit.guide.audit import AuditFinding, audit
from menace_kit.guide.desk import Desk
from menace_kit.logbook.entries import ROW_FIELDS
from menace_kit.logbook.schema import BESIDE, digest, put_beside
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from tests.guide.scripts import do
from tests.logbook.games import check_logbook, kit_named


def play(desk: Desk, moves: str) -> None:
    do(desk, f"start:Ada:Bob {moves}")


def keep_logbook(path: Path) -> None:
    """Write a logbook with a bit of everything; its entries have the numbers that the tests expect.

    1 to 11 game 1, won; 12 a stocktake; 13 to 25 game 2, won, its second reply (17) undone by 18;
    26 a count of box 2; 27 to 38 game 3, lost; 39 to 41 game 4, ended early; 42 and 43 game 5,
    still running.
    """
    with Logbook(path, kit_named("michie")) as logbook:
        desk = Desk(logbook)
        play(desk, "1 2 5 3 9 confirm stocktake")
        play(desk, "1 2 5 7 undo 3 9 confirm 2:white=1")
        play(desk, "1 5 2 3 4 7 confirm")
        play(desk, "1 end")
        play(desk, "1")


def sealed_anew(db: sqlite3.Connection) -> None:
    """Give all rows matching digests, like a program that writes nonsense; caches of entries are
    deleted.
    """
    (fingerprint,) = db.execute("SELECT value FROM meta WHERE key = 'fingerprint'").fetchone()
    rows = db.execute(f"SELECT {', '.join(ROW_FIELDS)} FROM entry").fetchall()
    db.executemany(
        "UPDATE entry SET digest = ? WHERE number = ?",
        [(digest(fingerprint, *row), row[0]) for row in rows],
    )
    for table, columns in BESIDE.items():
        for row in db.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall():
            db.execute(f"DELETE FROM {table} WHERE {columns[0]} = ?", row[:1])
            put_beside(db, table, [row])
    db.execute("DELETE FROM cache")
    db.execute("DELETE FROM game")


def damage(path: Path, *statements: str, sealed: bool = True) -> None:
    """Change a logbook behind the program's back, without its triggers and checks.

    The entries are then `sealed` again, or left without matching digests.
    """
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        triggers = db.execute(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
        ).fetchall()
        for trigger, _ in triggers:
            db.execute(f"DROP TRIGGER {trigger}")
        for statement in statements:
            assert db.execute(statement).rowcount > 0, f"{statement} changed nothing"
        if sealed:
            sealed_anew(db)
        for _, made in triggers:
            db.execute(made)
        db.commit()


def opened(path: Path, kit: Kit | None = None) -> Logbook:
    """Open a logbook to be read."""
    return Logbook(path, kit or kit_named("michie"), read_only=True)


def audit_of(path: Path, kit: Kit | None = None) -> list[AuditFinding]:
    with opened(path, kit) as logbook:
        return audit(logbook)


def check_in_order(logbook: Logbook) -> None:
    """Fail where the logbook does not add up, by the tests' own reckoning or by the audit's."""
    check_logbook(logbook)
    assert audit(logbook) == []
