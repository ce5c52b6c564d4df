"""Whole files of games: the logbook is copied before, and the last import can be undone.

No step of a game asks what is asked here, so the queries are imported where they are used.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from menace_kit.errors import GuideError, MenaceKitError
from menace_kit.guide import counting
from menace_kit.guide.desk import Desk
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.logbook.entries import Entry, Kind
from menace_kit.logbook.game_record import GameRecord, GameRow
from menace_kit.logbook.loose_beads import BeadMove
from menace_kit.logbook.store import Logbook
from menace_kit.text.words import clock_time

if TYPE_CHECKING:
    from menace_kit.logbook.imported import Imported


COPIES = 3
"""Copies from before an import that are kept beside the logbook."""


def copy_before_import(logbook: Logbook) -> Path | None:
    """Copy the logbook to a file beside it that says what it is, and return that;
    None where nothing is in it yet.

    Older copies of the kind are removed, but for the last.
    """
    from menace_kit.logbook.backups import BEFORE_IMPORT, back_up

    if not logbook.last_entry:
        return None
    stem, suffix = logbook.path.stem, logbook.path.suffix
    now = f"{datetime.now():%Y-%m-%d-%H%M%S}"
    path = logbook.path.with_name(f"{stem}{BEFORE_IMPORT}{now}{suffix}")
    number = 1
    while path.exists():
        number += 1
        path = path.with_name(f"{stem}{BEFORE_IMPORT}{now}-{number}{suffix}")
    back_up(logbook, path)
    pattern = re.compile(
        rf"{re.escape(stem)}{BEFORE_IMPORT}\d{{4}}-\d\d-\d\d-\d{{6}}(-\d+)?{re.escape(suffix)}"
    )
    with suppress(OSError):  # somebody else may be tidying up
        copies = [
            file for file in path.parent.iterdir() if pattern.fullmatch(file.name) and file != path
        ]
        for old in sorted(copies, key=lambda file: file.stat().st_mtime)[: -COPIES + 1 or None]:
            old.unlink()
    return path


def write_import(desk: Desk, rehearsal: Rehearsal, content: bytes) -> list[Entry]:
    """Write what a file of games comes to, all of it or nothing, and return its entries."""
    from menace_kit.logbook.imported import import_key

    entries = sum(map(len, rehearsal.actions))
    return desk.act_all(rehearsal.actions, import_key(desk.logbook, digest_of(content), entries))


def imported_before(logbook: Logbook, content: bytes) -> str | None:
    """Return when a file with this content was imported, and as which games;
    None where none is in the logbook.
    """
    from menace_kit.logbook.imported import imports

    same = [found for found in imports(logbook) if found.digest == digest_of(content)]
    if not same:
        return None
    entries = list(logbook.entries(same[-1].first - 1, same[-1].first + same[-1].entries - 1))
    games = [entry.game or 0 for entry in entries if entry.kind is Kind.START]
    shown = f", as {games_named(games)}" if games else ""
    return f"on {clock_time(entries[0].at)}{shown}"


def games_named(numbers: Sequence[int]) -> str:
    """Return the games of these numbers, in order: `game 2`, `games 2 to 5`."""
    return f"game {numbers[0]}" if len(numbers) == 1 else f"games {numbers[0]} to {numbers[-1]}"


def digest_of(content: bytes) -> str:
    """Return what a file is known by."""
    from hashlib import sha256  # slow to import, and no step of a game needs it

    return sha256(content).hexdigest()[:32]


class Repeats:
    """Knows games that were entered before, in the logbook or the file: same time, names, moves.

    A game without a time is told from no other. Where one has but a day, games of that day
    are the same; in one file they are not, for a class may play a game again and again.
    Nor are they where a time has its zone, as an export has it of games for which nobody told one:
    all of one import were entered at the same moment.
    """

    def __init__(self, logbook: Logbook | None = None) -> None:
        """Take the logbook, None where there is none yet."""
        self._logbook = logbook
        self._here: dict[tuple[object, ...], int] = {}
        self._there: dict[_Day, _Gone] = {}

    def check(self, line: int, game: GameRecord) -> None:
        """Go on where a line's game is new, and know it from now on;
        GuideError says where it stands already.
        """
        start, gone = game.start, _went(game)
        if not start.played_at:
            return
        time = _wall_time(start.played_at)
        for before, number in self._on((time[:10], start.operator, start.opponent)).get(gone, []):
            if before == time or min(len(before), len(time)) == 10:
                raise GuideError(
                    f"this is game {number} of the logbook; where it is meant, add --again"
                )
        if len(time) == 10 or game.outcome_only or datetime.fromisoformat(start.played_at).tzinfo:
            return
        if (
            first := self._here.setdefault((time, start.operator, start.opponent, gone), line)
        ) != line:
            raise GuideError(
                f"this is the same game as in line {first}; where it is meant, add --again"
            )

    def _on(self, day: "_Day") -> "_Gone":
        """Return the games that the same people played on a day; each day is read once."""
        if day not in self._there:
            found = self._there.setdefault(day, {})
            for row in self._rows.get(day, []):
                if self._logbook and (game := self._logbook.game(row.number)):
                    found.setdefault(_went(game), []).append(
                        (_wall_time(row.started_at), row.number)
                    )
        return self._there[day]

    @cached_property
    def _rows(self) -> dict["_Day", list[GameRow]]:
        from menace_kit.logbook.queries import games_after

        found: dict[_Day, list[GameRow]] = {}
        for row in games_after(self._logbook, 0) if self._logbook else []:
            day = (_wall_time(row.started_at)[:10], row.operator, row.opponent)
            if row.state in ("ended", "abandoned"):
                found.setdefault(day, []).append(row)
        return found


_Day = tuple[str, str | None, str | None]
"""A day, and who played: operator and opponent."""

_Gone = dict[tuple[object, ...], list[tuple[str, int]]]
"""Time and number of each game that went in a way."""


def _wall_time(text: str) -> str:
    """Return a time as the clock on the wall had it, to the minute; a day alone as it is."""
    return text if len(text) <= 10 else clock_time(text)


def _went(game: GameRecord) -> tuple[object, ...]:
    """Return what tells a game from others: how it ended, and its moves or its first bead."""
    return (
        game.result,
        *(game.drawn if game.outcome_only else (entry.move for entry in game.moves)),
    )


class TakenBack(NamedTuple):
    """What was taken back: games, newest first; and the beads to move by hand.

    `counts` are those that hold no more: box, colour, and what the logbook says again, which nobody
    has counted. In the boxes `kept` somebody has counted since the import, and that stands.
    """

    games: list[int]
    beads: tuple[BeadMove, ...]
    counts: list[tuple[int, str, int]]
    kept: list[int]


def take_back_import(desk: Desk) -> TakenBack:
    """Take the last import back as a whole: its games, and what it counted, the newest first.

    GuideError where there is none, where nothing of it can be taken back,
    where games were begun since that hold, or where a box was counted since and lacks the beads.
    """
    from menace_kit.logbook.imported import counts_by_hand, imports, taking_back_key

    last = next(reversed(imports(desk.logbook)), None)
    if last is None:
        raise GuideError("there is no import in this logbook to undo")
    end = last.first + last.entries - 1
    _check_no_games_since(desk, last)
    since = counts_by_hand(desk.logbook, end)
    all_counted = any(entry.kind is Kind.STOCKTAKE for entry in since)
    counted = {(entry.box, entry.colour) for entry in since}
    rehearsal, found = Rehearsal(desk.session), TakenBack([], (), [], [])
    again: dict[tuple[int, str], int] = {}
    left: dict[int, GameRecord] = {}
    for entry in reversed(list(desk.logbook.entries(last.first - 1, end))):
        number = entry.game or 0
        if number and number not in left and (record := desk.logbook.game(number)):
            left[number] = record
        game = left.get(number)
        box, colour = entry.box or 0, entry.colour or ""
        if game and game.halved_last and entry == game.entries[-1]:
            # By itself, for what is counted before it may come to fewer
            # beads than the halving left.
            left[number] = rehearsal.unhalve(game)
        elif game and entry.kind is Kind.START and not game.taken_back:
            rehearsal.take_back(game)
            found.games.append(game.number)
        elif entry.kind is Kind.RECOUNT and (all_counted or (box, colour) in counted):
            found.kept.append(box)
        elif entry.kind is Kind.RECOUNT and entry.change:
            before = {colour: rehearsal.session.in_box(box)[colour] - entry.change}
            rehearsal.act(partial(counting.count, number=box, counted=before))
            again[box, colour] = 0
    if not rehearsal.actions:
        raise GuideError(
            "the last import can't be undone: its games are undone already, "
            "one by one, and later counts are kept"
        )
    desk.act_all(rehearsal.actions, taking_back_key(last, sum(map(len, rehearsal.actions))))
    counts = [(*bead, desk.session.contents[bead[0]][bead[1]]) for bead in sorted(again)]
    return found._replace(beads=desk.by_hand, counts=counts, kept=sorted(set(found.kept)))


def _check_no_games_since(desk: Desk, last: "Imported") -> None:
    """Refuse where games were begun behind an import that hold, and say what can be done."""
    from menace_kit.logbook.queries import games_begun_behind

    begun = games_begun_behind(desk.logbook, last.first + last.entries - 1)
    numbers = [row.number for row in begun if row.state != "taken-back"]
    if not numbers:
        return
    if numbers != [desk.logbook.last_game]:  # only the last game can be taken back
        copy = _copy_from_before(desk.logbook, last)
        raise GuideError(
            f"the import can't be undone any more because {games_named(numbers)} came after it; "
            + (
                f"the logbook as it was before the import is {copy}"
                if copy
                else "no copy from before it is left"
            )
        )
    first = "end it with menace-kit operator end, then " if begun[-1].state == "running" else ""
    raise GuideError(
        f"game {numbers[0]} was begun after the import; {first}undo that first: "
        "menace-kit operator undo --game"
    )


def _copy_from_before(logbook: Logbook, last: "Imported") -> Path | None:
    """Return the copy of a logbook that was made before an import, None where it is gone."""
    for path in sorted(logbook.path.parent.glob(f"{logbook.path.stem}-before-import-*")):
        with suppress(MenaceKitError), Logbook(path, logbook.kit, read_only=True) as copy:
            if copy.last_entry == last.first - 1:
                return path
    return None
