"""Count a box."""

from collections.abc import Mapping
from dataclasses import replace

from menace_kit.cli.operator.guided.keys import BACKSPACE, ENTER, UNDO
from menace_kit.cli.operator.guided.playing import Playing
from menace_kit.cli.operator.guided.view import Asking, View
from menace_kit.guide import counting, wording
from menace_kit.guide.players import NAME_LENGTH
from menace_kit.machine import Box
from menace_kit.text.phrases import Called, Capitals, say


def ask_for_box(game: Playing) -> None:
    box = game.session.box
    asked = say("play.which-box-due", box=box.name) if box else say("play.which-box")
    game.ask(Asking.COUNTED_BOX, asked)


def ask_for_count(game: Playing, box: Box, counted: Mapping[str, int]) -> None:
    """Ask for the next colour of a box.

    After the last one, record the count; if it is hard to believe, ask first.
    """
    left = [name for name in box.moves if name not in counted]
    if left:
        logbook = game.session.in_box(box.number)[left[0]]
        colour = Capitals(Called(left[0]))
        game.ask(Asking.COUNT, say("play.how-many", box=box.name, colour=colour, logbook=logbook))
        game.show(counted_box=box.number, counted=counted)
        return
    game.show(counted_box=None, counted={})
    if told := wording.doubt(game.session, box, counted):
        game.ask(Asking.DOUBT, say("play.doubt", told=told))
        game.show(counted_box=box.number, counted=counted)
    else:
        save(game, box.number, counted)


def save(game: Playing, box: int, counted: Mapping[str, int]) -> None:
    written = game.desk.act(lambda session: counting.count(session, box, counted))
    game.new_step(wording.count_recorded(game.session.kit, written))


def save_all_the_same(game: Playing, before: View, key: str) -> None:
    game.new_step(say("keys.never-mind"))
    if key == ENTER:
        save(game, before.counted_box or 0, before.counted)


def count(game: Playing, before: View, key: str) -> None:
    """Handle a key while a box is counted: part of a number, or of a box's number or name."""
    kit, typed = game.session.kit, before.typed
    box = kit.box(before.counted_box) if before.counted_box is not None else None
    if key in (BACKSPACE, UNDO) and not typed:
        game.new_step(say("keys.never-mind"))
    elif key == BACKSPACE:
        game.view = replace(before, typed=typed[:-1], message="")
    elif key != ENTER:
        fits = key.isdecimal() if box else len(key) == 1
        taken = fits and len(typed) < NAME_LENGTH
        game.view = replace(
            before,
            typed=typed + key if taken else typed,
            message="" if taken else say("play.not-key"),
        )
    elif box is not None:
        colour = next(name for name in box.moves if name not in before.counted)
        number = int(typed) if typed else game.session.in_box(box.number)[colour]
        game.show(typed="")
        ask_for_count(game, box, {**before.counted, colour: number})
    elif typed.strip() or game.session.box:
        game.view = replace(before, typed="")
        found = kit.box_named(typed) if typed.strip() else game.session.box
        if found:
            ask_for_count(game, found, {})
    else:
        game.view = before
