"""What was recorded, step by step, in words for an audience."""

from itertools import groupby

from menace_kit.logbook import queries
from menace_kit.logbook.entries import MOVES, Entry
from menace_kit.logbook.store import Logbook
from menace_kit.text.kit_words import page_words
from menace_kit.views.elements import Board, Shape, board_shape
from menace_kit.views.explained import explained
from menace_kit.views.headlines import happened
from menace_kit.views.milestones import Milestones
from menace_kit.views.running_game import MoveMade, move_made

MOST_ENTRIES = 500
"""How many steps that were recorded at once screens show one by one;
of more they only show the result.
"""

TOLD_AGAIN = 200
"""How many entries at the end of a logbook screens show again after the server was stopped."""


class Step(Shape):
    """An action that was recorded: `entry` is the number of its last entry, `kind` what it was.

    `said` tells it in plain words, `explained` how likely it was or what the machine learns
    from it, for those who watch; `milestones` are what the game that it ended has reached.
    `table` is the board after it and `moves` the moves in it, where it belongs to a game;
    `entries` is all that was written, as `logbook export` has it.
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
    """Return the steps whose entries lie behind entry `after`,
    up to `until` (the last there is), in order.

    None where they are too many, or where the logbook does not go as far as `after`.
    With `milestones`, repeated calls don't read all of it each time.
    """
    milestones = milestones or Milestones(logbook.kit)
    with logbook.one_moment():
        last = logbook.last_entry if until is None else until
        if not 0 <= last - after <= MOST_ENTRIES:
            return None
        actions = groupby(list(logbook.entries(after, last)), key=lambda entry: entry.action)
        return [_step(logbook, list(action), milestones) for _, action in actions]


def latest_begin(logbook: Logbook, last: int) -> int:
    """Return the entry behind which the latest steps up to entry `last` lie,
    the first of them whole.
    """
    first = logbook.entry(last - TOLD_AGAIN)
    return first.action - 1 if first else 0


def _step(logbook: Logbook, action: list[Entry], milestones: Milestones) -> Step:
    kit, first, last = logbook.kit, action[0], action[-1].number
    tell = page_words(kit).tell
    game = queries.game_behind(logbook, first.game, last) if first.game is not None else None
    return Step(
        entry=last,
        kind=first.kind.value,
        game=first.game,
        said=tell(happened(kit, game, action, queries.taken_back_by(logbook, action))),
        explained=tell(explained(logbook, game, action)),
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
