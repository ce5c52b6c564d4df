"""What a box has learned: its board, and what was in it before and after."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from menace_kit.layout.board import board_height, board_marks, square_within
from menace_kit.layout.marks import BLACK, GREY, THIN, Anchor, Mark, Rectangle, Text
from menace_kit.layout.text.typesetting import cap_height, ink_centred, text_width
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit

BAR, BAR_PITCH = 5.0, 6.2
"""Height of the bar that shows what is in a box, and from one bar to the next."""


BAR_SIZE = 9.0
"""Size of what stands beside a bar, in points."""


def changed_box_marks(
    kit: Kit,
    box: Box,
    marked: Collection[str],
    rows: Sequence[tuple[str, Mapping[str, int], str]],
    x: float,
    y: float,
    width: float,
    height: float,
) -> Iterator[Mark]:
    """Yield a box's board in a room of this size, and below it a bar for each row:
    what is in it, by colours.

    A row has what stands before its bar, colour -> beads, and what stands behind it.
    `marked` colours have a thick line round them.
    """
    bars = len(rows) * BAR_PITCH
    room = height - bars - (2 if rows else 0)
    square = square_within(kit, width, room)
    high = board_height(kit, square)
    left = x + (width - kit.game.columns * square) / 2
    yield from board_marks(kit, box, left, y + (room - high) / 2, high)
    before = max((text_width(head, BAR_SIZE) for head, _, _ in rows), default=0) + 1.5
    behind = max((text_width(told, BAR_SIZE, bold=True) for _, _, told in rows), default=0) + 1.5
    for place, (head, counts, told) in enumerate(rows):
        top = y + height - bars + place * BAR_PITCH
        baseline = top + BAR / 2 + cap_height(BAR_SIZE) / 2
        yield Text(x, baseline, head, BAR_SIZE)
        yield Text(x + width, baseline, told, BAR_SIZE, True, Anchor.END)
        yield from _bar_marks(kit, counts, marked, x + before, top, width - before - behind)


def _bar_marks(
    kit: Kit, counts: Mapping[str, int], marked: Collection[str], x: float, y: float, width: float
) -> Iterator[Mark]:
    """Yield what is in a box as a bar, a part for each colour with its letter if there is room."""
    total = sum(counts.values())
    yield Rectangle(x, y, width, BAR, THIN, GREY)
    thick: list[Mark] = []
    for name, count in counts.items():
        if count:
            wide, colour = width * count / total, kit.colour(name)
            yield Rectangle(x, y, wide, BAR, THIN, BLACK, colour.hex)
            if wide >= BAR * 0.7:
                yield ink_centred(colour.key, x + wide / 2, y + BAR / 2, BAR_SIZE - 1, colour.ink)
            if name in marked:
                thick.append(Rectangle(x, y, wide, BAR, 0.7, BLACK))
            x += wide
    yield from thick
