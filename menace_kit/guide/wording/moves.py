"""A move of a game, or its end, in a line."""

from collections.abc import Iterable, Sequence

from menace_kit.games import Side, parse_move
from menace_kit.guide.wording.parts import empty_rule, opponent
from menace_kit.guide.wording.updates import deed as put_right
from menace_kit.logbook.entries import MOVES, Entry, Kind, adjustments_in, is_taken_square
from menace_kit.logbook.game_record import GameRecord, positions_before
from menace_kit.logbook.paper_words import TAKEN
from menace_kit.machine import Kit
from menace_kit.machine.learning import Result
from menace_kit.machine.schema import EmptyBox
from menace_kit.machine.turns import LaterMove, Turn
from menace_kit.text.kit_words import kinds, machine, player_called, square
from menace_kit.text.phrases import Called, Capital, Capitals, Text, paragraph, say

TOLD = (*MOVES, Kind.EMPTY, Kind.ABANDON)
"""Kinds of entries that always have a sentence of their own."""


def later_of(kit: Kit, entry: Entry, entries: Iterable[Entry]) -> LaterMove | None:
    """Return what the kit's rule said for a move of a game; None if the move had a box.

    `entries` are all of the game's.
    """
    if entry.kind not in (Kind.FORCED, Kind.LOT):
        return None
    return Turn(kit, positions_before(kit.game, entries)[entry.number]).later


def without_bead(kit: Kit, entry: Entry, entries: Iterable[Entry]) -> Text:
    """Return how a machine found a move without a bead; `entries` are all of its game's."""
    later = later_of(kit, entry, entries)
    if later and later.line:
        return say("play.by-chart")
    return say("play.by-lot" if entry.kind is Kind.LOT else "play.only-move")


def is_told(entry: Entry) -> bool:
    """Return whether an entry of a game has a sentence of its own."""
    return entry.kind in TOLD or is_taken_square(entry)


WITHOUT_BEAD = (Kind.FORCED, Kind.LOT)
"""The machine's moves without a bead."""


def _deed_of(entry: Entry) -> str:
    """Return the end of the key of an entry's sentence.

    Only a first bead in a game without moves has no move.
    """
    if is_taken_square(entry):
        return TAKEN
    if entry.kind in WITHOUT_BEAD:
        return "reply"
    return "first-bead" if entry.kind is Kind.BEAD and entry.move is None else str(entry.kind.value)


def deed_told(
    kit: Kit, game: GameRecord | None, entry: Entry, player: Text, entries: Sequence[Entry] = ()
) -> Text:
    """Return what an entry says that a player did, in a sentence or two.

    `entries` are all of the game's, if some were undone.
    """
    every = entries or (game.entries if game else ())
    deed, where = _deed_of(entry), _where_played(kit, entry, every)
    done = say(
        f"happened.{deed}",
        game=entry.game,
        box=kit.box(entry.box).name if entry.box else "",
        colour=Capitals(Called(entry.colour or "")),
        move=where,
        moved=say("piece.moved", *kinds(kit), square=where),
        player=Capital(player) if deed == "reply" else player,
        deed=put_right(adjustments_in((entry,))[0]) if is_taken_square(entry) else "",
        rule=empty_rule(EmptyBox(entry.why)) if entry.kind is Kind.EMPTY else "",
    )
    if entry.kind not in WITHOUT_BEAD:
        return done
    return paragraph([done, without_bead(kit, entry, every)])


def _where_played(kit: Kit, entry: Entry, entries: Iterable[Entry]) -> Text:
    """Return an entry's move in words, or its taken square; "" for other entries.

    `entries` are all of the game's.
    """
    if entry.move is None and not is_taken_square(entry):
        return ""
    table = positions_before(kit.game, entries)[entry.number]
    if entry.move is None:
        return square(kit, kit.readings(table)[0].on_table(entry.colour or ""), table)
    return square(kit, parse_move(entry.move), table)


def move_made(kit: Kit, game: GameRecord, entry: Entry, entries: Sequence[Entry] = ()) -> Text:
    """Return what an entry of a game says, or its end.

    `entries` are all of the game's, if some were undone.
    """
    if entry.kind is Kind.END:
        return _the_end(kit, game, Result(entry.result))
    if not is_told(entry):
        return str(entry.kind.value)
    return deed_told(kit, game, entry, who_plays(kit, game, game.mover(entry)), entries)


def who_plays(kit: Kit, game: GameRecord, side: Side) -> Text:
    """Return a player of a game in words, such as `O` or, for pawns, `Black`.

    If pieces belong to nobody, it is `the machine` or the opponent's name; if both players are
    machines then, `the first player`.
    """
    if kit.game.impartial and not game.both:
        return say("common.machine") if side in game.sides else opponent(game)
    return player_called(kit, side)


def _the_end(kit: Kit, game: GameRecord, result: Result) -> Text:
    """Return the last line of a game that ended so for its first machine."""
    winner = result.winner(game.side)
    if winner is None or not (game.watched or game.both):
        return say(f"ended.{result.value}")
    called = player_called(kit, winner) if game.watched else machine(kit, winner)
    return say("watched.won", player=Capital(called))
