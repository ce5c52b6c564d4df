"""Games as the logbook's pages and lists show them."""

from collections.abc import Iterable

from menace_kit.guide.session import Due, Session
from menace_kit.logbook.entries import EXHIBITIONS, WATCHED
from menace_kit.logbook.game_record import GameRecord, GameRow
from menace_kit.machine.kit import Kit
from menace_kit.text.kit_words import player_called
from menace_kit.text.people import named
from menace_kit.text.phrases import Called, Text, Whole, joined, listed, say


def names(
    operator: str | None, opponent: str | None, both: bool = False, why: str | None = None
) -> Text:
    """Return who worked the boxes and who played against them: `Ada against Bob`;
    nothing where nobody is named.

    With `both` machines against each other: `Ada, both machines`. Of an exhibition and of a game
    that others played that is said, too, by the reason `why` it was begun.
    """
    if why == WATCHED or why in EXHIBITIONS:
        who = names(operator, opponent, both and why != WATCHED)
        mark = say("watched.mark" if why == WATCHED else "exhibition.mark")
        return joined(who, mark, between=", ") if who else mark
    worked, played = named(operator or ""), named(opponent or "")
    if both:
        return joined(*([worked] if operator else []), say("logbook.both"), between=", ")
    against = [say("common.against", opponent=played)] if opponent else []
    return joined(*([worked] if operator else []), *against, between=" ")


def machines(game: GameRecord) -> Text:
    """Return for the head of a game which side the machine had:
    `The machine moves first.`, or that both were.
    """
    if game.watched:
        return say("watched.learns")
    if game.both:
        return say("both.moves")
    return say(f"logbook.machine-{game.side.value}")


def the_machine_is(kit: Kit, game: GameRecord) -> Text:
    """Return for the head of a screen which player the machine is, or that both are machines."""
    return (
        say("logbook.both")
        if game.both
        else say("logbook.machine-is", player=player_called(kit, game.side))
    )


def exhibition(session: Session) -> Text:
    """Return what to know of a game that teaches nothing: which bead is due,
    that all go back; else nothing.
    """
    if session.game is None or not session.game.exhibition or session.due is Due.START:
        return ""
    if session.due is Due.ADJUST:
        return say("exhibition.ended")
    if session.due is Due.BEAD and session.game.greedy and session.playable:
        return say("exhibition.most", colours=session.playable_told)
    return say("exhibition.is")


def how_it_went(kit: Kit, row: GameRow, game: GameRecord) -> Text:
    """Return how a game went for the machine, or who won where both were or others
    played, in a word or two.
    """
    if game.lost and row.result is None:
        return ""
    if row.state in ("running", "taken-back", "abandoned"):
        return say(f"went.{row.state}")
    if game.end is None:
        return say(f"went.{row.result}")
    winner = game.winner
    if (game.both or game.watched) and winner is not None:
        return say("both.went", player=player_called(kit, winner))
    return say("went.gave-up") if game.gave_up else say(f"went.{row.result}")


def to_be_counted(kit: Kit, boxes: Iterable[int]) -> Text:
    """Return which boxes are to be counted, for nobody knows what is in them; else nothing."""
    named = [kit.box(number).name for number in boxes]
    more = ["…"] if len(named) > MOST_NAMED else []
    return say("count.lost", boxes=listed([*named[:MOST_NAMED], *more])) if named else ""


MOST_NAMED = 12
"""Boxes to be counted that are named."""


def moves_or_outcome(kit: Kit, game: GameRecord) -> Text:
    """Return a game's moves as on paper, or what is known of a game without:
    `outcome only`, `outcome, white`.
    """
    if game.lost:
        return say("went.lost")
    if not game.outcome_only:
        return game.written_moves(kit.game)
    if not game.drawn:
        return say("logbook.outcome-only")
    return say("logbook.outcome-and-bead", colour=Called(game.drawn[0].colour))


def in_order(entries: int, games: int, boxes: int) -> Text:
    """Return that the audit found nothing."""
    return say(
        "logbook.in-order",
        entries=say("logbook.entries", n=entries, number=Whole(entries)),
        games=say("logbook.games", n=games, number=Whole(games)),
        boxes=boxes,
    )
