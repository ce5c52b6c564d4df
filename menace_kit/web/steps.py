"""What was recorded, step by step, as an audience is told it."""

from itertools import groupby

from menace_kit.journal.entries import MOVES, Entry, Kind
from menace_kit.journal.export import ENTRY_FIELDS
from menace_kit.journal.game_record import GameRecord
from menace_kit.journal.queries import action_of, game_behind, taken_back_by
from menace_kit.journal.store import Journal
from menace_kit.web import sentences
from menace_kit.web.drawing import board_shape
from menace_kit.web.milestones import Milestones
from menace_kit.web.moment import move_made
from menace_kit.web.page_words import page_words
from menace_kit.web.shapes import Board, MoveMade, Shape
from menace_kit.web.story import explained

MOST_ENTRIES = 500
"""What screens are told step by step when it was recorded all at once; of more they are only told how things stand."""

TOLD_AGAIN = 200
"""Entries at the end of a journal that screens are told of again after the server was stopped."""


class Step(Shape):
    """An action that was recorded: `entry` is the number of its last entry, `kind` what it was.

    `said` tells it in plain words, `explained` how likely it was or what the machine learns from it, for those who
    watch; `milestones` are what the game that it ended has reached. `table` is the board after it and `moves` the moves
    in it, where it belongs to a game; `entries` is all that was written, as `operator export` has it.
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
    journal: Journal, after: int, until: int | None = None, milestones: Milestones | None = None
) -> list[Step] | None:
    """Return the steps whose entries lie behind entry `after`, up to `until` (the last there is), in order.

    None where they are too many, or where the journal does not go as far as `after`. `milestones` spares whoever asks
    again and again that the whole career is read each time.
    """
    reached = milestones or Milestones(journal.kit)
    with journal.one_moment():
        last = journal.last_entry if until is None else until
        if not 0 <= last - after <= MOST_ENTRIES:
            return None
        actions = groupby(list(journal.entries(after, last)), key=lambda entry: entry.action)
        return [_step(journal, list(action), reached) for _, action in actions]


def latest_begin(journal: Journal, last: int) -> int:
    """Return the entry behind which the latest steps up to entry `last` lie, the first of them whole."""
    first = action_of(journal, last - TOLD_AGAIN)
    return first - 1 if first else 0


def _step(journal: Journal, action: list[Entry], milestones: Milestones) -> Step:
    kit, first = journal.kit, action[0]
    tell = page_words(kit).tell
    game = _game_then(journal, action)
    return Step(
        entry=action[-1].number,
        kind=first.kind.value,
        game=first.game,
        said=tell(sentences.happened(kit, game, action, taken_back_by(journal, action))),
        explained=tell(explained(journal, game, action)),
        milestones=[tell(each) for each in milestones.reached_by(journal, game.number)]
        if game and game.end in action
        else [],
        table=board_shape(kit, game.positions(kit.game)[-1]) if game else None,
        moves=[
            move_made(kit, game, entry) for entry in action if game and entry.kind in MOVES and entry.move
        ],
        entries=[entry_facts(entry) for entry in action],
    )


def _game_then(journal: Journal, action: list[Entry]) -> GameRecord | None:
    """Return the game of an action as it was behind it, or None where it belongs to none."""
    number = action[0].game
    return game_behind(journal, number, action[-1].number) if number is not None else None


def entry_facts(entry: Entry) -> dict[str, int | str]:
    """Return an entry as its fields that are not empty."""
    facts = {name: getattr(entry, name) for name in ENTRY_FIELDS}
    return {
        name: fact.value if isinstance(fact, Kind) else fact
        for name, fact in facts.items()
        if fact is not None
    }
