"""The running game, or else the last one, as plain values."""

from collections.abc import Sequence
from typing import Literal

from menace_kit.games import Side, parse_move
from menace_kit.guide import wording
from menace_kit.logbook import Entry, Kind
from menace_kit.logbook.game_record import GameRecord, positions_before
from menace_kit.machine import Kit
from menace_kit.text.kit_words import page_words
from menace_kit.views.elements import Colour, MoveShape, colour_shape, mark_of, move_shape
from menace_kit.views.headlines import headline, machine_told, plays_told
from menace_kit.views.shape import Shape


class MoveMade(Shape):
    """A move of a game; `box`, `box_name` and `colour` are set if a bead was drawn for it."""

    move: MoveShape
    by: Literal["machine", "opponent"]
    mark: str
    box: int | None
    box_name: str
    colour: Colour | None
    words: str


class GameShape(Shape):
    """The game begun last. `result` is the machine's, null until the game ends.

    If `both` players are machines, `result` and `mark` are the first player's; `winner` is who won.
    `plays` and `machine_is` say who plays, for the audience and for the operator. `headline` says
    in a few words how it ended. A `watched` game was played by others, an `exhibition` teaches
    nothing, and in a `greedy` game nothing is drawn at random.
    """

    number: int
    operator: str | None
    opponent: str | None
    machine_first: bool
    both: bool
    watched: bool
    exhibition: bool
    greedy: bool
    mark: str
    plays: str
    machine_is: str
    moves: list[MoveMade]
    result: Literal["win", "draw", "loss"] | None
    winner: Literal["first", "second"] | None
    headline: str
    gave_up: bool
    abandoned: bool
    confirmed: bool
    ended: str


def game_shape(kit: Kit, game: GameRecord) -> GameShape:
    tell = page_words(kit).tell
    return GameShape.of(
        game,
        operator=game.start.operator,
        opponent=game.start.opponent,
        machine_first=game.side is Side.FIRST,
        mark=mark_of(kit, game.side),
        plays=tell(plays_told(game)),
        machine_is=tell(machine_told(kit, game)).rstrip("."),
        moves=[move_made(kit, game, entry) for entry in game.moves],
        result=game.result.value if game.result else None,
        winner=game.winner.value if game.winner else None,
        headline=tell(headline(kit, game)),
        ended=tell(wording.ended(kit, game)),
    )


def move_made(kit: Kit, game: GameRecord, entry: Entry, entries: Sequence[Entry] = ()) -> MoveMade:
    """Return a move from its entry; pass all `entries` of the game if some were undone."""
    before = positions_before(kit.game, entries or game.entries)[entry.number]
    return MoveMade.of(
        entry,
        move=move_shape(kit, parse_move(entry.move or ""), before),
        by="opponent" if entry.kind is Kind.REPLY else "machine",
        mark=mark_of(kit, game.mover(entry)),
        box_name=kit.box(entry.box).name if entry.box else "",
        colour=colour_shape(kit, entry.colour) if entry.colour else None,
        words=page_words(kit).tell(wording.move_made(kit, game, entry, entries)),
    )
