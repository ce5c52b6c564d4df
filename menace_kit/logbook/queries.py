"""What you can ask a logbook: every question has a function; no other room knows the tables.

Ask related questions inside `logbook.one_moment()`.
"""

import sys
from collections.abc import Sequence
from itertools import takewhile

from menace_kit.logbook.entries import Entry, Kind
from menace_kit.logbook.game_counts import tallies
from menace_kit.logbook.game_record import GameRecord, GameRow, undone_by
from menace_kit.logbook.store import Logbook


def last_action(logbook: Logbook) -> list[Entry]:
    """Return the entries of the last action; empty in an empty logbook."""
    with logbook.one_moment():
        return action_with(logbook, logbook.last_entry)


def action_with(logbook: Logbook, number: int) -> list[Entry]:
    """Return the entries of the action with this entry; empty if there is no such entry."""
    with logbook.one_moment():
        entry = logbook.entry(number)
        if entry is None:
            return []
        since = logbook.entries(entry.action - 1)
        return list(takewhile(lambda each: each.action == entry.action, since))


def taken_back_by(logbook: Logbook, action: Sequence[Entry]) -> list[Entry]:
    """Return the entries that an action undid, confirmations included; empty if it is no undo."""
    return [
        entry
        for undo in action
        if undo.kind is Kind.UNDO
        for entry in undone_by(undo, logbook.entries_of_game(undo.game or 0))
    ]


def anything_undone(logbook: Logbook, after: int, until: int) -> bool:
    """Return whether anything in the games up to `until` was undone after an entry."""
    later = logbook.entries(after) if until else ()
    return any(entry.kind is Kind.UNDO and (entry.game or 0) <= until for entry in later)


def last_finished_game(logbook: Logbook) -> int:
    """Return the number of the last game with a result, 0 before the first."""
    return max((row.number for row in logbook.games() if row.result), default=0)


def games_before(logbook: Logbook, number: int | None, most: int) -> list[GameRow]:
    """Return up to `most` games before game `number` (None: the last ones), in order."""
    with logbook.one_moment():
        last = min(logbook.last_game, logbook.last_game if number is None else number - 1)
        return logbook.games(max(last - most, 0), last)


def games_begun_behind(logbook: Logbook, entry: int) -> list[GameRow]:
    """Return the games that began after an entry, in order."""
    begun = [each.game for each in logbook.entries(entry) if each.kind is Kind.START and each.game]
    return logbook.games(begun[0] - 1) if begun else []


def games_left_open(logbook: Logbook) -> list[int]:
    """Return the numbers of finished games whose updates weren't confirmed."""
    with logbook.one_moment():
        kinds = [row for row in tallies(logbook) if row.state == "ended" and not row.confirmed]
        games = logbook.games() if any(row.games for row in kinds) else []
    return [row.number for row in games if row.state == "ended" and not row.confirmed]


def entries_of_games(logbook: Logbook, first: int, last: int) -> tuple[int, int]:
    """Return the first and last entry about these games; (0, 0) if there are none."""
    where = "SELECT min(number), max(number) FROM entry WHERE game BETWEEN ? AND ?"
    begun, ended = logbook.select(where, (first, last))[0]
    return begun or 0, ended or 0


def game_behind(logbook: Logbook, number: int, entry: int) -> GameRecord | None:
    """Return a game as it was after an entry, or None if it hadn't begun."""
    entries = [each for each in logbook.entries_of_game(number) if each.number <= entry]
    return GameRecord.of(entries) if entries else None


def latest_game_behind(logbook: Logbook, entry: int) -> GameRecord | None:
    """Return the latest game as it was after an entry; None before the first."""
    with logbook.one_moment():
        number = logbook.last_game
        while number:
            begun = logbook.entries_of_game(number)
            if not begun:  # lost, so nobody knows
                return None
            if begun[0].number <= entry:
                return game_behind(logbook, number, entry)
            number -= 1
    return None


def entries_that_hold(logbook: Logbook, games: int) -> list[Entry]:
    """Return the entries of the last games, in order, without undone entries and undos."""
    with logbook.one_moment():
        first = max(logbook.last_game - games + 1, 1)
        entries: list[Entry] = []
        while True:
            begun = logbook.entries_of_game(first)
            entries = list(logbook.entries(begun[0].number - 1 if begun and first > 1 else 0))
            gone = {entry.undoes for entry in entries if entry.undoes is not None}
            before = min(gone, default=sys.maxsize)
            if not entries or first == 1 or before >= entries[0].number:
                break
            undone = logbook.entry(
                before
            )  # a whole import may have been undone, with more than was asked for
            first = undone.game if undone and undone.game else 1
    return [entry for entry in entries if entry.kind is not Kind.UNDO and entry.action not in gone]
