"""Undoing the last import as a whole."""

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from menace_kit.errors import GuideError, MenaceKitError
from menace_kit.guide.desk import Desk
from menace_kit.guide.imports import games_named
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.logbook import Kind, Logbook
from menace_kit.logbook.backups import copies_before_imports
from menace_kit.logbook.imported import Imported, imports, taking_back_key
from menace_kit.logbook.loose_beads import BeadMove
from menace_kit.logbook.queries import games_begun_behind


class TakenBack(NamedTuple):
    """What was undone: games, newest first, and the beads to move by hand.

    The import also `counted` these boxes. Its counts stay, as all counts do.
    """

    games: list[int]
    beads: tuple[BeadMove, ...]
    counted: list[int]


def take_back_import(desk: Desk) -> TakenBack:
    """Undo all games of the last import, the newest first.

    Raises GuideError if there is no import, if its games are undone already, if later games haven't
    been undone, or if a box was counted since and lacks the beads.
    """
    last = next(reversed(imports(desk.logbook)), None)
    if last is None:
        raise GuideError("there is no import in this logbook to undo")
    _check_no_games_since(desk, last)
    entries = list(desk.logbook.entries(last.first - 1, last.first + last.entries - 1))
    rehearsal, games = Rehearsal(desk.session), []
    for entry in reversed(entries):
        game = desk.logbook.game(entry.game or 0) if entry.kind is Kind.START else None
        if game and not game.taken_back:
            rehearsal.take_back(game)
            games.append(game.number)
    if not games:
        raise GuideError(
            "no game of the last import is left to undo; its counts stay, and to correct one, "
            "count the box"
        )
    actions = rehearsal.actions
    desk.act_all(actions, taking_back_key(last, sum(map(len, actions))))
    counted = {entry.bead.box for entry in entries if entry.kind is Kind.RECOUNT}
    return TakenBack(games, desk.by_hand, sorted(counted))


def _check_no_games_since(desk: Desk, last: Imported) -> None:
    """Raise GuideError, with what to do, if games after an import haven't been undone."""
    begun = games_begun_behind(desk.logbook, last.first + last.entries - 1)
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
