"""Record a game by its outcome alone."""

from menace_kit.cli.operator.guided.keys import ENTER
from menace_kit.cli.operator.guided.playing import Playing
from menace_kit.cli.operator.guided.view import Asking, View
from menace_kit.errors import GuideError
from menace_kit.guide import whole_games, wording
from menace_kit.guide.players import next_side
from menace_kit.guide.situation import Due
from menace_kit.machine.learning import Result
from menace_kit.machine.prospects import results
from menace_kit.machine.schema import Teaches
from menace_kit.text.phrases import say


def log(game: Playing, before: View, key: str) -> None:
    outcomes = {"+": Result.WIN, "=": Result.TIE, "-": Result.LOSS}
    if before.asking is Asking.OUTCOME and key in outcomes:
        outcome(game, outcomes[key])
        return
    first = game.session.kit.first_boxes(next_side(game.session.kit, game.view.machine_first))[0]
    typed, colours = game.colours(key, first)
    if before.asking is Asking.FIRST_BEAD and before.result and (key == ENTER or len(colours) == 1):
        write_outcome(game, before.result, colours[0] if colours else None)
    elif before.asking is Asking.FIRST_BEAD and colours:
        game.ask(before.asking, before.question)
        game.half_a_colour(typed, colours)
    else:
        game.message(say("keys.never-mind"))


def outcome(game: Playing, result: Result) -> None:
    """Ask for the first bead if its box can be known; otherwise record the game."""
    kit = game.session.kit
    firsts = kit.first_boxes(next_side(kit, game.view.machine_first))
    if result not in results(kit.game):
        raise GuideError(say("refused.no-draws"))
    if len(firsts) != 1 or kit.spec.learning.teaches is Teaches.LAST_MOVE:
        write_outcome(game, result, None)
        return
    letters = " ".join(kit.colour(name).key for name in firsts[0].moves)
    game.show(result=result)
    game.ask(Asking.FIRST_BEAD, say("play.first-bead", box=firsts[0].name, letters=letters))


def write_outcome(game: Playing, result: Result, colour: str | None) -> None:
    view = game.view
    game.act(
        lambda session: whole_games.quick(
            session,
            result,
            colour,
            opponent=view.opponent,
            operator=view.operator,
            machine_first=view.machine_first,
        )
    )
    game.show(opponent="", result=None)
    if game.session.game and game.session.due is Due.START:
        game.message(wording.game_and_result(game.session.kit, game.session.game))
