"""The guided game's screen. Pure: takes a session and a view, returns a rich renderable.

The large layout has the board and the box's number in large characters. The small one is in words,
for a small window and for whatever is too large for the other. Only a list can be longer than its
room: it scrolls.
"""

import textwrap
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.console import Console, Group, RenderableType
from rich.layout import Layout
from rich.padding import Padding
from rich.text import Text

from menace_kit.cli.operator.box_panel import label
from menace_kit.cli.operator.canvas import Canvas, NoRoomError
from menace_kit.cli.operator.guided.view import Asking, View, full_boxes, keys_now
from menace_kit.cli.operator.large_signs import Board
from menace_kit.cli.operator.panel import aside
from menace_kit.guide import wording
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.text.kit_words import page_words
from menace_kit.text.phrases import Text as Told
from menace_kit.text.phrases import say

LEAST, LARGE = (60, 18), (80, 24)
"""Columns and rows of the smallest window, and of the smallest one for the large layout."""

GAP = 2
"""Columns between the board and the panel."""


class Painted(NamedTuple):
    """What is painted, which lines of a list (from 0) it has, and whether the game fits at all."""

    picture: RenderableType
    shown: range = range(0)
    playable: bool = True


def screen(session: Session, view: View, console: Console) -> Painted:
    """Return what the console shows: the large layout if everything fits, or else the small one."""
    width, height = console.size
    if width < LEAST[0] or height < LEAST[1]:
        facts = {"width": LEAST[0], "height": LEAST[1]}
        told = page_words(session.kit, typed=True)("play.too-small", **facts)
        return Painted(Text(told), playable=False)
    layouts = [Canvas(session, view, console), Canvas(session, view, console, brief=True)]
    if width >= LARGE[0] and height >= LARGE[1]:
        layouts.insert(0, Canvas(session, view, console, large=True))
    return next(found for canvas in layouts if (found := laid_out(canvas)))


def laid_out(canvas: Canvas) -> Painted | None:
    """Return head, board, panel and foot; None if they do not fit."""
    width, height = canvas.console.size
    foot = canvas.drawn(_foot(canvas, width - 2), width - 2)
    room = max(1, height - 1 - foot.rows)
    try:
        body, shown = _body(canvas, width - 1, room)
    except NoRoomError:
        return None
    whole = Layout()
    whole.split_column(
        Layout(Padding(_head(canvas), (0, 1)), size=1),
        Layout(body, size=room),
        Layout(Padding(foot, (0, 1))),
    )
    return Painted(whole, shown)


def _body(canvas: Canvas, width: int, room: int) -> tuple[RenderableType, range]:
    """Return the panel with the board beside it, or above it if the board is a single row."""
    in_a_row = canvas.kit.game.rows == 1
    for each in _boards(canvas):
        wide, board = canvas.console.measure(each).maximum, canvas.drawn(each, width)
        if board.rows > room or (wide * 2 > width and not in_a_row):
            continue
        if in_a_row:
            panel, shown = _scrolled(canvas, width - 1, room - board.rows - 1)
            return Padding(Group(board, Text(), panel), (0, 1)), shown
        panel, shown = _scrolled(canvas, width - wide - GAP, room)
        both = Layout()
        both.split_row(Layout(Padding(board, (0, 0, 0, 1)), size=wide + GAP + 1), Layout(panel))
        return both, shown
    panel, shown = _scrolled(canvas, width - 1, room)
    return Padding(panel, (0, 1)), shown


def _boards(canvas: Canvas) -> Iterator[RenderableType]:
    """Yield the boards to try, larger first.

    The small layout has no board beside a list, and has the label below the board if the box
    must be turned.
    """
    session, view = canvas.session, canvas.view
    board = Board(session, view)
    if view.asking is Asking.HELP:
        return
    if canvas.large:
        yield board.large()
    elif session.box and view.counted_box is None:
        reading = session.readings[0]
        if reading.is_turned:
            title = canvas.text(say("box.on-label"), "dim")
            yield Group(board.small(), Text(), title, label(canvas, reading))
    if canvas.large or not (session.due in (Due.ADJUST, Due.START) or view.deeds):
        yield board.small()


