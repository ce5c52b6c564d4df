"""The checkpoint: what replaying the entries gives, kept as tables and kept up to date by each action.

The ticks of the tick-list are kept with it: they go when the list is confirmed, left, or taken back.
"""

import sqlite3
from collections.abc import Sequence

from menace_kit.journal.entries import OUTCOME_ONLY, Entry, Kind
from menace_kit.machine.kit import Kit

CLOSE_THE_LIST = (Kind.START, Kind.CONFIRM, Kind.UNDO)
"""What puts an end to the tick-list that is open."""


def update_checkpoint(db: sqlite3.Connection, kit: Kit, action: Sequence[Entry]) -> None:
    """Bring the tables `contents`, `game` and `tick` up to date with one action that is about to be written."""
    for entry in action:
        if entry.kind in CLOSE_THE_LIST:
            db.execute("DELETE FROM tick")
        match entry.kind:
            case Kind.START:
                db.execute(
                    "INSERT INTO game VALUES (?, 'running', 0, ?, ?, ?, ?, NULL, 0, ?)",
                    (
                        entry.game,
                        entry.side,
                        entry.played_at or entry.at,
                        entry.operator,
                        entry.opponent,
                        entry.why == OUTCOME_ONLY,
                    ),
                )
            case Kind.ADJUST | Kind.RECOUNT:
                _change(db, kit, entry.game, entry.box, entry.colour, entry.change or 0)
            case Kind.END:
                db.execute(
                    "UPDATE game SET state = 'ended', result = ? WHERE number = ?", (entry.result, entry.game)
                )
            case Kind.ABANDON:
                db.execute("UPDATE game SET state = 'abandoned' WHERE number = ?", (entry.game,))
            case Kind.CONFIRM:
                db.execute("UPDATE game SET confirmed = 1 WHERE number = ?", (entry.game,))
            case Kind.UNDO:
                _take_back(db, kit, entry)


def _take_back(db: sqlite3.Connection, kit: Kit, undo: Entry) -> None:
    rows = db.execute(
        # An action's entries begin with its number; there is no index on `action`, but they are near the end.
        "SELECT kind, box, colour, change FROM entry WHERE number >= ? AND action = ?",
        (undo.undoes, undo.undoes),
    ).fetchall()
    for kind, box, colour, change in rows:
        if kind == Kind.ADJUST.value:
            _change(db, kit, undo.game, box, colour, -change)
        elif kind in (Kind.END.value, Kind.ABANDON.value):
            db.execute("UPDATE game SET state = 'running', result = NULL WHERE number = ?", (undo.game,))
    if any(row[0] == Kind.START.value for row in rows):
        db.execute("UPDATE game SET state = 'taken-back', confirmed = 0 WHERE number = ?", (undo.game,))


def _change(
    db: sqlite3.Connection, kit: Kit, game: int | None, box: int | None, colour: str | None, change: int
) -> None:
    db.execute(
        "UPDATE contents SET count = count + ? WHERE box = ? AND colour = ?",
        (change, box, colour),
    )
    if game is not None and box is not None and kit.box(box) in kit.opening_boxes:
        db.execute("UPDATE game SET first_change = first_change + ? WHERE number = ?", (change, game))
