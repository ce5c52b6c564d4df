"""How a game ended."""

from menace_kit.games import Side
from menace_kit.guide.wording.parts import GAVE_UP, opponent
from menace_kit.logbook import GameRecord
from menace_kit.logbook.entries import OUTCOME_ONLY
from menace_kit.machine import Kit
from menace_kit.machine.learning import Result
from menace_kit.text.kit_words import machine, player_called
from menace_kit.text.phrases import Capital, Capitals, Text, paragraph, say


def ended(kit: Kit, game: GameRecord) -> Text:
    """Return how a game ended for the machine or machines, and why if that isn't obvious."""
    if game.result is None:
        if game.taken_back:
            return say("happened.undo", game=game.number)
        if game.abandoned:
            return say("happened.abandon", game=game.number)
        return say("ended.running")
    why = game.end.why if game.end else None
    if game.watched and game.winner:
        return say("watched.won", player=Capital(player_called(kit, game.winner)))
    how = _ended_for_both(kit, game.winner) if game.both else say(f"ended.{game.result.value}")
    is_told = why in GAVE_UP or why == OUTCOME_ONLY
    return paragraph([how, say(f"ended.{why}")]) if is_told else how


def game_and_result(kit: Kit, game: GameRecord) -> Text:
    """Return `Game 12: The machine won.`"""
    number = say("common.game", number=game.number)
    return say("common.named", name=number, told=ended(kit, game))


def _ended_for_both(kit: Kit, winner: Side | None) -> Text:
    if winner is None:
        return say("both.draw")
    names = {"winner": Capital(machine(kit, winner)), "loser": machine(kit, winner.other)}
    return say("both.won", **names)


def headline(kit: Kit, game: GameRecord) -> Text:
    """Return how a game ended, in a word or two for the audience: `LOST`.

    If both players are machines, it says who won: `O WON`.
    """
    if (game.both or game.watched) and game.winner is not None:
        return Capitals(say("both.went", player=player_called(kit, game.winner)))
    if game.result in (None, Result.TIE):
        return Capitals(say("common.draw"))
    return Capitals(say(f"went.{game.result.value}"))


def result_and_ticks(kit: Kit, game: GameRecord, ticked: int) -> Text:
    """Return how a game ended, and how much of its update list is done."""
    said: list[Text] = [ended(kit, game)]
    if game.result is Result.LOSS and not (game.both or game.watched):
        said.append(say("happened.opponent-wins", opponent=Capital(opponent(game))))
    said.append(say("happened.ticked", ticked=ticked, lines=len(game.tick_list)))
    return paragraph(said)
