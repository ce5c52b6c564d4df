"""What a label means and how it is glued on: a block of text with the key of colours, for the fit-test page. In mm."""

from collections.abc import Iterator

from menace_kit.games import Side
from menace_kit.layout.board import bead_marks
from menace_kit.layout.column import LESSON, Column
from menace_kit.layout.label_style import LabelStyle
from menace_kit.layout.marks import Mark, Text
from menace_kit.layout.sayings import player, said
from menace_kit.layout.text import cap_height, shortened
from menace_kit.machine.kit import Kit
from menace_kit.text import Words

SIZES = (9.5, 9, 8.5, 8, 7.5, 7)
"""Sizes of the text in points, the best look first."""

DOT_RADIUS = 1.8
KEY_PITCH = 4.6
KEY_COLUMN = 26.0
"""Width of a colour in their key at the least."""

COLUMN_GAP = 8.0


def set_colours(column: Column, kit: Kit, words: Words) -> None:
    """Set the key of the colours: dot with its letter, name and sign."""
    column.y += 1.4
    left, room = column.left + column.style.indent, column.width - column.style.indent
    columns = int(room / KEY_COLUMN)
    step = room / columns
    for place, colour in enumerate(kit.colours):
        row, across = divmod(place, columns)
        x, middle = left + across * step + DOT_RADIUS, column.y + (row + 0.5) * KEY_PITCH
        column.marks += bead_marks(kit, colour, x, middle, DOT_RADIUS)
        text = words("fit-test.on-label-colour", name=words.colour_name(colour), glyph=colour.glyph)
        text = shortened(text, step - 2 * DOT_RADIUS - 2, column.size)
        baseline = middle + cap_height(column.size) / 2
        column.marks.append(Text(x + DOT_RADIUS + 1.2, baseline, text, column.size))
    column.y += -(-len(kit.colours) // columns) * KEY_PITCH


def explanation_marks(
    kit: Kit, words: Words, style: LabelStyle, left: float, top: float, width: float, bottom: float
) -> list[Mark]:
    """Return the text from `top` on, in the largest size that keeps it above `bottom`; empty where none does.

    Its two parts stand one below the other, or side by side where there is no room for that.
    """
    half = (width - COLUMN_GAP) / 2
    for size in SIZES:
        for abreast in (False, True):
            first = Column(left, top, half if abreast else width, size, LESSON)
            _on_label(first, kit, words, style)
            if abreast:
                second = Column(left + half + COLUMN_GAP, top, half, size, LESSON)
            else:
                second = Column(left, first.y + 5, width, size, LESSON)
            _gluing(second, kit, words, style)
            if max(first.y, second.y) <= bottom:
                return first.marks + second.marks
    return []


def _on_label(column: Column, kit: Kit, words: Words, style: LabelStyle) -> None:
    column.heading(words("fit-test.on-label"))
    column.items([said(kit, words, "fit-test.on-label-colours")])
    set_colours(column, kit, words)
    column.items(_parts(kit, words, style))


def _gluing(column: Column, kit: Kit, words: Words, style: LabelStyle) -> None:
    column.heading(words("fit-test.gluing" if kit.stock.grid is None else "fit-test.sticking"))
    column.items(_steps(kit, words, style), numbered=True)


def _parts(kit: Kit, words: Words, style: LabelStyle) -> Iterator[str]:
    """Yield what else is on the kit's labels."""
    merged = any(len(box.beads) < len(kit.game.legal_moves(box.position)) for box in kit.boxes)
    yield said(kit, words, "fit-test.on-label-mirror" if merged else "fit-test.on-label-free")
    if kit.tells_stages:
        yield words("fit-test.on-label-fields")
        if any(side is Side.SECOND for side, _ in kit.stages):
            yield words("fit-test.on-label-holes", mark=player(kit, words, Side.SECOND))
    yield words("fit-test.on-label-up")
    if style.pull:
        yield words("fit-test.on-label-ring")
    if style.code:
        yield words("fit-test.on-label-code")


def _steps(kit: Kit, words: Words, style: LabelStyle) -> Iterator[str]:
    """Yield the steps by which a label comes onto its box."""
    if kit.stock.grid is not None:
        yield from words.lines("fit-test.sticking-steps")
        if style.pull:
            yield words("fit-test.sticking-pull")
        return
    yield from words.lines("fit-test.gluing-steps")
    if style.above:
        yield words("fit-test.gluing-above")
    if style.below:
        yield words("fit-test.gluing-below")
    yield words("fit-test.gluing-dry")
    if style.pull:
        yield words("fit-test.gluing-pull")
