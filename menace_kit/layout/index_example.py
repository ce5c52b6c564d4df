"""The worked example of the index chart: five pictures from a board on a table to the square of a bead. In mm."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from menace_kit.games import EMPTY, Position, Symmetry
from menace_kit.layout.board import board_height, board_marks, board_width, square_within
from menace_kit.layout.fitted import Fitted, line_pitch
from menace_kit.layout.index_boards import arrow_marks, held_box, icon_marks
from menace_kit.layout.label_words import place_words, stage_words
from menace_kit.layout.marks import GREY, THIN, Anchor, Mark, Rectangle
from menace_kit.layout.sayings import said
from menace_kit.layout.text import wrapped
from menace_kit.machine.boxes import Bead, Box
from menace_kit.machine.finding import FindingOrder, Group
from menace_kit.machine.kit import Kit
from menace_kit.text import Words

BOARD = 21.0
"""Height of a board of the example, at the most."""

BOARD_WIDTH = 29.0
"""Width of a board of the example, at the most."""

CAPTION = 9.0
PAD = 2.5


class Example(NamedTuple):
    """A board on a table, the group that it leads to, the box with its drawing as it is looked up, a bead of it.

    `back` is the symmetry that carries that drawing to the table.
    """

    table: Position
    group: Group
    held: Box
    bead: Bead
    back: Symmetry


def example_of(kit: Kit, order: FindingOrder) -> Example:
    """Return an example taken from the kit: a box of a middle stage, not symmetric, among others in its group.

    Where no box is all that, it is one that comes near. On the table it lies as far from the drawing as it may.
    """
    groups = {box.number: group for group in order.groups for box in group.boxes}
    back = kit.symmetries.members[-1]
    middle = (1 + max(stage for _, stage in kit.stages)) // 2 + 1

    def fitness(box: Box) -> tuple[bool, ...]:
        group = groups[box.number]
        looked_at = [[group.cells[square] for square in zone.squares] for zone in order.zones[:-1]]
        return (
            # Where mirror images may have boxes of their own, the board on the table must not be another box's.
            kit.box_at(back.position(order.held(box.position).position)) == box,
            len(kit.symmetries.stabiliser(box.position)) == 1,
            box.stage == middle,
            len(group.boxes) > 2,
            all(set(cells) != {EMPTY} for cells in looked_at),
            order.held(box.position).position == box.position,
            len(box.beads) > 1,
        )

    box = max(kit.boxes, key=fitness)
    held = held_box(order, box)
    return Example(back.position(held.position), groups[box.number], held, held.beads[-1], back)


def example_marks(
    kit: Kit, words: Words, order: FindingOrder, left: float, top: float, width: float
) -> tuple[list[Mark], float]:
    """Return the pictures side by side with their captions, and where they end."""
    example = example_of(kit, order)
    captions = list(_captions(kit, words, example))
    field = width / len(captions)
    texts = [Fitted(tuple(wrapped(caption, field - 4, CAPTION)), CAPTION) for caption in captions]
    below = top + PAD + BOARD + 2
    bottom = below + max(len(text.lines) for text in texts) * line_pitch(CAPTION) + PAD
    board = board_width(kit, board_height(kit, square_within(kit, BOARD_WIDTH, BOARD)))
    marks: list[Mark] = [Rectangle(left, top, width, bottom - top, THIN, GREY, "#F7F7F7", 1.2)]
    for place, text in enumerate(texts):
        middle = left + (place + 0.5) * field
        marks += _picture(kit, order, example, place, middle - board / 2, top + PAD)
        marks += text.marks(middle, below, Anchor.MIDDLE)
        if place:
            marks += arrow_marks(left + place * field - 3, top + PAD + BOARD / 2, 6)
    return marks, bottom


def _captions(kit: Kit, words: Words, example: Example) -> Iterator[str]:
    box = example.held
    place = place_words(kit, words, box, short=True)
    colour = kit.colour(example.bead.colour)
    moved = len(kit.symmetries) > 1
    yield words("index.example-table", stage=stage_words(kit, words, box))
    yield words("index.example-first")
    yield words("index.example-held" if moved else "index.example-still")
    yield words("index.example-place" if place else "index.example-box", number=box.name, place=place)
    yield said(kit, words, "index.example-bead", letter=colour.key, name=words.colour_name(colour))


def _picture(
    kit: Kit, order: FindingOrder, example: Example, number: int, x: float, y: float
) -> Iterator[Mark]:
    """Yield one of the five pictures."""
    square = square_within(kit, BOARD_WIDTH, BOARD)
    height = board_height(kit, square)
    y += (BOARD - height) / 2
    bare = replace(example.held, position=example.table, beads=())
    if number == 0:
        yield from board_marks(kit, bare, x, y, height)
    elif number == 1:
        yield from icon_marks(kit, example.group.cells, order.zones[0].squares, x, y, square)
    elif number == 2:
        yield from icon_marks(kit, example.group.cells, example.group.known, x, y, square)
    elif number == 3:
        yield from board_marks(kit, example.held, x, y, height)
    else:
        there = example.bead._replace(move=example.back.move(example.bead.move))
        yield from board_marks(kit, replace(bare, beads=(there,)), x, y, height)
