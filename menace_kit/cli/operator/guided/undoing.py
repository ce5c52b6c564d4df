"""Undo a step or a game, or end a game early."""

from menace_kit.cli.operator.guided.keys import BACKSPACE
from menace_kit.cli.operator.guided.playing import Playing
from menace_kit.cli.operator.guided.view import Asking
from menace_kit.guide import taking_back, wording
from menace_kit.logbook import Kind
from menace_kit.text.phrases import Capital, Joined, WithoutCommands, paragraph, say


def take_back(game: Playing, key: str) -> None:
    if game.view.typed and key == BACKSPACE:
        game.show(typed="")
        return
    kit, before = game.session.kit, game.session.game
    undone = wording.last_action(before)
    if before and before.running and undone[0].kind is Kind.START:
        ask_to_end(game)
        return
    if before and not before.taken_back and taking_back.not_a_step(game.session):
        last = Joined((WithoutCommands(Capital(taking_back.not_a_step(game.session))), "."), "")
        asked = paragraph([last, say("play.take-back", number=game.session.number)])
        game.ask(Asking.TAKE_BACK, asked)
        return
    if before and before.confirmed and not before.taken_back and not before.halved_last:
        game.ask(Asking.TAKE_BACK, say("play.take-back", number=game.session.number))
        return
    if before and before.is_one_action and not before.halved_last:
        take_game_back(game)
        return
    game.act(taking_back.undo)
    game.tell(wording.taken_back(kit, before, undone), game.moved())


def ask_to_end(game: Playing) -> None:
    game.ask(Asking.ABANDON, say("keys.abandon", number=game.session.number))


def end_early(game: Playing) -> None:
    written = game.desk.act(lambda session: session.abandon())
    game.new_step(wording.happened(game.session.kit, game.session.game, written))
    game.ask_for_deeds(game.moved())


def take_game_back(game: Playing) -> None:
    game.act(taking_back.take_back)
    game.tell(say("happened.undo", game=game.session.number), game.moved() or [say("by-hand.none")])
