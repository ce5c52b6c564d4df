"""Before a game: who plays, and who moves first."""

from menace_kit.cli.operator.guided import undoing
from menace_kit.cli.operator.guided.keys import BACKSPACE, ENTER, TAB, UNDO
from menace_kit.cli.operator.guided.playing import Playing
from menace_kit.errors import GuideError
from menace_kit.games import Side
from menace_kit.guide.players import NAME_LENGTH, next_side
from menace_kit.text.phrases import say


def before_a_game(game: Playing, key: str) -> None:
    view, name = game.view, game.view.opponent
    if key == ENTER:
        opponent, first = (None, None) if view.both else (name, view.machine_first)
        game.act(
            lambda session: session.start(
                view.operator,
                opponent,
                first,
                both=view.both,
                exhibition=view.exhibition,
                greedy=view.greedy,
            )
        )
        game.show(opponent="")
    elif key == TAB:
        change_sides(game)
    elif key == UNDO or (key == BACKSPACE and not name):
        undoing.take_back(game, key)
    elif key == BACKSPACE:
        game.show(opponent=name[:-1])
    elif len(key) == 1 and len(name) < NAME_LENGTH and not view.both:
        game.show(opponent=(name + key).lstrip())
    else:
        game.wrong()


def change_sides(game: Playing) -> None:
    side = next_side(game.session.kit, game.view.machine_first)
    if game.session.kit.spec.side != "both":
        raise GuideError(say("refused.one-side"))
    view = game.view
    if view.both:
        game.show(both=False, machine_first=True)
    elif side is Side.FIRST:
        game.show(machine_first=False)
    else:
        game.show(both=True, machine_first=None)
