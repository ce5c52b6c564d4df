"""What the parts of the guided game's screen share: what is shown, where, and in which layout."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from menace_kit.cli.operator.guided.view import View
from menace_kit.cli.operator.large_signs import big
from menace_kit.frozen import Frozen
from menace_kit.guide.session import Session
from menace_kit.machine import Kit
from menace_kit.text import Words
from menace_kit.text.kit_words import page_words
from menace_kit.text.phrases import Text as Told


class Aside(NamedTuple):
    """What is beside the board. The head must fit whole; the lines can scroll."""

    head: Sequence[RenderableType]
    lines: Sequence[RenderableType] = ()
    at: int = 0


class NoRoomError(Exception):
    """Something does not fit in this layout."""


class PaintedPart(Frozen):
    """A part as its lines: drawn once to know how high it is, and shown as it was."""

    lines: Sequence[Sequence[Segment]]

    @property
    def rows(self) -> int:
        return len(self.lines)

    def __rich_console__(self, _: Console, __: ConsoleOptions) -> Iterator[Segment]:
        for line in self.lines:
            yield from line
            yield Segment.line()


class Canvas(Frozen):
    """A game, and the layout to show it in; `brief` leaves out what the operator knows."""

    session: Session
    view: View
    console: Console
    large: bool = False
    brief: bool = False

    @property
    def kit(self) -> Kit:
        return self.session.kit

    @cached_property
    def words(self) -> Words:
        """Return the words in the kit's language."""
        return page_words(self.kit, typed=True)

    def text(self, told: Told, style: str = "") -> Text:
        """Return a text in the kit's language."""
        return Text(self.words.tell(told), style)

    def fits(self, part: RenderableType, width: int) -> bool:
        """Return whether a part needs no line breaks at this width."""
        return self.console.measure(part).maximum <= width

    def drawn(self, part: RenderableType, width: int) -> PaintedPart:
        options = self.console.options.update(width=width, height=None)
        return PaintedPart(self.console.render_lines(part, options, pad=False))

    def title(self, told: Told, sign: str, width: int) -> list[RenderableType]:
        """Return a sentence; in the large layout, with its main part in large characters."""
        return [self.text(told, "bold"), *self.large_sign(sign, width)]

    def large_sign(self, sign: str, width: int) -> list[RenderableType]:
        """Return a sign as large as fits in the large layout; otherwise nothing."""
        drawn = (big(sign, wide) for wide in (2, 1) if self.large)
        large = next((text for text in drawn if text and self.fits(text, width)), None)
        return [large, Text()] if large else []


def hanging(begin: Text, text: Text) -> Table:
    """Return a text with a hanging indent as wide as `begin`."""
    line = Table.grid(pad_edge=False)
    line.add_column(no_wrap=True, min_width=begin.cell_len)
    line.add_row(begin, text)
    return line
