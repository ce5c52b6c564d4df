"""The guided game's screen. Pure: takes a session and a view, returns a rich renderable.

The large layout has the board and the box's number in large characters. The small one is in words,
for a small window and for whatever is too large for the other. Only a list can be longer than its
room: it scrolls.
"""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.layout import Layout
from rich.padding import Padding
from rich.segment import Segment
from rich.text import Text

from menace_kit.cli.operator.guided.view import Asking, View, full_boxes, keys_now
from menace_kit.cli.operator.large_signs import Board
from menace_kit.cli.operator.panel import NoRoomError, SidePanel
from menace_kit.frozen import Frozen
from menace_kit.guide import wording
from menace_kit.guide.session import Due, Session
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
    large = SidePanel(session, view, console, large=True)
    panels = [large] if width >= LARGE[0] and height >= LARGE[1] else []
    panels += [replace(large, large=False), replace(large, large=False, brief=True)]
    return next(painted for panel in panels if (painted := Laid(panel).painted()))


class PaintedPart(Frozen):
    """A part as its lines, which is drawn once to know how high it is, and shown as it was."""

    lines: Sequence[Sequence[Segment]]

    @property
    def rows(self) -> int:
        return len(self.lines)

    def __rich_console__(self, _: Console, __: ConsoleOptions) -> Iterator[Segment]:
        for line in self.lines:
            yield from line
            yield Segment.line()


class Laid(Frozen):
    """A screen in its panel's layout.

    `brief` leaves out what the operator knows anyway; whatever still does not fit is cut off.
    """

    panel: SidePanel

    def part(self, content: RenderableType, width: int) -> PaintedPart:
        options = self.panel.console.options.update(width=width, height=None)
        return PaintedPart(self.panel.console.render_lines(content, options, pad=False))

    def painted(self) -> Painted | None:
        """Return head, board, panel and foot; None if they do not fit."""
        width, height = self.panel.console.size
        foot = self.part(self.foot(width - 2), width - 2)
        room = max(1, height - 1 - foot.rows)
        try:
            body, shown = self.body(width - 1, room)
        except NoRoomError:
            return None
        whole = Layout()
        whole.split_column(
            Layout(Padding(self.head(), (0, 1)), size=1),
            Layout(body, size=room),
            Layout(Padding(foot, (0, 1))),
        )
        return Painted(whole, shown)

    def body(self, width: int, room: int) -> tuple[RenderableType, range]:
        """Return the panel with the board beside it, or above it if the board is a single row."""
        in_a_row = self.panel.session.kit.game.rows == 1
        for drawn in self.boards():
            wide, board = self.panel.console.measure(drawn).maximum, self.part(drawn, width)
            if board.rows > room or (wide * 2 > width and not in_a_row):
                continue
            if in_a_row:
                panel, shown = self.scrolled(width - 1, room - board.rows - 1)
                return Padding(Group(board, Text(), panel), (0, 1)), shown
            panel, shown = self.scrolled(width - wide - GAP, room)
            both = Layout()
            both.split_row(Layout(Padding(board, (0, 0, 0, 1)), size=wide + GAP + 1), Layout(panel))
            return both, shown
        panel, shown = self.scrolled(width - 1, room)
        return Padding(panel, (0, 1)), shown

    def boards(self) -> Iterator[RenderableType]:
        """Yield the boards to try, larger first.

        The small layout has no board beside a list, and has the label below the board if the box
        must be turned.
        """
        session, view = self.panel.session, self.panel.view
        board = Board(session, view, self.panel.console)
        if view.asking is Asking.HELP:
            return
        if self.panel.large:
            yield board.large()
        elif session.box and view.counted_box is None:
            reading = session.readings[0]
            if reading.is_turned:
                title = self.panel.text(say("box.on-label"), "dim")
                yield Group(board.small(), Text(), title, self.panel.label(reading))
        if self.panel.large or not (session.due in (Due.ADJUST, Due.START) or view.deeds):
            yield board.small()

    def scrolled(self, width: int, room: int) -> tuple[RenderableType, range]:
        """Return the panel with as many lines as fit; the large layout must have all of them."""
        panel = self.panel.aside(width)
        head, lines = (
            [self.part(each, width) for each in several] for several in (panel.head, panel.lines)
        )
        room -= sum(part.rows for part in head)
        heights = [line.rows for line in lines]
        shown = window(heights, panel.at, room)
        parts: list[RenderableType] = [*head]
        if shown.start:
            parts.append(self.panel.text(say("play.more", n=shown.start), "bold"))
        parts += lines[shown.start : shown.stop]
        if more := len(heights) - shown.stop:
            parts.append(self.panel.text(say("play.more", n=more), "bold"))
        too_long = sum(heights[shown.start : shown.stop]) + (shown.start > 0) + (more > 0) > room
        if not self.panel.brief and (too_long or (self.panel.large and len(shown) < len(heights))):
            raise NoRoomError
        return Group(*parts), range(0) if self.panel.view.asking is Asking.HELP else shown

    def head(self) -> Text:
        """Return the first line: the game and who plays it."""
        game, parts = self.panel.session.game, []
        if self.panel.console.width >= LARGE[0]:
            parts.append(Text(self.panel.session.kit.spec.name, "bold"))
        if game is not None:
            parts.append(self.panel.text(say("common.game", number=game.number)))
            parts.append(self.panel.text(wording.the_machine_is(self.panel.session.kit, game)))
            if game.start.opponent:
                parts.append(self.panel.text(say("common.against", opponent=game.start.opponent)))
            if game.start.operator:
                parts.append(
                    self.panel.text(say("operate.only-operator", operator=game.start.operator))
                )
        line = Text("   ").join(parts)
        line.no_wrap, line.overflow = True, "ellipsis"
        return line

    def foot(self, width: int) -> Group:
        """Return the last event or answer, what is due or asked, and the keys."""
        session, view = self.panel.session, self.panel.view
        asked: Told = view.question or wording.due(session, view.machine_first, view.both)
        said: list[Text] = []
        if view.asking is Asking.HELP:
            asked = say("play.help-back")
        elif view.message:
            said.append(self.panel.text(view.message, "bold red"))
        elif not self.panel.brief:
            last = wording.last_action(session.game)
            said.append(self.panel.text(wording.happened(session.kit, session.game, last)))
        if view.asking is Asking.NOTHING:
            said.append(
                self.panel.text(view.advice or wording.exhibition(session) or self.too_full, "bold")
            )
        typed = f" {view.typed}_" if view.asking is Asking.COUNTED_BOX else ""
        due = Padding(self.panel.text(asked, "bold").append(typed), style="reverse")
        return Group(*filter(None, said), due, self.keys(width))

    @property
    def too_full(self) -> Told:
        """Return a message if a box is too full: the open one, or before a game the first."""
        boxes = full_boxes(self.panel.session)
        return (
            wording.too_full(self.panel.session.kit, boxes[0], self.panel.session.in_box(boxes[0]))
            if boxes
            else ""
        )

    def keys(self, width: int) -> Text:
        """Return the active keys; no key is broken across lines."""
        whole = (
            self.panel.words.tell(key).replace(" ", "\xa0")
            for key in keys_now(self.panel.session, self.panel.view)
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
