"""A move of a game, or its end, in a line."""

from collections.abc import Iterable, Sequence

from menace_kit.games import Side, parse_move
from menace_kit.guide.wording.parts import empty_rule, kinds_of, opponent
from menace_kit.logbook.entries import MOVES, Entry, Kind, is_taken_square
from menace_kit.logbook.game_record import GameRecord, positions_before
from menace_kit.logbook.paper_words import TAKEN
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result
from menace_kit.machine.schema import EmptyBox
from menace_kit.machine.turns import LaterMove, Turn
from menace_kit.text.kit_words import machine, player_called, square
from menace_kit.text.phrases import Called, Text, say

TOLD = (*MOVES, Kind.EMPTY, Kind.ABANDON)
"""The kinds of entries of a game that have sentences of their own, whatever they say."""


def later_of(kit: Kit, entry: Entry, entries: Iterable[Entry]) -> LaterMove | None:
    """Return what the kit's rule said for a move of a game, these being its entries;
    None where the move had a box.
    """
    if entry.kind not in (Kind.FORCED, Kind.LOT):
        return None
    return Turn(kit, positions_before(kit.game, entries)[entry.number]).later


def without_bead(kit: Kit, game: GameRecord, entry: Entry) -> Text:
    """Return how a machine came to a move for which no bead was drawn."""
    later = later_of(kit, entry, game.entries)
    if later and later.line:
        return say("play.by-chart-lot" if entry.kind is Kind.LOT else "play.by-chart")
    return say("play.by-lot" if entry.kind is Kind.LOT else "play.only-move")


def is_told(entry: Entry) -> bool:
    """Return whether an entry of a game has sentences of its own,
    in `[happened]` and in `[story]`.
    """
    return entry.kind in TOLD or is_taken_square(entry)


def deed_of(entry: Entry) -> str:
    """Return what was done, the end of its sentences' keys:
    only the first bead that is named alone has no move.
    """
    if is_taken_square(entry):
        return TAKEN
    return "first-bead" if entry.kind is Kind.BEAD and entry.move is None else str(entry.kind.value)


def where_played(kit: Kit, entry: Entry, entries: Iterable[Entry]) -> Text:
    """Return the move of an entry among those of its game, in words, or the taken square;
    nothing for other entries.
    """
    if entry.move is None and not is_taken_square(entry):
        return ""
    table = positions_before(kit.game, entries)[entry.number]
    if entry.move is None:
        return square(kit, kit.readings(table)[0].on_table(entry.colour or ""), table)
    return square(kit, parse_move(entry.move), table)


def move_made(kit: Kit, game: GameRecord, entry: Entry, entries: Sequence[Entry] = ()) -> Text:
    """Return what an entry of a game says, in a line; `entries` are all of the game's,
    where some were taken back.
    """
    if entry.kind is Kind.END:
        return _the_end(kit, game, Result(entry.result))
    if not is_told(entry):
        return str(entry.kind.value)
    told = kinds_of(kit, game)
    deed, later = deed_of(entry), later_of(kit, entry, entries or game.entries)
    if later and later.line:
        deed = "charted" if entry.kind is Kind.FORCED else "charted-lot"
    return say(
        f"story.{deed}",
        *told,
        player=who_plays(kit, game, game.mover(entry)),
        square=where_played(kit, entry, entries or game.entries),
        colour=Called(entry.colour or ""),
        box=kit.box(entry.box).name if entry.box else "",
        rule=empty_rule(EmptyBox(entry.why), *told) if entry.kind is Kind.EMPTY else "",
    )


def who_plays(kit: Kit, game: GameRecord, side: Side) -> Text:
    """Return a player of a game as people say it: `O`; of pawns `Black`;
    where the pieces are nobody's, `the machine`.

    Where both are machines then, it is `the first player`; an opponent goes by name.
    """
    if kit.game.impartial and not game.both:
        return say("play.the-machine") if side in game.sides else opponent(game)
    return player_called(kit, side)


def _the_end(kit: Kit, game: GameRecord, result: Result) -> Text:
    """Return the last line of a game that ended like this for its first
    machine, at this moment of it.
    """
    winner = result.winner(game.side)
    if game.watched and winner is not None:
        return say("story.end-both", machine=player_called(kit, winner))
    if game.both and winner is not None:
        return say("story.end-both", machine=machine(kit, winner))
    return say(f"story.end-{result.value}")
