"""The book of the games as plain values: those that were played, and each of them step by step."""

from typing import Literal

from menace_kit.errors import UnknownNameError
from menace_kit.guide import book_wording
from menace_kit.guide.players import machine
from menace_kit.journal.entries import BOTH, MOVES, Entry, Kind
from menace_kit.journal.game_record import GameRecord
from menace_kit.journal.queries import entries_of_game, games_before
from menace_kit.journal.store import Journal
from menace_kit.machine.kit import Kit
from menace_kit.text.messages import Capital, Text, say
from menace_kit.web.box_book import BoxChange, change_shape
from menace_kit.web.drawing import board_shape
from menace_kit.web.moment import game_shape, move_made
from menace_kit.web.page_words import page_words
from menace_kit.web.shapes import Board, GameShape, MoveMade, Shape
from menace_kit.web.steps import entry_facts


class GameInList(Shape):
    """A game in the history; `players` says who played, where both were machines."""

    number: int
    when: str
    state: Literal["running", "ended", "abandoned"] | str
    went: str
    result: Literal["win", "draw", "loss"] | None
    confirmed: bool
    operator: str | None
    opponent: str | None
    both: bool
    players: str
    moves: str


class ReplayStep(Shape):
    """A step of a game: in words, its move if it is one, and the board after it; `taken_back` if it does not hold."""

    entry: int
    words: str
    move: MoveMade | None
    table: Board | None
    taken_back: bool


class Replay(Shape):
    """A game with all that was done in it, and what it changed in the boxes."""

    game: GameShape
    when: str
    start: Board
    steps: list[ReplayStep]
    changes: list[BoxChange]
    entries: list[dict[str, int | str]]


def history(journal: Journal, last: int, before: int | None) -> list[GameInList]:
    """Return so many games behind which no other comes before game `before` (none: the last), the newest first."""
    with journal.one_moment():
        rows = games_before(journal, before, last)
        found = [(row, journal.game(row.number)) for row in reversed(rows)]
    words = page_words(journal.kit)
    return [
        GameInList(
            number=row.number,
            when=words.time(row.started_at),
            state=row.state,
            went=words.tell(book_wording.how_it_went(journal.kit, row, game.gave_up)),
            result=row.result,
            confirmed=bool(row.confirmed),
            operator=row.operator,
            opponent=row.opponent,
            both=row.side == BOTH,
            players=words.tell(book_wording.names(row.operator, row.opponent, row.side == BOTH)),
            moves=words.tell(book_wording.course(game)),
        )
        for row, game in found
        if game is not None
    ]


def replay(journal: Journal, number: int) -> Replay:
    """Return a game step by step; UnknownNameError where there is none of that number."""
    kit = journal.kit
    entries = entries_of_game(journal, number)
    if not entries:
        raise UnknownNameError(say("mistake.game", number=number))
    game = GameRecord.of(entries)
    return Replay(
        game=game_shape(kit, game),
        when=page_words(kit).time(game.start.played_at or game.start.at),
        start=board_shape(kit, kit.game.start()),
        steps=_replay_steps(kit, game, entries),
        changes=[
            change_shape(kit, entry, _whose(kit, game, entry))
            for entry in game.entries
            if entry.kind is Kind.ADJUST
        ],
        entries=[entry_facts(entry) for entry in entries],
    )


def _whose(kit: Kit, game: GameRecord, entry: Entry) -> Text:
    return Capital(machine(kit, game.side_of(entry))) if game.both else ""


def _replay_steps(kit: Kit, game: GameRecord, entries: list[Entry]) -> list[ReplayStep]:
    undone = {entry.undoes for entry in entries if entry.kind is Kind.UNDO}
    after = dict(zip((entry.number for entry in game.moves), game.positions(kit.game)[1:], strict=True))
    return [
        ReplayStep(
            entry=entry.number,
            words=page_words(kit).tell(book_wording.move_made(kit, game, entry)),
            move=move_made(kit, game, entry) if entry.move else None,
            table=board_shape(kit, after[entry.number]) if entry.number in after else None,
            taken_back=entry.action in undone,
        )
        for entry in entries
        if entry.kind in (*MOVES, Kind.EMPTY, Kind.END, Kind.ABANDON)
    ]
