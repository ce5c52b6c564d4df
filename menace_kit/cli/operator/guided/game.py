"""The guided game: what each key does. It knows the desk but no screen."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from menace_kit.cli.operator.guided import (
    beginning,
    counting,
    deeds,
    moves,
    outcome,
    tick_list,
    undoing,
)
from menace_kit.cli.operator.guided.keys import (
    BACKSPACE,
    COUNT,
    DELETE,
    DOWN,
    ENTER,
    ESCAPE,
    HALVE,
    HELP,
    LOG,
    LOOK_AGAIN,
    UNDO,
    UP,
)
from menace_kit.cli.operator.guided.playing import Playing
from menace_kit.cli.operator.guided.view import Asking, View, full_boxes
from menace_kit.errors import LogbookMovedOnError, MenaceKitError
from menace_kit.guide.situation import Due
from menace_kit.text.phrases import Capital, WithoutCommands, say

Answer = Callable[[Playing, View, str], None]

LEFT_SILENTLY = (Asking.NOTHING, Asking.HELP)
"""Left without a message, because nothing was about to change."""


class GuidedGame(Playing):
    """A desk and a view; `press` handles one key.

    `asks_anew` is whether the last key brought something that nobody could foresee: a list, a
    question, a refusal or the next game. Beads and replies alternate, so you can type them ahead.
    """

    def press(self, key: str) -> None:
        """Handle a key. A mistake changes nothing; the message says why."""
        before, due = self.view, self.session.due
        self.show(message="", question="", asking=Asking.NOTHING)
        try:
            if key == ESCAPE and before.asking is not Asking.DEEDS:
                self.new_step("" if before.asking in LEFT_SILENTLY else say("keys.never-mind"))
            elif before.asking is Asking.NOTHING:
                self._step(key)
            else:
                ANSWERS[before.asking](self, before, key)
        except LogbookMovedOnError:
            self.new_step(say("recorded.moved-on"))
            self.look_at_beads()
        except MenaceKitError as error:
            self.message(WithoutCommands(Capital(error.args[0])))
        self.be_advised()
        now = self.session.due
        # A digit can be a bead's letter as well as a square.
        digits = any(colour.key.isdecimal() for colour in self.session.kit.colours)
        another = now is not due and (now in (Due.START, Due.ADJUST) or digits)
        # The second half of a move answers nothing.
        told = self.view.message if not self.view.typed else ""
        asked = self.view.question != before.question and self.view.question
        self.asks_anew = bool(another or told or asked or self.view.deeds)

    def _step(self, key: str) -> None:
        due, view = self.session.due, self.view
        if key == LOOK_AGAIN:
            self.desk.refresh()
            self.new_step()
            self.look_at_beads()
        elif key == COUNT and due is not Due.ADJUST and not view.typed:
            counting.ask_for_box(self)
        elif key == HALVE and full_boxes(self.session) and not view.typed:
            tick_list.ask_for_half(self, full_boxes(self.session))
        elif key == LOG and due is Due.START and not view.both:
            self.ask(Asking.OUTCOME, say("play.who-won"))
        elif key in (HELP, "?"):
            self.show(asking=Asking.HELP, at=None)
        elif due is Due.START:
            beginning.before_a_game(self, key)
        elif due is Due.ADJUST:
            tick_list.in_the_list(self, key)
        elif key in (BACKSPACE, UNDO):
            undoing.take_back(self, key)
        elif key in ("!", DELETE):
            undoing.ask_to_end(self)
        elif due is Due.BEAD:
            moves.bead(self, key)
        else:
            moves.reply(self, key)


def _in_the_help(game: Playing, before: View, key: str) -> None:
    """Scroll the help; any other key closes it."""
    if key in (UP, DOWN):
        at = max(0, (before.at or 0) + (1 if key == DOWN else -1))
        game.view = replace(before, at=at)
    else:
        game.show(at=None)


def _if_enter(do: Callable[[Playing], None]) -> Answer:
    """Return an answer that runs `do` on Enter and cancels on any other key."""

    def answer(game: Playing, _before: View, key: str) -> None:
        game.show(typed="")
        if key == ENTER:
            do(game)
        else:
            game.message(say("keys.never-mind"))

    return answer


ANSWERS: Mapping[Asking, Answer] = {
    Asking.HELP: _in_the_help,
    Asking.ABANDON: _if_enter(undoing.end_early),
    Asking.CONFIRM: _if_enter(tick_list.confirm),
    Asking.TAKE_BACK: _if_enter(undoing.take_game_back),
    Asking.OTHER_BEAD: moves.other_bead,
    Asking.OTHER_SQUARE: moves.other_square,
    Asking.COUNTED_BOX: counting.count,
    Asking.COUNT: counting.count,
    Asking.DOUBT: counting.save_all_the_same,
    Asking.OUTCOME: outcome.log,
    Asking.FIRST_BEAD: outcome.log,
    Asking.DEEDS: deeds.do_deeds,
    Asking.HALVE: tick_list.halve,
}
"""What the next key does, for each kind of question."""
