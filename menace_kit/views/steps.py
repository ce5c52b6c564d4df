"""What was recorded, step by step, in words for the audience."""

from itertools import groupby

from menace_kit.logbook import Logbook, queries
from menace_kit.logbook.box_changes import PastContents
from menace_kit.logbook.entries import MOVES, Entry
from menace_kit.text.kit_words import page_words
from menace_kit.views.elements import Board, board_shape
from menace_kit.views.explained import explained
from menace_kit.views.headlines import happened
from menace_kit.views.milestones import Milestones
from menace_kit.views.running_game import MoveMade, move_made
from menace_kit.views.shape import Shape

MOST_ENTRIES = 500
"""How many entries at once screens show one by one; of more, they show only the result."""

TOLD_AGAIN = 200
"""How many of the last entries screens show again after the server restarts."""


class Step(Shape):
    """A recorded action; `entry` is the number of its last entry, `kind` is what it was.

    `said` is the action in plain words. `explained` tells the audience how likely it was, or what
    the machine learns from it. If the action ended a game, `milestones` are what that game reached.
    If it belongs to a game, `table` is the board after it and `moves` are its moves. `entries` are
    its entries as in `logbook export`.
    """

    entry: int
    kind: str
    game: int | None
    said: str
    explained: str
    milestones: list[str]
    table: Board | None
    moves: list[MoveMade]
    entries: list[dict[str, int | str]]


def steps_after(
    logbook: Logbook, after: int, until: int | None = None, milestones: Milestones | None = None
) -> list[Step] | None:
    """Return the steps after entry `after`, up to `until` or the end, in order.

    Returns None if there are too many, or if the logbook is shorter than `after`. Pass the same
    `milestones` in repeated calls so that the logbook is not read anew each time.
    """
    milestones = milestones or Milestones()
    with logbook.one_moment():
        last = logbook.last_entry if until is None else until
        if not 0 <= last - after <= MOST_ENTRIES:
            return None
        actions = groupby(list(logbook.entries(after, last)), key=lambda entry: entry.action)
        past = PastContents(logbook, after, last)
        return [_step(logbook, past, list(action), milestones) for _, action in actions]


def latest_begin(logbook: Logbook, last: int) -> int:
    """Return the `after` that yields the latest steps up to entry `last`, all of them whole."""
    first = logbook.entry(last - TOLD_AGAIN)
    return first.action - 1 if first else 0


def _step(
    logbook: Logbook, past: PastContents, action: list[Entry], milestones: Milestones
) -> Step:
    kit, first, last = logbook.kit, action[0], action[-1].number
    tell = page_words(kit).tell
    game = queries.game_behind(logbook, first.game, last) if first.game is not None else None
    return Step(
        entry=last,
        kind=first.kind.value,
        game=first.game,
        said=tell(happened(kit, game, action, queries.taken_back_by(logbook, action))),
        explained=tell(explained(kit, past, game, action)),
        milestones=[tell(each) for each in milestones.reached_by(logbook, game.number)]
        if game and game.end in action
        else [],
        table=board_shape(kit, game.positions(kit.game)[-1]) if game else None,
        moves=[
            move_made(kit, game, entry)
            for entry in action
            if game and entry.kind in MOVES and entry.move
        ],
        entries=[entry.facts() for entry in action],
    )
