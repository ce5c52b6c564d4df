"""The games in the logbook: the list of them, and each one board by board."""

from typing import Literal

from menace_kit.errors import UnknownNameError
from menace_kit.guide import wording
from menace_kit.logbook import GameRecord, Logbook, queries
from menace_kit.logbook.entries import BOTH, Entry, Kind
from menace_kit.machine import Kit
from menace_kit.text.kit_words import machine, page_words
from menace_kit.text.phrases import Capital, say
from menace_kit.views.boxes import BoxChange, change_shape
from menace_kit.views.elements import Board, board_shape
from menace_kit.views.running_game import GameShape, MoveMade, game_shape, move_made
from menace_kit.views.shape import Shape


def winning_line(kit: Kit, game: GameRecord | None) -> list[int]:
    """Return the squares of the line that won a game, from 1; empty if there is none."""
    if game is None or game.result is None or game.outcome_only:
        return []
    outcome = kit.game.outcome(game.positions(kit.game)[-1])
    return [square + 1 for square in outcome.squares] if outcome else []


class GameInList(Shape):
    """A game in the history.

    `players` says who played, and whether it was an exhibition or a game between others.
    """

    number: int
    when: str
    state: Literal["running", "ended", "abandoned"] | str
    went: str
    result: Literal["win", "draw", "loss"] | None
    confirmed: bool
    operator: str | None
    opponent: str | None
    both: bool
    watched: bool
    exhibition: bool
    players: str
    moves: str


class ReplayStep(Shape):
    """A step of a game in words, with its move and the board after it if it is a move.

    `taken_back` says whether it was undone.
    """

    entry: int
    words: str
    move: MoveMade | None
    table: Board | None
    taken_back: bool


class Replay(Shape):
    """A game with everything that was recorded in it, and how it changed the boxes."""

    game: GameShape
    when: str
    start: Board
    steps: list[ReplayStep]
    changes: list[BoxChange]
    entries: list[dict[str, int | str]]


def history(logbook: Logbook, last: int, before: int | None) -> list[GameInList]:
    """Return up to `last` games before game `before`, or the latest if None, newest first."""
    with logbook.one_moment():
        rows = queries.games_before(logbook, before, last)
        found = [(row, logbook.game(row.number)) for row in reversed(rows)]
    words = page_words(logbook.kit)
    return [
        GameInList.of(
            row,
            when=words.time(row.started_at),
            went=words.tell(wording.how_it_went(logbook.kit, row, game)),
            confirmed=bool(row.confirmed),
            both=row.side == BOTH,
            watched=game.watched,
            exhibition=game.exhibition,
            players=words.tell(
                wording.names(row.operator, row.opponent, row.side == BOTH, game.start.why)
            ),
            moves=words.tell(wording.moves_or_outcome(logbook.kit, game)),
        )
        for row, game in found
        if game is not None
    ]


def replay(logbook: Logbook, number: int) -> Replay:
    """Return a game step by step. Raises UnknownNameError if there is no such game."""
    kit = logbook.kit
    entries = logbook.entries_of_game(number)
    if not entries:
        raise UnknownNameError(say("mistake.game", number=number))
    game = GameRecord.of(entries)
    return Replay(
        game=game_shape(kit, game),
        when=page_words(kit).time(game.start.played_at or game.start.at),
        start=board_shape(kit, kit.game.start()),
        steps=_replay_steps(kit, game, entries),
        changes=[
            change_shape(
                kit, entry, Capital(machine(kit, game.side_of(entry))) if game.both else ""
            )
            for entry in game.entries
            if entry.kind is Kind.ADJUST
        ],
        entries=[entry.facts() for entry in entries],
    )


def _replay_steps(kit: Kit, game: GameRecord, entries: list[Entry]) -> list[ReplayStep]:
    undone = {entry.undoes for entry in entries if entry.kind is Kind.UNDO}
    after = dict(
        zip((entry.number for entry in game.moves), game.positions(kit.game)[1:], strict=True)
    )
    return [
        ReplayStep(
            entry=entry.number,
            words=page_words(kit).tell(wording.move_made(kit, game, entry, entries)),
            move=move_made(kit, game, entry, entries) if entry.move else None,
            table=board_shape(kit, after[entry.number]) if entry.number in after else None,
            taken_back=entry.action in undone,
        )
        for entry in entries
        if wording.is_told(entry) or entry.kind is Kind.END
    ]
