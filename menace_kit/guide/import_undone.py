"""Undoing the last import as a whole."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from menace_kit.errors import GuideError, MenaceKitError
from menace_kit.guide import counting
from menace_kit.guide.desk import Desk
from menace_kit.guide.imports import games_named
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.logbook import Entry, GameRecord, Kind, Logbook
from menace_kit.logbook.backups import copies_before_imports
from menace_kit.logbook.imported import Imported, counts_by_hand, imports, taking_back_key
from menace_kit.logbook.loose_beads import BeadMove
from menace_kit.logbook.queries import games_begun_behind


class TakenBack(NamedTuple):
    """What was undone: games, newest first, and the beads to move by hand.

    `counts` are no longer valid: box, colour, and the number that the logbook has again, which
    nobody has counted. The boxes `kept` have been counted since the import, and those counts stay.
    """

    games: list[int]
    beads: tuple[BeadMove, ...]
    counts: list[tuple[int, str, int]]
    kept: list[int]


def take_back_import(desk: Desk) -> TakenBack:
    """Undo the last import as a whole: its games and its counts, the newest first.

    Raises GuideError if there is none, if nothing of it can be undone, if later games haven't been
    undone, or if a box was counted since and lacks the beads.
    """
    last = next(reversed(imports(desk.logbook)), None)
    if last is None:
        raise GuideError("there is no import in this logbook to undo")
    _check_no_games_since(desk, last)
    taking = _TakingBack(desk, counts_by_hand(desk.logbook, last.last))
    for entry in reversed(list(desk.logbook.entries(last.first - 1, last.last))):
        taking.take_back(entry)
    actions = taking.rehearsal.actions
    if not actions:
        raise GuideError(
            "the last import can't be undone: its games are undone already, "
            "one by one, and later counts are kept"
        )
    desk.act_all(actions, taking_back_key(last, sum(map(len, actions))))
    counts = [(*bead, desk.session.contents[bead[0]][bead[1]]) for bead in sorted(taking.again)]
    return TakenBack(taking.games, desk.by_hand, counts, sorted(taking.kept))


class _TakingBack:
    """Undoes the entries of an import one by one, the newest first."""

    def __init__(self, desk: Desk, since: Sequence[Entry]) -> None:
        """Start; `since` are the entries of counts after the import."""
        self.rehearsal = Rehearsal(desk.session)
        self.games: list[int] = []
        self.again: set[tuple[int, str]] = set()
        self.kept: set[int] = set()
        self._logbook = desk.logbook
        self._left: dict[int, GameRecord] = {}
        self._all_counted = any(entry.kind is Kind.STOCKTAKE for entry in since)
        self._counted = {(entry.box, entry.colour) for entry in since}

    def take_back(self, entry: Entry) -> None:
        game = self._left_of(entry.game or 0)
        if game and game.halved_last and entry == game.entries[-1]:
            # Undo it separately: earlier counts may give fewer
            # beads than the halving left.
            self._left[game.number] = self.rehearsal.unhalve(game)
        elif game and entry.kind is Kind.START and not game.taken_back:
            self.rehearsal.take_back(game)
            self.games.append(game.number)
        elif entry.kind is Kind.RECOUNT:
            self._uncount(entry)

    def _left_of(self, number: int) -> GameRecord | None:
        """Return what is left of a game, or None if there is no game."""
        if number and number not in self._left and (record := self._logbook.game(number)):
            self._left[number] = record
        return self._left.get(number)

    def _uncount(self, entry: Entry) -> None:
        """Undo a count, unless somebody has counted since."""
        box, colour = entry.bead
        if self._all_counted or (box, colour) in self._counted:
            self.kept.add(box)
        elif entry.change:
            before = {colour: self.rehearsal.session.in_box(box)[colour] - entry.change}
            self.rehearsal.act(partial(counting.count, number=box, counted=before))
            self.again.add((box, colour))


def _check_no_games_since(desk: Desk, last: Imported) -> None:
    """Raise GuideError, with what to do, if games after an import haven't been undone."""
    begun = games_begun_behind(desk.logbook, last.last)
    numbers = [row.number for row in begun if row.state != "taken-back"]
    if not numbers:
        return
    if numbers != [desk.logbook.last_game]:  # only the last game can be undone
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


def _copy_from_before(logbook: Logbook, last: Imported) -> Path | None:
    """Return the copy of the logbook from before an import, or None if it is gone."""
    for path in copies_before_imports(logbook.path):
        with suppress(MenaceKitError), Logbook(path, logbook.kit, read_only=True) as copy:
            if copy.last_entry == last.first - 1:
                return path
    return None
