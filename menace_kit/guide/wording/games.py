"""Games as the logbook's pages and lists show them."""

from collections.abc import Iterable

from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.logbook import GameRecord, GameRow
from menace_kit.logbook.entries import EXHIBITIONS, WATCHED
from menace_kit.machine import Kit
from menace_kit.text.kit_words import player_called
from menace_kit.text.people import named
from menace_kit.text.phrases import Called, Text, joined, listed, say


def names(
    operator: str | None, opponent: str | None, both: bool = False, why: str | None = None
) -> Text:
    """Return who worked the boxes and who played against them: `Ada against Bob`.

    It is empty if nobody is named. With `both` machines: `Ada, both machines`. Exhibitions and
    games of others are marked, too; `why` is that of the game's start.
    """
    if why == WATCHED or why in EXHIBITIONS:
        who = names(operator, opponent, both and why != WATCHED)
        mark = say("why.watched" if why == WATCHED else "exhibition.mark")
        return joined(who, mark, between=", ") if who else mark
    worked, played = named(operator or ""), named(opponent or "")
    if both:
        return joined(*([worked] if operator else []), say("logbook.both"), between=", ")
    against = [say("common.against", opponent=played)] if opponent else []
    return joined(*([worked] if operator else []), *against, between=" ")


def machines(game: GameRecord) -> Text:
    """Return which side the machine had (`The machine moves first.`), for the head of a game."""
    if game.watched:
        return say("watched.learns")
    if game.both:
        return say("both.moves")
    return say(f"logbook.machine-{game.side.value}")


def the_machine_is(kit: Kit, game: GameRecord) -> Text:
    """Return which player the machine is, or that both are, for the head of a screen."""
    return (
        say("logbook.both")
        if game.both
        else say("logbook.machine-is", player=player_called(kit, game.side))
    )


def exhibition(session: Session) -> Text:
    """Return what to know about a game that teaches nothing, or "" for other games.

    For example which bead is due, and that all go back.
    """
    if session.game is None or not session.game.exhibition or session.due is Due.START:
        return ""
    if session.due is Due.BEAD and session.game.greedy and session.playable:
        return say("exhibition.most", colours=session.playable_told)
    return say("exhibition.is")


def how_it_went(kit: Kit, row: GameRow, game: GameRecord) -> Text:
    """Return how a game went for the machine, in a word or two.

    If both players were machines or the game was others', it is who won.
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
    """Return which boxes to count because their contents are unknown, or ""."""
    named = [kit.box(number).name for number in boxes]
    more = ["…"] if len(named) > MOST_NAMED else []
    return say("count.lost", boxes=listed([*named[:MOST_NAMED], *more])) if named else ""


MOST_NAMED = 12
"""Boxes to be counted that are named."""


def moves_or_outcome(kit: Kit, game: GameRecord) -> Text:
    """Return a game's moves as on paper, or what is known without moves.

    That is `outcome only`, or with the first bead `outcome, white`.
    """
    if game.lost:
        return say("went.lost")
    if not game.outcome_only:
        return game.written_moves(kit.game)
    if not game.drawn:
        return say("logbook.outcome-only")
    return say("logbook.outcome-and-bead", colour=Called(game.drawn[0].colour))
