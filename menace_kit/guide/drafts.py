"""Entries that several acts of the guide write."""

from collections.abc import Sequence

from menace_kit.journal.entries import Action, Draft, Kind
from menace_kit.machine.contents import Adjustment


def adjusted(game: int, changes: Sequence[Adjustment], side: str | None = None) -> Action:
    """Return an entry for each adjustment of a game; `side` says whose they are where both players are machines."""
    return tuple(
        Draft(
            kind=Kind.ADJUST,
            game=game,
            box=change.box,
            colour=change.colour,
            change=change.change,
            why=change.why.value,
            side=side,
        )
        for change in changes
    )
