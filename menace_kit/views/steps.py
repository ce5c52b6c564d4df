"""What was recorded, step by step, in words for the audience."""

from itertools import groupby
from typing import NamedTuple

from menace_kit.logbook import Logbook, queries
from menace_kit.logbook.box_changes import PastContents
from menace_kit.logbook.entries import MOVES, Entry, Kind
from menace_kit.text.kit_words import page_words
from menace_kit.views.explained import explained
from menace_kit.views.headlines import happened
from menace_kit.views.milestones import Milestones
from menace_kit.views.running_game import MoveMade, move_made

MOST_ENTRIES = 500
"""How many entries at once are told step by step; of more, only the result is shown."""


class Step(NamedTuple):
    """A recorded action; `entry` is the number of its last entry, `kind` is what it was.

    `said` is the action in plain words. `explained` tells the audience how likely it was, or what
    the machine learns from it. If the action ended a game, `milestones` are what that game reached.
    `moves` are the action's moves.
    """

    entry: int
    kind: Kind
    game: int | None
    said: str
    explained: str
    milestones: list[str]
    moves: list[MoveMade]


def steps_after(logbook: Logbook, after: int, until: int, milestones: Milestones) -> list[Step]:
    """Return the steps after entry `after`, up to `until`, in order; none if they are too many.

    Pass the same `milestones` in repeated calls so that the logbook is not read anew each time.
    """
    with logbook.one_moment():
        if until - after > MOST_ENTRIES:
            return []
        actions = groupby(list(logbook.entries(after, until)), key=lambda entry: entry.action)
        past = PastContents(logbook, after, until)
        return [_step(logbook, past, list(action), milestones) for _, action in actions]


def _step(
    logbook: Logbook, past: PastContents, action: list[Entry], milestones: Milestones
) -> Step:
    kit, first, last = logbook.kit, action[0], action[-1].number
    tell = page_words(kit).tell
    game = queries.game_behind(logbook, first.game, last) if first.game is not None else None
    return Step(
        entry=last,
        kind=first.kind,
        game=first.game,
        said=tell(happened(kit, game, action, queries.taken_back_by(logbook, action))),
        explained=tell(explained(kit, past, game, action)),
        milestones=[tell(each) for each in milestones.reached_by(logbook, game.number)]
        if game and game.end in action
        else [],
        moves=[
            move_made(kit, game, entry)
            for entry in action
            if game and entry.kind in MOVES and entry.move
        ],
    )
