"""The tick-list beside the board: how a game ended, and what to do with the beads."""

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from menace_kit.cli.operator.canvas import Aside, Canvas, hanging
from menace_kit.cli.terminal import chip
from menace_kit.guide import wording
from menace_kit.logbook import GameRecord
from menace_kit.machine.learning import Adjustment
from menace_kit.text.phrases import say


def tick_list(canvas: Canvas, width: int) -> Aside:
    game = canvas.session.game
    if game is None:
        return Aside(())
    ticked, changes = canvas.view.ticked, len(canvas.session.to_do)
    current = next((line for line in range(changes) if line not in ticked), changes - 1)
    told = wording.result_and_ticks(canvas.kit, game, len(ticked))
    word = canvas.words.tell(wording.headline(canvas.kit, game))
    at = current if canvas.view.at is None else canvas.view.at
    return Aside(canvas.title(told, word, width), _lines(canvas, game, current, width), at)


def _lines(canvas: Canvas, game: GameRecord, current: int, width: int) -> list[RenderableType]:
    """Return the lines, with headings if both machines learn; then beads put in."""
    lines: list[RenderableType] = []
    above: list[RenderableType] = []
    for side, changes in game.tick_lists.items():
        if game.both:
            above.append(canvas.text(wording.list_head(canvas.kit, side), "underline"))
        if not changes:
            above.append(canvas.text(say("beads.none-due")))
        for change in changes:
            lines.append(Group(*above, _line(canvas, change, len(lines), current, width)))
            above = []
    above += map(canvas.text, wording.refilled(canvas.kit, game))
    return [*lines, Group(*above)] if above else lines


def _line(canvas: Canvas, change: Adjustment, number: int, current: int, width: int) -> Table:
    """Return a line; if it is too long, the deed is below the box."""
    done = number in canvas.view.ticked
    style = "dim" if done else "bold" if number == current else ""
    after = canvas.session.contents[change.box]
    box = Text(f"[{'x' if done else ' '}] {number + 1} ", style)
    begin = box + chip(canvas.kit.colour(change.colour)) + Text(" ")
    told = canvas.words.tell(wording.adjustment(canvas.kit, change, after))
    deed = canvas.words.tell(wording.deed_and_rest(change, after))
    if cell_len(told) > width - begin.cell_len:
        told = f"{told.removesuffix(deed).rstrip()}\n{deed}"
    return hanging(begin, Text(told, style))
