"""The tick-list after a game, and boxes that are too full."""

from collections.abc import Sequence

from menace_kit.cli.operator.guided import undoing
from menace_kit.cli.operator.guided.keys import BACKSPACE, DELETE, DOWN, ENTER, SPACE, UNDO, UP
from menace_kit.cli.operator.guided.playing import Playing
from menace_kit.cli.operator.guided.view import Asking, View, full_boxes
from menace_kit.guide import counting, wording
from menace_kit.machine.schema import FullBox
from menace_kit.text.phrases import paragraph, say


def in_the_list(game: Playing, key: str) -> None:
    game.look_at_ticks()
    lines = range(len(game.session.to_do))
    open_lines = [line for line in lines if line not in game.view.ticked]
    unseen = [line for line in lines if line not in game.view.seen]
    if key == SPACE and open_lines:
        tick(game, open_lines[0], True)
    elif key in (UP, DOWN) and lines:
        game.scroll(key, len(lines), open_lines[0] if open_lines else lines[-1])
    elif key.isdecimal() and int(key) - 1 in lines:
        tick(game, int(key) - 1, int(key) - 1 in open_lines)
        game.show(at=int(key) - 1)
    elif key == ENTER and unseen:
        game.show(at=unseen[0])
        game.message(say("play.not-seen", n=len(unseen)))
    elif key == ENTER and game.view.ticked and open_lines:
        left = len(open_lines)
        game.ask(Asking.CONFIRM, say("operate.confirm-sure", n=left, number=game.session.number))
    elif key == ENTER:  # some operators tick each line, others none
        confirm(game)
    elif key == BACKSPACE and game.view.ticked:
        tick(game, max(game.view.ticked), False)
    elif key in (BACKSPACE, UNDO):
        undoing.take_back(game, key)
    else:
        game.wrong()


def tick(game: Playing, line: int, done: bool) -> None:
    change = game.desk.line(line + 1)
    game.desk.tick(line + 1, done)
    game.show(at=None)
    game.look_at_ticks()
    if not done:
        game.message(wording.ticked(game.session.kit, line + 1, change, done))


def confirm(game: Playing) -> None:
    game.act(lambda session: session.confirm())
    if game.session.kit.spec.learning.full_box is FullBox.HALVE:
        ask_for_half(game, full_boxes(game.session))


def ask_for_half(game: Playing, boxes: Sequence[int]) -> None:
    if not boxes:
        return
    game.ask(Asking.HALVE, say("full.ask"))
    kit, inside = game.session.kit, game.session.in_box(boxes[0])
    half = (wording.how_full(kit, boxes[0], inside), wording.half_of(inside))
    told = paragraph([*half, say("full.later")])
    game.show(full_box=boxes[0], deeds=(told,))


def halve(game: Playing, before: View, key: str) -> None:
    """Record that half of the box is out, or skip it; then ask about the next one."""
    box = before.full_box or 0
    last = game.session.game
    if key in (BACKSPACE, UNDO) and last and last.halved_last:
        game.new_step()
        undoing.take_back(game, key)
        return
    if key == ENTER:
        game.act(lambda session: counting.halve(session, box))
    elif key == DELETE:
        game.new_step()
    else:
        game.view = before
        game.message(say("full.ask"))
        return
    ask_for_half(game, [number for number in full_boxes(game.session) if number > box])