def _scrolled(canvas: Canvas, width: int, room: int) -> tuple[RenderableType, range]:
    """Return the panel with as many lines as fit; the large layout must have all of them."""
    panel = aside(canvas, width)
    head = [canvas.drawn(part, width) for part in panel.head]
    lines = [canvas.drawn(line, width) for line in panel.lines]
    room -= sum(part.rows for part in head)
    heights = [line.rows for line in lines]
    shown = window(heights, panel.at, room)
    parts: list[RenderableType] = [*head]
    if shown.start:
        parts.append(canvas.text(say("play.more", n=shown.start), "bold"))
    parts += lines[shown.start : shown.stop]
    if more := len(heights) - shown.stop:
        parts.append(canvas.text(say("play.more", n=more), "bold"))
    too_long = sum(heights[shown.start : shown.stop]) + (shown.start > 0) + (more > 0) > room
    if not canvas.brief and (too_long or (canvas.large and len(shown) < len(heights))):
        raise NoRoomError
    return Group(*parts), range(0) if canvas.view.asking is Asking.HELP else shown


def _head(canvas: Canvas) -> Text:
    """Return the first line: the game and who plays it."""
    game, parts = canvas.session.game, []
    if canvas.console.width >= LARGE[0]:
        parts.append(Text(canvas.kit.spec.name, "bold"))
    if game is not None:
        parts.append(canvas.text(say("common.game", number=game.number)))
        parts.append(canvas.text(wording.the_machine_is(canvas.kit, game)))
        if game.start.opponent:
            parts.append(canvas.text(say("common.against", opponent=game.start.opponent)))
        if game.start.operator:
            parts.append(canvas.text(say("operate.only-operator", operator=game.start.operator)))
    line = Text("   ").join(parts)
    line.no_wrap, line.overflow = True, "ellipsis"
    return line


def _foot(canvas: Canvas, width: int) -> Group:
    """Return the last event or answer, what is due or asked, and the keys."""
    session, view = canvas.session, canvas.view
    asked: Told = view.question or wording.due(session, view.machine_first, view.both)
    said: list[Text] = []
    if view.asking is Asking.HELP:
        asked = say("play.help-back")
    elif view.message:
        said.append(canvas.text(view.message, "bold red"))
    elif not canvas.brief:
        last = wording.last_action(session.game)
        said.append(canvas.text(wording.happened(session.kit, session.game, last)))
    if view.asking is Asking.NOTHING:
        said.append(
            canvas.text(view.advice or wording.exhibition(session) or _too_full(canvas), "bold")
        )
    typed = f" {view.typed}_" if view.asking is Asking.COUNTED_BOX else ""
    due = Padding(canvas.text(asked, "bold").append(typed), style="reverse")
    return Group(*filter(None, said), due, _keys(canvas, width))


def _too_full(canvas: Canvas) -> Told:
    """Return a message if a box is too full: the open one, or before a game the first."""
    boxes = full_boxes(canvas.session)
    return wording.too_full(canvas.kit, boxes[0], canvas.session.in_box(boxes[0])) if boxes else ""


def _keys(canvas: Canvas, width: int) -> Text:
    """Return the active keys; no key is broken across lines."""
    whole = (
        canvas.words.tell(key).replace(" ", "\xa0") for key in keys_now(canvas.session, canvas.view)
    )
    rows = textwrap.wrap("   ".join(whole), width, break_on_hyphens=False)
    return Text("\n".join(rows).replace("\xa0", " "), "dim")


def window(heights: Sequence[int], at: int, room: int) -> range:
    """Return the range of lines around `at` that fit, with room to say how many are hidden."""
    first = min(max(at, 0), max(len(heights) - 1, 0))
    last = min(first + 1, len(heights))

    def has_room(first: int, last: int) -> bool:
        missing = (first > 0) + (last < len(heights))
        return sum(heights[first:last]) + missing <= room

    while True:
        if last < len(heights) and has_room(first, last + 1):
            last += 1
        elif first and has_room(first - 1, last):
            first -= 1
        else:
            return range(first, last)
