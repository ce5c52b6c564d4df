"""What a label means and how it is glued on: a block of text with the key of colours, for the fit-test page. In mm."""

from collections.abc import Iterable, Iterator

from menace_kit.games import Side
from menace_kit.layout.board import bead_marks
from menace_kit.layout.label_style import LabelStyle
from menace_kit.layout.marks import MM_PER_POINT, Mark, Text
from menace_kit.layout.sayings import player, said
from menace_kit.layout.text import cap_height, shortened, wrapped
from menace_kit.machine.kit import Kit
from menace_kit.text import Words

SIZES = (9.5, 9, 8.5, 8, 7.5, 7)
"""Sizes of the text in points, the best look first."""

INDENT = 5.0
DOT_RADIUS = 1.8
KEY_PITCH = 4.6
KEY_COLUMN = 26.0
"""Width of a colour in their key at the least."""

COLUMN_GAP = 8.0


class Block:
    """Marks that grow downwards from `y`, in a column that begins at `left`."""

    def __init__(self, left: float, y: float, width: float, size: float) -> None:
        """Begin at the top, with nothing."""
        self.left, self.y, self.width, self.size = left, y, width, size
        self.marks: list[Mark] = []

    def heading(self, text: str) -> None:
        """Set a heading in one line."""
        self.y += cap_height(self.size + 1)
        self.marks.append(Text(self.left, self.y, text, self.size + 1, bold=True))
        self.y += 1.2

    def items(self, sentences: Iterable[str], numbered: bool = False) -> None:
        """Set sentences, each behind its number or a bullet."""
        pitch = self.size * MM_PER_POINT * 1.3
        for number, sentence in enumerate(sentences, start=1):
            lines = wrapped(sentence, self.width - INDENT, self.size)
            sign = f"{number}." if numbered else "•"
            self.marks.append(Text(self.left, self.y + pitch, sign, self.size, bold=True))
            for line in lines:
                self.y += pitch
                self.marks.append(Text(self.left + INDENT, self.y, line, self.size))
            self.y += 0.5

    def colours(self, kit: Kit, words: Words) -> None:
        """Set the key of the colours: dot with its letter, name and sign."""
        self.y += 1.4
        columns = int((self.width - INDENT) / KEY_COLUMN)
        step = (self.width - INDENT) / columns
        for place, colour in enumerate(kit.colours):
            row, column = divmod(place, columns)
            x, middle = self.left + INDENT + column * step + DOT_RADIUS, self.y + (row + 0.5) * KEY_PITCH
            self.marks += bead_marks(kit, colour, x, middle, DOT_RADIUS)
            text = words("fit-test.on-label-colour", name=words.colour_name(colour), glyph=colour.glyph)
            text = shortened(text, step - 2 * DOT_RADIUS - 2, self.size)
            self.marks.append(Text(x + DOT_RADIUS + 1.2, middle + cap_height(self.size) / 2, text, self.size))
        self.y += -(-len(kit.colours) // columns) * KEY_PITCH


def explanation_marks(
    kit: Kit, words: Words, style: LabelStyle, left: float, top: float, width: float, bottom: float
) -> list[Mark]:
    """Return the text from `top` on, in the largest size that keeps it above `bottom`; empty where none does.

    Its two parts stand one below the other, or side by side where there is no room for that.
    """
    half = (width - COLUMN_GAP) / 2
    for size in SIZES:
        for abreast in (False, True):
            block = Block(left, top, half if abreast else width, size)
            _on_label(block, kit, words, style)
            marks, end = block.marks, block.y
            beside, below = (
                Block(left + half + COLUMN_GAP, top, half, size),
                Block(left, end + 5, width, size),
            )
            block = beside if abreast else below
            _gluing(block, kit, words, style)
            if max(end, block.y) <= bottom:
                return marks + block.marks
    return []


def _on_label(block: Block, kit: Kit, words: Words, style: LabelStyle) -> None:
    block.heading(words("fit-test.on-label"))
    block.items([said(kit, words, "fit-test.on-label-colours")])
    block.colours(kit, words)
    block.items(_parts(kit, words, style))


def _gluing(block: Block, kit: Kit, words: Words, style: LabelStyle) -> None:
    block.heading(words("fit-test.gluing" if kit.stock.grid is None else "fit-test.sticking"))
    block.items(_steps(kit, words, style), numbered=True)


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
