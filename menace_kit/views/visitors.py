"""A visitor's game, for a sticker or a certificate."""

from collections.abc import Sequence
from unicodedata import bidirectional, normalize

from menace_kit.errors import GlyphError, SelectionError, UnknownNameError
from menace_kit.guide.players import checked_name
from menace_kit.layout.sheets.visitors_game import TaughtBox, VisitorsGame
from menace_kit.layout.text.typesetting import writable
from menace_kit.logbook import GameRecord, Logbook, box_changes
from menace_kit.machine.learning import Adjustment, Contents, Result, Why, adjust
from menace_kit.text.phrases import Text, say


def visitors_game(logbook: Logbook, number: int, name: str | None = None) -> VisitorsGame:
    """Return a game for a sticker or a certificate; `name` replaces the name in the logbook.

    Raises UnknownNameError if there is no such game, SelectionError with the reason if no visitor
    finished it, and GlyphError if the name cannot be printed.
    """
    kit = logbook.kit
    with logbook.one_moment():
        game = logbook.game(number)
        if game is None:
            raise UnknownNameError(say("mistake.game", number=number))
        if why := no_visitors(game):
            raise SelectionError(say("mistake.no-visitor", number=number, why=why))
        held = box_changes.contents_behind(logbook, game.end.number) if game.end else {}
    made = [
        change
        for change in game.adjustments
        if change.change and change.why not in (Why.REFILL, Why.HALVED)
    ]
    positions = [] if game.outcome_only else game.positions(kit.game)
    boards = [position.cells for position in positions]
    ended = kit.game.outcome(positions[-1]) if positions else None
    return VisitorsGame(
        number,
        game.start.played_at or game.start.at,
        printable_name(game.start.opponent if name is None else name),
        game.result or Result.TIE,
        game.side,
        tuple(boards[1:] or boards),
        tuple(entry.colour for entry in game.moves) or (None,) * len(boards),
        won_on=ended.squares if ended else (),
        more=sum(change.change for change in made if change.change > 0),
        fewer=-sum(change.change for change in made if change.change < 0),
        boxes=len({change.box for change in made}),
        taught=_taught_most(held, [change for change in game.tick_list if change.change]),
        exhibition=game.exhibition,
        gave_up=game.gave_up,
    )


def no_visitors(game: GameRecord) -> Text:
    """Return why this is no finished game of a visitor against the machine; empty if it is one."""
    if game.watched:
        return say("why.watched")
    if game.both:
        return say("logbook.both")
    if game.lost:
        return say("went.lost")
    if game.result:
        return ""
    if game.taken_back:
        return say("went.taken-back")
    return say("went.abandoned" if game.abandoned else "ended.running")


def printable_name(name: str | None) -> str:
    """Return a name in composed form. Raises GlyphError if it cannot be printed.

    The font has letters of scripts that run from right to left, but they would be neither joined
    nor in order.
    """
    found = normalize("NFC", checked_name(name) or "")
    for sign in found:
        if writable(sign) != sign or bidirectional(sign) in ("R", "AL", "AN"):
            raise GlyphError(say("mistake.letters", sign=sign, name=found))
    return found


def _taught_most(held: Contents, made: Sequence[Adjustment]) -> TaughtBox | None:
    """Return the box in which the chance of a bead changed most, or None if nothing changed.

    `held` is what the boxes held before. Of several equal boxes it is the last one opened.
    """
    after = {change.box: dict(held[change.box]) for change in made}
    adjust(after, made)
    found = [
        TaughtBox(change.box, change.colour, held[change.box], after[change.box]) for change in made
    ]
    return max(reversed(found), key=lambda box: box.moved, default=None)
